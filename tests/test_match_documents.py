"""Matches as JSON: limits, redo, seed and endings come back."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

import cairn_rules as cairn
from cairn_rules import DocumentError, Match, Outcome, korrigans
from cairn_rules.game import Game
from support.subtraction import PAIR

LEAVING = "2s2/5/5/5/4f s wooe c3=deer,d3=dawn alley,menhir - 0-0"
GAMES: dict[str, Game[Any, Any, Any]] = {"cairn": cairn, "korrigans": korrigans, "pair": PAIR}


def steps(match: Match[Any, Any]) -> list[Any]:
    """Every way in which a match can look, from the start to where nothing can be made again."""
    while match.can_undo:
        match.undo()
    seen = []
    while True:
        seen.append((match.state, match.history, match.outcome, match.turns, match.repetitions))
        if not match.can_redo:
            return seen
        match.redo()


def read_again(match: Match[Any, Any]) -> Match[Any, Any]:
    return cairn.loads(cairn.dumps(match), game=match.game, expect=Match)


@pytest.mark.parametrize("name", GAMES)
@given(data=st.data())
def test_a_match_comes_back_as_it_was(name: str, data: st.DataObject) -> None:
    """Whatever was played, ended and taken back: the same can be taken back and made again, and the limits hold."""
    limits = {"draw_at_repetition": data.draw(st.none() | st.integers(1, 3))}
    limits["draw_after_turns"] = data.draw(st.none() | st.integers(1, 6))
    match: Match[Any, Any] = Match(GAMES[name], seed=data.draw(st.integers(-(10**30), 10**30)), **limits)
    for _ in range(data.draw(st.integers(0, 12))):
        if match.outcome is None:
            match.do(data.draw(st.sampled_from(match.legal_actions)))
    if match.outcome is None and data.draw(st.booleans()):
        match.resign(0)
    for _ in range(data.draw(st.integers(0, 14))):
        if match.can_undo:
            match.undo()
    again = read_again(match)
    now = [(each.state, each.seed, each.outcome, each.can_redo, each.current_player) for each in (match, again)]
    assert now[0] == now[1]
    assert repr(again) == repr(match)
    assert steps(again) == steps(match)
    if name != "pair":
        Draft202012Validator(cairn.json_schema("match", game=name)).validate(cairn.to_data(match))


def test_a_match_that_started_from_a_state() -> None:
    match = Match(cairn, cairn.parse_position(LEAVING), draw_after_turns=1)
    match.do("c5-x")
    match.do("=alley")
    again = cairn.from_data(cairn.to_data(match), expect=Match)
    assert again.seed is None
    assert again.outcome == Outcome((), "turn-limit")
    assert cairn.format_action(again.undo().pending and again.legal_actions[0]) == "=alley"


def test_an_ending_that_was_taken_back_can_be_made_again() -> None:
    match = Match(cairn, cairn.parse_position(LEAVING))
    match.end(Outcome((1,), "time"))
    match.undo()
    again = read_again(match)
    assert again.outcome is None
    again.redo()
    assert again.outcome == Outcome((1,), "time")


@pytest.mark.parametrize(
    ("changed", "fault"),
    [
        ({"undone": 3}, "$.value.undone: 3 is more than the 1 steps of the match"),
        ({"undone": 10**15}, "$.value.undone: 1000000000000000 is more than the 1 steps"),
        ({"undone": True}, "$.value.undone: True is not a whole number"),
        ({"seed": 7}, "$.value.seed: 7 is not a text"),
        ({"seed": "seven"}, "$.value.seed: 'seven' is not a whole number"),
        ({"draw_at_repetition": 0}, "$.value: draw_at_repetition should be a whole number from 1 up"),
        ({"draw": 0}, "$.value.draw: unknown key; did you mean 'draw_at_repetition' or 'draw_after_turns'?"),
        ({"record": {"tags": {"Position": "5"}, "turns": []}}, "$.value.record.tags.Position"),
    ],
)
def test_a_match_that_cannot_be_is_refused(changed: dict[str, Any], fault: str) -> None:
    match = Match(cairn, cairn.parse_position(LEAVING))
    match.do("c5-x")
    data = cairn.to_data(match)
    data["value"].update(changed)
    with pytest.raises(DocumentError) as caught:
        cairn.from_data(data)
    assert fault in str(caught.value)


def test_an_undone_number_below_0_is_refused() -> None:
    data = cairn.to_data(Match(cairn, seed=7))
    data["value"]["undone"] = -1
    with pytest.raises(DocumentError, match="undone: -1 is not a number of steps"):
        cairn.from_data(data)


def test_a_match_of_another_class_than_expected() -> None:
    text = cairn.dumps(Match(cairn, seed=7))
    with pytest.raises(DocumentError, match="the value is of class Match, not Record"):
        cairn.loads(text, expect=cairn.Record)


@pytest.mark.parametrize("seed", [10**4000, -(10**4000)])
def test_a_seed_that_could_not_be_written_starts_no_match(seed: int) -> None:
    with pytest.raises(cairn.DefinitionError, match="a seed has at most 4000 digits"):
        Match(cairn, seed=seed)
