"""Megaliths in pictures: the stone, its glyph or initials, and its name; and the shaman on it."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from cairn_rules.cairn.pictures.parts import NAME, Detail, centre, shaman_shape, word
from cairn_rules.cairn.state.board import Space, Tribe
from cairn_rules.cairn.state.megalith_data import Megalith, StoneColour
from cairn_rules.pictures.path_data import GLYPH_BOX
from cairn_rules.pictures.svg import escape, fitted

_SHAPE: Final = "M-22-35L21-34.5Q35-35 34.5-21L35 22Q34.5 35 21 34.5L-22 35Q-35 34.5-34.5 21L-35-22Q-34.5-35-22-35Z"
"""The outline of a stone, within 35 units."""
_EDGES: Final = (
    '<path class="cairn-shade cairn-thin" d="M32.8-21L33 21Q32.8 33 21 32.8L-21 33.2"/>'
    '<path class="cairn-gleam cairn-thin" d="M-32.8 20L-33-21Q-32.8-33-21-33L20-32.6"/>'
)
_NAME_WIDTH: Final = 63
_NAME_SIZES: Final = (10.5, 1), (NAME, 2), (8.3, 2), (7.6, 3)
"""Font sizes of a name, each with its maximum number of lines. The first that fits is used."""
_NAME_MIDDLE: Final = 18.8
_LETTERS: Final = 3

_ALONE: Final = (0, -13.5, 1.6)
"""The centre and the scale of a glyph above the name."""
_LEFT: Final = (-18.5, -14, 1.05)
"""The same next to a shaman."""
_LARGE: Final = (0, 0, 2.25)
"""The same on a stone without a name."""
_CORNER: Final = (-9, -9, 1.8)
"""The same on a stone without a name, next to a shaman."""
_SHAMAN: Final = (15.5, -14, 0.62)
"""The centre and the scale of a shaman next to a glyph."""
_LARGE_SHAMAN: Final = (15, 14, 0.66)
"""The same on a stone without a name."""


def kind_of(megalith: Megalith) -> str:
    """Return the word for the colour of a megalith's stone, as CSS classes use it."""
    return "light" if megalith.stone is StoneColour.LIGHT else "dark"


@lru_cache(maxsize=4096)
def glyph_at(megalith: Megalith, x: float, y: float, scale: float) -> str:
    """Draw the glyph of a megalith around a point, or the initials of its name."""
    kind = kind_of(megalith)
    if megalith.glyph is None:
        text = _initials(megalith.name)
        size = scale * (GLYPH_BOX if len(text) == 1 else 30 / len(text)) * 0.8
        place = f'x="{x:g}" y="{y + 0.36 * size:.1f}" font-size="{size:.3g}" font-weight="700"'
        return f'<text class="cairn-initials cairn-{kind}-text cairn-middle" {place}>{escape(text)}</text>'
    half = scale * GLYPH_BOX / 2
    place = f"translate({x - half:.4g} {y - half:.4g}) scale({scale:g})"
    return f'<path class="cairn-glyph cairn-on-{kind}" transform="{place}" d="{" ".join(megalith.glyph.split())}"/>'


def _initials(name: str) -> str:
    """Return the capital initials of the words of a name, or else its first letter or digit."""
    firsts = [part[0] for part in name.split()]
    capitals = [first for first in firsts if first.isupper()]
    letters = capitals or [letter for letter in name if letter.isalnum()] or firsts
    return "".join(letters[: _LETTERS if capitals else 1])


@lru_cache(maxsize=4096)
def stone(megalith: Megalith, detail: Detail, *, under: bool = False) -> str:
    """Draw a megalith around the origin, with room for a shaman on it if one is there."""
    if detail.names:
        x, y, scale = _LEFT if under else _ALONE
    else:
        x, y, scale = _CORNER if under else _LARGE
    name = _name(megalith) if detail.names else ""
    glyph = glyph_at(megalith, x, y, scale)
    if detail.adapts:
        name = f'<g class="cairn-name">{name}</g>'
        glyph = glyph if under else f'<g class="cairn-alone">{glyph}</g>'
    kind = kind_of(megalith)
    told = f"{escape(megalith.name)} ({kind} stone): {escape(megalith.text)}"
    shape = f'<path class="cairn-stone" d="{_SHAPE}"/>{_EDGES}'
    return f'<g class="cairn-{kind}"><title>{told}</title>{shape}{glyph}{name}</g>'


def _name(megalith: Megalith) -> str:
    size, lines = fitted(megalith.name, _NAME_WIDTH, _NAME_SIZES)
    step = size * 1.12
    top = _NAME_MIDDLE - step * (len(lines) - 1) / 2 + size * 0.35
    kind = f"cairn-{kind_of(megalith)}-text cairn-middle cairn-strong"
    return "".join(
        f'<text class="{kind}" y="{top + step * row:.1f}" font-size="{size:g}">{escape(line)}</text>'
        for row, line in enumerate(lines)
    )


@lru_cache(maxsize=1024)
def shaman(tribe: Tribe, space: Space, perspective: Tribe, detail: Detail, *, moved: bool, on_stone: bool) -> str:
    """Draw a shaman on the board. On a stone it leaves room for the glyph and the name."""
    middle = centre(space, perspective)
    aside, down, scale = (_SHAMAN if detail.names else _LARGE_SHAMAN) if on_stone else (0, 0, 1)
    x, y = middle[0] + aside, middle[1] + down
    dot = f'<circle class="cairn-moved" cx="{x + 20 * scale:g}" cy="{y + 17 * scale:g}" r="5.5"/>' if moved else ""
    told = f"{tribe} shaman on {space}{', counts as moved' if moved else ''}"
    shape = shaman_shape(tribe, x, y, scale)
    return f'<g class="cairn-shaman cairn-{word(tribe)}" data-space="{space}"><title>{told}</title>{shape}{dot}</g>'
