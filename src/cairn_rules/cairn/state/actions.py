"""Actions: the decisions of a player, and the base class of effects."""

from __future__ import annotations

from abc import ABCMeta, abstractmethod
from typing import TYPE_CHECKING, Any, ClassVar, Final, TypeAlias, TypeVar, cast, final

from cairn_rules.cairn.state.board import VILLAGE, Destination, Space, as_destination, as_space
from cairn_rules.cairn.state.megalith_data import Megalith
from cairn_rules.cairn.state.tiles import ADD_BIT, JUMP_BIT, MOVE_BIT
from cairn_rules.checks import fits, is_of
from cairn_rules.frozen_classes import AttrsInstance, field, fields, frozen, has
from cairn_rules.game import Notated, written

if TYPE_CHECKING:
    from inspect import Signature

    from cairn_rules.cairn.state.state import State


T = TypeVar("T")


class Abstract(ABCMeta):
    """A metaclass for abstract classes without virtual subclasses.

    Looking those up in `isinstance` would make random games 7 % slower.
    """

    if not TYPE_CHECKING:  # the answers are the same
        __instancecheck__ = type.__instancecheck__


class Interning(Abstract):
    """A metaclass that creates one instance per value, so that equal values are identical."""

    def __call__(cls: type[T], *args: Any, **kwargs: Any) -> T:
        """Return the only instance for these arguments."""
        if not kwargs:
            try:
                return _INSTANCES[cls, args]  # type: ignore[no-any-return]
            except (KeyError, TypeError):
                pass  # not created yet, or an unhashable argument, which the class itself refuses
        value: T = type.__call__(cls, *args, **kwargs)
        interned: T = _INSTANCES.setdefault((cls, _values(cast("AttrsInstance", value))), value)
        return interned if kwargs else _INSTANCES.setdefault((cls, args), interned)

    @property
    def __signature__(cls) -> Signature:
        """The signature of the class itself, for `help` and notebooks, which would show that of `__call__`."""
        from inspect import signature  # noqa: PLC0415 - slow to import, for people only

        return signature(cast("Any", cls).__init__.__get__(object()))


_INSTANCES: Final[dict[tuple[type, tuple[object, ...]], Any]] = {}
"""Every interned value, by its class and the arguments that created it."""


class Interned(Notated, metaclass=Interning):
    """A base class for small values with one instance each, which makes comparing them cheap.

    Instances are never discarded, so their fields are spaces, tiles and the like. A class with a megalith as a
    field is not interned, because programs can create any number of megaliths.
    """

    __slots__ = ()

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), _values(cast("AttrsInstance", self))


def _values(value: AttrsInstance) -> tuple[object, ...]:
    return tuple(getattr(value, each.name) for each in fields(type(value)) if each.init)


class _OfTile(Interned):
    """The common base of the actions with a tile."""

    __slots__ = ("_bits",)
    _bits: tuple[int, int, int]
    """What the engine reads, in one attribute for speed.

    The first number is the bitboard of the space where the shaman lands, 0 for an exit; the second that of all spaces
    where the active tribe gains or loses a shaman; the third is the bit of the tile to turn over.
    """
    _tile: ClassVar[int]

    def __attrs_post_init__(self) -> None:
        action = cast("Add | Move | Jump", self)
        landing = 0 if action.to is VILLAGE else 1 << action.to
        changed = landing if isinstance(action, Add) else 1 << action.origin | landing
        object.__setattr__(self, "_bits", (landing, changed, self._tile))


@final
@frozen(eq=False)
class Add(_OfTile):
    """An action that adds a shaman from the village to a totem space (rules 4.1, 4.2).

    An enemy shaman on that space is banished.

    Example:
        >>> from cairn_rules.cairn import Add, Space
        >>> Add(to=Space.D1)
        Add(to=D1)
    """

    to: Space = field(converter=as_space)
    """The totem space."""
    _tile: ClassVar[int] = ADD_BIT


@frozen(eq=False)
class _Going(_OfTile):
    """The common base of `Move` and `Jump`."""

    origin: Space = field(converter=as_space)
    """Space of the shaman."""
    to: Destination = field(converter=as_destination)
    """Destination: a space, or `VILLAGE`."""


