"""What is wrong with the plain data of a board: every fault, with its place (rule 11.6)."""

from __future__ import annotations

from typing import Final

from cairn_rules.errors import Fault

ROWS: Final = 7
"""Rows of the grid: a Sun each, one for each colour of the rainbow (rule 1.2)."""
COLUMNS: Final = 7
"""Columns of the grid: a Cloud each (rule 1.2)."""
PLAYERS: Final = 5
"""The most players of a game."""
MOST_TOKENS: Final = 999
"""More tokens of a kind, or in a field, are on no board."""


def board_faults(data: object) -> tuple[Fault, ...]:
    """The faults of plain data that should be a board; none when the rules can be played on it."""
    return ()
