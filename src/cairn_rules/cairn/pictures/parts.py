"""The parts of a picture: coordinates, shapes, and texts fitted to their room."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from cairn_rules.cairn.board import SIDE, SPACES, Space, Tribe
from cairn_rules.cairn.megalith_data import Megalith, StoneColour
from cairn_rules.cairn.tiles import AddFace, Face, JumpFace, MoveFace, TransformationFace
from cairn_rules.pictures.svg import diamond, escape, fitted

WIDTH: Final = 712
HEIGHT: Final = 556
MARGIN: Final = 16
CELL: Final = 80
LEFT: Final = 40
"""The left edge of the board."""
TOP: Final = 72
FIELD: Final = CELL * SIDE
STRIP: Final = 44
"""The height of a village's strip."""
STRIPS: Final = (MARGIN, HEIGHT - MARGIN - STRIP)
"""The upper edges of the far and the near village's strips."""

_STONE_TEXT: Final = 64
"""The maximum width of a name on a stone."""


def centre(space: Space, perspective: Tribe) -> tuple[int, int]:
    """Return the centre of a space, in the picture's coordinates."""
    seen = space if perspective is Tribe.SEA else SPACES[len(SPACES) - 1 - space]
    return LEFT + CELL * seen.file + CELL // 2, TOP + CELL * (SIDE - 1 - seen.rank) + CELL // 2


def strip(tribe: Tribe, perspective: Tribe) -> int:
    """Return the upper edge of a village's strip."""
    return STRIPS[tribe is perspective]


def way_out(origin: Space, perspective: Tribe) -> tuple[int, int]:
    """Return the point in a village where the arrow of an exit ends (rules 4.5, 4.6)."""
    x, _ = centre(origin, perspective)
    near = village_beyond(origin) is perspective
    return x, STRIPS[near] + (8 if near else STRIP - 8)


def village_beyond(origin: Space) -> Tribe:
    """Return the village through which a shaman can leave from a space."""
    return Tribe.FOREST if origin.rank > SIDE // 2 else Tribe.SEA


_PEBBLE: Final = '<circle r="23"/><path class="cairn-emblem" d="M-13-4q6.5-8 13 0t13 0M-13 7q6.5-8 13 0t13 0"/>'
_FIR: Final = (
    '<path d="M-5-23Q0-30 5-23L27 14Q31 22 22 22H-22Q-31 22-27 14Z"/>'
    '<path class="cairn-emblem" d="M0-12V15M-6-1L0-7L6-1M-10 10L0 1L10 10"/>'
)
_SHAMANS: Final = (_PEBBLE, _FIR)
"""The shape of each tribe's shamans: a pebble with waves for Sea, a fir for Forest."""


def word(tribe: Tribe) -> str:
    """Return a tribe's name in lower case, as CSS classes and data attributes use it."""
    return str(tribe).lower()


def shaman_shape(tribe: Tribe, x: float, y: float, scale: float) -> str:
    """Draw a shaman's shape only. The caller adds a group with the tribe's classes."""
    return f'<g transform="translate({x:g} {y:g}) scale({scale:g})">{_SHAMANS[tribe]}</g>'


@lru_cache(maxsize=1024)
def shaman(tribe: Tribe, space: Space, perspective: Tribe, *, moved: bool, on_stone: bool) -> str:
    """Draw a shaman on the board. On a stone it leaves room for the name."""
    x, y = centre(space, perspective)
    shape = shaman_shape(tribe, x, y - 13, 0.72) if on_stone else shaman_shape(tribe, x, y, 1)
    side, below = (16, -1) if on_stone else (20, 17)
    dot = f'<circle class="cairn-moved" cx="{x + side}" cy="{y + below}" r="5.5"/>' if moved else ""
    told = f"{tribe} shaman on {space}{', counts as moved' if moved else ''}"
    return f'<g class="cairn-shaman cairn-{word(tribe)}" data-space="{space}"><title>{told}</title>{shape}{dot}</g>'


