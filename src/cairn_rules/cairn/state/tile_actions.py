"""Tables of the possible actions with the three action tiles, indexed by the occupied spaces that matter.

There is one `Reach` for each tribe and each combination of faces, with the moves and jumps from every space. The lists
of jumps are created on first use.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations, starmap
from typing import Final, TypeAlias, final

from cairn_rules.cairn.state.actions import Add, Jump, Move, TileAction
from cairn_rules.cairn.state.bitboards import SINGLE
from cairn_rules.cairn.state.board import (
    DIRECTIONS,
    SHAMANS,
    SIDE,
    SPACES,
    TOTEMS,
    TRIBES,
    VILLAGE,
    Destination,
    Space,
    Tribe,
    space_at,
)
from cairn_rules.cairn.state.tiles import ADD_BIT, JUMP_BIT, MOVE_BIT

OUT_OF_FIELD: Final = (SIDE, -1)
"""Rank beyond the opponent's first row, by tribe: the opponent's village (rule 4.5)."""
BLOCKED: Final = 57
"""A modulus that maps all bitboards of a space's orthogonal neighbours to different numbers.

The same is true of its diagonal neighbours.
"""


@final
class _Moves:
    """The moves of a shaman on a space, by the occupied spaces around it (rules 4.3, 4.5)."""

    __slots__ = ("blocking", "lists", "origin")

    def __init__(self, tribe: Tribe, origin: Space, *, diagonal: bool) -> None:
        steps = [(origin.file + df, origin.rank + dr) for df, dr in DIRECTIONS if (df != 0 and dr != 0) == diagonal]
        moves = [Move(origin, to) for to in starmap(space_at, steps) if to is not None]
        exits = (Move(origin, VILLAGE),) if any(rank == OUT_OF_FIELD[tribe] for _, rank in steps) else ()
        self.origin = origin
        self.blocking: int = sum([move._bits[0] for move in moves])
        self.lists: list[tuple[Move, ...]] = [()] * BLOCKED
        """Moves by the bitboard of occupied spaces: `lists[(occupied & blocking) % BLOCKED]`."""
        for count in range(len(moves) + 1):
            for free in combinations(moves, count):
                blocked = self.blocking - sum([move._bits[0] for move in free])
                self.lists[blocked % BLOCKED] = (*free, *exits)


_Way: TypeAlias = tuple[int, Jump]
"""Bitboard of the space that must be free for a jump (0 for an exit), and the jump."""


@final
class _Jumps:
    """The jumps of a shaman on a space, by the shamans around it to jump over (rules 4.4, 4.6, 4.7)."""

    __slots__ = ("lists", "origin", "over", "ways")

    def __init__(self, tribe: Tribe, origin: Space, *, corner_exit: bool) -> None:
        self.origin = origin
        self.ways: list[tuple[int, Destination]] = []
        """Bitboard of the space to jump over, and the destination, for each direction."""
        for df, dr in DIRECTIONS:
            over = space_at(origin.file + df, origin.rank + dr)
            file, rank = origin.file + 2 * df, origin.rank + 2 * dr
            onto = space_at(file, rank)
            out = rank == OUT_OF_FIELD[tribe] and (corner_exit or 0 <= file < SIDE)
            if over is not None and (onto is not None or out):
                self.ways.append((1 << over, VILLAGE if onto is None else onto))
        self.over = sum([over for over, _ in self.ways])
        self.lists: dict[int, tuple[_Way, ...]] = {}

    def listed(self, near: int) -> tuple[_Way, ...]:
        """Create the list of jumps over a bitboard of shamans, by destination, an exit last."""
        goals = dict.fromkeys([to for over, to in self.ways if near & over])
        jumps = [Jump(self.origin, to) for to in goals if to is not VILLAGE]
        exits = [Jump(self.origin, to) for to in goals if to is VILLAGE]
        self.lists[near] = ways = tuple([(jump._bits[0], jump) for jump in jumps + exits])
        return ways


@final
class _Origin:
    """The moves and jumps of a shaman on a space, with direct references to the parts that every turn needs."""

    __slots__ = ("blocking", "jumps", "known_jumps", "moves", "over", "space")

    def __init__(self, moves: _Moves, jumps: _Jumps) -> None:
        self.space = moves.origin
        self.blocking = moves.blocking
        self.moves = moves.lists
        self.over = jumps.over
        self.jumps = jumps
        self.known_jumps = jumps.lists


@final
class Reach:
    """The possible actions of one tribe with the three action tiles, for one combination of faces."""

    __slots__ = ("adding", "jumps_enemies", "origins", "totem")

    def __init__(self, adding: Add, origins: list[_Origin], *, jumps_enemies: bool) -> None:
        self.adding: Add = adding
        self.totem: int = adding._bits[0]
        self.jumps_enemies: bool = jumps_enemies
        self.origins: list[_Origin] = [origins[0]] * SINGLE
        """Moves and jumps from each space, by its bit: `origins[bit % SINGLE]`."""
        for origin in origins:
            self.origins[(1 << origin.space) % SINGLE] = origin

    def jumped(self, jump: Jump, own: int, enemy: int) -> int:
        """Return the bitboard of the shamans that a jump may lead over; several for some exits."""
        ways = self.origins[(1 << jump.origin) % SINGLE].jumps.ways
        jumpable = enemy if self.jumps_enemies else own
        return sum([over for over, to in ways if to == jump.to and over & jumpable])

    def actions(self, own: int, enemy: int) -> tuple[TileAction, ...]:
        """Return the possible actions: Add first, then each own shaman's moves and jumps, in space order."""
        occupied = own | enemy
        jumped = enemy if self.jumps_enemies else own
        found: list[TileAction] = []
        # 1. Add
        if not own & self.totem and own.bit_count() < SHAMANS:
            found.append(self.adding)
        # 2. the moves and jumps of each own shaman
        origins = self.origins
        rest = own
        while rest:
            lowest = rest & -rest
            rest ^= lowest
            origin = origins[lowest % SINGLE]
            found += origin.moves[(occupied & origin.blocking) % BLOCKED]
            near = jumped & origin.over
            if near:
                ways = origin.known_jumps.get(near)
                for onto, jump in origin.jumps.listed(near) if ways is None else ways:
                    if not occupied & onto:
                        found.append(jump)
        return tuple(found)


def _reaches(tribe: Tribe, *, corner_exit: bool) -> tuple[Reach, ...]:
    moves = [[_Moves(tribe, space, diagonal=diagonal) for space in SPACES] for diagonal in (False, True)]
    jumps = [_Jumps(tribe, space, corner_exit=corner_exit) for space in SPACES]
    origins = [[_Origin(*both) for both in zip(each, jumps, strict=True)] for each in moves]
    adding = [Add(totem) for totem in TOTEMS[tribe]]
    return tuple(
        Reach(adding[bool(faces & ADD_BIT)], origins[bool(faces & MOVE_BIT)], jumps_enemies=bool(faces & JUMP_BIT))
        for faces in range(16)
    )


@cache
def reaches(*, corner_exit: bool) -> tuple[tuple[Reach, ...], ...]:
    """Return all tables, indexed by tribe and face bits: `reaches(corner_exit=…)[tribe][faces]`."""
    return tuple([_reaches(tribe, corner_exit=corner_exit) for tribe in TRIBES])
