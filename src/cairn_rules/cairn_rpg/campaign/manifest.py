"""The manifest of a campaign: the parts of the game besides its rules."""

from __future__ import annotations

from typing import Final

from cairn_rules.cairn_rpg.campaign.rules import DEATH, FALLEN, RETIREMENT, YEAR
from cairn_rules.cairn_rpg.campaign.state import SEAT_NAMES, State
from cairn_rules.cairn_rpg.wilderness.manifest import turns as watches
from cairn_rules.encoding import Encoding
from cairn_rules.lazy import Ref
from cairn_rules.manifest import Manifest, Pace, Seats


def turns(state: State) -> int:
    """Return the number of complete watches since the first morning (R179)."""
    return watches(state.journey)


MANIFEST: Final[Manifest[State]] = Manifest(
    name="cairn-rpg-campaign",
    rules_revision=2,
    title="Cairn RPG: campaign",
    reasons=(RETIREMENT, YEAR, DEATH, FALLEN),
    seats=Seats(names=SEAT_NAMES),
    # A party may stay where it is, so that a repeated state is no draw; there is no repetition key.
    pace=Pace(turns=turns),
    records=Ref("cairn_rules.cairn_rpg.campaign.documents:START"),
    setup=Ref("cairn_rules.cairn_rpg.campaign.setup_options:OPTIONS"),
    documents=Ref("cairn_rules.cairn_rpg.campaign.documents:DOCUMENTS"),
    samples=Ref("cairn_rules.cairn_rpg.campaign.samples:SAMPLES"),
    changes=Ref("cairn_rules.cairn_rpg.campaign.changes:changes"),
    reason_table=Ref("cairn_rules.cairn_rpg.reason_table:REASONS"),
    has_plain_diagram=True,
    terminal=Ref("cairn_rules.cairn_rpg.campaign.terminal:CampaignWords"),
    encoding=Encoding(no_tensor="parties, dungeons and routes are of any size"),
    commands=Ref("cairn_rules.cairn_rpg.commands.campaign:COMMANDS"),
)
"""The parts of the game besides its rules."""
