"""What a power can do with a shaman, a tile or a turn.

Every effect changes a state in which a power is being used. Effects of your own are best made by
applying these one after the other; see `cairn_rules.Effect`.
"""

from __future__ import annotations

from typing import final

from attrs import field, frozen

from cairn_rules.cairn.actions import Effect
from cairn_rules.cairn.board import Destination, Space, as_destination, as_space
from cairn_rules.cairn.changing import banished, begun, power_used, relocated, summoned
from cairn_rules.cairn.interned import Interned
from cairn_rules.cairn.state import State
from cairn_rules.cairn.tiles import TILE_BITS, Tile
from cairn_rules.checked import one_of


@final
@frozen(eq=False)
class Banish(Interned, Effect):
    """Banish a shaman: it goes back to its village (rule 1.7).

    Example:
        >>> import cairn_rules as cairn
        >>> state = cairn.parse_position("4f/5/1f3/2s2/5 s wooe c3=alley,d3=dawn deer,menhir - 0-0")
        >>> state = cairn.apply(state, cairn.parse_action("c2-c3", state))
        >>> cairn.legal_actions(state)                  # what Alley of Dusk yields
        (Banish(space=B3),)
    """

    space: Space = field(converter=as_space)
    """Where it stands."""

    def apply(self, state: State) -> State:
        """The state without that shaman."""
        return banished(state, self, self.space)

    @property
    def notation(self) -> str:
        """Such as `xa5`."""
        return f"x{self.space}"


@final
@frozen(eq=False)
class Relocate(Interned, Effect):
    """Move a shaman to a free space, or out where the variant lets powers do that (rules 6.4, 6.6).

    Example:
        >>> from cairn_rules import Relocate, Space
        >>> Relocate(Space.D4, Space.D3).notation
        'd4>d3'
    """

    origin: Space = field(converter=as_space)
    """Where it stands."""
    to: Destination = field(converter=as_destination)
    """A free space, or `VILLAGE`."""

    def apply(self, state: State) -> State:
        """The state with that shaman on its new space, where it wakes what it stands on when the power is finished."""
        return relocated(state, self, self.origin, self.to)

    @property
    def notation(self) -> str:
        """Such as `d4>d3`, or `d4>x`."""
        return f"{self.origin}>{self.to}"


@final
@frozen(eq=False)
class Summon(Interned, Effect):
    """Add a shaman of the power's owner from the village to a space without one (rule 7.2).

    Where the variant lets Cairn of Dawn banish, an enemy may stand on the space; it is banished.

    Example:
        >>> from cairn_rules import Space, Summon
        >>> Summon(Space.A1).notation
        '&a1'
    """

    to: Space = field(converter=as_space)
    """Where it is put."""

    def apply(self, state: State) -> State:
        """The state with one more shaman of the power's owner, which wakes what it stands on."""
        return summoned(state, self, self.to)

    @property
    def notation(self) -> str:
        """Such as `&a1`."""
        return f"&{self.to}"


@final
@frozen(eq=False)
class FlipTile(Interned, Effect):
    """Turn over one of the three action tiles (rule 7.13).

    Example:
        >>> from cairn_rules import FlipTile, Tile
        >>> FlipTile(Tile.ADD).notation
        '!add'
    """

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
    """Give the next turn to the power's owner; the last one to do so in a turn gets it (rule 7.4).

    Example:
        >>> from cairn_rules import TakeExtraTurn
        >>> TakeExtraTurn().notation
        'again'
    """

    def apply(self, state: State) -> State:
        """The state after which it is the owner's turn."""
        after = begun(state)
        after._extra = int(power_used(state).owner)
        return after

    @property
    def notation(self) -> str:
        """`again`."""
        return "again"
