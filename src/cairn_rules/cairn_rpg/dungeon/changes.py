"""The explained log of an action: every roll with its purpose and rule, and every event."""

from __future__ import annotations

from cairn_rules.cairn_rpg.argument_checks import checked
from cairn_rules.cairn_rpg.common.action_log import Log, logged, logs_between, shared_events
from cairn_rules.cairn_rpg.dungeon.actions import STAY, Action, Do, Go
from cairn_rules.cairn_rpg.dungeon.notation import ACTIONS
from cairn_rules.cairn_rpg.dungeon.rules import apply, explain, legal_actions, resolve
from cairn_rules.cairn_rpg.dungeon.state import SEAT_NAMES, State
from cairn_rules.cairn_rpg.events import Event
from cairn_rules.chance import Dice
from cairn_rules.checks import check_seat


@checked
def log(state: State, action: Action, dice: Dice | None = None) -> Log:
    r"""Return the rolls and the events of an action. The given state is unchanged.

    Args:
        state: The state.
        action: The action.
        dice: The dice (default: those of `apply`).

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
        >>> from cairn_rules.cairn_rpg import dungeon
        >>> before = dungeon.new_game(seed=7)
        >>> print(*dungeon.changes(before, dungeon.apply(before, dungeon.Stay())), sep="\n")
        The party stays [R155]
    """
    check_seat(viewer, len(SEAT_NAMES))
    if before.goal is None and after.goal is not None:
        movement = STAY if after.goal == before.area else Go(after.goal)
        return (Event("declared", "R155", action=ACTIONS.phrase(before, movement)),)
    if len(after.declared) == len(before.declared) + 1:
        return (_declared(before, after.declared[-1]),)
    return shared_events(logs_between(before, after, legal_actions, apply, _explained))


def _explained(state: State, action: Action) -> tuple[Event, ...]:
    declared = (_declared(state, action),) if isinstance(action, Do) else ()
    return (*declared, *explain(state, action))


def _declared(state: State, action: Do) -> Event:
    name = state.party.members[action.by].name
    return Event("declared", "R155", who=name, action=ACTIONS.phrase(state, action))
