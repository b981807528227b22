"""The shapes of fields: their regions of the grid, and the curves around them."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from itertools import combinations, pairwise
from math import atan2, ceil, degrees, sqrt
from typing import Final, TypeAlias, final

from attrs import define, field, frozen

from cairn_rules.korrigans.state.board import Board
from cairn_rules.korrigans.state.board_checks import COLUMNS, ROWS

Square: TypeAlias = tuple[int, int]
"""A square, one of the equal parts of a cell: its row and column in the whole grid, from 0."""
Pair: TypeAlias = frozenset[int]
"""The indices of two fields."""

_APART: Final = 12
"""Cost of each disconnected part of a field, in units of border length."""
_UNMET: Final = 8
"""Cost of each border whose fields do not touch."""
_MET: Final = 5
"""Cost of each pair of fields that touch without a border."""
_NARROW: Final = 4
"""Cost of each square missing from the longest row of a field for its name."""
_NAME: Final = 3
"""Number of squares in a row that a name needs."""
_MOST_WORK: Final = 60_000
"""Maximum number of squares examined by the search, about a second of work."""
_NEXT: Final = ((-1, 0), (0, -1), (0, 1), (1, 0))

Point: TypeAlias = tuple[float, float]
Corner: TypeAlias = tuple[int, int]
"""A corner of squares: its row and column in the whole grid, from 0."""
Edge: TypeAlias = tuple[Corner, Corner]

_WOBBLE: Final = 0.26
"""Displacement of corners, as a share of a square, which makes lines look drawn by hand."""


@final
@frozen
class Regions:
    """The division of all squares among the fields."""

    parts: int
    """Number of rows, and of columns, of squares in each cell."""
    owners: dict[Square, int]
    """The index of the field that has each square."""

    def squares(self, index: int) -> tuple[Square, ...]:
        """Return the squares of a field, in reading order."""
        return tuple(sorted(square for square, owner in self.owners.items() if owner == index))


def regions(board: Board) -> Regions:
    """Divide the grid into regions: each field has a part of every cell that it touches, and of no other.

    Shared cells are divided by a local search. It prefers connected fields, contact exactly where there is a
    border, room for names, and short borders. The result is the same each time.
    """
    parts = max(2, *(ceil(sqrt(len(fields))) for _, fields in _cells(board)))
    drawing = _Drawing(_first(board, parts), _borders(board))
    shared = [(_squares_of(cell, parts), fields) for cell, fields in _cells(board) if len(fields) > 1]
    while sum(drawing.mend(squares, fields) for squares, fields in shared):
        pass  # this ends, because each change lowers the cost
    return Regions(parts, drawing.owners)


def _cells(board: Board) -> Iterator[tuple[tuple[int, int], tuple[int, ...]]]:
    for row in range(ROWS):
        for column in range(COLUMNS):
            yield (row, column), board.fields_at(row + 1, column + 1)


def _squares_of(cell: tuple[int, int], parts: int) -> tuple[Square, ...]:
    row, column = cell
    return tuple((parts * row + down, parts * column + right) for down in range(parts) for right in range(parts))


def _borders(board: Board) -> frozenset[Pair]:
    ends = [*(link.ends for link in board.links), *board.water]
    return frozenset(frozenset(map(board.index, pair)) for pair in ends)


def _first(board: Board, parts: int) -> dict[Square, int]:
    """Return a first division: in shared cells each field gets an equal share, next to its other cells."""
    owners: dict[Square, int] = {}
    for cell, fields in _cells(board):
        left = list(_squares_of(cell, parts))
        share = len(left) // len(fields)
        for index in fields:
            pulls = {square: _pull(square, board.fields[index].cells, cell, parts) for square in left}
            left.sort(key=pulls.__getitem__, reverse=True)
            taken = left if index == fields[-1] else left[:share]
            owners.update(dict.fromkeys(taken, index))
            left = left[share:]
    return owners


def _pull(square: Square, cells: Iterable[tuple[int, int]], own: tuple[int, int], parts: int) -> float:
    """Return the strength with which a field's cells, except the square's own, attract a square."""
    down, right = ((place + 0.5) / parts for place in square)
    others = [(row - 0.5, column - 0.5) for row, column in cells if (row - 1, column - 1) != own]
    return sum(1 / ((row - down) ** 2 + (column - right) ** 2) for row, column in others)


@define
class _Drawing:
    """A division that is being improved."""

    owners: dict[Square, int]
    borders: frozenset[Pair]
    held: dict[int, set[Square]] = field(factory=dict[int, set[Square]])
    work: int = 0
    """Number of squares examined so far."""

    def __attrs_post_init__(self) -> None:
        for square, owner in self.owners.items():
            self.held.setdefault(owner, set()).add(square)

    def mend(self, squares: tuple[Square, ...], fields: tuple[int, ...]) -> bool:
        """Exchange or reassign squares of a cell where that lowers the cost; return whether any changed."""
        mended = False
        for one, other in combinations(squares, 2):
            first, second = self.owners[one], self.owners[other]
            mended |= first != second and self._try({one: second, other: first})
        for square in squares:
            for index in fields:
                owner = self.owners[square]
                keeps_one = any(self.owners[each] == owner for each in squares if each != square)
                mended |= index != owner and keeps_one and self._try({square: index})
        return mended

    def _try(self, change: dict[Square, int]) -> bool:
        """Apply a change if it lowers the cost; return whether it was applied."""
        former = {square: self.owners[square] for square in change}
        concerned = {*former.values(), *change.values()}
        self.work += sum(len(self.held[index]) for index in concerned)
        if self.work > _MOST_WORK:
            return False
        cost = self._cost(concerned)
        self._give(change)
        if self._cost(concerned) < cost:
            return True
        self._give(former)
        return False

    def _give(self, change: dict[Square, int]) -> None:
        for square, index in change.items():
            self.held[self.owners[square]].remove(square)
            self.held[index].add(square)
            self.owners[square] = index

    def _cost(self, concerned: set[int]) -> int:
        """Return the cost of some fields and of their borders."""
        lengths: Counter[Pair] = Counter()
        for index in concerned:
            for square in self.held[index]:
                for each in _neighbours(square):
                    owner = self.owners.get(each, index)
                    if owner != index and (owner not in concerned or owner > index):
                        lengths[frozenset((index, owner))] += 1
        unmet = sum(not pair.isdisjoint(concerned) and pair not in lengths for pair in self.borders)
        met = sum(pair not in self.borders for pair in lengths)
        apart = sum(len(connected(self.held[index])) - 1 for index in concerned)
        narrow = sum(max(0, _NAME - _longest_row(self.held[index])) for index in concerned)
        return lengths.total() + _UNMET * unmet + _MET * met + _APART * apart + _NARROW * narrow


def _neighbours(square: Square) -> Iterator[Square]:
    row, column = square
    return ((row + down, column + right) for down, right in _NEXT)


def _longest_row(squares: set[Square]) -> int:
    """Return the length of the longest row of squares in a region."""
    longest = 0
    for row, column in squares:
        if (row, column - 1) not in squares:
            wide = 1
            while (row, column + wide) in squares:
                wide += 1
            longest = max(longest, wide)
    return longest


def connected(squares: Iterable[Square]) -> tuple[tuple[Square, ...], ...]:
    """Return the connected parts of a region, each in reading order, the largest first."""
    left = set(squares)
    parts: list[tuple[Square, ...]] = []
    while left:
        reached = [left.pop()]
        for square in reached:
            near = left.intersection(_neighbours(square))
            left -= near
            reached += near
        parts.append(tuple(sorted(reached)))
    return tuple(sorted(parts, key=lambda part: (-len(part), part)))


@final
@frozen
class Station:
    """A place on a border: its position, and the direction of the border there in degrees."""

    x: float
    y: float
    angle: float


@final
@frozen
class Border:
    """The border between two fields that touch."""

    path: str
    stations: tuple[Station, ...]
    """An odd number of places on its longest part, from one end to the other."""


@final
class Outlines:
    """The outlines and borders of regions."""

    def __init__(self, regions: Regions, *, left: float, top: float, cell: float) -> None:
        """Trace the lines of regions, drawn from (left, top) in cells of the given size."""
        self._owners = regions.owners
        self._left, self._top, self._size = left, top, cell / regions.parts
        self._last = max(regions.owners)
        self._edges: dict[int, list[Edge]] = defaultdict(list)
        """The edges around each field, with the field on their right."""
        self._between: dict[tuple[int, int], list[Edge]] = defaultdict(list)
        self._met: dict[Corner, int] = defaultdict(int)
        """The number of borders that meet in each corner."""
        for square, owner in regions.owners.items():
            for edge, beyond in _sides(square):
                other = regions.owners.get(beyond, -1)
                if other != owner:
                    self._edges[owner].append(edge)
                    for corner in edge:
                        self._met[corner] += 1 + (other < 0)  # the other field counts its own side
                    if owner < other:
                        self._between[owner, other].append(edge)

    def point(self, corner: Corner) -> Point:
        """Return the position at which a corner is drawn."""
        row, column = corner
        down, right = ((row * 37 + column * 59 + row * column * 23 + salt) % 97 / 97 - 0.5 for salt in (0, 41))
        down = 0 if row in {0, self._last[0] + 1} else down
        right = 0 if column in {0, self._last[1] + 1} else right
        size = self._size
        return self._left + size * (column + _WOBBLE * right), self._top + size * (row + _WOBBLE * down)

    def around(self, index: int) -> str:
        """Return the outline of a field, as an SVG path."""
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
        """Return the border of two fields, or None if they do not touch."""
        chains = sorted(self._chains(self._between[min(one, other), max(one, other)]), key=len, reverse=True)
        if not chains:
            return None
        return Border("".join(map(self._path, chains)), tuple(self._stations(chains[0])))

    def pairs(self) -> tuple[tuple[int, int], ...]:
        """Return the pairs of fields that touch."""
        return tuple(sorted(self._between))

    def _chains(self, edges: list[Edge]) -> Iterator[list[Corner]]:
        """Yield chains of edges that end at junctions; a closed chain ends with its first corner."""
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
        """Return a curve through the middles of the edges, with corners only at junctions."""
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
        """Yield the middles of the edges, and the points between them where the curve passes the corners."""
        middles = [self._middle(*edge) for edge in pairwise(chain)]
        for place, (x, y) in enumerate(middles):
            if place:
                (x0, y0), (x1, y1) = middles[place - 1], self.point(chain[place])
                yield Station((x0 + 2 * x1 + x) / 4, (y0 + 2 * y1 + y) / 4, degrees(atan2(y - y0, x - x0)))
            (from_x, from_y), (to_x, to_y) = self.point(chain[place]), self.point(chain[place + 1])
            yield Station(x, y, degrees(atan2(to_y - from_y, to_x - from_x)))


def _sides(square: Square) -> tuple[tuple[Edge, Square], ...]:
    """Return the edges of a square, clockwise, each with the square beyond it."""
    row, column = square
    corners = (row, column), (row, column + 1), (row + 1, column + 1), (row + 1, column)
    beyond = (row - 1, column), (row, column + 1), (row + 1, column), (row, column - 1)
    return tuple(((corners[side], corners[(side + 1) % 4]), beyond[side]) for side in range(4))


def _right_turn(way: list[Corner]) -> Corner:
    """Return the corner that a right turn at the end of a path leads to, along the same square."""
    (row, column), (from_row, from_column) = way[-1], way[-2] if len(way) > 1 else way[-1]
    return row + column - from_column, column - (row - from_row)


def _text(point: Point) -> str:
    return f"{point[0]:.1f} {point[1]:.1f}"
