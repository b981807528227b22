"""`SeerPlayer`, a minimax player of Cairn whose evaluation is a weighted sum of features of the board."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, final

from cairn_rules.argument_checks import checked
from cairn_rules.cairn.players.evaluation import judged
from cairn_rules.cairn.players.lookahead import Lookahead, Planner
from cairn_rules.cairn.rules.observation import Observation
from cairn_rules.cairn.state.actions import Action
from cairn_rules.game import Game
from cairn_rules.players.analysis_results import Analysis
from cairn_rules.players.player import Budget


@final
class SeerPlayer:
    """A minimax player (alpha-beta) that searches the next turns of both tribes completely.

    It plays only Cairn, because its evaluation is written for that game. It plans all decisions of its
    turn at once and keeps the plan while the turn goes as expected. It guesses the hidden order of the deck.

    Args:
        game: The rules, which must be those of Cairn.
        seed: Seed of the player's choices. The same seed gives the same choices if the budget is a number
            of simulations; one simulation is one evaluated position.

    Raises:
        DefinitionError: if `game` is another game.

    Example:
        >>> from cairn_rules import cairn
        >>> from cairn_rules.players import SeerPlayer
        >>> state = cairn.parse_position("2s2/5/5/5/4f s wooe a3=pillars,b3=chaos,c3=deer,d3=dawn alley,menhir - 2-0")
        >>> cairn.format_action(SeerPlayer(cairn, seed=1).choose(cairn.observe(state, 0)))
        'c5-x'
    """

    default: Final = Budget(simulations=20_000)
    """Budget for a decision when the caller sets none."""

    def __init__(self, game: Game[Any, Any, Any], *, seed: int | None = None) -> None:
        self._planner = Planner(type(self).__name__, game, seed)
        self._search = Lookahead(judged)

    @checked
    def choose(self, observation: Observation, budget: Budget | None = None) -> Action:
        """Return the next action of the current plan, or search and return the first action of a new plan."""
        return self._planner.choose(observation, budget or self.default, lambda _: self._search)

    @checked
    def analyse(
        self, observation: Observation, budget: Budget | None = None, *, lines: int = 1
    ) -> Iterator[Analysis[Action]]:
        """Yield the best lines after each depth of the search; see [`analyse`][cairn_rules.analyse]."""
        return self._planner.analyse(observation, budget or self.default, lines, lambda _: Lookahead(judged))
