"""Text and shapes for SVG pictures: escaping, text width, line breaks, arrows, the root element."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from math import hypot
from typing import Any, Final
from zlib import crc32

from cairn_rules.errors import DefinitionError, quoted
from cairn_rules.pictures.colours import Styling, attributes_in

_CLASS: Final = re.compile(' class="([^"]*)"')
_SPECIAL: Final = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;"})


def escape(text: str) -> str:
    """Return a text escaped for XML and HTML. `html.escape` does the same, but is slow to import."""
    return text.translate(_SPECIAL)


_AFTER_CYRILLIC: Final = "\u0530"
_ASTRAL: Final = "\U00010000"


def width(text: str) -> float:
    """Return the estimated width of a text in units of its font size. The estimate is high rather than low."""
    return sum(map(_letter_width, text))


@lru_cache(maxsize=4096)
def _letter_width(letter: str) -> float:
    if letter.isascii():
        return 0.42 if letter in " iljtfrI.,:;'!|()[]-" else 1.11 if letter in "mwMW@%" else 0.72
    if letter < _AFTER_CYRILLIC and letter.isalpha():
        return 0.85
    return 1.3 if unicodedata.east_asian_width(letter) in "WF" or letter >= _ASTRAL else 1.1


def wrapped(text: str, most: float, lines: int) -> list[str]:
    """Break a text into lines, and cut text that does not fit with an ellipsis.

    `most` is the maximum width of a line, as `width` measures it.
    """
    found = [""]
    for word in _pieces(text, most):
        longer = f"{found[-1]} {word}".strip()
        if width(longer) <= most:
            found[-1] = longer
        else:
            found.append(word)
    if len(found) <= lines:
        return found
    last = found[lines - 1]
    while last and width(f"{last}…") > most:
        last = last[:-1]
    return [*found[: lines - 1], f"{last.rstrip()}…"]


def _pieces(text: str, most: float) -> list[str]:
    """Return the words of a text, with words wider than a line cut into pieces."""
    pieces: list[str] = []
    for word in text.split():
        pieces.append("")
        for letter in word:
            if width(pieces[-1] + letter) > most:
                pieces.append("")
            pieces[-1] += letter
    return pieces


def fitted(text: str, room: float, sizes: tuple[tuple[float, int], ...]) -> tuple[float, list[str]]:
    """Fit a text into a room, in lines of even width.

    `room` is the width in units of the picture. `sizes` are font sizes, each with its maximum number of lines, in order
    of preference. The result is the first size in which the whole text fits, or else the last one, and the lines.
    """
    text = " ".join(text.split())
    tried = [(size, wrapped(text, room / size, most)) for size, most in sizes]
    size, lines = next((each for each in tried if " ".join(each[1]) == text), tried[-1])
    return size, _evened(text, room / size, lines)


def _evened(text: str, most: float, lines: list[str]) -> list[str]:
    """Break a text into the same number of lines, with the longest line as short as possible."""
    closer = lines
    while most > 0 and " ".join(closer) == text:  # "…" is its own ellipsis, however narrow the lines
        lines, most = closer, most - 0.5
        closer = wrapped(text, most, len(lines))
    return lines


def ring(kind: str, x: float, y: float, radius: float, more: str = "") -> str:
    """Return a square with rounded corners.

    The centre is at `x` and `y`; `radius` is half the length of a side. `more` has further attributes, after a space.
    """
    place = f'x="{x - radius:g}" y="{y - radius:g}" width="{2 * radius:g}" height="{2 * radius:g}"'
    return f'<rect class="{kind}"{more} {place} rx="{radius / 3:.3g}"/>'


_TAIL: Final = 18
"""The distance between an arrow's tail and the point from which it comes."""


