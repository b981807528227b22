"""The explained log of an action: every roll with its purpose and rule, and every event."""

from __future__ import annotations

from cairn_rules.cairn_rpg.argument_checks import checked
from cairn_rules.cairn_rpg.combat.actions import Action, Declaration
from cairn_rules.cairn_rpg.combat.notation import ACTIONS
from cairn_rules.cairn_rpg.combat.rules import apply, explain, legal_actions, resolve
from cairn_rules.cairn_rpg.combat.state import SEAT_NAMES, State
from cairn_rules.cairn_rpg.common.action_log import Log, logged, logs_between, shared_events
from cairn_rules.cairn_rpg.events import Event
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
        At a table, each player throws their own dice. `NeedsRoll` names the next one:

        >>> from cairn_rules.cairn_rpg import Rulings, combat
        >>> from cairn_rules.chance import NeedsRoll, ScriptedDice
        >>> state = combat.new_game(seed=7, rulings=Rulings(initiative="pcs_ready"))
        >>> for text in ("begin", "1:1>3"):
        ...     state = combat.apply(state, combat.parse_action(text, state))
        >>> strike = combat.parse_action("2:1>3", state)
        >>> typed, faces = [3, 1, 5], []
        >>> while True:
        ...     try:
        ...         print(combat.log(state, strike, ScriptedDice(faces)))
        ...         break
        ...     except NeedsRoll as need:
        ...         print(need.request.needed(need.index))
        ...         faces.append(need.accept(typed.pop(0)))
        a face of a d8 for 'damage to Bear by Hestia (d8) and Basil (d6+d6) [R83]' (die 1 of 3)
        a face of a d6 for 'damage to Bear by Hestia (d8) and Basil (d6+d6) [R83]' (die 2 of 3)
        a face of a d6 for 'damage to Bear by Hestia (d8) and Basil (d6+d6) [R83]' (die 3 of 3)
        damage to Bear by Hestia (d8) and Basil (d6+d6) [R83]: highest of d8 + d6 + d6: 3, 1, 5 = 5
        Hestia and Basil hit Bear with sword and daggers: 5 [R83]
        Bear loses 5 HP and has 1 left [R96]

        `combat.resolve(state, strike, ScriptedDice(faces)).state` is the state after it.
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
        >>> from cairn_rules.cairn_rpg import combat
        >>> before = combat.new_game(seed=7)
        >>> print(*combat.changes(before, combat.apply(before, combat.Begin())), sep="\n")
        Hestia misses the first round [R73]
        Basil misses the first round [R73]
    """
    check_seat(viewer, len(SEAT_NAMES))
    if len(after.declared) == len(before.declared) + 1:
        return (_declared(after, after.declared[-1]),)
    return shared_events(logs_between(before, after, legal_actions, apply, _explained))


def _explained(state: State, action: Action) -> tuple[Event, ...]:
    declared = (_declared(state, action),) if isinstance(action, Declaration) else ()
    return (*declared, *explain(state, action))


def _declared(state: State, action: Declaration) -> Event:
    return Event("declared", "R79", who=state.fighters[action.by].character.name, action=ACTIONS.phrase(state, action))
