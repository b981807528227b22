"""The inputs of the net of `SagePlayer`: a position as the numbers of the inputs that are on.

A position is seen from the tribe to move: the board is turned for Forest, and mirrored if the Add tile shows black,
which turns the tile over. Positions that differ by a symmetry of the board therefore have the same inputs. The deck has
no inputs.
"""

from __future__ import annotations

from typing import Final

from cairn_rules.cairn.megaliths.megaliths import NUMBERS
from cairn_rules.cairn.state.board import SHAMANS, SIDE, SPACES

_BOARD: Final = len(SPACES)
FACES: Final = 8
"""Number of combinations of the faces of the Move, Jump and Transformation tiles."""

ALWAYS: Final = 0
"""Number of the input that is always on."""
FIRST_SHAMAN: Final = 1
"""First input for a shaman: `(FACES * side + faces) * 25 + space`, where side 0 has the turn."""
FIRST_AWAKE: Final = FIRST_SHAMAN + 2 * FACES * _BOARD
"""First input for a shaman on a megalith: `side * 25 + space`."""
FIRST_STONE: Final = FIRST_AWAKE + 2 * _BOARD
"""First input for a megalith on the board: `number * 25 + space`."""
FIRST_UPCOMING: Final = FIRST_STONE + len(NUMBERS) * _BOARD
"""First input for a megalith on display, by number."""
FIRST_SCORES: Final = FIRST_UPCOMING + len(NUMBERS)
"""First input for the scores: `3 * own + enemy`."""
FIRST_COUNT: Final = FIRST_SCORES + 9
"""First input for the number of shamans on the board: `6 * side + number`."""
INPUTS: Final = FIRST_COUNT + 2 * (SHAMANS + 1)
"""Number of inputs."""
WIDTH: Final = 4 * SHAMANS + len(NUMBERS) + 4
"""Maximum number of inputs that are on: 10 shamans, each on a megalith, 14 megaliths, and 4 others."""
HIDDEN: Final = 48
"""Number of hidden units."""


def _seen_at(space: int, *, turned: bool, mirrored: bool) -> int:
    rank, file = divmod(_BOARD - 1 - space if turned else space, SIDE)
    return SIDE * rank + (SIDE - 1 - file if mirrored else file)


SEEN_AT: Final = tuple(
    _seen_at(space, turned=turned, mirrored=mirrored)
    for mirrored in (False, True)
    for turned in (False, True)
    for space in range(_BOARD)
)
"""Place of a space as it is seen, by `25 * (2 * face of the Add tile + tribe to move) + space`."""
