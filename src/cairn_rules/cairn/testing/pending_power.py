"""The power that is pending in a state, and its effects, as the engine asks for them."""

from __future__ import annotations

from typing import Final, cast

from cairn_rules.cairn.actions import Effect
from cairn_rules.cairn.decorators import Power
from cairn_rules.cairn.effect_rules import covered, uncovered
from cairn_rules.cairn.pending import UsePower
from cairn_rules.cairn.state import State

MANY: Final = 2_000
"""Maximum number of options that a power may yield."""


def power_of(state: State) -> tuple[UsePower, Power]:
    """Return the pending decision of a power, and the function that lists its options."""
    pending = state._pending
    assert isinstance(pending, UsePower), "a power is pending"
    return pending, pending.megalith.powers[len(pending.chosen)]


def done(effect: Effect, state: State) -> State:
    """Apply an effect as the engine does, with the deck face down."""
    after: object = effect.apply(covered(state))
    return uncovered(state, after) if isinstance(after, State) else cast("State", after)
