"""JSON documents of dungeons: states, observations, maps, actions and events, and the start of a record."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import nullcontext
from functools import cache
from typing import Any, Final, get_args

from attrs import field, fields, frozen

from cairn_rules.cairn_rpg.character_codec import character_codec
from cairn_rules.cairn_rpg.dungeon.actions import Action
from cairn_rules.cairn_rpg.dungeon.areas import Area, Door, Dungeon, Tables, check_dungeon
from cairn_rules.cairn_rpg.dungeon.observation import Observation, observe, with_chance
from cairn_rules.cairn_rpg.dungeon.setup import new_game
from cairn_rules.cairn_rpg.dungeon.soundness import check_sound
from cairn_rules.cairn_rpg.dungeon.state import Scene, State
from cairn_rules.cairn_rpg.events import Event
from cairn_rules.chance import WORD_BITS, Chance
from cairn_rules.checks import is_of
from cairn_rules.codec.codec import Codec
from cairn_rules.codec.envelope import Documents, Kind, read_state_tag, write_state_tag
from cairn_rules.codec.shapes import Form
from cairn_rules.errors import Fault, NotationError, cut
from cairn_rules.game import FORMAT_NUMBER, STATE_TAG
from cairn_rules.manifest import RecordStart


@frozen(kw_only=True, slots=False)
class ObservationForm(Scene):
    """The JSON form of an `Observation`, before it is checked."""


@frozen(kw_only=True, slots=False)
class StateForm(Scene):
    """The JSON form of a `State`, before it is checked."""

    chance: Chance


@frozen(kw_only=True)
class DungeonForm:
    """The JSON form of a `Dungeon`, before it is checked."""

    areas: tuple[Area, ...]
    doors: tuple[Door, ...] = ()
    tables: Tables = field(factory=Tables)


def _values(value: object, kind: type[Any]) -> dict[str, Any]:
    return {each.name: getattr(value, each.name) for each in fields(kind)}


def _read_state(form: StateForm) -> State:
    state = State(**_values(form, State))
    check_sound(state)
    return state


def _read_observation(form: ObservationForm) -> Observation:
    state = with_chance(form, Chance(0))
    check_sound(state)
    return observe(state, None)


def _read_dungeon(form: DungeonForm) -> Dungeon:
    dungeon = Dungeon(**_values(form, Dungeon))
    check_dungeon(dungeon)
    return dungeon


STATE: Final = Form(StateForm, lambda state: StateForm(**_values(state, StateForm)), _read_state)
OBSERVATION: Final = Form(
    ObservationForm, lambda seen: ObservationForm(**_values(seen, ObservationForm)), _read_observation
)
DUNGEON: Final = Form(DungeonForm, lambda dungeon: DungeonForm(**_values(dungeon, DungeonForm)), _read_dungeon)


@cache
def _codec() -> Codec:
    codec = character_codec()
    codec.union(Action, get_args(Action))
    codec.form(Dungeon, DUNGEON)
    codec.form(State, STATE)
    codec.form(Observation, OBSERVATION)
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
    looking_up=lambda _: nullcontext(),
)
"""The kinds of documents, and their codec."""

KEY_TAG: Final = "Key"
"""The tag with the key of the chance, for a record of the default dungeon."""


def _tags(state: State) -> dict[str, str]:
    chance = state.chance
    if not chance.used and state == _default(chance):
        return {KEY_TAG: str(chance.key)}
    return write_state_tag(DOCUMENTS, state)


def _default(chance: Chance) -> State:
    return with_chance(new_game(seed=0), chance)


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
"""The start of a record: the key of the default dungeon, or any other state as a document."""
