"""Blocks of text of several kinds, and their layout in columns and lines."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import Enum
from itertools import zip_longest
from textwrap import wrap
from types import MappingProxyType
from typing import Final, final

from cairn_rules.frozen_classes import frozen

WIDTH: Final = 80
"""Maximum width of a line, in characters."""

_NO_BREAK: Final = "\xa0"


class Kind(Enum):
    """The purpose of a block."""

    CHANGES = "changes"
    """The changes since the last block of this kind."""
    BOARD = "board"
    """The state, drawn."""
    CHOICES = "choices"
    """The actions to choose from."""
    ANSWER = "answer"
    """The answer to a question."""
    WARNING = "warning"
    """An error in the typed line."""
    RESULT = "result"
    """The end of the game."""


@final
@frozen
class Mark:
    """A piece of a block that has changed."""

    line: int
    """The line, from 0."""
    start: int
    """The first character."""
    end: int
    """The first character after it."""


@final
@frozen
class Block:
    """A piece of text to show."""

    kind: Kind
    """The purpose."""
    text: str
    """The text, in lines."""
    marks: tuple[Mark, ...] = ()
    """The pieces that changed since it was last shown."""
    tints: Mapping[str, str] = MappingProxyType({})
    """Colours of signs in it."""


def wrapped(text: str, indent: str = "") -> str:
    """Return a text in lines that fit, all but the first one indented."""
    return "\n".join(wrap(text, WIDTH, subsequent_indent=indent, break_on_hyphens=False))


def in_lines(heads: Sequence[str], texts: Sequence[str]) -> str:
    """Return a line for each head with its text, the texts aligned."""
    width = max(map(len, heads), default=0)
    lines = (f"{head:<{width}}  {text}".rstrip() for head, text in zip(heads, texts, strict=True))
    return "\n".join(wrapped(line, " " * min(width + 2, WIDTH // 2)) for line in lines)


def in_columns(groups: Mapping[str, Sequence[str]]) -> str:
    """Return cells in columns, each group after its name."""
    cells = [cell for group in groups.values() for cell in group]
    cell_width = max(map(len, cells), default=0) + 2
    name_width = max(map(len, groups), default=0)
    first = name_width + 2 if name_width else 0
    count = max(1, (WIDTH - first + 2) // cell_width)
    lines: list[str] = []
    for name, group in groups.items():
        for start in range(0, len(group), count):
            row = "".join(f"{cell:<{cell_width}}" for cell in group[start : start + count])
            lines.append(f"{name if start == 0 else '':<{first}}{row}".rstrip())
    return "\n".join(lines)


def in_rows(groups: Mapping[str, Sequence[str]]) -> str:
    """Return cells in as few lines as possible, each group after its name; lines break only between cells."""
    texts: list[str] = []
    for name, cells in groups.items():
        first, *others = cells
        unbroken = (each.strip().replace(" ", _NO_BREAK) for each in (f"{name} {first.strip()}", *others))
        texts.append(", ".join(unbroken))
    lines = wrap("; ".join(texts), WIDTH, break_long_words=False, break_on_hyphens=False)
    return "\n".join(lines).replace(_NO_BREAK, " ")


def marks_between(before: str, after: str) -> tuple[Mark, ...]:
    """Return the words of a drawing that changed, and the places that a single sign left.

    Example:
        >>> marks_between("| s |   | Turn 1", "|   | s | Turn 2")
        (Mark(line=0, start=6, end=7), Mark(line=0, start=15, end=16), Mark(line=0, start=2, end=3))
    """
    lines = enumerate(zip_longest(before.split("\n"), after.split("\n"), fillvalue=""))
    return tuple(mark for number, (old, new) in lines for mark in _marks(number, old, new))


def _marks(number: int, old: str, new: str) -> Iterator[Mark]:
    if old == new:
        return
    old_words = {(found.start(), found[0]) for found in _words(old)}
    for found in _words(new):
        if (found.start(), found[0]) not in old_words:
            yield Mark(number, found.start(), found.end())
    for start, word in sorted(old_words):
        if len(word) == 1 and new[start - 1 : start + 2] == "   ":
            yield Mark(number, start, start + 1)


def _words(line: str) -> Iterable[re.Match[str]]:
    return re.finditer(r"\S+", line)
