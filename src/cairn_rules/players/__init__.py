"""Players: opponents of several strengths, all but the strongest for any game."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from cairn_rules.errors import UnknownIdError
from cairn_rules.players.player import Budget, MakesPlayer, Player
from cairn_rules.players.seer import SeerPlayer
from cairn_rules.players.simple import GreedyPlayer, RandomPlayer
from cairn_rules.players.tree import TreePlayer

__all__ = [
    "PLAYERS",
    "Budget",
    "GreedyPlayer",
    "MakesPlayer",
    "Player",
    "RandomPlayer",
    "SeerPlayer",
    "TreePlayer",
    "player_named",
]

PLAYERS: Final[Mapping[str, MakesPlayer]] = MappingProxyType(
    {"random": RandomPlayer, "greedy": GreedyPlayer, "tree": TreePlayer, "seer": SeerPlayer}
)
"""What makes each player, by name, the weakest first."""


def player_named(name: str) -> MakesPlayer:
    """What makes the player of a name.

    Raises:
        UnknownIdError: when there is none of that name; it tells which there are.

    Example:
        >>> player_named("greedy")
        <class 'cairn_rules.players.simple.GreedyPlayer'>
    """
    if name not in PLAYERS:
        raise UnknownIdError(name, tuple(PLAYERS))
    return PLAYERS[name]
