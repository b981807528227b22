"""JSON documents of journeys: states, observations and actions, and the start of a record."""

from __future__ import annotations

from typing import Final, get_args

from cairn_rules.cairn_rpg.common.documents import game_documents, observation_check, start_by_key
from cairn_rules.cairn_rpg.content.pack_documents import form_with_packs
from cairn_rules.cairn_rpg.procedures.party import Question
from cairn_rules.cairn_rpg.wilderness.actions import Action, Declaration
from cairn_rules.cairn_rpg.wilderness.observation import Observation
from cairn_rules.cairn_rpg.wilderness.setup import new_game
from cairn_rules.cairn_rpg.wilderness.soundness import check_sound
from cairn_rules.cairn_rpg.wilderness.state import Choice, State
from cairn_rules.codec.codec import Codec


def add_types(codec: Codec) -> None:
    """Add the types of this game to a codec that supports characters."""
    codec.union(Declaration, get_args(Declaration))
    codec.union(Action, get_args(Action))
    codec.union(Question | Choice, (Question, Choice))
    codec.form(State, form_with_packs(State, check_sound, required=True))
    codec.form(Observation, form_with_packs(Observation, observation_check(State, check_sound), required=True))


DOCUMENTS: Final = game_documents(
    "wilderness", add_types, {"state": State, "observation": Observation, "action": Action}
)

START: Final = start_by_key(DOCUMENTS, new_game)
"""The start of a record: the key of the default journey, or any other state as a document."""
