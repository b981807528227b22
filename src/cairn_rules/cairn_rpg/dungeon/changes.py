"""The explained log of an action, every roll with its purpose and rule; and the events of a decision."""

from __future__ import annotations

from cairn_rules.cairn_rpg.argument_checks import checked
from cairn_rules.cairn_rpg.common.action_log import Log, explained, logged
from cairn_rules.cairn_rpg.dungeon.actions import Action, Do
from cairn_rules.cairn_rpg.dungeon.notation import ACTIONS
from cairn_rules.cairn_rpg.dungeon.rules.rules import apply, legal_actions, resolve
from cairn_rules.cairn_rpg.dungeon.state import SEAT_NAMES, State
from cairn_rules.cairn_rpg.events import Event
from cairn_rules.chance import Dice
from cairn_rules.checks import check_seat
from cairn_rules.decision_search import decision_between


@checked
def log(state: State, action: Action, dice: Dice | None = None) -> Log:
    r"""Return the rolls and the events of an action. The given state is unchanged.

    The default dice are those of `apply`.

    Raises:
        DefinitionError: if an argument is not of its kind.
        IllegalActionError: if the action is not legal.
        NeedsRoll: if the dice are scripted, and a face is missing.

    Example:
        >>> from cairn_rules.cairn_rpg import dungeon
        >>> from cairn_rules.chance import ScriptedDice
        >>> state = dungeon.new_game()
        >>> for text in ("go:passage", "1:light:torch"):
        ...     state = dungeon.apply(state, dungeon.parse_action(text, state))
        >>> print(dungeon.log(state, dungeon.Do(1, "watch"), ScriptedDice([6])))
        Dungeon Events [R162]: d6: 6 = 6
        Hestia spends a use of Torch [R170]
        Hestia enters Passage first [R159]
        A stooping passage, ankle-deep in water [R155]
        Basil finds a trap: loose lintel [R178]
        an event is due: a new area [R159]
        all is quiet [R162]
    """
    return logged(resolve, state, action, dice)


@checked
def events_of(state: State, action: Action, after: State, *, viewer: int | None = None) -> tuple[Event, ...]:
    r"""Return the events of an action, after its declaration.

    The action is resolved again with the dice of `apply`. If it led to another state, with other dice, the events are
    those of `resolve` with these dice; here there are none but the declaration. The events are the same for every
    viewer.

    Raises:
        DefinitionError: if an argument is not of its kind, or the seat does not exist.
        IllegalActionError: if the action is not legal.

    Example:
        >>> from cairn_rules.cairn_rpg import dungeon
        >>> state = dungeon.new_game(seed=7)
        >>> print(*dungeon.events_of(state, dungeon.Stay(), dungeon.apply(state, dungeon.Stay())))
        The party stays [R155]
    """
    check_seat(viewer, len(SEAT_NAMES))
    events = explained(resolve, state, action, after)
    if isinstance(action, Do):
        return (_declared(action, state, who=state.party.members[action.by].name), *events)
    return (_declared(action, state),) if after.goal is not None and state.goal is None else events


@checked
def changes(before: State, after: State, *, viewer: int | None = None) -> tuple[Event, ...]:
    r"""Return the events between two states, for a program that does not know the decision. Slower than `events_of`.

    This tries the listed actions: the events are those of the first one that leads from one state to the other with the
    dice of `apply`. There are none if no listed action does. The events are the same for every viewer.

    Raises:
        DefinitionError: if an argument is not of its kind, or the seat does not exist.

    Example:
        >>> from cairn_rules.cairn_rpg import dungeon
        >>> before = dungeon.new_game(seed=7)
        >>> print(*dungeon.changes(before, dungeon.apply(before, dungeon.Stay())), sep="\n")
        The party stays [R155]
    """
    check_seat(viewer, len(SEAT_NAMES))
    action = decision_between(before, after, legal_actions, apply)
    return () if action is None else events_of(before, action, after, viewer=viewer)


def _declared(action: Action, state: State, **who: str) -> Event:
    return Event("declared", "R155", **who, action=ACTIONS.phrase(state, action))
