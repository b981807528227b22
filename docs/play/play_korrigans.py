"""Korrigans on the page. A place is named by the data of the picture, such as `field k` or `seat 1`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, final

from typing_extensions import override

from cairn_rules import korrigans
from cairn_rules.korrigans import Action, State
from play_board import Board, Way


@final
class KorrigansBoard(Board):
    """Korrigans, with clicks on fields, Suns, Clouds, seats and Korrigans."""

    def __init__(self) -> None:
        super().__init__(korrigans)

    @override
    def ways(self, state: State) -> Mapping[Action, tuple[Way, ...]]:
        return {action: _ways(state, action) for action in korrigans.legal_actions(state)}


def _ways(state: State, action: Action) -> tuple[Way, ...]:
    match action:
        case korrigans.Place(to) | korrigans.PlaceCauldron(to):
            return ((f"field {to}",),)
        case korrigans.Move(which, _, to) | korrigans.FinalMove(which, _, to):
            seat = korrigans.current_player(state)
            assert seat is not None, "a seat decides"
            return ((f"field {state.seats[seat].korrigans[which].field}", f"field {to}"),)
        case korrigans.CoverSun(row):
            return ((f"row {row}",),)
        case korrigans.CoverCloud(column):
            return ((f"column {column}",),)
        case korrigans.GiveGoblin(seat, which):
            return ((f"field {state.seats[seat].korrigans[which].field}",),)
        case korrigans.Unmask(seat):
            return ((f"seat {seat}",),)
        case _:
            return ()


BOARD: Final = KorrigansBoard
"""The board of this game."""
