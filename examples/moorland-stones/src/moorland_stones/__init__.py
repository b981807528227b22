"""Four megaliths from the moor: wind, roads, a bargain and a tide."""

from __future__ import annotations

from collections.abc import Iterator

from cairn_rules.cairn import Banish, Effect, FlipTile, Relocate, Site, Space, StoneColour, Tile, Together, megalith

__all__ = ["STONES", "bargain", "crossroads", "tide", "wind"]


@megalith("North Wind", text="Blow an enemy next to this megalith one space straight away from it.", id="moor.wind")
def wind(site: Site) -> Iterator[Effect]:
    """A step counts if it continues in the direction from the megalith to the enemy."""
    for enemy in site.enemies(site.adjacent):
        away = (enemy.file - site.space.file, enemy.rank - site.space.rank)
        for step in site.steps(enemy):
            if isinstance(step.to, Space) and (step.to.file - enemy.file, step.to.rank - enemy.rank) == away:
                yield step


@megalith("Crossroads", text="This shaman goes to a free space next to another megalith.", id="moor.crossroads")
def crossroads(site: Site) -> Iterator[Effect]:
    """A set, because a space next to two megaliths should be offered only once."""
    goals = {
        space
        for space in site.free()
        for other in site.megaliths
        if other != site.space and _touch(space, other) and space != site.space
    }
    for space in sorted(goals):
        yield Relocate(site.space, space)


def _touch(one: Space, other: Space) -> bool:
    return max(abs(one.file - other.file), abs(one.rank - other.rank)) == 1


@megalith(
    "Bargain Stone",
    text="Banish another shaman of yours, and an enemy next to it.",
    stone=StoneColour.DARK,
    id="moor.bargain",
)
def bargain(site: Site) -> Iterator[Effect]:
    """Two effects as one option, so that a player cannot choose only one of them."""
    for own in site.own():
        if own != site.space:
            for enemy in site.enemies():
                if _touch(own, enemy):
                    yield Together(Banish(own), Banish(enemy))


def _wade(site: Site) -> Iterator[Effect]:
    """The second decision. Its site shows the tiles after the first one."""
    for own in site.own():
        yield from site.steps(own)


@megalith(
    "Turning Tide",
    text="Turn over the Add or the Jump tile, then move a shaman of yours one space.",
    stone=StoneColour.DARK,
    id="moor.tide",
    then=(_wade,),
)
def tide(_: Site) -> Iterator[Effect]:
    """The first decision."""
    yield FlipTile(Tile.ADD)
    yield FlipTile(Tile.JUMP)


STONES = (wind, crossroads, bargain, tide)
"""The megaliths of this plug-in."""
