"""Looking up what the game knows, by name, id, number or the id of a text."""

from __future__ import annotations

import ast
import re
from inspect import getsource
from itertools import pairwise
from pathlib import Path

import pytest
from attrs import fields

from cairn_rules.cairn_rpg import parse_pack, rulings, with_packs
from cairn_rules.cairn_rpg.content.lookup import Entry, entries, lookup, mentions, suggestions
from cairn_rules.cairn_rpg.content.texts import texts
from cairn_rules.cairn_rpg.rulings import Rulings

PAGE = Path(__file__).parent.parent.parent / "docs" / "games" / "cairn-rpg.md"


def only(name: str) -> Entry:
    (entry,) = lookup(name)
    return entry


@pytest.mark.parametrize(
    ("kind", "count"),
    [
        ("background", 20),
        ("bond", 20),
        ("creature", 84),
        ("omen", 20),
        ("reaction", 5),
        ("rule", 226),
        ("scar", 12),
        ("spell", 100),
    ],
)
def test_every_table_is_there(kind, count) -> None:
    assert len(entries(kind)) == count


def test_every_text_belongs_to_an_entry() -> None:
    held = {text for entry in entries() for text in entry.texts}
    assert {text for text in texts() if not text.startswith("rule-group/")} == held


@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("ADHERE", "Adhere (spell)"),
        ("spell/adhere", "Adhere (spell)"),
        ("spell/adhere/book", "Adhere (spell)"),
        ("oil-can", "Oil Can (item)"),
        (" Oil  Can ", "Oil Can (item)"),
        ("r97", "R97 (rule)"),
        ("rule 97", "R97 (rule)"),
        ("ruling 4", "A4 (ruling)"),
        ("rule/R97", "R97 (rule)"),
        ("night cat", "Night Cat (creature)"),
        ("omen 3", "Omen 3 (omen)"),
        ("lasting scar", "Lasting Scar (scar)"),
        ("scar 12", "Doomed (scar)"),
        ("Half Witch", "Half Witch (background)"),
        ("A15", "A15: cross_side_simultaneous (ruling)"),
        ("cross_side_simultaneous", "A15: cross_side_simultaneous (ruling)"),
        ("a4", "A4 (ruling)"),
        ("wary", "Wary (reaction)"),
        ("alchemist", "Alchemist (service)"),
        ("3", None),
        ("", None),
    ],
)
def test_many_names_lead_to_an_entry(name: str, title: str | None) -> None:
    assert [entry.title for entry in lookup(name)] == ([] if title is None else [title])


def test_one_name_can_mean_several_things() -> None:
    """A shield is also a spell. A30 has three options. Hammers of backgrounds are weapons, those of shops are not."""
    assert [entry.title for entry in lookup("shield")] == ["Shield (item)", "Shield (spell)"]
    assert [entry.name for entry in lookup("shield", "spell")] == ["Shield"]
    assert [dict(entry.facts)["option"] for entry in lookup("A30")] == ["morale", "morale_unit", "morale_double"]
    assert [dict(entry.facts).get("attack") for entry in lookup("hammer")] == [None, "hammer (d6)"]


def test_open_ended_rows_are_listed_by_their_own_names() -> None:
    """They say that they sell any other name (R214)."""
    assert dict(only("common tools").facts) == {
        "price": "10gp",
        "list": "gear",
        "names": "Hammer, Shovel, any other",
        "slots": "1",
    }
    assert lookup("costume gear") == ()
    herbs = {"id": "herbs", "name": "Herbs", "price": 2, "open_ended": True, "item": {"id": "herbs", "name": "Herbs"}}
    fen = {"id": "fen", "name": "Fen", "author": "Anna", "license": "MIT", "goods": {"gear": [herbs]}}
    (found,) = lookup("herbs", shelf=with_packs(parse_pack(fen)))
    assert dict(found.facts)["names"] == "any other"


def test_facts_of_goods() -> None:
    """Prices, slots, dice and armour are those of the price lists (R213 to R222)."""
    assert dict(only("dagger").facts) == {
        "price": "5gp",
        "list": "weapons",
        "slots": "1",
        "attack": "dagger (d6)",
        "found": "Foundling, Foundling 1.5, Rill Runner",
    }
    assert dict(only("halberd").facts)["slots"] == "2, bulky"
    assert dict(only("cart").facts)["load"] == "2 slots while pulled"
    assert dict(only("mule").facts)["slow"] == "yes"
    assert dict(only("alchemist").facts) == {"price": "30gp a day", "list": "hirelings"}
    assert {dict(entry.facts)["capacity"] for entry in lookup("donkey")} == {"4 slots", "4 slots, 2 when burdened"}
    assert dict(only("rations").facts)["found"].endswith(" more")


