"""The explained log of an action: every roll with its purpose and rule, and every event."""

from __future__ import annotations

from cairn_rules.cairn_rpg.argument_checks import checked
from cairn_rules.cairn_rpg.common.action_log import Log, logged, logs_between, shared_events
from cairn_rules.cairn_rpg.events import Event
from cairn_rules.cairn_rpg.wilderness.actions import Action
from cairn_rules.cairn_rpg.wilderness.rules import apply, explain, legal_actions, resolve
from cairn_rules.cairn_rpg.wilderness.state import SEAT_NAMES, State
from cairn_rules.chance import Dice
from cairn_rules.checks import check_seat


@checked
def log(state: State, action: Action, dice: Dice | None = None) -> Log:
    """Return the rolls and the events of an action. The given state is unchanged.

    Args:
        state: The state.
        action: The action.
        dice: The dice (default: those of `apply`).

    Raises:
        DefinitionError: if an argument is not of its kind.
        IllegalActionError: if the action is not legal.
        NeedsRoll: if the dice are scripted, and a face is missing.

    Example:
        >>> from cairn_rules.cairn_rpg import wilderness
        >>> from cairn_rules.chance import ScriptedDice
        >>> state = wilderness.new_game(weather="fair")
        >>> print(wilderness.log(state, wilderness.Travel(), ScriptedDice([1, 2])))
        getting lost [R199]: d6: 1 = 1
        event [R211]: d6: 2 = 2
        the party travels: watch 1 of 2 to the mill [R199]
        the party gets lost [R199]
        event: Sign [R211]
    """
    return logged(resolve, state, action, dice)


@checked
def changes(before: State, after: State, *, viewer: int | None = None) -> tuple[Event, ...]:
    r"""Return the events between a state and the next one, which `apply` made of it.

    If several actions lead to the same state, only the events that they share are listed.

    Args:
        before: The earlier state.
        after: The next state.
        viewer: A seat number, or None for a spectator. The events are the same for all.

    Raises:
        DefinitionError: if an argument is not of its kind, or the seat does not exist.

    Example:
        >>> from cairn_rules.cairn_rpg import wilderness
        >>> before = wilderness.new_game(seed=7)
        >>> print(*wilderness.changes(before, wilderness.apply(before, wilderness.Begin())), sep="\n")
        day 1: the weather is extreme [R188]
    """
    check_seat(viewer, len(SEAT_NAMES))
    return shared_events(logs_between(before, after, legal_actions, apply, explain))
