"""The page of puzzles, without a browser; `nox -s browser` opens it in one."""

from __future__ import annotations

import json
import re
import zlib
from datetime import date
from pathlib import Path
from random import Random
from typing import Any

import pytest

from cairn_rules import cairn
from cairn_rules.cairn import Puzzle, Tribe
from cairn_rules.cairn.puzzle import MOTIFS
from support.pictures import drawn, of_class
from web.puzzles.page import Page, opening, solution, stored

pytestmark = pytest.mark.untraced

DOCS = Path(__file__).parent.parent / "docs"
LONG = 301
"""The number of a puzzle of two turns, in which the opponent replies with two actions."""


def ask(page: Page, **question: Any) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(page.answer(json.dumps(question)))
    return answer


def puzzle(number: int) -> Puzzle:
    return cairn.puzzles()[number - 1]


def line(number: int) -> list[str]:
    return puzzle(number).line.split()


def is_by(number: int, index: int) -> bool:
    """Return whether the winner takes an action of the solution."""
    return cairn.current_player(puzzle(number).states[index]) == puzzle(number).winner


def test_a_puzzle_is_shown_from_the_side_of_the_winner() -> None:
    page = Page()
    for number in (1, LONG):
        view = ask(page, ask="open", number=number)
        assert view["question"] == f"{puzzle(number).task}. Find the first action."
        assert view["tribe"] == puzzle(number).winner.name.lower()
        assert (view["number"], view["yours"], view["over"], view["begun"]) == (number, True, False, False)
        legal = cairn.legal_actions(puzzle(number).state)
        assert [each["action"] for each in view["actions"]] == list(map(cairn.format_action, legal))
        assert all(each["ways"] for each in view["actions"])
        shown = cairn.svg(puzzle(number).state, perspective=puzzle(number).winner)
        assert view["picture"] == shown
        assert view["choices"] != shown
        assert {each["name"] for each in view["things"]} >= {
            stone.name for stone in puzzle(number).state.megaliths.values()
        }
    assert {puzzle(1).winner, puzzle(LONG).winner} == {*Tribe}


def test_the_puzzle_of_the_day_is_that_of_the_library() -> None:
    days = opening()["days"]
    for day in (date(2030, 1, 1), date(2026, 2, 28)):
        assert days[day.toordinal() % len(days)] == cairn.puzzle_of(day).number


def test_a_wrong_first_action_is_told_and_tried_again() -> None:
    """Every other action is wrong, and the puzzle stays as it was."""
    page = Page()
    view = ask(page, ask="open", number=LONG)
    first, *_ = line(LONG)
    others = [each for each in view["actions"] if each["action"] != first]
    assert others
    for each in others:
        said = ask(page, ask="do", action=each["action"])
        assert said == {"wrong": f"{each['words']}: this does not win by force. Try another action."}
    assert "view" in ask(page, ask="do", action=first)


def test_the_opponent_replies_until_the_win() -> None:
    """Each action of both tribes is a step with words and a picture."""
    page = Page()
    ask(page, ask="open", number=LONG)
    said: list[str] = []
    for index, action in enumerate(line(LONG)):
        if is_by(LONG, index):
            answer = ask(page, ask="do", action=action)
            said += [". ".join(step["told"]) for step in answer["steps"]]
    assert len(said) == len(line(LONG))
    assert answer["view"]["question"] == "Solved. Forest has won: the third megalith is built."
    assert (answer["view"]["over"], answer["view"]["yours"], answer["view"]["actions"]) == (True, False, [])
    assert said[3].startswith("Sea adds a shaman on b1")
    assert "data-space" in answer["steps"][-1]["picture"]


def test_the_question_names_the_next_decision() -> None:
    page = Page()
    ask(page, ask="open", number=LONG)
    view = ask(page, ask="do", action=line(LONG)[0])["view"]
    assert view["question"].startswith("You must use Cromlech of the Stars on b3: ")
    assert view["begun"]


def test_later_actions_may_be_others_that_win_in_time_but_not_those_that_give_it_away() -> None:
    """Whatever is right leads to the win, and whatever is wrong leaves the attempt as it is."""
    page, rng = Page(), Random(1)
    wrong = 0
    for number in (210, 260, 301, 340):
        view = ask(page, ask="open", number=number)
        view = ask(page, ask="do", action=line(number)[0])["view"]
        while not view["over"]:
            action = rng.choice(view["actions"])
            answer = ask(page, ask="do", action=action["action"])
            if "wrong" in answer:
                wrong += 1
                words = f"{action['words']}: after this, there is no forced win in time. Try another action."
                assert answer["wrong"] == words
            else:
                view = answer["view"]
        assert view["question"].startswith(f"Solved. {puzzle(number).winner} has won")
    assert wrong


def test_hints_begin_with_the_motif_and_end_with_the_action() -> None:
    page = Page()
    ask(page, ask="open", number=LONG)
    first = line(LONG)[0]
    assert ask(page, ask="hint") == {
        "words": "In the solution, you transform a shaman; you use two or more powers in one turn.",
        "actions": [],
        "more": True,
    }
    assert ask(page, ask="hint")["words"] == "The win needs the power of Memorial Mound."
    assert ask(page, ask="hint") == {"words": "Take the shaman on a4.", "actions": ["a4-b3", "a4-b5"], "more": True}
    for _ in range(2):
        assert ask(page, ask="hint") == {"words": "Move from a4 to b3.", "actions": [first], "more": False}
    ask(page, ask="do", action=first)
    assert ask(page, ask="hint")["words"] == "Move Forest's shaman from b3 to d3."
    ask(page, ask="do", action=line(LONG)[1])
    hint = ask(page, ask="hint")
    assert (hint["words"], len(hint["actions"])) == (
        "One of two is right: Turn over the Add tile, or Turn over the Move tile.",
        2,
    )
    assert ask(page, ask="hint") == {"words": "Turn over the Add tile.", "actions": [line(LONG)[2]], "more": False}


