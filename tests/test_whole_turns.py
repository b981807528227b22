"""Whole turns: taken back in a match, and listed with their ends."""

from __future__ import annotations

from random import Random

import pytest

from cairn_rules import Match, MatchError, Outcome, cairn, korrigans
from cairn_rules.cairn import Tribe
from cairn_rules.simulation import perft_turns, turn_successors
from support.subtraction import PAIR

LEAVING = "2s2/5/5/5/4f s wooe c3=deer,d3=dawn alley,menhir - 0-0"


def leaving(*decisions: str) -> Match:
    match = Match(cairn, cairn.parse_position(LEAVING))
    for decision in decisions:
        match.do(decision)
    return match


def decisions(match: Match) -> list[str]:
    return [cairn.format_action(action) for action in match.history]


@pytest.mark.parametrize(
    ("done", "left"),
    [
        (["c5-x"], []),
        (["c5-x", "=alley"], []),
        (["c5-x", "=alley", "e1-x"], ["c5-x", "=alley"]),
        (["c5-x", "=alley", "e1-x", "=menhir"], ["c5-x", "=alley"]),
    ],
)
def test_a_turn_is_taken_back(done: list[str], left: list[str]) -> None:
    """The one under way, or the one before; a turn of an exit has two decisions (rules 3.1, 8.1)."""
    match = leaving(*done)
    assert match.undo_turn() == match.state
    assert decisions(match) == left
    for _ in done[len(left) :]:
        match.redo()
    assert decisions(match) == done


def test_an_ending_goes_with_its_turn() -> None:
    match = leaving("c5-x", "=alley", "e1-x")
    match.resign()
    match.undo_turn()
    assert decisions(match) == ["c5-x", "=alley"]
    match.resign()
    match.undo_turn()
    assert (decisions(match), match.outcome) == (["c5-x", "=alley"], None)


@pytest.mark.parametrize(
    ("done", "player", "left"),
    [
        (["c5-x", "=alley"], Tribe.SEA, ["c5-x"]),
        (["c5-x", "=alley", "e1-x"], Tribe.SEA, ["c5-x"]),
        (["c5-x", "=alley", "e1-x"], Tribe.FOREST, ["c5-x", "=alley"]),
        (["c5-x", "=alley", "e1-x", "=menhir"], 0, ["c5-x"]),
    ],
)
def test_a_player_decides_again(done: list[str], player: int, left: list[str]) -> None:
    match = leaving(*done)
    assert cairn.current_player(match.undo_to(player)) == player
    assert decisions(match) == left


def test_a_resigning_player_decides_again() -> None:
    match = leaving("c5-x")
    match.end(Outcome((1,), "time"))
    match.undo_to(0)
    assert (decisions(match), match.outcome) == (["c5-x"], None)


def test_who_decided_nothing_takes_nothing_back() -> None:
    match = leaving("c5-x")
    for player in (1, 7, None):
        with pytest.raises(MatchError, match=f"player {player} has not decided anything yet"):
            match.undo_to(player)  # type: ignore[arg-type]
    assert decisions(match) == ["c5-x"]
    with pytest.raises(MatchError, match="nothing to undo"):
        leaving().undo_turn()


@pytest.mark.parametrize("game", [cairn, korrigans])
def test_whole_turns_are_those_that_complete_one(game) -> None:
    """As many as `perft_turns` counts, each of legal decisions, each ending where its decisions lead."""
    rng, state = Random(7), game.new_game(seed=7)
    for _ in range(4):
        turns = list(turn_successors(game, state))
        assert len(turns) == perft_turns(game, state, 1)
        assert len({turn for turn, _ in turns}) == len(turns)
        turn, after = rng.choice(turns)
        for action in turn:
            state = game.apply(state, action)
        assert state == after


def test_a_decision_is_a_turn_where_none_are_counted() -> None:
    """With one left, taking it ends the game."""
    assert list(turn_successors(PAIR, (3, 0))) == [((1,), (2, 1)), ((2,), (1, 1))]
    assert list(turn_successors(PAIR, (1, 0))) == [((1,), (0, 1))]


def test_from_the_middle_of_a_turn_it_is_completed() -> None:
    state = leaving("c5-x").state
    assert [cairn.format_action(action) for (action,), _ in turn_successors(cairn, state)] == [
        "=alley",
        "=menhir",
    ]
