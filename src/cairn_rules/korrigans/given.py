"""What is given to the classes of the board: made tuples of, or refused with a clear error."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from attrs import Attribute

from cairn_rules.errors import DefinitionError, quoted

T = TypeVar("T")


def items_of(value: Iterable[T], right: str) -> tuple[T, ...]:
    """The items of a collection.

    Raises:
        DefinitionError: when it is none; it says what would be right.
    """
    if not isinstance(value, Iterable):
        raise DefinitionError(f"{quoted(value)} is not {right}")
    return tuple(value)


def pair_of(value: Iterable[str]) -> tuple[str, str]:
    """The ids of two fields in alphabetical order.

    Raises:
        DefinitionError: when they are not two letters.
    """
    pair = items_of(value, "the ids of two fields")
    if len(pair) != 2 or not all(isinstance(end, str) and len(end) == 1 for end in pair):
        raise DefinitionError(f"{quoted(value)} is not the ids of two fields")
    return min(pair), max(pair)


def only(kind: type) -> Callable[[Any, Attribute[Any], Any], None]:
    """A check that an attribute, or an item of it, is of a class."""

    def check(owner: object, attribute: Attribute[Any], value: object) -> None:
        if not isinstance(value, kind):
            raise DefinitionError(f"{type(owner).__name__}.{attribute.name}: {quoted(value)} is not a {kind.__name__}")

    return check
