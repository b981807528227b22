"""Players: opponents of several strengths for any game."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from cairn_rules.errors import UnknownIdError
from cairn_rules.players.player import Budget, MakesPlayer, Player
from cairn_rules.players.simple import GreedyPlayer, RandomPlayer
from cairn_rules.players.tree import TreePlayer

__all__ = ["PLAYERS", "Budget", "GreedyPlayer", "MakesPlayer", "Player", "RandomPlayer", "TreePlayer", "player_named"]

PLAYERS: Final[Mapping[str, MakesPlayer]] = MappingProxyType(
    {"random": RandomPlayer, "greedy": GreedyPlayer, "tree": TreePlayer}
)
"""What makes each player, by name."""


def player_named(name: str) -> MakesPlayer:
    """What makes the player of that name.

    Raises:
        UnknownIdError: when there is none.
    """
    if name not in PLAYERS:
        raise UnknownIdError(name, tuple(PLAYERS))
    return PLAYERS[name]
