"""Whole turns of any game: `turn_successors`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from cairn_rules.argument_checks import checked
from cairn_rules.game import ActionT, Game, StateT
from cairn_rules.manifest import manifest_of


@checked
def turn_successors(game: Game[StateT, ActionT, Any], state: StateT) -> Iterator[tuple[tuple[ActionT, ...], StateT]]:
    """Yield every sequence of decisions that completes the turn under way, with its resulting state.

    A turn that ends the game is complete. In a game whose states do not count turns, every decision is a turn. Turns
    are in the order of `legal_actions`; several may lead to the same state. The state may be in the middle of a turn.

    Example:
        >>> from cairn_rules import cairn
        >>> state = cairn.parse_position("2s2/5/5/5/4f s wooe c3=deer,d3=dawn alley,menhir - 0-0")
        >>> for turn, after in turn_successors(cairn, state):
        ...     print(*map(cairn.format_action, turn))
        +d1
        c5-c4
        c5-b5
        c5-d5
        c5-x =alley
        c5-x =menhir
    """
    game.outcome(state)  # refuses what is not a state
    complete = manifest_of(game).pace.turns_complete
    before = complete(state, 0)
    unfinished: list[tuple[tuple[ActionT, ...], StateT]] = [((), state)]
    while unfinished:
        turn, reached = unfinished.pop()
        if turn and (complete(reached, len(turn)) != before or game.outcome(reached) is not None):
            yield turn, reached
        else:
            actions = game.legal_actions(reached)
            unfinished += [((*turn, action), game.apply(reached, action)) for action in reversed(actions)]
