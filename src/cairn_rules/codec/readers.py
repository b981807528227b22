"""Strict readers for the plain parts of a document: numbers, texts, lists and objects."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from math import isfinite
from typing import Any, Final, TypeAlias, TypeVar, cast

from cattrs import IterableValidationError
from cattrs.errors import IterableValidationNote

from cairn_rules.codec.faults import Mismatch
from cairn_rules.codec.json_text import LARGEST
from cairn_rules.codec.shapes import Data, Text
from cairn_rules.errors import MOST_FAULTS, shown

T = TypeVar("T")

Reader: TypeAlias = Callable[[Data, Any], Any]

MOST_ITEMS: Final = 10_000
"""Maximum number of items in a list or object."""


def _bool(data: Data, _: Any = bool) -> bool:
    if type(data) is not bool:
        raise Mismatch(f"{shown(data)} is not true or false")
    return data


def _int(data: Data, _: Any = int) -> int:
    if type(data) is not int:
        raise Mismatch(f"{shown(data)} is not a whole number")
    if abs(data) > LARGEST:
        raise Mismatch(
            f"{shown(data)} is beyond {LARGEST}, the largest whole number that every JSON reader keeps exactly"
        )
    return data


def _float(data: Data, _: Any = float) -> float:
    if type(data) not in (int, float) or not isfinite(data):
        raise Mismatch(f"{shown(data)} is not a number")
    return float(data)


def _str(data: Data, _: Any = str) -> str:
    if type(data) is not str:
        raise Mismatch(f"{shown(data)} is not a text")
    return data


PLAIN: Final[Mapping[Any, tuple[Reader, Callable[[Any], Data]]]] = {
    kind: (check, check) for kind, check in ((bool, _bool), (int, _int), (float, _float), (str, _str))
}
"""The reader and the writer for each type that JSON itself has."""


def text_reader(text: Text[Any]) -> Reader:
    """Return a reader for a type whose values are written as one text each."""

    def read(data: Data, _: Any) -> Any:
        if type(data) is not str:
            raise Mismatch(f"{shown(data)} is not {text.what}")
        return text.read(data)

    return read


def object_of(data: Data, what: str) -> dict[str, Data]:
    """Return data that should be an object, after checking that they are.

    `what` describes valid data, for the error.

    Raises:
        Mismatch: if they are not an object, or a key is not text.
    """
    items = cast("dict[str, Data]", data)
    if type(data) is not dict or not all(type(key) is str for key in items):
        raise Mismatch(f"{shown(items)} is not {what}")
    return items


def list_of(data: Data) -> list[Data]:
    """Return data that should be a list, after checking that they are. Raise a `Mismatch` if they are not a list."""
    items = cast("list[Data]", data)
    if type(data) is not list:
        raise Mismatch(f"{shown(data)} is not a list")
    return items


def each_of(kind: Any, read: Callable[[Any, Data], T], items: Iterable[tuple[Any, Data]], count: int) -> list[T]:
    """Read the items of a list or an object one by one, collecting all faults.

    `read` reads an item, given its index or key.

    Raises:
        Mismatch: if there are more than `MOST_ITEMS`.
        IterableValidationError: if some cannot be read.
    """
    if count > MOST_ITEMS:
        raise Mismatch(f"{count} items; at most {MOST_ITEMS} are read")
    values: list[T] = []
    errors: list[Exception] = []
    for where, item in items:
        try:
            values.append(read(where, item))
        except Exception as error:  # noqa: BLE001 - any error becomes a fault with its path
            note = IterableValidationNote("", where, kind)  # pyright: ignore[reportCallIssue] - it has its own __new__
            error.add_note(note)
            errors.append(error)
            if len(errors) == MOST_FAULTS:
                break
    if errors:
        raise IterableValidationError("", errors, kind)  # pyright: ignore[reportCallIssue] - it has its own __new__
    return values
