"""The history of a game: `Match` for a game in progress, `Record` for a stored one."""

from __future__ import annotations

from cairn_rules.history.match import Match
from cairn_rules.history.record import Record

__all__ = ["Match", "Record"]
