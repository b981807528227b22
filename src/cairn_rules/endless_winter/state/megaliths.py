"""The Megalith board: its spaces, and the legal places for the next Megalith (rules page, section 9)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple

from cairn_rules.endless_winter.content import MegalithSpace, Pack


class Spot(NamedTuple):
    """A place for a Megalith, in doubled coordinates (rule 9.2)."""

    x: int
    """Twice the column, from the left. On upper levels it can be odd."""
    y: int
    """Twice the row, from the top."""
    level: int
    """The level, from 1."""

    def __str__(self) -> str:
        return f"{self.x},{self.y},{self.level}"


def board_order(spot: Spot) -> tuple[int, int, int]:
    """Return a sort key for places: by level, row and column."""
    return spot.level, spot.y, spot.x


class Megalith(NamedTuple):
    """A Megalith on the board."""

    spot: Spot
    """Its place."""
    owner: int | None
    """The seat number of its colour, or None for a neutral one."""


@lru_cache(maxsize=64)
def spaces_of(pack: Pack, layout: str, tiles: tuple[str, ...]) -> Mapping[tuple[int, int], MegalithSpace]:
    """Return the spaces of the board by column and row, for tiles laid in a pattern."""
    return MappingProxyType(
        {
            (left + space.x, top + space.y): space
            for (left, top), tile in zip(pack.layouts[layout], tiles, strict=True)
            for space in pack.megalith_tiles[tile]
        }
    )


@lru_cache(maxsize=64)
def _ground_of(pack: Pack, layout: str, tiles: tuple[str, ...]) -> tuple[frozenset[Spot], frozenset[Spot]]:
    """Return the spaces of the board as places, and the starting ones among them."""
    spaces = {Spot(2 * x, 2 * y, 1): space for (x, y), space in spaces_of(pack, layout, tiles).items()}
    return frozenset(spaces), frozenset(spot for spot, space in spaces.items() if space.start)


@lru_cache(maxsize=1024)
def _beside(spot: Spot) -> tuple[Spot, ...]:
    """Return the four spaces next to a space."""
    x, y, level = spot
    return Spot(x + 2, y, level), Spot(x - 2, y, level), Spot(x, y + 2, level), Spot(x, y - 2, level)


def spots_for(
    pack: Pack, layout: str, tiles: tuple[str, ...], placed: Iterable[Megalith], *, neutral: bool
) -> tuple[Spot, ...]:
    """Return the legal places for the next Megalith, by level, row and column.

    `layout` is the name of the pattern of Megalith tiles, and `tiles` has their names in its order. A `neutral`
    Megalith must be placed directly on the board.
    """
    ground, starts = _ground_of(pack, layout, tiles)
    taken = {each.spot for each in placed}
    spots = (starts.union(*[_beside(spot) for spot in taken if spot.level == 1]) & ground) - taken
    if not neutral:
        spots |= {over for spot in taken for over in _above(spot, taken)}
    return tuple(sorted(spots, key=board_order))


def _above(spot: Spot, taken: set[Spot]) -> Iterator[Spot]:
    """Yield the free places on top of a Megalith and its neighbour to the right or below (rule 9.2)."""
    x, y, level = spot
    for over, support in (
        (Spot(x + 1, y, level + 1), Spot(x + 2, y, level)),
        (Spot(x, y + 1, level + 1), Spot(x, y + 2, level)),
    ):
        if support in taken and not any(
            Spot(over.x + dx, over.y + dy, level + 1) in taken for dx in (-1, 0, 1) for dy in (-1, 0, 1)
        ):
            yield over