@final
@frozen(eq=False)
class Move(_Going):
    """An action that moves a shaman one space, or out through the opponent's village (rules 4.3, 4.5).

    Example:
        >>> from cairn_rules.cairn import VILLAGE, Move, Space, format_action
        >>> format_action(Move(Space.C1, Space.C2)), format_action(Move(Space.C5, VILLAGE))
        ('c1-c2', 'c5-x')
    """

    _tile: ClassVar[int] = MOVE_BIT


@final
@frozen(eq=False)
class Jump(_Going):
    """An action that jumps over an adjacent shaman, to the space behind it or out of the board (rules 4.4, 4.6).

    Example:
        >>> from cairn_rules.cairn import VILLAGE, Jump, Space, format_action
        >>> format_action(Jump(Space.C1, Space.C3)), format_action(Jump(Space.C4, VILLAGE))
        ('c1^c3', 'c4^x')
    """

    _tile: ClassVar[int] = JUMP_BIT


@final
@frozen
class Construct(Notated):
    """An action that builds an upcoming megalith on the space of the pending `BuildMegalith` (rule 5.3).

    Example:
        >>> from cairn_rules.cairn import BASE_SET, Construct, format_action
        >>> format_action(Construct(BASE_SET["deer"]))
        '=deer'
    """

    megalith: Megalith = field(validator=fits("a Megalith", is_of(Megalith)))
    """One of the upcoming megaliths."""


@final
@frozen(eq=False)
class Transform(Interned):
    """An action that transforms an enemy shaman with the Transformation tile (rule 8.5).

    Example:
        >>> from cairn_rules.cairn import Space, Transform, format_action
        >>> format_action(Transform(Space.D2))
        '*d2'
    """

    victim: Space = field(converter=as_space)
    """Space of the enemy shaman in the arrangement."""


@final
@frozen(eq=False)
class Pass(Interned):
    """The decision not to transform (rule 8.4).

    Example:
        >>> from cairn_rules.cairn import Pass, format_action
        >>> format_action(Pass())
        'pass'
    """


class Effect(metaclass=Abstract):
    """An option that a power offers, and the action of choosing it (rule 6.3).

    A custom effect is a frozen class with a method `apply`, which returns a new state. Compose it from
    the library's effects and `State.replace`. Its fields should be spaces, tribes, tiles, megaliths,
    numbers, strings, effects, or tuples of these.

    Example:
        >>> from attrs import frozen
        >>> from cairn_rules.cairn import Banish, Effect, Space, State
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
            state: The state before the effect; `state.pending` is the `UsePower` that the effect answers.
                A custom effect receives a state in which placeholders replace the unknown megaliths of
                the deck, one for one.

        Raises:
            PowerError: if the effect is impossible; its megalith should not have offered it.
        """

    @property
    def notation(self) -> str:
        """The effect as text without white space (default: the class name and the field values)."""
        kind = type(self)
        values = [getattr(self, each.name) for each in fields(kind) if each.init] if has(kind) else []
        return f"{kind.__name__.lower()}({','.join(map(field_text, values))})"

    @property
    def text(self) -> str:
        """The effect as a sentence for people, without a full stop (default: the notation).

        `describe` returns it, and `events_of` reports it.
        """
        return self.notation

    def __str__(self) -> str:
        return written(self, "format_action", "cairn_rules.cairn")


def field_text(value: object) -> str:
    """Return the value of a field as a part of the default notation of an effect."""
    if isinstance(value, Effect):
        return value.notation
    if isinstance(value, tuple):
        return "+".join(map(field_text, cast("tuple[object, ...]", value)))
    return str(getattr(value, "id", value)).replace(" ", "_")


class LibraryEffect(Effect):
    """The base class of the library's effects. Stored games that use them can be read without `effects=`."""

    __slots__ = ()


TileAction: TypeAlias = Add | Move | Jump
"""An action with one of the three action tiles."""
Action: TypeAlias = TileAction | Construct | Transform | Pass | Effect
"""Any decision of a player."""
