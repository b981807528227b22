"""The board of the workshop: positions between turns, with the designer's megalith on one space."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final, final

from attrs import evolve, fields, frozen

from cairn_rules import Registry, cairn
from cairn_rules.cairn import BASE_SET, Megalith, Space, State, Tiles, Tribe
from cairn_rules.cairn.state.layout import MEGALITHS_TO_WIN, UPCOMING
from cairn_rules.cairn.state.tiles import Face
from cairn_rules.cairn.testing.drawing import PLAIN_STONES, UNUSUAL_STONES
from cairn_rules.errors import DefinitionError

_DRAWN: Final = Registry((*PLAIN_STONES, *UNUSUAL_STONES))
"""Megaliths of the positions that `check_megalith` draws, besides those of the game."""
_LYING: Final = re.compile(r"([a-e][1-5])=([^ ,]+)")
_TRIBES: Final[Mapping[str, Tribe]] = {"sea": Tribe.SEA, "forest": Tribe.FOREST}
_TILES: Final = tuple(each.name for each in fields(Tiles))
_CIRCLES: Final = 2
"""Number of megaliths on the board at the start of a game."""
_MOST: Final = _CIRCLES + 2 * (MEGALITHS_TO_WIN - 1)


@final
@frozen
class Setting:
    """A position, and the space of the designer's megalith in it."""

    state: State
    """The position, between turns."""
    at: Space
    """The space."""

    @classmethod
    def read(cls, position: str, at: str, stone: Megalith) -> Setting:
        """Return the setting of a position text, in which the megalith takes the place of another.

        Args:
            position: The text.
            at: The space of the megalith. If there is none in the text, it is that of an unknown one, or the first.
            stone: The megalith.

        Raises:
            CairnRulesError: if the text is not a position with a megalith.
        """
        there = dict(_LYING.findall(position))
        if at not in there:
            unknown = [space for space, name in there.items() if name not in BASE_SET and name not in _DRAWN]
            at = next(iter((*unknown, *there)), "")
        if not at:
            raise DefinitionError("The position has no megalith whose place yours could take.")
        text = re.sub(rf"\b{at}=[^ ,]+", f"{at}={stone.id}", position)
        known = Registry((*BASE_SET, stone, *(each for each in _DRAWN if each.id != stone.id)))
        return cls(cairn.parse_position(text, known), Space[at.upper()])

    def changed(self, tool: str, place: str) -> Setting:
        """Return the setting after a click with a tool on a place.

        `sea` or `forest` puts a shaman on a space, or takes it away. `stone` moves the megalith, and the id of another
        one puts that on a space, or takes it away. `empty` clears a space. On a tile, each tool turns it over.

        Raises:
            CairnRulesError: if the position would be impossible, or there is no such tool.
            KeyError: if there is no such space.
            ValueError: if there is no such tile.
        """
        if place.startswith("tile "):
            return self._turned(place.removeprefix("tile "))
        space = Space[place.upper()]
        shamans, megaliths = dict(self.state.shamans), dict(self.state.megaliths)
        at = self.at
        match tool:
            case "sea" | "forest":
                tribe = _TRIBES[tool]
                if shamans.pop(space, None) is not tribe:
                    shamans[space] = tribe
            case "empty":
                shamans.pop(space, None)
                if space is not at:
                    megaliths.pop(space, None)
            case "stone":
                stone = megaliths.pop(at)
                if space in megaliths:
                    megaliths[at] = megaliths[space]
                megaliths[space], at = stone, space
            case _ if space is at:
                raise DefinitionError(f"Your megalith is on {space}: move it first.")
            case _:
                megaliths = _put(megaliths, BASE_SET[tool], space)
        return self._with(at, shamans, megaliths, self.state.active)

    def passed(self) -> Setting:
        """Return the setting with the other tribe to move."""
        return self._with(self.at, self.state.shamans, self.state.megaliths, self.state.active.other)

    def _turned(self, name: str) -> Setting:
        tiles = self.state.tiles
        if name not in _TILES:
            raise ValueError(f"{name!r} is not a tile")
        face: Face = getattr(tiles, name)
        (other,) = {*type(face)} - {face}
        return Setting(self.state.replace(tiles=evolve(tiles, **{name: other})), self.at)

    def _with(
        self, at: Space, shamans: Mapping[Space, Tribe], megaliths: Mapping[Space, Megalith], active: Tribe
    ) -> Setting:
        """Return the setting with other pieces. Scores follow from the number of megaliths (rule 5.4)."""
        if not _CIRCLES <= len(megaliths) <= _MOST:
            raise DefinitionError(f"A board has {_CIRCLES} to {_MOST} megaliths, not {len(megaliths)}.")
        state = self.state
        scores = list(state.scores)
        while sum(scores) < len(megaliths) - _CIRCLES:
            scores[scores[0] > scores[1]] += 1
        while sum(scores) > len(megaliths) - _CIRCLES:
            scores[scores[0] < scores[1]] -= 1
        known = (*state.upcoming, *state.deck, *state.megaliths.values())
        rest = tuple(each for each in known if each not in megaliths.values())
        changed = cairn.make_state(
            shamans=shamans,
            megaliths=megaliths,
            upcoming=rest[:UPCOMING],
            deck=rest[UPCOMING:],
            tiles=state.tiles,
            scores=(scores[0], scores[1]),
            active=active,
            variant=state.variant,
        )
        return Setting(changed, at)


def _put(megaliths: Mapping[Space, Megalith], wanted: Megalith, space: Space) -> dict[Space, Megalith]:
    """Return the megaliths with one of them on a space, or without it if it was there."""
    others = {where: each for where, each in megaliths.items() if each != wanted}
    return others if megaliths.get(space) == wanted else {**others, space: wanted}
