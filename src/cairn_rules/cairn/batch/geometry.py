"""Tables of the board and of the action index, for the rules in `kernel`.

Every table is a flat tuple of numbers. Indices of actions are those of `cairn_rules.cairn.learning.action_space`. A
table with several columns for each space is padded with `OFF_BOARD`, the number of a space that is never free and never
has a shaman.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from cairn_rules.cairn.learning.action_space import (
    EXITS,
    FIRST_EXIT,
    FIRST_LEAP,
    FIRST_SPACE,
    FIRST_SWAP,
    LEAPS,
    ONLY,
    STEPS,
    SWAPS,
)
from cairn_rules.cairn.megaliths.megaliths import CHAINING_IDS, NUMBERS
from cairn_rules.cairn.state.bitboards import FIELD, FIRST_ROW_BITS, NEIGHBOUR_BITS, bit_set
from cairn_rules.cairn.state.board import CIRCLES, DIRECTIONS, SIDE, SPACES, START_SPACES, TOTEMS, TRIBES, space_at
from cairn_rules.cairn.state.tile_actions import OUT_OF_FIELD
from cairn_rules.cairn.state.tiles import ADD_BIT, JUMP_BIT, MOVE_BIT

OFF_BOARD: Final = 31
"""The space beyond the board in tables of spaces."""

# Actions.


def _of_pairs(column: int) -> Iterator[int]:
    yield from (int(pair[column]) for pair in (*STEPS, *LEAPS))


ORIGIN: Final = (*_of_pairs(0), *map(int, EXITS))
"""Space that a shaman or a megalith leaves, by the index of a step, a leap or an exit."""
GOAL: Final = (*_of_pairs(1), *[OFF_BOARD] * len(EXITS), *map(int, SPACES))
"""Space where it arrives, by the index of a step, a leap, an exit (`OFF_BOARD`), or a space."""
LANDING: Final = tuple(1 << to & FIELD for to in GOAL)
"""Bitboard of the space where the shaman of a tile action lands, by index; 0 for an exit."""
CHANGED: Final = tuple(
    landing | (1 << ORIGIN[index] if index < FIRST_SPACE else 0) for index, landing in enumerate(LANDING)
)
"""Bitboard of the spaces where the active tribe gains or loses a shaman by a tile action, by index."""


def _tile(tribe: int, index: int) -> int:
    if index >= FIRST_SPACE:
        return ADD_BIT
    if index >= FIRST_EXIT:
        return MOVE_BIT if 1 << ORIGIN[index] & FIRST_ROW_BITS[1 - tribe] else JUMP_BIT
    return JUMP_BIT if index >= FIRST_LEAP else MOVE_BIT


TILE: Final = tuple(_tile(tribe, index) for tribe in TRIBES for index in range(FIRST_SWAP))
"""Bit of the tile that an action turns over, by `tribe * FIRST_SWAP + index`."""
EXIT_AT: Final = tuple(FIRST_EXIT + EXITS.index(space) if space in EXITS else ONLY for space in SPACES)
"""Index of the exit from each space; the middle rank has none."""
_SWAP_AT: Final = {pair: index for index, pair in enumerate(SWAPS, FIRST_SWAP)}
SWAP_AT: Final = tuple(_SWAP_AT.get((one, two), ONLY) for one in SPACES for two in SPACES)
"""Index of the swap of two megaliths, by `25 * lower + higher`."""
LOWER: Final = tuple(int(pair[0]) for pair in SWAPS)
"""Lower space of each swap, by its index from `FIRST_SWAP`."""
HIGHER: Final = tuple(int(pair[1]) for pair in SWAPS)
"""Higher space of each swap, by its index from `FIRST_SWAP`."""

# Steps and leaps from a space, by destination.


def _filled(rows: Iterable[list[int]], columns: int) -> Iterator[int]:
    """Yield the numbers of some rows, each padded to a number of columns."""
    for row in rows:
        yield from [int(number) for number in row] + [OFF_BOARD] * (columns - len(row))


def _is_diagonal(index: int) -> bool:
    origin, to = STEPS[index]
    return origin.file != to.file and origin.rank != to.rank


_STEPS_FROM: Final = [[index for index, pair in enumerate(STEPS) if pair[0] == space] for space in SPACES]
_MOVES_FROM: Final = [
    [index for index in steps if _is_diagonal(index) == diagonal] for diagonal in (False, True) for steps in _STEPS_FROM
]
_LEAPS_FROM: Final = [[index for index, pair in enumerate(LEAPS) if pair[0] == space] for space in SPACES]

MOVE_AT: Final = tuple(_filled(_MOVES_FROM, 4))
"""Indices of the moves from a space, by `4 * (25 * diagonal + space)`."""
MOVE_TO: Final = tuple(_filled([[STEPS[index][1] for index in moves] for moves in _MOVES_FROM], 4))
"""Destinations of the same moves."""
STEP_AT: Final = tuple(_filled(_STEPS_FROM, 8))
"""Indices of the steps from a space, by `8 * space`."""
STEP_TO: Final = tuple(_filled([[STEPS[index][1] for index in steps] for steps in _STEPS_FROM], 8))
"""Destinations of the same steps."""
LEAP_AT: Final = tuple(_filled([[FIRST_LEAP + index for index in leaps] for leaps in _LEAPS_FROM], 8))
"""Indices of the leaps from a space, by `8 * space`."""
LEAP_TO: Final = tuple(_filled([[LEAPS[index][1] for index in leaps] for leaps in _LEAPS_FROM], 8))
"""Destinations of the same leaps."""
LEAP_OVER: Final = tuple(_filled([[sum(LEAPS[index]) // 2 for index in leaps] for leaps in _LEAPS_FROM], 8))
"""Spaces that the same leaps lead over."""
NEAR: Final = NEIGHBOUR_BITS
"""Bitboard of the adjacent spaces of each space."""


def _exit_over(tribe: int, space: int, *, corner_exit: bool) -> int:
    """Return the bitboard of the spaces over which a jump from a space leaves the board."""
    origin = SPACES[space]
    over = [
        space_at(origin.file + df, origin.rank + dr)
        for df, dr in DIRECTIONS
        if origin.rank + 2 * dr == OUT_OF_FIELD[tribe] and (corner_exit or 0 <= origin.file + 2 * df < SIDE)
    ]
    return bit_set(space for space in over if space is not None)


EXIT_OVER: Final = tuple(
    _exit_over(tribe, space, corner_exit=corner_exit)
    for corner_exit in (False, True)
    for tribe in TRIBES
    for space in SPACES
)
"""Spaces over which a jump leaves the board, as a bitboard, by `25 * (2 * corner_exit + tribe) + space`."""

# Rows, totems and set-up.

FIRST_ROW: Final = FIRST_ROW_BITS
"""Bitboard of each tribe's first row."""
BEFORE_LAST: Final = tuple(bit_set(SPACES[15:20] if tribe == 0 else SPACES[5:10]) for tribe in TRIBES)
"""Bitboard of the row from which a tribe's jumps can leave the board."""
TOTEM: Final = tuple(int(TOTEMS[tribe][face]) for tribe in TRIBES for face in (0, 1))
"""Totem space by `2 * tribe + face of the Add tile`."""
START: Final = tuple(bit_set(START_SPACES[tribe]) for tribe in TRIBES)
"""Bitboard of each tribe's first shamans."""
LEFT_CIRCLE: Final = int(CIRCLES[0])
RIGHT_CIRCLE: Final = int(CIRCLES[1])


