"""The arena: the relative strength of players, with its uncertainty."""

from __future__ import annotations

from cairn_rules.simulation.arena import Pairing, Share, arena, elo

__all__ = ["Pairing", "Share", "arena", "elo"]