def test_facts_of_a_spell() -> None:
    facts = dict(lookup("shield", "spell")[0].facts)
    assert facts["target"] == "creature (by touch)"
    assert facts["armor"] == "+1 Armor while the book is held"
    assert dict(only("haste").facts)["speed"] == "3 times as fast"


def test_facts_of_a_creature() -> None:
    """The stat line is that of the bestiary."""
    assert dict(only("night cat").facts)["stats"] == "6 HP, 9 STR, 14 DEX, 5 WIL, claws (d6+d6)"
    assert only("night cat").texts == ("creature/night-cat/1", "creature/night-cat/critical")


def test_facts_of_a_companion() -> None:
    """The Hollow Wolf of the Prowler (R12)."""
    facts = dict(only("hollow wolf").facts)
    assert facts == {"stats": "5 HP, 11 STR, 13 DEX, 8 WIL, teeth (d6)", "found": "Prowler 1.5"}


def test_facts_of_tables() -> None:
    """Scar 8 has rules 116 and 117, so that scar 9 is rule 118; a reaction has a band of 2d6 (R136)."""
    assert dict(only("lasting scar").facts) == {"row": "1", "rule": "R109"}
    assert [dict(entry.facts)["rule"] for entry in entries("scar")][7:] == ["R116", "R118", "R119", "R120", "R121"]
    assert dict(only("wary").facts)["sum"] == "3 to 5 on 2d6"
    assert dict(only("hostile").facts)["sum"] == "2 on 2d6"
    assert dict(only("R97").facts)["group"].startswith("J. ")
    assert dict(lookup("bond 2")[0].facts) == {"gear": "Strange Compass", "gold": "20gp"}
    assert dict(only("aurifex").facts)["row"] == "1"


def test_facts_of_rulings() -> None:
    """Options with their values, the default first."""
    assert dict(only("A6").facts) == {"option": "coin_slots", "values": "per_100 (default), one, none"}
    assert dict(only("A15").facts)["values"] == "False (default), True"
    assert dict(only("A28").facts)["values"] == "None (default), or a number"
    assert only("A4").facts == ()


def test_rulings_say_what_their_options_say() -> None:
    """The texts are those of the docstrings and of the page of rules."""
    (body,) = (node.body for node in ast.parse(getsource(rulings)).body if getattr(node, "name", "") == "Rulings")
    said = {}
    for option, doc in pairwise(body):
        if isinstance(option, ast.AnnAssign):
            text = doc.value.value
            number = re.search(r"\bA\d+\b", text)[0]
            said[f"ruling/{number}/{option.target.id}"] = re.sub(r" \([^)]*A\d+[^)]*\)\.$", ".", text)
    assert len(said) == len(fields(Rulings))
    for number, text in re.findall(r"^- (A\d+): (.*)$", PAGE.read_text(encoding="utf-8"), re.MULTILINE):
        said[f"ruling/{number}"] = text
    assert {id: texts()[id] for id in texts() if id.startswith("ruling/")} == said


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("Torches", "Torch"),
        ("ropes", "Rope"),
        ("oil cans", "Oil Can"),
        ("Spellbook: Adhere", "Adhere"),
        ("spellbooks adhere", ""),
        ("Spellbook: Thicket", "Spellbook: Thicket"),
        ("R97s", "R97"),
        ("s", ""),
    ],
)
def test_plurals_and_spellbooks(name: str, meant: str) -> None:
    assert [entry.name for entry in lookup(name)][:1] == ([meant] if meant else [])


def test_a_kind_may_hide_the_singular_of_another() -> None:
    assert [entry.kind for entry in lookup("wolfs", "creature")] == ["creature"]
    assert lookup("torches", "spell") == ()


def test_mentions_of_words() -> None:
    """R175 and R177 have "panics" and "Panic", and A7 is about it. All of section J is about Critical Damage."""
    assert [entry.id for entry in mentions("PANIC")] == ["R172", "R175", "R176", "R177", "A7"]
    assert mentions("panics") == mentions("panic") == mentions("PANICS") == mentions("panic " * 10_000)
    assert {entry.id for entry in mentions("save STR")} >= {"R97", "R98", "A42"}
    assert {entry.id for entry in mentions("critical damage", "rule")} > {f"R{number}" for number in range(96, 107)}
    assert [entry.name for entry in mentions("lamp", "spell")] == ["Illuminate", "Snuff"]
    assert mentions("fatigue overflow")[-1].id == "A12"
    assert mentions("") == mentions("?!") == mentions("adhe") == ()


def test_suggestions_are_similar_or_hold_the_word() -> None:
    assert suggestions("adheer")[0] == "Adhere"
    assert set(suggestions("bear")) >= {"Owlbear", "Grizzly Bear"}
    assert suggestions("qqqq") == ()
    assert suggestions("xy") == ()
    assert suggestions("adheer", "creature") == ()
