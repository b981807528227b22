"""The game of the page on which one plays, without a browser; `nox -s browser` plays it in one."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from random import Random
from typing import Any

import page_python
import pytest

import cairn_rules as cairn
from cairn_rules import Outcome, State, Tribe
from cairn_rules.players import players_for
from play_clicks import meant, ways
from play_page import BUDGETS, Page
from play_words import question, result, threats, told


def position(text: str, *actions: str) -> State:
    state = cairn.parse_position(text)
    for action in actions:
        state = cairn.apply(state, cairn.parse_action(action, state))
    return state


def by_text(state: State) -> dict[str, tuple[tuple[str, ...], ...]]:
    return {cairn.format_action(action): found for action, found in ways(state).items()}


def ask(page: Page, **question: Any) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(page.answer(json.dumps(question)))
    return answer


def new(page: Page, opponent: str = "random", tribe: str = "sea", seed: int | None = 7) -> dict[str, Any]:
    return ask(page, ask="new", tribe=tribe, opponent=opponent, set="full", seed=seed)


def readers_turn(page: Page, view: dict[str, Any]) -> dict[str, Any]:
    while not view["yours"] and not view["over"]:
        view = ask(page, ask="reply")
    return view


def test_an_action_is_taken_by_clicking_where_it_starts_and_where_it_leads() -> None:
    """A shaman that is added may also be taken from the village (rule 4.1); one that leaves goes to the other one."""
    state = position("2s1f/s4/5/5/f3f s wooe b3=chaos,d3=dawn alley,deer - 0-0")
    found = by_text(state)
    assert found["c5-x"] == (("c5", "village forest"),)
    assert found["a4-b4"] == (("a4", "b4"),)
    assert found["+d1"] == (("d1",), ("village sea", "d1"))


def test_what_is_built_or_transformed_is_clicked_itself() -> None:
    built = position("2s2/5/5/5/4f s wooe c3=deer,d3=dawn alley,menhir - 0-0", "c5-x")
    assert by_text(built) == {"=alley": (("stone alley",),), "=menhir": (("stone menhir",),)}
    transforming = position("5/5/5/1s1f1/2s2 s wooe b3=chaos,d3=dawn alley,deer - 0-0", "c1-c2")
    assert by_text(transforming) == {"*d2": (("d2",),), "pass": ()}


def test_where_a_power_moves_one_shaman_only_its_goal_need_be_clicked() -> None:
    """Menhir of the Dancers moves the shaman that woke it (rule 7.7)."""
    state = position("5/5/5/2s2/f4 s wooe c3=menhir,d3=dawn alley,deer - 0-0", "c2-c3")
    assert by_text(state)["c3>b4"] == (("c3", "b4"), ("b4",))


def test_an_exchange_begins_at_either_megalith() -> None:
    state = position("5/5/5/2s2/f4 s wooe c3=stormwell,d3=dawn alley,deer - 0-0", "c2-c3")
    assert by_text(state) == {"c3%d3": (("c3", "d3"), ("d3", "c3"))}


@pytest.mark.parametrize("seed", range(3))
def test_all_actions_of_a_game_have_words_and_ways_of_their_own(seed: int) -> None:
    """No two actions are said or clicked in the same way; what has no way at all needs no place."""
    rng, state = Random(seed), cairn.new_game(seed=seed)
    while legal := cairn.legal_actions(state):
        assert len({cairn.describe(state, action) for action in legal}) == len(legal)
        every = [way for found in ways(state).values() for way in found]
        assert len(set(every)) == len(every)
        without = {cairn.format_action(action) for action, found in ways(state).items() if not found}
        assert without <= {"pass", "again"}
        state = cairn.apply(state, rng.choice(legal))


@pytest.mark.parametrize(
    ("clicked", "code"),
    [
        (["a1", "b2"], "move/not-straight"),
        (["a1", "a3"], "jump/nothing-to-jump"),
        (["a1", "e1"], "move/not-one-step"),
        (["c1", "village forest"], "move/no-exit"),
        (["c5"], "move/not-yours"),
        (["c3"], "add/not-a-totem"),
        (["village sea", "b1"], "add/other-face"),
        (["tile move"], None),
        (["stone deer"], None),
    ],
)
def test_clicks_that_take_no_action_stand_for_one(clicked: list[str], code: str | None) -> None:
    """The reason is that of the action that was most likely meant (rules 4.1, 4.3 to 4.5)."""
    state = position("f1f1f/5/5/5/s1s1s s wooe b3=chaos,d3=dawn alley,deer - 0-0")
    action = meant(state, clicked)
    reason = None if action is None else cairn.why_illegal(state, action)
    assert (reason and reason.code) == code


def test_a_jump_out_is_meant_from_the_row_before_the_last() -> None:
    state = position("f1f1f/s4/5/5/2s1s s wooe b3=chaos,d3=dawn alley,deer - 0-0")
    assert meant(state, ["a4", "village forest"]) == cairn.Jump(cairn.Space.A4, cairn.VILLAGE)


def test_within_a_turn_clicks_stand_for_what_is_asked() -> None:
    """Powers, builds and transformations have reasons of their own (rules 5.3, 6.3, 8.1)."""
    building = position("2s2/5/5/5/4f s wooe c3=deer,d3=dawn alley,menhir - 0-0", "c5-x")
    moving = position("5/5/5/2s2/f4 s wooe c3=menhir,d3=dawn alley,deer - 0-0", "c2-c3")
    banishing = position("5/4f/5/2s2/f4 s wooe c3=tumulus,d3=dawn alley,deer - 0-0", "c2-c3")
    turning = position("5/4f/5/2s2/f4 s wooe c3=mound,d3=dawn alley,deer - 0-0", "c2-c3")
    transforming = position("5/5/5/1s1f1/2s2 s wooe b3=chaos,d3=dawn alley,deer - 0-0", "c1-c2")
    over = position("2s2/5/5/5/4f s wooe a3=pillars,b3=chaos,c3=deer,d3=dawn alley,menhir - 2-0", "c5-x", "=alley")
    found = [
        meant(building, ["a1"]),
        meant(moving, ["c3", "e5"]),
        meant(moving, ["c3", "c3"]),
        meant(banishing, ["a1"]),
        meant(turning, ["a1"]),
        meant(transforming, ["a1"]),
        meant(transforming, ["tile move"]),
        meant(over, ["a1"]),
    ]
    expected: list[str | None] = ["pass", "c3>e5", None, "xa1", None, "*a1", None, None]
    assert [action and cairn.format_action(action) for action in found] == expected


def test_the_question_says_what_the_reader_decides() -> None:
    """The owner of the shaman decides about a power (rule 6.2); the text of the megalith is told."""
    power = position("5/5/5/2s2/f4 s wooe c3=menhir,d3=dawn alley,deer - 0-0", "c2-c3")
    assert question(power, Tribe.SEA) == "You use Menhir of the Dancers on c3: Move this shaman one space."
    assert question(power, Tribe.FOREST) == "Sea is thinking …"
    transforming = position("5/5/5/1s1f1/2s2 s wooe b3=chaos,d3=dawn alley,deer - 0-0", "c1-c2")
    assert question(transforming, Tribe.SEA) == "Transform an enemy shaman, or decline."
    declined = cairn.apply(transforming, cairn.Pass())
    assert told(transforming, declined) == ["Sea does not transform"]


@pytest.mark.parametrize(
    ("outcome", "said"),
    [
        (Outcome((0,), "third-megalith"), "You have won: the third megalith is built."),
        (Outcome((1,), "no-action"), "You have lost: no action is possible."),
        (Outcome((), "repetition"), "A draw: the position occurred for the third time."),
    ],
)
def test_the_end_is_told_to_the_reader(outcome: Outcome, said: str) -> None:
    """A game ends by rules 9.1 to 9.3."""
    assert result(outcome, Tribe.SEA) == said


def test_threats_name_the_victim_and_what_leads_to_it() -> None:
    """Sea completes an arrangement with d2 at its end by moving c1-c2 (rule 8.2)."""
    state = position("5/5/5/1s1f1/2s2 f wooe b3=chaos,d3=dawn alley,deer - 0-0")
    assert threats(state, Tribe.FOREST) == ["Sea threatens to transform d2 with c1-c2."]


@pytest.mark.parametrize("opponent", ["random", "greedy"])
def test_a_game_goes_to_its_end_and_its_record_can_be_read(opponent: str) -> None:
    page, rng = Page(), Random(1)
    view = readers_turn(page, new(page, opponent, tribe="forest"))
    while not view["over"]:
        assert view["choices"].startswith("<svg")
        action = rng.choice(view["actions"])["action"]
        view = readers_turn(page, ask(page, ask="do", action=action))
    record = cairn.parse_record(view["record"])
    assert record.outcome is not None
    assert view["question"].startswith(("You have", "A draw"))
    assert (record.tags["Forest"], record.tags["Sea"]) == ("You", f"The library ({opponent})")


def test_every_player_of_the_library_is_an_opponent() -> None:
    assert BUDGETS.keys() == players_for(cairn).keys()
    page = Page()
    view = new(page, "tree")
    assert readers_turn(page, view)["yours"]


def test_first_games_have_the_light_set() -> None:
    """Chaos of the Giants and Cairn of Dawn lie on the Stone Circles (rule 2.5)."""
    view = ask(Page(), ask="new", tribe="sea", opponent="random", set="light")
    assert {(stone["place"], stone["name"]) for stone in view["stones"]} >= {
        ("b3", "Chaos of the Giants"),
        ("d3", "Cairn of Dawn"),
    }


def test_undo_goes_back_to_the_readers_last_decision() -> None:
    page = Page()
    before = readers_turn(page, new(page))
    assert not before["can_undo"]
    after = readers_turn(page, ask(page, ask="do", action=before["actions"][0]["action"]))
    assert after["can_undo"]
    back = ask(page, ask="undo")
    assert (back["record"], back["actions"]) == (before["record"], before["actions"])


def test_an_own_shaman_that_can_do_nothing_says_so() -> None:
    """No reason of a single action says that of all of them (rules 4.3, 4.4)."""
    page, rng = Page(), Random(1)
    view = readers_turn(page, new(page))
    assert ask(page, ask="why", clicked=["a1", "e4"]) == {"text": "e4 is not one step from a1", "rule": "4.3"}
    assert ask(page, ask="why", clicked=["tile move"]) == {"text": "there is no legal action there now", "rule": None}
    while not (idle := idle_shamans(view)):
        view = readers_turn(page, ask(page, ask="do", action=rng.choice(view["actions"])["action"]))
    said = {"text": f"the shaman on {idle[0]} has no legal action now", "rule": None}
    assert ask(page, ask="why", clicked=idle[:1]) == said


def idle_shamans(view: dict[str, Any]) -> list[str]:
    """Sea's shamans with which no action starts, when it is time for one."""
    if not view["question"].startswith("Your turn"):
        return []
    starts = {way[0] for action in view["actions"] for way in action["ways"]}
    return sorted(set(re.findall(r"Sea shaman on (..)", view["choices"])) - starts)


