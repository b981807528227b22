"""A validator of SVG path data from other people, which lets nothing else into a picture."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from cairn_rules.errors import DefinitionError, quoted

if TYPE_CHECKING:
    from attrs import Attribute

GLYPH_BOX: Final = 24
"""Width and height of a glyph's box, in units of its path."""
_LONGEST: Final = 2000
_BLANK: Final = " \t\r\n"
"""The white space that both XML and path data allow."""
_BETWEEN: Final = f"[{_BLANK}]*(?:,[{_BLANK}]*)?"
_COMMAND: Final = re.compile(rf"[{_BLANK}]*([MmZzLlHhVvCcSsQqTtAa])")
_NUMBER: Final = re.compile(rf"{_BETWEEN}([+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)")
_FLAG: Final = re.compile(f"{_BETWEEN}([01])")
_ARGUMENTS: Final = {
    "M": (_NUMBER,) * 2,
    "L": (_NUMBER,) * 2,
    "T": (_NUMBER,) * 2,
    "H": (_NUMBER,),
    "V": (_NUMBER,),
    "C": (_NUMBER,) * 6,
    "S": (_NUMBER,) * 4,
    "Q": (_NUMBER,) * 4,
    "Z": (),
    "A": (_NUMBER, _NUMBER, _NUMBER, _FLAG, _FLAG, _NUMBER, _NUMBER),
}
"""The arguments of each command. All commands except `Z` may repeat them."""

Segment: TypeAlias = tuple[str, tuple[float, ...]]


def glyph_path(owner: Any, attribute: Attribute[Any], value: object) -> None:
    """Check an attrs field: None, or path data whose points are in a box from 0 0 to 24 24.

    Raises:
        DefinitionError: if it is anything else. The message says what is wrong with the path.
    """
    if value is None:
        return
    fault = _fault(value) if isinstance(value, str) else "it is not a text"
    if fault:
        raise DefinitionError(
            f"{type(owner).__name__} {owner.id!r}: {attribute.name} should be SVG path data in a box of {GLYPH_BOX} by"
            f" {GLYPH_BOX} units, such as 'M3 21L12 3L21 21Z', not {quoted(value)}: {fault}"
        )


def _fault(path: str) -> str | None:
    if len(path) > _LONGEST:
        return f"it is longer than {_LONGEST} characters"
    try:
        segments = tuple(_segments(path))
    except _UnreadableError as error:
        return f"it cannot be read from {error.rest!r}"
    if not segments or segments[0][0] not in "Mm":
        return "it does not begin with M"
    for x, y in _points(segments):
        if not (0 <= x <= GLYPH_BOX and 0 <= y <= GLYPH_BOX):
            return f"the point {x:g} {y:g} is outside of the box"
    for command, numbers in segments:
        if command in "Aa" and max(map(abs, numbers[:2])) > GLYPH_BOX:
            return f"the arc {command}{numbers[0]:g} {numbers[1]:g} is larger than the box"
    return None


class _UnreadableError(Exception):
    """The rest of a path that is not path data."""

    def __init__(self, rest: str) -> None:
        super().__init__(rest)
        self.rest = rest[:20]


def _segments(path: str) -> Iterator[Segment]:
    """Yield the commands of a path, each with one set of arguments.

    Raises:
        _UnreadableError: if the path does not have the form of path data.
    """
    place, path = 0, path.rstrip(_BLANK)
    while place < len(path):
        found = _COMMAND.match(path, place)
        if found is None:
            raise _UnreadableError(path[place:])
        command, start, place = found[1], place, found.end()
        kinds = _ARGUMENTS[command.upper()]
        read = _arguments(path, place, kinds)
        if read is None:
            raise _UnreadableError(path[start:])
        while read is not None:
            numbers, place = read
            yield command, numbers
            command = {"M": "L", "m": "l"}.get(command, command)
            read = _arguments(path, place, kinds) if kinds else None


def _arguments(path: str, place: int, kinds: tuple[re.Pattern[str], ...]) -> tuple[tuple[float, ...], int] | None:
    """Return the arguments at a place of a path, and the place behind them; None if there are none."""
    numbers: list[float] = []
    for kind in kinds:
        found = kind.match(path, place)
        if found is None:
            return None
        numbers.append(float(found[1]))
        place = found.end()
    return tuple(numbers), place


def _points(segments: tuple[Segment, ...]) -> Iterator[tuple[float, float]]:
    """Yield the points of a path, including the control points of its curves."""
    x = y = 0.0
    start = x, y
    for command, numbers in segments:
        from_x, from_y = (x, y) if command.islower() else (0.0, 0.0)
        match command.upper():
            case "Z":
                x, y = start
            case "H":
                x = from_x + numbers[0]
            case "V":
                y = from_y + numbers[0]
            case kind:
                pairs = numbers[5:] if kind == "A" else numbers
                for across, down in zip(pairs[::2], pairs[1::2], strict=True):
                    x, y = from_x + across, from_y + down
                    yield x, y
                start = (x, y) if kind == "M" else start
        yield x, y
