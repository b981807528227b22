"""Whole games at random: what holds in every state of every game."""

from __future__ import annotations

import pickle
from collections import Counter
from itertools import pairwise, product
from random import Random

import pytest
from attrs import evolve

from cairn_rules import IllegalActionError, korrigans
from cairn_rules.korrigans import (
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
from cairn_rules.korrigans.soundness import state_faults
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


def game(players: int, variant: Variant, seed: int) -> list[State]:
    """The states of a game in which everything is chosen at random."""
    rng = Random(seed)
    states = [korrigans.new_game(seed=seed, players=players, variant=variant)]
    while actions := korrigans.legal_actions(states[-1]):
        states.append(korrigans.apply(states[-1], rng.choice(actions)))
    return states


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: str(variant.changed))
def test_whole_games(players, variant):
    """Tokens, Menhirs and pawns are conserved, turns go in order, and there is one winner."""
    for seed in range(2):
        states = game(players, variant, seed)
        for state in states:
            assert_conserved(state)
        for state in states[::7]:
            assert state_faults(state) == []
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
    assert state.elves + sum(each.carries is korrigans.Carried.ELF for seat in seats for each in seat.korrigans) <= 2


def assert_in_order(states: list[State], players: int) -> None:
    """Placings, turns and final turns go round; rounds and turns only grow (rules 2.5, 3.1, 7.4)."""
    for kind in (PlaceKorrigan, ChooseMove, ChooseFinalMove):
        turns = [(state.turn, state.pending.seat) for state in states if isinstance(state.pending, kind)]
        order = [seat for _, seat in sorted(set(turns))]
        assert order == [number % players for number in range(len(order))]
    for before, after in pairwise(states):
        assert 0 <= after.turn - before.turn <= 1
        assert 0 <= after.round - before.round <= 1
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


@pytest.mark.slow
@pytest.mark.parametrize(("players", "seed"), [(2, 1), (3, 2), (5, 3)])
def test_listed_if_and_only_if_legal(players, seed):
    """`legal_actions` lists what `why_illegal` has no reason against, and `apply` takes nothing else."""
    by_decision: dict[type, list[State]] = {}
    for state in game(players, VARIANTS[seed], seed):
        by_decision.setdefault(type(state.pending), []).append(state)
    for state in (state for states in by_decision.values() for state in (states[0], states[-1])):
        listed, before = korrigans.legal_actions(state), hash(state)
        assert set(listed) <= set(CONCEIVABLE)
        for action in CONCEIVABLE:
            reason = korrigans.why_illegal(state, action)
            assert (reason is None) == (action in listed)
            if reason is not None:
                with pytest.raises(IllegalActionError) as caught:
                    korrigans.apply(state, action)
                assert caught.value.reason == reason
        assert hash(state) == before


def test_texts_of_whole_games_read_back():
    """Every legal action reads back as it was written, in upper case too, and no two are written alike."""
    for state in game(5, VARIANTS[1], 11):
        actions = korrigans.legal_actions(state)
        written = [korrigans.format_action(action) for action in actions]
        assert len(set(written)) == len(actions)
        assert [korrigans.parse_action(f" {text.upper()} ", state) for text in written] == list(actions)


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


@pytest.mark.parametrize("players", [2, 5])
@pytest.mark.parametrize("variant", VARIANTS)
def test_seats_are_what_their_checks_make_of_them(players: int, variant: Variant):
    """Decisions change seats without the checks of `Seat`: tokens stay in order, and values of their kinds."""
    for state in game(players, variant, 11):
        for seat in state.seats:
            assert repr(evolve(seat)) == repr(seat)


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
    monkeypatch.setattr("cairn_rules.korrigans.rules.why_illegal", lambda _, action: checked.append(action))
    state, place = korrigans.new_game(seed=7), korrigans.Place("A")
    after = korrigans.apply(state, place)
    listed = korrigans.legal_actions(state)[0]
    assert korrigans.apply(state, listed) == korrigans.apply(state, place) == after
    assert [each is place for each in checked] == [True, True]
