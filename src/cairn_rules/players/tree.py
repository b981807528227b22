"""Monte-Carlo tree search over information sets: `TreePlayer`, which plays any game.

A single tree is searched, from the player's observation. Simulations draw the hidden part of the state and follow only
what is legal in it (Cowling, Powley, Whitehouse 2012: SO-ISMCTS). A new position is judged by the game's
`Pace.estimate`; in a game without one, by random decisions and then the result or `Pace.value`.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from math import inf, log, sqrt
from random import Random
from typing import Any, Final, Generic, final

from cairn_rules.checks import checked, seed_of
from cairn_rules.errors import DefinitionError
from cairn_rules.game import SEED_BITS, ActionT, Game, ObservationT, StateT
from cairn_rules.lazy import resolve
from cairn_rules.manifest import manifest_of, players_of
from cairn_rules.players.analysis_results import AnalysedLine, Analysis
from cairn_rules.players.player import Budget, MakesPlayer, Player, default_budget, drawn_for
from cairn_rules.players.simple import worth

MOST_LOOKED_AT: Final = 2_000
"""Maximum number of nodes of an older tree that are compared with the current observation before a new tree is
started."""
WORTH_KEEPING: Final = 10
"""Minimum number of visits of such a node. The result of fewer visits is soon found again."""
SHARED: Final = 25
"""Number of simulations that share a draw of the hidden part, in a game with an estimate.

