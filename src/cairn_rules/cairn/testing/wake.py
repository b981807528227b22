"""A power is woken without a game that leads there."""

from __future__ import annotations

from cairn_rules.cairn.board import SHAMANS, Space
from cairn_rules.cairn.decisions import NEXT_TURN
from cairn_rules.cairn.megalith_data import When
from cairn_rules.cairn.state import NOBODY, State, draft


def woken(state: State, space: Space, owner: int) -> State:
    """The state in which the power of the megalith on a space is asked, whether or not it has options.

    It is as it would be when the megalith had been woken in its own way: by a shaman that has just
    arrived and counts as moved when it is the active player's, by one that has just left, or by
    the turn of the owner that comes next.
    """
    after = draft(state)
    bit = 1 << space
    after._pending = state._layout.power(bit, owner)
    wakes = state.megaliths[space].wakes
    if wakes is When.ARRIVING:
        after._moved = bit & state._own
    elif wakes is When.BEFORE_TURN:
        after._waiting = (NEXT_TURN,)
        after._extra = owner if owner == state._active else NOBODY
    return after


def woken_by(position: State, space: Space, *, enemy: bool) -> State:
    """The same for a shaman of the active player or of the enemy, which comes from anywhere where it is needed."""
    owner = 1 - position._active if enemy else position._active
    if position.megaliths[space].wakes is When.LEAVING:
        return woken(position, space, owner)
    state = with_shaman(position, 1 << space, enemy=enemy)
    return woken(state, space, state.tribe_on(space))


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
