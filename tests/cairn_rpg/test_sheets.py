"""Sheets of characters and parties."""

from __future__ import annotations

import re
from functools import partial
from html import unescape
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

from cairn_rules.cairn_rpg.characters.attacks import Attack
from cairn_rules.cairn_rpg.characters.attributes import Score
from cairn_rules.cairn_rpg.characters.character import Character, Omen, Traits, public
from cairn_rules.cairn_rpg.characters.items import Companion, Item, Uses
from cairn_rules.cairn_rpg.characters.scars import Scar
from cairn_rules.cairn_rpg.content.book_file import book
from cairn_rules.cairn_rpg.content.texts import CREDIT, texts
from cairn_rules.cairn_rpg.creation import create_character, create_hireling, create_party
from cairn_rules.cairn_rpg.rulings import Rulings
from cairn_rules.cairn_rpg.sheets import party_sheet, sheet, sheets
from cairn_rules.errors import DefinitionError
from support.cairn_rpg.people import BANDAGES, CART, HEART, MULE, PLATE, RATIONS, ROPE, SHIELD, SWORD, person

FORMATS: Any = ("text", "markdown", "html")
HOSTILE = "</title><script>alert(1)</script>\x1b[31m\u202e & *x* | [y](javascript:z) `q`\n# h"
BACKGROUNDS = tuple(book().backgrounds)


def _parsed(page: str) -> ET.Element:
    return ET.fromstring(page.partition("\n")[2])  # noqa: S314 - our own page


def _flat(text: str) -> str:
    return " ".join(text.split())


def _ada(**fields: Any) -> Character:
    return person("Ada", **fields)


def test_the_text_sheet_in_full() -> None:
    """A sheet has scores, HP, armour, slots with Fatigue and free ones, and everything else with a heading."""
    ada = _ada(
        strength=Score(9, 12),
        items=(evolve(PLATE, worn=True), SWORD, RATIONS, HEART),
        fatigue=2,
        gold=120,
        containers=(evolve(CART, pulled=True, items=(ROPE, ROPE), gold=3),),
        companions=(Companion(id="wolf", name="Wolf", hp=5, strength=11, armor=1, mount=True),),
        stash=(BANDAGES,),
        bonds=(2,),
        scars=(Scar(row=4, detail="leg", pending=True),),
        needs=frozenset({"food"}),
        age=31,
    )
    lines = sheet(ada).split("\n")
    assert lines[:20] == [
        "ADA",
        "player character, 31 years old",
        "",
        "STR 9/12   DEX 10   WIL 10   HP 4   Armor 3   Gold 120",
        "! deprived (food): no recovery (R62)",
        "",
        "SLOTS: 9 of 10 used, 1 free",
        "[  1-2] Plate (3 Armor, bulky)",
        "[    3] Sword (d8)",
        "[    4] Rations (3 of 3 uses)",
        "[    5] Fatigue",
        "[    6] Fatigue",
        "[    7] 120 gold pieces",
        "[  8-9] pulling Cart",
        "[   10] free",
        "",
        "PETTY ITEMS",
        "- Stone Heart (cannot be dropped)",
        "",
        "CART",
    ]
    rest = _flat("\n".join(lines[20:]))
    assert rest.startswith("- 2 of 4 slots used, 3gp, pulled, takes 2 of the puller's slots - 2 x Rope COMPANIONS ")
    assert "- Wolf (5 HP, 1 Armor, 11 STR, mount) LEFT BEHIND - Bandages (3 of 3 uses) BOND - " in rest
    assert f"BOND - {texts()['bond/2']} SCARS - Broken Limb (leg), gain pending. {texts()['scar/4']} " in rest
    assert rest.endswith(CREDIT)


