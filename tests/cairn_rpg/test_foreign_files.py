"""Shapes and ages of files of Kettlewright and Foundry, and fights with the creatures in them."""

from __future__ import annotations

import json
import sys
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from cairn_rules.cairn_rpg.characters.inventory import hit_protection
from cairn_rules.cairn_rpg.combat import new_game, person
from cairn_rules.cairn_rpg.combat.rules.setup import attacks_of
from cairn_rules.cairn_rpg.content.pack_file import parse_pack
from cairn_rules.cairn_rpg.formats import FOUNDRY_CAIRN, FOUNDRY_CAIRN2E
from cairn_rules.cairn_rpg.formats.character_files import read_characters
from cairn_rules.cairn_rpg.formats.items import parse_dice
from cairn_rules.cairn_rpg.odds import odds, text_report
from cairn_rules.cairn_rpg.odds.result import unread_attacks
from cairn_rules.cli.main import main
from cairn_rules.errors import DocumentError
from cairn_rules.registry import Registry

Document = dict[str, Any]
FIGURES = {"abilities": {each: {"value": 9, "max": 9} for each in ("STR", "DEX", "WIL")}, "hp": {"value": 5, "max": 5}}
APE: Document = {"name": "Ape", "type": "npc", "system": FIGURES, "items": [], "_stats": {"systemId": None}}
ADA: Document = {
    "name": "Ada",
    **{f"{each}{most}": 9 for each in ("strength", "dexterity", "willpower", "hp") for most in ("", "_max")},
}


def weapon(name: str, formula: str, **more: Any) -> Document:
    """Return a weapon of the system `cairn`."""
    return {"name": name, "type": "weapon", "system": {"damageFormula": formula, **more}}


@pytest.fixture
def names(tmp_path: Path) -> Any:
    """Return a function that writes a document and returns the names of the characters in it."""

    def found(document: object) -> list[str]:
        file = tmp_path / "some.json"
        file.write_text(json.dumps(document), encoding="utf-8")
        return [each.name for each in read_characters(str(file))]

    return found


# Shapes


@pytest.mark.parametrize("stats", [{"systemId": None, "coreVersion": "12.327"}, {}, {"systemId": "cairn"}, None])
def test_entries_of_compendiums_have_no_system(names: Any, stats: object) -> None:
    assert names(APE | {"_stats": stats}) == ["Ape"]


def test_lists_and_parties(names: Any) -> None:
    """A list of documents, or the members of a party, are several characters."""
    assert names([APE, APE | {"name": "Bob"}, ADA]) == ["Ape", "Bob", "Ada"]
    assert names({"name": "Us", "members": [ADA, ADA | {"name": "Bea"}]}) == ["Ada", "Bea"]
    assert names({"name": "Us", "members": json.dumps([ADA])}) == ["Ada"]


@pytest.mark.parametrize(
    ("document", "fault"),
    [
        ([], r"\$: "),
        ([APE, 5], r"\$\[1\]: this is not a character; export each character of the party"),
        ({"members": "[1]"}, r"\$\.members\[0\]: this is not a character; export each"),
        ({"members": 5}, r"\$: "),
        ([APE, {"a": 1}], r"\$\[1\]: this is not a character of this library, of Kettlewright or of Foundry"),
        ([ADA, ADA | {"hp": "x"}], r"\$\[1\]\.hp: 'x' is not a whole number"),
    ],
)
def test_faults_of_lists_name_the_entry(names: Any, document: object, fault: str) -> None:
    with pytest.raises(DocumentError, match=fault):
        names(document)


def test_remarks_name_their_character(tmp_path: Path) -> None:
    file = tmp_path / "some.json"
    for document, said in (
        (
            [APE | {"odd": 1}, ADA | {"odd": 1}],
            ["Ape, $[0]['odd']: an unknown key", "Ada, $[1]['odd']: an unknown key"],
        ),
        ({"name": "Us", "members": [ADA], "notes": "A plan."}, ["Us, $.notes: a party has no place here"]),
    ):
        file.write_text(json.dumps(document), encoding="utf-8")
        found: list[str] = []
        read_characters(str(file), omitted=found.append)
        assert [line.removeprefix(f"{file}, ") for line in found] == said


def test_files_of_foundry_before_version_10() -> None:
    """They have `data` for `system`, and older keys in items."""
    bite = {"name": "Bite", "type": "item", "data": {"damageFormula": "2d6k", "slots": 0, "numberOfUses": 0}}
    old = {"name": "Ape", "type": "npc", "data": FIGURES, "token": {}, "permission": {}, "items": [bite]}
    ape, unknown = FOUNDRY_CAIRN.read(old)
    assert ([str(each) for each in ape.attacks], unknown) == (["Bite (d6+d6)"], ())


def test_older_keys_of_items() -> None:
    items = [weapon("Axe of Old", "d8", slots=3, bulky=True, numberOfUses=2), weapon("Fists", "d6", slots=0)]
    ape, unknown = FOUNDRY_CAIRN.read(APE | {"items": items, "effects": []})
    (axe,) = ape.inventory.items
    assert (axe.slots, str(axe.uses), ape.attacks[0].name, unknown) == (3, "2/2", "Fists", ())
    assert FOUNDRY_CAIRN.write(ape)[0]["items"][0]["system"]["slots"] == 3


