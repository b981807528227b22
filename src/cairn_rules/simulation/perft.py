"""Counts of action sequences in any game: `perft` by decisions, `perft_turns` by complete turns."""

from __future__ import annotations

from typing import Any

from cairn_rules.checks import check_least
from cairn_rules.game import ActionT, Game, StateT
from cairn_rules.manifest import manifest_of


def perft(game: Game[StateT, ActionT, Any], state: StateT, depth: int) -> int:
    """Return the number of sequences of exactly `depth` decisions from a state.

    A sequence that ends the game earlier does not count.

    Raises:
        DefinitionError: if the depth is not a whole number from 0 up.

    Example:
        >>> import cairn_rules as cairn
        >>> state = cairn.new_game(seed=7, faces="wooe")
        >>> perft(cairn, state, 1), perft(cairn, state, 2)
        (8, 43)
    """
    check_least("depth", depth, 0)
    count, open_states = 0, [(state, depth)]
    while open_states:
        state, left = open_states.pop()
        actions = game.legal_actions(state) if left else ()
        if left <= 1:
            count += len(actions) if left else 1
        else:
            open_states += [(game.apply(state, action), left - 1) for action in actions]
    return count


def perft_turns(game: Game[StateT, ActionT, Any], state: StateT, turns: int) -> int:
    """Return the number of decision sequences that complete `turns` turns from a state.

    The turn under way counts as one. A turn that ends the game is complete; a sequence that ends
    the game in an earlier turn does not count.

    Raises:
        DefinitionError: if the number of turns is not a whole number from 0 up.

    Example:
        >>> import cairn_rules as cairn
        >>> perft_turns(cairn, cairn.new_game(seed=7, faces="wooe"), 1)
        8
    """
    check_least("turns", turns, 0)
    complete = manifest_of(game).pace.turns_complete
    last = complete(state, 0) + turns
    count, open_states = 0, [(state, 0)]
    while open_states:
        state, decisions = open_states.pop()
        if complete(state, decisions) == last:
            count += 1
        else:
            open_states += [(game.apply(state, action), decisions + 1) for action in game.legal_actions(state)]
    return count
