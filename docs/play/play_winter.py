"""Endless Winter on the page. A place is named by the data of the picture, such as `column hunt` or `tile 0,1`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, final

from typing_extensions import override

from cairn_rules import endless_winter
from cairn_rules.endless_winter import Action, State
from play_board import Board, Way


@final
class WinterBoard(Board):
    """Endless Winter, with clicks on what an action takes, plays or goes to."""

    def __init__(self) -> None:
        super().__init__(endless_winter)

    @override
    def ways(self, state: State) -> Mapping[Action, tuple[Way, ...]]:
        return {action: _ways(action) for action in endless_winter.legal_actions(state)}


def _ways(action: Action) -> tuple[Way, ...]:  # noqa: C901 - a case for each kind of place
    match action:
        case endless_winter.PlaceFigure(_, place):
            return ((f"column {place}",),)
        case endless_winter.TakeCulture(id):
            return ((f"card {id}",),)
        case endless_winter.TakeTribe(id):
            return ((f"pile {id}",),)
        case endless_winter.PlayTribe(id) | endless_winter.PlayCulture(id) | endless_winter.Discard(id):
            return ((f"hand {id}",),)
        case endless_winter.MoveCamp(start, end):
            return ((f"tile {start}", f"tile {end}"),)
        case endless_winter.TakeTile(tile):
            return ((f"tile {tile}",),)
        case endless_winter.TakeAnimal(animal):
            return ((f"animal {animal}",),)
        case endless_winter.TakeStone(stone):
            return ((f"stone {stone}",),)
        case endless_winter.MoveIdol(track):
            return ((f"track {track}",),)
        case endless_winter.PlaceMegalith(spot):
            return ((f"spot {spot}",),)
        case _:
            return ()


BOARD: Final = WinterBoard
"""The board of this game."""
