"""JSON documents of fights: states, observations, actions, events and rulings, and the start of a record."""

from __future__ import annotations

from functools import cache
from typing import Final, Literal, TypeAlias, get_args

from attrs import field

from cairn_rules.cairn_rpg.character_codec import MOST_PARTS, character_codec
from cairn_rules.cairn_rpg.combat.actions import Action, Declaration
from cairn_rules.cairn_rpg.combat.observation import Observation, with_chance
from cairn_rules.cairn_rpg.combat.setup import new_game
from cairn_rules.cairn_rpg.combat.soundness import check_sound
from cairn_rules.cairn_rpg.combat.state import State
from cairn_rules.cairn_rpg.events import Event
from cairn_rules.cairn_rpg.pack_documents import form_with_packs, looking_up
from cairn_rules.cairn_rpg.record_key import start_by_key
from cairn_rules.chance import Chance
from cairn_rules.checks import is_of
from cairn_rules.codec.codec import Codec
from cairn_rules.codec.envelope import Documents, Kind
from cairn_rules.game import FORMAT_NUMBER

Test: TypeAlias = Literal["first", "half", "lone"]
"""A morale test (R133)."""
_TESTED: Final = {"tested": ("tested", field(type=tuple[frozenset[Test], frozenset[Test]]))}


def _check_observation(seen: Observation) -> None:
    check_sound(with_chance(seen, Chance(0)))


def add_types(codec: Codec) -> None:
    """Add the types of this game to a codec that supports characters."""
    codec.union(Declaration, get_args(Declaration))
    codec.union(Action, get_args(Action))
    codec.form(State, form_with_packs(State, check_sound, _TESTED, required=True))
    codec.form(Observation, form_with_packs(Observation, _check_observation, _TESTED, required=True))


@cache
def _codec() -> Codec:
    codec = character_codec()
    add_types(codec)
    return codec


DOCUMENTS: Final = Documents(
    game="cairn-rpg-combat",
    format=FORMAT_NUMBER,
    kinds={
        "state": Kind(State, is_of(State)),
        "observation": Kind(Observation, is_of(Observation)),
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
"""The start of a record: the key of the default fight, or any other state as a document."""
