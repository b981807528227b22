"""A power is woken without a game that leads there."""

from __future__ import annotations

from cairn_rules.cairn.board import SHAMANS, Space
from cairn_rules.cairn.drafts import draft
from cairn_rules.cairn.state import State


def woken(state: State, space: Space) -> State:
    """The state in which the shaman on a space wakes the megalith there, whether or not it has options.

    The shaman counts as moved when it is the active player's.
    """
    after = draft(state)
    bit = 1 << space
    after._pending = state._ground.power(bit, state.tribe_on(space))
    after._moved = bit & state._own
    return after


def with_shaman(position: State, bit: int, *, enemy: bool) -> State:
    """The position with somebody on a space; one of five shamans comes from the highest space."""
    if (position._own | position._enemy) & bit:
        return position
    after = draft(position)
    bits = position._enemy if enemy else position._own
    if bits.bit_count() == SHAMANS:
        bits ^= 1 << bits.bit_length() - 1
    if enemy:
        after._enemy = bits | bit
    else:
        after._own = bits | bit
    return after
