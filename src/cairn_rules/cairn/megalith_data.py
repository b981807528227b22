"""Megaliths, their powers and wards: `Megalith`."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Hashable, Iterable
from enum import Enum
from functools import update_wrapper
from importlib import import_module
from inspect import isasyncgenfunction, iscoroutinefunction, signature
from typing import TYPE_CHECKING, Any, Final, TypeAlias, final

from attrs import Factory, field, frozen

from cairn_rules.checks import fits, line_of_text, one_of, tuple_of
from cairn_rules.errors import DefinitionError

if TYPE_CHECKING:
    from cairn_rules.cairn.actions import Effect

PowerFunction: TypeAlias = "Callable[[Any], Iterable[Effect]]"
"""A power as a megalith keeps it; `Power` names what it is called with, which is above megaliths."""
WardFunction: TypeAlias = Callable[[Any, Any], bool]
"""A ward as a megalith keeps it; see `Ward`."""

ID: Final = re.compile(r"[a-z][a-z0-9]*([._-][a-z0-9]+)*")
"""What the id of a megalith looks like."""


class StoneColour(Enum):
    """The colour of a tile's stone; the light ones are those for the first games (rule 2.5)."""

    LIGHT = "light"
    DARK = "dark"

    def __repr__(self) -> str:
        return f"StoneColour.{self.name}"


class When(Enum):
    """What wakes a megalith (rules 6.1, 12.2, 12.3)."""

    ARRIVING = "arriving"
    """A shaman is moved onto it: the way of the box."""
    LEAVING = "leaving"
    """A shaman is moved away from it, or out of the field."""
    BEFORE_TURN = "before-turn"
    """The turn of the tribe is about to begin whose shaman stands on it."""

    def __repr__(self) -> str:
        return f"When.{self.name}"


def _is_called_with(value: object, arguments: int) -> bool:
    """Whether a value can be called with so many arguments, as far as that can be told."""
    if not callable(value):
        return False
    try:
        signature(value).bind(*[None] * arguments)
    except TypeError:
        return False
    except ValueError:  # it does not tell how it is called
        return True
    return True


def _is_async(function: Any) -> bool:
    plain: Any = function.power if isinstance(function, OpponentDecides) else function
    return any(iscoroutinefunction(each) or isasyncgenfunction(each) for each in (plain, plain.__call__))


def _is_power(value: object) -> bool:
    return _is_called_with(value, 1)


def _is_hashable(value: object) -> bool:
    return isinstance(value, Hashable)


def _is_ward(value: object) -> bool:
    return value is None or (not isinstance(value, OpponentDecides) and _is_called_with(value, 2))


def _is_own_effect(value: object) -> bool:
    from cairn_rules.cairn.actions import Effect, LibraryEffect  # noqa: PLC0415 - actions name megaliths

    return isinstance(value, type) and issubclass(value, Effect) and LibraryEffect not in value.__bases__


@final
class OpponentDecides:
    """A power, or one decision of it, whose options the other tribe chooses from; see `opponent_decides`."""

    def __init__(self, power: PowerFunction) -> None:
        if not _is_power(power):
            raise DefinitionError(f"{power!r} is no power: a function that takes a Site, and nothing else")
        self.power = power
        update_wrapper(self, power)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, OpponentDecides) and self.power == other.power

    def __hash__(self) -> int:
        return hash(self.power)

    def __reduce__(self) -> tuple[object, ...]:
        place = _place(self, self.power)
        return (_held_by_module, place) if place else (OpponentDecides, (self.power,))

    def __call__(self, site: Any) -> Iterable[Effect]:
        """What the power offers."""
        return self.power(site)


def _works_as_the_box_does(stone: Megalith) -> bool:
    return bool(stone.powers) and stone.wakes is When.ARRIVING and stone.ward is None


def _claimed(stone: Megalith) -> tuple[tuple[str, object], ...]:
    return tuple((f"effect {each.__name__.lower()!r}", each) for each in stone.effects)


