"""The content of the game, read from its data files."""

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import attrs
import pytest

from cairn_rules.cairn_rpg.characters.attributes import Attribute
from cairn_rules.cairn_rpg.characters.items import Item, Uses
from cairn_rules.cairn_rpg.content.book import TRAITS, Reaction
from cairn_rules.cairn_rpg.content.book_file import book, content_codec, read_book
from cairn_rules.cairn_rpg.content.texts import DATA, texts
from cairn_rules.cairn_rpg.dice_formula import Formula
from cairn_rules.errors import DefinitionError, DocumentError


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the data files, to be damaged."""
    shutil.copytree(str(DATA), tmp_path / "data")
    return tmp_path / "data"


def edit(file: Path, **changes: Any) -> None:
    data = json.loads(file.read_text(encoding="utf-8"))
    file.write_text(json.dumps({**data, **changes}), encoding="utf-8")


def faults(folder: Path) -> list[str]:
    with pytest.raises(DocumentError) as error:
        read_book(folder)
    return [str(each) for each in error.value.faults]


def test_traits() -> None:
    """Eight traits have ten words each (R17, T2 to T9)."""
    traits = book().traits
    assert tuple(traits) == TRAITS
    assert sum(len(set(words)) for words in traits.values()) == 80
    assert {each: (words[0], words[4], words[9]) for each, words in traits.items()} == {
        "physique": ("Athletic", "Rugged", "Towering"),
        "skin": ("Birthmarked", "Scarred", "Webbed"),
        "hair": ("Bald", "Frizzy", "Wispy"),
        "face": ("Bony", "Pale", "Sunken"),
        "speech": ("Blunt", "Formal", "Whispery"),
        "clothing": ("Antique", "Foreign", "Soiled"),
        "virtue": ("Ambitious", "Gregarious", "Tolerant"),
        "vice": ("Aggressive", "Greedy", "Vengeful"),
    }


def test_words_in_two_tables() -> None:
    """Oily is a word for skin and hair, Filthy one for hair and clothing (T3, T4, T7)."""
    assert [each for each, words in book().traits.items() if "Oily" in words] == ["skin", "hair"]
    assert [each for each, words in book().traits.items() if "Filthy" in words] == ["hair", "clothing"]


def test_reactions() -> None:
    """The five bands cover 2 to 12: 1, 9, 16, 9 and 1 of 36 (R4, R136)."""
    assert [(each.name, each.least, each.most) for each in book().reactions] == [
        ("Hostile", 2, 2),
        ("Wary", 3, 5),
        ("Curious", 6, 8),
        ("Kind", 9, 11),
        ("Helpful", 12, 12),
    ]
    sums = [one + other for one in range(1, 7) for other in range(1, 7)]
    assert [sum(each.least <= it <= each.most for it in sums) for each in book().reactions] == [1, 9, 16, 9, 1]


def test_a_band_that_ends_before_it_begins() -> None:
    with pytest.raises(DefinitionError, match="Kind: a band has a largest sum from 9, not 8"):
        Reaction(id="kind", name="Kind", least=9, most=8)


def test_scars() -> None:
    """The twelve scars have their names (T22)."""
    assert book().scars == (
        "Lasting Scar",
        "Rattling Blow",
        "Walloped",
        "Broken Limb",
        "Diseased",
        "Reorienting Head Wound",
        "Hamstrung",
        "Deafened",
        "Re-brained",
        "Sundered",
        "Mortal Wound",
        "Doomed",
    )


def test_counts() -> None:
    """There are 20 backgrounds, 20 bonds and 20 omens (T1, T10, T11)."""
    assert (len(book().backgrounds), len(book().bonds), book().omens) == (20, 20, 20)
    assert book() is book()


def parts(value: Any) -> Iterator[Any]:
    """Yield all attrs values inside a value."""
    if attrs.has(type(value)):
        yield value
        for each in attrs.fields(type(value)):
            yield from parts(getattr(value, each.name))
    elif isinstance(value, tuple):
        for each in value:
            yield from parts(each)
    elif hasattr(value, "values"):
        for each in value.values():
            yield from parts(each)


def test_every_id_has_what_it_names() -> None:
    """Texts, spells and recharge conditions that the data name exist."""
    everything = list(parts(book()))
    named = {text for each in everything for name in ("text", "recharge") if (text := getattr(each, name, ""))}
    assert sorted(each for each in named if each not in texts()) == []
    spells = {spell for each in everything if (spell := getattr(each, "spell", None))}
    assert spells <= set(book().spells)
    assert len(spells) >= 8


def test_every_file_has_its_credit() -> None:
    """The data of the book stay under its licence, and each file says so."""
    assert set(book().credits) == {each.name for each in DATA.iterdir() if each.name.endswith(".json")}
    assert {each.license for each in book().credits.values()} == {"CC-BY-SA-4.0"}
    assert all(each.author.startswith("Yochai Gal") for each in book().credits.values())
    assert all("cairnrpg.com" in each.source and each.changes for each in book().credits.values())


def test_content_as_json() -> None:
    """Formulas and attributes are texts, and what is read can be written again."""
    codec = content_codec()
    salve = Item(id="salve", name="Salve", uses=Uses.full(1), restores=((Attribute.STR, "1d4"),))
    assert codec.write(salve, Item)["restores"] == [["STR", "1d4"]]
    assert codec.read(codec.write(salve, Item), Item) == salve
    assert codec.read("2d20+10", Formula) == Formula(2, 20, 10)


@pytest.mark.untraced
def test_nothing_is_read_on_import() -> None:
    """Importing the modules reads no file and loads no slow library."""
    code = "import sys; from cairn_rules.cairn_rpg.content import book_file, texts; print('cattrs' in sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)  # noqa: S603
    assert run.stdout == "False\n"


def test_the_same_book_from_a_copy(folder: Path) -> None:
    assert read_book(folder).goods == book().goods


def test_missing_files(folder: Path) -> None:
    (folder / "goods.json").unlink()
    (folder / "tables.json").unlink()
    assert faults(folder) == [
        f"{name}.json:$: the file is missing; install cairn-rules again" for name in ("goods", "tables")
    ]


def test_all_faults_of_damaged_files(folder: Path) -> None:
    """Faults of several files are found at once, each with its path."""
    (folder / "goods.json").write_text("{x", encoding="utf-8")
    edit(folder / "spells.json", spells=[{"id": "x", "name": 5, "target": "moon", "fee": [3]}])
    data = json.loads((folder / "tables.json").read_text(encoding="utf-8"))
    del data["_license"]
    (folder / "tables.json").write_text(json.dumps(data), encoding="utf-8")
    edit(folder / "bonds.json", bonds=[{"gold": "3x6"}])
    targets = " or ".join(map(repr, ("caster", "creature", "creatures", "object", "objects", "place")))
    assert faults(folder) == [
        "bonds.json:$.bonds[0].gold: '3x6' is not a sum of dice: write '3d6', 'd4', '2d20+10' or '20'",
        "goods.json:$: not JSON: Expecting property name enclosed in double quotes, line 1, column 2",
        "spells.json:$.spells[0].name: 5 is not a text",
        f"spells.json:$.spells[0].target: 'moon' is not {targets}",
        "spells.json:$.spells[0].fee: unknown key; did you mean 'feet'?",
        "tables.json:$._license: missing",
    ]


def test_tables_of_wrong_size_and_repeated_ids(folder: Path) -> None:
    """A table has a row for each face, and an id stands for one thing (R4, R10, R12)."""
    traits = json.loads((folder / "tables.json").read_text(encoding="utf-8"))["traits"]
    del traits["skin"]
    reactions = [{"id": "hostile", "name": "Hostile", "least": 2, "most": 11}]
    edit(folder / "tables.json", traits=traits, reactions=reactions, scars=[])
    spell = {"id": "x", "name": "X", "target": "place"}
    edit(folder / "spells.json", spells=[spell, spell])
    edit(folder / "bonds.json", bonds=[])
    backgrounds = json.loads((folder / "backgrounds.json").read_text(encoding="utf-8"))["backgrounds"]
    backgrounds[1]["names"].pop()
    backgrounds[19]["tables"][1].append({})
    edit(folder / "backgrounds.json", backgrounds=backgrounds)
    assert faults(folder) == [
        "spells.json:$: the id 'x' occurs 2 times",
        "bonds.json:$.bonds: 0 rows; a d20 needs 20",
        "tables.json:$.traits.skin: 0 rows; a d10 needs 10",
        "tables.json:$.scars: 0 rows; a d12 needs 12",
        "backgrounds.json:$.backgrounds[1].names: 9 rows; a d10 needs 10",
        "backgrounds.json:$.backgrounds[19].tables[1]: 7 rows; a d6 needs 6",
        "tables.json:$.reactions: the bands should cover 2 to 12 once, in order",
    ]
