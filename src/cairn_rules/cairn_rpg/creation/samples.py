"""Example states and actions, for documentation and tests."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from cairn_rules.cairn_rpg.creation.actions import Choose
from cairn_rules.cairn_rpg.creation.notation import ACTIONS
from cairn_rules.cairn_rpg.creation.rules import apply, legal_actions, new_game
from cairn_rules.cairn_rpg.creation.state import State, decision
from cairn_rules.cairn_rpg.creation.steps import Step
from cairn_rules.manifest import Samples


def _states() -> Iterator[State]:
    """Yield a state for each step of a party: one with a private omen, one that buys, one with too few slots."""
    state = new_game(seed=1, players=3)
    background = tuple(state.content.backgrounds).index
    choices = {
        (0, Step.BACKGROUND): background("foundling") + 1,
        (1, Step.BACKGROUND): background("kettlewright") + 1,
        (1, Step.TABLE_1): 2,
        (2, Step.BACKGROUND): background("fieldwarden") + 1,
        (2, Step.TABLE_1): 3,
        (2, Step.TABLE_2): 3,
        (2, Step.BOND): 1,
        (2, Step.SECOND_BOND): 18,
    }
    seen: set[Step] = set()
    while due := decision(state):
        if due[1] not in seen:
            seen.add(due[1])
            yield state
        row = choices.get(due)
        state = apply(state, legal_actions(state)[0] if row is None else Choose(due[1], row))
    yield state


SAMPLES: Final[Samples[State]] = Samples(states=_states, actions=ACTIONS.examples)
