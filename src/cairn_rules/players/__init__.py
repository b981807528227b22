"""Players: opponents of several strengths, all but the strongest for any game."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from cairn_rules.cairn.players.seer import SeerPlayer
from cairn_rules.errors import UnknownIdError
from cairn_rules.game import Game
from cairn_rules.players.player import Budget, MakesPlayer, Player
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
    "players_for",
]

PLAYERS: Final[Mapping[str, MakesPlayer]] = MappingProxyType(
    {"random": RandomPlayer, "greedy": GreedyPlayer, "tree": TreePlayer, "seer": SeerPlayer}
)
"""What makes each player, by name, the weakest first."""


def players_for(game: Game[Any, Any, Any]) -> Mapping[str, MakesPlayer]:
    """What makes each player that can play a game, by name, the weakest first.

    Example:
        >>> import cairn_rules as cairn
        >>> tuple(players_for(cairn))
        ('random', 'greedy', 'tree', 'seer')
    """
    return MappingProxyType(
        {name: maker for name, maker in PLAYERS.items() if maker is not SeerPlayer or SeerPlayer.plays(game)}
    )


def player_named(name: str, game: Game[Any, Any, Any] | None = None) -> MakesPlayer:
    """What makes the player of a name.

    Args:
        name: The name.
        game: What it is to play; None when that does not matter.

    Raises:
        UnknownIdError: when there is none of that name, or it does not play the game; it tells which there are.

    Example:
        >>> player_named("greedy")
        <class 'cairn_rules.players.simple.GreedyPlayer'>
    """
    known = PLAYERS if game is None else players_for(game)
    if name not in known:
        raise UnknownIdError(name, tuple(known))
    return known[name]
