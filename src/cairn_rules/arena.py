"""How much better one player is than another, and how certain that is."""

from __future__ import annotations

from cairn_rules.simulation.arena import Pairing, Share, arena, elo

__all__ = ["Pairing", "Share", "arena", "elo"]