def _line_starts(df: int, dr: int) -> int:
    """Return the spaces from which three in a line lie in a direction."""
    return bit_set(space for space in SPACES if space_at(space.file + 2 * df, space.rank + 2 * dr) is not None)


_LINES: Final = ((1, 0), (0, 1), (1, 1), (-1, 1))
LINE_STARTS: Final = tuple(_line_starts(*line) for line in _LINES)
"""Bitboard of the first spaces of the lines of three: to the right, upwards, and diagonally to the right and left."""
LINE_WAY: Final = tuple(df + SIDE * dr for df, dr in _LINES)
"""Difference of two neighbouring spaces of such a line."""

# Bits.

DE_BRUIJN: Final = 0x077CB531
"""A number whose five highest bits of 32 differ after each shift (a De Bruijn sequence)."""
LOW_32: Final = 0xFFFFFFFF


def _bit_numbers() -> Iterator[int]:
    places = {(DE_BRUIJN << bit & LOW_32) >> 27: bit for bit in range(32)}
    return (places[key] for key in range(32))


BIT_NUMBER: Final = tuple(_bit_numbers())
"""Number of a bit, by `(bit * DE_BRUIJN & LOW_32) >> 27`."""

# Megaliths.

_NUMBERS: Final = {megalith.id: number for megalith, number in NUMBERS.items()}
CHAOS: Final = _NUMBERS["chaos"]
DAWN: Final = _NUMBERS["dawn"]
CROMLECH: Final = _NUMBERS["cromlech"]
PILLARS: Final = _NUMBERS["pillars"]
ALLEY: Final = _NUMBERS["alley"]
DEER: Final = _NUMBERS["deer"]
MENHIR: Final = _NUMBERS["menhir"]
SANCTUARY: Final = _NUMBERS["sanctuary"]
TUMULUS: Final = _NUMBERS["tumulus"]
STORMWELL: Final = _NUMBERS["stormwell"]
FAIRY: Final = _NUMBERS["fairy"]
HAVEN: Final = _NUMBERS["haven"]
MOUND: Final = _NUMBERS["mound"]
SOURCE: Final = _NUMBERS["source"]
CHAINING: Final = bit_set(map(_NUMBERS.__getitem__, CHAINING_IDS))
"""Megaliths whose power moves or adds a shaman, so that it can wake another one, as bits by number."""
MEGALITHS: Final = len(NUMBERS)
"""Number of base megaliths."""
INERT: Final = MEGALITHS
"""The number of `forced_wins.INERT`, which only proofs meet."""
