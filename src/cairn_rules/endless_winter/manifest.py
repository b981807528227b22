"""The manifest of Endless Winter: the parts of the game besides its rules."""

from __future__ import annotations

from typing import Final

from cairn_rules.endless_winter.learning.evaluation import expected_points
from cairn_rules.endless_winter.rules.scoring import EARLIER, FEWER_POINTS, MOST_POINTS
from cairn_rules.endless_winter.state.state import SEAT_NAMES, State
from cairn_rules.lazy import Ref
from cairn_rules.manifest import Manifest, Pace, Seats

LEAD: Final = 20
"""Lead, in points, that look-ahead players value like a win."""


def _value(state: State, player: int) -> float:
    """Return a seat's expected lead over its best opponent in units of `LEAD`, from -1 to 1."""
    totals = [expected_points(state, seat) for seat in range(len(state.players))]
    best = max(total for seat, total in enumerate(totals) if seat != player)
    return max(-1.0, min(1.0, (totals[player] - best) / LEAD))


MANIFEST: Final[Manifest[State]] = Manifest(
    name="endless-winter",
    rules_revision=2,
    reasons=(MOST_POINTS, EARLIER, FEWER_POINTS),
    has_scores=True,
    seats=Seats(names=SEAT_NAMES, count=lambda state: state.seats),
    # Positions cannot repeat: a figure is placed in each turn.
    pace=Pace(turns=lambda state: state.turn, value=_value),
    records=Ref("cairn_rules.endless_winter.documents.records:START"),
    setup=Ref("cairn_rules.endless_winter.setup_options:OPTIONS"),
    documents=Ref("cairn_rules.endless_winter.documents.documents:DOCUMENTS"),
    packs=Ref("cairn_rules.endless_winter.packs.pack_file:PACKS"),
    samples=Ref("cairn_rules.endless_winter.samples:SAMPLES"),
    pictures=Ref("cairn_rules.endless_winter.pictures.picture:svg"),
    events=Ref("cairn_rules.endless_winter.differences:events_of"),
    hides=Ref("cairn_rules.endless_winter.differences:is_hidden"),
    requests=True,
    event_table=Ref("cairn_rules.endless_winter.event_table:EVENTS"),
    reason_table=Ref("cairn_rules.endless_winter.reason_table:REASONS"),
    phrase=Ref("cairn_rules.endless_winter.texts.notation:ACTIONS.phrase"),
    question=Ref("cairn_rules.endless_winter.texts.words:question"),
    has_plain_diagram=True,
    legal_from_observation=True,
    terminal=Ref("cairn_rules.endless_winter.terminal_words:EndlessWinterWords"),
    encoding=Ref("cairn_rules.endless_winter.learning.observation_tensor:ENCODING"),
    simulations={"greedy": 300},  # at most 50 ms for most decisions, as in other games
    players={"purposeful": Ref("cairn_rules.endless_winter.players.purposeful:PurposefulPlayer")},
)
"""The parts of Endless Winter besides its rules."""
