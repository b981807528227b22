"""JSON documents of dungeons: states, observations, maps, actions and events, and the start of a record."""

from __future__ import annotations

from functools import cache
from typing import Any, Final, get_args

from attrs import evolve

from cairn_rules.cairn_rpg.character import replaced
from cairn_rules.cairn_rpg.character_codec import MOST_PARTS, character_codec
from cairn_rules.cairn_rpg.dungeon.actions import Action
from cairn_rules.cairn_rpg.dungeon.areas import Dungeon, check_dungeon
from cairn_rules.cairn_rpg.dungeon.observation import Observation, known_map, with_chance
from cairn_rules.cairn_rpg.dungeon.setup import new_game
from cairn_rules.cairn_rpg.dungeon.soundness import check_sound
from cairn_rules.cairn_rpg.dungeon.state import State
from cairn_rules.cairn_rpg.events import Event
from cairn_rules.cairn_rpg.pack_documents import form_with_packs, looking_up
from cairn_rules.cairn_rpg.record_key import start_by_key
from cairn_rules.chance import Chance
from cairn_rules.checks import is_of
from cairn_rules.codec.codec import Codec
from cairn_rules.codec.envelope import Documents, Kind
from cairn_rules.codec.shapes import Form, checked_form, form_class
from cairn_rules.game import FORMAT_NUMBER


def _check_observation(seen: Observation) -> None:
    check_sound(with_chance(seen, Chance(0)))


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
    codec.union(Action, get_args(Action))
    codec.form(Dungeon, checked_form(Dungeon, form_class(Dungeon), check_dungeon))
    codec.form(State, form_with_packs(State, check_sound))
    codec.form(Observation, _observation_form())


@cache
def _codec() -> Codec:
    codec = character_codec()
    add_types(codec)
    return codec


DOCUMENTS: Final = Documents(
    game="cairn-rpg-dungeon",
    format=FORMAT_NUMBER,
    kinds={
        "state": Kind(State, is_of(State)),
        "observation": Kind(Observation, is_of(Observation)),
        "dungeon": Kind(Dungeon, is_of(Dungeon)),
        "action": Kind(Action, lambda value: isinstance(value, Action)),
        "event": Kind(Event, is_of(Event)),
    },
    codec=_codec,
    looking_up=looking_up,
    most_parts=MOST_PARTS,
)
"""The kinds of documents, and their codec."""


def _default(chance: Chance) -> State:
    return with_chance(new_game(seed=0), chance)


START: Final = start_by_key(DOCUMENTS, _default)
"""The start of a record: the key of the default dungeon, or any other state as a document."""
