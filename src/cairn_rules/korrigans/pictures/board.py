"""The drawn board: fields, borders, links and names, with places for pieces in each field."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from copy import copy
from functools import lru_cache
from math import ceil, sqrt
from typing import Final, final

from cairn_rules.frozen_classes import frozen
from cairn_rules.korrigans.pictures.colours import FIELD_COLOURS
from cairn_rules.korrigans.pictures.field_shapes import Outlines, Regions, Square, Station, connected, regions
from cairn_rules.korrigans.pictures.symbols import LINKS, MOTIFS
from cairn_rules.korrigans.state.board import Board, Field, Link, LinkKind, link_text
from cairn_rules.korrigans.state.board_checks import COLUMNS, ROWS
from cairn_rules.pictures.svg import escape, fitted

CELL: Final = 84
"""Size of a grid cell, in units of the picture."""
LEFT: Final = 56
TOP: Final = 124
BOARD_WIDTH: Final = CELL * COLUMNS
BOARD_HEIGHT: Final = CELL * ROWS
_NAME_SIZES: Final = ((12.25, 1), (11, 1), (10, 1), (9, 1))
_NARROWER: Final = 0.9
"""Width of a name, which is not bold, as a share of the estimate: at most this in DejaVu Sans, a wide font."""
_CLEAR: Final = 14
"""Distance from labels beyond which a link's sign does not benefit from more."""
_ID_ROOM: Final = 20
"""Width of a field's id in its label, including the space after it."""

LABEL_HEIGHT: Final = 40
"""Height of a label that is not scaled down."""
_LABEL_WIDTH: Final = 126
_WIDEST: Final = 168
"""Maximum width of a label."""
_NEAR: Final = 29
"""Distance within which a piece covers a link's sign."""


@final
@frozen
class DrawnBoard:
    """A drawn board. Tables have one entry per field, in field order."""

    picture: str
    """The SVG of everything that is printed."""
    outlines: tuple[str, ...]
    """The outline of each field, as an SVG path."""
    rooms: tuple[Room, ...]
    stations: dict[Link, Station]
    """The place of each link's sign."""


@lru_cache(maxsize=8)
def draw_board(board: Board) -> DrawnBoard:
    """Draw the parts of a board that never change."""
    divided = regions(board)
    lines = Outlines(divided, left=LEFT, top=TOP, cell=CELL)
    rooms = tuple(Room(divided, index, left=LEFT, top=TOP, cell=CELL) for index in range(len(board.fields)))
    outlines = tuple(map(lines.around, range(len(board.fields))))
    kinds = _field_kinds(board)
    parts = [
        _field(field, outline, room, kind)
        for field, outline, room, kind in zip(board.fields, outlines, rooms, kinds, strict=True)
    ]
    stations: dict[Link, Station] = {}
    borders = tuple(_borders(board, lines, rooms, stations))
    rooms = tuple(room.clear_of((each.x, each.y) for each in stations.values()) for room in rooms)
    signs = (_link(link, station) for link, station in stations.items())
    labels = map(_name, board.fields, rooms)
    rim = f'<rect class="korrigans-rim" x="{LEFT}" y="{TOP}" width="{BOARD_WIDTH}" height="{BOARD_HEIGHT}" rx="14"/>'
    return DrawnBoard("".join((*parts, _grid(), *borders, *signs, rim, *labels)), outlines, rooms, stations)


def _field_kinds(board: Board) -> tuple[str, ...]:
    """Return the drawing style of each field: that of its colour, or an unused one for other colours."""
    colours = list(dict.fromkeys(field.colour for field in board.fields))
    spare = [kind for kind in FIELD_COLOURS if kind not in colours] or list(FIELD_COLOURS)
    own = [colour for colour in colours if colour not in FIELD_COLOURS]
    kinds = {kind: kind for kind in FIELD_COLOURS}
    kinds |= {colour: spare[-1 - number % len(spare)] for number, colour in enumerate(own)}
    return tuple(kinds[field.colour] for field in board.fields)


def _field(field: Field, outline: str, room: Room, kind: str) -> str:
    motifs = "".join(f"M{x:.1f} {y:.1f}{MOTIFS[kind]}" for x, y in room.scattered())
    return (
        f'<g class="korrigans-field" data-field="{field.id}">'
        f"<title>{escape(field.name)} ({field.id}, {escape(field.colour)})</title>"
        f'<path class="korrigans-{kind}-field" d="{outline}"/><path class="korrigans-motif" d="{motifs}"/></g>'
    )


def _name(field: Field, room: Room) -> str:
    label = room.label
    size, (name,) = fitted(field.name, (label.width - _ID_ROOM) / _NARROWER, _NAME_SIZES)
    return (
        f'<g transform="translate({label.x:.1f} {label.y:.1f}) scale({label.scale:.3g})"><text'
        f' class="korrigans-middle" y="-3" font-size="{size:g}"><tspan class="korrigans-strong korrigans-id"'
        f' font-size="17">{field.id}</tspan><tspan class="korrigans-name"> {escape(name)}</tspan></text></g>'
    )


def _grid() -> str:
    down = "".join(f"M{LEFT + CELL * step} {TOP}v{BOARD_HEIGHT}" for step in range(1, COLUMNS))
    across = "".join(f"M{LEFT} {TOP + CELL * step}h{BOARD_WIDTH}" for step in range(1, ROWS))
    return f'<path class="korrigans-grid" d="{down}{across}"/>'


