"""A player of Pebbles that keeps early."""

from __future__ import annotations

from typing import Any, final

from cairn_rules import Budget, Game
from pebbles_game.state import Action, Draw, Keep, Observation

ENOUGH = 3
"""Points that the player keeps."""


@final
class ThriftyPlayer:
    """A player that draws until it has three points, and never wishes."""

    def __init__(self, game: Game[Any, Any, Any], *, seed: int | None = None) -> None:
        self.game = game
        self.seed = seed

    def choose(self, observation: Observation, budget: Budget | None = None) -> Action:  # noqa: ARG002 - it is quick
        """Return the next action."""
        points = sum(pebble.points for pebble in observation.drawn)
        return Keep() if observation.drawn and (points >= ENOUGH or not observation.bag) else Draw()
