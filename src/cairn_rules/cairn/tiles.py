"""The three action tiles and the transformation tile: which face of each lies up."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from typing import Final

from attrs import field, frozen

from cairn_rules.checks import one_of
from cairn_rules.errors import Fault, NotationError


class Tile(Enum):
    """One of the three action tiles; the Transformation tile is none of them (rule 7.13)."""

    ADD = "add"
    MOVE = "move"
    JUMP = "jump"

    def __repr__(self) -> str:
        return f"Tile.{self.name}"


class Face(Enum):
    """One face of a tile; the value is its letter in a position text."""

    def __repr__(self) -> str:
        return f"{type(self).__name__}.{self.name}"

    def __str__(self) -> str:
        return self.name.lower()


class AddFace(Face):
    """Which totem the Add tile shows (rule 4.1)."""

    WHITE = "w"
    BLACK = "b"


class MoveFace(Face):
    """Which steps the Move tile allows (rule 4.3)."""

    ORTHOGONAL = "o"
    DIAGONAL = "d"


class JumpFace(Face):
    """Whose shaman the Jump tile jumps over (rule 4.4)."""

    OWN = "o"
    ENEMY = "e"


class TransformationFace(Face):
    """Where the enemy stands in the arrangement of the Transformation tile (rule 8.2)."""

    END = "e"
    MIDDLE = "m"


@frozen
class Tiles:
    """The face of each tile that lies up (rule 2.3).

    Raises:
        DefinitionError: when a face is not one of its tile's.

    Example:
        >>> from cairn_rules import MoveFace, Tiles
        >>> print(Tiles(move=MoveFace.DIAGONAL))
        wdoe
    """

    add: AddFace = field(default=AddFace.WHITE, validator=one_of(*AddFace))
    """White or black totem."""
    move: MoveFace = field(default=MoveFace.ORTHOGONAL, validator=one_of(*MoveFace))
    """Orthogonal or diagonal steps."""
    jump: JumpFace = field(default=JumpFace.OWN, validator=one_of(*JumpFace))
    """Over an own or over an enemy shaman."""
    transformation: TransformationFace = field(default=TransformationFace.END, validator=one_of(*TransformationFace))
    """The enemy at the end or in the middle."""

    def __str__(self) -> str:
        return f"{self.add.value}{self.move.value}{self.jump.value}{self.transformation.value}"


_KINDS: Final = (AddFace, MoveFace, JumpFace, TransformationFace)


def tiles_from(faces: str | Tiles) -> Tiles:
    """The tiles of a text such as `wooe`: the faces of Add, Move, Jump and Transformation.

    Raises:
        NotationError: when the text is not four letters of these faces; it lists every fault.
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
            yield Fault("tiles", f"{letter!r} is no {kind.__name__.removesuffix('Face')} face: {' or '.join(letters)}")


TILES: Final = tuple(
    Tiles(add, move, jump, transformation)
    for transformation in TransformationFace
    for jump in JumpFace
    for move in MoveFace
    for add in AddFace
)
"""All sixteen, indexed by the engine's face bits: `TILES[faces]`."""

ADD_BIT: Final = 1
MOVE_BIT: Final = 2
JUMP_BIT: Final = 4
TRANSFORMATION_BIT: Final = 8
TILE_BITS: Final = {Tile.ADD: ADD_BIT, Tile.MOVE: MOVE_BIT, Tile.JUMP: JUMP_BIT}
"""The face bit that each action tile flips."""


_BITS: Final = {tiles: bits for bits, tiles in enumerate(TILES)}


def face_bits(tiles: Tiles) -> int:
    """The face bits of some tiles, an index into `TILES`."""
    return _BITS[tiles]
