"""Sentences about a dungeon, for logs, chat bots and the terminal."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, assert_never

from cairn_rules.cairn_rpg.argument_checks import checked
from cairn_rules.cairn_rpg.descriptions import sentence_or_notation
from cairn_rules.cairn_rpg.dungeon.actions import Action, Do, Go, Lead, Leave, Pay, Settle, Stay
from cairn_rules.cairn_rpg.dungeon.areas import CLEAR, Door, Exit, title
from cairn_rules.cairn_rpg.dungeon.notation import format_action
from cairn_rules.cairn_rpg.dungeon.state import Scene, exits, here, is_lit, is_shut, lying
from cairn_rules.cairn_rpg.numbering import label_of
from cairn_rules.cairn_rpg.party import Drop
from cairn_rules.checks import check_state


def label(scene: Scene, index: int) -> str:
    """Return the name of a member, with its number if others are called the same."""
    return label_of(index, [member.name for member in scene.party.members])


def area_name(scene: Scene, id: str) -> str:
    """Return the name of an area that the party has visited; for others, the id."""
    area = scene.dungeon.find(id)
    return title(area) if area is not None and id in scene.visited else id


@checked
def surroundings(scene: Scene) -> str:
    r"""Return what the party sees, a line for each thing: the area, its ways, places and items, and open troubles.

    A light shows everything within 40 feet, and dim outlines beyond (R169). Nothing that is hidden is named, so that
    a chat bot can post the text as it is.

    Args:
        scene: A state or an observation.

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


def describe(state: Scene, action: Action) -> str:
    """Return a description of an action, for a button, a list of choices or a log.

    Args:
        state: A state in which the action is, or could be, decided, or an observation.
        action: The action, which need not be legal.

    Returns:
        A sentence without a full stop; the notation if the action names something that is not there.

    Raises:
        DefinitionError: if a value is not a state or not an action of this game.

    Example:
        >>> from cairn_rules.cairn_rpg import dungeon
        >>> dungeon.describe(dungeon.new_game(seed=7), dungeon.Do(0, "light", "torch"))
        'Hestia lights Torch'
    """
    check_state(state, Scene)
    return sentence_or_notation(sentence, format_action, state, action)


def sentence(scene: Scene, action: Action) -> str:
    """Return what an action is, as a sentence without a full stop.

    Example:
        >>> from cairn_rules.cairn_rpg import dungeon
        >>> sentence(dungeon.new_game(seed=7), Do(0, "light", "torch"))
        'Hestia lights Torch'
    """
    match action:
        case Stay():
            return "The party stays"
        case Go(to, quick):
            return f"The party {'hurries' if quick else 'goes'} to {area_name(scene, to)}"
        case Leave():
            return "The party leaves the dungeon"
        case Lead(member):
            return f"{label(scene, member)} goes in front"
        case Settle(kind):
            return f"The {kind} is {'over' if kind == 'encounter' else 'made good'}"
        case Pay(cost):
            return _COSTS[cost]
        case Drop(member, item):
            return f"{label(scene, member)} drops {_item(scene, member, item)}"
        case Do(by, deed, target):
            return f"{label(scene, by)} {_VERBS[deed]}" + (f" {_target(scene, action)}" if target else "")
        case _:
            assert_never(action)


_COSTS: Final = {
    "rest": "The party rests briefly, and an event may follow",
    "fatigue": "Everyone adds a Fatigue",
    "rations": "Everyone eats a use of rations",
}
_VERBS: Final = {
    "search": "searches",
    "listen": "listens at",
    "unlock": "unlocks",
    "force": "forces",
    "wedge": "wedges",
    "take": "takes",
    "put-down": "puts down",
    "light": "lights",
    "put-out": "puts out",
    "bandage": "bandages",
    "rest": "rests",
    "recover": "tries to overcome the panic",
    "watch": "watches for traps",
    "noise": "makes a loud noise",
    "wait": "waits",
}


def _target(scene: Scene, action: Do) -> str:
    """Return the target of a deed in words."""
    if action.deed in {"put-down", "light", "put-out"}:
        return _item(scene, action.by, action.target)
    if action.deed == "bandage":
        labels = {str(index + 1): label(scene, index) for index in range(len(scene.party.members))}
        return labels.get(action.target, action.target)
    return _name(scene, action.target)


def _item(scene: Scene, by: int, id: str) -> str:
    items = scene.party.members[by].inventory.items
    return next((item.name for item in items if item.id == id), id)


def _name(scene: Scene, id: str) -> str:
    """Return the name of a place, a door or an item that lies about; the id if there is none such."""
    named = {door.id: title(door) for door in scene.dungeon.doors}
    named |= {place.id: title(place) for area in scene.dungeon.areas for place in area.places}
    named |= {each.item.id: each.item.name for each in scene.loot}
    return named.get(id, id)
