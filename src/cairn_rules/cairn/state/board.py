"""Geometry of the board: tribes, spaces, neighbours, rows, totems and Stone Circles."""

from __future__ import annotations

from enum import Enum, IntEnum, unique
from typing import TYPE_CHECKING, Final, Literal, TypeAlias, TypeGuard

from cairn_rules.checks import as_int, read_text
from cairn_rules.errors import DefinitionError, cut, quoted

if TYPE_CHECKING:
    from typing import Self

SIDE: Final = 5
"""Number of files, and of ranks."""
SHAMANS: Final = 5
"""Number of shamans in a tribe."""


@unique
class Tribe(IntEnum):
    """One of the two tribes; its number is the player's seat (rule 1.2).

    Example:
        >>> from cairn_rules.cairn import Tribe
        >>> Tribe.SEA.other, int(Tribe.FOREST), str(Tribe.FOREST), Tribe("forest")
        (Tribe.FOREST, 1, 'Forest', Tribe.FOREST)
    """

    SEA = 0
    FOREST = 1

    if TYPE_CHECKING:

        def __new__(cls, value: int | str) -> Self: ...  # noqa: D102 - for type checkers

    @classmethod
    def _missing_(cls, value: object) -> Tribe:
        tribe = as_tribe(value)
        if tribe is None:
            raise DefinitionError(f"{quoted(value)} is not a tribe; tribes are 'sea' (0) and 'forest' (1)")
        return tribe

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
        >>> Space("c2") is Space(7) is Space.C2
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

    if TYPE_CHECKING:

        def __new__(cls, value: int | str) -> Self: ...  # noqa: D102 - for type checkers

    @classmethod
    def _missing_(cls, value: object) -> Space:
        if isinstance(value, str):
            return parse_space(value)
        raise DefinitionError(f"{quoted(value)} is not a space; spaces are Space.A1 to Space.E5, or 'a1' to 'e5'")

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

        Files count towards e, ranks towards 5; negative numbers lead the other way.

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


def parse_space(text: str) -> Space:
    """Return the space of a name such as `c3`. Case and white space around it are ignored.

    Raises:
        NotationError: if there is no such space.

    Example:
        >>> parse_space("C3")
        C3
    """
    return read_text(text, "space", space_named)


def space_named(name: str) -> Space:
    """Return the space of a name, in any case. Raise a `DefinitionError` if there is no such space."""
    space = NAMED_SPACES.get(name.lower())
    if space is None:
        raise DefinitionError(f"{cut(name, 100)!r} is not a space; spaces are a1 to e5")
    return space


def is_tribe(value: object) -> TypeGuard[Tribe | int]:
    """Return whether a value is a tribe or its seat number. True and False are not."""
    return as_int(value) in {0, 1}


def as_tribe(value: object) -> Tribe | None:
    """Return a tribe, given itself, its name or its seat number; None if the value is none of these."""
    if isinstance(value, str):
        return next((tribe for tribe in TRIBES if str(tribe) == value.capitalize()), None)
    return TRIBES[value] if is_tribe(value) else None


def check_tribe(name: str, value: object) -> Tribe | None:
    """Return an argument, a tribe, its name or its seat number, as a tribe; None for None.

    Raises:
        DefinitionError: if it is anything else.
    """
    tribe = as_tribe(value)
    if tribe is None and value is not None:
        raise DefinitionError(f"{name} should be None, a tribe, its name, or a seat from 0 to 1, not {quoted(value)}")
    return tribe


def as_space(value: int | str) -> Space:
    """Return a space, given a `Space`, its number or its name.

    Raises:
        DefinitionError: if the value is neither a space nor a text.
        NotationError: if it is a text, but not the name of a space.
    """
    return value if isinstance(value, Space) else Space(value)


def as_destination(value: int | str | Village) -> Destination:
    """Return a space or `VILLAGE`, given a `Space`, its number, its name or `VILLAGE`.

    Raises:
        DefinitionError: if the value is neither of these nor a text.
        NotationError: if it is a text, but not the name of a space.
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
