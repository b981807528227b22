"""JSON documents of making characters: states, observations, actions, characters, parties and rulings."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, Final, get_args

from cairn_rules.cairn_rpg.character import Character
from cairn_rules.cairn_rpg.character_codec import MOST_PARTS, character_codec
from cairn_rules.cairn_rpg.creation.actions import Action
from cairn_rules.cairn_rpg.creation.observation import Observation, check_observation
from cairn_rules.cairn_rpg.creation.state import State, check_sound
from cairn_rules.cairn_rpg.creation.steps import Step
from cairn_rules.cairn_rpg.pack_documents import form_with_packs, looking_up
from cairn_rules.cairn_rpg.rulings import Rulings
from cairn_rules.checks import is_of, tuple_of
from cairn_rules.codec.codec import Codec
from cairn_rules.codec.envelope import Documents, Kind, read_state_tag, write_state_tag
from cairn_rules.codec.shapes import named
from cairn_rules.errors import Fault, NotationError
from cairn_rules.game import FORMAT_NUMBER, STATE_TAG
from cairn_rules.manifest import RecordStart


@cache
def _codec() -> Codec:
    codec = character_codec()
    codec.text(Step, named("a step", {step.value: step for step in Step}))
    codec.union(Action, get_args(Action))
    codec.form(State, form_with_packs(State, check_sound, required=True))
    codec.form(Observation, form_with_packs(Observation, check_observation, required=True))
    return codec


DOCUMENTS: Final = Documents(
    game="cairn-rpg-creation",
    format=FORMAT_NUMBER,
    kinds={
        "state": Kind(State, is_of(State)),
        "observation": Kind(Observation, is_of(Observation)),
        "action": Kind(Action, lambda value: isinstance(value, Action)),
        "character": Kind(Character, is_of(Character)),
        "party": Kind(tuple[Character, ...], lambda value: value != () and tuple_of(is_of(Character))(value)),
        "rulings": Kind(Rulings, is_of(Rulings)),
    },
    codec=_codec,
    looking_up=looking_up,
    most_parts=MOST_PARTS,
)
"""The kinds of documents, and their codec."""


def _start(tags: Mapping[str, str], registry: Any) -> State:
    if STATE_TAG not in tags:
        raise NotationError("", [Fault(f"tag {STATE_TAG}", "missing; it holds the start as a document")])
    state: State = read_state_tag(DOCUMENTS, tags, (), registry)
    return state


START: Final[RecordStart[State]] = RecordStart(
    own_tags=(STATE_TAG,), tags=lambda state: write_state_tag(DOCUMENTS, state), state=_start
)
"""The start of a record: the state as a document."""
