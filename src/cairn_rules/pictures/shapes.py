"""Shapes that pictures have in common."""

from __future__ import annotations

from math import hypot
from typing import Final


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
