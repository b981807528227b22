"""Cairn as a game of OpenSpiel; needs the extra `openspiel`.

Importing this module registers the game. Hidden information is drawn by a chance node when it is revealed, so that the
game has perfect information: the set-up takes six chance nodes, and each draw from the deck takes one more.

Example:
    >>> import pyspiel
    >>> from cairn_rules.adapters.openspiel import SHORT_NAME
    >>> game = pyspiel.load_game(SHORT_NAME, {"light": True})
    >>> state = game.new_initial_state()
    >>> while state.is_chance_node():
    ...     state.apply_action(state.chance_outcomes()[0][0])
    >>> [state.action_to_string(action) for action in state.legal_actions()]
    ['a1-b1', 'a1-a2', 'c1-b1', 'c1-d1', 'c1-c2', 'e1-d1', 'e1-e2', '+d1']
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import Any, Final

from cairn_rules.errors import MissingExtraError

if find_spec("pyspiel") is None:
    raise MissingExtraError(__name__, "open_spiel", "openspiel")

import numpy as np
from attrs import frozen

from cairn_rules import cairn
from cairn_rules.cairn import chance_nodes
from cairn_rules.cairn.action_space import SIZE, action_at, action_indices
from cairn_rules.cairn.chance_nodes import MEGALITHS
from cairn_rules.cairn.observation_tensor import ENTRIES, tensor
from cairn_rules.chance.dice import check_whole

__all__ = ["SHORT_NAME"]

pyspiel: Any = import_module("pyspiel")  # it has no types

SHORT_NAME: Final = "cairn"
"""The name under which importing this module registers the game: `pyspiel.load_game("cairn")`."""
MAX_DECISIONS: Final = 10**6
"""Highest value of the parameter `max_decisions`."""
_GAME_TYPE: Final = pyspiel.GameType(
    short_name=SHORT_NAME,
    long_name="Cairn",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=False,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={"light": False, "max_decisions": 1000},
)


class CairnGame(pyspiel.Game):  # type: ignore[misc]
    """Cairn: the rules, a set of megaliths, and a limit."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = params or {}
        self.max_decisions = int(given.get("max_decisions", 1000))
        check_whole("max_decisions", self.max_decisions, 1, MAX_DECISIONS)
        self.stones = tuple(cairn.LIGHT_SET if given.get("light", False) else cairn.BASE_SET)
        info = pyspiel.GameInfo(
            num_distinct_actions=SIZE,
            max_chance_outcomes=chance_nodes.MAX_OUTCOMES,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.max_decisions,
        )
        super().__init__(_GAME_TYPE, info, given)  # pyright: ignore[reportUnknownMemberType]

    def new_initial_state(self) -> CairnState:
        """Return the state before anything is drawn."""
        return CairnState(self)

    def max_chance_nodes_in_history(self) -> int:
        """Return the maximum number of chance nodes in a game: at most one follows a decision."""
        return len(chance_nodes.SETUP) + self.max_decisions

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> CairnObserver:  # noqa: ARG002 - there are none
        """Return an observer: both players see the same."""
        return CairnObserver()


@frozen
class Position:
    """The position of a game; immutable, so that clones of a state share it."""

    drawn: tuple[int, ...] = ()
    """The outcomes of the chance nodes of the set-up so far."""
    state: cairn.State | None = None
    """The state of the rules; None before the end of the set-up."""
    awaiting: cairn.Action | None = None
    """The action that is waiting for its drawn megalith, or None."""
    decisions: int = 0
    """Number of decisions so far."""

    def __deepcopy__(self, _: object) -> Position:
        return self


