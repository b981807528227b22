"""Monte-Carlo tree search over information sets: `TreePlayer`, which plays any game.

A single tree is searched, from the player's observation. Simulations draw the hidden part of the state and follow only
what is legal in it (Cowling, Powley, Whitehouse 2012: SO-ISMCTS). A new position is judged by the game's
`Pace.estimate`; in a game without one, by random decisions and then the result or `Pace.value`.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping
from math import inf, log, sqrt
from random import Random
from typing import Any, Final, Generic, final

from cairn_rules.checks import seed_of
from cairn_rules.game import ActionT, Game, ObservationT, StateT
from cairn_rules.lazy import resolve
from cairn_rules.manifest import manifest_of
from cairn_rules.players.player import Budget, drawn_for
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


@final
class _Node:
    """Statistics of the positions that a line of play leads to."""

    __slots__ = ("available", "children", "total", "visits")

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

    def __init__(self) -> None:
        self.count, self.total, self.squares = 0, 0.0, 0.0

    def add(self, values: Iterable[float]) -> None:
        """Count some values."""
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
class _Visit(Generic[StateT, ActionT]):
    """A node in one draw of the hidden part: the state there, with its legal actions."""

    __slots__ = ("children", "further", "legal", "node", "player", "state")

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

    Example:
        >>> import cairn_rules as cairn
        >>> from cairn_rules.players import Budget, TreePlayer
        >>> state = cairn.parse_position("2s2/5/5/5/4f s wooe a3=pillars,b3=chaos,c3=deer,d3=dawn alley,menhir - 2-0")
        >>> player = TreePlayer(cairn, seed=1)
        >>> cairn.format_action(player.choose(cairn.observe(state, 0), Budget(simulations=50)))
        'c5-x'
    """

    default: Final = Budget(simulations=500)
    """The budget for a decision if none is given."""

    def __init__(
        self,
        game: Game[StateT, ActionT, ObservationT],
        *,
        seed: int | None = None,
        exploration: float = 0.7,
        depth: int = 12,
    ) -> None:
        self._game = game
        self._rng = Random(seed_of(seed))
        self._exploration = exploration
        self._depth = depth
        self._root = _Node()
        self._seen: ObservationT | None = None
        estimate = manifest_of(game).pace.estimate
        self._estimate = None if estimate is None else resolve(estimate)
        self._spread = _Spread()

    def choose(self, observation: ObservationT, budget: Budget | None = None) -> ActionT:
        """Return the action that was tried most; if only one is legal, return it at once."""
        game = self._game
        state, player = drawn_for(game, observation, self._rng)
        legal = game.legal_actions(state)
        if len(legal) == 1:
            return legal[0]
        self._root = self._known(observation, player) or _Node()
        self._seen = observation
        shared = 1 if self._estimate is None else SHARED
        start = self._drawn(observation)
        for number in (budget or self.default).spend():
            if number and number % shared == 0:
                start = self._drawn(observation)
            self._simulate(start)
        children = self._root.children
        return max(legal, key=lambda action: children[action].visits if action in children else 0)

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

    def _simulate(self, visit: _Visit[StateT, ActionT]) -> None:
        """Follow one line of play down the tree and one node further, and count its value."""
        path: list[tuple[_Node, int]] = []
        known = True
        while known and visit.is_open(self._game):
            assert visit.player is not None, "a player decides while there are legal actions"
            place = self._selected(visit.children)
            known = visit.children[place] is not None
            player, visit = visit.player, visit.follow(self._game, place)
            path.append((visit.node, player))
        values = self._judged(visit.state, {player for _, player in path})
        self._root.visits += 1
        for visited, player in path:
            visited.visits += 1
            visited.total += values[player]

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
        """Return the value of a state for each player: the estimate, or that of a random continuation."""
        game, rng = self._game, self._rng
        if self._estimate is not None and game.outcome(state) is None:
            estimates = self._estimate(state)
            values = {player: estimates[player] for player in players}
            self._spread.add(values.values())
            return values
        for _ in range(self._depth):
            legal = game.legal_actions(state)
            if not legal:
                break
            state = game.apply(state, legal[int(rng.random() * len(legal))])
        return {player: worth(game, state, player) for player in players}


def _likely(state: StateT, node: _Node) -> list[tuple[StateT, Any, _Node]]:
    """Return the actions at a node with their nodes, most visited first, in a state there."""
    worthy = [child for child in node.children.items() if child[1].visits >= WORTH_KEEPING]
    children = sorted(worthy, key=lambda child: -child[1].visits)
    return [(state, action, child) for action, child in children]
