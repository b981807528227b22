"""JSON documents of making characters: states, observations, actions, characters, parties and rulings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, get_args

from cairn_rules.cairn_rpg.characters.character import Character
from cairn_rules.cairn_rpg.common.documents import game_documents
from cairn_rules.cairn_rpg.content.pack_documents import form_with_packs
from cairn_rules.cairn_rpg.creation.actions import Action
from cairn_rules.cairn_rpg.creation.observation import Observation, check_observation
from cairn_rules.cairn_rpg.creation.state import State, check_sound
from cairn_rules.cairn_rpg.creation.steps import Step
from cairn_rules.cairn_rpg.rulings import Rulings
from cairn_rules.checks import is_of, tuple_of
from cairn_rules.codec.codec import Codec
from cairn_rules.codec.envelope import Kind, read_state_tag, write_state_tag
from cairn_rules.codec.shapes import named
from cairn_rules.errors import Fault, NotationError
from cairn_rules.game import STATE_TAG
from cairn_rules.manifest import RecordStart


def _add_types(codec: Codec) -> None:
    codec.text(Step, named("a step", {step.value: step for step in Step}))
    codec.union(Action, get_args(Action))
    codec.form(State, form_with_packs(State, check_sound, required=True))
    codec.form(Observation, form_with_packs(Observation, check_observation, required=True))


DOCUMENTS: Final = game_documents(
    "creation",
    _add_types,
    {
        "state": State,
        "observation": Observation,
        "action": Action,
        "character": Character,
        "party": Kind(tuple[Character, ...], lambda value: value != () and tuple_of(is_of(Character))(value)),
        "rulings": Rulings,
    },
)


def _start(tags: Mapping[str, str], registry: Any) -> State:
    if STATE_TAG not in tags:
        raise NotationError("", [Fault(f"tag {STATE_TAG}", "missing; it holds the start as a document")])
    state: State = read_state_tag(DOCUMENTS, tags, (), registry)
    return state


START: Final[RecordStart[State]] = RecordStart(
    own_tags=(STATE_TAG,), tags=lambda state: write_state_tag(DOCUMENTS, state), state=_start
)
