"""JSON documents of fights: states, observations, actions, events and rulings, and the start of a record."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import nullcontext
from functools import cache
from typing import Any, Final, Literal, TypeAlias, get_args

from attrs import field, fields, frozen

from cairn_rules.cairn_rpg.character_codec import character_codec
from cairn_rules.cairn_rpg.combat.actions import Action, Declaration
from cairn_rules.cairn_rpg.combat.observation import Observation, observe, with_chance
from cairn_rules.cairn_rpg.combat.setup import new_game
from cairn_rules.cairn_rpg.combat.soundness import check_sound
from cairn_rules.cairn_rpg.combat.state import Fighter, Question, State, Truce
from cairn_rules.cairn_rpg.events import Event
from cairn_rules.cairn_rpg.rulings import Rulings
from cairn_rules.chance import WORD_BITS, Chance
from cairn_rules.checks import is_of
from cairn_rules.codec.codec import Codec
from cairn_rules.codec.envelope import Documents, Kind, read_state_tag, write_state_tag
from cairn_rules.codec.shapes import Form
from cairn_rules.errors import Fault, NotationError, cut
from cairn_rules.game import ADDED_LATER, FORMAT_NUMBER, STATE_TAG
from cairn_rules.manifest import RecordStart

Test: TypeAlias = Literal["first", "half", "lone"]
"""A morale test (R133)."""


@frozen(kw_only=True)
class ObservationForm:
    """The JSON form of an `Observation`, before it is checked."""

    fighters: tuple[Fighter, ...]
    round: int
    side: int
    declared: tuple[Declaration, ...]
    questions: tuple[Question, ...]
    numbers: tuple[int, int]
    tested: tuple[frozenset[Test], frozenset[Test]]
    crowd: bool
    leader: int | None
    rulings: Rulings
    truce: Truce = field(default="", metadata={ADDED_LATER: True})


@frozen(kw_only=True)
class StateForm(ObservationForm):
    """The JSON form of a `State`, before it is checked."""

    chance: Chance


def _values(value: object, kind: type[Any]) -> dict[str, Any]:
    return {each.name: getattr(value, each.name) for each in fields(kind)}


def _read_state(form: StateForm) -> State:
    state = State(**_values(form, State))
    check_sound(state)
    return state


def _read_observation(form: ObservationForm) -> Observation:
    state = with_chance(Observation(**_values(form, Observation)), Chance(0))
    check_sound(state)
    return observe(state, None)


STATE: Final = Form(StateForm, lambda state: StateForm(**_values(state, StateForm)), _read_state)
OBSERVATION: Final = Form(
    ObservationForm, lambda seen: ObservationForm(**_values(seen, ObservationForm)), _read_observation
)


@cache
def _codec() -> Codec:
    codec = character_codec()
    codec.union(Declaration, get_args(Declaration))
    codec.union(Action, get_args(Action))
    codec.form(State, STATE)
    codec.form(Observation, OBSERVATION)
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
    looking_up=lambda _: nullcontext(),
)
"""The kinds of documents, and their codec."""

KEY_TAG: Final = "Key"
"""The tag with the key of the chance, for a record of the default fight."""


def _tags(state: State) -> dict[str, str]:
    chance = state.chance
    if not chance.used and state == _default(chance):
        return {KEY_TAG: str(chance.key)}
    return write_state_tag(DOCUMENTS, state)


def _default(chance: Chance) -> State:
    return with_chance(observe(new_game(seed=0), None), chance)


def _start(tags: Mapping[str, str], _: object) -> State:
    if STATE_TAG in tags:
        state: State = read_state_tag(DOCUMENTS, tags, (KEY_TAG,), None)
        return state
    text = tags.get(KEY_TAG, "")
    if not (text.isascii() and text.isdigit() and len(text) <= 16 and int(text) < 1 << WORD_BITS):
        message = f"{cut(text, 100)!r} is not a key: a whole number below 2**{WORD_BITS}"
        raise NotationError(text, [Fault(f"tag {KEY_TAG}", message)])
    return _default(Chance(int(text)))


START: Final[RecordStart[State]] = RecordStart(own_tags=(STATE_TAG, KEY_TAG), tags=_tags, state=_start)
"""The start of a record: the key of the default fight, or any other state as a document."""
