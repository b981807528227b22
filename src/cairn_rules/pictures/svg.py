"""Shapes that pictures have in common."""

from __future__ import annotations

from math import hypot
from typing import Any, Final
from zlib import crc32

from cairn_rules.errors import DefinitionError
from cairn_rules.pictures.colours import Styling, style_sheet
from cairn_rules.pictures.lettering import escape


def ring(kind: str, x: float, y: float, radius: float, more: str = "") -> str:
    """A square with round corners around something."""
    place = f'x="{x - radius:g}" y="{y - radius:g}" width="{2 * radius:g}" height="{2 * radius:g}"'
    return f'<rect class="{kind}"{more} {place} rx="{radius / 3:.3g}"/>'


_TAIL: Final = 18
"""How far from where it comes from an arrow starts."""


def arrow(
    start: tuple[float, float], end: tuple[float, float], bend: float, tip: float, more: str, *, prefix: str
) -> str:
    """An arrow from one point to another that ends so far before it; a bend of 0 makes it straight.

    Its parts are of the classes `arrow`, `halo`, `head` and `shaft`, behind a prefix.
    """
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


def diamond(kind: str, x: float, y: float, radius: float) -> str:
    """A square that stands on its corner, the shape of a totem."""
    sides = f"l{radius:g} {radius:g}l-{radius:g} {radius:g}l-{radius:g}-{radius:g}z"
    return f'<path class="{kind}" d="M{x:g} {y - radius:g}{sides}"/>'


def opening(styling: Styling[Any], *, room: tuple[int, int], size: int | None, colours: object) -> str:
    """How a picture begins: its root and its style sheet.

    Args:
        styling: How the game's pictures are coloured.
        room: The width and the height in units of the picture.
        size: The width in pixels; None: as wide as there is room.
        colours: Colours of the game, or a word for them.

    Raises:
        DefinitionError: when the size or the colours cannot be used.
    """
    if size is not None and (not isinstance(size, int) or isinstance(size, bool) or size < 1):
        raise DefinitionError(f"size should be None or a whole number of pixels from 1 up, not {size!r}")
    scheme = styling.checked(colours)
    width, height = room
    sized = "" if size is None else f' width="{size}" height="{round(size * height / width)}"'
    classes = f"{styling.prefix}-picture {styling.scope(scheme)}"
    root = f'class="{classes}"{sized} viewBox="0 0 {width} {height}" role="img"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {root}><style>{style_sheet(styling, scheme)}</style>'


def labelled(opened: str, title: str, description: str, *, prefix: str) -> str:
    """The beginning of a picture with its title and description, which its root refers to by their ids."""
    name, told = escape(title), escape(description)
    mark = f"{crc32(f'{name} {told}'.encode()):08x}"
    ids = f"{prefix}-t-{mark}", f"{prefix}-d-{mark}"
    head = opened.replace('role="img"', f'role="img" aria-labelledby="{ids[0]} {ids[1]}"', 1)
    return f'{head}<title id="{ids[0]}">{name}</title><desc id="{ids[1]}">{told}</desc>'
