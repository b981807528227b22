"""The board: what never changes in the pictures of games on it, and where the pieces have their places."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final, final

from attrs import frozen

from cairn_rules.korrigans.board import Board, Field, Link, LinkKind
from cairn_rules.korrigans.board_checks import COLUMNS, ROWS
from cairn_rules.korrigans.notation import link_text
from cairn_rules.korrigans.pictures.colours import FIELD_COLOURS
from cairn_rules.korrigans.pictures.outlines import Outlines, Station
from cairn_rules.korrigans.pictures.regions import regions
from cairn_rules.korrigans.pictures.room import Room
from cairn_rules.korrigans.pictures.signs import LINKS, MOTIFS
from cairn_rules.pictures.lettering import escape, fitted

CELL: Final = 84
"""The size of a cell of the grid."""
LEFT: Final = 56
"""Where the board begins."""
TOP: Final = 124
BOARD_WIDTH: Final = CELL * COLUMNS
BOARD_HEIGHT: Final = CELL * ROWS
_NAME_SIZES: Final = ((12, 1), (11, 1), (10, 1), (9, 1))
_CLEAR: Final = 14
"""How far from labels the signs of links need not be farther."""
_ID_ROOM: Final = 24
"""How wide the id of a field in its label is, with the space behind it."""


@final
@frozen
class Ground:
    """A board as it is drawn; tables have an entry for each field, in order."""

    picture: str
    """Everything that is printed."""
    outlines: tuple[str, ...]
    """The outline of each field, as a path."""
    rooms: tuple[Room, ...]
    stations: dict[Link, Station]
    """Where the sign of each link is."""


@lru_cache(maxsize=8)
def ground(board: Board) -> Ground:
    """The drawing of a board."""
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
    return Ground("".join((*parts, _grid(), *borders, *signs, rim, *labels)), outlines, rooms, stations)


def _field_kinds(board: Board) -> tuple[str, ...]:
    """The kind of drawing of each field: that of its colour, or, for colours of one's own, one that is not used."""
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
        f'<path class="korrigans-{kind}-field" d="{outline}"/><path class="korrigans-motif" d="{motifs}"/></g>'
    )


def _name(field: Field, room: Room) -> str:
    label = room.label
    size, (name,) = fitted(field.name, label.width - _ID_ROOM, _NAME_SIZES)
    return (
        f'<g transform="translate({label.x:.1f} {label.y:.1f}) scale({label.scale:.3g})"><text'
        f' class="korrigans-middle" y="-3" font-size="{size:g}"><tspan class="korrigans-strong" font-size="17">'
        f"{field.id}</tspan> {escape(name)}</text></g>"
    )


def _grid() -> str:
    down = "".join(f"M{LEFT + CELL * step} {TOP}v{BOARD_HEIGHT}" for step in range(1, COLUMNS))
    across = "".join(f"M{LEFT} {TOP + CELL * step}h{BOARD_WIDTH}" for step in range(1, ROWS))
    return f'<path class="korrigans-grid" d="{down}{across}"/>'


def _borders(board: Board, lines: Outlines, rooms: tuple[Room, ...], stations: dict[Link, Station]) -> Iterator[str]:
    """The borders, rivers last; where the links of each have their signs is noted."""
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
    """Where a sign is: on its share of a border, away from labels if possible, and near the middle."""
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