@pytest.mark.parametrize(
    ("fields", "rulings", "figure", "remark"),
    [
        ({"fatigue": 10}, Rulings(), "HP 0/4", "HP counts as 0: all 10 slots are used (R31); 4 HP come back"),
        ({"panicked": True}, Rulings(), "HP 0/4", "HP counts as 0: panicked (R177); 4 HP come back"),
        ({"fatigue": 10, "hp": Score(0, 4)}, Rulings(), "HP 0/4", "HP counts as 0: all 10 slots are used (R31) "),
        ({"fatigue": 10, "hp": Score(0, 4)}, Rulings(zero_hp="lose"), "HP 0/4", "all 10 slots are used (R31) "),
        ({"panicked": True}, Rulings(zero_hp="lose"), "HP 4", "panicked (R177)"),
        ({"hp": Score(1, 4)}, Rulings(), "HP 1/4", ""),
    ],
)
def test_why_hp_is_0(fields: dict[str, Any], rulings: Rulings, figure: str, remark: str) -> None:
    """Full slots and panic hold HP at 0, and the sheet says so (R31, R177, A7)."""
    text = _flat(sheet(_ada(**fields), rulings=rulings))
    assert f" {figure} " in text
    assert remark in text
    assert ("HP counts as 0" in text) == ("0/4" in figure)


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"dead": True}, "dead"),
        ({"down": "critical"}, "dies within the hour without aid (R99)"),
        ({"down": "stabilised"}, "out of action until rested (R103)"),
        ({"down": "mortal"}, "dies within the hour unless healed (R120)"),
        ({"down": "mended"}, "recovering from a mortal wound (R120)"),
        ({"dexterity": Score(0, 9)}, "paralysed at 0 DEX (R102)"),
        ({"willpower": Score(0, 9)}, "delirious at 0 WIL (R102)"),
        ({"needs": frozenset({"rest", "food"}), "deprived_days": 2}, "deprived (food, rest, for 2 full days)"),
        ({"doomed": True}, "dies at the next failed Critical Damage save (R121)"),
        ({"hamstrung": True}, "hamstrung (R115)"),
        ({"deaf": True}, "deaf (R116)"),
        ({"diseased": True}, "diseased (R113)"),
    ],
)
def test_conditions_are_shown(fields: dict[str, Any], words: str) -> None:
    """Every condition is on the sheet, with its rule, and on the party's sheet."""
    assert f"! {words}" in sheet(_ada(**fields)).replace("\n  ", " ") or words in _flat(sheet(_ada(**fields)))
    assert words in _flat(party_sheet([_ada(**fields)]))


def test_items_with_everything() -> None:
    """Items show damage, armour, uses, charges and what is special about them."""
    bow = Item(
        id="bow",
        name="Bow",
        attacks=(Attack(name="near", dice=(6,)), Attack(name="far", dice=(8,), blast=True)),
        charges=Uses(1, 2),
        magic="relic",
    )
    foot = Item(id="foot", name="Foot", slots=0, bodily=True, droppable=False)
    heart = evolve(HEART, slots=3)
    text = _flat(sheet(_ada(items=(bow, foot, heart, evolve(SHIELD, worn=True), PLATE))))
    assert "[ 1] Bow (near (d6), far (d8, blast), 1 of 2 charges, relic) " in text
    assert "Foot (part of the body) " in text
    assert "[ 2-4] Stone Heart (3 slots, cannot be dropped) " in text
    assert "[ 5] Shield (+1 Armor) [ 6-7] Plate (3 Armor, not worn, bulky) " in text


def test_texts_of_items_are_noted_once() -> None:
    """Spells and recharge conditions are notes; a text that answers a question is not repeated."""
    ward = book().spells["ward"].spellbook
    relic = Item(id="r", name="Ring", recharge="item/sun-stick/recharge", charges=Uses(0, 1))
    text = _flat(sheet(_ada(items=(ward, ward, relic))))
    assert text.count(texts()["spell/ward"]) == 1
    assert f"Ring (0 of 1 charges). Recharge: {texts()['item/sun-stick/recharge']}" in text
    aurifex = create_character(seed=1, background="aurifex", tables=(6, 1))
    assert _flat(sheet(aurifex)).count(texts()["background/aurifex/1/6"]) == 1