@pytest.mark.parametrize("motif", MOTIFS)
def test_every_motif_has_words(motif: str) -> None:
    page = Page()
    found = next(each for each in cairn.puzzles() if motif in each.motifs)
    ask(page, ask="open", number=found.number)
    words = [ask(page, ask="hint")["words"] for _ in range(2)]
    assert motif not in cairn.BASE_SET.ids or cairn.BASE_SET[motif].name in " ".join(words)
    assert re.fullmatch(r"(In the solution, |The win needs )\w.+\w\.", words[0])


def test_adding_is_hinted_without_its_space() -> None:
    page = Page()
    ask(page, ask="open", number=1)
    while (hint := ask(page, ask="hint"))["words"] != "Add a shaman.":
        assert hint["more"]
    assert all(action.startswith("+") for action in hint["actions"])


def test_hints_lead_to_the_win() -> None:
    """Also away from the solution."""
    page = Page()
    view = ask(page, ask="open", number=340)
    while not view["over"]:
        while (hint := ask(page, ask="hint"))["more"]:
            pass
        view = ask(page, ask="do", action=hint["actions"][0])["view"]


def test_the_solution_has_an_arrow_for_each_movement() -> None:
    page = Page()
    ask(page, ask="open", number=LONG)
    steps = ask(page, ask="solution")["steps"]
    assert steps == solution(puzzle(LONG))
    assert [step["words"] for step in steps][3:] == [
        "Sea: Add a shaman on b1",
        "Sea: Banish Sea's shaman on b1",
        "Forest: Move from d3 to d2",
        "Forest: Transform the enemy shaman on c3",
        "Forest: Build Menhir of the Dancers: Move this shaman one space.",
        "Forest wins",
    ]
    assert of_class(drawn(steps[0]["picture"]), "cairn-arrow")
    assert ask(page, ask="do", action=line(LONG)[0])  # the attempt is as it was


def test_an_illegal_click_is_explained_and_actions_are_marked() -> None:
    page = Page()
    view = ask(page, ask="open", number=LONG)
    why = ask(page, ask="why", clicked=["a4", "e1"])
    assert (why["text"], why["rule"]) == ("e1 is not one step from a4", "4.3")
    picture = ask(page, ask="picture", actions=["a4-b3"])["picture"]
    assert picture not in {view["picture"], view["choices"]}
    assert "e1 is not one step from a4" in ask(page, ask="do", action="a4-e1")["problem"]


@pytest.mark.parametrize("number", [-1, 0, 601, 10**20])
def test_an_unknown_number_is_a_problem_that_leaves_the_puzzle_before(number: int) -> None:
    page = Page()
    ask(page, ask="open", number=LONG)
    problem = ask(page, ask="open", number=number)["problem"]
    assert problem == f"'{number}' is not a puzzle: their numbers are 1 to 600."
    assert "view" in ask(page, ask="do", action=line(LONG)[0])


@pytest.mark.parametrize(
    "question",
    [
        {"ask": "hint"},
        {"ask": "open"},
        {"ask": "open", "number": "1"},
        {"ask": "daily", "day": "yesterday"},
        {"ask": "other"},
        [],
        3,
    ],
)
def test_what_the_page_never_sends_is_refused(question: object) -> None:
    with pytest.raises(ValueError, match=r"nothing to answer|isoformat"):
        Page().answer(json.dumps(question))


@pytest.mark.parametrize("question", [{"ask": "other"}, {"ask": "do"}, {"ask": "why", "clicked": "a1"}])
def test_what_the_page_never_sends_is_refused_during_a_puzzle(question: dict[str, Any]) -> None:
    page = Page()
    ask(page, ask="open", number=1)
    with pytest.raises(ValueError, match="nothing to answer"):
        ask(page, **question)


def test_the_stored_boards_are_what_python_would_answer() -> None:
    """But for the picture without marks, which is not needed before an action."""
    for number, (name, content) in zip(range(1, 4), stored(), strict=False):
        assert name == f"boards/{number}.bin"
        assert json.loads(zlib.decompress(content)) == ask(Page(), ask="open", number=number) | {"picture": ""}


def test_length_and_difficulty_of_each_puzzle_are_there_at_once() -> None:
    assert opening()["puzzles"] == [[each.turns, each.difficulty] for each in cairn.puzzles()]


def test_the_form_has_every_length_and_difficulty() -> None:
    text = (DOCS / "puzzles/index.md").read_text(encoding="utf-8")
    for name, values in {
        "turns": {each.turns for each in cairn.puzzles()},
        "difficulty": {each.difficulty for each in cairn.puzzles()},
    }.items():
        form = re.search(rf'<select name="{name}">(.+?)</select>', text)
        assert form is not None
        assert {int(each) for each in re.findall(r'<option(?: value="(?:\d)")?>(\d)', form[1])} == values
