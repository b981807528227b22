"""The manifest of a campaign: the parts of the game besides its rules."""

from __future__ import annotations

from typing import Final

from cairn_rules.cairn_rpg.campaign.actions import OPEN_ACTIONS
from cairn_rules.cairn_rpg.campaign.rules.rules import DEATH, FALLEN, RETIREMENT, YEAR
from cairn_rules.cairn_rpg.campaign.rules.trade import MOST_LISTED
from cairn_rules.cairn_rpg.campaign.state import SEAT_NAMES, State
from cairn_rules.cairn_rpg.combat.actions import REFEREE_ACTIONS
from cairn_rules.cairn_rpg.common.manifest import game_manifest
from cairn_rules.cairn_rpg.wilderness.manifest import turns as watches
from cairn_rules.manifest import Manifest, Pace, Seats


def turns(state: State) -> int:
    """Return the number of complete watches since the first morning (R179)."""
    return watches(state.journey)


MANIFEST: Final[Manifest[State]] = game_manifest(
    "campaign",
    rules_revision=4,
    reasons=(RETIREMENT, YEAR, DEATH, FALLEN),
    seats=Seats(names=SEAT_NAMES, compete=False),
    # A party may stay where it is, so that a repeated state is no draw; there is no repetition key.
    pace=Pace(turns=turns),
    phrase="phrase",
    open_actions=OPEN_ACTIONS,
    referee_actions=REFEREE_ACTIONS,
    most_actions=MOST_LISTED + 112,  # 100 are enough for what else is listed
    no_tensor="parties, dungeons and routes are of any size",
    commands={"chronicle": "chronicle", "map": "map"},
)
"""The parts of the game besides its rules."""
