"""The manifest of a journey: the parts of the game besides its rules."""

from __future__ import annotations

from typing import Final

from cairn_rules.cairn_rpg.common.manifest import game_manifest
from cairn_rules.cairn_rpg.wilderness.rules import ARRIVAL, DEATH, SURRENDER
from cairn_rules.cairn_rpg.wilderness.state import SEAT_NAMES, WATCHES, State
from cairn_rules.manifest import Manifest, Pace, Seats


def turns(state: State) -> int:
    """Return the number of complete watches since the first morning (R179)."""
    return int(state.elapsed * len(WATCHES))


MANIFEST: Final[Manifest[State]] = game_manifest(
    "wilderness",
    rules_revision=2,
    reasons=(ARRIVAL, DEATH, SURRENDER),
    seats=Seats(names=SEAT_NAMES, compete=False),
    # Time only goes on, so that no position repeats; there is no repetition key.
    pace=Pace(turns=turns),
    no_tensor="routes, parties and items are of any size",
    commands={"forecast": "forecast"},
)
"""The parts of the game besides its rules."""
