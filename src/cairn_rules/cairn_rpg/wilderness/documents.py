"""JSON documents of journeys: states, observations and actions, and the start of a record."""

from __future__ import annotations

from functools import cache
from typing import Final, get_args

from cairn_rules.cairn_rpg.character_codec import MOST_PARTS, character_codec
from cairn_rules.cairn_rpg.pack_documents import form_with_packs, looking_up
from cairn_rules.cairn_rpg.party import Question
from cairn_rules.cairn_rpg.record_key import start_by_key
from cairn_rules.cairn_rpg.wilderness.actions import Action, Declaration
from cairn_rules.cairn_rpg.wilderness.observation import Observation, with_chance
from cairn_rules.cairn_rpg.wilderness.setup import new_game
from cairn_rules.cairn_rpg.wilderness.soundness import check_sound
from cairn_rules.cairn_rpg.wilderness.state import Choice, State
from cairn_rules.chance import Chance
from cairn_rules.checks import is_of
from cairn_rules.codec.codec import Codec
from cairn_rules.codec.envelope import Documents, Kind
from cairn_rules.game import FORMAT_NUMBER


def _check_observation(seen: Observation) -> None:
    check_sound(with_chance(seen, Chance(0)))


def add_types(codec: Codec) -> None:
    """Add the types of this game to a codec that supports characters."""
    codec.union(Declaration, get_args(Declaration))
    codec.union(Action, get_args(Action))
    codec.union(Question | Choice, (Question, Choice))
    codec.form(State, form_with_packs(State, check_sound, required=True))
    codec.form(Observation, form_with_packs(Observation, _check_observation, required=True))


@cache
def _codec() -> Codec:
    codec = character_codec()
    add_types(codec)
    return codec


DOCUMENTS: Final = Documents(
    game="cairn-rpg-wilderness",
    format=FORMAT_NUMBER,
    kinds={
        "state": Kind(State, is_of(State)),
        "observation": Kind(Observation, is_of(Observation)),
        "action": Kind(Action, lambda value: isinstance(value, Action)),
    },
    codec=_codec,
    looking_up=looking_up,
    most_parts=MOST_PARTS,
)
"""The kinds of documents, and their codec."""


def _default(chance: Chance) -> State:
    return with_chance(new_game(seed=0), chance)


START: Final = start_by_key(DOCUMENTS, _default)
"""The start of a record: the key of the default journey, or any other state as a document."""