@final
@frozen(cache_hash=True)
class Megalith:
    """A megalith tile: its id, what people read of it, and its power. Usually made by `@megalith` or `@ward`.

    Raises:
        DefinitionError: when the id is no slug, a text is empty, the stone is none, or there is
            neither a power nor a ward.

    Example:
        >>> from cairn_rules import BASE_SET
        >>> deer = BASE_SET["deer"]
        >>> deer.name, deer.stone
        ('Deer Rock', StoneColour.LIGHT)
        >>> deer.text
        'Move a shaman of either tribe next to this megalith one space.'
    """

    id: str = field(
        validator=fits(
            "small letters and digits, joined by '-', '_' or '.', such as 'deer' or 'acme.red-stone'",
            lambda value: isinstance(value, str) and bool(ID.fullmatch(value)),
        )
    )
    """A short slug, unique in a set, as in position texts."""
    name: str = field(validator=line_of_text)
    """The name for people."""
    text: str = field(validator=line_of_text)
    """What the power does, for people."""
    stone: StoneColour = field(validator=one_of(*StoneColour))
    """Light or dark."""
    powers: tuple[Callable[[Any], Iterable[Effect]], ...] = field(
        repr=False,
        validator=[
            fits("functions that take a Site, and nothing else, and give effects", tuple_of(_is_power)),
            fits("functions that can be hashed, as a state can", tuple_of(_is_hashable)),
        ],
    )
    """The power's decisions, in order: nearly always one; none when it has a ward alone."""
    effects: tuple[type[Effect], ...] = field(
        default=(), repr=False, validator=fits("a tuple of subclasses of Effect", tuple_of(_is_own_effect))
    )
    """The classes of the effects of its own, so that they can be read from a stored game."""
    wakes: When = field(default=When.ARRIVING, repr=False, validator=one_of(*When))
    """What wakes it."""
    ward: Callable[[Any, Any], bool] | None = field(
        default=None,
        repr=False,
        validator=fits("a function that takes a Site and an Action and says whether that is forbidden", _is_ward),
    )
    """What nobody may do while it lies there."""
    claims: tuple[tuple[str, object], ...] = field(
        init=False,
        eq=False,
        repr=False,
        default=Factory(_claimed, takes_self=True),
    )
    """The names besides its id that no other megalith of a registry may have for something else."""
    is_usual: bool = field(init=False, eq=False, repr=False, default=Factory(_works_as_the_box_does, takes_self=True))
    """Whether it does nothing else than to wake when a shaman arrives."""

    def __attrs_post_init__(self) -> None:
        if not self.powers and self.ward is None:
            raise DefinitionError(f"Megalith {self.id!r}: it needs a power or a ward")
        for function in self.functions:
            if _is_async(function):
                raise DefinitionError(
                    f"Megalith {self.id!r}: write its functions with 'def': 'async def' has no effects"
                )

    def __str__(self) -> str:
        return self.name

    def __reduce__(self) -> tuple[object, ...]:
        place = _place(self, self.functions[0])
        if place:
            return _held_by_module, place
        values = (self.id, self.name, self.text, self.stone, self.powers, self.effects, self.wakes, self.ward)
        return Megalith, values

    @property
    def functions(self) -> tuple[Callable[..., Any], ...]:
        """What it was made of: its powers and its ward."""
        return self.powers if self.ward is None else (*self.powers, self.ward)

    def asks_opponent(self, decision: int) -> bool:
        """Whether the other tribe makes a decision of the power, counted from 0 (rule 12.1)."""
        return decision < len(self.powers) and isinstance(self.powers[decision], OpponentDecides)


def _place(made: object, function: PowerFunction | WardFunction) -> tuple[str, str] | None:
    """The module that holds what was made of a function under the function's name, and that name.

    A function cannot be sent then, but what was made of it can be found.
    """
    module, name = getattr(function, "__module__", ""), getattr(function, "__qualname__", "")
    return (module, name) if getattr(sys.modules.get(module), name, None) is made else None


def _held_by_module(module: str, name: str) -> object:
    return getattr(import_module(module), name)
