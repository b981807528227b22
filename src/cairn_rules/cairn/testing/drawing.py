"""Positions drawn as small text boards, so that a test reads like a diagram: see `parse_drawing`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final, final

from attrs import Factory, define

from cairn_rules.argument_checks import checked
from cairn_rules.cairn.megaliths.effects import FlipTile
from cairn_rules.cairn.megaliths.megaliths import BASE_SET
from cairn_rules.cairn.megaliths.site import Site
from cairn_rules.cairn.rules.make_state import make_state
from cairn_rules.cairn.rules.soundness import part_faults
from cairn_rules.cairn.state.actions import Action, Effect
from cairn_rules.cairn.state.board import SIDE, SPACES, TRIBES, Space, Tribe, space_at
from cairn_rules.cairn.state.layout import UPCOMING
from cairn_rules.cairn.state.megalith_data import Megalith, StoneColour, When
from cairn_rules.cairn.state.state import State
from cairn_rules.cairn.state.tiles import TILES, Tile, Tiles, tiles_from
from cairn_rules.cairn.variant import Variant
from cairn_rules.errors import Fault, NotationError, UnknownIdError
from cairn_rules.registry import Registry


def nothing(_: Site) -> tuple[Effect, ...]:
    """Return no options: the power of a plain megalith."""
    return ()


PLAIN_STONES: Final = tuple(
    Megalith(f"plain-{number}", f"Plain Stone {number}", "It has no power.", StoneColour.LIGHT, (nothing,))
    for number in range(1, 8)
)
"""Seven megaliths with no effect, `plain-1` to `plain-7`, enough to fill any board."""


def _permits(_: Site, __: Action) -> bool:
    return False


def _turns_add(_: Site) -> tuple[Effect, ...]:
    return (FlipTile(Tile.ADD),)


UNUSUAL_STONES: Final = (
    Megalith("no-power", "Stone Without Power", "It forbids nothing.", StoneColour.LIGHT, (), ward=_permits),
    Megalith(
        "no-arrival",
        "Stone Without Arrival",
        "A shaman that leaves it turns over the Add tile.",
        StoneColour.LIGHT,
        (_turns_add,),
        wakes=When.LEAVING,
    ),
)
"""Special cases for powers that inspect or wake other megaliths: one has no power, one wakes when a shaman leaves."""

MOST_POINTS: Final = 4
"""Maximum number of points of both tribes together in a game that is not over."""
_WHO: Final[Mapping[str, Tribe | None]] = {".": None, "s": Tribe.SEA, "f": Tribe.FOREST}


@checked
def parse_drawing(
    drawing: str,
    *,
    turn: Tribe | int = Tribe.SEA,
    faces: str | Tiles = "wooe",
    upcoming: Iterable[Megalith | str] | None = None,
    deck: Iterable[Megalith | str] = (),
    scores: tuple[int, int] | None = None,
    megaliths: Iterable[Megalith] = BASE_SET,
    variant: Variant | None = None,
) -> State:
    """Parse a drawing of the board into a state at the start of a turn.

    The drawing has five lines, rank 5 first, of five cells each, separated by white space. A cell is
    `.` for an empty space, `s` or `f` for a shaman, the id of a megalith, or both joined by a colon:
    `s:deer`. You can also write `.:deer` for a megalith on an empty space, which distinguishes a
    megalith called `s` from a shaman.

    A board has two megaliths and one more for each point. If the drawing has fewer, plain ones with no
    power are added, each on the empty space farthest from all pieces (the lowest of several).

    Args:
        drawing: The board.
        turn: The tribe whose turn it is, or its seat number.
        faces: The visible faces of the tiles, as in a position text (default: `wooe`).
        upcoming: The display, as megaliths or ids; None for the first two in the set that are not in the
            drawing or the deck.
        deck: The face-down megaliths, top first.
        scores: The points of Sea and Forest; None to derive them from the number of megaliths, shared
            evenly, with an odd point for Sea.
        megaliths: The set of megaliths in which ids are looked up.
        variant: The rule options; None for the printed rules.

    Raises:
        NotationError: if the drawing is malformed or the position impossible. The error lists every
            fault with its line and column in the drawing, from 1.

    Example:
        >>> from cairn_rules import cairn
        >>> state = parse_drawing('''
        ...     .  .       .     .  f
        ...     .  .       .     .  .
        ...     .  s:deer  .     .  .
        ...     .  .       dawn  .  .
        ...     s  .       .     .  .
        ... ''')
        >>> cairn.format_position(state)
        '4f/5/1s3/5/s4 s wooe c2=dawn,b3=deer chaos,cromlech - 0-0'
    """
    # 1. the drawing and the other arguments, collecting faults
    reading = _Reading(Registry(megaliths))
    reading.read(drawing)
    tiles = reading.tiles(faces)
    rest = (stone for stone in reading.known if stone not in reading.stones.values())
    drawn = tuple(reading.megalith(each, "deck") for each in deck)
    shown = (
        tuple(stone for stone in rest if stone not in drawn)[:UPCOMING]
        if upcoming is None
        else tuple(reading.megalith(each, "upcoming") for each in upcoming)
    )
    points = reading.points() if scores is None else scores
    if reading.faults:
        raise NotationError(drawing, reading.faults)
    # 2. plain megaliths for the missing ones
    stones = dict(reading.stones)
    fill(stones, reading.shamans, 2 + sum(points), (*shown, *drawn))
    # 3. the state, if the rules allow it
    parts = {"shamans": reading.shamans, "megaliths": stones, "upcoming": shown, "deck": drawn, "scores": points}
    faults = part_faults(parts)
    if faults:
        raise NotationError(drawing, faults)
    return make_state(
        shamans=reading.shamans,
        megaliths=stones,
        upcoming=tuple(stone for stone in shown if stone is not None),
        deck=tuple(stone for stone in drawn if stone is not None),
        tiles=tiles,
        scores=points,
        active=turn,
        variant=variant,
    )


def fill(
    stones: dict[Space, Megalith], shamans: Mapping[Space, Tribe], count: int, elsewhere: tuple[Megalith | None, ...]
) -> None:
    """Add plain megaliths, each on the empty space farthest from all pieces, until there are `count`."""
    plain = [stone for stone in PLAIN_STONES if stone not in stones.values() and stone not in elsewhere]
    for stone in plain[: max(0, count - len(stones))]:
        taken = {*stones, *shamans}
        free = [space for space in SPACES if space not in taken]
        stones[max(free, key=lambda space: min((_distance(space, each) for each in taken), default=SIDE))] = stone


def _distance(first: Space, second: Space) -> int:
    return max(abs(first.file - second.file), abs(first.rank - second.rank))


@final
@define
class _Reading:
    """The contents of a drawing, and its faults."""

    known: Registry[Megalith]
    shamans: dict[Space, Tribe] = Factory(dict[Space, Tribe])
    stones: dict[Space, Megalith] = Factory(dict[Space, Megalith])
    faults: list[Fault] = Factory(list[Fault])

    def read(self, drawing: str) -> None:
        lines = [(number, line) for number, line in enumerate(drawing.split("\n"), 1) if line.strip()]
        if len(lines) != SIDE:
            self.faults.append(Fault("drawing", f"{len(lines)} lines; a board has {SIDE}, rank 5 on top"))
        for rank, (number, line) in zip(reversed(range(SIDE)), lines, strict=False):
            cells = list(re.finditer(r"\S+", line))
            if len(cells) != SIDE:
                self._fault(number, 1, f"{len(cells)} cells; a rank has {SIDE}, with white space between them")
            for file, cell in enumerate(cells[:SIDE]):
                space = space_at(file, rank)
                assert space is not None, "the loops stay on the board"
                self._cell(space, cell[0], number, cell.start() + 1)

    def _cell(self, space: Space, cell: str, line: int, column: int) -> None:
        who, colon, id = ("", "", cell) if ":" not in cell and cell not in _WHO else cell.partition(":")
        if who and who not in _WHO:
            self._fault(line, column, f"{who!r} is not a shaman; it should be s, f or .")
        tribe = _WHO.get(who)
        if tribe is not None:
            self.shamans[space] = tribe
        if colon or not who:
            self._stone(space, id, line, column + len(who) + len(colon))

    def _stone(self, space: Space, id: str, line: int, column: int) -> None:
        try:
            stone = self.known[id]
        except UnknownIdError as error:
            self._fault(line, column, str(error))
            return
        if stone in self.stones.values():
            self._fault(line, column, f"megalith {id!r} is drawn twice")
        else:
            self.stones[space] = stone

    def _fault(self, line: int, column: int, message: str) -> None:
        self.faults.append(Fault(f"line {line}, column {column}", message))

    def tiles(self, faces: str | Tiles) -> Tiles:
        """Return the tiles that a text describes."""
        try:
            return tiles_from(faces)
        except NotationError as error:
            self.faults += error.faults
            return TILES[0]

    def megalith(self, given: Megalith | str, where: str) -> Megalith | None:
        """Return the megalith with an id, or None after noting the fault."""
        if isinstance(given, Megalith):
            return given
        try:
            return self.known[given]
        except UnknownIdError as error:
            self.faults.append(Fault(where, str(error)))
            return None

    def points(self) -> tuple[int, int]:
        """Return the scores that the number of megaliths implies."""
        points = max(0, len(self.stones) - 2)
        if points > MOST_POINTS:
            problem = f"{len(self.stones)} megaliths; a game that is not over has at most {2 + MOST_POINTS}"
            self.faults.append(Fault("drawing", f"{problem} (for a finished game, set scores=)"))
        return (points + 1) // len(TRIBES), points // len(TRIBES)
