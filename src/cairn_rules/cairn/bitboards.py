"""Bitboards: inside the engine a set of spaces is an `int` whose bit `n` stands for `Space(n)`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from cairn_rules.cairn.board import FIRST_ROWS, NEIGHBOURS, SPACES, Space

SINGLE: Final = 37
"""Divided by it, the bits of all spaces leave different rests: `list[bit % SINGLE]` is a cheap look-up."""


def bit_set(spaces: Iterable[int]) -> int:
    """The bitboard of some spaces."""
    bits = 0
    for space in spaces:
        bits |= 1 << space
    return bits


def spaces_in(bits: int) -> tuple[Space, ...]:
    """The spaces of a bitboard, in space order."""
    found: list[Space] = []
    while bits:
        lowest = bits & -bits
        found.append(SPACES[lowest.bit_length() - 1])
        bits ^= lowest
    return tuple(found)


FIELD: Final = bit_set(SPACES)
"""All spaces."""
NEIGHBOUR_BITS: Final = tuple([bit_set(near) for near in NEIGHBOURS])
"""For each space its neighbours."""
FIRST_ROW_BITS: Final = (bit_set(FIRST_ROWS[0]), bit_set(FIRST_ROWS[1]))
"""For each tribe its first row."""
