"""Where things are in a field: the label, and the spots of what stands there."""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy
from math import ceil, sqrt
from typing import Final, final

from attrs import frozen

from cairn_rules.korrigans.pictures.regions import Regions, Square, connected

LABEL_HEIGHT: Final = 40
"""How high a label is that is not scaled down."""
_LABEL_WIDTH: Final = 126
"""What is needed for a label, and what is more than it needs."""
_WIDEST: Final = 168
_NEAR: Final = 29
"""Nearer than this a piece covers what is there."""


@final
@frozen
class Label:
    """Where the label of a field is: its middle, how wide it can be, and how much it is scaled."""

    x: float
    y: float
    width: float
    scale: float

    def away(self, x: float, y: float) -> float:
        """How far a point is from the label."""
        across = abs(x - self.x) - _LABEL_WIDTH / 2 * self.scale
        down = abs(y - self.y) - LABEL_HEIGHT / 2 * self.scale
        return max(0, across, down)


@final
@frozen
class Spot:
    """A place for a piece: its middle, and how much the piece is scaled."""

    x: float
    y: float
    scale: float


@final
class Room:
    """The room in a field."""

    def __init__(self, regions: Regions, index: int, *, left: float, top: float, cell: float) -> None:
        """The room in the field with that index, drawn with the board's upper left corner there."""
        self._size = cell / regions.parts
        self._left, self._top = left, top
        self._owners = regions.owners
        squares = connected(regions.squares(index))[0]
        self._squares = frozenset(squares)
        label = max(_rectangles(squares, ceil(LABEL_HEIGHT / self._size)), key=self._worth)
        down = label[-1][0] - label[0][0] + 1
        across = label[-1][1] - label[0][1] + 1
        row, column = label[0]
        width, height = across * self._size, down * self._size
        self.label: Label = Label(
            left + self._size * column + width / 2,
            top + self._size * row + height / 2,
            min(_WIDEST, max(width, _LABEL_WIDTH)),
            min(1, width / _LABEL_WIDTH, height / LABEL_HEIGHT),
        )
        free = [square for square in squares if square not in label] or list(squares)
        self._free = sorted(free, key=lambda square: (self._far(square), square))
        self._label_squares = frozenset(label)

    def _worth(self, label: tuple[Square, ...]) -> tuple[float, int, float, int, int]:
        """How well a rectangle suits a label: large enough, away from borders above and below, then high up."""
        (row, column), (last_row, last_column) = label[0], label[-1]
        width, height = (last_column - column + 1) * self._size, (last_row - row + 1) * self._size
        near = [(row - 1, each) for each in range(column, last_column + 1)]
        near += [(last_row + 1, each) for each in range(column, last_column + 1)]
        bordered = sum(square in self._owners and square not in self._squares for square in near)
        scale = min(1, width / _LABEL_WIDTH, height / LABEL_HEIGHT)
        return scale, -bordered, min(_WIDEST, width), -row, -column

    def clear_of(self, points: Iterable[tuple[float, float]]) -> Room:
        """The same room with the spots last that are near some points."""
        other = copy(self)
        crowd = tuple(points)
        other._free = sorted(self._free, key=lambda square: self._is_near(square, crowd))
        return other

    def _is_near(self, square: Square, points: tuple[tuple[float, float], ...]) -> bool:
        x, y = self._middle(square)
        return any(abs(x - px) < _NEAR and abs(y - py) < _NEAR for px, py in points)

    def _far(self, square: Square) -> float:
        x, y = self._middle(square)
        return abs(x - self.label.x) + 1.2 * abs(y - self.label.y)

    def _middle(self, square: Square) -> tuple[float, float]:
        return self._left + self._size * (square[1] + 0.5), self._top + self._size * (square[0] + 0.5)

    def spots(self, number: int) -> tuple[Spot, ...]:
        """So many places for pieces, the nearest to the label first; many pieces are small."""
        share = ceil(sqrt(number / len(self._free)))
        found: list[Spot] = []
        for square in self._free:
            x, y = self._middle(square)
            step = self._size / max(1, share)
            offsets = [(place - (share - 1) / 2) * step for place in range(share)]
            scale = min(1, step / 38)
            found += [Spot(x + right, y + down, scale) for down in offsets for right in offsets]
        return tuple(found[:number])

    def scattered(self) -> tuple[tuple[float, float], ...]:
        """Places for what only adorns the field: away from the label and from its borders."""
        inner = [
            (row, column)
            for row, column in self._squares
            if {(row - 1, column - 1), (row - 1, column), (row, column - 1)} <= self._squares
        ]
        corners = [(self._left + self._size * column, self._top + self._size * row) for row, column in inner]
        middles = [self._middle(square) for square in self._squares - self._label_squares]
        return tuple(sorted((*corners, *middles)))


def _rectangles(squares: tuple[Square, ...], height: int) -> tuple[tuple[Square, ...], ...]:
    """The rectangles of squares in a region that are at most so high."""
    held = frozenset(squares)
    found: list[tuple[Square, ...]] = []
    for row, column in squares:
        for high in range(1, height + 1):
            wide = 1
            while all((row + down, column + wide - 1) in held for down in range(high)):
                found.append(tuple((row + down, column + right) for down in range(high) for right in range(wide)))
                wide += 1
    return tuple(found)
