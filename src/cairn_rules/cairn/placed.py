"""States that are made of a ground that is known to be sound and a bitboard of both tribes.

In such a bitboard the spaces are there twice: first for Sea, then for Forest.
"""

from __future__ import annotations

from itertools import product
from typing import Final

from cairn_rules.cairn.bitboards import FIELD
from cairn_rules.cairn.board import SHAMANS, SIDE, SPACES
from cairn_rules.cairn.decisions import CHOOSE_ACTION
from cairn_rules.cairn.ground import Ground
from cairn_rules.cairn.state import NOBODY, State

FOREST: Final = len(SPACES)
"""So many bits above Sea's shamans stand Forest's."""
FIRST_RANK: Final = (1 << SIDE) - 1 << FOREST | (1 << SIDE) - 1
"""The first rank of both."""
ROWS: Final = {
    sum(1 << file + FOREST * (letter == "f") for file, letter in enumerate(row) if letter != "."): "".join(row)
    for row in product(".sf", repeat=SIDE)
}
"""Who can stand on a rank, as if it were the first: a letter for each space, with what it is in such a bitboard."""


def both_tribes(state: State) -> int:
    """Who stands where, as a bitboard of both tribes."""
    return state._own << FOREST | state._enemy if state._active else state._enemy << FOREST | state._own


def placed(both: int, active: int, faces: int, ground: Ground) -> State | None:
    """A state that a turn starts with, unless the game is over, which is still to be told.

    Returns:
        The state; None when a tribe has too many shamans, or two of them stand on one space.
    """
    sea, forest = both & FIELD, both >> FOREST
    if sea.bit_count() > SHAMANS or forest.bit_count() > SHAMANS or sea & forest:
        return None
    own, enemy = (forest, sea) if active else (sea, forest)
    return State(own, enemy, faces, active, 0, NOBODY, ground, CHOOSE_ACTION, (), (), 0, None)
