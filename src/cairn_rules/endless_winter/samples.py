"""Example states and actions of Endless Winter, for documentation and tests."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final

from cairn_rules.endless_winter.effects import Benefit
from cairn_rules.endless_winter.rules.rules import apply, legal_actions, new_game
from cairn_rules.endless_winter.state.actions import Decline, End
from cairn_rules.endless_winter.state.state import State
from cairn_rules.endless_winter.texts.notation import ACTIONS
from cairn_rules.endless_winter.variant import Variant
from cairn_rules.manifest import Samples

_GAMES: Final = 12
"""Number of games that the states come from, enough for every kind of decision of the built-in pack."""
_VARIANTS: Final = (
    Variant(),
    Variant(draft="chief", second_culture_card="discard"),
    Variant(chief_side="choice", rest_tips=True),
    Variant(draft="setup", middle_repeatable=False),
)
_WAITING: Final = 0.5
"""Share of the decisions in which an active action is preferred to ending a step, so that games progress."""


def _kind(state: State) -> object:
    frame = state.pending
    return (frame.kind if isinstance(frame, Benefit) else type(frame)), state.this_turn.column


def _states() -> Iterator[State]:
    """Yield the first state of random games that asks for each kind of decision."""
    seen: set[object] = set()
    for seed in range(_GAMES):
        rng = Random(seed)
        state = new_game(seed=seed, players=1 + seed % 4, variant=_VARIANTS[seed % 3 if seed % 4 else 3])
        while True:
            kind = _kind(state)
            if kind not in seen:
                seen.add(kind)
                yield state
            legal = legal_actions(state)
            if not legal:
                break
            active = [action for action in legal if not isinstance(action, End | Decline)]
            state = apply(state, rng.choice(active if active and rng.random() < _WAITING else legal))


SAMPLES: Final[Samples[State]] = Samples(states=_states, actions=ACTIONS.examples)