def test_an_option_that_is_not_offered_is_told_with_the_text_of_the_megalith() -> None:
    """Cairn of Dawn adds a shaman on the first row alone (rules 6.3, 7.2)."""
    page, rng = Page(), Random(1)
    view = readers_turn(page, new(page, seed=0))
    while "You use Cairn of Dawn" not in view["question"]:
        view = readers_turn(page, ask(page, ask="do", action=rng.choice(view["actions"])["action"]))
    text = "Add a shaman from your village to an empty space of your first row."
    said = f"Cairn of Dawn does not offer that. Its text: {text}"
    assert ask(page, ask="why", clicked=["c3"]) == {"text": said, "rule": "6.3"}


def test_the_picture_marks_what_is_asked_for() -> None:
    page = Page()
    view = readers_turn(page, new(page))
    action = next(each for each in view["actions"] if len(each["ways"][0]) == 2)
    origin, to = action["ways"][0]
    assert f'data-from="{origin}" data-to="{to}"' in ask(page, ask="picture", actions=[action["action"]])["picture"]


@pytest.mark.parametrize("message", ['{"ask": "undo"}', '{"ask": "fly"}'])
def test_what_the_page_never_sends_is_refused(message: str) -> None:
    page = Page()
    with pytest.raises(ValueError, match="no game yet"):
        page.answer(message)
    new(page)
    with pytest.raises((ValueError, cairn.MatchError), match="nothing"):
        page.answer(message)


def test_without_npm_there_is_no_python_for_the_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The site can be built all the same; the page tells that the game was left out."""
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(page_python.NoPyodideError, match="npm is not on the PATH"):
        page_python.python_for_browsers(tmp_path)


def test_what_npm_says_when_it_fails_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And nothing half made is taken for whole the next time."""
    monkeypatch.setattr("shutil.which", lambda _: sys.executable)  # it cannot `pack`
    for _ in range(2):
        with pytest.raises(page_python.NoPyodideError, match=r"(?s) pack .* failed, .*can't open file"):
            page_python.python_for_browsers(tmp_path)
