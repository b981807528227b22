"""Megaliths with their powers and wards: `Megalith`."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Hashable, Iterable
from functools import update_wrapper
from importlib import import_module
from inspect import isasyncgenfunction, iscoroutinefunction, signature
from typing import TYPE_CHECKING, Any, Final, TypeAlias, final

from cairn_rules.checks import fits, line_of_text, one_of, tuple_of
from cairn_rules.errors import DefinitionError, quoted
from cairn_rules.frozen_classes import Factory, field, frozen
from cairn_rules.game import NamedEnum
from cairn_rules.pictures.path_data import glyph_path

if TYPE_CHECKING:
    from cairn_rules.cairn.state.actions import Effect

PowerFunction: TypeAlias = "Callable[[Any], Iterable[Effect]]"
"""Type of a stored power. `Power` is more precise, but needs `Site`, which imports this module."""
WardFunction: TypeAlias = Callable[[Any, Any], bool]
"""Type of a stored ward; see `Ward`."""

ID: Final = re.compile(r"[a-z][a-z0-9]*([._-][a-z0-9]+)*")
"""Pattern of the id of a megalith."""


class StoneColour(NamedEnum):
    """The colour of a megalith. First games use only light ones (rule 2.5)."""

    LIGHT = "light"
    DARK = "dark"


class When(NamedEnum):
    """The event that wakes a megalith (rules 6.1, 12.2, 12.3)."""

    ARRIVING = "arriving"
    """A shaman arrives on it. All base megaliths wake this way."""
    LEAVING = "leaving"
    """A shaman moves away from it, to another space or out of the board."""
    BEFORE_TURN = "before-turn"
    """A turn is about to begin for the tribe whose shaman is on it."""


def _is_called_with(value: object, arguments: int) -> bool:
    """Return whether a value accepts a number of positional arguments, as far as its signature is known."""
    if not callable(value):
        return False
    try:
        signature(value).bind(*[None] * arguments)
    except TypeError:
        return False
    except ValueError:  # a callable without a signature, such as some built-ins
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
    from cairn_rules.cairn.state.actions import Effect, LibraryEffect  # noqa: PLC0415 - actions name megaliths

    return isinstance(value, type) and issubclass(value, Effect) and LibraryEffect not in value.__bases__


@final
class OpponentDecides:
    """A power, or one decision of it, for which the opponent chooses; see `opponent_decides`."""

    def __init__(self, power: PowerFunction) -> None:
        if not _is_power(power):
            raise DefinitionError(f"{quoted(power)} is not a power; a power is a function that takes only a Site")
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
        """Return the options of the power."""
        return self.power(site)


def _works_as_the_box_does(stone: Megalith) -> bool:
    return bool(stone.powers) and stone.wakes is When.ARRIVING and stone.ward is None


def _claimed(stone: Megalith) -> tuple[tuple[str, object], ...]:
    return tuple((f"effect {each.__name__.lower()!r}", each) for each in stone.effects)


@final
@frozen(cache_hash=True)
class Megalith:
    """A megalith: its id, its texts, and its power or ward. Usually made with `@megalith` or `@ward`.

    Raises:
        DefinitionError: if the id is not a slug, a text is empty, the stone is not a `StoneColour`, the glyph is
            not path data in its box, or there is neither a power nor a ward.

    Example:
        >>> from cairn_rules.cairn import BASE_SET
        >>> deer = BASE_SET["deer"]
        >>> deer.name, deer.stone
        ('Deer Rock', StoneColour.LIGHT)
        >>> deer.text
        'Move a shaman of either tribe next to this megalith one space.'
    """

    id: str = field(
        validator=fits(
            "lower-case letters and digits, joined by '-', '_' or '.', such as 'deer' or 'acme.red-stone'",
            lambda value: isinstance(value, str) and bool(ID.fullmatch(value)),
        )
    )
    """A short slug, unique in a set, as in position texts."""
    name: str = field(validator=line_of_text)
    """Name for people."""
    text: str = field(validator=line_of_text, repr=False)
    """Description of the power, for people."""
    stone: StoneColour = field(validator=one_of(*StoneColour))
    """Light or dark."""
    powers: tuple[Callable[[Any], Iterable[Effect]], ...] = field(
        repr=False,
        validator=[
            fits("functions that take only a Site and return effects", tuple_of(_is_power)),
            fits("hashable functions, because states are hashable", tuple_of(_is_hashable)),
        ],
    )
    """The power's decisions, in order: usually one. Empty for a megalith with only a ward."""
    effects: tuple[type[Effect], ...] = field(
        default=(), repr=False, validator=fits("a tuple of subclasses of Effect", tuple_of(_is_own_effect))
    )
    """Custom effect classes that the power yields, for reading stored games."""
    wakes: When = field(default=When.ARRIVING, repr=False, validator=one_of(*When))
    """Event that wakes the megalith."""
    ward: Callable[[Any, Any], bool] | None = field(
        default=None,
        repr=False,
        validator=fits("a function that takes a Site and an Action and returns whether it is forbidden", _is_ward),
    )
    """Function that forbids actions while the megalith is on the board, or None."""
    glyph: str | None = field(default=None, repr=False, validator=glyph_path)
    """SVG path data in a box from 0 0 to 24 24, drawn as a line 2 units wide; None for the initials of the name."""
    claims: tuple[tuple[str, object], ...] = field(
        init=False, eq=False, repr=False, default=Factory(_claimed, takes_self=True)
    )
    """Names, besides the id, that must be unambiguous in a registry."""
    is_usual: bool = field(init=False, eq=False, repr=False, default=Factory(_works_as_the_box_does, takes_self=True))
    """True if the megalith only wakes when a shaman arrives."""

    def _repr_html_(self) -> str:
        """Return the name, the stone and the text, for a notebook."""
        from html import escape  # noqa: PLC0415 - slow to import, and every game of Cairn imports this module

        return f"<b>{escape(self.name)}</b> ({escape(self.id)}, {self.stone.name.lower()} stone)<br>{escape(self.text)}"

    def __attrs_post_init__(self) -> None:
        if not self.powers and self.ward is None:
            raise DefinitionError(f"Megalith {self.id!r}: it needs a power or a ward")
        for function in self.functions:
            if _is_async(function):
                raise DefinitionError(
                    f"Megalith {self.id!r}: write its functions with 'def', because 'async def' returns no effects"
                )

    def __str__(self) -> str:
        return self.name

    def __reduce__(self) -> tuple[object, ...]:
        place = _place(self, self.functions[0])
        if place:
            return _held_by_module, place
        texts = self.id, self.name, self.text, self.stone
        return Megalith, (*texts, self.powers, self.effects, self.wakes, self.ward, self.glyph)

    @property
    def functions(self) -> tuple[Callable[..., Any], ...]:
        """The powers, followed by the ward if there is one."""
        return self.powers if self.ward is None else (*self.powers, self.ward)

    def asks_opponent(self, decision: int) -> bool:
        """Return whether the opponent makes a decision of the power, counted from 0 (rule 12.1)."""
        return decision < len(self.powers) and isinstance(self.powers[decision], OpponentDecides)


def _place(made: object, function: PowerFunction | WardFunction) -> tuple[str, str] | None:
    """Return the module and name under which a decorated object replaced its function, or None if it did not.

    Such a function cannot be pickled, because its name now belongs to the object. The object can be found by name.
    """
    module, name = getattr(function, "__module__", ""), getattr(function, "__qualname__", "")
    return (module, name) if getattr(sys.modules.get(module), name, None) is made else None


def _held_by_module(module: str, name: str) -> object:
    return getattr(import_module(module), name)
