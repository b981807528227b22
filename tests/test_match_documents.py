"""Matches as JSON: limits, redo, seed and endings come back."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from cairn_rules import (
    DefinitionError,
    DocumentError,
    Match,
    Outcome,
    Record,
    cairn,
    dumps,
    from_data,
    json_schema,
    korrigans,
    loads,
    to_data,
)
from cairn_rules.game import Game
from support.subtraction import PAIR, WALK

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
    return loads(dumps(match), game=match.game, expect=Match)


@pytest.mark.untraced
@pytest.mark.parametrize("name", GAMES)
@given(data=st.data())
def test_a_match_comes_back_as_it_was(name: str, data: st.DataObject) -> None:
    """Whatever was played, ended and taken back: the same can be taken back and made again, and the limits hold."""
    limits = {"draw_at_repetition": data.draw(st.none() | st.integers(2, 3))}
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
        Draft202012Validator(json_schema("match", game=name)).validate(to_data(match))


@pytest.mark.untraced
@pytest.mark.parametrize("name", GAMES)
@given(rng=st.randoms(use_true_random=False))
def test_a_match_comes_back_within_its_variations(name: str, rng: Random) -> None:
    """What was left comes back with what can be undone and redone there, and with what was tried."""
    match: Match[Any, Any] = Match(GAMES[name], seed=rng.randrange(99), draw_after_turns=9)
    for _ in range(25):
        match rng.choice(["do"] * 4 + ["undo"] * 2 + ["start"] * 2 + ["end", "resign"]):
            case "do" if match.outcome is None:
                match.do(rng.choice(match.legal_actions))
            case "undo" if match.can_undo:
                match.undo()
            case "start":
                match.start_variation(rng.randint(match._first, len(match.history)))
            case "end" if match.in_variation:
                match.end_variation()
            case "resign" if match.outcome is None:
                match.resign(0)
            case _:
                pass
    again = read_again(match)
    assert dumps(again) == dumps(match)
    if name != "pair":
        Draft202012Validator(json_schema("match", game=name)).validate(to_data(match))
    while True:
        assert again.variations == match.variations
        assert (again.in_variation, again.seed) == (match.in_variation, match.seed)
        assert steps(again) == steps(match)
        if not match.in_variation:
            break
        assert again.end_variation() == match.end_variation()


def left() -> dict[str, Any]:
    """A match in a variation that begins after two decisions, of one that begins after the first of three."""
    match: Match[Any, Any] = Match(WALK, seed=1)
    for action in (1, 1, 1):
        match.do(action)
    match.start_variation(after=1)
    match.do(-1)
    match.do(-1)
    match.start_variation(after=2)
    match.do(1)
    return to_data(match)


@pytest.mark.parametrize(
    ("path", "value", "fault"),
    [
        (("left", 0, "after"), 4, "$.value.left[0].after: 4 is not a number from 0 to 3"),
        (("left", 1, "after"), 0, "$.value.left[1].after: 0 is not a number from 1 to 3"),
        (("left", 0, "undone"), -1, "$.value.left[0].undone: -1 is not a number of steps"),
        (("left", 0, "undone"), 4, "$.value.left[0].undone: 4 is more than the 3 steps"),
        (("left", 1, "undone"), 3, "$.value.left[1].undone: 3 is more than the 2 steps"),
        (("undone",), 2, "$.value.undone: 2 is more than the 1 steps"),
        (
            ("left", 1, "record", "turns", 0, "decisions"),
            ["left"],
            "$.value.left[1].record: does not begin with the 1 decisions before the variation, from the same start",
        ),
        (
            ("record", "turns", 1, "decisions"),
            ["right"],
            "$.value.record: does not begin with the 2 decisions before the variation",
        ),
        (("record", "turns", 1, "decisions"), ["up"], "$.value.record.turns[1].decisions[0]: turn 2: 'up'"),
        (
            ("left", 0, "record", "turns", 1, "decisions"),
            ["up"],
            "$.value.left[0].record.turns[1].decisions[0]: turn 2",
        ),
        (
            ("record", "variations"),
            [{"line": 0, "after": 1, "turns": [{"turn": 2, "decisions": ["right"]}]}],
            "$.value.record.variations: one begins after less than 2 decisions",
        ),
    ],
)
def test_a_match_that_cannot_have_left_its_line_is_refused(path: tuple[Any, ...], value: Any, fault: str) -> None:
    data = left()
    assert to_data(from_data(data, game=WALK)) == data
    part = data["value"]
    for key in path[:-1]:
        part = part[key]
    part[path[-1]] = value
    with pytest.raises(DocumentError) as caught:
        from_data(data, game=WALK)
    assert fault in str(caught.value)


def test_a_match_cannot_have_left_too_many_lines() -> None:
    match: Match[Any, Any] = Match(WALK, seed=1)
    for _ in range(64):
        match.start_variation()
    data = to_data(match)
    assert from_data(data, game=WALK).in_variation
    data["value"]["left"].append(data["value"]["left"][-1])
    with pytest.raises(DocumentError, match=r"\$\.value: variations can be nested at most 64 deep"):
        from_data(data, game=WALK)


def test_a_match_that_started_from_a_state() -> None:
    match = Match(cairn, cairn.parse_position(LEAVING), draw_after_turns=1)
    match.do("c5-x")
    match.do("=alley")
    again = from_data(to_data(match), expect=Match)
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
        ({"draw_at_repetition": 1}, "$.value: draw_at_repetition should be a whole number from 2 up"),
        ({"draw": 0}, "$.value.draw: unknown key; did you mean 'draw_at_repetition' or 'draw_after_turns'?"),
        ({"record": {"tags": {"Position": "5"}, "turns": []}}, "$.value.record.tags.Position"),
    ],
)
def test_a_match_that_cannot_be_is_refused(changed: dict[str, Any], fault: str) -> None:
    match = Match(cairn, cairn.parse_position(LEAVING))
    match.do("c5-x")
    data = to_data(match)
    data["value"].update(changed)
    with pytest.raises(DocumentError) as caught:
        from_data(data)
    assert fault in str(caught.value)


def test_an_undone_number_below_0_is_refused() -> None:
    data = to_data(Match(cairn, seed=7))
    data["value"]["undone"] = -1
    with pytest.raises(DocumentError, match="undone: -1 is not a number of steps"):
        from_data(data)


def test_a_match_of_another_class_than_expected() -> None:
    text = dumps(Match(cairn, seed=7))
    with pytest.raises(DocumentError, match="the value is of class Match, not Record"):
        loads(text, expect=Record)


@pytest.mark.parametrize("seed", [10**4000, -(10**4000)])
def test_a_seed_that_could_not_be_written_starts_no_match(seed: int) -> None:
    with pytest.raises(DefinitionError, match="a seed has at most 4000 digits"):
        Match(cairn, seed=seed)
