"""Monte-Carlo tree search over information sets: `TreePlayer`, which plays any game.

One tree is searched from what the player may know; each simulation draws the hidden part of the
state anew and follows only what is legal in it (Cowling, Powley, Whitehouse 2012: SO-ISMCTS).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from math import log, sqrt
from random import Random
from typing import Any, Final, Generic, TypeVar, final

from cairn_rules.game import Game
from cairn_rules.players.player import Budget
from cairn_rules.players.simple import worth

StateT = TypeVar("StateT")
ActionT = TypeVar("ActionT")
ObservationT = TypeVar("ObservationT")

MOST_LOOKED_AT: Final = 2_000
"""So many nodes of an older tree are compared with what is seen now, before a new one is begun."""


@final
class _Node:
    """What was found out about the positions that a line of play leads to."""

    __slots__ = ("available", "children", "total", "visits")

    def __init__(self) -> None:
        self.children: dict[Any, _Node] = {}
        self.visits = 0
        self.available = 0
        """How often it could have been visited."""
        self.total = 0.0
        """What the visits were worth to the player who decided to come here."""


@final
class TreePlayer(Generic[StateT, ActionT, ObservationT]):
    """Plays out many games from here, most of them along the lines that did best so far, and takes the best.

    What it found is kept: when the game went on along a line that it knows, it goes on from there.

    Args:
        game: The rules.
        seed: The same seed gives the same answers when the budget is a number of simulations.
        exploration: How much it tries what did worse: 0 for not at all.
        depth: After so many random decisions a game is judged by its `Pace.value`, if it has one.

    Example:
        >>> import cairn_rules as cairn
        >>> from cairn_rules.players import Budget, TreePlayer
        >>> state = cairn.parse_position("2s2/5/5/5/4f s wooe a3=pillars,b3=chaos,c3=deer,d3=dawn alley,menhir - 2-0")
        >>> player = TreePlayer(cairn, seed=1)
        >>> cairn.format_action(player.choose(cairn.observe(state, 0), Budget(simulations=50)))
        'c5-x'
    """

    default: Final = Budget(simulations=500)
    """What it spends on a decision when it is given no budget."""

    def __init__(
        self,
        game: Game[StateT, ActionT, ObservationT],
        *,
        seed: int | None = None,
        exploration: float = 0.7,
        depth: int = 12,
    ) -> None:
        self._game = game
        self._rng = Random(seed)
        self._exploration = exploration
        self._depth = depth
        self._root = _Node()
        self._seen: ObservationT | None = None

    def choose(self, observation: ObservationT, budget: Budget | None = None) -> ActionT:
        """The action that most simulations went through; one that is the only one is taken at once."""
        game = self._game
        state = game.sample_hidden(observation, self._rng)
        player = game.current_player(state)
        assert player is not None, "nobody is asked when a game is over"
        legal = game.legal_actions(state)
        if len(legal) == 1:
            return legal[0]
        self._root = self._known(observation, player) or _Node()
        self._seen = observation
        for _ in (budget or self.default).spend():
            self._simulate(game.sample_hidden(observation, self._rng))
        children = self._root.children
        return max(legal, key=lambda action: children[action].visits if action in children else 0)

    def _known(self, observation: ObservationT, player: int) -> _Node | None:
        """The node of the tree that the game has come to since it was searched, if it is there."""
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

    def _simulate(self, state: StateT) -> None:
        """One line of play: down the tree, one node on, and from there at random."""
        game, node = self._game, self._root
        path: list[tuple[_Node, int]] = []
        while legal := game.legal_actions(state):
            player = game.current_player(state)
            assert player is not None, "somebody decides while there are legal actions"
            action = self._selected(node, legal)
            state = game.apply(state, action)
            known = action in node.children
            node = node.children.setdefault(action, _Node())
            path.append((node, player))
            if not known:
                break
        values = self._judged(state, {player for _, player in path})
        self._root.visits += 1
        for visited, player in path:
            visited.visits += 1
            visited.total += values[player]

    def _selected(self, node: _Node, legal: tuple[ActionT, ...]) -> ActionT:
        """An action that was never tried, or the one that promises most (UCB1 with availability)."""
        children = node.children
        untried = [action for action in legal if action not in children]
        for action in legal:
            if action in children:
                children[action].available += 1
        if untried:
            return self._rng.choice(untried)
        return max(legal, key=lambda action: self._promise(children[action]))

    def _promise(self, child: _Node) -> float:
        return child.total / child.visits + self._exploration * sqrt(log(child.available) / child.visits)

    def _judged(self, state: StateT, players: set[int]) -> Mapping[int, float]:
        """What a state is worth to each player, after some random decisions."""
        game, rng = self._game, self._rng
        for _ in range(self._depth):
            legal = game.legal_actions(state)
            if not legal:
                break
            state = game.apply(state, legal[int(rng.random() * len(legal))])
        return {player: worth(game, state, player) for player in players}


def _likely(state: StateT, node: _Node) -> list[tuple[StateT, Any, _Node]]:
    """The ways on from a node, those first that were gone most."""
    children = sorted(node.children.items(), key=lambda child: -child[1].visits)
    return [(state, action, child) for action, child in children]
