"""`SagePlayer`, a minimax player of Cairn whose evaluation is a neural net that learned from self-play."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, cast, final
from warnings import warn

from cairn_rules.cairn.players.lookahead import Lookahead, Planner, Search
from cairn_rules.cairn.players.net import Net, knows, sage_file, sage_net
from cairn_rules.cairn.proofs.compiled_search_modules import check_batch, is_ready, search_module
from cairn_rules.cairn.rules.observation import Observation
from cairn_rules.cairn.state.actions import Action
from cairn_rules.cairn.state.state import State
from cairn_rules.checks import check_observation, checked
from cairn_rules.game import Game
from cairn_rules.players.analysis_results import Analysis
from cairn_rules.players.player import Budget

TRUST: Final = 1.05
"""Factor for the log-odds of the net in an analysis, fitted by `benchmarks/said_and_won.py`."""


@final
class SagePlayer:
    """A minimax player that searches as `SeerPlayer` does, and judges positions by a neural net.

    The net learned from games against itself, with the base megaliths and the rules as printed. It does not know custom
    megaliths: in a game with one, the player judges and plays as `SeerPlayer` does, warns once, and `knows` returns
    False.

    With the extra `batch`, its search can be compiled, which judges about fifty times as many positions in the same
    time, and does not return to a position of the game unless it is losing. It finds other decisions than the search
    in Python.

    Args:
        game: The rules, which must be those of Cairn.
        seed: Seed of the player's choices. The same seed gives the same choices if the budget is a number
            of simulations; one simulation is one evaluated position.
        net: The content of another net's file, such as one that you trained (default: the library's net).
        batch: Whether to use the compiled search, which needs Numba. True waits for the compiler, for about half a
            minute, if this machine has not compiled it before. By default, the compiled search is used for budgets in
            seconds, if this machine has compiled it. A game with a custom megalith is searched in Python.

    Raises:
        DefinitionError: if `game` is another game, or the file of the net is damaged or of another version.
        MissingExtraError: if the compiled search is asked for without Numba.

    Example:
        >>> from cairn_rules import cairn
        >>> from cairn_rules.players import SagePlayer
        >>> state = cairn.parse_position("2s2/5/5/5/4f s wooe a3=pillars,b3=chaos,c3=deer,d3=dawn alley,menhir - 2-0")
        >>> cairn.format_action(SagePlayer(cairn, seed=1).choose(cairn.observe(state, 0)))
        'c5-x'
    """

    default: Final = Budget(simulations=20_000)
    """Budget for a decision when the caller sets none."""

    def __init__(
        self, game: Game[Any, Any, Any], *, seed: int | None = None, net: bytes | None = None, batch: bool | None = None
    ) -> None:
        check_batch(batch)
        if batch:
            search_module("compiled_sage").prepare()
        self._planner = Planner(type(self).__name__, game, seed)
        self._net, self._batch = net, batch
        self._judgement = sage_net() if net is None else Net(net)
        self._searches: dict[bool, Search] = {}
        """The player's searches: the one in Python, and the compiled one."""
        self._has_warned = False

    @checked
    def choose(self, observation: Observation, budget: Budget | None = None) -> Action:
        """Return the next action of the current plan, or search and return the first action of a new plan.

        Warns:
            RuntimeWarning: once, if the net does not know a megalith of the game.
        """
        budget = budget or self.default
        action = self._planner.choose(observation, budget, lambda state: self._search(state, budget))
        self._warn_once(observation)
        return action

    @checked
    def analyse(
        self, observation: Observation, budget: Budget | None = None, *, lines: int = 1
    ) -> Iterator[Analysis[Action]]:
        """Yield the best lines after each depth of the search; see [`analyse`][cairn_rules.analyse].

        Warns:
            RuntimeWarning: once, if the net does not know a megalith of the game.
        """
        budget = budget or self.default
        analyses = self._planner.analyse(
            observation,
            budget,
            lines,
            lambda state: self._new_search(compiled=self._is_compiled(state, budget)),
            TRUST,
            batch=self._batch,
        )
        self._warn_once(observation)
        return analyses

    def _warn_once(self, observation: Observation) -> None:
        if not self._has_warned and not self.knows(observation):
            self._has_warned = True
            warn("sage does not know custom megaliths: it judges positions as seer does", RuntimeWarning, stacklevel=3)

    def _is_compiled(self, state: State, budget: Budget) -> bool:
        """Return whether a state is searched by the compiled search."""
        batch = budget.seconds is not None and is_ready("compiled_sage") if self._batch is None else self._batch
        return batch and knows(state._layout.all_megaliths)

    def _search(self, state: State, budget: Budget) -> Search:
        """Return the player's own search for a state."""
        compiled = self._is_compiled(state, budget)
        if compiled not in self._searches:
            self._searches[compiled] = self._new_search(compiled=compiled)
        return self._searches[compiled]

    def _new_search(self, *, compiled: bool) -> Search:
        if not compiled:
            return Lookahead(self._judgement)
        net = sage_file() if self._net is None else self._net
        return cast("Search", search_module("compiled_sage").CompiledLookahead(net))

    @staticmethod
    def knows(observation: Observation) -> bool:
        """Return whether the net judges the positions of a game, which must be played with base megaliths only.

        Raises:
            DefinitionError: if it is not an observation of Cairn.

        Example:
            >>> from cairn_rules import cairn
            >>> from cairn_rules.players import SagePlayer
            >>> SagePlayer.knows(cairn.observe(cairn.new_game(seed=7), None))
            True
        """
        check_observation(observation, Observation)
        on_board = observation.megaliths.values()
        return knows((*on_board, *observation.upcoming, *observation.unknown, *observation.tucked))