@pytest.mark.untraced
@pytest.mark.parametrize("background", BACKGROUNDS)
def test_texts_of_rows_follow_the_names_of_their_things(background: str) -> None:
    """The text of each row stands behind its item, companion or container: a quarter of them do not name it."""
    for row in range(1, 7):
        who = create_character(seed=1, background=background, tables=(row, row))
        said = _flat(sheet(who))
        for number, table in enumerate(book().backgrounds[background].tables, 1):
            id, grant = f"background/{background}/{number}/{row}", table[row - 1]
            items = [item.name for item in grant.items if item.text == id]
            others = dict.fromkeys(each.name for each in (*grant.containers, *grant.companions))
            question = texts()[f"background/{background}/{number}"]
            if items:
                names = "|".join(map(re.escape, items))
                assert re.search(rf"({names})( \([^.]*\))?\. {re.escape(texts()[id])}", said), id
                assert re.search(rf"{re.escape(question)} See ({names})\.", said), id
            else:
                assert f"{question} {'. '.join(filter(None, (', '.join(others), texts()[id])))}" in said


def test_notes_on_items() -> None:
    """A note has uses and recharge with it; items with the same text refer to the first, and a bond names its item."""
    surgeon = create_character(seed=1, background="barber-surgeon", tables=(3, 1), bond=5)
    said = _flat(sheet(surgeon))
    assert f"Hook. {texts()['background/barber-surgeon/1/3']}" in said
    assert "Screwdriver. See Hook." in said
    assert f"BOND - Silver Moss (1 of 1 uses). {texts()['bond/5']}" in said
    assert "- Silver Moss (1 of 1 uses) TRAITS" in said
    whistle = create_character(seed=1, background="outrider", tables=(3, 1))
    text, recharge = texts()["background/outrider/1/3"], texts()["item/death-whistle/recharge"]
    assert f"Death-Whistle (1 of 1 charges, relic). {text} Recharge: {recharge}" in _flat(sheet(whistle))
    assert f"| Death-Whistle (1 of 1 charges, relic). {text} Recharge: " in sheet(whistle, format="markdown")
    assert f"Death-Whistle (1 of 1 charges, relic)<small>{text} Recharge: " in sheet(whistle, format="html")
    used = evolve(HEART, text="bond/15", charges=Uses(0, 2))
    twins = _ada(items=(used, evolve(used, charges=Uses(1, 2))), stash=(evolve(used, id="other"),))
    assert _flat(sheet(twins)).count(texts()["bond/15"]) == 1
    assert "See Stone Heart" not in _flat(sheet(twins))
    horse = texts()["background/outrider/2/1"]
    assert f"carries you? Heavy Destrier. {horse}" in _flat(sheet(whistle))
    alone = evolve(whistle, companions=(), inventory=evolve(whistle.inventory, containers=()))
    assert f"carries you? {horse}" in _flat(sheet(alone))
    sold = evolve(surgeon, inventory=evolve(surgeon.inventory, items=()))
    assert f"rebuilt? {texts()['background/barber-surgeon/1/3']} - " in _flat(sheet(sold))


def test_boxes_to_write_in() -> None:
    """A printed page has empty boxes for what changes at the table; a screen and a screen reader leave them out."""
    page = sheet(_ada(), format="html")
    boxes = _parsed(page).find(".//ul[@class='fields']")
    assert boxes is not None
    assert [str(each.text).strip() for each in boxes] == ["HP now", "Deprived", "Fatigue", "Gold now"]
    assert boxes.get("aria-hidden") == "true"
    assert ".fields { display: none;" in page
    assert "  .fields { display: flex; }" in page


