"""States made by hand are checked when they are used first; states of games never are (rule 13.3)."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator
from contextlib import suppress
from copy import copy
from random import Random
from typing import Any

import pytest
from attrs import evolve, fields

import cairn_rules
from cairn_rules import CairnRulesError, UnsoundStateError
from cairn_rules import endless_winter as ew
from cairn_rules.chance import ScriptedDice
from cairn_rules.endless_winter.effects import Benefit, Both
from cairn_rules.endless_winter.rules import soundness
from cairn_rules.endless_winter.state import agenda as on
from support.endless_winter.games import random_states

pytestmark = pytest.mark.untraced

END = ew.End()
USES: dict[str, Callable[[ew.State], object]] = {
    "legal_actions": ew.legal_actions,
    "apply": lambda state: ew.apply(state, END),
    "resolve": lambda state: ew.resolve(state, END, ScriptedDice()),
    "successors": ew.successors,
    "why_illegal": lambda state: ew.why_illegal(state, END),
    "observe": lambda state: ew.observe(state, 0),
    "changes": lambda state: ew.changes(state, state),
    "scores": ew.scores,
    "describe": lambda state: ew.describe(state, END),
    "parse_action": lambda state: ew.parse_action("end", state),
    "diagram": ew.diagram,
    "svg": ew.svg,
    "pickle": pickle.dumps,
    "sample_hidden": lambda state: ew.sample_hidden(ew.observe(state, None), Random(0)),
}


def states(seed: int, players: int = 3) -> list[ew.State]:
    return list(random_states(seed, players=players))


@pytest.mark.parametrize("use", USES.values(), ids=USES)
def test_the_first_use_refuses_an_agenda_cut_in_the_middle(use: Callable[[ew.State], object]) -> None:
    state = next(state for state in states(0) if isinstance(state.pending, on.Top))
    cut = evolve(state, agenda=(*state.agenda[:-2], on.EndTurn()))
    with pytest.raises(UnsoundStateError) as caught:
        use(cut)
    assert [str(fault) for fault in caught.value.faults] == ["agenda[2]: EndTurn cannot be here in this phase"]


def test_the_outcome_of_an_end_made_by_hand_is_refused() -> None:
    state = states(0)[20]
    with pytest.raises(UnsoundStateError, match="the game is over after round 4, not 1"):
        ew.outcome(evolve(state, phase="over", agenda=()))


def test_a_sound_state_made_by_hand_is_checked_once(monkeypatch: pytest.MonkeyPatch) -> None:
    played = states(1)[40]
    state = evolve(played, chance=evolve(played.chance, key=5))
    checked: list[ew.State] = []
    check = soundness.check_state
    monkeypatch.setattr(soundness, "check_state", lambda state: (checked.append(state), check(state)))
    assert ew.legal_actions(state) == ew.legal_actions(played)
    for use in (ew.observe(state, 0), ew.scores(state), ew.apply(state, ew.legal_actions(state)[0])):
        assert use
    assert checked == [state]


def test_states_of_games_are_not_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor are those drawn from observations, copies, and those that were pickled."""
    monkeypatch.setattr(soundness, "check_state", None)
    rng = Random(2)
    for state in states(2):
        seen = ew.observe(state, state.active)
        pickled = pickle.loads(pickle.dumps(state))  # noqa: S301 - made here
        for other in (copy(state), pickled, ew.sample_hidden(seen, rng)):
            assert ew.legal_actions(other) == ew.legal_actions(state)
            assert ew.legal_actions(seen) == ew.legal_actions(state)
            assert ew.observe(other, state.active) == seen


def test_states_drawn_from_an_observation_made_by_hand_are_checked() -> None:
    state = next(state for state in states(0) if isinstance(state.pending, on.Top))
    seen = ew.observe(state, state.active)
    cut = evolve(seen, agenda=(*seen.agenda[:-2], on.EndTurn()))
    for use in (ew.legal_actions, lambda seen: ew.legal_actions(ew.sample_hidden(seen, Random(0)))):
        with pytest.raises(UnsoundStateError, match="EndTurn cannot be here"):
            use(cut)
    again = cairn_rules.loads(cairn_rules.dumps(seen), game=ew)
    assert ew.legal_actions(again) == ew.legal_actions(state)


def test_a_state_of_a_missing_seat_has_a_repr() -> None:
    assert "seat 9: " in repr(evolve(states(0)[20], active=9))


# Every attribute broken in turn

VALUES: list[Any] = [
    *(None, -1, 0, 1, 2, 7, 99, True, "", "x", "hunter", "C101", "rest", "hunt", "over", (), (1,), ("hunter",), ("x",)),
    *(((),), (0,), [], {}, 1.5, object(), on.Top(), (on.Top(),), (on.Ritual(99),), (on.StartIdol(9),), (True,) * 8),
    *((on.EclipseTurn(0),), (on.AfterAbility("x"),), (Benefit("what"),), (on.EndTurn(), Both(())), (ew.Hex(9, 9),)),
    *((("hunt", Benefit("tip")),), (ew.Megalith(ew.Spot(0, 0, 1), 7),), ((0, 1),) * 11),
]


def broken(state: ew.State, rng: Random) -> Iterator[ew.State]:
    """The state with another value of each attribute of its parts."""
    for each in fields(ew.State):
        yield evolve(state, **{each.name: rng.choice(VALUES)})
    for each in fields(ew.Table):
        yield evolve(state, table=evolve(state.table, **{each.name: rng.choice(VALUES)}))
    for each in fields(ew.ThisTurn):
        yield evolve(state, this_turn=evolve(state.this_turn, **{each.name: rng.choice(VALUES)}))
    for each in fields(ew.Player):
        seat = rng.randrange(len(state.players))
        player = evolve(state.players[seat], **{each.name: rng.choice(VALUES)})
        yield evolve(state, players=(*state.players[:seat], player, *state.players[seat + 1 :]))
    for length in range(len(state.agenda)):
        yield evolve(state, agenda=state.agenda[:length])


@pytest.mark.parametrize("seed", range(8))
def test_a_broken_attribute_is_refused_or_harmless(seed: int) -> None:
    """Whatever is used first, the error is one of the library, and a state that passes can be played to its end."""
    rng = Random(seed)
    for state in broken(rng.choice(states(seed, 1 + seed % 4)), rng):
        with suppress(CairnRulesError):
            rng.choice([*USES.values()])(state)
            assert ew.outcome(playout(state, rng)) is not None


def playout(state: ew.State, rng: Random) -> ew.State:
    """The end of a random game that goes on with a state."""
    while legal := ew.legal_actions(state):
        state = ew.apply(state, rng.choice(legal))
    return state
