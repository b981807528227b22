"""Arrangements: three shamans in a line as the Transformation tile shows them (rule 8.2)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, final

from attrs import frozen

from cairn_rules.cairn.bitboards import bit_set
from cairn_rules.cairn.board import DIRECTIONS, SPACES, Space, Tribe, space_at
from cairn_rules.cairn.tiles import TransformationFace
from cairn_rules.errors import DefinitionError


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
