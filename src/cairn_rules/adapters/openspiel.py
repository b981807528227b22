"""The board games as games of OpenSpiel; needs the extra `openspiel`.

Importing this module registers them. Hidden information of Cairn is drawn by a chance node when it is revealed, so that
the game has perfect information: the set-up takes six chance nodes, and each draw from the deck takes one more. In
Korrigans and Endless Winter, four chance nodes draw a seed at the start, and players see what their seats may know.

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

from collections.abc import Callable
from importlib import import_module
from random import Random
from typing import Any, Final, NoReturn

from cairn_rules.errors import EncodingError, missing_extra

if _missing := missing_extra(__name__, "openspiel", "pyspiel", "numpy"):
    raise _missing

import numpy as np

from cairn_rules import cairn, dumps, endless_winter, korrigans
from cairn_rules.cairn.learning.action_space import SIZE, action_at, action_indices
from cairn_rules.cairn.learning.observation_tensor import ENTRIES, tensor
from cairn_rules.cairn.proofs import chance_nodes
from cairn_rules.cairn.proofs.chance_nodes import MEGALITHS
from cairn_rules.chance.dice import check_whole
from cairn_rules.encoding import Encoder
from cairn_rules.frozen_classes import frozen
from cairn_rules.game import Game, with_options

__all__ = ["SHORT_NAME"]

pyspiel: Any = import_module("pyspiel")  # it has no types

SHORT_NAME: Final = "cairn"
"""The name under which importing this module registers Cairn: `pyspiel.load_game("cairn")`."""
MAX_DECISIONS: Final = 10**6
"""Highest value of the parameter `max_decisions`."""
DIGITS: Final = 4
"""Number of chance nodes that draw the seed of a game with secrets."""
BASE: Final = 64
"""Number of outcomes of each of them."""


def _game_type(short_name: str, long_name: str, players: range, parameters: dict[str, Any]) -> Any:
    """Return the description of a game. Only Cairn has perfect information, and always a single winner."""
    is_cairn = short_name == SHORT_NAME
    information, utility = pyspiel.GameType.Information, pyspiel.GameType.Utility
    return pyspiel.GameType(
        short_name=short_name,
        long_name=long_name,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=information.PERFECT_INFORMATION if is_cairn else information.IMPERFECT_INFORMATION,
        utility=utility.ZERO_SUM if is_cairn else utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=players[-1],
        min_num_players=players[0],
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={**parameters, "max_decisions": 1000},
    )


class _Game(pyspiel.Game):  # type: ignore[misc]
    """A game with a limit."""

    kind: Any

    def __init__(self, params: dict[str, Any], actions: int, outcomes: int, players: int, **more: float) -> None:
        self.max_decisions = check_whole("max_decisions", int(params.get("max_decisions", 1000)), 1, MAX_DECISIONS)
        info = pyspiel.GameInfo(
            num_distinct_actions=actions,
            max_chance_outcomes=outcomes,
            num_players=players,
            min_utility=-1.0,
            max_utility=1.0,
            max_game_length=self.max_decisions,
            **more,
        )
        super().__init__(self.kind, info, params)  # pyright: ignore[reportUnknownMemberType]


class CairnGame(_Game):
    """Cairn: the rules, a set of megaliths, and a limit."""

    rules: Game[Any, Any, Any] = cairn
    kind = _game_type(SHORT_NAME, "Cairn", range(2, 3), {"light": False})

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = params or {}
        self.stones = tuple(cairn.LIGHT_SET if given.get("light", False) else cairn.BASE_SET)
        super().__init__(given, SIZE, chance_nodes.MAX_OUTCOMES, 2, utility_sum=0.0)

    def new_initial_state(self) -> CairnState:
        """Return the state before anything is drawn."""
        return CairnState(self)

    def max_chance_nodes_in_history(self) -> int:
        """Return the maximum number of chance nodes in a game: at most one follows a decision."""
        return len(chance_nodes.SETUP) + self.max_decisions

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer | None:  # noqa: ARG002 - there are none
        """Return an observer: both players see the same."""
        return _observer(iig_obs_type, ENTRIES)


class SeededGame(_Game):
    """A game with secrets: the rules, a number of players, and a limit."""

    module: Game[Any, Any, Any]
    """The rules, for any number of players."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = params or {}
        least, most = self.kind.min_num_players, self.kind.max_num_players
        players = check_whole("players", int(given.get("players", 2)), least, most)
        self.encoder = Encoder(with_options(self.module, players=players))
        self.rules = self.encoder.game
        super().__init__(given, self.encoder.actions, BASE, players)

    def new_initial_state(self) -> SeededState:
        """Return the state before the seed is drawn."""
        return SeededState(self)

    def max_chance_nodes_in_history(self) -> int:
        """Return the number of chance nodes in a game."""
        return DIGITS

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer | None:  # noqa: ARG002 - there are none
        """Return an observer of what each player may know."""
        return _observer(iig_obs_type, self.encoder.shape[0])