Because an estimate is quick, a draw for each simulation would take most of the time.
"""

REPORTED: Final = 100
"""Number of simulations after which an analysis is reported."""


@final
class _Node:
    """Statistics of the positions that a line of play leads to."""

    __slots__ = ("available", "children", "total", "visits")

    @checked
    def __init__(self) -> None:
        self.children: dict[Any, _Node] = {}
        self.visits = 0
        self.available = 0
        """Number of times that it could have been visited."""
        self.total = 0.0
        """Sum of the values of its visits for the player whose decision leads to it."""


@final
class _Spread:
    """The standard deviation of estimates: the scale for exploration among them."""

    __slots__ = ("count", "squares", "total")

    @checked
    def __init__(self) -> None:
        self.count, self.total, self.squares = 0, 0.0, 0.0

    def add(self, values: Iterable[float]) -> None:
        for value in values:
            self.count += 1
            self.total += value
            self.squares += value * value

    @property
    def deviation(self) -> float:
        """The standard deviation so far; 1 before the first value."""
        if not self.count:
            return 1.0
        mean = self.total / self.count
        return sqrt(max(0.0, self.squares / self.count - mean * mean))


@final
class _Tally:
    """The simulations of an analysis that began with an action."""

    __slots__ = ("totals", "visits")

    @checked
    def __init__(self, seats: Sequence[int]) -> None:
        self.visits = 0
        self.totals = [0.0 for _ in seats]

    def add(self, values: Mapping[int, float]) -> None:
        self.visits += 1
        for seat in range(len(self.totals)):
            self.totals[seat] += values[seat]


@final
class _Visit(Generic[StateT, ActionT]):
    """A node in one draw of the hidden part: the state there, with its legal actions."""

    __slots__ = ("children", "further", "legal", "node", "player", "state")

    @checked
    def __init__(self, node: _Node, state: StateT) -> None:
        self.node = node
        self.state = state
        self.legal: tuple[ActionT, ...] | None = None
        self.player: int | None = None
        self.children: list[_Node | None] = []
        """The node behind each legal action; None if it was never tried."""
        self.further: list[_Visit[StateT, ActionT] | None] = []
        """The visit behind each legal action; None if it was not tried in this draw."""

    def is_open(self, game: Game[StateT, ActionT, Any]) -> bool:
        """Return whether the game goes on, and list the actions the first time."""
        if self.legal is None:
            self.legal = game.legal_actions(self.state)
            self.player = game.current_player(self.state)
            self.children = [self.node.children.get(action) for action in self.legal]
            self.further = [None] * len(self.legal)
        return bool(self.legal)

    def follow(self, game: Game[StateT, ActionT, Any], place: int) -> _Visit[StateT, ActionT]:
        """Return the visit behind the legal action at a place of the list."""
        visit = self.further[place]
        if visit is None:
            assert self.legal is not None, "is_open was asked before"
            action = self.legal[place]
            node = self.children[place]
            if node is None:
                node = self.children[place] = self.node.children[action] = _Node()
            visit = self.further[place] = _Visit(node, game.apply(self.state, action))
        return visit


@final
class TreePlayer(Generic[StateT, ActionT, ObservationT]):
    """A player that tries many lines of play, mostly those that have done best so far.

    The tree is kept: if the game follows a line that was searched, the next search continues from there.

    Args:
        game: The rules.
        seed: The same seed gives the same answers when the budget is a number of simulations.
        exploration: Weight of less tried actions; with 0, only the best action so far is tried.
        depth: Number of random decisions before a position is judged, in a game without `Pace.estimate`.
        judge: A player that makes these decisions instead, in any game. One is made for each seat.

    Example:
        >>> from cairn_rules import Budget, cairn
        >>> from cairn_rules.players import TreePlayer
        >>> state = cairn.parse_position("2s2/5/5/5/4f s wooe a3=pillars,b3=chaos,c3=deer,d3=dawn alley,menhir - 2-0")
        >>> player = TreePlayer(cairn, seed=1)
        >>> cairn.format_action(player.choose(cairn.observe(state, 0), Budget(simulations=50)))
        'c5-x'
    """

    default: Final = Budget(simulations=500)
    """The budget for a decision if neither a budget is given nor the game's manifest sets another number."""

    @checked
    def __init__(
        self,
        game: Game[StateT, ActionT, ObservationT],
        *,
        seed: int | None = None,
        exploration: float = 0.7,
        depth: int = 12,
        judge: MakesPlayer | None = None,
    ) -> None:
        self._game = game
        self._rng = Random(seed_of(seed))
        self._budget = default_budget(game, "tree", self.default)
        self._exploration = exploration
        self._depth = depth
        self._root = _Node()
        self._seen: ObservationT | None = None
        estimate = manifest_of(game).pace.estimate
        self._estimate = None if estimate is None else resolve(estimate)
        self._spread = _Spread()
        self._judge = judge
        self._judges: dict[int, Player[ObservationT, ActionT]] = {}

    @checked
    def choose(self, observation: ObservationT, budget: Budget | None = None) -> ActionT:
        """Return the action that was tried most; if only one is legal, return it at once."""
        state, player = drawn_for(self._game, observation, self._rng)
        legal = self._game.legal_actions(state)
        if len(legal) == 1:
            return legal[0]
        for _ in self._search(observation, player, budget or self._budget):
            pass
        children = self._root.children
        return max(legal, key=lambda action: children[action].visits if action in children else 0)

    @checked
    def analyse(
        self, observation: ObservationT, budget: Budget | None = None, *, lines: int = 1
    ) -> Iterator[Analysis[ActionT]]:
        """Yield the lines that were tried most, after every hundredth simulation.

        See [`analyse`][cairn_rules.analyse]. A line ends where an action was tried less than ten times. The
        chances are as good as `Pace.estimate` or `Pace.value` of the game.

        Raises:
            DefinitionError: if the seats of the game do not compete, or their number is unknown.
        """
        state, seat = drawn_for(self._game, observation, self._rng)
        seats = range(_competing(self._game, state))
        # a tree of its own, so that the player may decide meanwhile
        analyst = TreePlayer(
            self._game,
            seed=self._rng.getrandbits(SEED_BITS),
            exploration=self._exploration,
            depth=self._depth,
            judge=self._judge,
        )
        return analyst._analyses(observation, state, seat, seats, budget or self._budget, lines)

    def _analyses(
        self, observation: ObservationT, state: StateT, seat: int, seats: Sequence[int], budget: Budget, lines: int
    ) -> Iterator[Analysis[ActionT]]:
        """Yield what is known after each hundred simulations, and in the end."""
        tallies: defaultdict[ActionT, _Tally] = defaultdict(partial(_Tally, seats))
        number = 0
        for action, values in self._search(observation, seat, budget, seats):
            number += 1
            tallies[action].add(values)
            if number % REPORTED == 0:
                yield self._analysis(state, seat, number, tallies, lines)
        if number % REPORTED:
            yield self._analysis(state, seat, number, tallies, lines)

    def _analysis(
        self, state: StateT, seat: int, simulations: int, tallies: Mapping[ActionT, _Tally], most: int
    ) -> Analysis[ActionT]:
        """Return the lines that were tried most."""
        lines: list[AnalysedLine[ActionT]] = []
        for action, tally in sorted(tallies.items(), key=lambda each: -each[1].visits)[:most]:
            means = [total / tally.visits for total in tally.totals]
            shares = [(1 + mean) / 2 for mean in means]
            chances = tuple(share / (sum(shares) or 1) for share in shares)
            actions = self._line(state, seat, action)
            lines.append(AnalysedLine(actions=actions, value=means[seat], chances=chances, visits=tally.visits))
        return Analysis(seat=seat, lines=tuple(lines), simulations=simulations)

    def _line(self, state: StateT, seat: int, action: ActionT) -> tuple[ActionT, ...]:
        """Return the line that was tried most after an action, until the action after which a seat knows more."""
        game, reveals = self._game, getattr(self._game, "reveals", None)
        actions: list[ActionT] = []
        node = self._root.children[action]
        while action in game.legal_actions(state):
            actions.append(action)
            before, state = state, game.apply(state, action)
            if reveals is not None and reveals(before, state, viewer=seat):
                break
            tried = [each for each in node.children.items() if each[1].visits >= WORTH_KEEPING]
            if not tried:
                break
            action, node = max(tried, key=lambda child: child[1].visits)
        return tuple(actions)

    def _search(
        self, observation: ObservationT, player: int, budget: Budget, seats: Iterable[int] = ()
    ) -> Iterator[tuple[ActionT, Mapping[int, float]]]:
        """Yield the first action of each simulation and its value, at least for some seats."""
        self._root = self._known(observation, player) or _Node()
        self._seen = observation
        shared = 1 if self._estimate is None else SHARED
        start = self._drawn(observation)
        for number in budget.spend():
            if number and number % shared == 0:
                start = self._drawn(observation)
            yield self._simulate(start, seats)

    def _drawn(self, observation: ObservationT) -> _Visit[StateT, ActionT]:
        """Return a visit of the root in a new draw of the hidden part."""
        return _Visit(self._root, self._game.sample_hidden(observation, self._rng))

    def _known(self, observation: ObservationT, player: int) -> _Node | None:
        """Return the node of the last search at which the game has arrived; None if it is not found."""
        if self._seen is None:
            return None
        game = self._game
        begun = game.sample_hidden(self._seen, self._rng)
        if game.observe(begun, player) == observation:
            return self._root
        waiting = deque(_likely(begun, self._root))
        for _ in range(MOST_LOOKED_AT):
            if not waiting:
                break
            before, action, node = waiting.popleft()
            if action in game.legal_actions(before):
                state = game.apply(before, action)
                if game.observe(state, player) == observation:
                    return node
                waiting += _likely(state, node)
        return None

    def _simulate(self, visit: _Visit[StateT, ActionT], seats: Iterable[int]) -> tuple[ActionT, Mapping[int, float]]:
        """Follow one line of play down the tree and one node further, count its value and return it."""
        path: list[tuple[_Node, int, ActionT]] = []
        known = True
        while known and visit.is_open(self._game):
            assert visit.player is not None, "a player decides while there are legal actions"
            assert visit.legal is not None, "is_open lists them"
            place = self._selected(visit.children)
            known = visit.children[place] is not None
            player, action, visit = visit.player, visit.legal[place], visit.follow(self._game, place)
            path.append((visit.node, player, action))
        values = self._judged(visit.state, {player for _, player, _ in path}.union(seats))
        self._root.visits += 1
        for visited, player, _ in path:
            visited.visits += 1
            visited.total += values[player]
        return path[0][2], values

    def _selected(self, children: list[_Node | None]) -> int:
        """Return the index of a child that was never tried, or of the most promising (UCB1 with availability)."""
        tried = [child for child in children if child is not None]
        for child in tried:
            child.available += 1
        if len(tried) < len(children):
            return self._rng.choice([place for place, child in enumerate(children) if child is None])
        exploration = self._exploration if self._estimate is None else self._exploration * self._spread.deviation
        best, chosen = -inf, 0
        for place, child in enumerate(tried):
            promise = child.total / child.visits + exploration * sqrt(log(child.available) / child.visits)
            if promise > best:
                best, chosen = promise, place
        return chosen

    def _judged(self, state: StateT, players: set[int]) -> Mapping[int, float]:
        """Return the value of a state for each player: the estimate, or that of a continuation."""
        game = self._game
        if self._estimate is None or self._judge is not None:
            state = self._continued(state)
        if self._estimate is not None and game.outcome(state) is None:
            estimates = self._estimate(state)
            values = {player: estimates[player] for player in players}
            self._spread.add(values.values())
            return values
        return {player: worth(game, state, player) for player in players}

    def _continued(self, state: StateT) -> StateT:
        """Return the state after some decisions, which are random or those of the judge."""
        game = self._game
        for _ in range(self._depth):
            legal = game.legal_actions(state)
            if not legal:
                break
            if self._judge is None:
                action = legal[int(self._rng.random() * len(legal))]
            else:
                action = self._judges_action(state, self._judge)
            state = game.apply(state, action)
        return state

    def _judges_action(self, state: StateT, judge: MakesPlayer) -> ActionT:
        """Return the action of the judge that sits where a player decides."""
        seat = self._game.current_player(state)
        assert seat is not None, "a player decides while there are legal actions"
        if seat not in self._judges:
            self._judges[seat] = judge(self._game, seed=self._rng.getrandbits(SEED_BITS))
        return self._judges[seat].choose(self._game.observe(state, seat))


def _competing(game: Game[StateT, Any, Any], state: StateT) -> int:
    """Return the number of seats in a game in which they compete."""
    manifest, players = manifest_of(game), players_of(game, state)
    if not players:
        raise DefinitionError(f"{manifest.name} should say in Manifest(seats=Seats(names=...)) how many seats it has")
    if players == 1 or not manifest.seats.compete:
        raise DefinitionError(f"the seats of {manifest.name} do not compete, so there is nothing to analyse")
    return players


def _likely(state: StateT, node: _Node) -> list[tuple[StateT, Any, _Node]]:
    """Return the actions at a node with their nodes, most visited first, in a state there."""
    worthy = [child for child in node.children.items() if child[1].visits >= WORTH_KEEPING]
    children = sorted(worthy, key=lambda child: -child[1].visits)
    return [(state, action, child) for action, child in children]
