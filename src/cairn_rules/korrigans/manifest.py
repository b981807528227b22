"""The manifest of Korrigans: all that the game brings beside its rules."""

from __future__ import annotations

from typing import Final

from cairn_rules.korrigans.scoring import LATER, MOST_COMPANIONS, MOST_GOLD, scores
from cairn_rules.korrigans.seats import SEAT_NAMES
from cairn_rules.korrigans.state import State
from cairn_rules.lazy import Ref
from cairn_rules.manifest import Manifest, Pace, Seats

LEAD: Final = 20
"""Whoever leads by so much gold is as good as winning, for players who look ahead."""


def _value(state: State, player: int) -> float:
    """How far a seat leads, or how far it is behind the first one."""
    totals = [score.total for score in scores(state)]
    best = max(total for seat, total in enumerate(totals) if seat != player)
    return max(-1.0, min(1.0, (totals[player] - best) / LEAD))


MANIFEST: Final[Manifest[State]] = Manifest(
    name="korrigans",
    rules_revision=2,
    reasons=(MOST_GOLD, MOST_COMPANIONS, LATER),
    seats=Seats(names=SEAT_NAMES, count=lambda state: len(state.seats)),
    # The bag empties, so that no position comes again: there is no repetition key.
    pace=Pace(turns=lambda state: state.turn, value=_value, estimate=Ref("cairn_rules.korrigans.estimate:estimate")),
    records=Ref("cairn_rules.korrigans.records:START"),
    setup=Ref("cairn_rules.korrigans.setup:OPTIONS"),
    documents=Ref("cairn_rules.korrigans.documents:DOCUMENTS"),
    samples=Ref("cairn_rules.korrigans.samples:SAMPLES"),
    pictures=Ref("cairn_rules.korrigans.pictures.picture:svg"),
    changes=Ref("cairn_rules.korrigans.events:changes"),
    terminal=Ref("cairn_rules.korrigans.terminal:KorrigansWords"),
)
"""All that Korrigans brings beside its rules."""
