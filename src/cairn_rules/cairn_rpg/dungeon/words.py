"""The surroundings of the party in words, for chat bots and the terminal."""

from __future__ import annotations

from collections.abc import Iterator

from cairn_rules.cairn_rpg.argument_checks import checked
from cairn_rules.cairn_rpg.common.action_parts import label_of
from cairn_rules.cairn_rpg.dungeon.areas import CLEAR, Door, Exit, title
from cairn_rules.cairn_rpg.dungeon.state import Scene, exits, here, is_lit, is_shut, lying


def label(scene: Scene, index: int) -> str:
    """Return the name of a member, with its number if others have the same name."""
    return label_of(index, [member.name for member in scene.party.members])


def area_name(scene: Scene, id: str) -> str:
    """Return the name of an area that the party has visited; for others, the id."""
    area = scene.dungeon.find(id)
    return title(area) if area is not None and id in scene.visited else id


@checked
def surroundings(scene: Scene) -> str:
    r"""Return the surroundings, a line for each thing: the area, its ways, places and items, and open troubles.

    A light shows everything within 40 feet, and dim outlines beyond (R169). The text names nothing hidden, so that a
    chat bot can post it unchanged.

    Raises:
        DefinitionError: if an argument is not of its kind.

    Example:
        >>> from cairn_rules.cairn_rpg import dungeon
        >>> print(dungeon.surroundings(dungeon.new_game(seed=7)))
        Mound: Grass, wind, and a low doorway of three stones.
        A way to passage (40 feet).
        This is the way out of the dungeon.
    """
    return "\n".join(f"{line[0].upper()}{line[1:]}." for line in _lines(scene))


def _lines(scene: Scene) -> Iterator[str]:
    area = here(scene)
    lit = is_lit(scene)
    if lit:
        yield f"{title(area)}: {area.text}" if area.text else title(area)
    else:
        yield f"{title(area)}, in darkness: light something, or panic may come back [R172]"
    yield from (way(scene, each) for each in exits(scene))
    if lit:
        for place in area.places:
            yield f"{title(place)}" + (" (searched)" if place.id in scene.found else ", which could be searched")
        yield from (f"{item.name} lies here" for item in lying(scene, area))
        for trap in area.traps:
            if trap.id in scene.found:
                yield f"a trap: {title(trap)}" + (" (sprung)" if trap.id in scene.sprung else "")
    if area.outside:
        yield "this is the way out of the dungeon"
    for trouble in scene.troubles:
        what = f": {trouble.text}" if trouble.text else ""
        yield f"not settled, {trouble.kind}{what}" + (f" ({trouble.reaction})" if trouble.reaction else "")


def way(scene: Scene, each: Exit) -> str:
    """Return an exit in words."""
    dim = ", a dim outline" if each.feet > CLEAR and each.to not in scene.visited else ""
    text = f"a way to {area_name(scene, each.to)} ({each.feet} feet{dim})"
    if not each.door:
        return text
    door = scene.dungeon.door(each.door)
    return f"{text}, behind the {title(door)} ({door_state(scene, door)})"


def door_state(scene: Scene, door: Door) -> str:
    """Return the state of a door in a word or two (R174)."""
    if door.id in scene.wedged:
        return "wedged shut"
    return door.state if is_shut(scene, door) or door.state == "open" else "closed"
