"""What the page for packs checks and plays, without a browser."""

from __future__ import annotations

import json
from typing import Any

import pytest
from pack_examples import examples

from packs_page import MOST_FINDINGS, Page

FENLAND, MILL, CARDS = (each["text"] for each in examples())


def ask(**question: Any) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(Page().answer(json.dumps(question)))
    return answer


def check(text: str) -> dict[str, Any]:
    return ask(ask="check", text=text)


@pytest.mark.parametrize(
    ("text", "kind", "name"),
    [
        (FENLAND, "role-playing", "The Fenland"),
        (MILL, "dungeon", ""),
        (CARDS, "cards", "My cards"),
        ("landmarks.inn.settlement = true", "land", ""),
    ],
)
def test_a_text_without_faults(text: str, kind: str, name: str) -> None:
    """All examples of the page are among them."""
    assert check(text) == {"kind": kind, "name": name, "playable": True, "findings": [], "more": 0}


def test_all_faults_have_their_paths_and_lines() -> None:
    """In TOML and in JSON."""
    wrong = FENLAND.replace('license = "', 'licence = "')
    found = check(wrong)
    assert not found["playable"]
    assert [(each["where"], each["line"]) for each in found["findings"]] == [("$.licence", 6), ("$.license", None)]
    wrong = CARDS.replace('"food(3)"', '"foot(3)"', 1).replace('"rounds": 4', '"rounds": 5')
    found = check(wrong)
    lines = wrong.split("\n")
    assert [each["where"] for each in found["findings"]] == ["$.limits.rounds", "$.culture[0].effect"]
    at = [lines[each["line"] - 1].strip() for each in found["findings"]]
    assert at == ['"rounds": 5,', '"effect": "foot(3)",']


def test_what_is_found_by_trying_is_at_its_line_too() -> None:
    """A warning leaves a pack playable; a fault does not."""
    found = check(FENLAND.replace('license = "CC-BY-4.0"', 'license = "free for all"'))
    assert [(each["severity"], each["where"], each["line"]) for each in found["findings"]] == [
        ("warning", "license", 6)
    ]
    assert found["playable"]


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ("a = 1\nb = = 2", 2, "not valid TOML"),
        ('{"a": 1,\n"b": }', 2, "not JSON"),
        ("colour = 3", None, "it has keys such as 'colour' instead of those of a content pack: "),
        ("", None, "it has too few of the keys"),
        ("#" * (1 << 20) + "#", None, "1048577 characters; a pack has at most 1048576"),
    ],
)
def test_a_text_that_is_no_pack(text: str, line: int | None, said: str) -> None:
    found = check(text)
    assert (found["kind"], found["playable"]) == ("", False)
    (fault,) = found["findings"]
    assert fault["line"] == line
    assert fault["message"].startswith(said)


def test_a_land_opens_no_file() -> None:
    found = check('landmarks.mill.dungeon = "mill.toml"')
    (fault,) = found["findings"]
    assert fault["message"] == "'mill.toml' cannot be read; write its areas as tables"


def test_the_list_of_findings_ends() -> None:
    areas = "".join(f"[areas.a{number}]\nexits = []\n" for number in range(300))
    found = check(areas)
    assert (len(found["findings"]), found["more"] > 0) == (MOST_FINDINGS, True)


def test_other_questions_are_refused() -> None:
    with pytest.raises(ValueError, match="nothing to answer"):
        ask(ask="run", text="")