def arrow(
    start: tuple[float, float], end: tuple[float, float], bend: float, tip: float, more: str, *, prefix: str
) -> str:
    """Return an arrow from one point to another. Its parts have the classes `arrow`, `halo`, `head` and `shaft`.

    `bend` is the curvature as a fraction of the distance; 0 for a straight arrow. `tip` is the distance between the tip
    and the end point. `more` has further attributes, after a space.
    """
    # The control point of the curve, the direction at its end, and the point where the tail starts.
    (x, y), (to_x, to_y) = start, end
    aside_x, aside_y = (x + to_x) / 2 + bend * (y - to_y), (y + to_y) / 2 + bend * (to_x - x)
    length = hypot(to_x - aside_x, to_y - aside_y)
    ahead_x, ahead_y = (to_x - aside_x) / length, (to_y - aside_y) / length
    from_x, from_y = x + _TAIL * (aside_x - x) / length, y + _TAIL * (aside_y - y) / length

    def point(back: float, aside: float) -> str:
        return f"{to_x - back * ahead_x - aside * ahead_y:.1f} {to_y - back * ahead_y + aside * ahead_x:.1f}"

    shaft = f"M{from_x:.1f} {from_y:.1f}Q{aside_x:.1f} {aside_y:.1f} {point(tip + 16, 0)}"
    head = f"M{point(tip + 19, 11.5)}L{point(tip, 0)}L{point(tip + 19, -11.5)}Z"
    return (
        f'<g class="{prefix}-arrow"{more}><path class="{prefix}-halo" d="{shaft}"/>'
        f'<path class="{prefix}-head" d="{head}"/><path class="{prefix}-shaft" d="{shaft}"/></g>'
    )


def layer(kind: str, shapes: str) -> str:
    """Return shapes with a further CSS class each, which may be empty."""
    return shapes.replace('class="', f'class="{kind} ') if kind else shapes


def diamond(kind: str, x: float, y: float, radius: float) -> str:
    """Return a square turned by 45 degrees, the shape of a totem.

    `radius` is the distance between the centre and a corner.
    """
    sides = f"l{radius:g} {radius:g}l-{radius:g} {radius:g}l-{radius:g}-{radius:g}z"
    return f'<path class="{kind}" d="M{x:g} {y - radius:g}{sides}"/>'


def picture(
    styling: Styling[Any],
    layers: Iterable[str],
    told: tuple[str, str],
    *,
    room: tuple[int, int],
    size: int | None,
    colours: object,
    left: int = 0,
) -> str:
    """Return shapes as a picture, with the rules of its style as attributes.

    `layers` has the shapes from the back to the front; texts that recur are faster. `told` is the title and the
    description, to which the root element refers by ids. `room` is the width and the height, in units of the picture,
    and `left` the left edge. `size` is the width in pixels; None for the available width. Raise a `DefinitionError` if
    the size or the colours are not valid.
    """
    if size is not None and (not isinstance(size, int) or isinstance(size, bool) or size < 1):
        raise DefinitionError(f"size should be None or a whole number of pixels from 1 up, not {quoted(size)}")
    scheme = styling.checked(colours)
    attributes = attributes_in(styling, scheme)
    width, height = room
    sized = "" if size is None else f' width="{size}" height="{round(size * height / width)}"'
    classes = " ".join((f"{styling.prefix}-picture", styling.scope(scheme), *styling.size_classes(size)))
    name, details = map(escape, told)
    mark = f"{crc32(f'{name} {details}'.encode()):08x}"
    ids = f"{styling.prefix}-t-{mark}", f"{styling.prefix}-d-{mark}"
    shapes = "".join([_with_attributes(styling, scheme, layer) for layer in layers])
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="{classes}"{sized} viewBox="{left} 0 {width} {height}"'
        f'{attributes[""]} role="img" aria-labelledby="{ids[0]} {ids[1]}">'
        f"{attributes.sheet and f'<style>{attributes.sheet}</style>'}"
        f'<title id="{ids[0]}">{name}</title><desc id="{ids[1]}">{details}</desc>{shapes}</svg>'
    )


@lru_cache(maxsize=32)
def _with_attributes(styling: Styling[Any], scheme: Any, shapes: str) -> str:
    parts = _CLASS.split(shapes)
    parts[1::2] = map(attributes_in(styling, scheme).__getitem__, parts[1::2])
    return "".join(parts)
