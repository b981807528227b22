"""Opponents at work: they are asked for a decision, and what they do wrong is told with their name."""

from __future__ import annotations

from typing import Any, final

from cairn_rules.errors import CairnRulesError, cut
from cairn_rules.game import Game
from cairn_rules.players import Budget, Player, player_named


class OpponentError(CairnRulesError, RuntimeError):
    """A player raised an exception, or answered with what is no legal action."""


@final
class Opponents:
    """The players of one game, each made when it is first asked.

    Args:
        game: The rules.
        seed: The same seed gives the same answers, unless the budget is a time; None for different ones.
    """

    def __init__(self, game: Game[Any, Any, Any], seed: int | None = None) -> None:
        self._game = game
        self._seed = seed
        self._made: dict[tuple[int, str], Player[Any, Any]] = {}

    def decision(self, name: str, state: Any, budget: Budget | None) -> Any:
        """What a player decides in a state.

        Raises:
            OpponentError: when it cannot be made, raises an exception, or answers what is not legal.
        """
        game = self._game
        seat = game.current_player(state)
        assert seat is not None, "nobody is asked when a game is over"
        try:
            if (seat, name) not in self._made:
                seed = None if self._seed is None else self._seed + seat
                self._made[seat, name] = player_named(name, game)(game, seed=seed)
            answer = self._made[seat, name].choose(game.observe(state, seat), budget)
            legal = answer in game.legal_actions(state)
        except Exception as error:
            raise OpponentError(f"the player {name} raised {cut(repr(error), 200)}") from error
        if not legal:
            raise OpponentError(f"the player {name} answered {cut(repr(answer), 200)}, which is not legal")
        return answer
