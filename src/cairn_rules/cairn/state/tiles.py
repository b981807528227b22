"""The action tiles and the Transformation tile, with their faces and arrangements."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, final

from cairn_rules.cairn.state.bitboards import bit_set
from cairn_rules.cairn.state.board import DIRECTIONS, SPACES, TRIBES, Space, Tribe, is_tribe, space_at
from cairn_rules.checks import checked, one_of
from cairn_rules.errors import DefinitionError, Fault, NotationError
from cairn_rules.frozen_classes import field, frozen
from cairn_rules.game import NamedEnum


class Tile(NamedEnum):
    """One of the three action tiles. The Transformation tile is not an action tile (rule 7.13)."""

    ADD = "add"
    MOVE = "move"
    JUMP = "jump"


class Face(NamedEnum):
    """A face of a tile. Its value is its letter in a position text."""

    def __str__(self) -> str:
        return self.name.lower()


class AddFace(Face):
    """The colour of the totem on the Add tile (rule 4.1)."""

    WHITE = "w"
    BLACK = "b"


class MoveFace(Face):
    """The direction of moves on the Move tile (rule 4.3)."""

    ORTHOGONAL = "o"
    DIAGONAL = "d"


class JumpFace(Face):
    """The kind of shaman to jump over on the Jump tile (rule 4.4)."""

    OWN = "o"
    ENEMY = "e"


class TransformationFace(Face):
    """The place of the enemy in the arrangement on the Transformation tile (rule 8.2)."""

    END = "e"
    MIDDLE = "m"


@frozen
class Tiles:
    """The visible face of each tile (rule 2.3).

    Raises:
        DefinitionError: if a face does not belong to its tile.

    Example:
        >>> from cairn_rules.cairn import MoveFace, Tiles
        >>> print(Tiles(move=MoveFace.DIAGONAL))
        wdoe
    """

    add: AddFace = field(default=AddFace.WHITE, validator=one_of(*AddFace))
    """White or black totem to add a shaman on."""
    move: MoveFace = field(default=MoveFace.ORTHOGONAL, validator=one_of(*MoveFace))
    """Orthogonal or diagonal moves."""
    jump: JumpFace = field(default=JumpFace.OWN, validator=one_of(*JumpFace))
    """Own or enemy shaman to jump over."""
    transformation: TransformationFace = field(default=TransformationFace.END, validator=one_of(*TransformationFace))
    """Enemy at the end or in the middle of the arrangement."""

    def __str__(self) -> str:
        return f"{self.add.value}{self.move.value}{self.jump.value}{self.transformation.value}"


_KINDS: Final = (AddFace, MoveFace, JumpFace, TransformationFace)


def tiles_from(faces: str | Tiles) -> Tiles:
    """Return the tiles for a text such as `wooe`: the faces of Add, Move, Jump and Transformation.

    Raises:
        NotationError: if the text is not four letters for these faces; it lists every fault.
    """
    if isinstance(faces, Tiles):
        return faces
    faults = list(_face_faults(str(faces)))
    if faults:
        raise NotationError(str(faces), faults)
    return Tiles(AddFace(faces[0]), MoveFace(faces[1]), JumpFace(faces[2]), TransformationFace(faces[3]))


def _face_faults(text: str) -> Iterator[Fault]:
    if len(text) != len(_KINDS):
        faces = "Add w or b, Move o or d, Jump o or e, Transformation e or m"
        yield Fault("tiles", f"{text!r} has {len(text)} letters; there are four: {faces}")
        return
    for kind, letter in zip(_KINDS, text, strict=True):
        letters = [face.value for face in kind]
        if letter not in letters:
            yield Fault(
                "tiles",
                f"{letter!r} is not on the {kind.__name__.removesuffix('Face')} tile; use {' or '.join(letters)}",
            )


TILES: Final = tuple(
    Tiles(add, move, jump, transformation)
    for transformation in TransformationFace
    for jump in JumpFace
    for move in MoveFace
    for add in AddFace
)
"""All sixteen combinations of faces, indexed by face bits: `TILES[faces]`."""

ADD_BIT: Final = 1
MOVE_BIT: Final = 2
JUMP_BIT: Final = 4
TRANSFORMATION_BIT: Final = 8
TILE_BITS: Final = {Tile.ADD: ADD_BIT, Tile.MOVE: MOVE_BIT, Tile.JUMP: JUMP_BIT}
"""Face bit of each action tile."""


_BITS: Final = {tiles: bits for bits, tiles in enumerate(TILES)}


def face_bits(tiles: Tiles) -> int:
    """Return the face bits of some tiles, an index into `TILES`."""
    return _BITS[tiles]


@final
@frozen
class Arrangement:
    """Three shamans in a line, as on the Transformation tile (rule 8.2)."""

    own: tuple[Space, Space]
    """Spaces of the transforming tribe's two shamans, in space order."""
    victim: Space
    """Space of the enemy shaman."""


def _arrangements(face: TransformationFace) -> Iterator[Arrangement]:
    """Yield every arrangement on the board, each once."""
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
"""All arrangements on the board for each face, by victim, then by own spaces."""


@checked
def find_arrangements(
    shamans: Mapping[Space, Tribe], face: TransformationFace, tribe: Tribe | int
) -> tuple[Arrangement, ...]:
    """Return a tribe's arrangements on a board, whether or not a shaman moved (rule 8.2).

    Arrangements are sorted by victim, then by own spaces. `shamans` has the tribe on each occupied space, as that of a
    state; `tribe`, or its seat number, is the one that would transform.

    Raises:
        DefinitionError: if `face` or `tribe` has the wrong type.

    Example:
        >>> from cairn_rules.cairn import Space, TransformationFace, Tribe, find_arrangements
        >>> field = {Space.B2: Tribe.SEA, Space.C2: Tribe.SEA, Space.D2: Tribe.FOREST}
        >>> find_arrangements(field, TransformationFace.END, Tribe.SEA)
        (Arrangement(own=(B2, C2), victim=D2),)
    """
    if not isinstance(face, TransformationFace) or not is_tribe(tribe):
        raise DefinitionError(f"{face!r} and {tribe!r} are not a TransformationFace and a Tribe")
    owner = TRIBES[tribe]
    own = bit_set(space for space, who in shamans.items() if who == owner)
    enemy = bit_set(space for space, who in shamans.items() if who != owner)
    return tuple(
        each for each in ARRANGEMENTS[face] if enemy >> each.victim & 1 and all(own >> space & 1 for space in each.own)
    )
