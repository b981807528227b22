"""The row: a game of Cairn as a few packed numbers.

A batch is an array of rows (`ROW`), and an array `chains` with one line of `CHAIN` numbers per game. The rules in
`kernel` read and write the fields of a row by name. Compiled, they work on the array itself; as plain Python, on a
`Row`, an object with the same fields that holds ordinary integers, because those of NumPy overflow.

All numbers are signed. Sets of spaces are bitboards, in which bit `n` represents `Space(n)`. Megaliths are numbered
from 0 to 13 in the order of `BASE_SET`; `NONE` is no megalith, space or tribe. Places that are not in use hold
`NONE`, so that equal positions have equal rows.

A line of `chains` describes the positions of this turn at which a power was used, the oldest first (rule 6.7); the
field `seen` is their number. Nothing changes between two of them but one shaman, so an entry holds only that change:

    space | origin << ORIGIN_SHIFT | marked << MARK_SHIFT

- `space`: space of the power that was used there.
- `origin`: where its effect took the shaman from: a space, `SUMMONED` (from the village), or `BANISHING` (from the
  village onto the space of an enemy, which was banished).
- `marked`: 1 if the shaman counted as moved before. With `BANISHING`, 1 if the banished enemy did.

The shaman's goal is the space of the next entry, and after the last entry the field `space`. When a build is pending,
the shaman of the last entry left the board from `origin`, and belongs to the tribe that builds.
"""

from __future__ import annotations

from typing import Any, Final, final

import numpy as np

NONE: Final = -1
"""No megalith, no space, or neither tribe."""

CHOOSE: Final = 0
"""Kind of the decision `ChooseAction`."""
POWER: Final = 1
"""Kind of the decision `UsePower`."""
BUILD: Final = 2
"""Kind of the decision `BuildMegalith`."""
TRANSFORM: Final = 3
"""Kind of the decision `TransformOrPass`."""
OVER: Final = 4
"""Kind of a game that is over. The reason is `third-megalith` if the winner's score is 3, else `no-action`."""

POWER_EXIT: Final = 1
"""Bit of `variant`: `Variant.power_exit`."""
CORNER_EXIT: Final = 2
"""Bit of `variant`: `Variant.corner_exit`."""
ACTED: Final = 4
"""Bit of `variant`: `Variant.transformation_trigger` is `"acted"`."""
MANDATORY: Final = 8
"""Bit of `variant`: `Variant.transformation_mandatory`."""
DAWN_BANISHES: Final = 16
"""Bit of `variant`: `Variant.dawn_banishes`."""

CHAIN: Final = 200
"""Maximum number of positions of a turn at which powers are used (rule 6.7)."""
SUMMONED: Final = 25
"""Origin of a shaman that came from the village."""
BANISHING: Final = 26
"""Origin of a shaman that came from the village onto the space of an enemy, which was banished."""
ORIGIN_SHIFT: Final = 5
MARK_SHIFT: Final = 10

FIELDS: Final = (
    ("own", "i4", 1),
    ("enemy", "i4", 1),
    ("moved", "i4", 1),
    ("stones", "i4", 1),
    ("turn", "i4", 1),
    ("seen", "i2", 1),
    ("at", "i1", 25),
    ("deck", "i1", 11),
    ("upcoming", "i1", 2),
    ("deck_size", "i1", 1),
    ("tucked", "i1", 1),
    ("display", "i1", 1),
    ("faces", "i1", 1),
    ("active", "i1", 1),
    ("extra", "i1", 1),
    ("scores", "i1", 2),
    ("kind", "i1", 1),
    ("space", "i1", 1),
    ("who", "i1", 1),
    ("winner", "i1", 1),
    ("variant", "i1", 1),
)
"""Name, type and length of each field of a row; a field of length 1 is a number, the others are arrays."""

ROW: Final[np.dtype[np.void]] = np.dtype(
    [(name, code) if count == 1 else (name, code, (count,)) for name, code, count in FIELDS], align=True
)
"""Type of the array of rows."""


@final
class Row:
    """The row of one game as a Python object."""

    __slots__ = tuple(name for name, _, _ in FIELDS)
    own: int
    """Bitboard of the active tribe's shamans."""
    enemy: int
    """Bitboard of the other tribe's shamans."""
    moved: int
    """Bitboard of the shamans that count as moved by the active player in this turn."""
    stones: int
    """Bitboard of the spaces with a megalith."""
    turn: int
    """Number of completed turns."""
    seen: int
    """Number of positions of this turn at which a power was used, so of entries in the game's chain."""
    at: list[int]
    """Megalith on each space."""
    deck: list[int]
    """Face-down megaliths, top first. It holds one more than any deck of the base set, while one is tucked."""
    upcoming: list[int]
    """Megaliths on display."""
    deck_size: int
    """Number of face-down megaliths."""
    tucked: int
    """Number of megaliths at the bottom of the deck that everyone knows."""
    display: int
    """Number of megaliths on display."""
    faces: int
    """Face bits of the tiles, as in the scalar engine: 1 Add, 2 Move, 4 Jump, 8 Transformation."""
    active: int
    """The tribe whose turn it is."""
    extra: int
    """The tribe that a power gave the next turn, or `NONE`."""
    scores: list[int]
    """Megaliths built, by tribe."""
    kind: int
    """Kind of the pending decision: `CHOOSE`, `POWER`, `BUILD`, `TRANSFORM` or `OVER`."""
    space: int
    """Space of the pending power or build, else `NONE`."""
    who: int
    """The tribe that decides; `NONE` once the game is over."""
    winner: int
    """The winner, or `NONE` during the game."""
    variant: int
    """Bits of the rule options."""


def opened(rows: Any, game: int) -> Row:
    """Return a copy of a row of an array as an object. The compiled kernel uses the row itself."""
    row = Row()
    record = rows[game]
    for name, _, _ in FIELDS:
        setattr(row, name, record[name].tolist())
    return row


def close(rows: Any, game: int, row: Row) -> None:
    """Write an object back to its row of the array."""
    rows[game] = tuple([getattr(row, name) for name, _, _ in FIELDS])
