"""The explained log of an action, every roll with its purpose and rule; and the events of a decision."""

from __future__ import annotations

from cairn_rules.cairn_rpg.argument_checks import checked
from cairn_rules.cairn_rpg.common.action_log import Log, explained, logged
from cairn_rules.cairn_rpg.events import Event
from cairn_rules.cairn_rpg.wilderness.actions import Action
from cairn_rules.cairn_rpg.wilderness.rules import apply, legal_actions, resolve
from cairn_rules.cairn_rpg.wilderness.state import SEAT_NAMES, State
from cairn_rules.chance import Dice
from cairn_rules.checks import check_seat
from cairn_rules.decision_search import decision_between


@checked
def log(state: State, action: Action, dice: Dice | None = None) -> Log:
    """Return the rolls and the events of an action. The given state is unchanged.

    The default dice are those of `apply`.

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
def events_of(state: State, action: Action, after: State, *, viewer: int | None = None) -> tuple[Event, ...]:
    r"""Return the events of an action.

    The action is resolved again with the dice of `apply`. If it led to another state, with other dice, the events are
    those of `resolve` with these dice; here there are none. The events are the same for every viewer.

    Raises:
        DefinitionError: if an argument is not of its kind, or the seat does not exist.
        IllegalActionError: if the action is not legal.

    Example:
        >>> from cairn_rules.cairn_rpg import wilderness
        >>> state = wilderness.new_game(seed=7)
        >>> print(*wilderness.events_of(state, wilderness.Begin(), wilderness.apply(state, wilderness.Begin())))
        day 1: the weather is extreme [R188]
    """
    check_seat(viewer, len(SEAT_NAMES))
    return explained(resolve, state, action, after)


@checked
def changes(before: State, after: State, *, viewer: int | None = None) -> tuple[Event, ...]:
    r"""Return the events between two states, for a program that does not know the decision. Slower than `events_of`.

    This tries the listed actions: the events are those of the first one that leads from one state to the other with the
    dice of `apply`. There are none if no listed action does. The events are the same for every viewer.

    Raises:
        DefinitionError: if an argument is not of its kind, or the seat does not exist.

    Example:
        >>> from cairn_rules.cairn_rpg import wilderness
        >>> before = wilderness.new_game(seed=7)
        >>> print(*wilderness.changes(before, wilderness.apply(before, wilderness.Begin())), sep="\n")
        day 1: the weather is extreme [R188]
    """
    check_seat(viewer, len(SEAT_NAMES))
    action = decision_between(before, after, legal_actions, apply)
    return () if action is None else events_of(before, action, after, viewer=viewer)
