"""States in which a power is used: changed step by step, and with the deck face down for custom effects."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache

from cairn_rules.cairn.actions import Effect
from cairn_rules.cairn.bitboards import FIRST_ROW_BITS
from cairn_rules.cairn.board import TRIBES, VILLAGE, Destination, Space
from cairn_rules.cairn.decisions import build_on, is_between_turns, joined, without_shaman
from cairn_rules.cairn.layout import Layout
from cairn_rules.cairn.megalith_data import Megalith, StoneColour
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


def covered(state: State) -> State:
    """Return the state with megaliths of no name in place of those that nobody knows, the top of the deck first."""
    after = draft(state)
    after._layout = _covered_layout(state._layout)
    return after


def uncovered(state: State, after: State) -> State:
    """Return a state that was reached from the covered one with its real megaliths again.

    Args:
        state: The state before, in which the real megaliths are.
        after: The state that was reached from `covered(state)`.

    Raises:
        PowerError: if a megalith that nobody has seen yet has to be used.
    """
    revealed = draft(after)
    layout = after._layout
    if layout == _covered_layout(state._layout):
        revealed._layout = state._layout
        return revealed
    hidden = len(state.deck) - state.tucked
    real = dict(zip(_face_down(hidden), state.deck, strict=False))
    for waiting in after._waiting:
        if isinstance(waiting, UsePower) and waiting.megalith in real:
            raise PowerError(f"the power of the megalith that was drawn to {waiting.space} cannot be used unseen")
    revealed._layout = Layout(
        tuple([(space, real.get(stone, stone)) for space, stone in layout.stones]),
        _real(layout.upcoming, real),
        _real(layout.deck, real),
        layout.tucked,
        layout.scores,
        layout.variant,
    )
    return revealed


def keeps_deck(before: State, after: State) -> bool:
    """Return whether a deck was only drawn from, at the top, and put under, where everybody sees it (rule 2.7)."""
    old, new = before.deck, after.deck
    drawn = old.index(new[0]) if new and new[0] in old else len(old)
    kept = len(old) - drawn
    return new[:kept] == old[drawn:] and after.tucked == min(before.tucked, kept) + len(new) - kept


def _real(stones: Iterable[Megalith], real: dict[Megalith, Megalith]) -> tuple[Megalith, ...]:
    return tuple([real.get(stone, stone) for stone in stones])


@lru_cache(maxsize=4096)
def _covered_layout(layout: Layout) -> Layout:
    hidden = len(layout.deck) - layout.tucked
    deck = (*_face_down(hidden), *layout.deck[hidden:])
    return Layout(layout.stones, layout.upcoming, deck, layout.tucked, layout.scores, layout.variant)


@cache
def _face_down(count: int) -> tuple[Megalith, ...]:
    """Return so many megaliths of no name."""
    return tuple(
        Megalith(
            id=f"face-down.{place}",
            name="Face-down megalith",
            text="Nobody knows which one it is.",
            stone=StoneColour.LIGHT,
            powers=(_no_power,),
        )
        for place in range(1, count + 1)
    )


def _no_power(_: object) -> tuple[Effect, ...]:
    return ()
