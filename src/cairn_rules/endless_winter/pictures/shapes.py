"""Shapes of pictures: texts, boxes, chips in rows, and the pieces."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from cairn_rules.endless_winter.pictures.highlights import Marks
from cairn_rules.endless_winter.state.state import SEAT_NAMES
from cairn_rules.pictures.svg import escape, fitted, width

WIDTH: Final = 336
"""Width of a part, in units of the picture."""
LINE: Final = 19
"""Distance between lines of text."""
_CHIP: Final = 26


def text(content: str, x: float, y: float, size: float, kinds: str = "") -> str:
    """Return a line of text.

    The content is not escaped. `x` is the left end, or the middle or the right end for the kinds `middle` and `end`;
    `y` is the base line. `kinds` are names of classes without their prefix.
    """
    placed = kinds.split() if {"middle", "end"} & {*kinds.split()} else [*kinds.split(), "left"]
    classes = " ".join(f"winter-{kind}" for kind in placed if kind != "middle")  # which is that of the root
    head = f' class="{classes}"' if classes else ""
    return f'<text{head} x="{x:g}" y="{y:g}" font-size="{size:g}">{escape(content)}</text>'


def heading(content: str, note: str = "") -> str:
    """Return the heading of a part, with a note on the right."""
    noted = lines_in(note, WIDTH, 16, WIDTH - width(content) * 19 - 12, ((14, 1), (12, 1)), "muted end")[0]
    return text(content, 0, 16, 17, "strong") + (noted if note else "")


def box(kind: str, x: float, y: float, across: float, down: float, more: str = "", radius: float = 6) -> str:
    """Return a rectangle with rounded corners."""
    place = f'x="{x:g}" y="{y:g}" width="{across:g}" height="{down:g}" rx="{radius:g}"'
    return f'<rect class="winter-{kind}" {place}{more}/>'


def target_box(marks: Marks, kind: str, id: str, x: float, y: float, across: float, down: float, more: str = "") -> str:
    """Return the box of a marked thing, or an empty text if it is not marked."""
    classes = marks.on(kind, id)
    return box(classes, x, y, across, down, more) if classes else ""


@lru_cache(maxsize=1024)
def lines_in(
    content: str, x: float, y: float, room: float, sizes: tuple[tuple[float, int], ...], kinds: str = ""
) -> tuple[str, int]:
    """Return a text in the lines that it needs, and their number."""
    size, lines = fitted(content, room, sizes)
    parts = (text(line, x, y + number * size * 1.15, size, kinds) for number, line in enumerate(lines))
    return "".join(parts), len(lines)


def chips(
    items: Iterable[tuple[str, str, str, str]], marks: Marks, kind: str, y: float, left: float = 0
) -> tuple[str, float]:
    """Return chips in rows, and the height of the rows.

    Each item has an id, a text, a tooltip and the shape on its left. `kind` is for `data-` attributes and marks; `y` is
    the top of the first row.
    """
    parts: list[str] = []
    x, top = left, y
    for id, label, tooltip, shape in items:
        across = width(label) * 14 + 14 + (20 if shape else 0)
        if x > left and x + across > WIDTH:
            x, top = left, top + _CHIP + 6
        target = target_box(marks, kind, id, x, top, across, _CHIP)
        name = text(label, x + 7 + (20 if shape else 0), top + 18, 14)
        drawn = f'<g transform="translate({x + 15:g} {top + 13:g})">{shape}</g>' if shape else ""
        parts.append(
            f'<g class="winter-chip" data-{kind}="{escape(id)}"><title>{escape(tooltip)}</title>'
            f"{box('panel', x, top, across, _CHIP)}{drawn}{name}{target}</g>"
        )
        x += across + 6
    return "".join(parts), top + _CHIP - y


def times(count: int) -> str:
    """Return a number of equal things as text after their name; empty for one."""
    return f" \u00d7{count}" if count > 1 else ""


def letter(seat: int) -> str:
    """Return the letter that identifies the pieces of a seat without colours."""
    return SEAT_NAMES[seat][0].upper()


def disc(seat: int, radius: float) -> str:
    """Return a disc in the colour of a seat, with its letter."""
    inside = text(letter(seat), 0, 4.2, 12, "ink strong middle")
    return f'<circle class="winter-piece winter-{SEAT_NAMES[seat]}" r="{radius:g}"/>{inside}'


def camps(seat: int, count: int) -> str:
    """Return the tents of Camps with the letter of the seat and their number, within 14 units."""
    tent = f'<path class="winter-piece winter-{SEAT_NAMES[seat]}" d="M-13 11L0-12L13 11Z"/>'
    return tent + text(f"{letter(seat)}{count}", 0, 9, 12, "ink strong middle")


def village(seat: int) -> str:
    """Return a Village with the letter of the seat, within 12 units."""
    return f'<path class="winter-piece winter-{SEAT_NAMES[seat]}" d="M-11 10V-2L0-12L11-2V10Z"/>' + text(
        f"V{letter(seat)}", 0, 8, 12, "ink strong middle"
    )


def at(x: float, y: float, shape: str) -> str:
    """Return a shape moved to a place."""
    return f'<g transform="translate({x:.1f} {y:.1f})">{shape}</g>'
