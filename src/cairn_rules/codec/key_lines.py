"""The lines of the keys in a TOML or JSON text, to show where a fault is. The parsers of Python do not report them."""

from __future__ import annotations

import json
import re
from collections.abc import Generator, Iterable
from contextlib import contextmanager
from typing import Final, final

from attrs import evolve

from cairn_rules.codec.json_text import within
from cairn_rules.codec.toml_text import STRING
from cairn_rules.errors import DocumentError, Fault

LONGEST: Final = 1 << 20
"""Maximum length of a text, in characters. Programs write longer ones, for which no lines are found."""

_BETWEEN: Final = re.compile(r"(?:[\s,]|\#[^\n]*+)*+")
"""The separators of values, keys and headers."""
_SPACE: Final = re.compile(r"\s*+")
_PART: Final = re.compile(r"\s*+ (?: [A-Za-z0-9_-]++|" + STRING + r") \s*+", re.DOTALL | re.VERBOSE)
"""One part of a key, with the spaces around it."""
_VALUE: Final = re.compile(STRING + r"| [^,\]}\n\#]++", re.DOTALL | re.VERBOSE)
"""A value other than a list or a table."""
_STEP: Final = re.compile(
    r"""\. [\w-]{1,60} | \[ (?: [0-9]+ | ' (?: [^'\\] | \\. )*+ ' | " (?: [^"\\] | \\. )*+ " ) \]""", re.VERBOSE
)
"""One step of a path, as `within` writes it."""


@final
class _Node:
    """The line of a key or an item, with those in its value."""

    __slots__ = ("line", "parts")

    def __init__(self, line: int) -> None:
        self.line = line
        self.parts: dict[str, _Node] = {}
        """The parts of the value by their steps, such as `.name` or `[0]`."""

    def part(self, step: str, line: int) -> _Node:
        """Return a part, which begins on this line unless it has begun before."""
        return self.parts.setdefault(step, _Node(line))

    def item(self, line: int) -> _Node:
        """Return a new item of a list."""
        return self.part(f"[{len(self.parts)}]", line)

    def open_table(self) -> _Node:
        """Return the table that a header means: the last one, if this is a list of tables."""
        last = self.parts.get(f"[{len(self.parts) - 1}]")
        return self if last is None else last


@final
class KeyLines:
    r"""The lines of the keys and list items in a text that `read_toml` or `read_json` accepts.

    Example:
        >>> lines = KeyLines('name = "The Fen"\n\n[[spells]]\nid = "bog"', is_json=False)
        >>> lines.line_of("$.spells[0].id"), lines.line_of("$.spells[0].name"), lines.line_of("$")
        (4, 3, None)
    """

    def __init__(self, text: str, *, is_json: bool) -> None:
        self._text = text
        self._is_json = is_json
        self._at = 0
        self._line = 1
        self._counted = 0
        """The lines before this place are counted."""
        self._root = _Node(0)
        self._is_read = len(text) > LONGEST

    def line_of(self, path: str) -> int | None:
        """Return the line of a path such as `$.spells[0].id`, from 1.

        If it leads to something that is missing, return the line of the table or list in which it would be; None if
        that is the whole text.
        """
        if not self._is_read and path != "$":
            self._is_read = True
            self._read()
        node, at, line = self._root, 1, None
        while (step := _STEP.match(path, at)) and (found := node.parts.get(step[0])) is not None:
            node, at, line = found, step.end(), found.line
        return line

    def _read(self) -> None:
        table = self._root
        self._pass(_BETWEEN)
        if self._is_json:
            self._value(self._root)
        while self._at < len(self._text):
            if self._text[self._at] == "[":
                table = self._header()
            else:
                self._value(self._key(table))
            self._pass(_BETWEEN)

    def _header(self) -> _Node:
        """Return the table of the header at this place."""
        brackets = 2 if self._text.startswith("[[", self._at) else 1
        line = self._line_here()
        self._at += brackets
        *outer, last = self._steps()
        self._at += brackets
        table = self._root
        for step in outer:
            table = table.part(step, line).open_table()
        table = table.part(last, line)
        if brackets == 2:
            return table.item(line)
        table.line = line  # the header of a table within it may have come first
        return table

    def _key(self, table: _Node) -> _Node:
        """Return the part of a table for the key at this place, and go on to its value."""
        line = self._line_here()
        for step in self._steps():
            table = table.part(step, line)
        self._at += 1  # the equals sign or colon
        self._pass(_SPACE)
        return table

    def _steps(self) -> list[str]:
        """Return the steps of a key with its dots, and go on to what follows it."""
        steps: list[str] = []
        while not steps or self._text[self._at] == ".":
            self._at += bool(steps)
            part = self._pass(_PART).strip()
            if part[0] == '"' and "\\" in part:  # the escapes of TOML are among those of Python
                escaped = part[1:-1].encode("latin-1", "backslashreplace")
                part = json.loads(part) if self._is_json else escaped.decode("unicode_escape")
            elif part[0] in "'\"":
                part = part[1:-1]
            steps.append(within("", part))
        return steps

    def _value(self, node: _Node) -> None:
        """Go past a value, and note the keys and items in it."""
        around: list[tuple[_Node, str]] = []  # lists and tables that are open, each with its first character
        while True:
            sign = self._text[self._at]
            if sign in "[{":
                around.append((node, sign))
                self._at += 1
            else:
                self._pass(_VALUE)
            self._pass(_BETWEEN)
            while around and self._text[self._at] in "]}":
                around.pop()
                self._at += 1
                self._pass(_BETWEEN)
            if not around:
                return
            outer, sign = around[-1]
            node = outer.item(self._line_here()) if sign == "[" else self._key(outer)

    def _pass(self, pattern: re.Pattern[str]) -> str:
        """Return what a pattern matches at this place, and go past it."""
        found = pattern.match(self._text, self._at)
        assert found is not None, "a parser has accepted the text"
        self._at = found.end()
        return found[0]

    def _line_here(self) -> int:
        self._line += self._text.count("\n", self._counted, self._at)
        self._counted = self._at
        return self._line


def with_lines(faults: Iterable[Fault], lines: KeyLines) -> list[Fault]:
    """Return the faults of a text, each with the line of its key."""
    return [each if each.line is not None else evolve(each, line=lines.line_of(each.where)) for each in faults]


@contextmanager
def at_lines(text: str, *, is_json: bool) -> Generator[None]:
    """Give each fault of a document its line in a text while the context is active."""
    try:
        yield
    except DocumentError as error:
        raise DocumentError(with_lines(error.faults, KeyLines(text, is_json=is_json))) from error.__cause__
