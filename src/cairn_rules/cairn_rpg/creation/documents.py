"""JSON documents of making characters: states, observations, actions, characters, parties and rulings."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import nullcontext
from functools import cache
from typing import Any, Final, get_args

from attrs import fields, frozen

from cairn_rules.cairn_rpg.character import Character
from cairn_rules.cairn_rpg.character_codec import MOST_PARTS, character_codec
from cairn_rules.cairn_rpg.creation.actions import Action
from cairn_rules.cairn_rpg.creation.observation import Observation, check_observation
from cairn_rules.cairn_rpg.creation.state import State, check_sound
from cairn_rules.cairn_rpg.creation.steps import Draft, Step
from cairn_rules.cairn_rpg.rulings import Rulings
from cairn_rules.chance import Chance
from cairn_rules.checks import is_of, tuple_of
from cairn_rules.codec.codec import Codec
from cairn_rules.codec.envelope import Documents, Kind, read_state_tag, write_state_tag
from cairn_rules.codec.shapes import Form, named
from cairn_rules.errors import DefinitionError, Fault, NotationError
from cairn_rules.game import FORMAT_NUMBER, STATE_TAG
from cairn_rules.manifest import RecordStart


@frozen(kw_only=True)
class StateForm:
    """The JSON form of a `State`. The book is that of the library."""

    drafts: tuple[Draft, ...]
    public_omen: bool
    chance: Chance
    rulings: Rulings


@frozen(kw_only=True)
class ObservationForm:
    """The JSON form of an `Observation`. The book is that of the library."""

    player: int | None
    drafts: tuple[Draft, ...]
    concealed: tuple[bool, ...]
    public_omen: bool
    rulings: Rulings


def _values(value: State | Observation | StateForm | ObservationForm, form: type[Any]) -> dict[str, Any]:
    if isinstance(value, State | Observation) and value.book is not None:
        raise DefinitionError("a party with a book of its own cannot be written: documents hold no books")
    return {each.name: getattr(value, each.name) for each in fields(form)}


def _read_state(form: StateForm) -> State:
    state = State(**_values(form, StateForm))
    check_sound(state)
    return state


def _read_observation(form: ObservationForm) -> Observation:
    observation = Observation(**_values(form, ObservationForm))
    check_observation(observation)
    return observation


STATE: Final = Form(StateForm, lambda state: StateForm(**_values(state, StateForm)), _read_state)
OBSERVATION: Final = Form(
    ObservationForm, lambda seen: ObservationForm(**_values(seen, ObservationForm)), _read_observation
)


@cache
def _codec() -> Codec:
    codec = character_codec()
    codec.text(Step, named("a step", {step.value: step for step in Step}))
    codec.union(Action, get_args(Action))
    codec.form(State, STATE)
    codec.form(Observation, OBSERVATION)
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
    looking_up=lambda _: nullcontext(),
    most_parts=MOST_PARTS,
)
"""The kinds of documents, and their codec."""


def _start(tags: Mapping[str, str], _: object) -> State:
    if STATE_TAG not in tags:
        raise NotationError("", [Fault(f"tag {STATE_TAG}", "missing; it holds the start as a document")])
    state: State = read_state_tag(DOCUMENTS, tags, (), None)
    return state


START: Final[RecordStart[State]] = RecordStart(
    own_tags=(STATE_TAG,), tags=lambda state: write_state_tag(DOCUMENTS, state), state=_start
)
"""The start of a record: the state as a document."""
