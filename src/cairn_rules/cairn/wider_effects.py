"""Several effects as one option: one after the other (`Together`), or shamans moved at once (`RelocateAll`)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import final

from attrs import field, frozen

from cairn_rules.cairn.actions import Action, Effect, Interned, LibraryEffect
from cairn_rules.cairn.bitboards import bit_set
from cairn_rules.cairn.board import VILLAGE, Space, as_space
from cairn_rules.cairn.decisions import build_on, joined, without_shaman
from cairn_rules.cairn.effect_rules import begun, left_behind, marks_as_moved, power_used, refusal
from cairn_rules.cairn.effects import Relocate
from cairn_rules.cairn.pending import UsePower
from cairn_rules.cairn.state import State
from cairn_rules.checks import fits, is_of, tuple_of


@final
@frozen(init=False)
class Together(LibraryEffect):
    """Several effects as one option, done in order (rule 6.8). Without any, it does nothing.

    Example:
        >>> from cairn_rules import Banish, Relocate, Space, Together
        >>> Together(Banish(Space.A5), Relocate(Space.D4, Space.D3)).notation
        'xa5,d4>d3'
    """

    effects: tuple[Effect, ...] = field(validator=fits("effects", tuple_of(is_of(Effect))))
    """What is done, first things first."""

    def __init__(self, *effects: Effect) -> None:
        self.__attrs_init__(effects)  # pyright: ignore[reportAttributeAccessIssue, reportUnknownMemberType]

    def apply(self, state: State) -> State:
        """The state after all of them."""
        power_used(state)
        for effect in self.effects:
            state = effect.apply(state)
        return state

    @property
    def notation(self) -> str:
        """The effects' own notations, joined by commas; `nothing` without any."""
        return ",".join(effect.notation for effect in self.effects) or "nothing"


@final
@frozen(init=False)
class RelocateAll(LibraryEffect):
    """Move several shamans at once, also round in a circle or into each other's places (rule 12.5).

    Each goes to another space, which may be one that another of them leaves. What is moved wakes
    in the order in which it is given.

    Example:
        >>> from cairn_rules import Relocate, RelocateAll, Space
        >>> RelocateAll(Relocate(Space.C3, Space.D4), Relocate(Space.D4, Space.C3)).notation
        'c3>d4+d4>c3'
    """

    moves: tuple[Relocate, ...] = field(validator=fits("Relocates", tuple_of(is_of(Relocate))))
    """Who goes where; nobody goes out of the field."""

    def __init__(self, *moves: Relocate) -> None:
        self.__attrs_init__(moves)  # pyright: ignore[reportAttributeAccessIssue, reportUnknownMemberType]

    def apply(self, state: State) -> State:
        """The state with all of them on their new spaces."""
        ways = self._ways(state)
        after = begun(state)
        after._own = _carried(state._own, ways)
        after._enemy = _carried(state._enemy, ways)
        after._moved = _carried(state._moved | bit_set(ways) if marks_as_moved(state) else state._moved, ways)
        for origin in ways:
            after._waiting = without_shaman(after._waiting, origin)
        for origin, to in ways.items():
            after._waiting = joined(after._waiting, *left_behind(state, origin), to)
        return after

    def _ways(self, state: State) -> dict[Space, Space]:
        """Where each shaman goes, by where it stands."""
        ways: dict[Space, Space] = {}
        occupied = state._own | state._enemy
        for move in self.moves:
            if move.to in (VILLAGE, move.origin) or move.origin in ways or move.to in ways.values():
                raise refusal(state, self, "each shaman goes from a space of its own to another one of its own")
            if not occupied >> move.origin & 1:
                raise refusal(state, self, f"no shaman stands on {move.origin}")
            ways[move.origin] = move.to
        for to in ways.values():
            if occupied >> to & 1 and to not in ways:
                raise refusal(state, self, f"{to} is occupied")
        return ways

    @property
    def notation(self) -> str:
        """Its moves' own notations, joined by plus signs; `nobody` without any."""
        return "+".join(move.notation for move in self.moves) or "nobody"


def _carried(bits: int, ways: dict[Space, Space]) -> int:
    """Some of the shamans on the field, as a bitboard, after all have gone their ways."""
    return bits & ~bit_set(ways) | bit_set(to for origin, to in ways.items() if bits >> origin & 1)


def parts(action: Action) -> Iterator[Action]:
    """The actions that an option is made of: those of a `Together` or a `RelocateAll`, or itself."""
    if isinstance(action, Together):
        for effect in action.effects:
            yield from parts(effect)
    elif isinstance(action, RelocateAll):
        yield from action.moves
    else:
        yield action


@final
@frozen(eq=False)
class Wake(Interned, LibraryEffect):
    """Let a shaman wake the megalith that it stands on, as if it had just arrived there (rule 12.7).

    Its owner uses the power, when this one is finished; without a megalith nothing happens.

    Example:
        >>> from cairn_rules import Space, Wake
        >>> Wake(Space.B3).notation
        '@b3'
    """

    space: Space = field(converter=as_space)
    """Where the shaman stands."""

    def apply(self, state: State) -> State:
        """The state in which that shaman waits to wake what it stands on."""
        if not (state._own | state._enemy) >> self.space & 1:
            raise refusal(state, self, f"no shaman stands on {self.space}")
        after = begun(state)
        if self.space not in state._waiting:
            after._waiting = joined(state._waiting, self.space)
        return after

    @property
    def notation(self) -> str:
        """Such as `@c3`."""
        return f"@{self.space}"


@final
@frozen(eq=False)
class Borrow(Interned, LibraryEffect):
    """Use the power of another megalith as if it lay where this one was woken (rule 12.6).

    The owner of this power uses it, when this one is finished, however that megalith is woken itself.

    Example:
        >>> from cairn_rules import Borrow, Space
        >>> Borrow(Space.B3).notation
        '~b3'
    """

    space: Space = field(converter=as_space)
    """Where the other megalith lies."""

    def apply(self, state: State) -> State:
        """The state in which that power waits to be used."""
        power = power_used(state)
        megalith = state.megaliths.get(self.space)
        if megalith is None:
            raise refusal(state, self, f"no megalith lies on {self.space}")
        if not megalith.powers:
            raise refusal(state, self, f"{megalith.id!r} on {self.space} has no power")
        after = begun(state)
        after._waiting = joined(state._waiting, UsePower(power.space, megalith, power.owner, borrowed=True))
        return after

    @property
    def notation(self) -> str:
        """Such as `~b3`."""
        return f"~{self.space}"


@final
@frozen(eq=False)
class GrantBuild(Interned, LibraryEffect):
    """Let the power's owner build an upcoming megalith on a space, and score it (rule 12.8).

    The build comes when the power is finished. Where a megalith lies by then, or when none is
    upcoming, nothing is built.

    Example:
        >>> from cairn_rules import GrantBuild, Space
        >>> GrantBuild(Space.B3).notation
        ':b3'
    """

    space: Space = field(converter=as_space)
    """Where it is built."""

    def apply(self, state: State) -> State:
        """The state in which that build waits."""
        after = begun(state)
        after._waiting = joined(state._waiting, build_on(self.space, power_used(state).owner))
        return after

    @property
    def notation(self) -> str:
        """Such as `:c3`."""
        return f":{self.space}"