class KorrigansGame(SeededGame):
    """Korrigans."""

    module, kind = korrigans, _game_type("korrigans", "Korrigans", range(2, 6), {"players": 2})


class EndlessWinterGame(SeededGame):
    """Endless Winter."""

    module, kind = endless_winter, _game_type("endless_winter", "Endless Winter", range(1, 5), {"players": 2})


@frozen
class Position:
    """The position of a game; immutable, so that clones of a state share it."""

    drawn: tuple[int, ...] = ()
    """The outcomes of the chance nodes of the set-up so far."""
    state: Any = None
    """The state of the rules; None before the end of the set-up."""
    awaiting: Any = None
    """The action that is waiting for its drawn megalith, or None."""
    decisions: int = 0
    """Number of decisions so far."""

    def __deepcopy__(self, _: object) -> Position:
        return self


def _equal_chances(outcomes: list[int]) -> list[tuple[int, float]]:
    """Return each outcome of a chance node with its probability; all are equally likely."""
    return [(outcome, 1 / len(outcomes)) for outcome in outcomes]


def _check_outcome(outcome: int, outcomes: list[int]) -> None:
    if outcome not in outcomes:
        right = ", ".join(map(str, outcomes))
        raise EncodingError(f"{outcome} is not an outcome of this chance node, where {right} are")


class _State(pyspiel.State):  # type: ignore[misc]
    """A game at a decision or at a chance node."""

    def __init__(self, game: Any) -> None:
        super().__init__(game)  # pyright: ignore[reportUnknownMemberType]
        self.position = Position()

    @property
    def rules_state(self) -> Any:
        """The state of the rules, for the other functions of this library; None before the end of the set-up.

        At a chance node, it is the state before the decision that draws. A deck of Cairn is in an arbitrary order.
        """
        return self.position.state

    def current_player(self) -> int:
        """Return the seat that decides, or the number of OpenSpiel for chance or for the end."""
        state = self.position.state
        if state is None or self.position.awaiting is not None:
            return int(pyspiel.PlayerId.CHANCE)
        at_limit = self.position.decisions >= self._game.max_decisions
        seat = None if at_limit else self._game.rules.current_player(state)
        return int(pyspiel.PlayerId.TERMINAL) if seat is None else int(seat)

    @property
    def _game(self) -> Any:
        return self.get_game()

    def is_terminal(self) -> bool:
        """Return whether the game is over, or has reached its limit."""
        return self.current_player() == int(pyspiel.PlayerId.TERMINAL)

    def returns(self) -> list[float]:
        """Return 1 for each winner and -1 for each loser; 0 for a draw, until the end, and at the limit."""
        state, seats = self.position.state, range(self._game.num_players())
        outcome = None if state is None else self._game.rules.outcome(state)
        if outcome is None or outcome.is_draw:
            return [0.0 for _ in seats]
        return [1.0 if seat in outcome.winners else -1.0 for seat in seats]

    def information_state_string(self, player: int | None = None) -> NoReturn:  # noqa: ARG002 - refused for all
        """Raise an `EncodingError`: all that a player has seen so far is not kept."""
        raise EncodingError(
            f"{self._game.get_type().short_name} has no information states, only observations: use observation_string"
            " or observation_tensor; ISMCTSBot takes use_observation_string=True"
        )

    information_state_tensor = information_state_string


