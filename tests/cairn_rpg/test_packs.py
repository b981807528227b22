"""Content packs: reading them, using them together, and what is refused."""

from __future__ import annotations

import copy
import pickle
import time
import tomllib
import tracemalloc
from importlib import metadata
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from attrs import evolve

from cairn_rules import Match, Record, Registry, dumps, format_record, loads, parse_record
from cairn_rules.cairn_rpg import (
    CREDIT,
    Pack,
    Shelf,
    book,
    campaign,
    combat,
    creation,
    dungeon,
    installed_packs,
    pack_checks,
    parse_pack,
    read_pack,
    texts,
    wilderness,
    with_packs,
)
from cairn_rules.cairn_rpg.characters.character import Omen
from cairn_rules.cairn_rpg.characters.inventory import Inventory
from cairn_rules.cairn_rpg.combat.rules.setup import creatures
from cairn_rules.cairn_rpg.content.book_with_packs import find_packs, texts_of
from cairn_rules.cairn_rpg.content.lookup import entries, lookup, suggestions
from cairn_rules.cairn_rpg.content.pack_file import LONGEST, MOST_VALUES
from cairn_rules.cairn_rpg.content.stat_lines import parse_stat_line
from cairn_rules.cairn_rpg.creation import create_character
from cairn_rules.cairn_rpg.forecast import take_along
from cairn_rules.cairn_rpg.formats import FOUNDRY_CAIRN, FOUNDRY_CAIRN2E, KETTLEWRIGHT
from cairn_rules.cairn_rpg.pack_checks import pack_findings
from cairn_rules.cairn_rpg.sheets import party_sheet, sheet
from cairn_rules.errors import (
    CairnRulesError,
    DefinitionError,
    DocumentError,
    DuplicateIdError,
    NotationError,
)
from cairn_rules.plugins import PluginWarning
from cairn_rules.testing import PackFault, check_pack

FILE = Path(__file__).parents[2] / "examples/fenland-pack/src/fenland_pack/fenland.toml"
FEN = read_pack(FILE)
HEAD: dict[str, Any] = {"id": "hills", "name": "The Hills", "author": "Bo", "license": "MIT"}
SPELL_KEYS = "id, name, target, touch, feet, seconds, restores, condition, harmed_only_by, speed, armor, save"
GRANT_KEYS = "items, gold, hp, containers, companions, effects, purchase, second_bond, omen"
ROWS: list[list[Any]] = [[{}] * 6] * 2


def hills(**more: Any) -> Pack:
    return parse_pack({**HEAD, **more})


def faults(source: Any) -> list[str]:
    with pytest.raises(DocumentError) as error:
        parse_pack(source)
    return [str(each) for each in error.value.faults]


def spell(id: str, **more: Any) -> dict[str, Any]:
    return {"id": id, "name": id.title(), "target": "place", **more}


def background(id: str = "shepherd", **more: Any) -> tuple[dict[str, Any], dict[str, str]]:
    """A background with the texts that it needs."""
    about = f"background/{id}"
    sentences = {about: "You kept sheep."}
    for column in (1, 2):
        sentences |= {f"{about}/{column}": "What?"} | {f"{about}/{column}/{row}": "This." for row in range(1, 7)}
    names = ["Ash", "Bell", "Cob", "Dell", "Edge", "Fold", "Glen", "Hill", "Ivy", "Jo"]
    return {"id": id, "name": id.title(), "names": names, "start": {"gold": "3d6"}, "tables": ROWS, **more}, sentences


@pytest.fixture
def shelf() -> Shelf:
    return with_packs(FEN)


# Reading


def test_a_pack_adds_to_the_book(shelf: Shelf) -> None:
    """Backgrounds, spells and creatures come beside those of the library, which has 20, 100 and 84."""
    assert (FEN.id, FEN.name, FEN.credit.license) == ("fenland", "The Fenland", "CC-BY-4.0")
    found = shelf.book
    assert (len(found.backgrounds), len(found.spells), len(found.creatures)) == (21, 103, 86)
    assert [*found.backgrounds][-1] == "eel-warden"
    assert list(found.creatures) == sorted(found.creatures)
    assert found.credits["fenland"] == FEN.credit
    assert found.packs == (FEN,)
    assert shelf.texts["spell/still-water"].startswith("All water within 60ft")
    assert texts_of(found) is shelf.texts
    assert texts_of(None)["omen/1"] == texts()["omen/1"]