_STONE_SHAPE: Final = (
    "M-22-35L21-34.5Q35-35 34.5-21L35 22Q34.5 35 21 34.5L-22 35Q-35 34.5-34.5 21L-35-22Q-34.5-35-22-35Z"
)


_ALONE: Final = (12, 3), (10.8, 3), (9.5, 5)
"""Font sizes of a name on a stone, each with its maximum number of lines. The first that fits is used."""
_UNDER: Final = (10.5, 2), (9.3, 2), (8.3, 3)
"""The same for a name under a shaman."""


@lru_cache(maxsize=4096)
def stone(megalith: Megalith, *, under: bool = False) -> str:
    """Draw a megalith around the origin. Its name stays readable under a shaman."""
    size, lines = fitted(megalith.name, _STONE_TEXT, _UNDER if under else _ALONE)
    step = size * 1.14
    top = (19.5 if under else 0) - step * (len(lines) - 1) / 2 + size * 0.35
    texts = "".join(
        f'<text class="cairn-middle cairn-strong" y="{top + step * row:.1f}" font-size="{size:g}">{escape(line)}</text>'
        for row, line in enumerate(lines)
    )
    kind = "light" if megalith.stone is StoneColour.LIGHT else "dark"
    told = f"{escape(megalith.name)} ({kind} stone): {escape(megalith.text)}"
    return f'<g class="cairn-{kind}"><title>{told}</title><path class="cairn-stone" d="{_STONE_SHAPE}"/>{texts}</g>'


MENHIR: Final = "v-13q0-9 7-9t7 9v13z"
"""The path of a standing stone, the mark of a point, from its lower left corner."""

_STRAIGHT: Final = "M0-9V-21M-5-17L0-22L5-17M9 0H21M17-5L22 0L17 5M0 9V21M-5 17L0 22L5 17M-9 0H-21M-17-5L-22 0L-17 5"
_RISING: Final = "M6-6L17-17M10-17.5H17.5V-10M-6 6L-17 17M-10 17.5H-17.5V10"
_FALLING: Final = "M-6-6L-17-17M-10-17.5H-17.5V-10M6 6L17 17M10 17.5H17.5V10"
_ARROWS: Final = {MoveFace.ORTHOGONAL: _STRAIGHT, MoveFace.DIAGONAL: _RISING + _FALLING}
_DOT: Final = '<circle class="cairn-ink" r="5"/>'
_OWN: Final = '<circle class="cairn-ink" cx="{x}" cy="{y}" r="7"/>'
_ENEMY: Final = '<circle class="cairn-drawn" cx="{x}" cy="{y}" r="6"/>'
_LANDING: Final = '<path class="cairn-drawn" d="M-18 5Q-16-17 0-17T17 0M10-3L17 1.5L22-5"/>'


def pictogram(face: Face) -> str:
    """Draw the face of a tile within 24 units around the origin: own shamans filled, enemies hollow."""
    match face:
        case AddFace():
            return (
                f'<g class="cairn-sign">{diamond(f"cairn-{face}", -3, 4, 18)}</g>'
                '<path class="cairn-drawn" d="M16-21V-9M10-15H22"/>'
            )
        case MoveFace():
            return f'{_DOT}<path class="cairn-drawn" d="{_ARROWS[face]}"/>'
        case JumpFace():
            jumped = _OWN if face is JumpFace.OWN else _ENEMY
            return _OWN.format(x=-17, y=13) + jumped.format(x=0, y=2) + _LANDING
        case _:
            at_end = face is TransformationFace.END
            row = (_OWN, _OWN, _ENEMY) if at_end else (_OWN, _ENEMY, _OWN)
            x = 17 if at_end else 0
            shamans = "".join(each.format(x=17 * place, y=5) for place, each in zip((-1, 0, 1), row, strict=True))
            return f'{shamans}<path class="cairn-drawn" d="M{x - 5}-18l10 9m0-9l-10 9"/>'
