"""Players of Cairn alone."""

from __future__ import annotations

from cairn_rules.cairn.players.seer import SeerPlayer

__all__ = ["SeerPlayer"]
