"""JSON documents of campaigns: states, observations, gazetteers and actions, and the start of a record."""

from __future__ import annotations

from functools import cache
from typing import Final, get_args

from attrs import frozen

from cairn_rules.cairn_rpg.campaign.actions import OwnAction
from cairn_rules.cairn_rpg.campaign.gazetteer import Encounter, Gazetteer, Landmark, Way, check_gazetteer
from cairn_rules.cairn_rpg.campaign.observation import Observation, with_chance, with_known_maps
from cairn_rules.cairn_rpg.campaign.setup import new_game
from cairn_rules.cairn_rpg.campaign.soundness import check_sound
from cairn_rules.cairn_rpg.campaign.state import Scene, State
from cairn_rules.cairn_rpg.character import converted, replaced
from cairn_rules.cairn_rpg.character_codec import MOST_PARTS, character_codec
from cairn_rules.cairn_rpg.combat.documents import add_types as add_combat
from cairn_rules.cairn_rpg.combat.state import Question as FightQuestion
from cairn_rules.cairn_rpg.combat.state import State as FightState
from cairn_rules.cairn_rpg.dungeon.documents import add_types as add_dungeon
from cairn_rules.cairn_rpg.dungeon.state import State as DungeonState
from cairn_rules.cairn_rpg.pack_documents import looking_up
from cairn_rules.cairn_rpg.record_key import start_by_key
from cairn_rules.cairn_rpg.wilderness.documents import add_types as add_wilderness
from cairn_rules.cairn_rpg.wilderness.state import State as JourneyState
from cairn_rules.chance import Chance
from cairn_rules.checks import is_of
from cairn_rules.codec.codec import Codec
from cairn_rules.codec.envelope import Documents, Kind
from cairn_rules.codec.shapes import Form, checked_form
from cairn_rules.game import FORMAT_NUMBER


@frozen(kw_only=True, slots=False)
class ObservationForm(Scene):
    """The JSON form of an `Observation`, before it is checked."""


@frozen(kw_only=True, slots=False)
class StateForm(Scene):
    """The JSON form of a `State`, before it is checked."""

    chance: Chance


@frozen(kw_only=True)
class GazetteerForm:
    """The JSON form of a `Gazetteer`, before it is checked."""

    landmarks: tuple[Landmark, ...]
    ways: tuple[Way, ...] = ()
    encounters: tuple[Encounter, ...] = ()


def _read_observation(form: ObservationForm) -> Observation:
    check_sound(with_chance(form, Chance(0)))
    return with_known_maps(form)  # without any part of a map that the party cannot know


@cache
def _codec() -> Codec:
    # Schemas name classes by their tags, and the games in a campaign have some names in common.
    codec = character_codec(
        tags={
            JourneyState: "journey",
            DungeonState: "dungeon-state",
            FightState: "fight-state",
            FightQuestion: "fight-question",
        }
    )
    add_wilderness(codec)
    add_dungeon(codec)
    add_combat(codec)
    codec.union(OwnAction, get_args(OwnAction))
    codec.form(Gazetteer, checked_form(Gazetteer, GazetteerForm, check_gazetteer))
    codec.form(State, checked_form(State, StateForm, check_sound))
    codec.form(Observation, Form(ObservationForm, lambda seen: converted(seen, ObservationForm), _read_observation))
    return codec


DOCUMENTS: Final = Documents(
    game="cairn-rpg-campaign",
    format=FORMAT_NUMBER,
    kinds={
        "state": Kind(State, is_of(State)),
        "observation": Kind(Observation, is_of(Observation)),
        "gazetteer": Kind(Gazetteer, is_of(Gazetteer)),
        "action": Kind(OwnAction, lambda value: isinstance(value, OwnAction)),
    },
    codec=_codec,
    looking_up=looking_up,
    most_parts=MOST_PARTS,
)
"""The kinds of documents, and their codec. An action of a scene is a document of the scene's own game."""


def _default(chance: Chance) -> State:
    return replaced(new_game(seed=0), chance=chance)


START: Final = start_by_key(DOCUMENTS, _default)
"""The start of a record: the key of the default campaign, or any other state as a document."""
