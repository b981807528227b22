"""Whole games at random: what holds in every state of every game."""

from __future__ import annotations

import pickle
from collections import Counter
from itertools import pairwise, product
from random import Random

import pytest
from attrs import evolve

from cairn_rules import korrigans
from cairn_rules.korrigans import (
    Board,
    Carried,
    ChooseFinalMove,
    ChooseMove,
    Clover,
    Companion,
    Menhir,
    Over,
    Pawn,
    PlaceKorrigan,
    State,
    Variant,
    default_board,
)
from cairn_rules.korrigans.events import Sacrificed
from cairn_rules.korrigans.rules.soundness import state_faults
from support.korrigans.odd_boards import ODD_BOARDS
from support.tables import link

pytestmark = pytest.mark.untraced

VARIANTS = (
    Variant(),
    Variant(side="advanced"),
    Variant(backup="voluntary", fairy_gathers=False),
    Variant(
        side="advanced", backup="voluntary", troll_blocks_jumps=True, cauldron_match="projection", final_meetings=True
    ),
)


def game(players: int, variant: Variant, seed: int, board: Board | None = None) -> list[State]:
    """The states of a game in which everything is chosen at random."""
    rng = Random(seed)
    states = [korrigans.new_game(seed=seed, players=players, variant=variant, board=board)]
    while actions := korrigans.legal_actions(states[-1]):
        states.append(korrigans.apply(states[-1], rng.choice(actions)))
    return states


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: str(variant.changed))
def test_whole_games(players, variant):
    """Tokens, Menhirs and pawns are conserved, turns go in order, and there is one winner.

    Decisions change seats without the checks of `Seat`: tokens stay in order all the same.
    """
    for seed, board in enumerate((default_board(), ODD_BOARDS["Elves and Goblins"])):
        states = game(players, variant, seed, board)
        for state in states:
            assert_conserved(state)
        for state in states[::7]:
            assert state_faults(state) == []
            assert repr([evolve(seat) for seat in state.seats]) == repr([*state.seats])
        assert_in_order(states, players)
        assert_ended(states[-1])


def assert_conserved(state: State) -> None:
    """Nothing appears and nothing vanishes but what the rules take out of the game (rules 1.3 to 1.5)."""
    board, seats = state.board, state.seats
    tokens = Counter(clover for pile in state.clovers for clover in pile)
    for seat in seats:
        tokens.update((*seat.hidden, *map(Clover, (*seat.revealed, *seat.backups, *seat.discarded))))
    sacrificed = [entry.clover for entry in state.ledger if isinstance(entry, Sacrificed)]
    tokens.update(sacrificed)
    box = Counter((*board.base_clovers, *(board.extra_clovers if len(seats) > 3 else ())))
    bought = tokens - box
    assert box <= tokens
    assert set(bought) <= {Clover.HARE, Clover.SQUIRREL}
    assert bought.total() == len(sacrificed) == 5 - state.backups

    menhirs = Counter(menhir for menhir in state.menhirs if menhir is not None)
    menhirs.update(menhir for seat in seats for menhir in seat.menhirs)
    used = Counter(board.menhirs) - menhirs
    assert used.total() + menhirs.total() == 16
    assert not any(menhir.gold for menhir in used)

    drawn = Counter(pawn for pawn in (*state.suns, *state.clouds) if pawn is not None)
    out = Counter(dict.fromkeys(Pawn, 2)) - drawn - Counter(state.bag)
    asked = getattr(state.pending, "pawn", None)
    is_late = state.cauldron is not None or isinstance(state.pending, korrigans.ChooseCauldronField)
    assert out.total() == (asked is not None) + is_late
    carried = Counter(korrigan.carries for seat in seats for korrigan in seat.korrigans)
    assert state.elves + carried[Carried.ELF] <= 2
    assert state.goblins + carried[Carried.GOBLIN] <= 2


def assert_in_order(states: list[State], players: int) -> None:
    """Placings and turns go round, rounds and turns only grow, the supply does not (rules 2.5, 3.1, 6.3, 7.4)."""
    for kind in (PlaceKorrigan, ChooseMove, ChooseFinalMove):
        turns = [(state.turn, state.pending.seat) for state in states if isinstance(state.pending, kind)]
        order = [seat for _, seat in sorted(set(turns))]
        assert order == [number % players for number in range(len(order))]
    for before, after in pairwise(states):
        assert 0 <= after.turn - before.turn <= 1
        assert 0 <= after.round - before.round <= 1
        assert after.elves <= before.elves
        assert after.goblins <= before.goblins
        holder = [state.pending.seat for state in (after,) if hasattr(state.pending, "pawn")]
        assert all((number + 1) % players == after.bag_holder for number in holder)


