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
from cairn_rules.cairn_rpg.campaign.state import State, route_of, scene_of
from cairn_rules.cairn_rpg.combat.state import State as FightState
from cairn_rules.cairn_rpg.combat.words import declaration_text
from cairn_rules.cairn_rpg.dungeon.state import State as DungeonState
from cairn_rules.cairn_rpg.dungeon.words import sentence
from cairn_rules.cairn_rpg.wilderness.words import action_text as journey_text
from cairn_rules.cairn_rpg.wilderness.words import label, route_words


def action_text(state: State, action: Action) -> str:
    """Return an action as a sentence without a full stop.

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
    match scene:
        case FightState():
            return declaration_text(scene, action)  # type: ignore[arg-type]
        case DungeonState():
            return sentence(scene, action)  # type: ignore[arg-type]
        case _:
            return journey_text(state.journey, action)  # type: ignore[arg-type]


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
