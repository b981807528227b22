"""Effects with fields of every kind that can be written, their types known to type checkers alone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Literal

from attrs import field, frozen

from cairn_rules import Registry
from cairn_rules.cairn import Effect, megalith

if TYPE_CHECKING:
    from cairn_rules.cairn import Destination, Megalith, MoveFace, Space, State, Tile, Tiles, Tribe


@frozen
class Vector:
    """A value of its own."""

    file: int
    rank: int


@frozen(kw_only=True)
class Everything(Effect):
    """One field of each kind."""

    count: int
    share: float
    word: str
    yes: bool
    way: Literal["up", "down"]
    space: Space
    to: Destination
    tribe: Tribe
    tile: Tile
    face: MoveFace
    tiles: Tiles
    stone: Megalith
    inner: Effect
    spaces: tuple[Space, ...]
    pair: tuple[int, Space]
    nobody: Tribe | None
    table: Mapping[Space, int] = field(hash=False)
    vector: Vector
    note: str = ""

    def apply(self, state: State) -> State:
        return state


@megalith("Everything", text="Nothing happens.", id="everything", effects=(Everything,))
def everything(_):
    return ()


EVERYTHING = Registry([everything])
