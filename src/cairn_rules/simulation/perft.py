"""Counts of action sequences in any game: `perft` by decisions, `perft_turns` by complete turns."""

from __future__ import annotations

from typing import Any

from cairn_rules.checks import check_least, checked
from cairn_rules.game import ActionT, Game, StateT
from cairn_rules.manifest import manifest_of
from cairn_rules.simulation.batch_functions import batch_functions


@checked
def perft(game: Game[StateT, ActionT, Any], state: StateT, depth: int, *, batch: bool = False) -> int:
    """Return the number of sequences of exactly `depth` decisions from a state.

    A sequence that ends the game earlier does not count. `batch` counts with the compiled rules of Cairn (extra
    `batch`): the same result, 30 to 40 times as fast for large numbers.

    Raises:
        CairnRulesError: if the depth is not a whole number from 0 up; or, with `batch`, if the game has no functions
            for it, the extra is missing, or the state has a custom megalith.

    Example:
        >>> from cairn_rules import cairn
        >>> state = cairn.new_game(seed=7, faces="wooe")
        >>> perft(cairn, state, 1), perft(cairn, state, 2)
        (8, 43)
    """
    depth = check_least("depth", depth, 0)
    if batch:
        return batch_functions(game).perft(state, depth)
    count, open_states = 0, [(state, depth)]
    while open_states:
        state, left = open_states.pop()
        actions = game.legal_actions(state) if left else ()
        if left <= 1:
            count += len(actions) if left else 1
        else:
            open_states += [(game.apply(state, action), left - 1) for action in actions]
    return count


@checked
def perft_turns(game: Game[StateT, ActionT, Any], state: StateT, turns: int, *, batch: bool = False) -> int:
    """Return the number of decision sequences that complete `turns` turns from a state.

    The turn under way counts as one. A turn that ends the game is complete; a sequence that ends the game in an earlier
    turn does not count. `batch` counts with the compiled rules of Cairn, as for `perft`.

    Raises:
        CairnRulesError: if the number of turns is not a whole number from 0 up; or as for `perft`.

    Example:
        >>> from cairn_rules import cairn
        >>> perft_turns(cairn, cairn.new_game(seed=7, faces="wooe"), 1)
        8
    """
    turns = check_least("turns", turns, 0)
    if batch:
        return batch_functions(game).perft_turns(state, turns)
    game.outcome(state)  # refuses what is not a state
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
