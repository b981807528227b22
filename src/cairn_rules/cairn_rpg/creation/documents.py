"""JSON documents of making characters: states, observations, actions, characters, parties and rulings."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, Final, TypeVar, get_args

from attrs import evolve, frozen

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
from cairn_rules.codec.shapes import Form, checked_form, named
from cairn_rules.errors import DefinitionError, Fault, NotationError
from cairn_rules.game import FORMAT_NUMBER, STATE_TAG
from cairn_rules.manifest import RecordStart

SeenT = TypeVar("SeenT", State, Observation)


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


def _form(kind: type[SeenT], form: type[Any], check: Callable[[SeenT], None]) -> Form[SeenT, Any]:
    """Return the form of states or observations, which is refused to those with a custom book."""
    checked = checked_form(kind, form, check)

    def write(value: SeenT) -> Any:
        if value.book is not None:
            raise DefinitionError("a party with a book of its own cannot be written: documents hold no books")
        return checked.write(value)

    return evolve(checked, write=write)


@cache
def _codec() -> Codec:
    codec = character_codec()
    codec.text(Step, named("a step", {step.value: step for step in Step}))
    codec.union(Action, get_args(Action))
    codec.form(State, _form(State, StateForm, check_sound))
    codec.form(Observation, _form(Observation, ObservationForm, check_observation))
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
