"""What a power can do with megaliths: slide, swap and replace them. Nothing wakes by it (rule 6.9)."""

from __future__ import annotations

from typing import TYPE_CHECKING, final

from attrs import field, frozen

from cairn_rules.cairn.actions import Effect
from cairn_rules.cairn.board import Space, as_space
from cairn_rules.cairn.changing import begun, refusal
from cairn_rules.cairn.checked import is_megalith
from cairn_rules.cairn.interned import Interned
from cairn_rules.cairn.state import State
from cairn_rules.checked import fits
from cairn_rules.errors import DefinitionError

if TYPE_CHECKING:
    from cairn_rules.cairn.powers import Megalith


@final
@frozen(eq=False)
class SlideMegalith(Interned, Effect):
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
        after._ground = state._ground.arranged(megaliths)
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
class SwapMegaliths(Interned, Effect):
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
        after._ground = state._ground.arranged(megaliths)
        return after

    @property
    def notation(self) -> str:
        """Such as `b3%d5`."""
        return f"{self.first}%{self.second}"


@final
@frozen(eq=False)
class ReplaceMegalith(Interned, Effect):
    """Put an upcoming megalith in place of one on the field, which goes under the deck (rule 7.14).

    Example:
        >>> from cairn_rules import BASE_SET, ReplaceMegalith, Space
        >>> ReplaceMegalith(Space.A2, BASE_SET["menhir"]).notation
        'a2:menhir'
    """

    space: Space = field(converter=as_space)
    """Where the old one lies."""
    megalith: Megalith = field(validator=fits("a Megalith", is_megalith))
    """The upcoming one."""

    def apply(self, state: State) -> State:
        """The state with the new megalith on the field and a new one upcoming."""
        if self.space not in state.megaliths:
            raise refusal(state, self, f"no megalith lies on {self.space}")
        if self.megalith not in state.upcoming:
            raise refusal(state, self, f"{self.megalith.id!r} is not upcoming")
        after = begun(state)
        after._ground = state._ground.replaced(self.space, self.megalith)
        return after

    @property
    def notation(self) -> str:
        """Such as `a2:menhir`."""
        return f"{self.space}:{self.megalith.id}"
