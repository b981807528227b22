"""What is wrong with a document: the errors of reading it, as faults with their paths."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from attrs import fields
from cattrs import AttributeValidationNote, ClassValidationError, ForbiddenExtraKeysError, IterableValidationError

from cairn_rules.errors import MOST_FAULTS, CairnRulesError, DocumentError, Fault, UnsoundStateError, cut, hint, shown

LONGEST_MESSAGE: Final = 500
"""Of a longer one, such as of a text that was taken for an id, the rest is left out."""
_PATH: Final = re.compile(r"[\w-]{1,60}(\[[0-9]+\])?(\.[\w-]{1,60}(\[[0-9]+\])?)*")
"""What the place of a fault in a state looks like, such as `seats[0].backups`."""


class Mismatch(ValueError):  # noqa: N818 - it never leaves the codec
    """A part of a document that is not what it should be there, in words; or what one key of it holds is not."""

    def __init__(self, message: str, key: str | None = None) -> None:
        super().__init__(message)
        self.key = key
        """The key; None for the whole part."""


def faults_of(error: Exception, where: str) -> Iterator[Fault]:
    """The faults that an error of reading or writing stands for.

    Args:
        error: The error, perhaps a group of them.
        where: The path of what was read, `$` for all of it.
    """
    if isinstance(error, ClassValidationError | IterableValidationError):
        yield from _inner_faults(error, where)
    elif isinstance(error, ForbiddenExtraKeysError):
        yield from _unknown_keys(error, where)
    elif isinstance(error, UnsoundStateError):
        for fault in error.faults:
            place = f"{where}.{fault.where}" if _PATH.fullmatch(fault.where) else within(where, fault.where)
            yield Fault(place, cut(fault.message, LONGEST_MESSAGE))
    elif isinstance(error, DocumentError):
        for fault in error.faults:
            yield Fault(where + fault.where.removeprefix("$"), cut(fault.message, LONGEST_MESSAGE))
    elif isinstance(error, RecursionError):
        yield Fault(where, "nested too deeply")
    elif isinstance(error, Mismatch):
        yield Fault(where if error.key is None else within(where, error.key), cut(str(error), LONGEST_MESSAGE))
    elif isinstance(error, CairnRulesError):
        yield Fault(where, cut(str(error), LONGEST_MESSAGE))
    else:
        yield Fault(where, cut(f"{type(error).__name__}: {error}", LONGEST_MESSAGE))


def _inner_faults(error: ClassValidationError | IterableValidationError, where: str) -> Iterator[Fault]:
    placed, others = error.group_exceptions()
    for inner, note in placed:
        part = note.name if isinstance(note, AttributeValidationNote) else note.index
        if isinstance(inner, KeyError) and inner.args == (part,):
            yield Fault(within(where, part), "missing")
        else:
            yield from faults_of(inner, within(where, part))
    for inner in others:
        yield from faults_of(inner, where)


def within(where: str, part: object) -> str:
    """The path of a part: the value of a key, or the item with an index."""
    return (
        f"{where}.{part}" if isinstance(part, str) and re.fullmatch(r"[\w-]{1,60}", part) else f"{where}[{shown(part)}]"
    )


def _unknown_keys(error: ForbiddenExtraKeysError, where: str) -> Iterator[Fault]:
    known = tuple(each.name for each in fields(error.cl) if each.init)
    for key in sorted(error.extra_fields)[:MOST_FAULTS]:
        yield Fault(within(where, key), f"unknown key; {hint(key, known)}")
