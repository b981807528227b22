"""`SagePlayer`, a minimax player of Cairn whose evaluation is a neural net that learned from self-play."""

from __future__ import annotations

from typing import Any, Final, final
from warnings import warn

from cairn_rules.cairn.actions import Action
from cairn_rules.cairn.observation import Observation
from cairn_rules.cairn.players.lookahead import Planner
from cairn_rules.cairn.players.net import Net, knows, sage_net
from cairn_rules.checks import check_observation
from cairn_rules.game import Game
from cairn_rules.players.player import Budget


@final
class SagePlayer:
    """A minimax player that searches as `SeerPlayer` does, and judges positions by a neural net.

    The net learned from games against itself, with the base megaliths and the rules as printed. It does not know custom
    megaliths: in a game with one, the player judges and plays as `SeerPlayer` does, warns once, and `knows` returns
    False.

    Args:
        game: The rules, which must be those of Cairn.
        seed: Seed of the player's choices. The same seed gives the same choices if the budget is a number
            of simulations; one simulation is one evaluated position.
        net: The content of another net's file, such as one that you trained (default: the library's net).

    Raises:
        DefinitionError: if `game` is another game, or the file of the net is damaged or of another version.

    Example:
        >>> import cairn_rules as cairn
        >>> from cairn_rules.players import SagePlayer
        >>> state = cairn.parse_position("2s2/5/5/5/4f s wooe a3=pillars,b3=chaos,c3=deer,d3=dawn alley,menhir - 2-0")
        >>> cairn.format_action(SagePlayer(cairn, seed=1).choose(cairn.observe(state, 0)))
        'c5-x'
    """

    default: Final = Budget(simulations=20_000)
    """Budget for a decision when the caller sets none."""

    def __init__(self, game: Game[Any, Any, Any], *, seed: int | None = None, net: bytes | None = None) -> None:
        self._planner = Planner(type(self).__name__, game, seed, sage_net() if net is None else Net(net))
        self._has_warned = False

    def choose(self, observation: Observation, budget: Budget | None = None) -> Action:
        """Return the next action of the current plan, or search and return the first action of a new plan.

        Warns:
            RuntimeWarning: once, if the net does not know a megalith of the game.
        """
        action = self._planner.choose(observation, budget or self.default)
        if not self._has_warned and not self.knows(observation):
            self._has_warned = True
            warn("sage does not know custom megaliths: it judges positions as seer does", RuntimeWarning, stacklevel=2)
        return action

    @staticmethod
    def knows(observation: Observation) -> bool:
        """Return whether the net judges the positions of a game, which must be played with base megaliths only.

        Raises:
            DefinitionError: if it is not an observation of Cairn.

        Example:
            >>> import cairn_rules as cairn
            >>> from cairn_rules.players import SagePlayer
            >>> SagePlayer.knows(cairn.observe(cairn.new_game(seed=7), None))
            True
        """
        check_observation(observation, Observation)
        on_board = observation.megaliths.values()
        return knows((*on_board, *observation.upcoming, *observation.unknown, *observation.tucked))