def test_a_stat_line_gives_the_figures_of_a_creature() -> None:
    """Consequences of its attacks stand beside the line, and its notes are counted."""
    lantern, hog = FEN.creatures
    assert (lantern.hp, lantern.strength, lantern.dexterity, lantern.willpower, lantern.armor) == (3, 4, 16, 12, 0)
    assert (str(lantern.attacks[0]), lantern.immune, lantern.notes) == ("scorch (d6)", ("fire",), 2)
    assert (hog.armor, [attack.dice for attack in hog.attacks], hog.notes) == (1, [(8,), (6,)], 1)
    assert hog.critical_text == "creature/mire-hog/critical"
    plain = {"id": "ox", "name": "Ox", "hp": 4, "strength": 16, "dexterity": 8, "willpower": 5, "notes": 0}
    crowd = {"id": "herd", "name": "Herd", "stats": "9 HP, horns (d8), detachment"}
    ox, herd = hills(creatures=[plain, crowd]).creatures
    assert (ox.strength, ox.attacks, herd.detachment, herd.willpower) == (16, (), True, 10)


def test_creatures_withstand_any_kind_of_harm() -> None:
    """A kind that the book does not name is a word with which a word of an attack begins."""
    toad = {"id": "toad", "name": "Toad", "stats": "9 HP", "immune": ["poison"], "impairs": ["fire", "schall"]}
    pack = hills(creatures=[toad], texts={"creature/toad/1": "It is a toad."})
    book = with_packs(pack).book
    kind = book.creatures["toad"]
    assert (kind.immune, kind.impairs) == (("poison",), ("fire", "schall"))
    for attack, harmed in (("Poisonous Fang (d6)", False), ("fang (d6)", True)):
        snake = combat.creature(parse_stat_line(f"4 HP, {attack}", name="Snake"))
        state = combat.new_game(party=[snake], foes=[combat.creature(kind, book=book)], book=book, seed=1)
        for _ in range(3):
            state = combat.apply(state, combat.legal_actions(state)[0])
        target = state.fighters[1].character
        assert (target.hp.value < 9) == harmed
    assert findings(pack) == []
    typo = hills(creatures=[{**toad, "immune": ["lightnings"]}], texts={"creature/toad/1": "It is a toad."})
    warning = "warning: creatures[0].immune: the book has no harm of the kind 'lightnings'; did you mean 'lightning'?"
    assert findings(typo) == [warning]


@pytest.mark.parametrize("word", ["Poison", "poison gas", "", 3])
def test_kinds_of_harm_are_words(word: Any) -> None:
    said = faults({**HEAD, "creatures": [{"id": "toad", "name": "Toad", "stats": "9 HP", "enhances": [word]}]})
    assert len(said) == 1
    assert said[0].startswith("$.creatures[0]")
    assert word == 3 or "is not a kind of harm; write one word in lower case, such as 'poison'" in said[0]


def test_bonds_omens_traits_and_goods_are_further_rows() -> None:
    """Rows count on from the 20 of the library, in the order of the packs (R18, R20, R17, R213)."""
    rope = {"id": "wool-rope", "name": "Wool Rope", "price": 3, "item": {"id": "wool-rope", "name": "Wool Rope"}}
    one = hills(
        bonds=[{"text": "A ram owes you.", "gold": "20"}],
        omens=["Sheep count you."],
        traits={"hair": ["Woolly", "Long"]},
        goods={"gear": [rope], "hirelings": [{"id": "drover", "name": "Drover", "price": 4, "per": "day"}]},
    )
    two = evolve(one, id="dales", name="The Dales", goods=hills().goods, data="two")
    found = with_packs(one, two)
    assert (len(found.book.bonds), found.book.omens) == (22, 22)
    assert [found.texts[f"bond/{row}"] for row in (21, 22)] == ["A ram owes you."] * 2
    assert str(found.book.bonds[20].gold) == "20"
    assert found.texts["omen/21"] == "Sheep count you."
    assert found.book.traits["hair"][10:] == ("Woolly",)
    assert found.book.traits["face"] == book().traits["face"]
    assert found.book.goods["gear"][-1].price == 3
    assert found.book.goods["hirelings"][-1].per == "day"
    hero = creation.create_character(seed=3, bond=21, omen=22, traits={"hair": "Woolly"}, book=found.book)
    shown = sheet(hero, texts=found.texts, book=found.book)
    assert "A ram owes you." in shown
    assert "Sheep count you." in shown


def test_texts_of_the_same_id() -> None:
    """The last pack wins, whether it translates the library or another pack."""
    one = hills(texts={"reaction/wary": "Sheepish."})
    other = parse_pack(
        {**HEAD, "id": "de", "texts": {"reaction/wary": "Scheu.", "spell/still-water": "Stilles Wasser."}}
    )
    assert with_packs(FEN, one, other).texts["reaction/wary"] == "Scheu."
    assert with_packs(FEN, other, one).texts["reaction/wary"] == "Sheepish."
    assert with_packs(FEN, other).texts["spell/still-water"] == "Stilles Wasser."
    assert with_packs(other, FEN).texts["spell/still-water"].startswith("All water")
    with pytest.raises(DocumentError, match=r"de, texts\['spell/still-water'\]: this text is unused"):
        with_packs(other)
    with pytest.raises(DocumentError, match="this text is unused; a translation of another pack goes with that"):
        with_packs(hills(texts={"zzzzzzzz/1": "X"}))
    for id, remedy in (
        ("zzzzzzzz/1", 'pack. To show it, give an item or an effect text = "zzzzzzzz/1"'),
        ("item/death-whistel", '? To show it, give an item or an effect text = "item/death-whistel"'),
        ("spell/mist/bok", '? To show it, add a spell with id = "mist"'),
        ("creature/qqqqqqqq/1", ' To show it, add a creature with id = "qqqqqqqq"'),
        ("bond/21", "'?"),
    ):
        with pytest.raises(DocumentError) as error:
            with_packs(hills(texts={id: "X"}))
        assert error.value.faults[0].message.endswith(remedy)


