"""The search of Cairn's own players: `Lookahead`, minimax over whole turns, and `Planner`, which uses it to play.

The search is alpha-beta with iterative deepening and a transposition table. A `Judgement` evaluates positions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import inf
from random import Random
from typing import Any, Final, Protocol, TypeAlias, final

from cairn_rules.cairn.actions import Action
from cairn_rules.cairn.manifest import MANIFEST
from cairn_rules.cairn.observation import Observation, observe
from cairn_rules.cairn.pending import BuildMegalith, ChooseAction, Over
from cairn_rules.cairn.rules import current_player, successors
from cairn_rules.cairn.state import State
from cairn_rules.checks import seed_of
from cairn_rules.errors import DefinitionError
from cairn_rules.game import SEED_BITS, Game
from cairn_rules.manifest import manifest_of
from cairn_rules.players.player import Budget, drawn_for

VICTORY: Final = 1_000.0
"""Value of a victory, minus one for each turn until then. Evaluations are much smaller."""
FORCED: Final = 500.0
"""A greater value is a victory that the opponent cannot prevent."""
MOST_TURNS: Final = 12
"""Maximum search depth, in turns."""
MOST_POWERS: Final = 8
"""Maximum number of powers in a turn that are searched. A longer chain is evaluated as it is."""
AT_LEAST: Final = 1_000
"""Number of evaluations that a search of one turn may use, even beyond the budget."""
MOST_KEPT: Final = 200_000
"""Number of cached evaluations with which a decision may begin. With more, the cache is cleared first."""
A_POINT: Final = 3.0
"""Approximate log-odds of the megalith that is about to be built. It only orders the search."""

Line: TypeAlias = list[tuple[State, Action]]
"""Decisions of a turn in order, each with its state."""
_After: TypeAlias = tuple[Action, State]


class Judgement(Protocol):
    """A static evaluation of Cairn positions: a function or another callable."""

    def __call__(self, state: State, tribe: int, /) -> float:
        """Return the log-odds that a tribe wins.

        Args:
            state: A state of a game that is not over. In the middle of a turn, the position is judged as if the turn
                ended now. The hidden order of the deck must not affect the result.
            tribe: The tribe, 0 or 1. The log-odds of the other tribe are their negative. They stay well below `FORCED`.
        """
        ...


class _SpentError(Exception):
    """The budget ran out during a search."""


@final
class Lookahead:
    """The search of one player. Evaluations are cached from one decision to the next.

    Args:
        judgement: The evaluation of the positions where the search stops.
    """

    def __init__(self, judgement: Judgement) -> None:
        self._judge = judgement
        self._known: dict[object, tuple[int, float, float, Action]] = {}
        """Transposition table for starts of turns: depth, lower bound, upper bound, best action."""
        self._judgements: dict[object, float] = {}
        self._within: dict[State, Action] = {}
        """The best decisions in the rest of the current turn."""
        self._spend: Iterator[int] = iter(())
        self._count = 0
        self._start = self._horizon = 0

    def line(self, state: State, budget: Budget) -> Line:
        """Return the best decisions from a state until another player decides or the turn ends.

        Args:
            state: The state to search, with a decision pending.
            budget: The limits of the search. Each evaluation is a simulation.

        Returns:
            The decisions in order, each with its state.
        """
        if len(self._judgements) > MOST_KEPT:
            self._judgements.clear()
        self._known.clear()
        self._within.clear()
        self._spend, self._count, self._start = budget.spend(), 0, state._turn
        player = current_player(state)
        assert player is not None, "a player decides until the game is over"
        action: Action | None = self._deeper(state, player)
        line: Line = []
        while action is not None:
            line.append((state, action))
            state = dict(successors(state))[action]
            same = state._turn == self._start and current_player(state) == player
            action = self._within.get(state) if same else None
        self._spend = iter(())  # a player with a generator could not be copied or pickled
        return line

    def _deeper(self, state: State, player: int) -> Action:
        """Return the best action by iterative deepening: one turn, then two, and so on."""
        ordered = sorted(successors(state), key=_is_quiet)
        best = ordered[0][0]
        for turns in range(1, MOST_TURNS + 1 if len(ordered) > 1 else 2):
            self._horizon = self._start + turns
            values: dict[Action, float] = {}
            alpha = -inf
            try:
                for action, after in ordered:
                    value = values[action] = self._value(after, player, alpha, inf)
                    if value > alpha:
                        alpha, best = value, action
            except _SpentError:
                break
            if abs(alpha) > FORCED:
                break
            ordered.sort(key=lambda each: (each[0] is best, values[each[0]]), reverse=True)
        return best

    def _value(self, state: State, player: int, alpha: float, beta: float) -> float:
        """Return the value of a state for a player, or a bound on it outside alpha to beta."""
        pending = state._pending
        if isinstance(pending, ChooseAction):
            if state._turn >= self._horizon:
                return self._judgement(state, player)
            if state._active == player:
                return self._of_turn(state, alpha, beta)
            return -self._of_turn(state, -beta, -alpha)
        if isinstance(pending, Over):
            worth = VICTORY - (state._turn - self._start)
            return worth if player in pending.outcome.winners else -worth
        if len(state._seen) > MOST_POWERS:
            return self._judgement(state, player)
        decider = current_player(state)
        assert decider is not None, "a player decides until the game is over"
        if decider == player:
            return self._within_turn(state, player, alpha, beta)
        return -self._within_turn(state, decider, -beta, -alpha)

    def _of_turn(self, state: State, alpha: float, beta: float) -> float:
        """Return the value of the start of a turn for its tribe, from the transposition table if possible."""
        # 1. a known value, if it was searched deep enough or its bounds suffice
        turns = self._horizon - state._turn
        place = (state._turn, state._own, state._enemy, state._faces, state._active, state._layout)
        known = self._known.get(place)
        first: Action | None = None
        if known is not None:
            looked, least, most, first = known
            if looked >= turns:
                if least >= beta or least == most:
                    return least
                if most <= alpha:
                    return most
        # 2. successors in a promising order: the best action of a shallower search first
        afters = list(successors(state))
        if turns > 1:
            afters = self._ordered(afters, state._active)
        else:
            afters.sort(key=_is_quiet)
        if first is not None:
            afters.sort(key=lambda each: each[0] is not first)
        # 3. the search, and what it proves about the value
        value, action = self._best(afters, state._active, alpha, beta)
        self._known[place] = (turns, -inf if value <= alpha else value, inf if value >= beta else value, action)
        return value

    def _within_turn(self, state: State, decider: int, alpha: float, beta: float) -> float:
        """Return the value of a state in the middle of a turn for the player who decides."""
        value, action = self._best(successors(state), decider, alpha, beta)
        if state._turn == self._start and value > alpha:
            self._within[state] = action
        return value

    def _best(
        self, afters: tuple[_After, ...] | list[_After], player: int, alpha: float, beta: float
    ) -> tuple[float, Action]:
        best, chosen = -inf, afters[0][0]
        for action, after in afters:
            value = self._value(after, player, alpha, beta)
            if value > best:
                best, chosen = value, action
                if best >= beta:
                    break
                alpha = max(alpha, best)
        return best, chosen

    def _ordered(self, afters: list[_After], player: int) -> list[_After]:
        """Sort successors by their estimated value, best first."""
        return sorted(afters, key=lambda each: self._estimate(each[1], player), reverse=True)

    def _estimate(self, state: State, player: int) -> float:
        odds = self._judgement(state, player)
        return odds + A_POINT if isinstance(state._pending, BuildMegalith) else odds

    def _judgement(self, state: State, player: int) -> float:
        """Return the evaluation of a state for a player. It costs one simulation, even if cached."""
        self._count += 1
        if next(self._spend, None) is None and (self._horizon > self._start + 1 or self._count > AT_LEAST):
            raise _SpentError
        between = isinstance(state._pending, ChooseAction)
        place = (state._own, state._enemy, state._faces, state._active, between, state._layout)
        odds = self._judgements.get(place)
        if odds is None:
            odds = self._judgements[place] = self._judge(state, state._active)
        return odds if state._active == player else -odds


def _is_quiet(after: _After) -> bool:
    return isinstance(after[1]._pending, ChooseAction)


Search: TypeAlias = Callable[[State, Budget], Line]
"""A search for the best decisions of a turn."""


@final
class Planner:
    """A player's plan: all decisions of its turn are searched at once, and kept while the turn goes as expected.

    Args:
        player: The player's name, for the message of the error.
        game: The rules, which must be those of Cairn.
        seed: Seed of the guesses at the hidden order of the deck.
        search: A function that returns the best decisions from a state, such as `Lookahead.line`.

    Raises:
        DefinitionError: if `game` is another game, or the seed not a whole number.
    """

    def __init__(self, player: str, game: Game[Any, Any, Any], seed: int | None, search: Search) -> None:
        if manifest_of(game) is not MANIFEST:
            raise DefinitionError(f"{player} plays only cairn, not {manifest_of(game).name}")
        self._game = game
        self._guesses = Random(seed_of(seed)).getrandbits(SEED_BITS)
        self._search = search
        self._plan: list[tuple[Observation, Action]] = []

    def choose(self, observation: Observation, budget: Budget) -> Action:
        """Return the next action of the current plan, or search and return the first action of a new plan."""
        while self._plan:
            expected, action = self._plan.pop(0)
            if expected == observation:
                return action
        state, _ = drawn_for(self._game, observation, Random(self._guesses))
        line = self._search(state, budget)
        self._plan = [(observe(each, None), action) for each, action in line[1:]]
        return line[0][1]
