"""JSON documents of dungeons: states, observations, maps, actions and events, and the start of a record."""

from __future__ import annotations

from typing import Any, Final, get_args

from attrs import evolve

from cairn_rules.cairn_rpg.characters.character import replaced
from cairn_rules.cairn_rpg.common.documents import game_documents, observation_check, start_by_key
from cairn_rules.cairn_rpg.common.event_documents import add_events
from cairn_rules.cairn_rpg.content.pack_documents import form_with_packs
from cairn_rules.cairn_rpg.dungeon.actions import Action
from cairn_rules.cairn_rpg.dungeon.areas import Dungeon, check_dungeon
from cairn_rules.cairn_rpg.dungeon.observation import Observation, known_map
from cairn_rules.cairn_rpg.dungeon.rules.setup import new_game
from cairn_rules.cairn_rpg.dungeon.soundness import check_sound
from cairn_rules.cairn_rpg.dungeon.state import State
from cairn_rules.cairn_rpg.events import Event
from cairn_rules.codec.codec import Codec
from cairn_rules.codec.shapes import Form, checked_form, form_class

_check_observation: Final = observation_check(State, check_sound)


def _observation_form() -> Form[Observation, Any]:
    form = form_with_packs(Observation, _check_observation)

    def read(written: Any) -> Observation:
        seen = form.read(written)
        seen = replaced(seen, dungeon=known_map(seen))  # without any part of the map that the party cannot know
        _check_observation(seen)
        return seen

    return evolve(form, read=read)


def add_types(codec: Codec) -> None:
    """Add the types of this game to a codec that supports characters."""
    add_events(codec)
    codec.union(Action, get_args(Action))
    codec.form(Dungeon, checked_form(Dungeon, form_class(Dungeon), check_dungeon))
    codec.form(State, form_with_packs(State, check_sound))
    codec.form(Observation, _observation_form())


DOCUMENTS: Final = game_documents(
    "dungeon",
    add_types,
    {"state": State, "observation": Observation, "dungeon": Dungeon, "action": Action, "event": Event},
)

START: Final = start_by_key(DOCUMENTS, new_game)
"""The start of a record: the key of the default dungeon, or any other state as a document."""
