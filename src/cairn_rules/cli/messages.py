"""Text for a terminal: control characters are escaped, long lines break between words, and progress is one line."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager
from shutil import get_terminal_size
from textwrap import wrap
from time import perf_counter
from typing import Final, TextIO, final

from cairn_rules.errors import printable

SECONDS: Final = 5.0
"""Seconds between the lines of progress where the standard error is not a terminal."""

_WHOLE: Final = re.compile(r'\s*(?:[|\[{<]|"[^"]*": |cairn-rules |\S(?:[^\s/]*/){3}\S+ )|.*: cairn-rules ')
"""Lines that stay whole: tables, markup, JSON, and commands and positions to copy."""
_COLUMN: Final = re.compile(r" *(?:\S+(?: \S+)* {2,})?")
"""The beginning of a line, with the first column of a list."""


@final
class Coloured(str):
    """A text with the control characters of its colours; all others in it are escaped already."""

    __slots__ = ()


def escaped(text: str) -> str:
    r"""Return a text with its control characters escaped, apart from line breaks and tabs.

    Example:
        >>> print(escaped("red \x1b[31m\nblack"))
        red \x1b[31m
        black
    """
    return "\n".join(printable(line, keep="\t") for line in text.split("\n"))


def fit(text: str, stream: TextIO | None) -> str:
    """Return a text as it is written to a stream: escaped, and wrapped if the stream is a terminal.

    Colours stay as they are.
    """
    if isinstance(text, Coloured):
        return text
    shown = escaped(text)
    return fill(shown, get_terminal_size().columns) if stream is not None and stream.isatty() else shown


def counted(number: int, word: str) -> str:
    """Return a number with a noun, such as `1 game` or `2 games`."""
    return f"{number} {word}{'' if number == 1 else 's'}"


def fill(text: str, width: int) -> str:
    """Return a text in lines of at most a number of characters, broken between words.

    The rest of a line is indented like its beginning, or like the second column of a list. Words, tables, markup, JSON,
    and commands and positions to copy are not broken.

    Example:
        >>> print(fill("  --game   The game to play, by its name.", 24))
          --game   The game to
                   play, by its
                   name.
    """
    return "\n".join(_filled(line, width) for line in text.split("\n"))


def note(line: str, *, end: str = "\n") -> None:
    """Write a line to the standard error; a prompt has no line break at its end."""
    sys.stderr.write(f"{fit(line, sys.stderr)}{end}")
    sys.stderr.flush()


@contextmanager
def status_line(first: str = "") -> Generator[Callable[[str], None]]:
    """Return a function that shows a line on the standard error in place of the last one; an empty line removes it.

    If that is not a terminal, a line is printed every few seconds. `first` is shown at once at a terminal, so that long
    work is not silent at its beginning.
    """
    terminal = sys.stderr.isatty()
    most = get_terminal_size().columns - 1
    width = 0
    last = perf_counter()

    def show(line: str) -> None:
        nonlocal width, last
        if terminal:
            text = printable(line)[:most]
            sys.stderr.write(f"\r{text:<{width}}{'' if text else chr(13)}")
            sys.stderr.flush()
            width = max(width, len(text))
        elif line and perf_counter() - last >= SECONDS:
            note(line)
            last = perf_counter()

    if terminal and first:
        show(first)
    try:
        yield show
    finally:
        if width:
            show("")


def _filled(line: str, width: int) -> str:
    if len(line) <= width or _WHOLE.match(line):
        return line
    column = len(line) - len(_COLUMN.sub("", line, count=1))
    indent = column if column <= width // 2 else len(line) - len(line.lstrip())
    lines = wrap(line, width, subsequent_indent=" " * indent, break_long_words=False, break_on_hyphens=False)
    return "\n".join(lines)
