"""The manifest of Korrigans: the parts of the game besides its rules."""

from __future__ import annotations

from typing import Final

from cairn_rules.korrigans.rules.scoring import LATER, MOST_COMPANIONS, MOST_GOLD, scores
from cairn_rules.korrigans.state.seats import SEAT_NAMES
from cairn_rules.korrigans.state.state import State
from cairn_rules.lazy import Ref
from cairn_rules.manifest import Manifest, Pace, Seats

LEAD: Final = 20
"""Lead, in gold, that look-ahead players value like a win."""


def _value(state: State, player: int) -> float:
    """Return a seat's lead over its best opponent in units of `LEAD`, from -1 to 1."""
    totals = [score.total for score in scores(state)]
    best = max(total for seat, total in enumerate(totals) if seat != player)
    return max(-1.0, min(1.0, (totals[player] - best) / LEAD))


MANIFEST: Final[Manifest[State]] = Manifest(
    name="korrigans",
    rules_revision=2,
    reasons=(MOST_GOLD, MOST_COMPANIONS, LATER),
    has_scores=False,
    seats=Seats(names=SEAT_NAMES, count=lambda state: len(state.seats)),
    # Positions cannot repeat, because the bag empties, so there is no repetition key.
    pace=Pace(
        turns=lambda state: state.turn, value=_value, estimate=Ref("cairn_rules.korrigans.learning.evaluation:estimate")
    ),
    records=Ref("cairn_rules.korrigans.documents.records:START"),
    setup=Ref("cairn_rules.korrigans.setup_options:OPTIONS"),
    documents=Ref("cairn_rules.korrigans.documents.documents:DOCUMENTS"),
    samples=Ref("cairn_rules.korrigans.samples:SAMPLES"),
    pictures=Ref("cairn_rules.korrigans.pictures.picture:svg"),
    events=Ref("cairn_rules.korrigans.events:events_of"),
    hides=Ref("cairn_rules.korrigans.events:is_hidden"),
    requests=True,
    reason_table=Ref("cairn_rules.korrigans.reason_table:REASONS"),
    event_table=Ref("cairn_rules.korrigans.state.event_table:EVENTS"),
    phrase=Ref("cairn_rules.korrigans.texts.notation:ACTIONS.phrase"),
    question=Ref("cairn_rules.korrigans.texts.words:asked"),
    has_plain_diagram=True,
    legal_from_observation=True,
    terminal=Ref("cairn_rules.korrigans.terminal_words:KorrigansWords"),
    encoding=Ref("cairn_rules.korrigans.learning.observation_tensor:ENCODING"),
)
"""The parts of Korrigans besides its rules."""
