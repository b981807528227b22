"""The explained log of an action, every roll with its purpose and rule; and the events of a decision."""

from __future__ import annotations

from cairn_rules.cairn_rpg.argument_checks import checked
from cairn_rules.cairn_rpg.combat.actions import Action, Declaration
from cairn_rules.cairn_rpg.combat.notation import ACTIONS
from cairn_rules.cairn_rpg.combat.rules.rules import apply, legal_actions, resolve
from cairn_rules.cairn_rpg.combat.state import SEAT_NAMES, State
from cairn_rules.cairn_rpg.common.action_log import Log, explained, logged
from cairn_rules.cairn_rpg.events import Event
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
def events_of(state: State, action: Action, after: State, *, viewer: int | None = None) -> tuple[Event, ...]:
    r"""Return the events of an action, after its declaration.

    The action is resolved again with the dice of `apply`. If it led to another state, with other dice, the events are
    those of `resolve` with these dice; here there are none but the declaration. The events are the same for every
    viewer.

    Raises:
        DefinitionError: if an argument is not of its kind, or the seat does not exist.
        IllegalActionError: if the action is not legal.

    Example:
        >>> from cairn_rules.cairn_rpg import combat
        >>> state = combat.new_game(seed=7)
        >>> print(*combat.events_of(state, combat.Begin(), combat.apply(state, combat.Begin())), sep="\n")
        Hestia misses the first round [R73]
        Basil misses the first round [R73]
    """
    check_seat(viewer, len(SEAT_NAMES))
    declared = (_declared(state, action),) if isinstance(action, Declaration) else ()
    return (*declared, *explained(resolve, state, action, after))


@checked
def changes(before: State, after: State, *, viewer: int | None = None) -> tuple[Event, ...]:
    r"""Return the events between two states, for a program that does not know the decision. Slower than `events_of`.

    This tries the listed actions: the events are those of the first one that leads from one state to the other with the
    dice of `apply`. There are none if no listed action does. The events are the same for every viewer.

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
    action = decision_between(before, after, legal_actions, apply)
    return () if action is None else events_of(before, action, after, viewer=viewer)


def _declared(state: State, action: Declaration) -> Event:
    return Event("declared", "R79", who=state.fighters[action.by].character.name, action=ACTIONS.phrase(state, action))