@pytest.mark.parametrize("format", FORMATS)
def test_a_character_of_a_pack_without_the_pack(format: Any) -> None:
    """The sheet says what is missing: the background, the creature, bonds, omens and the texts of items."""
    bell = Item(id="bell", name="Bell", text="item/bell", recharge="item/bell/recharge")
    book_of_pack = Item(id="spellbook", name="Spellbook: Peat Smoke", magic="spellbook", spell="peat-smoke")
    who = evolve(_ada(items=(bell, bell, book_of_pack), bonds=(99,), omen=Omen(99)), creature="tarn-hound")
    for text in (sheet(who, format=format), party_sheet([who], format=format)):
        said = _flat(unescape(text)).replace("\\", "").replace(" ! ", " ")
        assert "creature 'tarn-hound' is not in the book; use the pack that has it: book=, or --pack" in said
        assert "bond 99 is not in the book, which has 20; use the pack that has it: book=, or --pack" in said
        assert "omen 99 is not in the book, which has 20; use the pack that has it: book=, or --pack" in said
        remedy = "use the pack that has it: book=, or --pack"
        assert f"the book does not say what Bell and Spellbook: Peat Smoke can do; {remedy}" in said
    assert "does not say" not in sheet(who, format=format, texts=texts("ids"))
    alone = evolve(who, inventory=evolve(who.inventory, items=(bell,)))
    assert "does not say what Bell can do" in _flat(sheet(alone, format=format))


def test_other_kinds() -> None:
    """Hirelings show their daily rate, detachments and creatures their attacks and notes."""
    guide = create_hireling("local-guide", seed=7)
    assert sheet(guide).split("\n")[1] == "hireling, 5gp a day"
    id = next(id for id, each in book().creatures.items() if each.notes)
    beast = evolve(_ada(), kind="creature", creature=id, attacks=(Attack(name="bite", dice=(6,)),), armor=2)
    text = _flat(sheet(evolve(beast, detachment=True)))
    assert " detachment STR" in text
    assert "Armor 2 " in text
    assert f"ATTACKS - bite (d6) NOTES - {texts()[f'creature/{id}/1']}" in text


def test_companions_and_containers() -> None:
    """Figures that are not printed are left out; a container says what changes its slots."""
    twin = Companion(id="twin", name="Twin", owner_scores=True, attacks=(Attack(name="claw", dice=(6,)),))
    mule = evolve(MULE, reduced=2)
    text = _flat(sheet(_ada(companions=(twin, Companion(id="dog", name="Dog")), containers=(mule,))))
    assert "- Twin (the scores of its owner, claw (d6)) - Dog " in text
    assert "MULE - 0 of 6 slots used, slow, 2 slots while it pulls a wagon or carries a second rider - empty " in text


def test_traits_as_a_sentence() -> None:
    """Traits are a sentence (R17)."""
    traits = Traits(
        physique="Athletic",
        skin="Oily",
        hair="Bald",
        face="Elongated",
        speech="Blunt",
        clothing="Bloody",
        virtue="Humble",
        vice="Vain",
    )
    text = _flat(sheet(_ada(traits=traits)))
    expected = "An athletic figure with oily skin, no hair and an elongated face; blunt in speech, bloody in clothing; "
    assert f"TRAITS - {expected}humble, but vain. " in text
    other = evolve(traits, physique="Stout", hair="Long", face="Pale")
    assert "A stout figure with oily skin, long hair and a pale face;" in _flat(sheet(_ada(traits=other)))


@pytest.mark.parametrize("format", FORMATS)
def test_a_private_omen_is_shown_on_request_only(format: Any) -> None:
    """A private omen is left out unless it is asked for (R21); a public one is always there (R20)."""
    secret = create_character(seed=3, background="foundling")
    assert secret.omen is not None
    assert secret.omen.private
    omen = texts()[f"omen/{secret.omen.row}"]
    for view in (partial(sheet, format=format), partial(_alone, format=format)):
        assert omen not in _flat(view(secret))
        assert "omen" not in view(secret, texts=texts("ids")).lower()
        assert omen in _flat(view(secret, private=True))
        assert omen in _flat(view(evolve(secret, omen=evolve(secret.omen, private=False))))
        assert view(secret) == view(public(secret)) == view(evolve(secret, omen=None))
    assert "private omen" in sheet(secret, format=format, private=True).lower()
    assert "private omen" not in sheet(evolve(secret, omen=evolve(secret.omen, private=False)), format=format).lower()


def _alone(who: Character, **arguments: Any) -> str:
    return party_sheet([who], **arguments)