def _borders(board: Board, lines: Outlines, rooms: tuple[Room, ...], stations: dict[Link, Station]) -> Iterator[str]:
    """Return the borders in drawing order, rivers last, and fill `stations` with the places of link signs."""
    links: dict[tuple[int, int], list[Link]] = {}
    for link, ends in zip(board.links, board.link_ends, strict=True):
        links.setdefault(ends, []).append(link)
    water = {tuple(sorted(map(board.index, ends))) for ends in board.water}
    pairs = sorted({*lines.pairs(), *links})
    drawn: list[tuple[int, str]] = []
    for pair in pairs:
        here = links.get(pair, [])
        kinds = {link.kind for link in here}
        wet = pair in water or LinkKind.BRIDGE in kinds
        border = lines.border(*pair)
        if border is None:
            one, other = (rooms[index].label for index in pair)
            stations.update(
                (link, Station(*_between((one.x, one.y), (other.x, other.y), (place + 1) / (len(here) + 1)), 0))
                for place, link in enumerate(here)
            )
            drawn.append((2, f'<path class="korrigans-far" d="M{one.x:.1f} {one.y:.1f}L{other.x:.1f} {other.y:.1f}"/>'))
            continue
        for place, link in enumerate(here):
            stations[link] = _roomiest(border.stations, place, len(here), rooms)
        if wet:
            both = ("bed", "water")
            drawn += [
                (place, f'<path class="korrigans-{kind}" d="{border.path}"/>') for place, kind in enumerate(both, 3)
            ]
        else:
            kind = "open" if kinds == {LinkKind.OPEN} else "wall"
            drawn.append((kind == "wall", f'<path class="korrigans-{kind}" d="{border.path}"/>'))
    return (path for _, path in sorted(drawn, key=lambda each: each[0]))


def _roomiest(stations: tuple[Station, ...], place: int, places: int, rooms: tuple[Room, ...]) -> Station:
    """Return the place for a sign on its share of a border, away from labels and near the middle."""
    count = len(stations)
    first, behind = count * place // places, max(count * place // places + 1, count * (place + 1) // places)

    def worth(index: int) -> tuple[float, float]:
        x, y = stations[index].x, stations[index].y
        return min(_CLEAR, *(room.label.away(x, y) for room in rooms)), -abs(index - (first + behind - 1) / 2)

    inner = range(first + 1, behind - 1) if behind - first > 2 else range(first, behind)
    return stations[max(inner, key=worth)]


def _between(one: tuple[float, float], other: tuple[float, float], share: float) -> tuple[float, float]:
    return one[0] + share * (other[0] - one[0]), one[1] + share * (other[1] - one[1])


def _link(link: Link, station: Station) -> str:
    one, other = link.ends
    return (
        f'<g class="korrigans-link" data-link="{escape(link_text(link))}"'
        f' transform="translate({station.x:.1f} {station.y:.1f}) rotate({station.angle:.0f})">'
        f"<title>{link.kind} between {one} and {other}</title>{LINKS[link.kind]}</g>"
    )


@final
@frozen
class Label:
    """The label of a field: its centre, its maximum width and its scale."""

    x: float
    y: float
    width: float
    scale: float

    def away(self, x: float, y: float) -> float:
        """Return the distance of a point from the label, 0 inside it."""
        across = abs(x - self.x) - _LABEL_WIDTH / 2 * self.scale
        down = abs(y - self.y) - LABEL_HEIGHT / 2 * self.scale
        return max(0, across, down)


@final
@frozen
class Spot:
    """A place for a piece: its centre, and the scale of the piece."""

    x: float
    y: float
    scale: float


@final
class Room:
    """The space in a field for its label and its pieces."""

    def __init__(self, regions: Regions, index: int, *, left: float, top: float, cell: float) -> None:
        """Measure the field with this index, on a board drawn from (left, top)."""
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
        """Return the rank of a rectangle as a label's place: large, away from borders, then near the top."""
        (row, column), (last_row, last_column) = label[0], label[-1]
        width, height = (last_column - column + 1) * self._size, (last_row - row + 1) * self._size
        near = [(row - 1, each) for each in range(column, last_column + 1)]
        near += [(last_row + 1, each) for each in range(column, last_column + 1)]
        bordered = sum(square in self._owners and square not in self._squares for square in near)
        scale = min(1, width / _LABEL_WIDTH, height / LABEL_HEIGHT)
        return scale, -bordered, min(_WIDEST, width), -row, -column

    def clear_of(self, points: Iterable[tuple[float, float]]) -> Room:
        """Return the same room, in which the spots near some points come last."""
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
        """Return places for this many pieces, nearest to the label first; many pieces are scaled down."""
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
        """Return places for ornaments, away from the label and the borders."""
        inner = [
            (row, column)
            for row, column in self._squares
            if {(row - 1, column - 1), (row - 1, column), (row, column - 1)} <= self._squares
        ]
        corners = [(self._left + self._size * column, self._top + self._size * row) for row, column in inner]
        middles = [self._middle(square) for square in self._squares - self._label_squares]
        return tuple(sorted((*corners, *middles)))


def _rectangles(squares: tuple[Square, ...], height: int) -> tuple[tuple[Square, ...], ...]:
    """Return the rectangles of squares in a region, up to a height."""
    held = frozenset(squares)
    found: list[tuple[Square, ...]] = []
    for row, column in squares:
        for high in range(1, height + 1):
            wide = 1
            while all((row + down, column + wide - 1) in held for down in range(high)):
                found.append(tuple((row + down, column + right) for down in range(high) for right in range(wide)))
                wide += 1
    return tuple(found)
