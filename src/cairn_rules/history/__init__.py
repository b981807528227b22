"""The history of a game: `Match`, while it is under way, and `Record`, when it is written down."""

from __future__ import annotations

from cairn_rules.history.match import Match
from cairn_rules.history.record import Record

__all__ = ["Match", "Record"]
