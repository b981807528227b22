"""Copying frozen values with some attributes changed: `replaced`."""

from __future__ import annotations

from typing import Any, Final, TypeVar

T = TypeVar("T")

_new: Final = object.__new__
_set: Final = object.__setattr__


def replaced(value: T, /, **changes: Any) -> T:
    """Return a frozen value with some attributes changed: `attrs.evolve` in a fraction of the time.

    Nothing is converted or checked, and what an object keeps in slots is not copied. The class of the value has no
    slots.

    Example:
        >>> from attrs import frozen
        >>> @frozen(slots=False)
        ... class Purse:
        ...     gold: int
        ...     silver: int
        >>> replaced(Purse(gold=1, silver=5), gold=2)
        Purse(gold=2, silver=5)
    """
    made = _new(value.__class__)
    # A new dictionary: Python reads attributes from it faster than from a copy of one that shares its keys.
    _set(made, "__dict__", {**value.__dict__, **changes})
    return made