def test_older_keys_of_gear() -> None:
    """The system `cairn2e` had `natural` for `bodily` and `food` for `ration`."""
    gear = [
        {"name": "Bite", "type": "gear", "system": {"damage": "d12", "slots": 0, "natural": True}},
        {"name": "Bread", "type": "gear", "system": {"food": True}},
    ]
    hydra, unknown = FOUNDRY_CAIRN2E.read(APE | {"items": gear})
    assert ([str(each) for each in hydra.attacks], unknown) == (["Bite (d12)"], ())


@pytest.mark.parametrize("slots", [{"slots": 0}, {}, {"slots": {"max": 0}, "role": "monster"}])
def test_without_an_inventory_hit_protection_counts(slots: Document) -> None:
    """Such a creature has no slots that could be full (R31)."""
    format = FOUNDRY_CAIRN2E if "role" in slots else FOUNDRY_CAIRN
    ape, _ = format.read(APE | {"system": FIGURES | slots})
    assert hit_protection(ape) == 5


def test_texts_of_packs_reach_the_reader(tmp_path: Path) -> None:
    head = 'id = "own"\nname = "Own"\nauthor = "Anna"\nlicense = "CC-BY-SA-4.0"\n[texts]\n'
    pack = parse_pack(head + '"bond/3" = "Mine alone."')
    file = tmp_path / "some.json"
    file.write_text(json.dumps(ADA | {"bonds": "Mine alone."}), encoding="utf-8")
    assert read_characters(str(file), registry=Registry((pack,)))[0].bonds == (3,)
    assert read_characters(str(file))[0].bonds == ()


# Attacks


@pytest.mark.parametrize(
    ("formula", "dice"),
    [
        ("2d6k", (6, 6)),
        ("3d6kh1", (6, 6, 6)),
        ("{1d6, 1d8}kh", (6, 8)),
        ("{2d4,d12}k1", (4, 4, 12)),
        ("max(1d6, 1d8)", (6, 8)),
        ("2d8", (8, 8)),
        ("1d6 + 1d8 + d4", (6, 8, 4)),
        ("1d8[fire]", (8,)),
        ("12d4kh", (4,) * 12),
    ],
)
def test_formulas(formula: str, dice: tuple[int, ...]) -> None:
    """Of all dice the highest counts (R90)."""
    assert parse_dice(formula) == (dice, None)


@pytest.mark.parametrize(
    "formula", ["d6+1", "2d6kl", "{d6,d8}kl", "31d6", "d6,", "@STR", "(d6", "", "d6 DEX STR", "0d6"]
)
def test_what_is_no_formula(formula: str) -> None:
    assert parse_dice(formula) is None


def test_formulas_that_name_an_attribute() -> None:
    for format in (FOUNDRY_CAIRN, FOUNDRY_CAIRN2E):
        gear = {"name": "Fang", "type": "gear", "system": {"damage": "d6 STR", "slots": 0, "bodily": True}}
        fang = gear if format is FOUNDRY_CAIRN2E else weapon("Fang", "d6 STR", weightless=True)
        assert [str(each) for each in format.read(APE | {"items": [fang]})[0].attacks] == ["Fang (d6 STR)"]


def test_weapons_of_monsters_are_alternatives() -> None:
    """They make no pair, as two weapons of a character do (R90, A82)."""
    gear = [{"_id": each, "name": each, "type": "gear", "system": {"damage": "d6"}} for each in ("Sword", "Bow", "Axe")]
    for role, more in (("monster", []), ("npc", []), ("hireling", ["Sword and Axe (d6+d6)"])):
        guard, _ = FOUNDRY_CAIRN2E.read(APE | {"system": FIGURES | {"role": role}, "items": [gear[0], gear[2]]})
        named = [str(each).lower() for each in attacks_of(guard)]
        assert named == ["sword (d6)", "axe (d6)", *(each.lower() for each in more), "unarmed (d4)"]


def test_odds_say_which_attack_is_left_out() -> None:
    ape, unknown = FOUNDRY_CAIRN.read(APE | {"items": [weapon("Roar", "d6+1", weightless=True), weapon("Bite", "d6")]})
    assert str(unknown[0]).endswith("is not a formula such as 'd8' or '2d6kh', so that this attack is left out")
    fight = new_game(party=[person("Ada", hp=4, attacks=["sword d6"], kind="pc")], foes=[ape])
    said = "Ape has an attack that is left out: Roar (d6+1)."
    assert [*unread_attacks([ape])] == [said]
    assert said in text_report(odds(fight))


def test_odds_and_fights_tell_it_first(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "ape.json"
    file.write_text(json.dumps(APE | {"items": [weapon("Roar", "d6+1")]}), encoding="utf-8")
    assert main(["odds", "Ada: 4 HP, sword (d6)", str(file), "--format", "json"]) == 0
    out, said = capsys.readouterr()
    remark = "Ape has an attack that is left out: Roar (d6+1)."
    assert json.loads(out)["remarks"] == [remark]
    assert said.count(remark) == 1
    monkeypatch.setattr(sys, "stdin", StringIO("quit\n"))
    assert main(["fight", "Ada: 4 HP, sword (d6)", str(file), "--dice"]) == 0
    assert remark in capsys.readouterr().err
