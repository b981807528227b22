"""Warnings about dungeons that are sound but may not play as their authors mean."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Final

from cairn_rules.cairn_rpg.argument_checks import checked
from cairn_rules.cairn_rpg.common.author_file import read_with_packs
from cairn_rules.cairn_rpg.dungeon.areas import Dungeon
from cairn_rules.cairn_rpg.dungeon.maps.map_file import KEYS, read_dungeon
from cairn_rules.packs import Finding, Packs


@checked
def dungeon_findings(dungeon: Dungeon) -> tuple[Finding, ...]:
    r"""Return warnings about a dungeon that `check_dungeon` accepts; empty if there are none.

    It warns about areas that cannot be reached or left, doors in no exit, hidden exits that no search finds, and locks
    whose key is not on the map.

    Example:
        >>> from cairn_rules.cairn_rpg.dungeon import parse_dungeon
        >>> print(*dungeon_findings(parse_dungeon("areas.den = { outside = true }\nareas.lair = {}")), sep="\n")
        warning: areas.lair: no exit leads here from 'den', where the party starts
        warning: areas.lair: no way leads out of the dungeon from here
    """
    return tuple(_findings(dungeon))


def reached(start: Iterable[str], steps: Mapping[str, Collection[str]]) -> set[str]:
    """Return all ids that can be reached from some. `steps` has the ids that a step leads to, by id."""
    found = dict.fromkeys(start)
    queue = list(found)
    for id in queue:  # it grows
        for each in steps[id]:
            if each not in found:
                found[each] = None
                queue.append(each)
    return set(found)


def _findings(dungeon: Dungeon) -> Iterator[Finding]:
    areas = dungeon.areas
    forward = {area.id: [each.to for each in area.exits] for area in areas}
    backward = {area.id: [other.id for other in areas if area.id in forward[other.id]] for area in areas}
    outside = [area.id for area in areas if area.outside]
    first = areas[0].id
    entered, left = reached([first], forward), reached(outside, backward)
    if not outside:
        yield Finding("warning", "areas", "the party cannot leave the dungeon: write outside = true in one of them")
    for id in forward:
        if id not in entered:
            yield Finding("warning", f"areas.{id}", f"no exit leads here from {first!r}, where the party starts")
        if outside and id not in left:
            yield Finding("warning", f"areas.{id}", "no way leads out of the dungeon from here")
    exits = [(area.id, each) for area in areas for each in area.exits]
    places = [place for area in areas for place in area.places]
    revealed = {id for place in places for id in place.reveals}
    for area, each in exits:
        if each.hidden and each.hidden not in revealed:
            text = f"no search reveals {each.hidden!r}, so that the party never finds this exit"
            yield Finding("warning", f"areas.{area}.exits", text)
    items = {item.id for owner in areas for item in owner.items} | {item.id for each in places for item in each.items}
    for door in dungeon.doors:
        sides = {frozenset((area, each.to)) for area, each in exits if each.door == door.id}
        where = f"doors.{door.id}"
        if len(sides) != 1:
            text = "it is in no exit" if not sides else "it is between several pairs of areas"
            yield Finding("warning", where, text)
        if door.key and door.key not in items:
            yield Finding("warning", f"{where}.key", f"no item {door.key!r} is in the dungeon")


MAPS: Final[Packs[Dungeon]] = Packs(
    title="a dungeon",
    keys=KEYS,
    read=read_dungeon,
    read_beside=read_with_packs(read_dungeon),
    findings=lambda dungeon, _: dungeon_findings(dungeon),
    named=False,
    document="dungeon",
)
