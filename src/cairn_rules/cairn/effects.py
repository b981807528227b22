"""What a power can do with a shaman, a tile or a turn.

Every effect changes a state in which a power is being used. Effects of your own are best made by
applying these one after the other; see `cairn_rules.Effect`.
"""

from __future__ import annotations

from typing import final

from attrs import field, frozen

from cairn_rules.cairn.actions import Interned, LibraryEffect
from cairn_rules.cairn.board import Destination, Space, as_destination, as_space
from cairn_rules.cairn.effect_rules import banished, begun, power_used, refusal, relocated, summoned
from cairn_rules.cairn.megalith_data import Megalith
from cairn_rules.cairn.state import State
from cairn_rules.cairn.tiles import TILE_BITS, Tile
from cairn_rules.checks import fits, is_of, one_of
from cairn_rules.errors import DefinitionError


@final
@frozen(eq=False)
class Banish(Interned, LibraryEffect):
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
class Relocate(Interned, LibraryEffect):
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
class Summon(Interned, LibraryEffect):
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
class FlipTile(Interned, LibraryEffect):
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
class TakeExtraTurn(Interned, LibraryEffect):
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


@final
@frozen(eq=False)
class SlideMegalith(Interned, LibraryEffect):
    """Move a megalith to a space without one; shamans do not matter and nothing wakes (rules 7.8, 6.9).

    Example:
        >>> from cairn_rules import SlideMegalith, Space
        >>> SlideMegalith(Space.B3, Space.B4).notation
        'b3~b4'
    """

    origin: Space = field(converter=as_space)
    """Where it lies."""
    to: Space = field(converter=as_space)
    """Where it goes."""

    def apply(self, state: State) -> State:
        """The state with that megalith on its new space."""
        megaliths = dict(state.megaliths)
        if self.origin not in megaliths:
            raise refusal(state, self, f"no megalith lies on {self.origin}")
        if self.to in megaliths:
            raise refusal(state, self, f"a megalith already lies on {self.to}")
        megaliths[self.to] = megaliths.pop(self.origin)
        after = begun(state)
        after._layout = state._layout.arranged(megaliths)
        return after

    @property
    def notation(self) -> str:
        """Such as `b3~b4`."""
        return f"{self.origin}~{self.to}"


def _in_space_order(swap: SwapMegaliths) -> None:
    if swap.first == swap.second:
        raise DefinitionError(f"a swap needs two spaces, not {swap.first} twice")
    first, second = sorted((swap.first, swap.second))
    object.__setattr__(swap, "first", first)
    object.__setattr__(swap, "second", second)


@final
@frozen(eq=False)
class SwapMegaliths(Interned, LibraryEffect):
    """Exchange two megaliths; the pair has no order, and nothing wakes (rules 7.10, 6.9).

    Raises:
        DefinitionError: when both spaces are the same.

    Example:
        >>> from cairn_rules import Space, SwapMegaliths
        >>> SwapMegaliths(Space.D5, Space.B3) == SwapMegaliths(Space.B3, Space.D5)
        True
    """

    first: Space = field(converter=as_space)
    """Where one lies; the lower space of the two."""
    second: Space = field(converter=as_space)
    """Where the other lies."""

    def __attrs_post_init__(self) -> None:
        _in_space_order(self)

    def apply(self, state: State) -> State:
        """The state with these megaliths exchanged."""
        megaliths = dict(state.megaliths)
        for space in (self.first, self.second):
            if space not in megaliths:
                raise refusal(state, self, f"no megalith lies on {space}")
        megaliths[self.first], megaliths[self.second] = megaliths[self.second], megaliths[self.first]
        after = begun(state)
        after._layout = state._layout.arranged(megaliths)
        return after

    @property
    def notation(self) -> str:
        """Such as `b3%d5`."""
        return f"{self.first}%{self.second}"


@final
@frozen
class ReplaceMegalith(LibraryEffect):
    """Put an upcoming megalith in place of one on the field, which goes under the deck (rule 7.14).

    Example:
        >>> from cairn_rules import BASE_SET, ReplaceMegalith, Space
        >>> ReplaceMegalith(Space.A2, BASE_SET["menhir"]).notation
        'a2:menhir'
    """

    space: Space = field(converter=as_space)
    """Where the old one lies."""
    megalith: Megalith = field(validator=fits("a Megalith", is_of(Megalith)))
    """The upcoming one."""

    def apply(self, state: State) -> State:
        """The state with the new megalith on the field and a new one upcoming."""
        if self.space not in state.megaliths:
            raise refusal(state, self, f"no megalith lies on {self.space}")
        if self.megalith not in state.upcoming:
            raise refusal(state, self, f"{self.megalith.id!r} is not upcoming")
        after = begun(state)
        after._layout = state._layout.replaced(self.space, self.megalith)
        return after

    @property
    def notation(self) -> str:
        """Such as `a2:menhir`."""
        return f"{self.space}:{self.megalith.id}"