def test_clashing_ids_name_both_owners() -> None:
    sentences = {"spell/still-water": "Wet.", "spell/sleep": "Zzz."}
    with pytest.raises(DuplicateIdError) as error:
        with_packs(FEN, hills(spells=[spell("still-water"), spell("sleep")], texts=sentences))
    message = str(error.value)
    assert (
        "the spell 'still-water' is in the pack 'The Fenland' (fenland) and in the pack 'The Hills' (hills)" in message
    )
    assert "the spell 'sleep' is in the library and in the pack 'The Hills' (hills)" in message
    assert "text" not in message
    with pytest.raises(DuplicateIdError, match="two different packs have the id 'hills': 'The Hills' and 'Hills'"):
        with_packs(hills(), hills(name="Hills"))
    bell = {"id": "bell", "name": "Bell", "price": 1, "item": {"id": "bell", "name": "Bell", "text": "item/bell"}}
    one = hills(goods={"gear": [bell]}, texts={"item/bell": "It rings."})
    other = parse_pack({**HEAD, "id": "z", "goods": {"armor": [{**bell, "id": "b"}]}, "texts": {"item/bell": "Ding."}})
    with pytest.raises(DuplicateIdError) as error:
        with_packs(one, other)
    assert "the item for sale 'bell' is in" in str(error.value)
    assert "the text 'item/bell' is in the pack 'The Hills' (hills) and in" in str(error.value)


def test_the_same_pack_counts_once() -> None:
    again = read_pack(FILE)
    assert again == FEN
    assert hash(again) == hash(FEN)
    assert again != hills()
    assert again != "fenland"
    assert repr(again) == f"<Pack fenland, {FEN.hash[:12]}>"
    assert with_packs(FEN, again) is with_packs(FEN)
    assert with_packs().book is book()
    with pytest.raises(DefinitionError, match="'fenland' is not a content pack; read_pack reads one from a file"):
        with_packs("fenland")  # type: ignore[arg-type]


def test_packs_are_read_from_toml_and_json(tmp_path: Path) -> None:
    data = tomllib.loads(FILE.read_text(encoding="utf-8"))
    assert parse_pack(data) == FEN
    assert parse_pack(f"\ufeff{FEN.data}") == FEN
    (tmp_path / "fen.json").write_text(FEN.data, encoding="utf-8")
    assert find_packs([str(tmp_path / "fen.json"), str(FILE)]) == (FEN, FEN)
    (tmp_path / "fen.txt").write_text("", encoding="utf-8")
    with pytest.raises(CairnRulesError, match=r"the name of a pack's file ends with \.json or \.toml"):
        read_pack(tmp_path / "fen.txt")
    (tmp_path / "bad.toml").write_text("id = 3", encoding="utf-8")
    with pytest.raises(DocumentError, match=r"bad\.toml, \$\.id: 3 should be a short id"):
        find_packs([str(tmp_path / "bad.toml")])


def test_books_and_packs_can_be_copied_and_pickled(shelf: Shelf) -> None:
    assert copy.copy(shelf.book) is shelf.book
    assert pickle.loads(pickle.dumps(shelf.book)) is shelf.book  # noqa: S301 - written just now
    assert copy.deepcopy(book()) is book()
    assert pickle.loads(pickle.dumps(FEN)) == FEN  # noqa: S301 - written just now
    with pytest.raises(TypeError, match="mappingproxy"):
        pickle.dumps(evolve(book(), omens=1))


# Faults


