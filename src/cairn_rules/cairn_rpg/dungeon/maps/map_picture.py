"""The map of a dungeon as an SVG picture."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Literal

from cairn_rules.cairn_rpg.argument_checks import checked
from cairn_rules.cairn_rpg.common.map_picture import MapPlace, MapWay, map_picture
from cairn_rules.cairn_rpg.dungeon.areas import CLEAR, Area, Dungeon, Exit, title
from cairn_rules.cairn_rpg.dungeon.observation import known_map
from cairn_rules.cairn_rpg.dungeon.state import Scene, lying
from cairn_rules.cairn_rpg.dungeon.words import door_state


@checked
def map_svg(
    dungeon: Dungeon | Scene,
    *,
    secrets: bool = False,
    size: int | None = None,
    colours: Literal["auto", "light", "dark"] = "auto",
) -> str:
    """Return the map of a dungeon as a picture: the text of a self-contained SVG.

    Areas are boxes with their names, traps, places and items; exits are lines with their doors, and their length if it
    is not 40 feet. Dark areas are darker, hidden exits are dotted, an arrow leads one way only. Areas are placed
    automatically, the same each time.

    Args:
        dungeon: A map, which is drawn with everything in it; or a state or an observation, which is drawn as the
            players know it, with the place of the party.
        secrets: True to draw a state with everything in it.
        size: Width in pixels (default: all the available width).
        colours: `light`, `dark`, or `auto` to follow the reader's system.

    Raises:
        DefinitionError: if there are more than 200 areas, or the size or the colours are not valid.

    Example:
        >>> from cairn_rules.cairn_rpg import dungeon
        >>> picture = dungeon.map_svg(dungeon.new_game(seed=7))
        >>> "Mound" in picture, "Ossuary" in picture, "Ossuary" in dungeon.map_svg(dungeon.example())
        (True, False, True)
    """
    scene = None if isinstance(dungeon, Dungeon) else dungeon
    drawn = dungeon if isinstance(dungeon, Dungeon) else dungeon.dungeon if secrets else known_map(dungeon)
    known = {area.id for area in drawn.areas}
    if scene is not None and not secrets:
        known = set(scene.visited)
    return map_picture(
        [_place(area, scene, is_known=area.id in known) for area in drawn.areas],
        list(_ways(drawn, scene, known)),
        title="The map of a dungeon" if scene is None or secrets else "The map of a dungeon, as the party knows it",
        size=size,
        colours=colours,
    )


def _place(area: Area, scene: Scene | None, *, is_known: bool) -> MapPlace:
    here = scene is not None and scene.area == area.id
    traps = tuple(f"trap: {title(trap)}" for trap in area.traps)
    if not is_known:
        return MapPlace(name=area.id, notes=("not visited", *traps), kind="unknown", here=here)
    searched = frozenset[str]() if scene is None else scene.found
    items = area.items if scene is None or area.id not in scene.visited else tuple(lying(scene, area))
    counts = Counter(item.name for item in items)
    notes = {
        "way out": area.outside,
        "safe": area.safe,
        "danger": area.danger,
        **dict.fromkeys(traps, True),
        **{title(place) + " (searched)" * (place.id in searched): True for place in area.places},
        **{f"{count} x {name}" if count > 1 else name: True for name, count in counts.items()},
    }
    kind = "dark" if area.dark else "plain"
    return MapPlace(name=title(area), notes=tuple(note for note in notes if notes[note]), kind=kind, here=here)


def _ways(drawn: Dungeon, scene: Scene | None, known: set[str]) -> Iterator[MapWay]:
    """Yield the exits, those between the same two areas as one."""
    index = {area.id: place for place, area in enumerate(drawn.areas)}
    pairs: dict[frozenset[str], list[tuple[str, Exit]]] = {}
    for area in drawn.areas:
        for each in area.exits:
            pairs.setdefault(frozenset((area.id, each.to)), []).append((area.id, each))
    for sides in pairs.values():
        start, first = sides[0]
        labels: list[str] = []
        door = next((each.door for _, each in sides if each.door), "")
        if door:
            there = drawn.door(door)
            state = there.state if scene is None else door_state(scene, there)
            labels += [title(there), ", ".join((state, *(f"trap: {title(trap)}" for trap in there.traps)))]
        lengths = tuple(dict.fromkeys(each.feet for _, each in sides))
        hidden = any(each.hidden for _, each in sides)
        labels += ["hidden"] * hidden
        feet = " or ".join(map(str, lengths))
        labels += [f"{feet} ft"] * (lengths != (CLEAR,))
        yield MapWay(
            ends=(index[start], index[first.to]),
            labels=tuple(labels),
            words=", ".join((f"{feet} feet", *[each for each in labels if not each.endswith(" ft")])),
            framed=bool(door),
            dashed=hidden,
            one_way=len(sides) == 1 and {start, first.to} <= known,
        )
