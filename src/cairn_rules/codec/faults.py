"""Conversion of errors while reading a document to faults with paths."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from attrs import fields
from cattrs import AttributeValidationNote, ClassValidationError, ForbiddenExtraKeysError, IterableValidationError

from cairn_rules.codec.json_text import within
from cairn_rules.errors import MOST_FAULTS, CairnRulesError, DocumentError, Fault, UnsoundStateError, cut, hint

LONGEST_MESSAGE: Final = 500
"""Maximum length of a fault's message, in characters. Longer ones, such as those that quote a long text, are cut."""
_PATH: Final = re.compile(r"[\w-]{1,60}(\[[0-9]+\])?(\.[\w-]{1,60}(\[[0-9]+\])?)*")
"""The form of the place of a fault in a state, such as `seats[0].backups`."""


class Mismatch(ValueError):  # noqa: N818 - it never leaves the codec
    """A part of a document, or the value of one of its keys, that is not valid."""

    def __init__(self, message: str, key: str | None = None) -> None:
        super().__init__(message)
        self.key = key
        """The key of the invalid value; None if the whole part is invalid."""


def faults_of(error: Exception, where: str) -> Iterator[Fault]:
    """Yield the faults for an error of reading or writing.

    The error may be a group of errors. `where` is the path of the part that was read or written; `$` for the whole
    document.
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


def _unknown_keys(error: ForbiddenExtraKeysError, where: str) -> Iterator[Fault]:
    known = tuple(each.name for each in fields(error.cl) if each.init)
    for key in sorted(error.extra_fields)[:MOST_FAULTS]:
        yield Fault(within(where, key), f"unknown key; {hint(key, known)}")
