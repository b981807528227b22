"""Opponents: computer players that decide; their errors name them."""

from __future__ import annotations

from typing import Any, final

from cairn_rules.errors import CairnRulesError, cut
from cairn_rules.game import Game
from cairn_rules.players import Budget, Player, player_named


class OpponentError(CairnRulesError, RuntimeError):
    """A player raised an exception, or chose an illegal action."""


@final
class Opponents:
    """The computer players of one game, each created on first use.

    Args:
        game: The rules.
        seed: The same seed gives the same decisions, unless the budget is a time; None: different ones.
    """

    def __init__(self, game: Game[Any, Any, Any], seed: int | None = None) -> None:
        self._game = game
        self._seed = seed
        self._made: dict[tuple[int, str], Player[Any, Any]] = {}

    def decision(self, name: str, state: Any, budget: Budget | None) -> Any:
        """Return the decision of a player in a state.

        Raises:
            OpponentError: if the player cannot be created, raises an exception, or chooses an illegal action.
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
