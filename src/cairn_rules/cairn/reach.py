"""What the three action tiles allow, as tables keyed by the occupied spaces that matter.

For a tribe, a face of each tile and a space there is one `Reach`: the moves and the jumps of a
shaman there. Its lists are made when they are first asked for and kept.
"""

from __future__ import annotations

from typing import Final, final

from cairn_rules.cairn.actions import Add, Jump, Move, TileAction
from cairn_rules.cairn.board import (
    DIRECTIONS,
    SHAMANS,
    SIDE,
    SPACES,
    TOTEMS,
    TRIBES,
    VILLAGE,
    Space,
    Tribe,
    space_at,
    spaces_in,
)
from cairn_rules.cairn.tiles import ADD_BIT, JUMP_BIT, MOVE_BIT

OUT_OF_FIELD: Final = (SIDE, -1)
"""For each tribe the rank behind the opponent's first row: his village (rule 4.5)."""


@final
class _Moves(dict[int, tuple[Move, ...]]):
    """The moves of a shaman on a space, by which of the spaces around it are occupied (rules 4.3, 4.5)."""

    __slots__ = ("blocking", "exits", "origin")

    def __init__(self, tribe: Tribe, origin: Space, *, diagonal: bool) -> None:
        super().__init__()
        steps = [(origin.file + df, origin.rank + dr) for df, dr in DIRECTIONS if (df != 0 and dr != 0) == diagonal]
        self.origin = origin
        self.blocking = 0
        for step in steps:
            to = space_at(*step)
            self.blocking |= 0 if to is None else 1 << to
        self.exits = (Move(origin, VILLAGE),) if any(rank == OUT_OF_FIELD[tribe] for _, rank in steps) else ()

    def __missing__(self, occupied: int) -> tuple[Move, ...]:
        free = spaces_in(self.blocking & ~occupied)
        self[occupied] = moves = (*(Move(self.origin, to) for to in free), *self.exits)
        return moves


@final
class _Jumps(dict[int, tuple[Jump, ...]]):
    """The jumps of a shaman on a space, by who stands where around it (rules 4.4, 4.6, 4.7).

    The key has a bit for each neighbour that may be jumped and one for each occupied space behind
    a neighbour; the two never share a space.
    """

    __slots__ = ("onto", "origin", "over", "ways")

    def __init__(self, tribe: Tribe, origin: Space, *, corner_exit: bool) -> None:
        super().__init__()
        self.origin = origin
        self.ways: list[tuple[int, int]] = []
        self.over = self.onto = 0
        for df, dr in DIRECTIONS:
            over = space_at(origin.file + df, origin.rank + dr)
            file, rank = origin.file + 2 * df, origin.rank + 2 * dr
            onto = space_at(file, rank)
            out = rank == OUT_OF_FIELD[tribe] and (corner_exit or 0 <= file < SIDE)
            if over is not None and (onto is not None or out):
                way = (1 << over, 0 if onto is None else 1 << onto)
                self.ways.append(way)
                self.over |= way[0]
                self.onto |= way[1]

    def __missing__(self, key: int) -> tuple[Jump, ...]:
        open_ways = [onto for over, onto in self.ways if key & over and not key & onto]
        spaces = spaces_in(sum(open_ways))
        exits = (Jump(self.origin, VILLAGE),) if 0 in open_ways else ()
        self[key] = jumps = (*(Jump(self.origin, to) for to in spaces), *exits)
        return jumps


@final
class Reach:
    """What one tribe may do with the three action tiles as they lie."""

    __slots__ = ("adding", "jumps_enemies", "moves_and_jumps", "totem")

    def __init__(self, adding: Add, origins: tuple[tuple[_Moves, _Jumps], ...], *, jumps_enemies: bool) -> None:
        self.adding = (adding,)
        self.totem = adding.landing
        self.jumps_enemies = jumps_enemies
        self.moves_and_jumps = {
            1 << moves.origin: (moves.blocking, moves, jumps.over, jumps.onto, jumps) for moves, jumps in origins
        }

    def jumped(self, jump: Jump, own: int, enemy: int) -> int:
        """The bitboard of the shamans that a jump may lead over; for an exit these can be several."""
        *_, jumps = self.moves_and_jumps[1 << jump.origin]
        jumpable = enemy if self.jumps_enemies else own
        return sum(over for over, onto in jumps.ways if onto == jump.landing and over & jumpable)

    def actions(self, own: int, enemy: int) -> tuple[TileAction, ...]:
        """Everything allowed: Add first, then for each own shaman in space order its moves and its jumps."""
        occupied = own | enemy
        jumped = enemy if self.jumps_enemies else own
        found: list[TileAction] = []
        if not own & self.totem and own.bit_count() < SHAMANS:
            found += self.adding
        reaches = self.moves_and_jumps
        rest = own
        while rest:
            lowest = rest & -rest
            rest ^= lowest
            blocking, moves, over, onto, jumps = reaches[lowest]
            found += moves[occupied & blocking]
            near = jumped & over
            if near:
                found += jumps[near | occupied & onto]
        return tuple(found)


def _reaches(tribe: Tribe, *, corner_exit: bool) -> tuple[Reach, ...]:
    moves = [[_Moves(tribe, space, diagonal=diagonal) for space in SPACES] for diagonal in (False, True)]
    jumps = [_Jumps(tribe, space, corner_exit=corner_exit) for space in SPACES]
    adding = [Add(totem) for totem in TOTEMS[tribe]]
    return tuple(
        Reach(
            adding[bool(faces & ADD_BIT)],
            tuple(zip(moves[bool(faces & MOVE_BIT)], jumps, strict=True)),
            jumps_enemies=bool(faces & JUMP_BIT),
        )
        for faces in range(16)
    )


REACHES: Final = tuple(
    tuple(_reaches(tribe, corner_exit=corner_exit) for tribe in TRIBES) for corner_exit in (False, True)
)
"""Every `Reach`: `REACHES[corner_exit][tribe][faces]`."""
