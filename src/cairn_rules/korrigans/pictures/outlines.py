"""The lines of the drawing: outlines of fields and the borders between them, curved in the same way on both sides."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from itertools import pairwise
from math import atan2, degrees
from typing import Final, TypeAlias, final

from attrs import frozen

from cairn_rules.korrigans.pictures.regions import Regions, Square

Point: TypeAlias = tuple[float, float]
Corner: TypeAlias = tuple[int, int]
"""A corner of squares: its row and column among all of them, from 0."""
Edge: TypeAlias = tuple[Corner, Corner]

_WOBBLE: Final = 0.26
"""How much of a square corners are moved about, so that lines look drawn by hand."""


@final
@frozen
class Station:
    """A place on a border: where, and which way the border goes there, in degrees."""

    x: float
    y: float
    angle: float


@final
@frozen
class Border:
    """Where two fields touch."""

    path: str
    stations: tuple[Station, ...]
    """Places on its longest part, from one end to the other, an odd number."""


@final
class Outlines:
    """The lines of some regions."""

    def __init__(self, regions: Regions, *, left: float, top: float, cell: float) -> None:
        """The lines of regions that are drawn with their upper left corner there, in cells of that size."""
        self._owners = regions.owners
        self._left, self._top, self._size = left, top, cell / regions.parts
        self._last = max(regions.owners)
        self._edges: dict[int, list[Edge]] = defaultdict(list)
        """For each field the edges around it, with the field on their right."""
        self._between: dict[tuple[int, int], list[Edge]] = defaultdict(list)
        self._met: dict[Corner, int] = defaultdict(int)
        """How many borders meet in a corner."""
        for square, owner in regions.owners.items():
            for edge, beside in _sides(square):
                other = regions.owners.get(beside, -1)
                if other != owner:
                    self._edges[owner].append(edge)
                    for corner in edge:
                        self._met[corner] += 1 + (other < 0)  # the other field counts its side itself
                    if owner < other:
                        self._between[owner, other].append(edge)

    def point(self, corner: Corner) -> Point:
        """Where a corner is drawn."""
        row, column = corner
        down, right = ((row * 37 + column * 59 + row * column * 23 + salt) % 97 / 97 - 0.5 for salt in (0, 41))
        down = 0 if row in {0, self._last[0] + 1} else down
        right = 0 if column in {0, self._last[1] + 1} else right
        size = self._size
        return self._left + size * (column + _WOBBLE * right), self._top + size * (row + _WOBBLE * down)

    def around(self, index: int) -> str:
        """The outline of a field, as the path of an SVG."""
        return "".join(self._path((*loop, loop[0])) for loop in self._loops(self._edges[index]))

    def _loops(self, edges: list[Edge]) -> Iterator[list[Corner]]:
        onward: dict[Corner, list[Corner]] = defaultdict(list)
        for start, end in edges:
            onward[start].append(end)
        for start, _ in edges:
            loop: list[Corner] = []
            corner = start
            while onward[corner]:
                loop.append(corner)
                ways, right = onward[corner], _right_turn(loop)
                corner = ways.pop(ways.index(right) if right in ways else 0)
            if loop:
                yield loop

    def border(self, one: int, other: int) -> Border | None:
        """The border of two fields; None when they do not touch."""
        chains = sorted(self._chains(self._between[min(one, other), max(one, other)]), key=len, reverse=True)
        if not chains:
            return None
        return Border("".join(map(self._path, chains)), tuple(self._stations(chains[0])))

    def pairs(self) -> tuple[tuple[int, int], ...]:
        """The fields that touch."""
        return tuple(sorted(self._between))

    def _chains(self, edges: list[Edge]) -> Iterator[list[Corner]]:
        """Edges joined where nothing else meets them; one that comes back to its beginning ends with it."""
        ways: dict[Corner, list[Corner]] = defaultdict(list)
        for start, end in edges:
            ways[start].append(end)
            ways[end].append(start)
        ends = [corner for corner in ways if self._is_junction(corner)]
        for start in (*ends, *ways):
            while ways[start]:
                chain = [start]
                while ways[chain[-1]] and (len(chain) == 1 or not self._is_junction(chain[-1])):
                    onward = ways[chain[-1]].pop()
                    ways[onward].remove(chain[-1])
                    chain.append(onward)
                yield chain

    def _is_junction(self, corner: Corner) -> bool:
        return self._met[corner] != 4  # two edges, each counted from both sides

    def _middle(self, one: Corner, other: Corner) -> Point:
        (x, y), (to_x, to_y) = self.point(one), self.point(other)
        return (x + to_x) / 2, (y + to_y) / 2

    def _path(self, corners: list[Corner] | tuple[Corner, ...]) -> str:
        """A curve through the middles of the edges; only where several borders meet it keeps the corner."""
        closed = corners[0] == corners[-1]
        start = self._middle(*corners[:2]) if closed else self.point(corners[0])
        parts = [f"M{_text(start)}"]
        if not closed:
            parts.append(f"L{_text(self._middle(*corners[:2]))}")
        following = (*corners[2:], corners[1]) if closed else corners[2:]
        for corner, onward in zip(corners[1:], following, strict=False):
            bend = f"L{_text(self.point(corner))}L" if self._is_junction(corner) else f"Q{_text(self.point(corner))} "
            parts.append(f"{bend}{_text(self._middle(corner, onward))}")
        parts.append("Z" if closed else f"L{_text(self.point(corners[-1]))}")
        return "".join(parts)

    def _stations(self, chain: list[Corner]) -> Iterator[Station]:
        """The middles of the edges, and between them where the curve passes by the corners."""
        middles = [self._middle(*edge) for edge in pairwise(chain)]
        for place, (x, y) in enumerate(middles):
            if place:
                (x0, y0), (x1, y1) = middles[place - 1], self.point(chain[place])
                yield Station((x0 + 2 * x1 + x) / 4, (y0 + 2 * y1 + y) / 4, degrees(atan2(y - y0, x - x0)))
            (from_x, from_y), (to_x, to_y) = self.point(chain[place]), self.point(chain[place + 1])
            yield Station(x, y, degrees(atan2(to_y - from_y, to_x - from_x)))


def _sides(square: Square) -> tuple[tuple[Edge, Square], ...]:
    """The edges of a square, clockwise, each with the square beyond it."""
    row, column = square
    corners = (row, column), (row, column + 1), (row + 1, column + 1), (row + 1, column)
    beyond = (row - 1, column), (row, column + 1), (row + 1, column), (row, column - 1)
    return tuple(((corners[side], corners[(side + 1) % 4]), beyond[side]) for side in range(4))


def _right_turn(way: list[Corner]) -> Corner:
    """Where a right turn leads from the end of a way; that keeps to the same square."""
    (row, column), (from_row, from_column) = way[-1], way[-2] if len(way) > 1 else way[-1]
    return row + column - from_column, column - (row - from_row)


def _text(point: Point) -> str:
    return f"{point[0]:.1f} {point[1]:.1f}"