@pytest.mark.parametrize("format", FORMATS)
def test_ids_need_no_credit(format: Any) -> None:
    """A sheet of texts has their credit; one of ids has the ids only."""
    who = create_character(seed=5, background="aurifex", tables=(2, 3), bond=4, omen=7)
    ids = sheet(who, format=format, texts=texts("ids"))
    assert "Yochai Gal" in sheet(who, format=format)
    assert "Yochai" not in ids
    for id in ("background/aurifex", "background/aurifex/1", "background/aurifex/1/2", "bond/4", "omen/7"):
        assert id in ids
    assert not any(sentence in _flat(ids) for sentence in map(texts().__getitem__, texts()))
    assert "Yochai" not in party_sheet([who], format=format, texts=texts("ids"))
    replaced = texts().replaced({"bond/4": "Mein Band."}, license="CC-BY-SA-4.0", author="Anna")
    assert "Texts by Anna" in _flat(sheet(who, format=format, texts=replaced))


@pytest.mark.untraced
@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10**6), st.sampled_from(BACKGROUNDS))
def test_every_created_character_has_a_sheet(seed: int, background: str) -> None:
    """Sheets of characters of all backgrounds have at most 80 columns, and name every item once or more."""
    who = create_character(seed=seed, background=background, omen=True)
    text = sheet(who, private=True)
    assert max(map(len, text.split("\n"))) <= 80
    assert len(re.findall(r"^\[ .*\] ", text, re.MULTILINE)) <= 10
    page = sheet(who, format="html", private=True)
    assert _parsed(page).tag == "html"
    for view in (text, sheet(who, format="markdown"), page):
        for item in who.inventory.items:
            assert item.name in unescape(_flat(view))
    said = _flat(text)
    assert who.rows is not None
    for id in (f"background/{background}/1/{who.rows[0]}", f"background/{background}/2/{who.rows[1]}"):
        assert texts()[id] in said


@pytest.mark.untraced
@pytest.mark.parametrize("background", BACKGROUNDS)
def test_every_background_prints_on_a_page(background: str) -> None:
    """Sheets are short enough for one page, in the larger size of print."""
    page = sheet(create_character(seed=1, background=background), format="html")
    assert '<article class="roomy">' in page
    assert _parsed(page).tag == "html"


def test_long_sheets_are_printed_smaller() -> None:
    """A sheet with many notes is printed in a smaller size."""
    spells = tuple(spell.scroll for spell in book().spells.values())
    assert '<article class="full">' in sheet(_ada(items=spells[:24]), format="html")
    assert '<article class="crowded">' in sheet(_ada(items=spells), format="html")


def test_the_page_needs_nothing_else() -> None:
    """The page has no script and no external files, and can be read aloud: it has a language, headings and labels."""
    page = sheet(create_character(seed=1), format="html")
    assert not re.search(r"<script|<link|<img|src=|url\(|@import", page)
    root = _parsed(page)
    assert root.get("lang") == "en"
    assert [len(root.findall(f".//{tag}")) for tag in ("h1", "main", "footer")] == [1, 1, 1]
    assert root.find(".//h2") is not None


def test_several_sheets_are_printed_on_a_page_each() -> None:
    """One page holds them all, with one main part and a page break between two of them."""
    members = [create_character(seed=seed) for seed in (1, 2, 3)]
    page = sheets(members, format="html")
    root = _parsed(page)
    assert [len(root.findall(f".//{tag}")) for tag in ("main", "article", "h1", "footer")] == [1, 3, 3, 3]
    assert root.findtext(".//title") == "3 characters"
    assert "article + article { margin-top: 3em; break-before: page; }" in page
    for layout in ("text", "markdown"):
        assert sheets(members, format=layout) == "\n".join(sheet(each, format=layout) for each in members)


