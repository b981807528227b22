"""The terrain map: nineteen tiles in a hexagon, their neighbours and their junctures (rules page, section 8)."""

from __future__ import annotations

from itertools import combinations
from types import MappingProxyType
from typing import Final, NamedTuple, TypeAlias

RADIUS: Final = 2
"""Steps from the Base to the rim."""


class Hex(NamedTuple):
    """A tile of the map, in axial coordinates; the Base is (0, 0) (rule 8.1).

    Example:
        >>> Hex(0, 1) in NEIGHBOURS[Hex(0, 0)]
        True
    """

    q: int
    """The column, from -2 to 2."""
    r: int
    """The slanted row, from -2 to 2."""

    def __str__(self) -> str:
        return f"{self.q},{self.r}"


Juncture: TypeAlias = tuple[Hex, Hex, Hex]
"""Three tiles that touch each other, in order: a site for a Village."""

BASE: Final = Hex(0, 0)
"""The tile in the centre."""
_SPAN: Final = range(-RADIUS, RADIUS + 1)
HEXES: Final = tuple(Hex(q, r) for r in _SPAN for q in _SPAN if abs(q + r) <= RADIUS)
"""All tiles, by row and then by column."""
PLACES: Final = MappingProxyType({tile: place for place, tile in enumerate(HEXES)})
"""The index of each tile in `HEXES`."""
_STEPS: Final = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))
NEIGHBOURS: Final = MappingProxyType(
    {
        tile: tuple(sorted({Hex(tile.q + q, tile.r + r) for q, r in _STEPS} & {*HEXES}, key=HEXES.index))
        for tile in HEXES
    }
)
"""The tiles next to each tile, in the order of `HEXES`."""
JUNCTURES: Final[tuple[Juncture, ...]] = tuple(
    (a, b, c)
    for a, b, c in combinations(HEXES, 3)
    if BASE not in (a, b, c) and b in NEIGHBOURS[a] and c in NEIGHBOURS[a] and c in NEIGHBOURS[b]
)
"""The eighteen sites for Villages: the junctures that do not touch the Base (rule 8.3)."""


def distance(a: Hex, b: Hex) -> int:
    """Return the number of steps between two tiles."""
    q, r = a.q - b.q, a.r - b.r
    return max(abs(q), abs(r), abs(q + r))
