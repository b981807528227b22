"""Where the fields are drawn: cells that several fields share are divided between them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations
from math import ceil, sqrt
from typing import Final, TypeAlias, final

from attrs import define, field, frozen

from cairn_rules.korrigans.board import Board
from cairn_rules.korrigans.board_checks import COLUMNS, ROWS

Square: TypeAlias = tuple[int, int]
"""A part of a cell: its row and column among all of them, from 0."""
Pair: TypeAlias = frozenset[int]
"""The indices of two fields."""

_APART: Final = 12
"""What a part of a field that does not hang together with the rest costs, in units of a border's length."""
_UNMET: Final = 8
"""What a border costs whose fields do not touch."""
_MET: Final = 5
"""What it costs when fields touch that have no border."""
_NARROW: Final = 4
"""What it costs for each square that the longest row of a field lacks of what its name needs."""
_NAME: Final = 3
"""So many squares in a row a name needs."""
_MOST_WORK: Final = 60_000
"""After so many squares that were looked at a division is good enough: a second or so."""
_NEXT: Final = ((-1, 0), (0, -1), (0, 1), (1, 0))


@final
@frozen
class Regions:
    """Which field has each square."""

    parts: int
    """Each cell has so many rows and columns of squares."""
    owners: dict[Square, int]
    """The index of the field of each square."""

    def squares(self, index: int) -> tuple[Square, ...]:
        """The squares of a field, in reading order."""
        return tuple(sorted(square for square, owner in self.owners.items() if owner == index))


def regions(board: Board) -> Regions:
    """The fields of a board as regions: each has a part of every cell that it touches, and of no other.

    The division of shared cells is the best of many: fields hang together, those with a border
    touch, others do not, names have room, and borders are short. It is the same each time.
    """
    parts = max(2, *(ceil(sqrt(len(fields))) for _, fields in _cells(board)))
    drawing = _Drawing(_first(board, parts), _borders(board))
    shared = [(_squares_of(cell, parts), fields) for cell, fields in _cells(board) if len(fields) > 1]
    while sum(drawing.mend(squares, fields) for squares, fields in shared):
        pass  # each change makes the drawing better, so that one is the last
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
    """A first division: each field gets as many squares of a shared cell, those that lie nearest to its other cells."""
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
    """How much the cells of a field, without the own one, draw a square to it."""
    down, right = ((place + 0.5) / parts for place in square)
    others = [(row - 0.5, column - 0.5) for row, column in cells if (row - 1, column - 1) != own]
    return sum(1 / ((row - down) ** 2 + (column - right) ** 2) for row, column in others)


@define
class _Drawing:
    """A division that is mended."""

    owners: dict[Square, int]
    borders: frozenset[Pair]
    held: dict[int, set[Square]] = field(factory=dict[int, set[Square]])
    """The squares of each field."""
    work: int = 0
    """How many squares were looked at."""

    def __attrs_post_init__(self) -> None:
        for square, owner in self.owners.items():
            self.held.setdefault(owner, set()).add(square)

    def mend(self, squares: tuple[Square, ...], fields: tuple[int, ...]) -> bool:
        """Exchange squares of a cell, or give one to another field, wherever that is better; whether it was."""
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
        """Change it, or leave it as it was if that is no better; whether it was changed."""
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
        """What is wrong with some fields, and with their borders."""
        lengths: Counter[Pair] = Counter()
        for index in concerned:
            for square in self.held[index]:
                for each in _beside(square):
                    owner = self.owners.get(each, index)
                    if owner != index and (owner not in concerned or owner > index):
                        lengths[frozenset((index, owner))] += 1
        unmet = sum(not pair.isdisjoint(concerned) and pair not in lengths for pair in self.borders)
        met = sum(pair not in self.borders for pair in lengths)
        apart = sum(len(connected(self.held[index])) - 1 for index in concerned)
        narrow = sum(max(0, _NAME - _longest_row(self.held[index])) for index in concerned)
        return lengths.total() + _UNMET * unmet + _MET * met + _APART * apart + _NARROW * narrow


def _beside(square: Square) -> Iterator[Square]:
    row, column = square
    return ((row + down, column + right) for down, right in _NEXT)


def _longest_row(squares: set[Square]) -> int:
    """How many squares of a region lie side by side at most."""
    longest = 0
    for row, column in squares:
        if (row, column - 1) not in squares:
            wide = 1
            while (row, column + wide) in squares:
                wide += 1
            longest = max(longest, wide)
    return longest


def connected(squares: Iterable[Square]) -> tuple[tuple[Square, ...], ...]:
    """The parts of a region that hang together, each in reading order, the largest first."""
    left = set(squares)
    parts: list[tuple[Square, ...]] = []
    while left:
        reached = [left.pop()]
        for square in reached:
            near = left.intersection(_beside(square))
            left -= near
            reached += near
        parts.append(tuple(sorted(reached)))
    return tuple(sorted(parts, key=lambda part: (-len(part), part)))
