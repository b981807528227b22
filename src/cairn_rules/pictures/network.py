"""A layout of boxes joined by lines, such as the rooms of a map: on a grid, without overlaps, the same each time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, TypeAlias, final

from cairn_rules.frozen_classes import frozen

Point: TypeAlias = tuple[float, float]
Cell: TypeAlias = tuple[int, int]
Line: TypeAlias = tuple[int, int]
"""A line between two boxes, as their indices."""

_THROUGH: Final = 12.0
"""The cost of a line through a box."""
_CROSSING: Final = 6.0
"""The cost of two lines that cross."""
_MOST_IMPROVED: Final = 40
"""Maximum number of boxes whose places are improved one by one, which takes long for more."""
_MOST_PASSES: Final = 2
"""Maximum number of times that the place of each box is improved."""
_MOST_LINES: Final = 100
"""Maximum number of lines whose crossings are counted."""
_PLACES: Final = (0.5, 0.42, 0.58, 0.34, 0.66, 0.27, 0.73, 0.2, 0.8)
"""The places of a label on its line, best first."""
_MOST_WIDER: Final = 8
"""Maximum number of times that the gaps are widened, so that all labels find room."""
_WIDER: Final = 1.2
"""The factor by which gaps are widened."""
_MARGIN: Final = 7.0
"""The least distance between a label and anything else."""


@final
@frozen(kw_only=True)
class Rect:
    """A rectangle by its centre."""

    x: float
    """The horizontal centre."""
    y: float
    """The vertical centre."""
    width: float
    height: float

    def overlaps(self, other: Rect, margin: float = 0) -> bool:
        """Return whether the distance to another rectangle is less than a margin."""
        return (
            abs(self.x - other.x) < (self.width + other.width) / 2 + margin
            and abs(self.y - other.y) < (self.height + other.height) / 2 + margin
        )

    def crossed(self, start: Point, end: Point) -> bool:
        """Return whether a line runs through it."""
        low, high = 0.0, 1.0
        sides = ((self.x, self.width, start[0], end[0]), (self.y, self.height, start[1], end[1]))
        for centre, size, begin, stop in sides:
            step = stop - begin
            near, far = centre - size / 2 - begin, centre + size / 2 - begin
            if not step:
                if near > 0 or far < 0:
                    return False
                continue
            first, last = sorted((near / step, far / step))
            low, high = max(low, first), min(high, last)
        return low < high


@final
@frozen(kw_only=True)
class Layout:
    """The places of boxes, and of the labels of their lines. The top left corner of the whole is at 0, 0."""

    boxes: tuple[Rect, ...]
    """The boxes, in the order in which they were given."""
    labels: tuple[Rect, ...]
    """The labels, in the order of the lines; of no size if a line has none."""
    width: float
    height: float


def arranged(
    count: int, lines: Sequence[Line], *, box: Point, labels: Sequence[Point], gap: Point, margin: float
) -> Layout:
    """Return a layout of boxes on a grid, with as few crossings as a simple search finds.

    There is at least one box, where the search starts, and at most one line for a pair. `box` is the width and height
    of each box, and `labels` has those of the label of each line; 0, 0 for none. `gap` is the least horizontal and
    vertical distance between two boxes, `margin` that between the boxes and the edges of the whole.
    """
    shape = box[0] / (box[0] + gap[0]), box[1] / (box[1] + gap[1])
    cells = _Grid(count, lines, shape).cells()
    columns = {column: place for place, column in enumerate(sorted({column for column, _ in cells}))}
    rows = {row: place for place, row in enumerate(sorted({row for _, row in cells}))}

    def spread() -> list[Rect]:
        return [
            Rect(
                x=margin + box[0] / 2 + columns[column] * (box[0] + gap[0]),
                y=margin + box[1] / 2 + rows[row] * (box[1] + gap[1]),
                width=box[0],
                height=box[1],
            )
            for column, row in cells
        ]

    boxes = spread()
    placed = list(_labelled(boxes, lines, labels))
    for _ in range(_MOST_WIDER):
        if None not in placed:
            break
        gap = gap[0] * _WIDER, gap[1] * _WIDER
        boxes = spread()
        placed = list(_labelled(boxes, lines, labels))
    middle = [_on(boxes, line, 0.5) for line in lines]
    return Layout(
        boxes=tuple(boxes),
        labels=tuple(
            Rect(x=x, y=y, width=size[0], height=size[1]) if each is None else each
            for each, (x, y), size in zip(placed, middle, labels, strict=True)
        ),
        width=2 * margin + len(columns) * (box[0] + gap[0]) - gap[0],
        height=2 * margin + len(rows) * (box[1] + gap[1]) - gap[1],
    )


def _on(boxes: Sequence[Rect], line: Line, place: float) -> Point:
    """Return a point on a line: 0 for the centre of the first box, 1 for that of the second one."""
    start, end = boxes[line[0]], boxes[line[1]]
    return start.x + place * (end.x - start.x), start.y + place * (end.y - start.y)


def _labelled(boxes: Sequence[Rect], lines: Sequence[Line], sizes: Sequence[Point]) -> Iterator[Rect | None]:
    """Yield the place of each label; None for one that has no room."""
    taken: list[Rect] = []
    ends = [(_on(boxes, line, 0), _on(boxes, line, 1)) for line in lines]
    for index, (line, size) in enumerate(zip(lines, sizes, strict=True)):
        if not size[0]:
            x, y = _on(boxes, line, 0.5)
            yield Rect(x=x, y=y, width=0, height=0)
            continue
        best: tuple[int, Rect] | None = None
        for place in _PLACES:
            x, y = _on(boxes, line, place)
            label = Rect(x=x, y=y, width=size[0], height=size[1])
            if any(label.overlaps(each, _MARGIN) for each in (*boxes, *taken)):
                continue
            under = sum(label.crossed(*each) for other, each in enumerate(ends) if other != index)
            if best is None or under < best[0]:
                best = under, label
        if best is not None:
            taken.append(best[1])
        yield best and best[1]


class _Grid:
    """The search for the cells of boxes. `shape` is the width and height of a box, in cells."""

    def __init__(self, count: int, lines: Sequence[Line], shape: Point) -> None:
        self.count = count
        self.lines = lines
        self.shape = shape
        self.near: dict[int, list[int]] = {index: [] for index in range(count)}
        for one, other in lines:
            self.near[one].append(other)
            self.near[other].append(one)
        self.cell: dict[int, Cell] = {}
        self.box: dict[Cell, int] = {}

    def cells(self) -> list[Cell]:
        """Return the cell of each box."""
        for index in self._order():
            options = self._options(index)
            self._put(index, min(options, key=lambda cell: (self._cost(index, cell), -cell[0], cell[1])))
        if self.count <= _MOST_IMPROVED:
            for _ in range(_MOST_PASSES):
                moved = [self._improve(index) for index in range(self.count)]
                if not any(moved):
                    break
        return [self.cell[index] for index in range(self.count)]

    def _order(self) -> Iterable[int]:
        """Return the boxes in the order of their placement: outwards from the first one of each connected part."""
        order: dict[int, None] = {}
        for start in range(self.count):
            queue = [start] if start not in order else []
            for index in queue:  # it grows
                if index not in order:
                    order[index] = None
                    queue += self.near[index]
        return order

    def _put(self, index: int, cell: Cell) -> None:
        self.box.pop(self.cell.get(index, cell), None)
        self.cell[index], self.box[cell] = cell, index

    def _options(self, index: int) -> set[Cell]:
        """Return free cells around the neighbours of a box, or below everything for the first box of a part."""
        placed = [self.cell[each] for each in self.near[index] if each in self.cell]
        if not placed:
            rows = [row for _, row in self.box]
            return {(0, max(rows) + 2 if rows else 0)}
        reach, options = 1, set[Cell]()
        while not options:
            reach += 1
            options = {
                (column + dx, row + dy)
                for column, row in placed
                for dx in range(-reach, reach + 1)
                for dy in range(-reach, reach + 1)
                if (column + dx, row + dy) not in self.box
            }
        return options

    def _improve(self, index: int) -> bool:
        """Move a box to a free cell if that is better, and return whether it was moved."""
        old = self.cell[index]
        columns = [column for column, _ in self.box]
        rows = [row for _, row in self.box]
        best, target = self._cost(index, old) - 1e-6, old
        for column in range(min(columns), max(columns) + 1):
            for row in range(min(rows), max(rows) + 1):
                if (column, row) not in self.box and (cost := self._cost(index, (column, row))) < best:
                    best, target = cost, (column, row)
        if target != old:
            self._put(index, target)
        return target != old

    def _cost(self, index: int, cell: Cell) -> float:
        """Return the cost of a box in a cell: the lengths of its lines, what they cross, and lines through it."""
        total = 0.01 * (abs(cell[0]) + abs(cell[1]))
        own = [self.cell[each] for each in self.near[index] if each in self.cell]
        others = [
            (self.cell[one], self.cell[other])
            for one, other in self.lines[:_MOST_LINES]
            if index not in (one, other) and one in self.cell and other in self.cell
        ]
        for end in own:
            dx, dy = abs(cell[0] - end[0]), abs(cell[1] - end[1])
            total += dx * dx + dy * dy + 0.3 * (dx > 0 and dy > 0)
            total += _THROUGH * sum(self._blocks(each, cell, end) for each in self._between(cell, end))
            total += _CROSSING * sum(_cross(cell, end, *each) for each in others)
        return total + _THROUGH * sum(self._blocks(cell, *each) for each in others)

    def _between(self, one: Cell, other: Cell) -> Iterator[Cell]:
        """Yield the occupied cells in the rectangle between two others."""
        for column in range(min(one[0], other[0]), max(one[0], other[0]) + 1):
            for row in range(min(one[1], other[1]), max(one[1], other[1]) + 1):
                if (column, row) in self.box and (column, row) not in (one, other):
                    yield column, row

    def _blocks(self, cell: Cell, start: Cell, end: Cell) -> bool:
        """Return whether a line between two cells runs through a box in another one."""
        return Rect(x=cell[0], y=cell[1], width=self.shape[0], height=self.shape[1]).crossed(start, end)


def _cross(one: Cell, other: Cell, start: Cell, end: Cell) -> bool:
    """Return whether two lines without a common end cross, or lie on each other."""

    def side(a: Cell, b: Cell, c: Cell) -> int:
        turn = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
        return (turn > 0) - (turn < 0)

    if {one, other} & {start, end}:
        return False
    return side(one, other, start) != side(one, other, end) and side(start, end, one) != side(start, end, other)