class CairnState(pyspiel.State):  # type: ignore[misc]
    """A game of Cairn at a decision or at a chance node."""

    def __init__(self, game: CairnGame) -> None:
        super().__init__(game)  # pyright: ignore[reportUnknownMemberType]
        self.position = Position()

    @property
    def rules_state(self) -> cairn.State | None:
        """The state of the rules, for the other functions of this library; None before the end of the set-up.

        At a chance node, it is the state before the decision that draws. Its deck is in an arbitrary order.
        """
        return self.position.state

    def current_player(self) -> int:
        """Return the seat that decides, or the number of OpenSpiel for chance or for the end."""
        state = self.position.state
        if state is None or self.position.awaiting is not None:
            return int(pyspiel.PlayerId.CHANCE)
        seat = None if self._at_limit() else cairn.current_player(state)
        return int(pyspiel.PlayerId.TERMINAL) if seat is None else int(seat)

    def _at_limit(self) -> bool:
        return self.position.decisions >= self._game.max_decisions

    @property
    def _game(self) -> CairnGame:
        game: CairnGame = self.get_game()
        return game

    def is_terminal(self) -> bool:
        """Return whether the game is over, or has reached its limit."""
        return self.current_player() == int(pyspiel.PlayerId.TERMINAL)

    def _legal_actions(self, player: int) -> list[int]:  # noqa: ARG002 - only the seat that decides is asked
        state = self.position.state
        assert state is not None, "nobody decides before the end of the set-up"
        return sorted(action_indices(state))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return each outcome of a chance node with its probability; all are equally likely."""
        outcomes = self._outcomes()
        return [(outcome, 1 / len(outcomes)) for outcome in outcomes]

    def _outcomes(self) -> list[int]:
        position = self.position
        if position.awaiting is not None:
            assert position.state is not None, "actions come after the set-up"
            return chance_nodes.deck_outcomes(position.state, position.awaiting)
        return chance_nodes.setup_outcomes(position.drawn, self._game.stones)

    def _apply_action(self, action: int) -> None:
        position = self.position
        state, awaiting = position.state, position.awaiting
        if state is None:
            drawn = (*position.drawn, action)
            complete = len(drawn) == len(chance_nodes.SETUP)
            self.position = Position(drawn, chance_nodes.first_state(drawn, self._game.stones) if complete else None)
        elif awaiting is not None:
            after = cairn.apply(chance_nodes.with_next(state, MEGALITHS[action]), awaiting)
            self.position = Position(position.drawn, after, None, position.decisions)
        else:
            chosen = action_at(state, action)
            draws = bool(chance_nodes.drawable(state, chosen))
            after = state if draws else cairn.apply(state, chosen)
            self.position = Position(position.drawn, after, chosen if draws else None, position.decisions + 1)

    def _action_to_string(self, player: int, action: int) -> str:
        position = self.position
        if player != pyspiel.PlayerId.CHANCE:
            assert position.state is not None, "nobody decides before the end of the set-up"
            return cairn.format_action(action_at(position.state, action))
        if position.state is not None:
            return f"draw {MEGALITHS[action].id}"
        return chance_nodes.outcome_name(len(position.drawn), action)

    def returns(self) -> list[float]:
        """Return 1 for the winner and -1 for the loser; 0 until the end, and at the limit."""
        state = self.position.state
        outcome = None if state is None else cairn.outcome(state)
        return [0.0, 0.0] if outcome is None else [1.0 if seat in outcome.winners else -1.0 for seat in range(2)]

    def __str__(self) -> str:
        position = self.position
        if position.state is None:
            return f"set-up {' '.join(map(str, position.drawn))}".strip()
        drawing = cairn.diagram(position.state)
        return drawing if position.awaiting is None else f"{drawing}\ndraws: {cairn.format_action(position.awaiting)}"


class CairnObserver:
    """An observer of OpenSpiel: the tensor of a tribe, with numbers from 0 to 11, and the diagram as text."""

    def __init__(self) -> None:
        self.tensor = np.zeros(ENTRIES, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: CairnState, player: int) -> None:
        """Write the tensor of a tribe; zeros before the end of the set-up."""
        now = state.rules_state
        self.tensor[:] = 0 if now is None else np.frombuffer(tensor(cairn.observe(now, player), player), np.uint8)

    def string_from(self, state: CairnState, player: int) -> str:  # noqa: ARG002 - both players see the same
        """Return the view of a tribe as text."""
        return str(state)


pyspiel.register_game(_GAME_TYPE, CairnGame)