def test_every_fault_has_its_place() -> None:
    assert faults({}) == [
        "$.id: missing; give a short id in lower case, such as 'fenland'",
        "$.name: missing; give the name of the pack",
        "$.license: missing; give the licence of its texts, such as 'CC-BY-4.0'",
        "$.author: missing; give the people to name when its texts are shown",
    ]
    assert faults({**HEAD, "license": " ", "spell": [], "pack": {"name": "Fen", "id": "fen"}, "creature": {}}) == [
        "$.spell: unknown key; did you mean 'spells'?",
        "$.pack: unknown key; write its keys at the top of the file: id, name",
        "$.creature: unknown key; did you mean 'creatures'?",
        "$.license: ' ' should be the licence of its texts, such as 'CC-BY-4.0'",
    ]
    things = {
        "spells": [spell("a b"), spell("cold", target="sky"), spell("heat", feet=[-1]), 7],
        "bonds": [{"gold": "20"}, {"text": "", "silver": 1}, 3],
        "omens": [3, ""],
        "creatures": [{"id": "c", "name": "C", "stats": "4 Armor", "hp": 3}, "wolf"],
        "goods": {"hear": [], "gear": {}, "armor": [{}]},
        "traits": {"hairs": [], "hair": [1]},
        "source": 1,
        "texts": {"spell/heat": "", "heat": "x", "omen/1": "two\nlines"},
    }
    assert set(faults({**HEAD, **things})) == {
        "$.source: 1 is not a text",
        "$.spells[0].id: 'a b' is not an id: use lower case letters and digits, with hyphens between words",
        "$.spells[1].target: 'sky' is not 'caster' or 'creature' or 'creatures' or 'object' or 'objects' or 'place'",
        "$.spells[2].feet[0]: -1 is not a whole number from 0 to 100000",
        f"$.spells[3]: 7 is not an object with {SPELL_KEYS}",
        "$.bonds[0].text: missing; give the sentence about the bond",
        "$.bonds[1].text: the text is empty",
        f"$.bonds[1].silver: unknown key; known: {GRANT_KEYS}",
        "$.bonds[2].text: missing; give the sentence about the bond",
        f"$.bonds[2]: 3 is not an object with {GRANT_KEYS}",
        "$.omens[0]: 3 is not a text",
        "$.omens[1]: the text is empty",
        "$.creatures[0].stats: Armor, column 1: 4 is not a number from 0 to 3",
        "$.creatures[0].stats: HP: missing; give it, such as '6 HP'",
        "$.creatures[0].hp: the line of stats already has it; leave it out of one of them",
        next(each for each in faults({**HEAD, "creatures": [{}, "wolf"]}) if "creatures[1]" in each),
        "$.goods.hear: unknown key; did you mean 'gear'?",
        "$.goods.gear: {} is not a list; in TOML, write [[goods.gear]] above each of its tables",
        "$.goods.armor[0].id: missing",
        "$.goods.armor[0].name: missing",
        "$.goods.armor[0].price: missing",
        "$.traits.hairs: unknown key; did you mean 'hair'?",
        "$.traits.hair[0]: 1 is not a text",
        "$.texts['spell/heat']: the text is empty",
        "$.texts['spell/a b']: missing; spells[0] needs it",
        "$.texts.heat: this is not the id of a text, such as 'spell/mist-step'",
        "$.texts['omen/1']: 'two\\nlines' has characters that cannot be printed; write it on one line",
    }


def test_things_need_their_texts() -> None:
    """A spell needs its sentence, a background its questions and answers, and items those that they name."""
    shepherd, sentences = background(start={"items": [{"id": "bell", "name": "Bell", "text": "item/bell"}]})
    del sentences["background/shepherd/2/6"]
    stab = {"name": "stab", "dice": [6], "consequences": [{"type": "wither"}]}
    ghost = {"id": "ghost-ram", "name": "Ghost Ram", "stats": "4 HP", "notes": 1, "attacks": [stab]}
    data = {**HEAD, "backgrounds": [shepherd], "spells": [spell("mist")], "creatures": [ghost], "texts": sentences}
    assert faults(data) == [
        "$.texts['background/shepherd/2/6']: missing; backgrounds[0] needs it",
        "$.texts['spell/mist']: missing; spells[0] needs it",
        "$.texts['creature/ghost-ram/1']: missing; creatures[0] needs it",
        "$.texts['creature/ghost-ram/critical']: missing; creatures[0] needs it",
        "$.texts['item/bell']: missing; backgrounds[0].start.items[0].text needs it",
    ]


def test_attacks_that_a_stat_line_cannot_hold() -> None:
    odd = {"name": "claw, again", "dice": [6]}
    cat = {"id": "cat", "name": "Cat", "stats": "4 HP", "attacks": [odd]}
    (fault,) = faults({**HEAD, "creatures": [cat]})
    assert fault.startswith("$.creatures[0].attacks: 'Cat' cannot be written as a stat line: part, column 31: 'claw'")


def test_backgrounds_have_names_and_six_rows() -> None:
    shepherd, sentences = background(names=[], tables=[[{}] * 6, [{}]])
    twice = [shepherd, {**shepherd, "names": ["Ash"], "tables": ROWS}]
    assert faults({**HEAD, "backgrounds": twice, "texts": sentences}) == [
        "$.backgrounds[0].names: give some names: a background should have ten (R10)",
        "$.backgrounds[0].tables[1]: 1 rows; there should be 6 (R12)",
        "$.backgrounds[1].id: backgrounds[0] already has the id 'shepherd'",
    ]


