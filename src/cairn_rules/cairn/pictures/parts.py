"""Coordinates, sizes and shapes that the parts of a picture share."""

from __future__ import annotations

from typing import Final, final

from cairn_rules.cairn.state.board import SIDE, SPACES, Space, Tribe
from cairn_rules.frozen_classes import frozen

WIDTH: Final = 712
HEIGHT: Final = 556
MARGIN: Final = 16
CELL: Final = 80
LEFT: Final = 40
TOP: Final = 72
FIELD: Final = CELL * SIDE
STRIP: Final = 44
"""The height of a village's strip."""
STRIPS: Final = (MARGIN, HEIGHT - MARGIN - STRIP)
"""The upper edges of the far and the near village's strips."""

_SMALLEST_TEXT: Final = 7
"""Minimum size of a text in a picture of a known size, in pixels."""
NAME: Final = 9.3
"""The usual font size of a name on a stone."""
_WORD: Final = 14
"""The smallest font size of other texts."""


@final
@frozen
class Detail:
    """The texts of a picture. A thumbnail leaves out unreadably small texts and enlarges the others."""

    names: bool = True
    """True if stones carry their names."""
    words: bool = True
    """True if there are other texts."""
    adapts: bool = False
    """True if the size is unknown, so that the style sheet leaves out names on a small screen."""

    @classmethod
    def at(cls, scale: float | None) -> Detail:
        """Return the detail of a picture with this many pixels per unit; None if the scale is unknown."""
        return (
            cls(adapts=True) if scale is None else cls(NAME * scale >= _SMALLEST_TEXT, _WORD * scale >= _SMALLEST_TEXT)
        )


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


_PEBBLE: Final = (
    '<circle r="23"/>',
    '<path class="cairn-gleam" d="M-18-4A18.5 18.5 0 0 1 4-18"/>',
    '<path fill="none" d="M-13-4q6.5-8 13 0t13 0M-13 7q6.5-8 13 0t13 0"/>',
)
_FIR: Final = (
    '<path d="M-5-23Q0-30 5-23L27 14Q31 22 22 22H-22Q-31 22-27 14Z"/>',
    '<path class="cairn-gleam" d="M-21 12L-3-19"/>',
    '<path fill="none" d="M0-12V15M-6-1L0-7L6-1M-10 10L0 1L10 10"/>',
)
_SHAMANS: Final = (_PEBBLE, _FIR)
"""The shape of each tribe's shamans, its gleam and its emblem: a pebble with waves for Sea, a fir for Forest."""


def word(tribe: Tribe) -> str:
    """Return a tribe's name in lower case, as CSS classes and data attributes use it."""
    return str(tribe).lower()


def shaman_shape(tribe: Tribe, x: float, y: float, scale: float, *, gleams: bool = True) -> str:
    """Draw a shaman's shape only. The caller adds a group with the tribe's classes."""
    shape, gleam, emblem = _SHAMANS[tribe]
    return f'<g transform="translate({x:g} {y:g}) scale({scale:g})">{shape}{gleam * gleams}{emblem}</g>'
