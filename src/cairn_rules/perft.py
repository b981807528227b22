"""Counting what can happen: `perft` by decisions, `perft_turns` by complete turns, for any game."""

from __future__ import annotations

from typing import Any, Protocol, TypeVar

from cairn_rules.errors import CairnRulesError
from cairn_rules.game import ActionT, Game, StateT


class _Timed(Protocol):
    @property
    def turn(self) -> int:
        """How many turns are complete."""
        ...


TimedT = TypeVar("TimedT", bound=_Timed)


def perft(game: Game[StateT, ActionT, Any], state: StateT, depth: int) -> int:
    """How many different sequences of `depth` decisions a state allows.

    A sequence that ends the game earlier does not count.

    Raises:
        CairnRulesError: when the depth is negative.

    Example:
        >>> import cairn_rules as cairn
        >>> state = cairn.new_game(seed=7, faces="wooe")
        >>> perft(cairn, state, 1), perft(cairn, state, 2)
        (8, 43)
    """
    if depth <= 1:
        return len(game.legal_actions(state)) if _checked(depth) else 1
    return sum(perft(game, game.apply(state, action), depth - 1) for action in game.legal_actions(state))


def perft_turns(game: Game[TimedT, ActionT, Any], state: TimedT, turns: int) -> int:
    """How many different sequences of decisions complete `turns` turns from a state.

    The turn under way counts as one. A turn that ends the game is complete; a sequence that ends
    it in an earlier turn does not count.

    Raises:
        CairnRulesError: when the number of turns is negative.

    Example:
        >>> import cairn_rules as cairn
        >>> perft_turns(cairn, cairn.new_game(seed=7, faces="wooe"), 1)
        8
    """
    if not _checked(turns):
        return 1
    last = state.turn + turns

    def count(state: TimedT) -> int:
        if state.turn == last:
            return 1
        return sum(count(game.apply(state, action)) for action in game.legal_actions(state))

    return count(state)


def _checked(number: int) -> int:
    if number < 0:
        raise CairnRulesError(f"a perft counts from 0 up, not {number}")
    return number
