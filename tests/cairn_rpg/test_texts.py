"""The texts of the game, and what replaces them."""

import json
import tomllib
from pathlib import Path

import pytest

from cairn_rules.cairn_rpg.content.book_file import book
from cairn_rules.cairn_rpg.content.texts import CREDIT, DATA, Credit, read_texts, texts
from cairn_rules.errors import DefinitionError, DocumentError

HEAD = {"_license": "CC-BY-SA-4.0", "_author": "Anna", "_source": "a book", "_changes": "none"}


def faults(error: pytest.ExceptionInfo[DocumentError]) -> list[str]:
    return [str(each) for each in error.value.faults]


def written(folder: Path, **files: object) -> Path:
    for name, data in files.items():
        (folder / f"{name}.json").write_text(data if isinstance(data, str) else json.dumps(data), encoding="utf-8")
    return folder


def test_tables_have_a_text_for_each_row() -> None:
    """There are 20 omens, 12 scars and five reactions (R20, R108, R136)."""
    for kind, rows in (
        ("omen", range(1, 21)),
        ("scar", range(1, 13)),
        ("reaction", [each.id for each in book().reactions]),
    ):
        assert [each for each in texts() if each.startswith(f"{kind}/")] == [f"{kind}/{row}" for row in rows]


def test_texts_are_short_sentences() -> None:
    sentences = [id for id in texts() if not id.startswith("rule-group/")]
    assert [id for id in sentences if not texts()[id].endswith((".", "!", "?")) or len(texts()[id]) > 250] == []


def test_scars_keep_their_dice() -> None:
    """The retold scars have the dice of their rules (R109 to R121)."""
    dice = ["d6", "d6", "1d6", "2d6", "2d6", "3d6", "3d6", "1d4", "3d6", "1d6", "2d6", "3d6"]
    assert [row for row, each in enumerate(dice, 1) if each not in texts()[f"scar/{row}"]] == []


def test_unknown_ids() -> None:
    with pytest.raises(DefinitionError, match="unknown text 'omen/21'; did you mean 'omen/2"):
        texts()["omen/21"]
    with pytest.raises(DefinitionError, match=r"unknown text \['omen'\]$"):
        texts()[["omen"]]


def test_ids_instead_of_texts() -> None:
    """Texts that are their own ids need no credit, and answer for any id."""
    ids = texts("ids")
    assert (ids["omen/3"], ids["not/written/yet"], ids.credit, len(ids)) == ("omen/3", "not/written/yet", "", 0)


def test_credit() -> None:
    assert texts().credit == CREDIT
    assert "Yochai Gal (https://cairnrpg.com)" in CREDIT
    assert "CC BY-SA 4.0 (https://creativecommons.org/licenses/by-sa/4.0/)" in CREDIT
    assert " ".join(CREDIT.split()) in " ".join((DATA / "NOTICE").read_text(encoding="utf-8").split())
    assert (DATA / "LICENSE").read_text(encoding="utf-8").startswith("Creative Commons Attribution-ShareAlike 4.0")


def test_packages_name_all_licences() -> None:
    """The metadata name the licences of the code, the data and the fonts, with the files that hold them."""
    root = Path(__file__).parents[2]
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["license"] == "MIT AND CC-BY-SA-4.0 AND Bitstream-Vera"
    data = "src/cairn_rules/cairn_rpg/data"
    assert project["license-files"] == [
        "LICENSE",
        f"{data}/LICENSE",
        f"{data}/NOTICE",
        "src/cairn_rules/pictures/fonts/LICENSE",
    ]
    assert all((root / each).is_file() for each in project["license-files"])


def test_replaced_texts() -> None:
    """Texts that replace others bring their licence and author along; the others stay, and so does the original."""
    new = texts().replaced({"omen/3": "Nebel."}, license="CC-BY-SA-4.0", author="Anna")
    assert (new["omen/3"], new["omen/4"], len(new)) == ("Nebel.", texts()["omen/4"], len(texts()))
    assert new.credit == f"{CREDIT} Texts by Anna, CC-BY-SA-4.0."
    assert texts()["omen/3"] != "Nebel."


def test_all_faults_of_replacing_texts() -> None:
    with pytest.raises(DocumentError) as error:
        texts().replaced({"omem/3": "Nebel.", "omen/4": " ", "omen/5": 5}, license="", author=None)
    assert faults(error) == [
        "license: give one: exports print it with the texts",
        "author: give one: exports print it with the texts",
        "texts['omem/3']: unknown text; did you mean 'omen/3'?",
        "texts['omen/4']: the text is empty",
        "texts['omen/5']: 5 is not a text",
    ]


def test_credit_as_a_line() -> None:
    full = Credit(license="CC-BY-SA-4.0", author="Anna", source="a book", changes="retold.")
    assert str(full) == "Texts by Anna, CC-BY-SA-4.0. Source: a book. Changes: retold."


def test_texts_of_several_files(tmp_path: Path) -> None:
    folder = written(tmp_path, a={**HEAD, "omen/1": "One."}, b={**HEAD, "omen/2": "Two."})
    (folder / "README.txt").write_text("not data", encoding="utf-8")
    read = read_texts(folder)
    assert {id: read[id] for id in read} == {"omen/1": "One.", "omen/2": "Two."}


def test_all_faults_of_damaged_files(tmp_path: Path) -> None:
    folder = written(
        tmp_path,
        a={**HEAD, "omen/1": "One.", "omen/2": ""},
        b={"_license": "MIT", "omen/1": "Again.", "omen/3": 3},
        c="{x",
        d=[],
    )
    with pytest.raises(DocumentError) as error:
        read_texts(folder)
    assert faults(error) == [
        "a.json:$['omen/2']: the text is empty",
        "b.json:$._author: missing",
        "b.json:$._source: missing",
        "b.json:$._changes: missing",
        "b.json:$['omen/1']: another file has this id",
        "b.json:$['omen/3']: 3 is not a text",
        "c.json:$: not JSON: Expecting property name enclosed in double quotes, line 1, column 2",
        "d.json:$: [] is not an object with a text for each id",
    ]
