"""The kinds of tokens: companions, Clovers, Menhirs."""

from __future__ import annotations

from enum import IntEnum, unique
from typing import Final


class _Kind(IntEnum):
    """A kind of token; its number is its place in the documented order, its text the name in board files."""

    def __repr__(self) -> str:
        return f"{type(self).__name__}.{self.name}"

    def __str__(self) -> str:
        return self.name.lower()


@unique
class Companion(_Kind):
    """One of the six animals that carry Korrigans (rules 4.4 to 4.9)."""

    HARE = 0
    SQUIRREL = 1
    BIRD = 2
    MOUSE = 3
    MOLE = 4
    FROG = 5


@unique
class Clover(_Kind):
    """What a Clover token shows (rule 1.3); the first six have the numbers of their companions.

    Example:
        >>> Clover.MOLE.companion, Clover.MOLE.gold, Clover.GOLD3.companion, Clover.GOLD3.gold
        (Companion.MOLE, 0, None, 3)
    """

    HARE = 0
    SQUIRREL = 1
    BIRD = 2
    MOUSE = 3
    MOLE = 4
    FROG = 5
    GOLD1 = 6
    GOLD2 = 7
    GOLD3 = 8
    GOLD4 = 9

    @property
    def companion(self) -> Companion | None:
        """The companion on the token; None on gold."""
        return COMPANIONS[self] if self < len(COMPANIONS) else None

    @property
    def gold(self) -> int:
        """The gold on the token; 0 on a companion."""
        return max(0, self - Clover.FROG)


@unique
class Menhir(_Kind):
    """The hidden side of a Menhir (rule 1.4).

    Example:
        >>> Menhir.TROLL.gold, Menhir.GOLD2.gold
        (0, 2)
    """

    ELF = 0
    GOBLIN = 1
    LEPRECHAUN = 2
    FAIRY = 3
    TROLL = 4
    GOLD1 = 5
    GOLD2 = 6
    GOLD3 = 7
    GOLD4 = 8

    @property
    def gold(self) -> int:
        """The gold that the Menhir is worth (rule 6.7); 0 for the other kinds."""
        return max(0, self - Menhir.TROLL)


COMPANIONS: Final = tuple(Companion)
CLOVERS: Final = tuple(Clover)
MENHIRS: Final = tuple(Menhir)
