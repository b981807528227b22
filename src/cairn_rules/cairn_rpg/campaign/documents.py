"""JSON documents of campaigns: states, observations, gazetteers and actions, and the start of a record."""

from __future__ import annotations

from typing import Any, Final, get_args

from attrs import evolve

from cairn_rules.cairn_rpg.campaign.actions import OwnAction
from cairn_rules.cairn_rpg.campaign.gazetteer import Gazetteer, check_gazetteer
from cairn_rules.cairn_rpg.campaign.observation import Observation, with_known_maps
from cairn_rules.cairn_rpg.campaign.rules.setup import new_game
from cairn_rules.cairn_rpg.campaign.soundness import check_sound
from cairn_rules.cairn_rpg.campaign.state import State
from cairn_rules.cairn_rpg.combat.documents import add_types as add_combat
from cairn_rules.cairn_rpg.combat.state import Question as FightQuestion
from cairn_rules.cairn_rpg.combat.state import State as FightState
from cairn_rules.cairn_rpg.common.documents import game_documents, observation_check, start_by_key
from cairn_rules.cairn_rpg.dungeon.documents import add_types as add_dungeon
from cairn_rules.cairn_rpg.dungeon.state import State as DungeonState
from cairn_rules.cairn_rpg.wilderness.documents import add_types as add_wilderness
from cairn_rules.cairn_rpg.wilderness.state import State as JourneyState
from cairn_rules.codec.codec import Codec
from cairn_rules.codec.shapes import Form, checked_form, form_class

_check_observation: Final = observation_check(State, check_sound)


def _observation_form() -> Form[Observation, Any]:
    form = checked_form(Observation, form_class(Observation), _check_observation)

    def read(written: Any) -> Observation:
        return with_known_maps(form.read(written))  # without any part of a map that the party cannot know

    return evolve(form, read=read)


def _add_types(codec: Codec) -> None:
    add_wilderness(codec)
    add_dungeon(codec)
    add_combat(codec)
    codec.union(OwnAction, get_args(OwnAction))
    codec.form(Gazetteer, checked_form(Gazetteer, form_class(Gazetteer), check_gazetteer))
    codec.form(State, checked_form(State, form_class(State), check_sound))
    codec.form(Observation, _observation_form())


DOCUMENTS: Final = game_documents(
    "campaign",
    _add_types,
    {"state": State, "observation": Observation, "gazetteer": Gazetteer, "action": OwnAction},
    # Schemas name classes by their tags, and the games in a campaign have some names in common.
    tags={
        JourneyState: "journey",
        DungeonState: "dungeon-state",
        FightState: "fight-state",
        FightQuestion: "fight-question",
    },
)
"""The kinds of documents, and their codec. An action of a scene is a document of the scene's own game."""

START: Final = start_by_key(DOCUMENTS, new_game)
"""The start of a record: the key of the default campaign, or any other state as a document."""
