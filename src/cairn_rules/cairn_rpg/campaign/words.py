"""Sentences about actions, for logs and the terminal."""

from __future__ import annotations

from typing import assert_never

from cairn_rules.cairn_rpg.campaign.actions import (
    Action,
    Aid,
    Calm,
    CatchBreath,
    ChangeSeason,
    Enter,
    Fight,
    OwnAction,
    PassWatch,
    Retire,
    SetOut,
)
from cairn_rules.cairn_rpg.campaign.gazetteer import title
from cairn_rules.cairn_rpg.campaign.notation import format_action
from cairn_rules.cairn_rpg.campaign.state import State, route_of, scene_of
from cairn_rules.cairn_rpg.combat.actions import Action as FightAction
from cairn_rules.cairn_rpg.combat.state import State as FightState
from cairn_rules.cairn_rpg.combat.words import declaration_text
from cairn_rules.cairn_rpg.descriptions import sentence_or_notation
from cairn_rules.cairn_rpg.dungeon.actions import Action as DungeonAction
from cairn_rules.cairn_rpg.dungeon.state import State as DungeonState
from cairn_rules.cairn_rpg.dungeon.words import sentence
from cairn_rules.cairn_rpg.wilderness.actions import Action as JourneyAction
from cairn_rules.cairn_rpg.wilderness.state import State as JourneyState
from cairn_rules.cairn_rpg.wilderness.words import action_text as journey_text
from cairn_rules.cairn_rpg.wilderness.words import label, route_words
from cairn_rules.checks import check_state


def describe(state: State, action: Action) -> str:
    """Return a description of an action, for a button, a list of choices or a log.

    Args:
        state: The state in which the action is, or could be, decided.
        action: The action, which need not be legal.

    Returns:
        A sentence without a full stop; the notation if the action names something that is not there.

    Raises:
        DefinitionError: if a value is not a state or not an action of this game.

    Example:
        >>> from cairn_rules.cairn_rpg import campaign
        >>> campaign.describe(campaign.new_game(seed=7), campaign.SetOut("mill-road"))
        'The party sets out for Ottersford: short road, easy'
    """
    check_state(state, State)
    return sentence_or_notation(action_text, format_action, state, action)


def action_text(state: State, action: Action) -> str:
    """Return an action as a sentence without a full stop; empty if it belongs to another scene.

    Args:
        state: The state in which the action is legal.
        action: The action.

    Example:
        >>> from cairn_rules.cairn_rpg import campaign
        >>> action_text(campaign.new_game(seed=7), campaign.SetOut("mill-road"))
        'The party sets out for Ottersford: short road, easy'
    """
    if isinstance(action, OwnAction):
        return _own_text(state, action)
    scene: object
    _, scene = scene_of(state)
    if isinstance(scene, FightState) and isinstance(action, FightAction):
        return declaration_text(scene, action)
    if isinstance(scene, DungeonState) and isinstance(action, DungeonAction):
        return sentence(scene, action)
    if isinstance(scene, JourneyState) and isinstance(action, JourneyAction):
        return journey_text(scene, action)
    return ""


def _own_text(state: State, action: OwnAction) -> str:  # noqa: C901 - one sentence after the other
    match action:
        case SetOut(way):
            return (
                f"The party sets out for {route_words(route_of(state, state.gazetteer.way(way))).removeprefix('to ')}"
            )
        case Enter():
            return f"The party enters the dungeon of {state.place}"
        case Fight(encounter):
            return f"The party fights {title(state.gazetteer.encounter(encounter))}"
        case CatchBreath():
            return "The party rests for a few moments"
        case Aid(member, None):
            return f"{label(state.journey, member)} receives aid"
        case Aid(member, by):
            return f"{label(state.journey, by)} bandages {label(state.journey, member)}"
        case Calm(member):
            return f"{label(state.journey, member)} tries to overcome the panic"
        case PassWatch():
            return "A watch passes"
        case ChangeSeason(season):
            return f"The season changes to {season}"
        case Retire():
            return "The party settles down"
        case _:
            assert_never(action)
