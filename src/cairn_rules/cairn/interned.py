"""Interned: classes of small values of which there is one instance each, so that comparing them is free."""

from __future__ import annotations

from abc import ABCMeta
from typing import TYPE_CHECKING, Any, Final, TypeVar, cast

from attrs import AttrsInstance, fields

T = TypeVar("T")


class Abstract(ABCMeta):
    """Abstract classes without virtual subclasses, which would make every `isinstance` slow."""

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
    """An ancestor of small values of which there is one instance each: comparing them is free."""

    __slots__ = ()

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), _values(cast("AttrsInstance", self))


def _values(value: AttrsInstance) -> tuple[object, ...]:
    return tuple(getattr(value, each.name) for each in fields(type(value)) if each.init)