@pytest.mark.parametrize("format", FORMATS)
def test_hostile_texts_are_harmless(format: Any) -> None:
    """Markup, control characters and Markdown in names have no effect."""
    item = Item(id="x", name=HOSTILE, slots=0)
    who = evolve(_ada(items=(item, evolve(item, slots=1))), name=HOSTILE, background=HOSTILE)
    for text in (sheet(who, format=format), party_sheet([who], format=format)):
        assert all(each.isprintable() or each == "\n" for each in text)
        if format == "text":
            assert max(map(len, text.split("\n"))) <= 80
        else:
            assert "<script" not in text
        if format == "markdown":
            assert "\n# h" not in text
            assert "[y]" not in text
            assert " *x* " not in text
        if format == "html":
            root = _parsed(text)
            shown = root.find(".//*[@scope='row']") if "<table>" in text else root.find(".//h1")
            assert shown is not None
            assert str(shown.text).startswith("</title><script>alert(1)</script>\\x1b[31m\\u202e & *x* | ")


def test_markdown_keeps_list_markers_as_text() -> None:
    """A text that begins like a list is a text."""
    items = tuple(Item(id="x", name=name, slots=0) for name in ("- a", "+ b", "12. c", "3 d"))
    text = sheet(_ada(items=items), format="markdown")
    assert "\n- \\- a\n- \\+ b\n- 12\\. c\n- 3 d\n" in text


def test_markdown_tables() -> None:
    """Markdown has a table of figures and one of slots, in which bulky items take several."""
    text = sheet(_ada(items=(PLATE,), fatigue=60), format="markdown")
    assert (
        "\n| STR | DEX | WIL | HP | Armor | Gold |\n| --- | --- | --- | --- | --- | --- |\n| 10 | 10 | 10 | 0/4 |"
        in text
    )
    assert "\n| 1 to 2 | Plate (3 Armor, not worn, bulky) |\n| 3 | Fatigue |\n" in text
    assert "\nand 21 more\n" in text


@pytest.mark.parametrize("format", FORMATS)
def test_impossible_numbers_are_shown_briefly(format: Any) -> None:
    """A hand-edited character cannot fill the memory."""
    who = _ada(fatigue=10**9, capacity=10**12, gold=-5, bonds=(99,), omen=Omen(99), background="aurifex", rows=(9, 9))
    text = sheet(who, format=format)
    assert len(text) < 20_000
    assert "and 1000000000 more" in text
    assert "Scar 40" in sheet(evolve(who, scars=(Scar(row=40),)), format=format)
    assert "0 of 0 used" in sheet(_ada(capacity=0), format=format)


def test_the_party_in_a_table() -> None:
    """A party has a row for each member, with what needs attention, and its public omens."""
    ash = _ada(fatigue=1, gold=7, hp=Score(1, 4), omen=Omen(3), scars=(Scar(row=5, pending=True),))
    bob = evolve(create_hireling("local-guide", seed=7), name="Bob of the Very Long Name", inventory=ash.inventory)
    lines = party_sheet([ash, bob]).split("\n")
    assert lines[:6] == [
        "PARTY",
        "",
        "Name               Background      STR   DEX   WIL   HP    Armor Free Gold",
        "Ada                player charact… 10    10    10    1/4   0     9    7",
        "  ! 1 Fatigue",
        "  ! 1 pending scar gain",
    ]
    assert lines[6].startswith("Bob of the Very L… hireling        ")
    assert _flat("\n".join(lines)).partition("OMENS")[2].startswith(f" - Ada: {texts()['omen/3']} Based on")
    table = party_sheet([ash, bob], format="markdown")
    assert "| Ada | player character | 10 | 10 | 10 | 1/4 | 0 | 9 | 7 | 1 Fatigue; 1 pending scar gain |" in table
    assert _parsed(party_sheet([ash], format="html")).findall(".//tr/th/..")
    for format in FORMATS:
        party = create_party(4, seed=8)
        assert all(member.name in party_sheet(party, format=format) for member in party)
    assert party_sheet([]).startswith("PARTY\n\nName")


def test_an_unknown_format_is_refused() -> None:
    """The error names the formats."""
    with pytest.raises(DefinitionError, match="'odt' is not a format of sheets; known: text, markdown, html"):
        sheet(_ada(), format="odt")  # type: ignore[arg-type]
    with pytest.raises(DefinitionError, match="did you mean 'html'"):
        party_sheet([], format="htm")  # type: ignore[arg-type]
