"""Players: opponents of several strengths for any game."""

from __future__ import annotations

from cairn_rules.players.player import Budget, MakesPlayer, Player
from cairn_rules.players.seer import SeerPlayer
from cairn_rules.players.simple import GreedyPlayer, RandomPlayer
from cairn_rules.players.tree import TreePlayer

__all__ = ["Budget", "GreedyPlayer", "MakesPlayer", "Player", "RandomPlayer", "SeerPlayer", "TreePlayer"]