CYCLE: dict[str, Any] = {}
CYCLE["spells"] = [CYCLE]
TEXT = "\n".join(f'{key} = "{value}"' for key, value in HEAD.items()) + "\n"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("source", "fault"),
    [
        (7, "$: a pack is parsed from a text or a dict, not int"),
        ("x" * (LONGEST + 1), f"$: {LONGEST + 1} characters; a pack has at most {LONGEST}"),
        ("a = " + "[" * 100_000, "$: nested too deeply"),
        (TEXT + "a = " + "[" * 300 + "]" * 300, "$: nested more than 20 deep"),
        (CYCLE, "$: nested more than 20 deep"),
        ('{"id": ' + "[" * 30 + "]" * 30 + "}", "$: nested more than 20 deep"),
        (TEXT + "omens = [" + "0, " * 20_100 + "]", f"$: more than {MOST_VALUES} values"),
        (TEXT + '[[creatures]]\nstats = "4 Armor"\n' * 500, "Armor, column 1: 4 is not a number"),
        (TEXT + "[texts]\n" + "\n".join(f'x{row} = ""' for row in range(2_000)), "$.texts.x0: this is not the id"),
        (TEXT + '[[spells]]\nid = "s"\nname = "S"\ntarget = "place"\n' * 500, "spells[0] already has the id 's'"),
        (TEXT + "a." * 30_000 + "b = 1", "30000 dots outside of texts"),
        (TEXT + "omens = [" + "9" * 5_000 + "]", "a number of thousands of digits"),
        (TEXT + "omens = [1.5, nan]", "$.omens[0]: 1.5 is not a text, a whole number, true, false, a list or a table"),
        ({**HEAD, "id": "x" * 61}, "$.id: 61 characters; there can be at most 60"),
        ({**HEAD, "name": ""}, "$.name: it is empty"),
        ({**HEAD, "texts": {"omen/1": "x" * 1001}}, "1001 characters; there can be at most 1000"),
        ({**HEAD, "omens": {}, "texts": 3}, "$.texts: 3 is not a table"),
        ({**HEAD, None: b"x"}, "b'x' is not a text"),
        ({1: 2, None: b"x"}, "$: it has keys such as 1 instead of those of a content pack: id, name, author"),
        ("[]", "not valid TOML"),
    ],
    ids=lambda value: value[:20].replace("\n", " ") if isinstance(value, str) else "",
)
def test_hostile_packs_are_refused_in_no_time(source: Any, fault: str) -> None:
    start = time.process_time()
    found = faults(source)
    assert any(fault in each for each in found), found[0]
    assert len(found) <= 100
    assert time.process_time() - start < 1
    tracemalloc.start()
    faults(source)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 200_000_000


def test_json_of_a_pack_is_an_object(tmp_path: Path) -> None:
    (tmp_path / "list.json").write_text("[]", encoding="utf-8")
    with pytest.raises(DocumentError, match=r"\$: \[\] is not a table with the keys of a content pack"):
        read_pack(tmp_path / "list.json")


# Credits


@pytest.mark.untraced
def test_exports_name_the_authors_whose_texts_they_print(shelf: Shelf) -> None:
    warden = creation.create_character(seed=7, background="eel-warden", bond=1, book=shelf.book)
    other = creation.create_character(seed=7, background="aurifex", bond=1, book=shelf.book)
    credit = str(FEN.credit)
    for character, due in ((warden, True), (other, False)):
        shown = " ".join(sheet(character, texts=shelf.texts, book=shelf.book).split())
        assert (credit in shown, CREDIT in shown) == (due, True)
        for format in (KETTLEWRIGHT, FOUNDRY_CAIRN, FOUNDRY_CAIRN2E):
            document, _ = format.write(character, texts=shelf.texts, book=shelf.book)
            assert (credit in str(document), CREDIT in str(document)) == (due, True)
            assert format.read(document, texts=shelf.texts, book=shelf.book)[0] == character
    assert credit not in party_sheet([warden], texts=shelf.texts, book=shelf.book)
    assert credit not in sheet(warden, texts=texts("ids"), book=shelf.book)


def test_credit_of_texts(shelf: Shelf) -> None:
    assert shelf.texts.credit_of(["spell/eel-skin", "omen/1"]) == f"{CREDIT} {FEN.credit}"
    assert shelf.texts.credit_of(["omen/1"]) == CREDIT
    assert texts("ids").credit_of(["omen/1"]) == ""
    later = with_packs(FEN, hills(texts={"spell/eel-skin": "Slippery."})).texts
    assert later.credit_of(["spell/eel-skin"]) == f"{CREDIT} Texts by Bo, MIT."
    assert later.replaced({"omen/1": "Rain."}, license="MIT", author="Cy").credit_of(["omen/1"]).endswith("by Cy, MIT.")


