"""Example states and actions of Korrigans, for documentation and tests."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final

from cairn_rules.korrigans.rules.rules import apply, legal_actions
from cairn_rules.korrigans.rules.setup import new_game
from cairn_rules.korrigans.state.state import State
from cairn_rules.korrigans.texts.notation import ACTIONS
from cairn_rules.manifest import Samples

_GAMES: Final = 40
"""Number of random games that the states come from, enough for every kind of decision."""


def _states() -> Iterator[State]:
    """Yield the first state of random games that asks for each kind of decision."""
    seen: set[type] = set()
    for seed in range(_GAMES):
        rng, state = Random(seed), new_game(seed=seed, players=2 + seed % 4)
        while True:
            if type(state.pending) not in seen:
                seen.add(type(state.pending))
                yield state
            legal = legal_actions(state)
            if not legal:
                break
            state = apply(state, rng.choice(legal))


SAMPLES: Final[Samples[State]] = Samples(states=_states, actions=ACTIONS.examples)
