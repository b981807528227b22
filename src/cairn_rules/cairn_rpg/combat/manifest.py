"""The manifest of a fight: the parts of the game besides its rules."""

from __future__ import annotations

from typing import Final

from cairn_rules.cairn_rpg.combat.actions import REFEREE_ACTIONS
from cairn_rules.cairn_rpg.combat.rules.rules import DEFEAT, FLIGHT, STALEMATE, TRUCE
from cairn_rules.cairn_rpg.combat.state import SEAT_NAMES, State
from cairn_rules.cairn_rpg.common.manifest import game_manifest
from cairn_rules.manifest import Manifest, Pace, Seats


def turns(state: State) -> int:
    """Return the number of complete turns of sides (R72)."""
    return 2 * (state.round - 1) + state.side if state.round else 0


def value(state: State, player: int) -> float:
    """Return a side's lead in HP and STR over the other one, as a share of the remaining total, from -1 to 1."""
    left = [0, 0]
    for fighter in state.fighters:
        if fighter.is_in:
            left[fighter.side] += fighter.character.hp.value + fighter.character.strength.value
    return (left[player] - left[1 - player]) / (sum(left) or 1)


def estimate(state: State) -> tuple[float, float]:
    """Return the result to expect for each side: its lead now."""
    lead = value(state, 0)
    return lead, -lead


MANIFEST: Final[Manifest[State]] = game_manifest(
    "combat",
    reasons=(DEFEAT, FLIGHT, STALEMATE, TRUCE),
    seats=Seats(names=SEAT_NAMES),
    # A side may wait for ever, so that a repeated state is no draw; there is no repetition key.
    pace=Pace(turns=turns, value=value, estimate=estimate),
    referee_actions=REFEREE_ACTIONS,
    no_tensor="fighters, items and spells differ in number and kind from fight to fight",
    commands={"fight": "fight", "odds": "odds"},
)
"""The parts of the game besides its rules."""
