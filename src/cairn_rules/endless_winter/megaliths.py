"""The Megalith board: its spaces, and where the next Megalith may be placed (rules page, section 9)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple

from cairn_rules.endless_winter.content import MegalithSpace, Pack


class Spot(NamedTuple):
    """A place for a Megalith, in doubled coordinates (rule 9.2)."""

    level: int
    """The level, from 1."""
    y: int
    """Twice the row, from the top."""
    x: int
    """Twice the column, from the left. On upper levels it can be odd."""

    def __str__(self) -> str:
        return f"{self.x},{self.y},{self.level}"


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


def spots_for(
    spaces: Mapping[tuple[int, int], MegalithSpace], placed: Iterable[Megalith], *, neutral: bool
) -> tuple[Spot, ...]:
    """Return the legal places for the next Megalith, by level, row and column.

    Args:
        spaces: The spaces of the board.
        placed: The Megaliths on the board.
        neutral: True if the next Megalith is neutral: it must lie on the board itself.
    """
    taken = {each.spot for each in placed}
    ground = [Spot(1, 2 * y, 2 * x) for x, y in spaces]
    spots = [
        spot
        for spot in ground
        if spot not in taken
        and (spaces[spot.x // 2, spot.y // 2].start or any(each in taken for each in _beside(spot, 2)))
    ]
    if not neutral:
        spots += {over for spot in taken for over in _above(spot, taken)}
    return tuple(sorted(spots))


def _beside(spot: Spot, step: int) -> Iterator[Spot]:
    """Yield the four places of the same level at a distance."""
    level, y, x = spot
    yield Spot(level, y, x + step)
    yield Spot(level, y, x - step)
    yield Spot(level, y + step, x)
    yield Spot(level, y - step, x)


def _above(spot: Spot, taken: set[Spot]) -> Iterator[Spot]:
    """Yield the free places on top of a Megalith and of the one to its right or below it (rule 9.2)."""
    level, y, x = spot
    for over, support in (
        (Spot(level + 1, y, x + 1), Spot(level, y, x + 2)),
        (Spot(level + 1, y + 1, x), Spot(level, y + 2, x)),
    ):
        overlaps = any(Spot(level + 1, over.y + dy, over.x + dx) in taken for dx in (-1, 0, 1) for dy in (-1, 0, 1))
        if support in taken and not overlaps:
            yield over
