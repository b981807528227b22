"""What a power can do with a shaman, a tile or a turn.

Every effect changes a state in which a power is being used. Effects of your own are best made by
applying these one after the other; see `cairn_rules.Effect`.
"""

from __future__ import annotations

from typing import final

from attrs import field, frozen

from cairn_rules.cairn.actions import Effect
from cairn_rules.cairn.bitboards import FIRST_ROW_BITS
from cairn_rules.cairn.board import TRIBES, VILLAGE, Destination, Space, as_destination, as_space
from cairn_rules.cairn.checked import one_of
from cairn_rules.cairn.decisions import build_on
from cairn_rules.cairn.drafts import draft
from cairn_rules.cairn.interned import Interned
from cairn_rules.cairn.pending import UsePower
from cairn_rules.cairn.queue import is_between_turns, joined, without_shaman
from cairn_rules.cairn.state import State
from cairn_rules.cairn.tiles import TILE_BITS, Tile
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
    counts = state._ground.variant.transformation_trigger == "moved_by_you"
    return by_active and counts and not is_between_turns(state._waiting)


def left_behind(state: State, origin: Space) -> tuple[UsePower, ...]:
    """What a shaman wakes by going away from a space (rule 12.2)."""
    ground = state._ground
    if not (ground.unusual and ground.leaving >> origin & 1):
        return ()
    return (ground.power(1 << origin, state.tribe_on(origin)),)


def _put(state: State, tribe: int, to: Space, *, moved: bool) -> None:
    """Put one more shaman on a free space of a draft; it waits to wake what it stands on."""
    bit = 1 << to
    if tribe == state._active:
        state._own |= bit
    else:
        state._enemy |= bit
    if moved:
        state._moved |= bit
    state._waiting = joined(state._waiting, to)


def _take(state: State, space: Space) -> None:
    """Take a space's shaman off the field of a draft."""
    rest = ~(1 << space)
    state._own &= rest
    state._enemy &= rest
    state._moved &= rest
    state._waiting = without_shaman(state._waiting, space)


@final
@frozen(eq=False)
class Banish(Interned, Effect):
    """Banish a shaman: it goes back to its village (rule 1.7)."""

    space: Space = field(converter=as_space)
    """Where it stands."""

    def apply(self, state: State) -> State:
        """The state without that shaman."""
        if not (state._own | state._enemy) >> self.space & 1:
            raise refusal(state, self, f"no shaman stands on {self.space}")
        after = begun(state)
        _take(after, self.space)
        return after

    @property
    def notation(self) -> str:
        """Such as `xa5`."""
        return f"x{self.space}"


@final
@frozen(eq=False)
class Relocate(Interned, Effect):
    """Move a shaman to a free space, or out where the variant lets powers do that (rules 6.4, 6.6)."""

    origin: Space = field(converter=as_space)
    """Where it stands."""
    to: Destination = field(converter=as_destination)
    """A free space, or `VILLAGE`."""

    def apply(self, state: State) -> State:
        """The state with that shaman on its new space, where it wakes what it stands on when the power is finished."""
        origin, to = self.origin, self.to
        here = 1 << origin
        occupied = state._own | state._enemy
        if not occupied & here:
            raise refusal(state, self, f"no shaman stands on {origin}")
        tribe = state.tribe_on(origin)
        after = begun(state)
        if to is VILLAGE:
            if not can_leave(state, tribe, origin):
                raise refusal(state, self, f"a power cannot move a shaman out from {origin}")
            _take(after, origin)
            after._waiting = joined(after._waiting, *left_behind(state, origin), build_on(origin, TRIBES[tribe]))
            return after
        there = 1 << to
        if occupied & there:
            raise refusal(state, self, f"{to} is occupied")
        if tribe == state._active:
            after._own ^= here | there
        else:
            after._enemy ^= here | there
        if state._moved & here or marks_as_moved(state):
            after._moved = state._moved & ~here | there
        after._waiting = joined(without_shaman(state._waiting, origin), *left_behind(state, origin), to)
        return after

    @property
    def notation(self) -> str:
        """Such as `d4>d3`, or `d4>x`."""
        return f"{self.origin}>{self.to}"


def can_leave(state: State, tribe: int, space: Space) -> bool:
    """Whether a step made by a power can take a shaman out of the field (rule 6.6)."""
    return state._ground.variant.power_exit and bool(FIRST_ROW_BITS[1 - tribe] >> space & 1)


@final
@frozen(eq=False)
class Summon(Interned, Effect):
    """Add a shaman of the power's owner from the village to a space without one (rule 7.2).

    Where the variant lets Cairn of Dawn banish, an enemy may stand on the space; it is banished.
    """

    to: Space = field(converter=as_space)
    """Where it is put."""

    def apply(self, state: State) -> State:
        """The state with one more shaman of the power's owner, which wakes what it stands on."""
        owner = power_used(state).owner
        if not state.villages[owner]:
            raise refusal(state, self, f"the {owner} village is empty")
        after = begun(state)
        if state.bits_of(1 - owner) >> self.to & 1 and state._ground.variant.dawn_banishes:
            _take(after, self.to)
        if (after._own | after._enemy) >> self.to & 1:
            raise refusal(state, self, f"{self.to} is occupied")
        _put(after, owner, self.to, moved=marks_as_moved(state))
        return after

    @property
    def notation(self) -> str:
        """Such as `&a1`."""
        return f"&{self.to}"


@final
@frozen(eq=False)
class FlipTile(Interned, Effect):
    """Turn over one of the three action tiles (rule 7.13)."""

    tile: Tile = field(validator=one_of(*Tile))
    """Which one."""

    def apply(self, state: State) -> State:
        """The state with that tile turned over."""
        after = begun(state)
        after._faces ^= TILE_BITS[self.tile]
        return after

    @property
    def notation(self) -> str:
        """`!add`, `!move` or `!jump`."""
        return f"!{self.tile.value}"


@final
@frozen(eq=False)
class TakeExtraTurn(Interned, Effect):
    """Give the next turn to the power's owner; the last one to do so in a turn gets it (rule 7.4)."""

    def apply(self, state: State) -> State:
        """The state after which it is the owner's turn."""
        after = begun(state)
        after._extra = int(power_used(state).owner)
        return after

    @property
    def notation(self) -> str:
        """`again`."""
        return "again"
