"""The explained log of an action: every roll with its purpose and rule, and every event."""

from __future__ import annotations

from collections.abc import Iterable

from cairn_rules.cairn_rpg.argument_checks import checked
from cairn_rules.cairn_rpg.campaign.actions import Action
from cairn_rules.cairn_rpg.campaign.reasons import why_illegal
from cairn_rules.cairn_rpg.campaign.rules import apply, explain, legal_actions, resolve
from cairn_rules.cairn_rpg.campaign.state import SEAT_NAMES, State, is_free, scene_of
from cairn_rules.cairn_rpg.campaign.unlisted import candidates
from cairn_rules.cairn_rpg.characters.character import replaced
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
        >>> from cairn_rules.cairn_rpg import campaign
        >>> from cairn_rules.chance import ScriptedDice
        >>> print(campaign.log(campaign.new_game(weather="fair"), campaign.SetOut("mill-road"), ScriptedDice([2])))
        event [R211]: d6: 2 = 2
        the party travels: watch 1 of 1 to Ottersford [R199]
        event: Sign [R211]
        the party arrives: Ottersford [R181]
    """
    return logged(resolve, state, action, dice)


def _candidates(before: State, after: State) -> Iterable[Action]:
    """Return the legal actions that may have led to a state: the listed ones, and others that the states suggest."""
    unlisted = (each for each in candidates(before, after) if why_illegal(before, each) is None)
    return dict.fromkeys((*legal_actions(before), *(unlisted if is_free(before) else ())))


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
        >>> from cairn_rules.cairn_rpg import campaign
        >>> before = campaign.new_game(seed=7, weather="fair")
        >>> print(*campaign.changes(before, campaign.apply(before, campaign.Fight("wolves"))), sep="\n")
        the party meets two wolves, and a fight begins [R72]
    """
    check_seat(viewer, len(SEAT_NAMES))
    possible = logs_between(before, after, lambda _: _candidates(before, after), apply, explain)
    if possible and not any(possible):  # a declaration, on which nothing happens yet
        rules, scene = scene_of(before)
        _, now = scene_of(after)
        events: tuple[Event, ...] = rules.changes(scene, replaced(now, chance=scene.chance))
        return events
    return shared_events(possible)
