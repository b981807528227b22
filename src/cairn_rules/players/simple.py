"""The first rungs of the ladder: `RandomPlayer` and `GreedyPlayer`, which play any game."""

from __future__ import annotations

from random import Random
from typing import Any, Final, Generic, TypeVar, final

from cairn_rules.game import Game
from cairn_rules.manifest import manifest_of
from cairn_rules.players.player import Budget

StateT = TypeVar("StateT")
ActionT = TypeVar("ActionT")
ObservationT = TypeVar("ObservationT")

WON: Final = 1.0
"""What a won game is worth, to who won it; a lost one is worth `-WON`, a draw nothing."""


def worth(game: Game[StateT, Any, Any], state: StateT, player: int) -> float:
    """How well a player stands, from -1 (lost) to 1 (won).

    While the game goes on it is what its `Pace.value` says, or 0.
    """
    outcome = game.outcome(state)
    if outcome is not None:
        return 0.0 if outcome.is_draw else WON if player in outcome.winners else -WON
    value = manifest_of(game).pace.value
    return 0.0 if value is None else value(state, player)


@final
class RandomPlayer(Generic[StateT, ActionT, ObservationT]):
    """Each legal action is as likely as the others.

    Args:
        game: The rules.
        seed: The same seed gives the same answers; None for different ones each time.

    Example:
        >>> import cairn_rules as cairn
        >>> from cairn_rules.players import RandomPlayer
        >>> state = cairn.new_game(seed=7)
        >>> action = RandomPlayer(cairn, seed=1).choose(cairn.observe(state, cairn.current_player(state)))
        >>> action in cairn.legal_actions(state)
        True
    """

    def __init__(self, game: Game[StateT, ActionT, ObservationT], *, seed: int | None = None) -> None:
        self._game = game
        self._rng = Random(seed)

    def choose(self, observation: ObservationT, budget: Budget | None = None) -> ActionT:  # noqa: ARG002 - none is needed
        """One of the legal actions."""
        return self._rng.choice(self._game.legal_actions(self._game.sample_hidden(observation, self._rng)))


@final
class GreedyPlayer(Generic[StateT, ActionT, ObservationT]):
    """Looks at everything it can do until another player decides, and takes what leaves it best off.

    How well off it is tells the game's `Pace.value`; of equal lines one is drawn.

    Args:
        game: The rules.
        seed: The same seed gives the same answers; None for different ones each time.

    Example:
        >>> import cairn_rules as cairn
        >>> from cairn_rules.players import GreedyPlayer
        >>> state = cairn.parse_position("2s2/5/5/5/4f s wooe c3=deer,d3=dawn alley,menhir - 0-0")
        >>> cairn.format_action(GreedyPlayer(cairn, seed=1).choose(cairn.observe(state, 0)))    # out, and build
        'c5-x'
    """

    default: Final = Budget(simulations=2_000)
    """What it spends on a decision when it is given no budget."""

    def __init__(self, game: Game[StateT, ActionT, ObservationT], *, seed: int | None = None) -> None:
        self._game = game
        self._rng = Random(seed)

    def choose(self, observation: ObservationT, budget: Budget | None = None) -> ActionT:
        """The first action of the best line that was found; a simulation is one state that is looked at."""
        game, rng = self._game, self._rng
        state = game.sample_hidden(observation, rng)
        player = game.current_player(state)
        assert player is not None, "nobody is asked when a game is over"
        turns = manifest_of(game).pace.turns
        first = list(game.legal_actions(state))
        rng.shuffle(first)
        best, chosen = -2.0, first[0]
        lines = [(action, state, action) for action in first]
        for _ in (budget or self.default).spend():
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
