"""The strategies draw what they say, of every kind, and shrink to small boards. Default settings hold them to speed."""

from __future__ import annotations

from typing import get_args

import pytest
from hypothesis import HealthCheck, find, given, settings
from hypothesis import strategies as st

from cairn_rules import Match, Record, Registry, SetupError, cairn, dumps, loads
from cairn_rules.cairn import BASE_SET, LIGHT_SET, BuildMegalith, Space, State, UsePower, Variant
from cairn_rules.testing import PLAIN_STONES, actions, matches, positions, registries, states
from support.stones import CUSTOM, whirl
from support.subtraction import Subtraction

pytestmark = pytest.mark.slow

FRESH = settings(derandomize=True, database=None)
DEFAULT = settings(max_examples=100, deadline=2000, derandomize=True, suppress_health_check=())
"""As Hypothesis has them when nobody changes them."""


@pytest.mark.untraced
@settings(max_examples=100, deadline=2000)
@given(positions())
def test_positions_are_between_turns(state: State) -> None:
    assert isinstance(state.pending, cairn.ChooseAction | cairn.Over)
    assert set(state.megaliths.values()) <= set(BASE_SET)


@pytest.mark.untraced
@settings(max_examples=100)
@given(states())
def test_states_are_sound(state: State) -> None:
    assert loads(dumps(state)) == state


@settings(max_examples=50)
@given(positions(on_board=[whirl], variants=Variant(power_exit=True), megaliths=LIGHT_SET, going_on=True))
def test_stones_and_rules_can_be_asked_for(state: State) -> None:
    assert whirl in state.megaliths.values()
    assert state.variant == Variant(power_exit=True)
    assert set(state.megaliths.values()) <= {whirl, *LIGHT_SET}
    assert cairn.outcome(state) is None


@pytest.mark.untraced
@settings(max_examples=50)
@given(states(megaliths=CUSTOM, variants=st.just(Variant()), going_on=True), st.data())
def test_actions_are_legal(state: State, data: st.DataObject) -> None:
    action = data.draw(actions(state))
    assert action in cairn.legal_actions(state)
    assert state.variant == Variant()


@pytest.mark.untraced
@settings(max_examples=50)
@given(matches(starts=positions(going_on=True), most_decisions=4))
def test_matches_start_where_they_should(match: Match[State, cairn.Action]) -> None:
    assert match.seed is None
    assert len(match.history) <= 4
    assert tuple(Record.of(match).replay()) == match.states


@settings(max_examples=50)
@given(matches(Subtraction(3), most_decisions=20))
def test_matches_of_any_game(match: Match[tuple[int, int], int]) -> None:
    assert match.seed is not None
    assert match.state[0] == match.states[0][0] - sum(match.history)


@settings(max_examples=50)
@given(registries(including=[whirl]))
def test_registries_can_be_played_with(registry: Registry[cairn.Megalith]) -> None:
    assert registry.ids[0] == "whirl"
    assert len(cairn.new_game(seed=1, megaliths=registry).megaliths) == 2


@pytest.mark.untraced
def test_states_of_every_kind_are_drawn() -> None:
    """Nearly half of them in the middle of a turn."""
    drawn: list[State] = []

    @settings(FRESH, max_examples=400, suppress_health_check=list(HealthCheck))
    @given(states())
    def look(state: State) -> None:
        drawn.append(state)

    look()
    asked = [state.pending for state in drawn]
    assert sum(isinstance(each, UsePower | BuildMegalith | cairn.TransformOrPass) for each in asked) > 0.4 * len(drawn)
    assert {type(each) for each in asked} == set(get_args(cairn.state.pending.Pending))
    assert any(isinstance(state.pending, UsePower) and state.seen for state in drawn)
    assert any(isinstance(state.pending, UsePower) and state.pending.owner is not state.active for state in drawn)
    assert any(max(state.scores) == 3 for state in drawn)
    assert any(len(state.shamans) == 10 for state in drawn)
    assert any(state.tucked for state in drawn)
    assert any(state.variant.dawn_banishes and not state.variant.corner_exit for state in drawn)


@pytest.mark.untraced
def test_small_boards_come_first() -> None:
    """Nobody on the board, two megaliths on the first spaces, the rules as printed."""
    least = find(positions(), lambda _: True, settings=FRESH)
    assert (dict(least.shamans), tuple(least.megaliths), least.deck) == ({}, (Space.A1, Space.B1), ())
    assert (least.scores, least.variant, str(least.tiles)) == ((0, 0), Variant(), "wooe")
    crowded = find(positions(), lambda state: len(state.shamans) >= 3, settings=FRESH)
    assert tuple(crowded.shamans) == (Space.A1, Space.B1, Space.C1)
    begun = find(matches(), lambda match: match.history, settings=FRESH)
    assert (begun.seed, len(begun.history)) == (0, 1)
    assert find(matches(), lambda match: match.outcome is None, settings=FRESH).history == ()


@pytest.mark.untraced
def test_nothing_can_be_done_when_it_is_over() -> None:
    state = find(positions(), lambda state: cairn.outcome(state) is not None, settings=FRESH)
    assert actions(state).is_empty


def test_matches_may_be_over() -> None:
    over = find(matches(Subtraction(2), most_decisions=20), lambda match: match.outcome, settings=FRESH)
    assert over.legal_actions == ()


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: positions(megaliths=[whirl]), "at least two megaliths, not 1"),
        (lambda: states(megaliths=[]), "at least two megaliths, not 0"),
        (lambda: positions(on_board=list(BASE_SET)[:8]), "at most seven megaliths lie on a board, not 8"),
        (lambda: registries(megaliths=[whirl]), "at least two megaliths, not 1"),
    ],
)
def test_what_cannot_be_drawn_is_refused_at_once(make, message: str) -> None:
    with pytest.raises(SetupError, match=message):
        make()


def test_a_set_may_hold_no_more_than_it_must() -> None:
    pair = PLAIN_STONES[:2]
    least = find(registries(megaliths=pair, including=pair), lambda _: True, settings=FRESH)
    assert tuple(least) == pair
    assert find(positions(megaliths=pair), lambda _: True, settings=FRESH).scores == (0, 0)


@pytest.mark.untraced
@pytest.mark.parametrize("strategy", [positions(), states(), matches(), registries()])
def test_the_strategies_are_healthy_with_the_settings_of_hypothesis(strategy) -> None:
    """Its default profile: 100 examples, a deadline, every health check."""

    @settings(DEFAULT, database=None)
    @given(strategy)
    def drawn(value: object) -> None:
        assert value is not None

    drawn()
