"""The pawns of the rainbow."""

from __future__ import annotations

from enum import Enum
from typing import Final


class Pawn(Enum):
    """A pawn of the rainbow, which is known by its colour; there are two of each."""

    RED = "red"
    ORANGE = "orange"
    YELLOW = "yellow"
    GREEN = "green"
    BLUE = "blue"
    INDIGO = "indigo"
    VIOLET = "violet"

    def __repr__(self) -> str:
        return f"Pawn.{self.name}"

    def __str__(self) -> str:
        return self.value


PAWNS: Final = tuple(pawn for pawn in Pawn for _ in range(2))
"""All that the bag holds at first, in the order of the rainbow."""
RUSH: Final = 5
"""With so many pawns on the clouds, pawns are drawn until the last colour appears."""
