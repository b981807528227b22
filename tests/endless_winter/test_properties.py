"""Whole games at random, by the built-in pack and by random ones: what holds at every decision (section 13)."""

from __future__ import annotations

import pickle
from random import Random

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from cairn_rules import endless_winter as ew
from cairn_rules.endless_winter.players.purposeful import PurposefulPlayer
from cairn_rules.endless_winter.state.state import State
from support.endless_winter.games import random_states
from support.endless_winter.invariants import all_variants, check_groups, check_state, check_step
from support.endless_winter.packs import random_pack

seeds = st.integers(0, 2**32 - 1)
VARIANTS = all_variants()
games = settings(max_examples=settings().max_examples // 6, phases=(Phase.explicit, Phase.reuse, Phase.generate))
"""A sixth of the usual number of examples, each a whole game, which a smaller seed does not make shorter."""


def playout(state: State, rng: Random, *, groups: bool = False, look: float = 0.04) -> State:
    """Play a game at random and check each decision; some of them closely.

    Args:
        state: The start.
        rng: The chance of the choices.
        groups: Whether all groups of Megaliths touch a starting space.
        look: The share of decisions at which all actions are tried.
    """
    decisions = 0
    while True:
        check_state(state)
        legal = ew.legal_actions(state)
        if state.phase == "over":
            break
        assert legal
        assert len({*legal}) == len(legal)
        action = rng.choice(legal)
        if rng.random() < look:
            look_closely(state)
        after = ew.apply(state, action)
        check_step(state, after)
        state = after
        decisions += 1
    if groups:
        check_groups(state)
    assert decisions <= 3000
    assert ew.legal_actions(state) == ()
    outcome = ew.outcome(state)
    assert outcome is not None
    assert outcome.scores == tuple(score.total for score in ew.scores(state))[: state.seats]
    return state


def look_closely(state: State) -> None:
    """Check that every action applies, leaves the state as it was, and has one result, also in a copy."""
    text = pickle.dumps(state)
    copy = pickle.loads(text)  # noqa: S301 - our own
    assert copy == state
    assert hash(copy) == hash(state)
    assert ew.outcome(state) is None
    legal = ew.legal_actions(state)
    assert ew.legal_actions(copy) == legal
    for action in legal:
        after = ew.apply(state, action)
        assert after != state
        check_step(state, after)
        check_state(after)
    assert pickle.dumps(state) == text
    assert ew.apply(copy, legal[-1]) == ew.apply(state, legal[-1])


@games
@given(
    seed=seeds,
    players=st.integers(1, 4),
    variant=st.sampled_from(VARIANTS),
    layout=st.sampled_from([*ew.default_pack().layouts]),
)
def test_every_game(seed, players, variant, layout):
    """All pieces are kept, nothing is negative, and the game ends after four rounds (rule 13.3)."""
    state = ew.new_game(seed=seed, players=players, variant=variant, layout=layout)
    state = playout(state, Random(seed), groups=True)
    assert (state.round, state.turn) == (4, 12 * len(state.players))


@games
@given(seed=seeds, players=st.integers(1, 4), variant=st.sampled_from(VARIANTS))
def test_every_game_with_random_packs(seed, players, variant):
    """With any content there is no dead end (rule 13.3.11)."""
    rng = Random(seed)
    pack = random_pack(rng)
    layout = rng.choice([*pack.layouts])
    playout(ew.new_game(seed=seed, players=players, variant=variant, layout=layout, content=pack), rng)


def test_successors_are_the_legal_actions_with_their_states():
    """Until the end, where there are none."""
    for state in [*random_states(3)][::5] + [*random_states(4, players=3)][-5:]:
        expected = tuple((action, ew.apply(state, action)) for action in ew.legal_actions(state))
        assert ew.successors(state) == expected


@pytest.mark.parametrize("players", [1, 3])
def test_games_with_a_purpose(players):
    """They reach what random games hardly do: all spaces for Sacred Stones, and a large Burial Ground."""
    state, player = ew.new_game(seed=players, players=players), PurposefulPlayer(ew, seed=1)
    while state.phase != "over":
        check_state(state)
        after = ew.apply(state, player.choose(ew.observe(state, state.active)))
        check_step(state, after)
        state = after
    check_state(state)
    assert max(len(each.stones) for each in state.players) == state.pack.limits.stones_per_player
    assert max(len(each.buried) + len(each.buried_openly) for each in state.players) >= 6
