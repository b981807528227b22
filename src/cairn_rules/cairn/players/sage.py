"""`SagePlayer`, a minimax player of Cairn whose evaluation is a neural net that learned from self-play."""

from __future__ import annotations

from typing import Any, Final, final

from cairn_rules.cairn.actions import Action
from cairn_rules.cairn.observation import Observation
from cairn_rules.cairn.players.lookahead import Planner
from cairn_rules.cairn.players.net import knows, sage_net
from cairn_rules.game import Game
from cairn_rules.players.player import Budget


@final
class SagePlayer:
    """A minimax player that searches as `SeerPlayer` does, and judges positions by a neural net.

    The net learned from games against itself, with the base megaliths and the rules as printed. It does not know custom
    megaliths: in a game with one, the player judges and plays as `SeerPlayer` does, and `knows` returns False.

    Args:
        game: The rules, which must be those of Cairn.
        seed: Seed of the player's choices. The same seed gives the same choices if the budget is a number
            of simulations; one simulation is one evaluated position.

    Raises:
        DefinitionError: if `game` is another game.

    Example:
        >>> import cairn_rules as cairn
        >>> from cairn_rules.players import SagePlayer
        >>> state = cairn.parse_position("2s2/5/5/5/4f s wooe a3=pillars,b3=chaos,c3=deer,d3=dawn alley,menhir - 2-0")
        >>> cairn.format_action(SagePlayer(cairn, seed=1).choose(cairn.observe(state, 0)))
        'c5-x'
    """

    default: Final = Budget(simulations=20_000)
    """Budget for a decision when the caller sets none."""

    def __init__(self, game: Game[Any, Any, Any], *, seed: int | None = None) -> None:
        self._planner = Planner(type(self).__name__, game, seed, sage_net())

    def choose(self, observation: Observation, budget: Budget | None = None) -> Action:
        """Return the next action of the current plan, or search and return the first action of a new plan."""
        return self._planner.choose(observation, budget or self.default)

    @staticmethod
    def knows(observation: Observation) -> bool:
        """Return whether the net judges the positions of a game: if it is played with base megaliths only.

        Example:
            >>> import cairn_rules as cairn
            >>> from cairn_rules.players import SagePlayer
            >>> SagePlayer.knows(cairn.observe(cairn.new_game(seed=7), None))
            True
        """
        on_board = observation.megaliths.values()
        return knows((*on_board, *observation.upcoming, *observation.unknown, *observation.tucked))
