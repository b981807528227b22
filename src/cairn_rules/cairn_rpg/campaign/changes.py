"""The explained log of an action, every roll with its purpose and rule; and the events of a decision."""

from __future__ import annotations

from cairn_rules.cairn_rpg.argument_checks import checked
from cairn_rules.cairn_rpg.campaign.actions import Action
from cairn_rules.cairn_rpg.campaign.rules.rules import apply, legal_actions, resolve
from cairn_rules.cairn_rpg.campaign.state import SEAT_NAMES, State, scene_of
from cairn_rules.cairn_rpg.characters.character import replaced
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
        >>> from cairn_rules.cairn_rpg import campaign
        >>> from cairn_rules.chance import ScriptedDice
        >>> print(campaign.log(campaign.new_game(weather="fair"), campaign.SetOut("mill-road"), ScriptedDice([2])))
        event [R211]: d6: 2 = 2
        the party travels: watch 1 of 1 to Ottersford [R199]
        event: Sign [R211]
        the party arrives: Ottersford [R181]
    """
    return logged(resolve, state, action, dice)


@checked
def events_of(state: State, action: Action, after: State, *, viewer: int | None = None) -> tuple[Event, ...]:
    r"""Return the events of an action.

    The action is resolved again with the dice of `apply`. If it led to another state, with other dice, the events are
    those of `resolve` with these dice; here there are none but a declaration. The events are the same for every viewer.

    Raises:
        DefinitionError: if an argument is not of its kind, or the seat does not exist.
        IllegalActionError: if the action is not legal.

    Example:
        >>> from cairn_rules.cairn_rpg import campaign
        >>> state = campaign.new_game(seed=7, weather="fair")
        >>> fight = campaign.Fight("wolves")
        >>> print(*campaign.events_of(state, fight, campaign.apply(state, fight)))
        the party meets two wolves, and a fight begins [R72]
    """
    check_seat(viewer, len(SEAT_NAMES))
    events = explained(resolve, state, action, after)
    (rules, scene), (_, now) = scene_of(state), scene_of(after)
    if events or not isinstance(action, rules.Action) or type(now) is not type(scene):
        return events
    declared: tuple[Event, ...] = rules.events_of(scene, action, replaced(now, chance=scene.chance))
    return declared


@checked
def changes(before: State, after: State, *, viewer: int | None = None) -> tuple[Event, ...]:
    r"""Return the events between two states, for a program that does not know the decision. Slower than `events_of`.

    This tries the listed actions: the events are those of the first one that leads from one state to the other with the
    dice of `apply`. There are none if no listed action does. The events are the same for every viewer.

    Raises:
        DefinitionError: if an argument is not of its kind, or the seat does not exist.

    Example:
        >>> from cairn_rules.cairn_rpg import campaign
        >>> before = campaign.new_game(seed=7, weather="fair")
        >>> print(*campaign.changes(before, campaign.apply(before, campaign.Fight("wolves"))), sep="\n")
        the party meets two wolves, and a fight begins [R72]
    """
    check_seat(viewer, len(SEAT_NAMES))
    action = decision_between(before, after, legal_actions, apply)
    return () if action is None else events_of(before, action, after, viewer=viewer)
