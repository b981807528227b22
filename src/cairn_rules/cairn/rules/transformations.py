"""Possible transformations: the victims and their fresh arrangements (rules 8.3, 8.4)."""

from __future__ import annotations

from typing import Final, final

from cairn_rules.cairn.megaliths.wards import permitted
from cairn_rules.cairn.state.actions import Transform
from cairn_rules.cairn.state.bitboards import SINGLE, bit_set, spaces_in
from cairn_rules.cairn.state.board import TRIBES
from cairn_rules.cairn.state.pending import TransformOrPass
from cairn_rules.cairn.state.state import State
from cairn_rules.cairn.state.tiles import (
    ARRANGEMENTS,
    TRANSFORMATION_BIT,
    Arrangement,
    TransformationFace,
    find_arrangements,
)
from cairn_rules.checks import not_a_state


@final
class _Around:
    """The arrangements that include a space, as bitboards."""

    __slots__ = ("pairs", "partners", "reachable")

    def __init__(self) -> None:
        self.reachable = 0
        """Enemies that can be in an arrangement with an own shaman on the space."""
        self.partners = [0] * SINGLE
        """Space of the second own shaman, by enemy: `partners[enemy % SINGLE]`."""
        self.pairs: list[int] = []
        """Pairs of own shamans in an arrangement with an enemy on the space."""


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
"""Arrangements around each space, by face and bit: `_AROUND[face][bit % SINGLE]`."""
IN_REACH: Final = tuple([[around.reachable for around in _AROUND[faces // TRANSFORMATION_BIT]] for faces in range(16)])
"""Enemies that can be in an arrangement with a shaman, by face bits and bit: `IN_REACH[faces][bit % SINGLE]`."""


def fresh_victims(own: int, enemy: int, moved: int, faces: int) -> int:
    """Return the bitboard of enemies in an arrangement that includes a shaman of `moved` (rule 8.3)."""
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
    """Return the bitboard of enemies that the active tribe may transform (rules 8.3, 12.4)."""
    found = fresh_victims(state._own, state._enemy, state._moved, state._faces)
    if found and state._layout.unusual:
        options = tuple(map(Transform, spaces_in(found)))
        return bit_set(option.victim for option in permitted(state, options, TRIBES[state._active]))
    return found


def transformations(state: State) -> tuple[Arrangement, ...]:
    """Return the arrangements that the player may use now: those that are fresh (rule 8.3).

    Returns:
        The arrangements, by victim, then by own spaces. Empty unless the pending decision is
        `TransformOrPass`. Several may share a victim; the player only chooses the victim.

    Raises:
        DefinitionError: if `state` is not a state.

    Example:
        >>> from cairn_rules import cairn
        >>> state = cairn.parse_position("5/5/5/2sf1/s4 s wooe b3=chaos,d3=dawn alley,deer - 0-0")
        >>> cairn.transformations(cairn.apply(state, cairn.parse_action("a1-a2", state)))
        ()
        >>> state = cairn.parse_position("5/5/5/2sf1/1s3 s wooe b3=chaos,d3=dawn alley,deer - 0-0")
        >>> cairn.transformations(cairn.apply(state, cairn.parse_action("b1-b2", state)))
        (Arrangement(own=(B2, C2), victim=D2),)
    """
    try:
        pending = state.pending
    except AttributeError:
        raise not_a_state(state) from None
    if not isinstance(pending, TransformOrPass):
        return ()
    moved, possible = set(state.moved), set(spaces_in(victims(state)))
    standing = find_arrangements(state.shamans, state.tiles.transformation, state.active)
    return tuple(each for each in standing if each.victim in possible and moved & {*each.own, each.victim})
