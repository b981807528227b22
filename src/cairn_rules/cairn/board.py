"""Geometry of the board: tribes, spaces, neighbours, rows, totems and Stone Circles."""

from __future__ import annotations

from enum import Enum, IntEnum, unique
from typing import Final, Literal, TypeAlias, TypeGuard

from cairn_rules.checks import as_int
from cairn_rules.errors import DefinitionError, quoted

SIDE: Final = 5
"""Number of files, and of ranks."""
SHAMANS: Final = 5
"""Number of shamans in a tribe."""


@unique
class Tribe(IntEnum):
    """One of the two tribes; its number is the player's seat (rule 1.2).

    Example:
        >>> from cairn_rules.cairn import Tribe
        >>> Tribe.SEA.other, int(Tribe.FOREST), str(Tribe.FOREST)
        (Tribe.FOREST, 1, 'Forest')
    """

    SEA = 0
    FOREST = 1

    @property
    def other(self) -> Tribe:
        """The opposing tribe."""
        return TRIBES[1 - self]

    @property
    def letter(self) -> str:
        """The tribe's letter in a position text: `s` or `f`."""
        return "sf"[self]

    def __repr__(self) -> str:
        return f"Tribe.{self.name}"

    def __str__(self) -> str:
        return self.name.capitalize()


@unique
class Space(IntEnum):
    """One of the 25 spaces of the board; its number is file + 5 * rank, from 0 (rule 1.1).

    Example:
        >>> from cairn_rules.cairn import Space
        >>> Space.C2.file, Space.C2.rank, int(Space.C2), str(Space.C2)
        (2, 1, 7, 'c2')
        >>> Space["c2".upper()] is Space.C2
        True
    """

    A1 = 0
    B1 = 1
    C1 = 2
    D1 = 3
    E1 = 4
    A2 = 5
    B2 = 6
    C2 = 7
    D2 = 8
    E2 = 9
    A3 = 10
    B3 = 11
    C3 = 12
    D3 = 13
    E3 = 14
    A4 = 15
    B4 = 16
    C4 = 17
    D4 = 18
    E4 = 19
    A5 = 20
    B5 = 21
    C5 = 22
    D5 = 23
    E5 = 24

    @property
    def file(self) -> int:
        """Number of the file: 0 to 4 for a to e."""
        return self % SIDE

    @property
    def rank(self) -> int:
        """Number of the rank: 0 to 4 for ranks 1 to 5."""
        return self // SIDE

    @property
    def adjacent(self) -> tuple[Space, ...]:
        """The adjacent spaces, at most eight, in space order.

        Example:
            >>> from cairn_rules.cairn import Space
            >>> Space.A1.adjacent
            (B1, A2, B2)
        """
        return NEIGHBOURS[self]

    def shifted(self, files: int, ranks: int) -> Space | None:
        """Return the space at a distance in files and ranks; None if it is outside the board.

        Args:
            files: Number of files towards e; negative towards a.
            ranks: Number of ranks towards 5; negative towards 1.

        Example:
            >>> from cairn_rules.cairn import Space
            >>> Space.C2.shifted(1, 1), Space.C2.shifted(0, -2)
            (D3, None)
        """
        file, rank = self.file + files, self.rank + ranks
        return Space(file + SIDE * rank) if 0 <= file < SIDE and 0 <= rank < SIDE else None

    def __repr__(self) -> str:
        return self.name

    def __str__(self) -> str:
        return self.name.lower()


class Village(Enum):
    """The type of `VILLAGE`, the destination of a shaman that leaves the board."""

    VILLAGE = "village"

    def __repr__(self) -> str:
        return self.name

    def __str__(self) -> str:
        return "x"


VILLAGE: Final = Village.VILLAGE
"""Destination of a move, a jump or a relocation out of the board (rules 4.5, 4.6, 6.6)."""
Destination: TypeAlias = Space | Literal[Village.VILLAGE]
"""Destination of a shaman: a space, or `VILLAGE`."""

TRIBES: Final = tuple(Tribe)
SPACES: Final = tuple(Space)
NAMED_SPACES: Final = {str(space): space for space in SPACES}
"""Each space by its name, such as `b3`."""

DIRECTIONS: Final = tuple((df, dr) for dr in (-1, 0, 1) for df in (-1, 0, 1) if df or dr)
"""The eight directions, as steps in file and rank."""


def is_tribe(value: object) -> TypeGuard[Tribe | int]:
    """Return whether a value is a tribe or its seat number. True and False are not."""
    return as_int(value) in {0, 1}


def check_tribe(name: str, value: object) -> Tribe | None:
    """Return an argument, a tribe or its seat number, as a tribe; None for None.

    Raises:
        DefinitionError: if it is anything else.
    """
    if value is None:
        return None
    if is_tribe(value):
        return TRIBES[value]
    raise DefinitionError(f"{name} should be None, a tribe, or a seat from 0 to 1, not {quoted(value)}")


def as_space(value: int) -> Space:
    """Return a space, given a `Space` or its number.

    Raises:
        DefinitionError: if the value is neither.
    """
    if isinstance(value, Space):
        return value
    try:
        return Space(value)
    except ValueError:
        raise DefinitionError(f"{value!r} is not a space; spaces are Space.A1 to Space.E5") from None


def as_destination(value: int | Village) -> Destination:
    """Return a space or `VILLAGE`, given a `Space`, its number or `VILLAGE`.

    Raises:
        DefinitionError: if the value is none of these.
    """
    return VILLAGE if isinstance(value, Village) else as_space(value)


def space_at(file: int, rank: int) -> Space | None:
    """Return the space at a file and a rank, both counted from 0, or None beyond the edge."""
    return SPACES[file + SIDE * rank] if 0 <= file < SIDE and 0 <= rank < SIDE else None


def _neighbours(space: Space) -> tuple[Space, ...]:
    around = (space_at(space.file + df, space.rank + dr) for df, dr in DIRECTIONS)
    return tuple(near for near in around if near is not None)


NEIGHBOURS: Final = tuple(_neighbours(space) for space in SPACES)
"""Neighbours of each space, at most eight, in space order."""
FIRST_ROWS: Final = (SPACES[:SIDE], SPACES[-SIDE:])
"""First row of each tribe: the one next to its village (rule 1.3)."""
TOTEMS: Final = ((Space.D1, Space.B1), (Space.B5, Space.D5))
"""White and black totem of each tribe (rule 1.4)."""
CIRCLES: Final = (Space.B3, Space.D3)
"""The Stone Circles (rule 1.5)."""
START_SPACES: Final = tuple(
    tuple(space for space in FIRST_ROWS[tribe] if space not in TOTEMS[tribe]) for tribe in TRIBES
)
"""Spaces of each tribe's first three shamans (rule 2.1)."""
