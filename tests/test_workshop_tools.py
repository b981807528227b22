"""What the workshop does with a text beside the board, without a browser."""

from __future__ import annotations

import json
from base64 import b64decode
from io import BytesIO
from itertools import count
from typing import Any
from zipfile import ZipFile

import pytest

from web.workshop import balance as balance_page
from web.workshop.glyph_shapes import GLYPHS, path_of
from web.workshop.lessons import LESSONS
from web.workshop.page import Page

LESSON = LESSONS[0]
GALE = LESSON.solution


def ask(page: Page, **question: Any) -> dict[str, Any]:
    """Ask as the page does."""
    answer: dict[str, Any] = json.loads(page.answer(json.dumps(question)))
    return answer


def test_a_lesson_is_judged() -> None:
    answer = ask(Page(), ask="lesson", source=GALE, name=LESSON.name)
    words = "Your megalith does what the task says, also on boards that are not shown."
    assert answer == {"passed": True, "words": words, "board": None, "line": None}
    wrong = ask(Page(), ask="lesson", source=LESSON.start, name=LESSON.name)
    assert (wrong["passed"], wrong["board"]["at"], wrong["line"]) == (False, "c3", None)


def test_the_line_of_a_megalith_that_fails_is_told() -> None:
    failing = GALE.replace("Banish(enemy)", "Banish(enmy)")
    answer = ask(Page(), ask="lesson", source=failing, name=LESSON.name)
    assert not answer["passed"]
    assert failing.splitlines()[answer["line"] - 1] == "        yield Banish(enmy)"


@pytest.mark.parametrize(
    "question",
    [
        {"ask": "lesson", "name": LESSON.name},
        {"ask": "balance", "games": 300},
        {"ask": "stones"},
    ],
    ids=lambda question: question["ask"],
)
def test_a_text_that_cannot_be_read_is_told_with_its_line(question: dict[str, Any]) -> None:
    answer = ask(Page(), **question, source="x = 1\nx = = 2\n")
    assert answer == {"problem": "SyntaxError: invalid syntax.", "line": 2}


def test_the_balance_goes_on_until_it_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(balance_page, "GAMES", (3,))
    monkeypatch.setattr(balance_page, "perf_counter", count().__next__)  # a second for each pair of games
    page = Page()
    answers = [ask(page, ask="balance", source=GALE, games=3), *(ask(page, ask="balance") for _ in range(2))]
    assert [answer["played"] for answer in answers] == [1, 2, 3]
    assert ["report" in answer for answer in answers] == [False, False, True]


def test_the_megaliths_of_a_text_are_told() -> None:
    about = {"place": "gale", "id": "gale", "name": "Gale Stone"}
    assert ask(Page(), ask="stones", source=GALE) == {
        "stones": [{**about, "text": "Banish an enemy shaman next to this megalith."}]
    }


@pytest.mark.parametrize(
    ("old", "line", "now"),
    [
        ("from cairn_rules import Effect", 4, "from cairn_rules.cairn import Effect"),
        ("import cairn_rules as c; c.Effect", 4, "from cairn_rules import cairn and cairn.Effect"),
    ],
)
def test_a_text_that_only_the_workshop_imports_is_not_given_away(old: str, line: int, now: str) -> None:
    first, rest = GALE.split("\n\n\n", 1)
    answer = ask(Page(), ask="stones", source=f"{first}\n{old}\n\n\n{rest}")
    assert answer == {"problem": f"This line works in the workshop alone. Write {now}.", "line": line}


STONES = [{"place": "gale", "id": "gale", "name": "Gale", "text": "x"}]


def test_a_package_has_the_text_which_does_not_run() -> None:
    source = f"{GALE}\nraise SystemExit\n"
    answer = ask(Page(), ask="package", source=source, stones=STONES, name="Gale Stones", author="Ada")
    assert answer["file"] == "gale_stones-1.0-py3-none-any.whl"
    with ZipFile(BytesIO(b64decode(answer["content"]))) as archive:
        assert archive.read("gale_stones/__init__.py").decode() == source
        assert "Author: Ada" in archive.read("gale_stones-1.0.dist-info/METADATA").decode()


def test_a_name_that_is_no_name_is_told() -> None:
    answer = ask(Page(), ask="package", source=GALE, stones=STONES, name="random", author="")
    said = "'random' cannot be the name of a package of megaliths; try 'random-stones'"
    assert answer == {"problem": said}


def test_a_glyph_goes_into_the_text_without_running_it() -> None:
    source = f"{GALE}\nraise SystemExit\n"
    answer = ask(Page(), ask="glyph", source=source, shapes=GLYPHS["moon"])
    assert answer["source"] == source.replace(
        'this megalith.")', f'this megalith.", glyph="{path_of(GLYPHS["moon"])}")'
    )
    wrong = ask(Page(), ask="glyph", source=source, shapes="blob 1 1")
    assert wrong["problem"].startswith("line 1: 'blob' is not a shape")


@pytest.mark.parametrize("question", [{}, {"ask": "balance"}, {"ask": "lesson", "source": GALE, "name": "magic"}])
def test_what_the_page_never_asks_is_an_error(question: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"nothing to answer|there is no lesson"):
        Page().answer(json.dumps(question))
