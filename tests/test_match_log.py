"""The log of a match: an entry for each decision, as a seat may know it, made once."""

from __future__ import annotations

from copy import copy
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from cairn_rules import DefinitionError, Game, Match, cairn, endless_winter, games, korrigans
from cairn_rules.cli import words_for
from cairn_rules.history.match_log import log_entry
from cairn_rules.manifest import Manifest, Seats
from support.random_play import viewers
from support.subtraction import Subtraction


class Still(Subtraction):
    """A game in which nothing changes."""

    def apply(self, state: tuple[int, int], action: int) -> tuple[int, int]:  # noqa: ARG002 - whatever is taken
        return state


def played(game: Any, decisions: int, seed: int = 3) -> Match[Any, Any]:
    match, rng = Match(game, game.new_game(seed=seed)), Random(seed)
    while len(match.history) < decisions and match.outcome is None:
        match.do(rng.choice(match.legal_actions))
    return match


@pytest.mark.untraced
@pytest.mark.parametrize("name", games.LIBRARY)
def test_an_entry_for_each_decision(name: str) -> None:
    """Its action is hidden from those who may not know it, and no line asks for a decision."""
    match = played(games.load(name), 40)
    for viewer in viewers(match.game, match.state):
        log = match.log(viewer)
        assert [entry.seat for entry in log] == [match.game.current_player(state) for state in match.states[: len(log)]]
        assert len(log) == len(match.history)
        for entry, action in zip(log, match.history, strict=True):
            assert entry.action in {None, match.game.format_action(action)}
            assert entry.action or entry.seat != viewer
            assert str(entry) == ". ".join(entry.sentences) != ""
            assert not any(type(event).__name__ == "Asked" for event in entry.events)


def test_an_entry_tells_what_the_terminal_tells() -> None:
    """And what the board shows there. The action comes first if no event begins with the name of the player."""
    match = played(endless_winter, 60)
    words = words_for(endless_winter)
    for before, action, after, entry in zip(match.states, match.history, match.states[1:], match.log(1), strict=False):
        assert set(words.events(before, action, after, 1)) <= set(entry.sentences)
    end = Match(endless_winter, seed=7)
    end.do("end")
    assert str(end.log()[0]) == "Cyan goes on to place a figure"


def test_only_their_player_may_know_hidden_actions() -> None:
    match = Match(korrigans, seed=7)
    for text in ("@A", "+mouse"):
        match.do(text)
    assert [match.log(seat)[-1].action for seat in (0, 1, None)] == ["+mouse", None, None]
    assert [str(match.log(seat)[-1]) for seat in (0, 1)] == [
        "Blue takes a token from A: mouse. Turn 1 is complete",
        "Blue takes a token from A. Turn 1 is complete",
    ]


def test_entries_are_made_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also after undo and redo, in variations and after them; only another decision is told anew."""
    made: list[int] = []

    def counted(*arguments: Any) -> Any:
        made.append(1)
        return log_entry(*arguments)

    monkeypatch.setattr("cairn_rules.history.match_log.log_entry", counted)
    match = played(cairn, 6)
    log = match.log()
    assert len(made) == 6
    assert match.log() == log
    match.do(match.legal_actions[0])
    assert match.log()[:6] == log
    assert len(made) == 7
    match.log(0)
    assert len(made) == 14
    match.undo()
    assert match.log() == log
    match.undo()
    match.do(next(each for each in match.legal_actions if cairn.format_action(each) != log[5].action))
    other = match.log()
    assert (other[:5], other[5] == log[5]) == (log[:5], False)
    assert len(made) == 15
    match.start_variation(2)
    assert match.log() == log[:2]
    match.do(match.legal_actions[-1])
    assert match.log()[:2] == log[:2]
    match.end_variation()
    assert match.log() == other
    assert copy(match).log() == other


def test_another_decision_with_the_same_state_is_told_anew() -> None:
    """States that are one object, as small numbers are, do not hide that the action differs."""
    match = Match(Still(2), (5, 0))
    first, second = match.legal_actions[:2]
    match.do(first)
    told = match.log()
    match.undo()
    match.do(second)
    assert match.log() != told


def test_a_game_of_its_own_needs_no_events() -> None:
    ten = [name for name in vars(Game) if not name.startswith("_")]
    manifest = Manifest(name="bare", seats=Seats(names=("sea", "forest")))
    game: Any = SimpleNamespace(**{name: getattr(cairn, name) for name in ten}, MANIFEST=manifest)
    match = Match(game, cairn.new_game(seed=7, first=cairn.Tribe.SEA, faces="wooe"))
    match.do("c1-c2")
    [entry] = match.log(1)
    assert (entry.action, entry.events, str(entry)) == ("c1-c2", (), "Sea: c1-c2")


def test_a_seat_that_does_not_exist_has_no_log() -> None:
    with pytest.raises(DefinitionError, match="9"):
        Match(korrigans, seed=7).log(9)