def test_looking_up(shelf: Shelf) -> None:
    (hog,) = lookup("Mire Hog", shelf=shelf)
    assert dict(hog.facts)["stats"].startswith("8 HP, 1 Armor, 15 STR")
    assert hog.texts == ("creature/mire-hog/1", "creature/mire-hog/critical")
    assert lookup("mire hog") == ()
    assert suggestions("mire hogg", shelf=shelf)[0] == "Mire Hog"
    assert len(entries("spell", shelf=shelf)) == len(entries("spell")) + 3


# Documents


def test_documents_of_characters_name_the_packs(shelf: Shelf) -> None:
    """A pack is named by its id and the hash of its content, like those of other games."""
    state = creation.new_game(seed=7, book=shelf.book)
    known = Registry([FEN])
    data = dumps(state)
    assert f'"packs":[{{"id":"fenland","hash":"{FEN.hash}"}}]' in data
    assert loads(data, registry=known) == state
    seen = creation.observe(state, None)
    assert loads(dumps(seen), registry=known) == seen
    assert '"packs"' not in dumps(creation.new_game(seed=7))
    assert '"packs"' not in dumps(creation.new_game(seed=7, book=book()))
    with pytest.raises(DocumentError, match=r"the pack 'fenland' with the hash '\w+' is missing; known: none; give"):
        loads(data)
    with pytest.raises(DocumentError, match="the pack 'fenland' has another content: its hash should be"):
        loads(data, registry=Registry([evolve(FEN, data="other")]))
    with pytest.raises(DefinitionError, match="registry= should hold content packs of Cairn, not"):
        loads(data, registry=Registry([book().spells["sleep"]]))


def test_fights_use_the_spells_and_creatures_of_packs(shelf: Shelf) -> None:
    """The mist acts on one creature, who sleeps; stored and recorded fights find the pack again (R144)."""
    mist = shelf.book.spells["drowsy-mist"].spellbook
    mage = evolve(combat.person("Sedge", hp=4, kind="pc"), inventory=Inventory(items=(mist,)))
    hog = combat.creature(shelf.book.creatures["mire-hog"])
    match = Match(combat, combat.new_game(seed=1, party=[mage], foes=[hog], book=shelf.book))
    for action in ("begin", "1:cast:spellbook-drowsy-mist>2"):
        match.do(combat.parse_action(action, match.state))
    assert match.state.fighters[1].held == "asleep"
    known = Registry([FEN])
    assert loads(dumps(match.state), registry=known) == match.state
    seen = combat.observe(match.state, 0)
    assert loads(dumps(seen), registry=known) == seen
    record = Record.of(match)
    assert parse_record(format_record(record), combat, registry=known) == record
    with pytest.raises(NotationError, match="the pack 'fenland' with the hash"):
        parse_record(format_record(record), combat)


@pytest.mark.untraced
def test_a_campaign_plays_with_its_packs_in_all_scenes() -> None:
    """The journey, a dungeon and a fight use one book, also after they were stored."""
    shelf = with_packs(FEN)
    state = campaign.new_game(seed=5, weather="fair", at="barrow", book=shelf.book)
    inside = campaign.apply(state, campaign.Enter())
    fight = campaign.apply(state, campaign.Fight("wolves"))
    known = Registry([FEN])
    for each in (inside, fight):
        assert loads(dumps(each), registry=known) == each
        with pytest.raises(DocumentError, match="the pack 'fenland' with the hash"):
            loads(dumps(each))
    assert [each.dungeon.book for each in inside.dungeons] == [shelf.book]
    assert fight.fight is not None
    assert fight.fight.book == shelf.book


@pytest.mark.parametrize("game", [dungeon, wilderness], ids=["dungeon", "wilderness"])
def test_dungeons_and_journeys_keep_their_packs(game: Any, shelf: Shelf) -> None:
    """A game goes on with its book, also when a seat imagines it; stored and recorded, it finds the pack again."""
    match = Match(game, game.new_game(seed=1, book=shelf.book))
    match.do(match.legal_actions[0])
    seen = game.observe(match.state, 0)
    assert match.state.book == game.sample_hidden(seen, Random(1)).book == shelf.book
    known = Registry([FEN])
    assert loads(dumps(match.state), registry=known) == match.state
    assert loads(dumps(seen), registry=known) == seen
    record = Record.of(match)
    assert parse_record(format_record(record), game, registry=known) == record
    for data in (match.state, seen):
        with pytest.raises(DocumentError, match="the pack 'fenland' with the hash"):
            loads(dumps(data))


def test_a_journey_can_take_the_goods_of_packs_along() -> None:
    rope = {"id": "wool-rope", "name": "Wool Rope", "price": 3, "item": {"id": "wool-rope", "name": "Wool Rope"}}
    journey = wilderness.new_game(seed=7, book=with_packs(hills(goods={"gear": [rope]})).book)
    assert take_along(journey, "wool-rope").party.members[0].inventory.items[-1].name == "Wool Rope"
    with pytest.raises(DefinitionError, match="'wool-rope' cannot be taken along"):
        take_along(wilderness.new_game(seed=7), "wool-rope")


