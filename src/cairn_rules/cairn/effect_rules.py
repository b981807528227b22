"""What effects are made of: a state in which a power is used, changed step by step."""

from __future__ import annotations

from cairn_rules.cairn.actions import Effect
from cairn_rules.cairn.bitboards import FIRST_ROW_BITS
from cairn_rules.cairn.board import TRIBES, VILLAGE, Destination, Space
from cairn_rules.cairn.decisions import build_on, is_between_turns, joined, without_shaman
from cairn_rules.cairn.pending import UsePower
from cairn_rules.cairn.state import State, draft
from cairn_rules.errors import PowerError


def power_used(state: State) -> UsePower:
    """The power that an effect is an option of.

    Raises:
        PowerError: when no power is used in the state.
    """
    pending = state._pending
    if isinstance(pending, UsePower):
        return pending
    raise PowerError(f"an effect needs a state in which a power is used, not one that asks {pending}")


def begun(state: State) -> State:
    """A draft of a state in which a power is used, for an effect to change.

    Raises:
        PowerError: when no power is used in the state.
    """
    power_used(state)
    return draft(state)


def refusal(state: State, effect: Effect, why: str) -> PowerError:
    """The error for an effect that cannot be done, which its megalith should not have offered."""
    power = power_used(state)
    return PowerError(f"{power.megalith.id!r} on {power.space} offers {effect.notation}, but {why}")


def marks_as_moved(state: State) -> bool:
    """Whether a shaman counts as moved because this power moves it (rules 8.3, 12.3)."""
    by_active = power_used(state).owner == state._active
    counts = state._layout.variant.transformation_trigger == "moved_by_you"
    return by_active and counts and not is_between_turns(state._waiting)


def left_behind(state: State, origin: Space) -> tuple[UsePower, ...]:
    """What a shaman wakes by going away from a space (rule 12.2)."""
    layout = state._layout
    if not (layout.unusual and layout.leaving >> origin & 1):
        return ()
    return (layout.power(1 << origin, state.tribe_on(origin)),)


def _take(state: State, space: Space) -> None:
    """Take a space's shaman off the field of a draft."""
    rest = ~(1 << space)
    state._own &= rest
    state._enemy &= rest
    state._moved &= rest
    state._waiting = without_shaman(state._waiting, space)


def banished(state: State, effect: Effect, space: Space) -> State:
    """The state after an effect banished a shaman; see `Banish`."""
    if not (state._own | state._enemy) >> space & 1:
        raise refusal(state, effect, f"no shaman stands on {space}")
    after = begun(state)
    _take(after, space)
    return after


def summoned(state: State, effect: Effect, to: Space) -> State:
    """The state after an effect added a shaman of the power's owner; see `Summon`."""
    owner = power_used(state).owner
    if not state.villages[owner]:
        raise refusal(state, effect, f"the {owner} village is empty")
    after = begun(state)
    if state.bits_of(1 - owner) >> to & 1 and state._layout.variant.dawn_banishes:
        _take(after, to)
    bit = 1 << to
    if (after._own | after._enemy) & bit:
        raise refusal(state, effect, f"{to} is occupied")
    if owner == state._active:
        after._own |= bit
    else:
        after._enemy |= bit
    if marks_as_moved(state):
        after._moved |= bit
    after._waiting = joined(after._waiting, to)
    return after


def relocated(state: State, effect: Effect, origin: Space, to: Destination) -> State:
    """The state after an effect moved a shaman; see `Relocate`."""
    here = 1 << origin
    occupied = state._own | state._enemy
    if not occupied & here:
        raise refusal(state, effect, f"no shaman stands on {origin}")
    tribe = state.tribe_on(origin)
    after = begun(state)
    if to is VILLAGE:
        if not can_leave(state, tribe, origin):
            raise refusal(state, effect, f"a power cannot move a shaman out from {origin}")
        _take(after, origin)
        after._waiting = joined(after._waiting, *left_behind(state, origin), build_on(origin, TRIBES[tribe]))
        return after
    there = 1 << to
    if occupied & there:
        raise refusal(state, effect, f"{to} is occupied")
    if tribe == state._active:
        after._own ^= here | there
    else:
        after._enemy ^= here | there
    if state._moved & here or marks_as_moved(state):
        after._moved = state._moved & ~here | there
    if state._waiting or state._layout.unusual:
        after._waiting = joined(without_shaman(state._waiting, origin), *left_behind(state, origin), to)
    else:  # nearly always
        after._waiting = (to,)
    return after


def can_leave(state: State, tribe: int, space: Space) -> bool:
    """Whether a step made by a power can take a shaman out of the field (rule 6.6)."""
    return state._layout.variant.power_exit and bool(FIRST_ROW_BITS[1 - tribe] >> space & 1)
