"""Bitboards: the engine's sets of spaces. Bit `n` of the `int` represents `Space(n)`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from cairn_rules.cairn.state.board import FIRST_ROWS, NEIGHBOURS, SPACES, Space

SINGLE: Final = 37
"""A modulus that maps the bits of all spaces to different numbers: `table[bit % SINGLE]` is a fast lookup."""


def bit_set(spaces: Iterable[int]) -> int:
    """Return the bitboard of some spaces."""
    bits = 0
    for space in spaces:
        bits |= 1 << space
    return bits


def spaces_in(bits: int) -> tuple[Space, ...]:
    """Return the spaces of a bitboard, in space order."""
    found: list[Space] = []
    while bits:
        lowest = bits & -bits
        found.append(SPACES[lowest.bit_length() - 1])
        bits ^= lowest
    return tuple(found)


FIELD: Final = bit_set(SPACES)
"""Bitboard of all spaces."""
NEIGHBOUR_BITS: Final = tuple([bit_set(near) for near in NEIGHBOURS])
"""Neighbours of each space, as a bitboard."""
FIRST_ROW_BITS: Final = (bit_set(FIRST_ROWS[0]), bit_set(FIRST_ROWS[1]))
"""First row of each tribe, as a bitboard."""