def test_creatures_carry_the_spells_of_packs() -> None:
    """A group needs the book for the spellbooks of its members and of its leader (R145)."""
    ram = {
        "id": "ram",
        "name": "Ram",
        "stats": "4 HP",
        "repertoire": {"spells": ["mist"]},
        "leader": {"bold": True},
        "detachment_from": 5,
    }
    sentences = {"spell/mist": "Mist.", "creature/ram/1": "Proud."}
    content = with_packs(hills(creatures=[ram], spells=[spell("mist")], texts=sentences)).book
    kind = content.creatures["ram"]
    for number in (1, 2, 5):
        for each in creatures(kind, number, led=True, book=content):
            assert [item.spell for item in each.inventory.items] == ["mist"]
    with pytest.raises(DefinitionError, match="the book has no spell 'mist'"):
        creatures(kind, 2)


def test_records_of_making_characters(shelf: Shelf) -> None:
    match = Match(creation, creation.new_game(seed=7, book=shelf.book))
    match.do(creation.parse_action("background=eel-warden", match.state))
    record = Record.of(match)
    assert parse_record(format_record(record), creation, registry=Registry([FEN])) == record


# Installed packs


def offer(monkeypatch: pytest.MonkeyPatch, **offered: Any) -> None:
    """Pretend that distributions offer these things by entry points."""
    entries = [
        SimpleNamespace(
            name=name, value=f"{name}:PACK", load=lambda thing=thing: thing, dist=SimpleNamespace(name="d", version="1")
        )
        for name, thing in offered.items()
    ]
    monkeypatch.setattr(
        metadata, "entry_points", lambda group: entries if group == "cairn_rules.cairn_rpg.packs" else []
    )


def test_a_sheet_notes_what_only_a_pack_has(monkeypatch: pytest.MonkeyPatch) -> None:
    """The texts come from the book, and the pack is named if it is installed (R9, R18, R20)."""
    shelf = with_packs(FEN)
    background = FEN.backgrounds[0]
    hero = evolve(create_character(seed=7, background=background.id, book=shelf.book), bonds=(1, 21), omen=Omen(21))
    found = " ".join(sheet(hero, private=True).split())
    assert f"background {background.id!r} is not in the book; use the pack that has it: book=, or --pack" in found
    assert "bond 21 is not in the book, which has 20; use the pack" in found
    assert "omen 21 is not in the book, which has 20" in found
    assert "bond 1 is" not in found
    offer(monkeypatch, fenland=FEN)
    assert "is not in the book; use its pack 'fenland': book=" in " ".join(party_sheet([hero]).split())
    known = evolve(hero, bonds=(1,), omen=Omen(1))
    complete = sheet(known, book=shelf.book)
    assert "is not in the book" not in complete
    assert complete == sheet(known, book=shelf.book, texts=shelf.texts)
    assert "BACKGROUND" in complete


def test_installed_packs_are_found_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    assert len(installed_packs()) == 0 or "fenland" in installed_packs()
    offer(monkeypatch, fenland=FEN, hills=hills())
    assert installed_packs().ids == ("fenland", "hills")
    assert find_packs(["hills"]) == (hills(),)
    with pytest.raises(CairnRulesError, match=r"'fen land' is not the id of an .*; did you mean 'fenland'"):
        find_packs(["fen land"])
    offer(monkeypatch, fenland=FEN, dales=hills())
    with pytest.warns(PluginWarning, match="the id 'hills' should begin with the plugin's name"):
        assert installed_packs().ids == ("fenland",)


# Checking


def findings(pack: Pack, *beside: Pack) -> list[str]:
    return [str(each) for each in pack_findings(pack, beside=beside)]


@pytest.mark.untraced
def test_nothing_is_wrong_with_the_example() -> None:
    assert repr(check_pack(FILE)) == "The Fenland ('fenland'): nothing found"


def test_a_pack_with_warnings_passes() -> None:
    """Only faults are errors."""
    assert [each.where for each in check_pack(hills(license="free for all")).warnings] == ["license"]


def test_everything_of_a_pack_is_tried_in_fights(monkeypatch) -> None:
    """What breaks a fight is a fault of the pack."""

    def broken(*_: object) -> None:
        raise CairnRulesError("the wheel comes off")

    monkeypatch.setattr("cairn_rules.cairn_rpg.pack_checks.combat.apply", broken)
    assert any("the wheel comes off" in each for each in findings(read_pack(FILE)))