class CairnState(_State):
    """A game of Cairn at a decision or at a chance node."""

    def _legal_actions(self, player: int) -> list[int]:  # noqa: ARG002 - only the seat that decides is asked
        state = self.position.state
        assert state is not None, "nobody decides before the end of the set-up"
        return sorted(action_indices(state))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return each outcome of a chance node with its probability."""
        return _equal_chances(self._outcomes())

    def _outcomes(self) -> list[int]:
        position = self.position
        if position.awaiting is not None:
            assert position.state is not None, "actions come after the set-up"
            return chance_nodes.deck_outcomes(position.state, position.awaiting)
        return chance_nodes.setup_outcomes(position.drawn, self._game.stones)

    def _apply_action(self, action: int) -> None:
        position = self.position
        state, awaiting = position.state, position.awaiting
        if state is None or awaiting is not None:
            _check_outcome(action, self._outcomes())
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

    def __str__(self) -> str:
        position = self.position
        if position.state is None:
            return f"set-up {' '.join(map(str, position.drawn))}".strip()
        drawing = cairn.diagram(position.state)
        return drawing if position.awaiting is None else f"{drawing}\ndraws: {cairn.format_action(position.awaiting)}"

    def tensor_of(self, player: int) -> bytes:
        """Return the tensor of a tribe."""
        return tensor(cairn.observe(self.position.state, player), player)

    def text_for(self, player: int) -> str:  # noqa: ARG002 - both players see the same
        """Return the view of a tribe as text."""
        return str(self)


class SeededState(_State):
    """A game with secrets at a decision, or at a chance node that draws a digit of its seed."""

    def _legal_actions(self, player: int) -> list[int]:  # noqa: ARG002 - only the seat that decides is asked
        return sorted(self._game.encoder.indices(self.position.state))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return each value of a digit with its probability."""
        return _equal_chances(list(range(BASE)))

    def _apply_action(self, action: int) -> None:
        position, rules = self.position, self._game.rules
        if position.state is None:
            _check_outcome(action, list(range(BASE)))
            drawn = (*position.drawn, action)
            seed = sum(digit * BASE**place for place, digit in enumerate(drawn))
            self.position = Position(drawn, rules.new_game(seed=seed) if len(drawn) == DIGITS else None)
        else:
            after = rules.apply(position.state, self._game.encoder.action(position.state, action))
            self.position = Position(position.drawn, after, None, position.decisions + 1)

    def resample_from_infostate(self, player_id: int, rng: Callable[[], float]) -> SeededState:
        """Return a state that a player cannot distinguish from this one, drawn with a source of numbers from 0 to 1.

        Its history is empty, since that of this state has the seed. Before the end of the set-up, it is a clone.
        """
        position, rules = self.position, self._game.rules
        if position.state is None:
            clone: SeededState = self.clone()
            return clone
        sampled: SeededState = self._game.new_initial_state()
        seen = rules.observe(position.state, player_id)
        sampled.position = Position((), rules.sample_hidden(seen, Random(rng())), None, position.decisions)
        return sampled

    def _action_to_string(self, player: int, action: int) -> str:
        state = self.position.state
        if player == pyspiel.PlayerId.CHANCE:
            return f"digit {action}"
        return str(self._game.rules.format_action(self._game.encoder.action(state, action)))

    def __str__(self) -> str:
        state = self.position.state
        return f"set-up {self.position.drawn}" if state is None else str(self._game.rules.diagram(state))

    def tensor_of(self, player: int) -> bytes:
        """Return the tensor of a seat."""
        encoded: bytes = self._game.encoder.tensor(self.position.state, player)
        return encoded

    def text_for(self, player: int) -> str:
        """Return what a seat may know, as JSON; the set-up as text before its end."""
        state = self.position.state
        return str(self) if state is None else dumps(self._game.rules.observe(state, player))


def _observer(kind: Any, entries: int) -> Observer | None:
    """Return the observer of a type; None, as OpenSpiel asks, if it is not what a player sees at the moment."""
    only = True, False, pyspiel.PrivateInfoType.SINGLE_PLAYER
    return Observer(entries) if not kind or (kind.public_info, kind.perfect_recall, kind.private_info) == only else None


class Observer:
    """An observer of OpenSpiel: the tensor of a seat, and what it may know as text."""

    def __init__(self, entries: int) -> None:
        self.tensor = np.zeros(entries, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: Any, player: int) -> None:
        """Write the tensor of a seat; zeros before the end of the set-up."""
        self.tensor[:] = 0 if state.rules_state is None else np.frombuffer(state.tensor_of(player), np.uint8)

    def string_from(self, state: Any, player: int) -> str:
        """Return what a seat may know as text."""
        text: str = state.text_for(player)
        return text


for _game in (CairnGame, KorrigansGame, EndlessWinterGame):
    pyspiel.register_game(_game.kind, _game)
