"""The other games of this library, each for two and for three players."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib.metadata import version
from random import Random
from typing import Any

from cairn_rules import Game, endless_winter, korrigans
from sides.side import Quantity, Side, called, counted

RNG = Random(1)
STATES = 200
"""Number of states of random games that an operation goes through."""
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


def states(game: Any) -> Callable[[], Sequence[tuple[Any]]]:
    """Return a function that returns states of random games for three."""
    made: list[tuple[Any]] = []
    while len(made) < STATES:
        state = game.new_game(seed=RNG.randrange(1 << 32), players=3)
        while actions := game.legal_actions(state):
            made.append((state,))
            state = game.apply(state, RNG.choice(actions))
    chosen = RNG.sample(made, STATES)
    return lambda: chosen


def sides(name: str) -> Sequence[Side]:
    """Return a game by number of players."""
    game: Any = GAMES[name]
    library, there = f"cairn-rules {version('cairn-rules')}", states(game)
    seen = [(game.observe(state, game.current_player(state)), RNG) for (state,) in there()]
    return [
        Side(f"{name} for two", library, {Quantity.PLAYOUT: counted(playout(game, 2))}),
        Side(
            f"{name} for three",
            library,
            {
                Quantity.PLAYOUT: counted(playout(game, 3)),
                Quantity.PICTURE: called(game.svg, there),
                Quantity.HIDDEN: called(game.sample_hidden, lambda: seen),
            },
        ),
    ]
