"""Games that are played at random, and those who can watch them."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from cairn_rules import Match, players_of


def random_states(game: Any, state: Any, decisions: int = 1000, seed: int = 1) -> Iterator[Any]:
    """Yield a state and those that follow it, until the game is over or there are as many as decisions."""
    rng = Random(seed)
    for _ in range(decisions):
        yield state
        if not (legal := game.legal_actions(state)):
            return
        state = game.apply(state, rng.choice(legal))


def random_match(game: Any, decisions: int = 1000, seed: int = 7, **options: Any) -> Match[Any, Any]:
    """Return a match after a number of decisions, or at its end."""
    match, rng = Match(game, game.new_game(seed=seed, **options)), Random(seed)
    while match.outcome is None and len(match.history) < decisions:
        match.do(rng.choice(match.legal_actions))
    return match


def viewers(game: Any, state: Any) -> tuple[int | None, ...]:
    """Return a spectator and all seats."""
    return (None, *range(players_of(game, state)))
