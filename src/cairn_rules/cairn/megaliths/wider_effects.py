"""Effects for custom megaliths: `Together`, `RelocateAll`, `Wake`, `Borrow` and `GrantBuild`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import final

from cairn_rules.cairn.megaliths.effect_rules import begun, left_behind, marks_as_moved, power_used, refusal
from cairn_rules.cairn.megaliths.effects import Relocate
from cairn_rules.cairn.state.actions import Action, Effect, Interned, LibraryEffect
from cairn_rules.cairn.state.bitboards import bit_set
from cairn_rules.cairn.state.board import VILLAGE, Space, as_space
from cairn_rules.cairn.state.pending import UsePower
from cairn_rules.cairn.state.pending_queue import build_on, joined, without_shaman
from cairn_rules.cairn.state.state import State
from cairn_rules.checks import fits, is_of, tuple_of
from cairn_rules.frozen_classes import field, frozen


@final
@frozen(init=False)
class Together(LibraryEffect):
    """Several effects as one option, applied in order (rule 6.8). Without effects it does nothing.

    Example:
        >>> from cairn_rules.cairn import Banish, Relocate, Space, Together
        >>> Together(Banish(Space.A5), Relocate(Space.D4, Space.D3)).notation
        'xa5,d4>d3'
    """

    effects: tuple[Effect, ...] = field(validator=fits("effects", tuple_of(is_of(Effect))))
    """The effects in the order in which they are applied."""

    def __init__(self, *effects: Effect) -> None:
        self.__attrs_init__(effects)  # pyright: ignore[reportAttributeAccessIssue, reportUnknownMemberType]

    def apply(self, state: State) -> State:
        """Return the state after all of the effects."""
        power_used(state)
        for effect in self.effects:
            state = effect.apply(state)
        return state

    @property
    def notation(self) -> str:
        """The notations of the effects, joined by commas; `nothing` if there are no effects."""
        return ",".join(effect.notation for effect in self.effects) or "nothing"


@final
@frozen(init=False)
class RelocateAll(LibraryEffect):
    """An effect that moves several shamans at once, also in a circle or to each other's places (rule 12.5).

    A destination may be a space that another of the shamans leaves. The shamans wake megaliths in the
    order of the moves.

    Example:
        >>> from cairn_rules.cairn import Relocate, RelocateAll, Space
        >>> RelocateAll(Relocate(Space.C3, Space.D4), Relocate(Space.D4, Space.C3)).notation
        'c3>d4+d4>c3'
    """

    moves: tuple[Relocate, ...] = field(validator=fits("Relocates", tuple_of(is_of(Relocate))))
    """The moves, none of which leads out of the board."""

    def __init__(self, *moves: Relocate) -> None:
        self.__attrs_init__(moves)  # pyright: ignore[reportAttributeAccessIssue, reportUnknownMemberType]

    def apply(self, state: State) -> State:
        """Return the state with all of the shamans moved."""
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
        """Return the destination of each shaman, by its space."""
        ways: dict[Space, Space] = {}
        occupied = state._own | state._enemy
        for move in self.moves:
            if move.to in (VILLAGE, move.origin) or move.origin in ways or move.to in ways.values():
                raise refusal(
                    state, self, "every move needs its own origin, and its own destination elsewhere on the board"
                )
            if not occupied >> move.origin & 1:
                raise refusal(state, self, f"no shaman stands on {move.origin}")
            ways[move.origin] = move.to
        for to in ways.values():
            if occupied >> to & 1 and to not in ways:
                raise refusal(state, self, f"{to} is occupied")
        return ways

    @property
    def notation(self) -> str:
        """The notations of the moves, joined by plus signs; `nobody` if there are no moves."""
        return "+".join(move.notation for move in self.moves) or "nobody"


def _carried(bits: int, ways: dict[Space, Space]) -> int:
    """Return a bitboard of shamans after the moves."""
    return bits & ~bit_set(ways) | bit_set(to for origin, to in ways.items() if bits >> origin & 1)


def parts(action: Action) -> Iterator[Action]:
    """Yield the actions that an option consists of: those of a `Together` or `RelocateAll`, or itself."""
    if isinstance(action, Together):
        for effect in action.effects:
            yield from parts(effect)
    elif isinstance(action, RelocateAll):
        yield from action.moves
    else:
        yield action


@final
@frozen(eq=False)
class Wake(LibraryEffect, Interned):
    """An effect by which a shaman wakes the megalith on its space, as if it had just arrived (rule 12.7).

    The shaman's owner uses the power once this one is finished. Without a megalith nothing happens.

    Example:
        >>> from cairn_rules.cairn import Space, Wake
        >>> Wake(Space.B3).notation
        '@b3'
    """

    space: Space = field(converter=as_space)
    """Space of the shaman."""

    def apply(self, state: State) -> State:
        """Return the state with the shaman waiting to wake the megalith."""
        if not (state._own | state._enemy) >> self.space & 1:
            raise refusal(state, self, f"no shaman stands on {self.space}")
        after = begun(state)
        if self.space not in state._waiting:
            after._waiting = joined(state._waiting, self.space)
        return after

    @property
    def notation(self) -> str:
        """A text such as `@c3`."""
        return f"@{self.space}"


@final
@frozen(eq=False)
class Borrow(LibraryEffect, Interned):
    """An effect that uses the power of another megalith as if it were on this space (rule 12.6).

    The owner of this power uses the other one once this one is finished. The event that wakes the other
    megalith makes no difference.

    Example:
        >>> from cairn_rules.cairn import Borrow, Space
        >>> Borrow(Space.B3).notation
        '~b3'
    """

    space: Space = field(converter=as_space)
    """Space of the other megalith."""

    def apply(self, state: State) -> State:
        """Return the state with the borrowed power waiting."""
        power = power_used(state)
        megalith = state.megaliths.get(self.space)
        if megalith is None:
            raise refusal(state, self, f"there is no megalith on {self.space}")
        if not megalith.powers:
            raise refusal(state, self, f"{megalith.id!r} on {self.space} has no power")
        after = begun(state)
        after._waiting = joined(state._waiting, UsePower(power.space, megalith, power.owner, borrowed=True))
        return after

    @property
    def notation(self) -> str:
        """A text such as `~b3`."""
        return f"~{self.space}"


@final
@frozen(eq=False)
class GrantBuild(LibraryEffect, Interned):
    """An effect that lets the power's owner build an upcoming megalith on a space, and score it (rule 12.8).

    The build takes place once the power is finished. It is skipped if the space then has a megalith, or if
    the display is empty.

    Example:
        >>> from cairn_rules.cairn import GrantBuild, Space
        >>> GrantBuild(Space.B3).notation
        ':b3'
    """

    space: Space = field(converter=as_space)
    """Space for the megalith."""

    def apply(self, state: State) -> State:
        """Return the state with the build waiting."""
        after = begun(state)
        after._waiting = joined(state._waiting, build_on(self.space, power_used(state).owner))
        return after

    @property
    def notation(self) -> str:
        """A text such as `:c3`."""
        return f":{self.space}"
