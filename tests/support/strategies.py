"""Hypothesis strategies: sound positions of any set, and states in the middle of a turn."""

from __future__ import annotations

from hypothesis import assume
from hypothesis import strategies as st
from twelve_stones import STONES as TWELVE

from cairn_rules import Registry, cairn
from cairn_rules.cairn import BASE_SET, Megalith, Space, State, Tribe, Variant, make_state
from cairn_rules.cairn.testing.effect_checks import arguments as parts
from support.stones import CUSTOM

__all__ = ["ALL_STONES", "FACES", "interesting", "live_states", "parts", "positions", "states", "variants"]

ALL_STONES = tuple(BASE_SET | CUSTOM | Registry(TWELVE))
FACES = [f"{add}{move}{jump}{last}" for add in "wb" for move in "od" for jump in "oe" for last in "em"]

SCORES = [(sea, forest) for sea in range(3) for forest in range(3)] * 2 + [(3, 0), (1, 3)]
"""Nearly always of games that go on."""

variants = st.one_of(
    st.just(Variant()),
    st.builds(
        Variant,
        power_exit=st.booleans(),
        corner_exit=st.booleans(),
        transformation_trigger=st.sampled_from(["moved_by_you", "acted"]),
        transformation_mandatory=st.booleans(),
        dawn_banishes=st.booleans(),
    ),
)
"""The rules as printed in half of all cases, any other variant in the rest."""


@st.composite
def positions(draw: st.DrawFn, stones: tuple[Megalith, ...] = ALL_STONES) -> State:
    """A state between two turns: any sound position of a set of two or more megaliths."""
    scores = draw(st.sampled_from(SCORES))
    count = 2 + sum(scores)
    shuffled = draw(st.permutations(stones))
    chosen = shuffled[: draw(st.integers(count, len(stones)))]
    spaces = draw(st.permutations(Space))
    sea, forest = draw(st.sampled_from([(3, 3), (5, 4), (4, 5), (2, 3), (5, 5), (1, 2), (4, 1), (3, 0)]))
    standing = draw(st.permutations(Space))[: sea + forest]
    rest = chosen[count:]
    deck = tuple(rest[2:])
    return make_state(
        shamans={space: Tribe(index >= sea) for index, space in enumerate(standing)},
        megaliths=dict(zip(spaces, chosen[:count], strict=False)),
        upcoming=tuple(rest[:2]),
        deck=deck,
        tucked=draw(st.integers(0, len(deck))),
        tiles=cairn.new_game(seed=0, faces=draw(st.sampled_from(FACES))).tiles,
        scores=scores,
        active=draw(st.sampled_from(Tribe)),
        variant=draw(variants),
    )


@st.composite
def states(draw: st.DrawFn, stones: tuple[Megalith, ...] = ALL_STONES) -> State:
    """Any state, preferably one in the middle of a turn, where the decisions are rarest."""
    state = draw(positions(stones))
    for choice in draw(st.lists(st.integers(0, 10_000), min_size=draw(st.integers(0, 5)), max_size=5)):
        actions = interesting(state)
        if not actions:
            break
        state = cairn.apply(state, actions[choice % len(actions)])
    return state


def interesting(state: State) -> tuple[cairn.Action, ...]:
    """The legal actions after which the turn goes on, where there are any; else all."""
    actions = cairn.legal_actions(state)
    going_on = tuple(action for action in actions if cairn.apply(state, action).turn == state.turn)
    return going_on or actions


@st.composite
def live_states(draw: st.DrawFn, stones: tuple[Megalith, ...] = ALL_STONES) -> State:
    """A state in which somebody must decide."""
    state = draw(states(stones))
    assume(cairn.outcome(state) is None)
    return state
