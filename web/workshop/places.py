"""The places of the board's pictures that can be clicked, and their words for a screen reader."""

from __future__ import annotations

from typing import Final

from cairn_rules.cairn import Space, State, Tribe
from cairn_rules.cairn.pictures.panel import PANEL
from cairn_rules.cairn.pictures.parts import CELL, FIELD, HEIGHT, LEFT, MARGIN, STRIP, WIDTH, centre, strip
from cairn_rules.cairn.state.layout import UPCOMING
from cairn_rules.cairn.texts.words import faces

_TOPS: Final = (120, 196, 272, 348)
_TILES: Final = ("add", "move", "jump", "transformation")
_SLOTS: Final = (PANEL + 42, PANEL + 134)
_DISPLAY: Final = 498
_RADIUS: Final = 44
"""The radius of an upcoming megalith with its mark."""


def places(bottom: Tribe = Tribe.SEA) -> dict[str, list[float]]:
    """Return the places in the two pictures: left, top, width and height as parts of the picture's.

    Args:
        bottom: The tribe at the bottom.

    Example:
        >>> places()["a1"], places(Tribe.FOREST)["e5"]
        ([0.0877, 0.705, 0.1754, 0.1439], [0.0877, 0.705, 0.1754, 0.1439])
    """
    wide, left = LEFT + FIELD + MARGIN, PANEL - MARGIN
    found = {str(space): _part(*_corner(space, bottom), CELL, CELL, wide) for space in Space}
    for tribe in Tribe:
        found[f"village {tribe.name.lower()}"] = _part(LEFT, strip(tribe, bottom), FIELD, STRIP, wide)
    for name, top in zip(_TILES, _TOPS, strict=True):
        found[f"tile {name}"] = _part(MARGIN, top, WIDTH - MARGIN - PANEL, 68, WIDTH - left)
    return found


def display_places() -> dict[str, list[float]]:
    """Return the places of the upcoming megaliths in the picture of the panel, like `places`.

    Example:
        >>> list(display_places())
        ['upcoming 1', 'upcoming 2']
    """
    left = PANEL - MARGIN
    corners = ((x - _RADIUS - left, _DISPLAY - _RADIUS) for x in _SLOTS)
    return {
        f"upcoming {number}": _part(*corner, 2 * _RADIUS, 2 * _RADIUS, WIDTH - left)
        for number, corner in enumerate(corners, 1)
    }


def _corner(space: Space, bottom: Tribe) -> tuple[int, int]:
    x, y = centre(space, bottom)
    return x - CELL // 2, y - CELL // 2


def _part(left: int, top: int, width: int, height: int, wide: int) -> list[float]:
    return [round(each, 4) for each in (left / wide, top / HEIGHT, width / wide, height / HEIGHT)]


def words(state: State) -> dict[str, str]:
    """Return what is on each place."""
    found = {str(space): _on(state, space) for space in Space}
    found |= {f"tile {name.lower()}": f"{name}: {face}" for name, face in faces(state.tiles)}
    return found | {
        f"village {tribe.name.lower()}": f"{tribe} village: {state.villages[tribe]} shamans" for tribe in Tribe
    }


def _on(state: State, space: Space) -> str:
    tribe, stone = state.shamans.get(space), state.megaliths.get(space)
    pieces = [f"{tribe} shaman"] if tribe is not None else []
    pieces += [stone.name] if stone is not None else []
    return f"{space}: {' on '.join(pieces) or 'empty'}"


def display_words(state: State) -> dict[str, str]:
    """Return the upcoming megalith on each place of the display."""
    names = [f"Upcoming: {stone.name}" for stone in state.upcoming]
    names += ["No upcoming megalith"] * (UPCOMING - len(names))
    return {f"upcoming {number}": name for number, name in enumerate(names, 1)}
