"""Effects on shamans, megaliths, tiles and turns.

Every effect changes a state in which a power is being used. Compose custom effects by applying these
in sequence; see `cairn_rules.cairn.Effect`.
"""

from __future__ import annotations

from typing import final

from cairn_rules.cairn.megaliths.effect_rules import banished, begun, power_used, refusal, relocated, summoned
from cairn_rules.cairn.state.actions import Interned, LibraryEffect
from cairn_rules.cairn.state.board import Destination, Space, as_destination, as_space
from cairn_rules.cairn.state.megalith_data import Megalith
from cairn_rules.cairn.state.state import State
from cairn_rules.cairn.state.tiles import TILE_BITS, Tile
from cairn_rules.checks import fits, is_of, one_of
from cairn_rules.errors import DefinitionError
from cairn_rules.frozen_classes import field, frozen


@final
@frozen(eq=False)
class Banish(LibraryEffect, Interned):
    """An effect that banishes a shaman to its village (rule 1.7).

    Example:
        >>> from cairn_rules import cairn
        >>> state = cairn.parse_position("4f/5/1f3/2s2/5 s wooe c3=alley,d3=dawn deer,menhir - 0-0")
        >>> state = cairn.apply(state, cairn.parse_action("c2-c3", state))
        >>> cairn.legal_actions(state)                  # the options of Alley of Dusk
        (Banish(space=B3),)
    """

    space: Space = field(converter=as_space)
    """Space of the shaman."""

    def apply(self, state: State) -> State:
        """Return the state with the shaman banished."""
        return banished(state, self, self.space)

    @property
    def notation(self) -> str:
        """A text such as `xa5`."""
        return f"x{self.space}"


@final
@frozen(eq=False)
class Relocate(LibraryEffect, Interned):
    """An effect that moves a shaman to a free space (rule 6.4).

    With the variant `power_exit` it can also move a shaman out of the board (rule 6.6).

    Example:
        >>> from cairn_rules.cairn import Relocate, Space
        >>> Relocate(Space.D4, Space.D3).notation
        'd4>d3'
    """

    origin: Space = field(converter=as_space)
    """Space of the shaman."""
    to: Destination = field(converter=as_destination)
    """A free space, or `VILLAGE`."""

    def apply(self, state: State) -> State:
        """Return the state with the shaman moved. It wakes a megalith there once the power is finished."""
        return relocated(state, self, self.origin, self.to)

    @property
    def notation(self) -> str:
        """A text such as `d4>d3` or `d4>x`."""
        return f"{self.origin}>{self.to}"


@final
@frozen(eq=False)
class Summon(LibraryEffect, Interned):
    """An effect that adds a shaman of the power's owner from the village to a free space (rule 7.2).

    With the variant `dawn_banishes` the space may have an enemy, which is banished.

    Example:
        >>> from cairn_rules.cairn import Space, Summon
        >>> Summon(Space.A1).notation
        '&a1'
    """

    to: Space = field(converter=as_space)
    """Space for the shaman."""

    def apply(self, state: State) -> State:
        """Return the state with the shaman added. It wakes a megalith there once the power is finished."""
        return summoned(state, self, self.to)

    @property
    def notation(self) -> str:
        """A text such as `&a1`."""
        return f"&{self.to}"


@final
@frozen(eq=False)
class FlipTile(LibraryEffect, Interned):
    """An effect that turns over one of the three action tiles (rule 7.13).

    Example:
        >>> from cairn_rules.cairn import FlipTile, Tile
        >>> FlipTile(Tile.ADD).notation
        '!add'
    """

    tile: Tile = field(validator=one_of(*Tile))
    """The tile to turn over."""

    def apply(self, state: State) -> State:
        """Return the state with the tile turned over."""
        after = begun(state)
        after._faces ^= TILE_BITS[self.tile]
        return after

    @property
    def notation(self) -> str:
        """The text `!add`, `!move` or `!jump`."""
        return f"!{self.tile.value}"


