"""The shamans that may be transformed, and the fresh arrangements they are in (rules 8.3, 8.4)."""

from __future__ import annotations

from typing import Final, final

from cairn_rules.cairn.actions import Transform
from cairn_rules.cairn.bitboards import SINGLE, bit_set, spaces_in
from cairn_rules.cairn.board import TRIBES
from cairn_rules.cairn.pending import TransformOrPass
from cairn_rules.cairn.powers import permitted
from cairn_rules.cairn.state import State
from cairn_rules.cairn.tiles import ARRANGEMENTS, TRANSFORMATION_BIT, Arrangement, TransformationFace, find_arrangements


@final
class _Around:
    """The arrangements that a space takes part in, as bitboards."""

    __slots__ = ("pairs", "partners", "reachable")

    def __init__(self) -> None:
        self.reachable = 0
        """The enemies that make one with an own shaman on the space."""
        self.partners = [0] * SINGLE
        """For each of these (`[enemy % SINGLE]`) where the second own shaman stands."""
        self.pairs: list[int] = []
        """The two own shamans, when an enemy is on the space."""


def _indexed(face: TransformationFace) -> list[_Around]:
    indexed = [_Around() for _ in range(SINGLE)]
    for each in ARRANGEMENTS[face]:
        victim, pair = 1 << each.victim, bit_set(each.own)
        indexed[victim % SINGLE].pairs.append(pair)
        for space in each.own:
            around = indexed[(1 << space) % SINGLE]
            around.reachable |= victim
            around.partners[victim % SINGLE] = pair ^ 1 << space
    return indexed


_AROUND: Final = tuple([_indexed(face) for face in TransformationFace])
"""For each face, by the bit of a space: `_AROUND[face][bit % SINGLE]`."""


def fresh_victims(own: int, enemy: int, moved: int, faces: int) -> int:
    """The enemies (as a bitboard) in an arrangement with a shaman of `moved` in it (rule 8.3)."""
    victims = 0
    indexed = _AROUND[faces // TRANSFORMATION_BIT]
    while moved:
        bit = moved & -moved
        moved ^= bit
        around = indexed[bit % SINGLE]
        if own & bit:
            near = enemy & around.reachable
            while near:
                victim = near & -near
                near ^= victim
                if own & around.partners[victim % SINGLE]:
                    victims |= victim
        elif any(own & pair == pair for pair in around.pairs):
            victims |= bit
    return victims


def victims(state: State) -> int:
    """The enemies (as a bitboard) that the active tribe may transform as a state stands (rules 8.3, 12.4)."""
    found = fresh_victims(state._own, state._enemy, state._moved, state._faces)
    if found and state._layout.unusual:
        options = tuple(map(Transform, spaces_in(found)))
        return bit_set(option.victim for option in permitted(state, options, TRIBES[state._active]))
    return found


def transformations(state: State) -> tuple[Arrangement, ...]:
    """The arrangements that the deciding player may use now: those that are fresh (rule 8.3).

    Returns:
        The arrangements, by victim, then by own spaces; none unless the state asks whether to
        transform (`TransformOrPass`). Several may share a victim: the choice is the victim.

    Example:
        >>> import cairn_rules as cairn
        >>> state = cairn.parse_position("5/5/5/2sf1/s4 s wooe b3=chaos,d3=dawn alley,deer - 0-0")
        >>> cairn.transformations(cairn.apply(state, cairn.parse_action("a1-a2", state)))
        ()
        >>> state = cairn.parse_position("5/5/5/2sf1/1s3 s wooe b3=chaos,d3=dawn alley,deer - 0-0")
        >>> cairn.transformations(cairn.apply(state, cairn.parse_action("b1-b2", state)))
        (Arrangement(own=(B2, C2), victim=D2),)
    """
    if not isinstance(state.pending, TransformOrPass):
        return ()
    moved, possible = set(state.moved), set(spaces_in(victims(state)))
    standing = find_arrangements(state.shamans, state.tiles.transformation, state.active)
    return tuple(each for each in standing if each.victim in possible and moved & {*each.own, each.victim})
