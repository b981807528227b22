"""Seeing arrangements, and which of them are fresh (rules 8.2, 8.3)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Final, final

from attrs import frozen

from cairn_rules.cairn.actions import Transform
from cairn_rules.cairn.bitboards import SINGLE, bit_set, spaces_in
from cairn_rules.cairn.board import DIRECTIONS, SPACES, TRIBES, Space, Tribe, space_at
from cairn_rules.cairn.pending import TransformOrPass
from cairn_rules.cairn.tiles import TRANSFORMATION_BIT, TransformationFace
from cairn_rules.errors import DefinitionError

if TYPE_CHECKING:
    from cairn_rules.cairn.state import State


@final
@frozen
class Arrangement:
    """Three shamans in a line as the Transformation tile shows them (rule 8.2)."""

    own: tuple[Space, Space]
    """Where the two shamans of the transforming tribe stand, in space order."""
    victim: Space
    """Where the enemy shaman stands."""


def _arrangements(face: TransformationFace) -> Iterator[Arrangement]:
    """Every arrangement that fits on the field."""
    for victim in SPACES:
        for df, dr in DIRECTIONS:
            one = space_at(victim.file + df, victim.rank + dr)
            if face is TransformationFace.END:
                two = space_at(victim.file + 2 * df, victim.rank + 2 * dr)
            else:
                two = space_at(victim.file - df, victim.rank - dr)
                if one is not None and two is not None and one > two:
                    continue  # the opposite direction is the same arrangement
            if one is not None and two is not None:
                yield Arrangement((min(one, two), max(one, two)), victim)


ARRANGEMENTS: Final = {
    face: tuple(sorted(_arrangements(face), key=lambda each: (each.victim, each.own))) for face in TransformationFace
}
"""For each face every arrangement on the field, by victim, then by own spaces."""


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
    if found and state._ground.unusual:
        options = tuple(map(Transform, spaces_in(found)))
        return bit_set(option.victim for option in state._ground.permitted(state, options, TRIBES[state._active]))
    return found


def find_arrangements(
    shamans: Mapping[Space, Tribe], face: TransformationFace, tribe: Tribe
) -> tuple[Arrangement, ...]:
    """Every arrangement on a field for a tribe, whoever moved (rule 8.2).

    Args:
        shamans: Who stands where; a state's `shamans`, or any mapping like it.
        face: The face of the Transformation tile.
        tribe: The tribe that would transform.

    Returns:
        The arrangements, by victim, then by own spaces.

    Raises:
        DefinitionError: when the face or the tribe is none.

    Example:
        >>> from cairn_rules import Space, TransformationFace, Tribe, find_arrangements
        >>> field = {Space.B2: Tribe.SEA, Space.C2: Tribe.SEA, Space.D2: Tribe.FOREST}
        >>> find_arrangements(field, TransformationFace.END, Tribe.SEA)
        (Arrangement(own=(B2, C2), victim=D2),)
    """
    if not isinstance(face, TransformationFace) or not isinstance(tribe, Tribe):
        raise DefinitionError(f"{face!r} and {tribe!r} are not a TransformationFace and a Tribe")
    own = bit_set(space for space, who in shamans.items() if who == tribe)
    enemy = bit_set(space for space, who in shamans.items() if who != tribe)
    return tuple(
        each for each in ARRANGEMENTS[face] if enemy >> each.victim & 1 and all(own >> space & 1 for space in each.own)
    )


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
