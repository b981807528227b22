"""The manifest of Endless Winter: the parts of the game besides its rules."""

from __future__ import annotations

from typing import Final

from cairn_rules.endless_winter.scoring import FEWER_POINTS, LATER_ORDER, MOST_POINTS, scores
from cairn_rules.endless_winter.state import SEAT_NAMES, State
from cairn_rules.lazy import Ref
from cairn_rules.manifest import Manifest, Pace, Seats

LEAD: Final = 20
"""Lead, in points, that look-ahead players value like a win."""


def _value(state: State, player: int) -> float:
    """Return a seat's lead over its best opponent in units of `LEAD`, from -1 to 1."""
    totals = [score.total for score in scores(state)]
    best = max(total for seat, total in enumerate(totals) if seat != player)
    return max(-1.0, min(1.0, (totals[player] - best) / LEAD))


MANIFEST: Final[Manifest[State]] = Manifest(
    name="endless-winter",
    reasons=(MOST_POINTS, LATER_ORDER, FEWER_POINTS),
    seats=Seats(names=SEAT_NAMES, count=lambda state: state.seats),
    # Positions cannot repeat: a figure is placed in each turn.
    pace=Pace(turns=lambda state: state.turn, value=_value),
    documents=Ref("cairn_rules.endless_winter.documents:DOCUMENTS"),
)
"""The parts of Endless Winter besides its rules."""