def test_backgrounds_as_the_guide_advises() -> None:
    """Ten names, at most seven slots, and 3d6 gold pieces (R10, R11)."""
    anvils = [{"id": "anvil", "name": "Anvil", "slots": 2}] * 3
    cart = {"id": "cart", "name": "Cart", "capacity": 4, "load": 2}
    shepherd, sentences = background(names=["Ash"] * 3, start={"gold": "4d6", "items": anvils, "containers": [cart]})
    pack = hills(backgrounds=[shepherd], texts=sentences, license="free for all")
    assert findings(pack) == [
        "fault: backgrounds[0].names: 3 names; there should be 10 (R10)",
        "warning: license: 'free for all' is not an SPDX identifier, such as 'CC-BY-4.0' or 'MIT'",
        "warning: backgrounds[0].names: a name occurs twice",
        "warning: backgrounds[0].start: it fills 8 slots; the Guide advises at most 7",
        "warning: backgrounds[0].start.gold: all backgrounds of the Guide start with 3d6 gold pieces (R11)",
    ]
    with pytest.raises(PackFault, match=r"^The Hills \('hills'\): backgrounds\[0\]\.names: 3 names; there") as error:
        check_pack(pack)
    assert (error.value.pack, len(error.value.findings)) == (pack, 5)


def test_references_to_nobody_and_texts_for_nothing() -> None:
    shepherd, sentences = background(
        start={
            "gold": "3d6",
            "items": [{"id": "book", "name": "Book", "magic": "spellbook", "spell": "sleap"}],
            "effects": [{"type": "daily-need", "need": "grass", "item": "hay"}],
        }
    )
    ram = {
        "id": "ram",
        "name": "Ram",
        "stats": "4 HP",
        "repertoire": {"spells": ["sleep", "mist", "rain"]},
        "powers": [{"name": "stare", "note": 2, "consequences": []}],
        "leader": {"bold": True},
    }
    sentences |= {"spell/mist": "Mist.", "spell/mist/bok": "Wet."}
    pack = hills(backgrounds=[shepherd], creatures=[ram], spells=[spell("mist")], texts=sentences)
    assert findings(pack) == [
        "fault: creatures[0].powers[0].note: there is no note 2; it has 0",
        "fault: backgrounds[0].start.effects[0]: there is no item 'hay' for the effect",
        "fault: backgrounds[0].start.items[0]: 'sleap' is not a spell; did you mean 'leap'?",
        next(
            each for each in findings(pack) if each.startswith("fault: creatures[0].repertoire: 'rain' is not a spell;")
        ),
        next(
            each for each in findings(pack) if "it does not work: DefinitionError: the book has no spell 'rain'" in each
        ),
        'warning: creatures[0]: it has no text; write one below [texts]: "creature/ram/1" = "..."',
        "warning: texts['spell/mist/bok']: this text is never shown",
    ]


def test_packs_are_checked_beside_others() -> None:
    german = hills(texts={"spell/still-water": "Stilles Wasser."})
    assert findings(german, FEN) == []
    (alone,) = findings(german)
    assert alone.startswith("fault: texts['spell/still-water']: this text is unused")
    assert findings(german, german, FEN) == []


def test_a_clash_is_a_fault_of_the_id_that_came_second() -> None:
    """The check of a third pack does not know its place."""
    pack = hills(
        spells=[spell("mist"), spell("sleep")],
        texts={"spell/mist": "Mist.", "spell/sleep": "Zzz."},
        license="free for all",
    )
    clash = "the spell 'sleep' is in the library and in the pack 'The Hills' (hills); give it another id"
    assert findings(pack) == [
        f"fault: spells[1].id: {clash}",
        "warning: license: 'free for all' is not an SPDX identifier, such as 'CC-BY-4.0' or 'MIT'",
    ]
    assert [each.split(":")[1] for each in findings(FEN, pack)] == [" ids"]
    bell = {"id": "bell", "name": "Bell", "price": 1, "item": {"id": "bell", "name": "Bell", "text": "item/bell"}}
    one, other = (hills(name=name, goods={"gear": [bell]}, texts={"item/bell": name}) for name in ("Hills", "Dales"))
    places = [each.split(": ")[1] for each in findings(other, one)]
    assert places == ["id", "goods.gear[0].id", "goods.gear[0].item.id", "texts['item/bell']"]


def test_what_fails_in_play_is_a_fault() -> None:
    """A gift that nobody can put down and that fills more than ten slots cannot be carried (R26, R41)."""
    pack = hills(
        bonds=[
            {"text": "You carry a mill.", "items": [{"id": "mill", "name": "Mill", "slots": 10, "bodily": True}] * 2}
        ],
    )
    (found,) = findings(pack)
    assert found.startswith("fault: bonds[0]: it does not work: CairnRulesError: a new character has faults: ")


def test_fights_that_change_when_they_are_stored(monkeypatch: pytest.MonkeyPatch) -> None:
    """Trials stop after some decisions; what is read from their document has to equal them."""
    monkeypatch.setattr(pack_checks, "MOST_DECISIONS", 2)
    monkeypatch.setattr(pack_checks, "loads", lambda *_, **__: None)
    pack = hills(spells=[spell("mist")], texts={"spell/mist": "Mist."})
    assert findings(pack) == ["fault: spells[0]: it does not work: CairnRulesError: it changes when it is stored"]
