"""The rules as functions: `current_player`, `legal_actions`, `apply`, `outcome`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from cairn_rules.checks import agreed_actions, check_state, not_a_state
from cairn_rules.errors import IllegalActionError
from cairn_rules.game import Outcome
from cairn_rules.korrigans.rules import turns
from cairn_rules.korrigans.rules.determinisation import states_seen
from cairn_rules.korrigans.rules.observation import Observation
from cairn_rules.korrigans.rules.reasons import why_illegal
from cairn_rules.korrigans.state import pending as decisions
from cairn_rules.korrigans.state.actions import Action
from cairn_rules.korrigans.state.state import State

Options = Callable[[State, Any], tuple[Action, ...]]
Does = Callable[[State, Any, Any], State]

_DECISIONS: Final = dict[type, tuple[Options, Does]](
    {
        decisions.PlaceKorrigan: (turns.place_options, turns.place),
        decisions.TakeClover: (turns.take_options, turns.take),
        decisions.ChooseSun: (turns.sun_options, turns.cover_sun),
        decisions.ChooseCloud: (turns.cloud_options, turns.cover_cloud),
        decisions.ChooseMove: (turns.move_options, turns.take_turn),
        decisions.ChooseSecondMove: (turns.second_move_options, turns.move_again),
        decisions.ChooseReceiver: (turns.receiver_options, turns.give_goblin),
        decisions.ChooseOpponent: (turns.opponent_options, turns.unmask),
        decisions.ChooseLink: (turns.link_options, turns.place_troll),
        decisions.ChooseCauldronField: (turns.cauldron_options, turns.place_cauldron),
        decisions.ChooseFinalMove: (turns.final_move_options, turns.move_finally),
    }
)
"""For each decision: the function that lists its options, and the one that follows the chosen one."""


def current_player(state: State | Observation) -> int | None:
    """Return the seat that decides now, or None if the game is over.

    Raises:
        DefinitionError: if `state` is neither a state nor an observation.

    Example:
        >>> from cairn_rules import korrigans
        >>> korrigans.current_player(korrigans.new_game(seed=7))
        0
    """
    try:
        pending = state.pending
        return None if isinstance(pending, decisions.Over) else pending.seat
    except AttributeError:
        raise not_a_state(state) from None


def outcome(state: State | Observation) -> Outcome | None:
    """Return the winner and the reason, or None until the game is over (rules 8.2, 8.3).

    There is always exactly one winner. The reasons are `most-gold`, `most-companions` and
    `later-in-turn-order`.

    Raises:
        DefinitionError: if `state` is neither a state nor an observation.

    Example:
        >>> from random import Random
        >>> from cairn_rules import korrigans
        >>> state, rng = korrigans.new_game(seed=7, players=4), Random(7)
        >>> while korrigans.outcome(state) is None:
        ...     state = korrigans.apply(state, rng.choice(korrigans.legal_actions(state)))
        >>> len(korrigans.outcome(state).winners), korrigans.outcome(state).reason
        (1, 'most-gold')
    """
    try:
        pending = state.pending
    except AttributeError:
        raise not_a_state(state) from None
    return pending.outcome if isinstance(pending, decisions.Over) else None


def legal_actions(state: State | Observation) -> tuple[Action, ...]:
    """Return every legal action of the seat that decides; empty if the game is over.

    Args:
        state: A state, or the observation of the seat that decides.

    Returns:
        The actions in a fixed order, without duplicates. Fields and links are in board order, tokens in the order
        of their kinds, rows, columns and seats in ascending order. Movements are sorted by Korrigan, companion and
        destination. Sacrifices follow, sorted by token and side, or else `Pass()`, `Decline()` or
        `EndFinalTurn()`. If both Korrigans of a player share a field and carry the same, only the first one
        is listed.

    Raises:
        DefinitionError: if the value is neither a state nor an observation, or is the observation of another seat.

    Example:
        >>> from cairn_rules import korrigans
        >>> korrigans.legal_actions(korrigans.new_game(seed=7))
        (Place(field='A'), Place(field='G'))
    """
    if not isinstance(state, State):
        return agreed_actions(state, Observation, map(legal_actions, states_seen(state)))
    legal: tuple[Action, ...] | None = getattr(state, "_legal", None)
    if legal is None:
        pending = state.pending
        legal = () if isinstance(pending, decisions.Over) else _DECISIONS[type(pending)][0](state, pending)
        object.__setattr__(state, "_legal", legal)
    return legal


def apply(state: State, action: Action) -> State:
    """Return the state after an action. The given state is unchanged.

    Every game ends: each round draws at least one of 14 pawns, the seventh colour comes with
    the thirteenth at the latest, and within a turn tokens, Menhirs and companions run out (rule 13.1).

    Raises:
        IllegalActionError: if the action is illegal; its `reason` says why.

    Example:
        >>> from cairn_rules import korrigans
        >>> state = korrigans.apply(korrigans.new_game(seed=7), korrigans.Place("A"))
        >>> state.pending
        TakeClover(seat=0, korrigan=0)
    """
    check_state(state, State)
    for legal in getattr(state, "_legal", ()):  # those that were listed before
        if legal is action:
            return _done(state, action)
    reason = why_illegal(state, action)
    if reason is not None:
        raise IllegalActionError(action, reason, repr(state))
    return _done(state, action)


def successors(state: State) -> tuple[tuple[Action, State], ...]:
    """Return every legal action with its resulting state, in the order of `legal_actions`.

    Faster than `legal_actions` and `apply`, because legality is checked once.

    Example:
        >>> from cairn_rules import korrigans
        >>> state = korrigans.new_game(seed=7)
        >>> [(korrigans.format_action(action), len(after.ledger)) for action, after in korrigans.successors(state)]
        [('@A', 0), ('@G', 0)]
    """
    check_state(state, State)
    return tuple([(action, _done(state, action)) for action in legal_actions(state)])


def _done(state: State, action: Action) -> State:
    """Return the state after a legal action."""
    pending = state.pending
    return _DECISIONS[type(pending)][1](state, pending, action)
