"""JSON documents of fights: states, observations, actions, events and rulings, and the start of a record."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias, get_args

from attrs import field

from cairn_rules.cairn_rpg.combat.actions import Action, Declaration
from cairn_rules.cairn_rpg.combat.observation import Observation
from cairn_rules.cairn_rpg.combat.rules.setup import new_game
from cairn_rules.cairn_rpg.combat.soundness import check_sound
from cairn_rules.cairn_rpg.combat.state import State
from cairn_rules.cairn_rpg.common.documents import game_documents, observation_check, start_by_key
from cairn_rules.cairn_rpg.common.event_documents import add_events
from cairn_rules.cairn_rpg.content.pack_documents import form_with_packs
from cairn_rules.cairn_rpg.events import Event
from cairn_rules.codec.codec import Codec

Test: TypeAlias = Literal["first", "half", "lone"]
"""A morale test (R133)."""
_TESTED: Final = {"tested": ("tested", field(type=tuple[frozenset[Test], frozenset[Test]]))}


def add_types(codec: Codec) -> None:
    """Add the types of this game to a codec that supports characters."""
    add_events(codec)
    codec.union(Declaration, get_args(Declaration))
    codec.union(Action, get_args(Action))
    codec.form(State, form_with_packs(State, check_sound, _TESTED, required=True))
    codec.form(Observation, form_with_packs(Observation, observation_check(State, check_sound), _TESTED, required=True))


DOCUMENTS: Final = game_documents(
    "combat", add_types, {"state": State, "observation": Observation, "action": Action, "event": Event}
)

START: Final = start_by_key(DOCUMENTS, new_game)
"""The start of a record: the key of the default fight, or any other state as a document."""
