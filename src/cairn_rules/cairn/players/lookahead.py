"""The search of Cairn's own players: `Lookahead`, minimax over whole turns, and `Planner`, which uses it to play.

The search is alpha-beta with iterative deepening and a transposition table. A `Judgement` evaluates positions.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from itertools import takewhile
from math import exp, inf
from operator import itemgetter
from random import Random
from typing import Any, Final, NamedTuple, Protocol, TypeAlias, final

from cairn_rules.cairn.manifest import MANIFEST
from cairn_rules.cairn.proofs.forced_wins import forced_win, hidden_in
from cairn_rules.cairn.rules.observation import Observation, observe
from cairn_rules.cairn.rules.rules import apply, current_player, successors
from cairn_rules.cairn.state.actions import Action
from cairn_rules.cairn.state.pending import BuildMegalith, ChooseAction, Over
from cairn_rules.cairn.state.state import State
from cairn_rules.checks import seed_of
from cairn_rules.errors import DefinitionError
from cairn_rules.game import SEED_BITS, Game
from cairn_rules.manifest import manifest_of
from cairn_rules.players.analysis_results import AnalysedLine, Analysis
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
MOST_LOOKED_AT: Final = 20_000
"""Maximum number of states that an analysis looks at for a proof."""
SUREST: Final = 6.0
"""The largest log-odds of an analysis. What a search sees as a certain victory depends on its guess at the deck."""
MOST_KEPT: Final = 200_000
"""Number of cached evaluations with which a decision may begin. With more, the cache is cleared first."""
A_POINT: Final = 3.0
"""Approximate log-odds of the megalith that is about to be built. It only orders the search."""

Decisions: TypeAlias = list[tuple[State, Action]]
"""Decisions in order, each with its state."""
_After: TypeAlias = tuple[Action, State]


class Judgement(Protocol):
    """A static evaluation of Cairn positions: a function or another callable."""

    def __call__(self, state: State, tribe: int, /) -> float:
        """Return the log-odds that a tribe wins.

        The game is not over. In the middle of a turn, the position is judged as if the turn ended now. The hidden order
        of the deck must not affect the result. The log-odds of the other tribe are their negative; they stay well below
        `FORCED`.
        """
        ...


class Candidate(NamedTuple):
    """A first action, as far as a search has looked ahead."""

    value: float
    """The log-odds that the player who decides wins; beyond `FORCED`, see `VICTORY`."""
    depth: int
    """Number of turns that the search looked ahead."""
    line: Decisions
    """The action and the decisions that are expected after it, each with its state."""

    @property
    def turn(self) -> Decisions:
        """The decisions before another player decides or the turn ends."""
        first = self.line[0][0]
        deciding = first.turn, current_player(first)
        return list(takewhile(lambda each: (each[0].turn, current_player(each[0])) == deciding, self.line))


class _SpentError(Exception):
    """The budget ran out during a search."""


@final
class Lookahead:
    """The search of one player. Evaluations are cached from one decision to the next.

    `judgement` evaluates the positions where the search stops.
    """

    def __init__(self, judgement: Judgement) -> None:
        self._judge = judgement
        self._known: dict[object, tuple[int, float, float, Action]] = {}
        """Transposition table for starts of turns: depth, lower bound, upper bound, best action."""
        self._judgements: dict[object, float] = {}
        self._within: dict[State, Action] = {}
        """The best decisions within turns."""
        self._spend: Iterator[int] = iter(())
        self.judged: int = 0
        """Number of positions that the last search has judged so far."""
        self._start = self._horizon = 0

    def line(self, state: State, budget: Budget) -> Decisions:
        """Return the best decisions from a state until another player decides or the turn ends.

        Each evaluation is a simulation of the budget. Decisions are in order, each with its state.
        """
        turns = MOST_TURNS if len(successors(state)) > 1 else 1
        best = deque(self.deepen(state, budget, 1, turns), maxlen=1).pop()[0]
        return best.turn

    def deepen(self, state: State, budget: Budget, most: int, turns: int = MOST_TURNS) -> Iterator[Sequence[Candidate]]:
        """Search by iterative deepening: one turn, then two, and so on. Yield the best first actions after each.

        Each evaluation is a simulation of the budget. At most `most` first actions are yielded.
        """
        # 1. a new search
        if len(self._judgements) > MOST_KEPT:
            self._judgements.clear()
        self._known.clear()
        self._within.clear()
        self._spend, self.judged, self._start = budget.spend(), 0, state._turn
        player = current_player(state)
        assert player is not None, "a player decides until the game is over"
        ordered = sorted(successors(state), key=_is_quiet)
        best = [(0.0, 0, ordered[0][0])]
        # 2. a depth after the other, until the budget is spent
        for depth in range(1, turns + 1):
            self._horizon = self._start + depth
            values: dict[Action, float] = {}
            better: list[tuple[float, int, Action]] = []
            spent = False
            try:
                for action, after in ordered:
                    bound = better[-1][0] if len(better) == most else -inf
                    value = values[action] = self._value(after, player, bound, inf)
                    if value > bound:
                        better.append((value, depth, action))
                        better.sort(key=itemgetter(0), reverse=True)
                        del better[most:]
            except _SpentError:
                spent = True
            searched = {action for _, _, action in better}
            best = (better + [each for each in best if each[-1] not in searched])[:most]
            yield [Candidate(value, looked, self._followed(state, action)) for value, looked, action in best]
            if spent or all(abs(value) > FORCED for value, _, _ in best):
                break
            ranks = {action: -rank for rank, (_, _, action) in enumerate(best)}
            ordered.sort(key=lambda each: (ranks.get(each[0], -most), values[each[0]]), reverse=True)
        self._spend = iter(())  # a player with a generator could not be copied or pickled

    def _followed(self, state: State, action: Action | None) -> Decisions:
        """Return the decisions that the search expects, from an action on."""
        line: Decisions = []
        while action is not None:
            line.append((state, action))
            state = dict(successors(state))[action]
            action = self._expected(state)
        return line

    def _expected(self, state: State) -> Action | None:
        """Return the decision that the search expects in a state, if it has looked so far ahead."""
        if not isinstance(state._pending, ChooseAction):
            return self._within.get(state)
        known = self._known.get(_place(state)) if state._turn < self._horizon else None
        return None if known is None else known[3]

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
        place = _place(state)
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
        if value > alpha:
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
        if next(self._spend, None) is None and (self._horizon > self._start + 1 or self.judged >= AT_LEAST):
            raise _SpentError
        self.judged += 1
        between = isinstance(state._pending, ChooseAction)
        place = (state._own, state._enemy, state._faces, state._active, between, state._layout)
        odds = self._judgements.get(place)
        if odds is None:
            odds = self._judgements[place] = self._judge(state, state._active)
        return odds if state._active == player else -odds


def _place(state: State) -> object:
    """Return the key of the start of a turn in the transposition table."""
    return (state._turn, state._own, state._enemy, state._faces, state._active, state._layout)


def _is_quiet(after: _After) -> bool:
    return isinstance(after[1]._pending, ChooseAction)


class Search(Protocol):
    """A search for the best decisions: `Lookahead`, or the compiled one."""

    judged: int

    def line(self, state: State, budget: Budget) -> Decisions:
        """Return the best decisions of a turn."""
        ...

    def deepen(self, state: State, budget: Budget, most: int) -> Iterator[Sequence[Candidate]]:
        """Yield the best first actions after each depth."""
        ...


@final
class Planner:
    """A player's plan: all decisions of its turn are searched at once, and kept while the turn goes as expected.

    `seed` is that of the guesses at the hidden order of the deck. Raise a `DefinitionError` if `game` is another game,
    or the seed not a whole number.
    """

    def __init__(self, player: str, game: Game[Any, Any, Any], seed: int | None) -> None:
        if manifest_of(game) is not MANIFEST:
            raise DefinitionError(f"{player} plays only cairn, not {manifest_of(game).name}")
        self._game = game
        self._guesses = Random(seed_of(seed)).getrandbits(SEED_BITS)
        self._plan: list[tuple[Observation, Action]] = []

    def choose(self, observation: Observation, budget: Budget, search: Callable[[State], Search]) -> Action:
        """Return the next action of the current plan, or search and return the first action of a new plan."""
        while self._plan:
            expected, action = self._plan.pop(0)
            if expected == observation:
                return action
        state, _ = drawn_for(self._game, observation, Random(self._guesses))
        line = search(state).line(state, budget)
        self._plan = [(observe(each, None), action) for each, action in line[1:]]
        return line[0][1]

    def analyse(
        self,
        observation: Observation,
        budget: Budget,
        lines: int,
        new_search: Callable[[State], Search],
        trust: float = 1.0,
        *,
        batch: bool | None = None,
    ) -> Iterator[Analysis[Action]]:
        """Yield the best lines after each depth of a search.

        `new_search` returns a new search for a state, so that the player may decide meanwhile. `trust` is a factor for
        the log-odds of the search. `batch` is as for `forced_win`; by default, a budget in simulations proves wins in
        Python on every machine, because the two searches reach the limit of a proof at different states.
        """
        state, seat = drawn_for(self._game, observation, Random(self._guesses))
        proven = _proven(state, seat, batch=False if batch is None and budget.seconds is None else batch)
        search = new_search(state)
        return (
            Analysis(
                seat=seat,
                lines=_with_proof(proven, tuple(_line_of(each, seat, trust) for each in found), lines),
                simulations=search.judged,
            )
            for found in search.deepen(state, budget, lines)
        )


def _proven(state: State, seat: int, *, batch: bool | None) -> AnalysedLine[Action] | None:
    """Return the line of a win that can be forced in a turn or two, if there is one."""
    proof = forced_win(state, limit=MOST_LOOKED_AT, batch=batch)
    if proof.turns is None:
        return None
    actions: list[Action] = []
    hidden, now = hidden_in(state._layout), state
    while hidden_in(now._layout) == hidden and len(actions) < len(proof.line):
        actions.append(proof.line[len(actions)])
        now = apply(now, actions[-1])
    return _analysed(actions, 1.0, seat, 2 * proof.turns - 1, proof.turns)


def _with_proof(
    proven: AnalysedLine[Action] | None, lines: tuple[AnalysedLine[Action], ...], most: int
) -> tuple[AnalysedLine[Action], ...]:
    """Return the lines with the proven one in front, in place of any that begins with the same action."""
    if proven is None:
        return lines
    others = [line for line in lines if line.actions[0] != proven.actions[0]]
    return (proven, *others)[:most]


def _line_of(candidate: Candidate, seat: int, trust: float) -> AnalysedLine[Action]:
    """Return a candidate for readers, until something hidden is revealed."""
    odds = trust * min(max(candidate.value, -SUREST), SUREST)
    chance = 1 / (1 + exp(-odds))
    hidden = hidden_in(candidate.line[0][0]._layout)
    actions = [action for state, action in candidate.line if hidden_in(state._layout) == hidden]
    return _analysed(actions, chance, seat, candidate.depth)


def _analysed(
    actions: Sequence[Action], chance: float, seat: int, depth: int, wins_in: int | None = None
) -> AnalysedLine[Action]:
    """Return a line with the chance of the seat that decides."""
    chances = (chance, 1 - chance) if seat == 0 else (1 - chance, chance)
    return AnalysedLine(actions=tuple(actions), value=2 * chance - 1, chances=chances, depth=depth, wins_in=wins_in)
