"""The map of a land as an SVG picture."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from attrs import evolve

from cairn_rules.cairn_rpg.argument_checks import checked
from cairn_rules.cairn_rpg.campaign.gazetteer import Gazetteer, Landmark, Way, title
from cairn_rules.cairn_rpg.campaign.state import Scene
from cairn_rules.cairn_rpg.common.map_picture import MapPlace, MapWay, map_picture
from cairn_rules.cairn_rpg.wilderness.travel import route_words, watches_needed


@checked
def map_svg(
    land: Gazetteer | Scene, *, size: int | None = None, colours: Literal["auto", "light", "dark"] = "auto"
) -> str:
    """Return the map of a land as a picture: the text of a self-contained SVG.

    Landmarks are boxes with their names; ways are lines with their path, distance and terrain, and the watches that
    they take. Lines through the wilderness are dotted. Landmarks are placed automatically, the same each time. A state
    or an observation of a campaign adds the place of the party. `size` is the width in pixels (default: all the
    available width); the colours are `light`, `dark`, or `auto` to follow the reader's system.

    Raises:
        DefinitionError: if there are more than 200 landmarks, or the size or the colours are not valid.

    Example:
        >>> from cairn_rules.cairn_rpg import campaign
        >>> picture = campaign.map_svg(campaign.new_game(seed=7))
        >>> "Ottersford" in picture, "the party" in picture, "the party" in campaign.map_svg(campaign.example())
        (True, True, False)
    """
    scene = None if isinstance(land, Gazetteer) else land
    gazetteer = land if isinstance(land, Gazetteer) else land.gazetteer
    return map_picture(
        [_place(each, scene) for each in gazetteer.landmarks],
        list(_ways(gazetteer, scene)),
        title="The map of a land",
        size=size,
        colours=colours,
    )


def _place(landmark: Landmark, scene: Scene | None) -> MapPlace:
    notes = {"settlement": landmark.settlement, "dungeon": landmark.dungeon is not None}
    return MapPlace(
        name=title(landmark),
        notes=tuple(note for note, holds in notes.items() if holds),
        kind="special" if landmark.settlement else "plain" if landmark.dungeon is None else "dark",
        here=scene is not None and scene.at == landmark.id and not scene.way,
    )


def _ways(gazetteer: Gazetteer, scene: Scene | None) -> Iterator[MapWay]:
    """Yield the ways, those between the same two landmarks as one line."""
    index = {landmark.id: place for place, landmark in enumerate(gazetteer.landmarks)}
    pairs: dict[frozenset[str], list[Way]] = {}
    for way in gazetteer.ways:
        pairs.setdefault(frozenset(way.ends), []).append(way)
    for ways in pairs.values():
        first, second = ways[0].ends
        here = scene is not None and any(way.id == scene.way for way in ways)
        labels = [line for way in ways for line in (way.id, *_words(way))]
        yield MapWay(
            ends=(index[first], index[second]),
            labels=(*labels, *["the party"] * here),
            words=" or ".join(f"{way.id} ({', '.join(_words(way))})" for way in ways),
            dashed=all(way.route.path == "wilderness" for way in ways),
            here=here,
        )


def _words(way: Way) -> tuple[str, str]:
    """Return the path, distance and terrain of a way, and its watches."""
    watches = watches_needed(way.route)
    _, _, words = route_words(evolve(way.route, to="end")).partition(": ")
    return words, f"{watches} watch{'es' * (watches > 1)}"
