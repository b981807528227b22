"""The manifest of a dungeon: the parts of the game besides its rules."""

from __future__ import annotations

from typing import Final

from cairn_rules.cairn_rpg.common.manifest import game_manifest
from cairn_rules.cairn_rpg.dungeon.rules.rules import FALLEN, OUT
from cairn_rules.cairn_rpg.dungeon.state import SEAT_NAMES, State, able
from cairn_rules.manifest import Manifest, Pace, Seats


def turns(state: State) -> int:
    """Return the number of turns that are over (R155)."""
    return state.turn


def value(state: State, player: int) -> float:  # noqa: ARG001 - there is only one seat
    """Return the condition of the party: from 1 if everyone can act, down to -1."""
    return 2 * len(able(state)) / len(state.party.members) - 1


MANIFEST: Final[Manifest[State]] = game_manifest(
    "dungeon",
    reasons=(OUT, FALLEN),
    seats=Seats(names=SEAT_NAMES, compete=False),
    # A party may stay where it is, so that a repeated state is no draw; there is no repetition key.
    pace=Pace(turns=turns, value=value),
    no_tensor="maps, parties and items are of any size",
)
"""The parts of the game besides its rules."""
