"""Text for a terminal: long lines break between words."""

from __future__ import annotations

import re
import sys
from shutil import get_terminal_size
from textwrap import wrap
from typing import Final, TextIO

_WHOLE: Final = re.compile(r"\s*(?:[|\[{<]|cairn-rules )|.*(?:: cairn-rules |\x1b)")
"""Lines that stay whole: tables, markup, JSON, coloured text, and commands to copy."""
_COLUMN: Final = re.compile(r" *(?:\S+(?: \S+)* {2,})?")
"""The beginning of a line, with the first column of a list."""


def fit(text: str, stream: TextIO | None) -> str:
    """Return a text as it is written to a stream: wrapped if the stream is a terminal, unchanged otherwise."""
    return fill(text, get_terminal_size().columns) if stream is not None and stream.isatty() else text


def fill(text: str, width: int) -> str:
    """Return a text in lines of at most a number of characters, broken between words.

    The rest of a line is indented like its beginning, or like the second column of a list. Words, tables, markup, JSON
    and commands to copy are not broken.

    Example:
        >>> print(fill("  --game   The game to play, by its name.", 24))
          --game   The game to
                   play, by its
                   name.
    """
    return "\n".join(_filled(line, width) for line in text.split("\n"))


def note(line: str) -> None:
    """Write a line to the standard error."""
    sys.stderr.write(f"{fit(line, sys.stderr)}\n")
    sys.stderr.flush()


def _filled(line: str, width: int) -> str:
    if len(line) <= width or _WHOLE.match(line):
        return line
    column = len(line) - len(_COLUMN.sub("", line, count=1))
    indent = column if column <= width // 2 else len(line) - len(line.lstrip())
    lines = wrap(line, width, subsequent_indent=" " * indent, break_long_words=False, break_on_hyphens=False)
    return "\n".join(lines)
