"""The other games of this library, each for two and for three players."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib.metadata import version
from random import Random
from typing import Any

from cairn_rules import Game, endless_winter, korrigans
from sides.side import Quantity, Side, counted

RNG = Random(1)
GAMES: dict[str, Game[Any, Any, Any]] = {"Korrigans": korrigans, "Endless Winter": endless_winter}


def playout(game: Any, players: int) -> Callable[[], int]:
    """Return a function that plays a random game through the public API and returns its number of actions."""

    def play() -> int:
        done = 0
        state = game.new_game(seed=RNG.randrange(1 << 32), players=players)
        while actions := game.legal_actions(state):
            state = game.apply(state, RNG.choice(actions))
            done += 1
        return done

    return play


def sides(name: str) -> Sequence[Side]:
    """Return a game by number of players."""
    library = f"cairn-rules {version('cairn-rules')}"
    return [
        Side(f"{name} for {word}", library, {Quantity.PLAYOUT: counted(playout(GAMES[name], n))})
        for n, word in ((2, "two"), (3, "three"))
    ]
