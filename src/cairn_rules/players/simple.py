"""Players without a search tree, for any game: `RandomPlayer` and `GreedyPlayer`."""

from __future__ import annotations

from random import Random
from typing import Any, Final, Generic, final

from cairn_rules.checks import checked, seed_of
from cairn_rules.game import ActionT, Game, ObservationT, StateT
from cairn_rules.manifest import manifest_of
from cairn_rules.players.player import Budget, default_budget, drawn_for, legal_for

WON: Final = 1.0
"""The value of a won game; a lost game has `-WON`, a draw 0."""


def worth(game: Game[StateT, Any, Any], state: StateT, player: int) -> float:
    """Return the value of a state for a player, from -1 (lost) to 1 (won).

    While the game goes on, it is `Pace.value`; 0 if the game has none.
    """
    outcome = game.outcome(state)
    if outcome is not None:
        return 0.0 if outcome.is_draw else WON if player in outcome.winners else -WON
    value = manifest_of(game).pace.value
    return 0.0 if value is None else value(state, player)


@final
class RandomPlayer(Generic[StateT, ActionT, ObservationT]):
    """A player that chooses each legal action with the same probability.

    The same seed gives the same answers (default: different ones each time).

    Example:
        >>> from cairn_rules import cairn
        >>> from cairn_rules.players import RandomPlayer
        >>> state = cairn.new_game(seed=7)
        >>> action = RandomPlayer(cairn, seed=1).choose(cairn.observe(state, cairn.current_player(state)))
        >>> action in cairn.legal_actions(state)
        True
    """

    @checked
    def __init__(self, game: Game[StateT, ActionT, ObservationT], *, seed: int | None = None) -> None:
        self._game = game
        self._rng = Random(seed_of(seed))

    @checked
    def choose(self, observation: ObservationT, budget: Budget | None = None) -> ActionT:  # noqa: ARG002 - none is needed
        """Return a random legal action."""
        return self._rng.choice(legal_for(self._game, observation, self._rng))


@final
class GreedyPlayer(Generic[StateT, ActionT, ObservationT]):
    """A player that tries every line of play until another player decides, and takes the best one.

    A line is judged by the result of the game or by `Pace.value`; among equal lines the player chooses at random. The
    same seed gives the same answers (default: different ones each time).

    Example:
        >>> from cairn_rules import cairn
        >>> from cairn_rules.players import GreedyPlayer
        >>> state = cairn.parse_position("2s2/5/5/5/4f s wooe c3=deer,d3=dawn alley,menhir - 0-0")
        >>> cairn.format_action(GreedyPlayer(cairn, seed=1).choose(cairn.observe(state, 0)))    # out, and build
        'c5-x'
    """

    default: Final = Budget(simulations=2_000)
    """The budget for a decision if neither a budget is given nor the game's manifest sets another number."""

    @checked
    def __init__(self, game: Game[StateT, ActionT, ObservationT], *, seed: int | None = None) -> None:
        self._game = game
        self._rng = Random(seed_of(seed))
        self._budget = default_budget(game, "greedy", self.default)

    @checked
    def choose(self, observation: ObservationT, budget: Budget | None = None) -> ActionT:
        """Return the first action of the best line found; a simulation is one state."""
        game, rng = self._game, self._rng
        state, player = drawn_for(game, observation, rng)
        turns = manifest_of(game).pace.turns
        first = list(game.legal_actions(state))
        rng.shuffle(first)
        best, chosen = -2.0, first[0]
        lines = [(action, state, action) for action in first]
        for _ in (budget or self._budget).spend():
            if not lines:
                break
            begun, before_it, action = lines.pop()
            after = game.apply(before_it, action)
            same_turn = turns is not None and turns(after) == turns(state)
            if same_turn and game.current_player(after) == player:
                lines += [(begun, after, further) for further in game.legal_actions(after)]
            elif (found := worth(game, after, player)) > best:
                best, chosen = found, begun
        return chosen
