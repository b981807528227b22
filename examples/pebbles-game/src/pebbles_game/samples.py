"""Example values of Pebbles, for documentation and tests."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from cairn_rules.manifest import Samples
from pebbles_game.notation import ACTIONS
from pebbles_game.rules import apply, new_game
from pebbles_game.state import Draw, Keep, State


def _states() -> Iterator[State]:
    """Yield a first state, one with drawn pebbles, one in which a wish is legal, and the end of a game."""
    state = new_game(seed=1, players=2)
    yield state
    yield apply(state, Draw())
    while not state.is_over:
        state = apply(state, Keep() if state.drawn else Draw())
        if state.piles[state.active] and not state.drawn and state.bag:
            yield state
    yield state


SAMPLES: Final = Samples(states=_states, actions=ACTIONS.examples)
"""The examples."""
