"""State changes that effects are made of, and the face-down deck that custom effects receive."""

from __future__ import annotations

from functools import cache, lru_cache

from cairn_rules.cairn.state.actions import Effect
from cairn_rules.cairn.state.bitboards import FIRST_ROW_BITS
from cairn_rules.cairn.state.board import TRIBES, VILLAGE, Destination, Space
from cairn_rules.cairn.state.layout import Layout
from cairn_rules.cairn.state.megalith_data import Megalith, StoneColour
from cairn_rules.cairn.state.pending import UsePower
from cairn_rules.cairn.state.pending_queue import build_on, is_between_turns, joined, without_shaman
from cairn_rules.cairn.state.state import State, draft
from cairn_rules.errors import PowerError


def power_used(state: State) -> UsePower:
    """Return the power that is being used. Raise a `PowerError` if no power is being used in the state."""
    pending = state._pending
    if isinstance(pending, UsePower):
        return pending
    raise PowerError(
        f"an effect can only be applied while a power is used; the pending decision is {type(pending).__name__}"
    )


def begun(state: State) -> State:
    """Return a draft of a state in which a power is being used, for an effect to change.

    Raises:
        PowerError: if no power is being used in the state.
    """
    power_used(state)
    return draft(state)


def refusal(state: State, effect: Effect, why: str) -> PowerError:
    """Return the error for an impossible effect, which its megalith should not have offered."""
    power = power_used(state)
    return PowerError(f"{power.megalith.id!r} on {power.space} offers {effect.notation}, but {why}")


def marks_as_moved(state: State) -> bool:
    """Return whether shamans that this power moves count as moved (rules 8.3, 12.3)."""
    by_active = power_used(state).owner == state._active
    counts = state._layout.variant.transformation_trigger == "moved_by_you"
    return by_active and counts and not is_between_turns(state._waiting)


def left_behind(state: State, origin: Space) -> tuple[UsePower, ...]:
    """Return the power that a shaman wakes by leaving a space, as a tuple of at most one (rule 12.2)."""
    layout = state._layout
    if not (layout.unusual and layout.leaving >> origin & 1):
        return ()
    return (layout.power(1 << origin, state.tribe_on(origin)),)


def _take(state: State, space: Space) -> None:
    """Remove the shaman on a space from a draft."""
    rest = ~(1 << space)
    state._own &= rest
    state._enemy &= rest
    state._moved &= rest
    state._waiting = without_shaman(state._waiting, space)


def banished(state: State, effect: Effect, space: Space) -> State:
    """Return the state with a shaman banished; see `Banish`."""
    if not (state._own | state._enemy) >> space & 1:
        raise refusal(state, effect, f"no shaman stands on {space}")
    after = begun(state)
    _take(after, space)
    return after


def summoned(state: State, effect: Effect, to: Space) -> State:
    """Return the state with a shaman of the power's owner added; see `Summon`."""
    # 1. the village has a shaman, and the space is free or its enemy may be banished
    owner = power_used(state).owner
    if not state.villages[owner]:
        raise refusal(state, effect, f"the {owner} village is empty")
    after = begun(state)
    if state.bits_of(1 - owner) >> to & 1 and state._layout.variant.dawn_banishes:
        _take(after, to)
    bit = 1 << to
    if (after._own | after._enemy) & bit:
        raise refusal(state, effect, f"{to} is occupied")
    # 2. the shaman is added, perhaps counts as moved, and waits to wake a megalith
    if owner == state._active:
        after._own |= bit
    else:
        after._enemy |= bit
    if marks_as_moved(state):
        after._moved |= bit
    after._waiting = joined(after._waiting, to)
    return after


def relocated(state: State, effect: Effect, origin: Space, to: Destination) -> State:
    """Return the state with a shaman moved; see `Relocate`."""
    here = 1 << origin
    occupied = state._own | state._enemy
    if not occupied & here:
        raise refusal(state, effect, f"no shaman stands on {origin}")
    tribe = state.tribe_on(origin)
    after = begun(state)
    # 1. out of the board: the shaman goes to its village, and a build waits
    if to is VILLAGE:
        if not can_leave(state, tribe, origin):
            raise refusal(state, effect, f"a power cannot move the shaman on {origin} out of the board")
        _take(after, origin)
        after._waiting = joined(after._waiting, *left_behind(state, origin), build_on(origin, TRIBES[tribe]))
        return after
    # 2. to a free space
    there = 1 << to
    if occupied & there:
        raise refusal(state, effect, f"{to} is occupied")
    if tribe == state._active:
        after._own ^= here | there
    else:
        after._enemy ^= here | there
    if state._moved & here or marks_as_moved(state):
        after._moved = state._moved & ~here | there
    # 3. the arrival waits to wake a megalith, after any power woken by leaving
    if state._waiting or state._layout.unusual:
        after._waiting = joined(without_shaman(state._waiting, origin), *left_behind(state, origin), to)
    else:  # by far the most frequent case
        after._waiting = (to,)
    return after


def can_leave(state: State, tribe: int, space: Space) -> bool:
    """Return whether a power may move a shaman of a tribe from a space out of the board (rule 6.6)."""
    return state._layout.variant.power_exit and bool(FIRST_ROW_BITS[1 - tribe] >> space & 1)


def covered(state: State) -> State:
    """Return the state with numbered placeholders for the unknown megaliths of the deck, from the top."""
    after = draft(state)
    after._layout = _covered_layout(state._layout)
    return after


def uncovered(state: State, after: State) -> State:
    """Return a state that was reached from the covered one with the real megaliths restored.

    Args:
        state: The original state, with the real megaliths.
        after: The state that was reached from `covered(state)`.

    Raises:
        PowerError: if the power of a placeholder is about to be used.
    """
    # 1. most effects leave the layout unchanged
    revealed = draft(after)
    layout = after._layout
    if layout == _covered_layout(state._layout):
        revealed._layout = state._layout
        return revealed
    # 2. a placeholder on the board has no power to use
    hidden = len(state.deck) - state.tucked
    real = dict(zip(_face_down(hidden), state.deck, strict=False))
    for waiting in after._waiting:
        if isinstance(waiting, UsePower) and waiting.megalith in real:
            raise PowerError(
                f"an effect cannot use the megalith on {waiting.space}: it was drawn from the deck and is still unknown"
            )
    # 3. the real megaliths replace the placeholders
    revealed._layout = layout.swapped(real)
    return revealed


def keeps_deck(before: State, after: State) -> bool:
    """Return whether the deck only lost megaliths at the top and gained known ones at the bottom (rule 2.7)."""
    old, new = before.deck, after.deck
    drawn = old.index(new[0]) if new and new[0] in old else len(old)
    kept = len(old) - drawn
    return new[:kept] == old[drawn:] and after.tucked == min(before.tucked, kept) + len(new) - kept


@lru_cache(maxsize=4096)
def _covered_layout(layout: Layout) -> Layout:
    hidden = len(layout.deck) - layout.tucked
    return layout.with_deck((*_face_down(hidden), *layout.deck[hidden:]))


@cache
def _face_down(count: int) -> tuple[Megalith, ...]:
    """Return placeholders for unknown megaliths."""
    return tuple(
        Megalith(
            id=f"face-down.{place}",
            name="Face-down megalith",
            text="An unknown megalith.",
            stone=StoneColour.LIGHT,
            powers=(_no_power,),
        )
        for place in range(1, count + 1)
    )


def _no_power(_: object) -> tuple[Effect, ...]:
    return ()
