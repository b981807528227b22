"""Interned: classes of small values of which there is one instance each, so that comparing them is free."""

from __future__ import annotations

from abc import ABCMeta, abstractmethod
from typing import TYPE_CHECKING, Any, ClassVar, Final, TypeAlias, TypeVar, cast, final

from attrs import AttrsInstance, Factory, field, fields, frozen, has

from cairn_rules.cairn.board import VILLAGE, Destination, Space, as_destination, as_space
from cairn_rules.cairn.megalith_data import Megalith
from cairn_rules.cairn.tiles import ADD_BIT, JUMP_BIT, MOVE_BIT
from cairn_rules.checks import fits, is_of

if TYPE_CHECKING:
    from cairn_rules.cairn.state import State


T = TypeVar("T")


class Abstract(ABCMeta):
    """Abstract classes without virtual subclasses, whose `isinstance` would make random games 7 % slower."""

    if not TYPE_CHECKING:  # it answers the same
        __instancecheck__ = type.__instancecheck__


class Interning(Abstract):
    """Makes a class give out one instance for each value, so that being equal is being the same."""

    def __call__(cls: type[T], *args: Any, **kwargs: Any) -> T:
        """The instance for a value."""
        if not kwargs:
            try:
                return _MADE[cls, args]  # type: ignore[no-any-return]
            except (KeyError, TypeError):
                pass  # not made yet, or no value that can be a field
        value: T = type.__call__(cls, *args, **kwargs)
        interned: T = _MADE.setdefault((cls, _values(cast("AttrsInstance", value))), value)
        return interned if kwargs else _MADE.setdefault((cls, args), interned)


_MADE: Final[dict[tuple[type, tuple[object, ...]], Any]] = {}
"""Every interned value, by its class and the arguments that made it."""


class Interned(metaclass=Interning):
    """An ancestor of small values of which there is one instance each: comparing them is free.

    They are kept for ever, so that their fields are spaces, tiles and the like. Megaliths can be made without end.
    """

    __slots__ = ()

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), _values(cast("AttrsInstance", self))


def _values(value: AttrsInstance) -> tuple[object, ...]:
    return tuple(getattr(value, each.name) for each in fields(type(value)) if each.init)


def _landing_bit(action: Add | _Going) -> int:
    """The bitboard of the space a shaman comes to; nothing for an exit."""
    return 0 if action.to is VILLAGE else 1 << action.to


def _changed_bits(action: _Going) -> int:
    """The bitboard of the own shamans that come or go."""
    return 1 << action.origin | action.landing


@final
@frozen(eq=False)
class Add(Interned):
    """Put an own shaman from the village on a totem space; an enemy there is banished (rules 4.1, 4.2).

    Example:
        >>> from cairn_rules import Add, Space
        >>> Add(to=Space.D1)
        Add(to=D1)
    """

    to: Space = field(converter=as_space)
    """The totem space."""
    landing: int = field(init=False, repr=False, default=Factory(_landing_bit, takes_self=True))
    """The bitboard of the space it comes to; the engine's."""
    changed: int = field(init=False, repr=False, default=Factory(_landing_bit, takes_self=True))
    """The bitboard of the spaces where own shamans come or go; the engine's."""
    tile: ClassVar[int] = ADD_BIT
    """The bit of the tile that it turns over; the engine's."""


@frozen(eq=False)
class _Going(Interned):
    """What a move and a jump have in common."""

    origin: Space = field(converter=as_space)
    """Where the shaman stands."""
    to: Destination = field(converter=as_destination)
    """Where it goes: a space, or `VILLAGE`."""
    landing: int = field(init=False, repr=False, default=Factory(_landing_bit, takes_self=True))
    """The bitboard of the space it comes to; the engine's."""
    changed: int = field(init=False, repr=False, default=Factory(_changed_bits, takes_self=True))
    """The bitboard of the spaces where own shamans come or go; the engine's."""