def assert_ended(state: State) -> None:
    """Exactly one row is free, one player has won, in round 7 to 11 (rules 3.7, 8.3)."""
    assert isinstance(state.pending, Over)
    assert state.suns.count(None) == 1
    assert state.clouds.count(None) >= 1
    assert 7 <= state.round <= 11
    outcome = korrigans.outcome(state)
    assert outcome is not None
    assert len(outcome.winners) == 1
    best = max(score.total for score in korrigans.scores(state))
    assert korrigans.scores(state)[outcome.winners[0]].total == best


FIELDS = "ABCDEFGHIJKLMNOPVZ"
"""The fields, and one that is none."""
CONCEIVABLE = (
    *map(korrigans.Place, (*FIELDS, "", "a")),
    *map(korrigans.Take, Clover),
    *map(korrigans.CoverSun, range(9)),
    *map(korrigans.CoverCloud, range(9)),
    *(korrigans.Move(*each) for each in product(range(3), Companion, FIELDS)),
    *(korrigans.FinalMove(*each) for each in product(range(3), Companion, FIELDS)),
    *(korrigans.Sacrifice(*each) for each in product(Clover, Companion)),
    *(korrigans.GiveGoblin(*each) for each in product(range(6), range(3))),
    *map(korrigans.Unmask, range(6)),
    *map(korrigans.PlaceTroll, (*default_board().links, link("A|K"))),
    *map(korrigans.PlaceCauldron, FIELDS),
    korrigans.Pass(),
    korrigans.Decline(),
    korrigans.EndFinalTurn(),
)


@pytest.mark.parametrize(("players", "seed"), [(2, 1), (3, 2), (5, 3)])
def test_listed_if_and_only_if_legal(players, seed):
    """In the last decision of each kind, `legal_actions` lists what `why_illegal` has no reason against."""
    last = {type(state.pending): state for state in game(players, VARIANTS[seed], seed)}
    for state in last.values():
        legal = {action for action in CONCEIVABLE if korrigans.why_illegal(state, action) is None}
        assert legal == {*korrigans.legal_actions(state)}


def test_a_state_reads_well():
    """Its text tells the round and who decides what."""
    state = korrigans.new_game(seed=1)
    assert repr(state) == ("<State in round 0, after 0 turns, 2 players, Blue: PlaceKorrigan(seat=0, korrigan=0)>")
    over = game(2, Variant(), 1)[-1]
    assert "Over(outcome=" in repr(over)


def test_who_stands_where():
    """Korrigans by field, in the board's order."""
    state = korrigans.new_game(seed=1)
    assert dict(state.standing) == {}
    state = korrigans.apply(state, korrigans.Place("G"))
    assert dict(state.standing) == {"G": ((0, 0),)}


def test_states_can_be_sent():
    """They come back as they were, with the same hash."""
    for state in game(2, Variant(), 5)[::20]:
        again = pickle.loads(pickle.dumps(state))  # noqa: S301 - our own
        assert again == state
        assert hash(again) == hash(state)


def test_the_module_offers_what_it_names():
    """Every public name is there, once."""
    assert all(hasattr(korrigans, name) for name in korrigans.__all__)
    assert len(set(korrigans.__all__)) == len(korrigans.__all__)


def test_states_are_values():
    """Equal states are equal, also when a field is as it was before."""
    first, second = game(3, Variant(), 4), game(3, Variant(), 4)
    assert first == second
    assert len(set(first)) == len(first)
    assert evolve(first[9]) == first[9]
    assert Menhir.GOLD2.gold == 2


def test_legal_actions_are_listed_once():
    """A state remembers them; that makes no difference to equality, hashes, copies and pickles."""
    state, other = korrigans.new_game(seed=7), korrigans.new_game(seed=7)
    actions = korrigans.legal_actions(state)
    assert korrigans.legal_actions(state) is actions
    assert state == other
    assert hash(state) == hash(other)
    for copy in (pickle.loads(pickle.dumps(state)), evolve(state)):  # noqa: S301 - our own
        assert copy == state
        assert korrigans.legal_actions(copy) == actions
        assert korrigans.legal_actions(copy) is not actions


def test_a_listed_action_is_not_checked_again(monkeypatch):
    """An equal action that was made elsewhere is checked, as is any action while nothing is listed."""
    checked: list[object] = []
    monkeypatch.setattr("cairn_rules.korrigans.rules.rules.why_illegal", lambda _, action: checked.append(action))
    state, place = korrigans.new_game(seed=7), korrigans.Place("A")
    after = korrigans.apply(state, place)
    listed = korrigans.legal_actions(state)[0]
    assert korrigans.apply(state, listed) == korrigans.apply(state, place) == after
    assert [each is place for each in checked] == [True, True]
