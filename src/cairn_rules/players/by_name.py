"""The players for a game, by name."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from cairn_rules.errors import UnknownIdError
from cairn_rules.game import Game
from cairn_rules.lazy import resolve
from cairn_rules.manifest import manifest_of
from cairn_rules.players.player import MakesPlayer
from cairn_rules.players.simple import GreedyPlayer, RandomPlayer
from cairn_rules.players.tree import TreePlayer

PLAYERS: Final[Mapping[str, MakesPlayer]] = MappingProxyType(
    {"random": RandomPlayer, "greedy": GreedyPlayer, "tree": TreePlayer}
)
"""The players for any game by name, weakest first; `players_for` adds those of one game."""


def players_for(game: Game[Any, Any, Any]) -> Mapping[str, MakesPlayer]:
    """Return the players for a game by name, weakest first: those for any game, then the game's own.

    Example:
        >>> from cairn_rules import cairn
        >>> tuple(players_for(cairn))
        ('random', 'greedy', 'tree', 'seer', 'sage')
    """
    own = {name: resolve(player) for name, player in manifest_of(game).players.items()}
    return MappingProxyType({**PLAYERS, **own})


def player_named(name: str, game: Game[Any, Any, Any]) -> MakesPlayer:
    """Return the class or function that makes the player with a name.

    Raises:
        UnknownIdError: if the game has no such player; it lists the names.

    Example:
        >>> from cairn_rules import cairn
        >>> player_named("greedy", cairn)
        <class 'cairn_rules.players.simple.GreedyPlayer'>
    """
    known = players_for(game)
    if not isinstance(name, str) or name not in known:
        raise UnknownIdError(name, tuple(known))
    return known[name]