@final
@frozen(eq=False)
class Move(_Going):
    """Move an own shaman one step, or out through the opponent's village (rules 4.3, 4.5).

    Example:
        >>> from cairn_rules import VILLAGE, Move, Space, format_action
        >>> format_action(Move(Space.C1, Space.C2)), format_action(Move(Space.C5, VILLAGE))
        ('c1-c2', 'c5-x')
    """

    tile: ClassVar[int] = MOVE_BIT
    """The bit of the tile that it turns over; the engine's."""


@final
@frozen(eq=False)
class Jump(_Going):
    """Jump with an own shaman over a neighbour, or over it and out (rules 4.4, 4.6).

    Example:
        >>> from cairn_rules import VILLAGE, Jump, Space, format_action
        >>> format_action(Jump(Space.C1, Space.C3)), format_action(Jump(Space.C4, VILLAGE))
        ('c1^c3', 'c4^x')
    """

    tile: ClassVar[int] = JUMP_BIT
    """The bit of the tile that it turns over; the engine's."""


@final
@frozen
class Construct:
    """Build an upcoming megalith on the space that asks for one (rule 5.3).

    Example:
        >>> from cairn_rules import BASE_SET, Construct, format_action
        >>> format_action(Construct(BASE_SET["deer"]))
        '=deer'
    """

    megalith: Megalith = field(validator=fits("a Megalith", is_of(Megalith)))
    """One of the upcoming megaliths."""


@final
@frozen(eq=False)
class Transform(Interned):
    """Use the Transformation tile against an enemy shaman (rule 8.5).

    Example:
        >>> from cairn_rules import Space, Transform, format_action
        >>> format_action(Transform(Space.D2))
        '*d2'
    """

    victim: Space = field(converter=as_space)
    """Where the enemy shaman of the arrangement stands."""


@final
@frozen(eq=False)
class Pass(Interned):
    """Decline to transform (rule 8.4).

    Example:
        >>> from cairn_rules import Pass, format_action
        >>> format_action(Pass())
        'pass'
    """


class Effect(metaclass=Abstract):
    """One thing a power can do: an option that it offers, and the action of choosing it (rule 6.3).

    An effect of your own is a frozen class with one method from state to state, made of effects of
    the library and of `State.replace`. Its fields should be spaces, tribes, tiles, megaliths,
    numbers, texts, effects, or tuples of these.

    Example:
        >>> from attrs import frozen
        >>> from cairn_rules import Banish, Effect, Space, State
        >>> @frozen
        ... class Quake(Effect):
        ...     first: Space
        ...     second: Space
        ...     def apply(self, state: State) -> State:
        ...         return Banish(self.second).apply(Banish(self.first).apply(state))
        >>> Quake(Space.A1, Space.B2).notation
        'quake(a1,b2)'
    """

    __slots__ = ()

    @abstractmethod
    def apply(self, state: State) -> State:
        """Return the state after the effect.

        Args:
            state: The state before; `state.pending` is the `UsePower` that the effect answers. An effect of
                your own gets one in which the megaliths that nobody knows are face down: they are as many as
                in the deck, and cannot be told apart.

        Raises:
            PowerError: when it cannot be done; its megalith should not have offered it.
        """

    @property
    def notation(self) -> str:
        """The effect as text, without white space: by default its name and the values of its fields."""
        kind = type(self)
        values = [getattr(self, each.name) for each in fields(kind) if each.init] if has(kind) else []
        return f"{kind.__name__.lower()}({','.join(_text(value) for value in values)})"

    @property
    def text(self) -> str:
        """The effect as a sentence for people, without a full stop: by default its notation.

        `describe` returns it, and `changes` tells it.
        """
        return self.notation


def _text(value: object) -> str:
    if isinstance(value, Effect):
        return value.notation
    if isinstance(value, tuple):
        return "+".join(map(_text, cast("tuple[object, ...]", value)))
    return str(getattr(value, "id", value)).replace(" ", "_")


class LibraryEffect(Effect):
    """An effect of the library. Stored games are read without a megalith that names it with `effects=`."""

    __slots__ = ()


TileAction: TypeAlias = Add | Move | Jump
"""What the three action tiles allow."""
Action: TypeAlias = TileAction | Construct | Transform | Pass | Effect
"""Everything a player can decide."""