@final
@frozen(eq=False)
class TakeExtraTurn(LibraryEffect, Interned):
    """An effect that gives the next turn to the power's owner (rule 7.4).

    If there are several in one turn, the last one counts.

    Example:
        >>> from cairn_rules.cairn import TakeExtraTurn
        >>> TakeExtraTurn().notation
        'again'
    """

    def apply(self, state: State) -> State:
        """Return the state with the next turn reserved for the owner."""
        after = begun(state)
        after._extra = int(power_used(state).owner)
        return after

    @property
    def notation(self) -> str:
        """The text `again`."""
        return "again"


@final
@frozen(eq=False)
class SlideMegalith(LibraryEffect, Interned):
    """An effect that moves a megalith to a space without one (rules 7.8, 6.9).

    Shamans on the two spaces make no difference, and nothing wakes.

    Example:
        >>> from cairn_rules.cairn import SlideMegalith, Space
        >>> SlideMegalith(Space.B3, Space.B4).notation
        'b3~b4'
    """

    origin: Space = field(converter=as_space)
    """Space of the megalith."""
    to: Space = field(converter=as_space)
    """Destination, a space without a megalith."""

    def apply(self, state: State) -> State:
        """Return the state with the megalith moved."""
        megaliths = dict(state.megaliths)
        if self.origin not in megaliths:
            raise refusal(state, self, f"there is no megalith on {self.origin}")
        if self.to in megaliths:
            raise refusal(state, self, f"{self.to} already has a megalith")
        megaliths[self.to] = megaliths.pop(self.origin)
        after = begun(state)
        after._layout = state._layout.arranged(megaliths)
        return after

    @property
    def notation(self) -> str:
        """A text such as `b3~b4`."""
        return f"{self.origin}~{self.to}"


def _in_space_order(swap: SwapMegaliths) -> None:
    if swap.first == swap.second:
        raise DefinitionError(f"a swap needs two spaces, not {swap.first} twice")
    first, second = sorted((swap.first, swap.second))
    object.__setattr__(swap, "first", first)
    object.__setattr__(swap, "second", second)


@final
@frozen(eq=False)
class SwapMegaliths(LibraryEffect, Interned):
    """An effect that swaps two megaliths, given in any order; nothing wakes (rules 7.10, 6.9).

    Raises:
        DefinitionError: if both spaces are the same.

    Example:
        >>> from cairn_rules.cairn import Space, SwapMegaliths
        >>> SwapMegaliths(Space.D5, Space.B3) == SwapMegaliths(Space.B3, Space.D5)
        True
    """

    first: Space = field(converter=as_space)
    """The lower of the two spaces."""
    second: Space = field(converter=as_space)
    """The higher of the two spaces."""

    def __attrs_post_init__(self) -> None:
        _in_space_order(self)

    def apply(self, state: State) -> State:
        """Return the state with the two megaliths swapped."""
        megaliths = dict(state.megaliths)
        for space in (self.first, self.second):
            if space not in megaliths:
                raise refusal(state, self, f"there is no megalith on {space}")
        megaliths[self.first], megaliths[self.second] = megaliths[self.second], megaliths[self.first]
        after = begun(state)
        after._layout = state._layout.arranged(megaliths)
        return after

    @property
    def notation(self) -> str:
        """A text such as `b3%d5`."""
        return f"{self.first}%{self.second}"


@final
@frozen
class ReplaceMegalith(LibraryEffect):
    """An effect that replaces a megalith on the board with an upcoming one (rule 7.14).

    The replaced megalith goes under the deck.

    Example:
        >>> from cairn_rules.cairn import BASE_SET, ReplaceMegalith, Space
        >>> ReplaceMegalith(Space.A2, BASE_SET["menhir"]).notation
        'a2:menhir'
    """

    space: Space = field(converter=as_space)
    """Space of the megalith to replace."""
    megalith: Megalith = field(validator=fits("a Megalith", is_of(Megalith)))
    """The upcoming megalith to put there."""

    def apply(self, state: State) -> State:
        """Return the state with the megalith replaced and the display refilled."""
        if self.space not in state.megaliths:
            raise refusal(state, self, f"there is no megalith on {self.space}")
        if self.megalith not in state.upcoming:
            raise refusal(state, self, f"{self.megalith.id!r} is not upcoming")
        after = begun(state)
        after._layout = state._layout.replaced(self.space, self.megalith)
        return after

    @property
    def notation(self) -> str:
        """A text such as `a2:menhir`."""
        return f"{self.space}:{self.megalith.id}"
