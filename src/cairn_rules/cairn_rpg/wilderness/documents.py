"""JSON documents of journeys: states, observations and actions, and the start of a record."""

from __future__ import annotations

from functools import cache
from typing import Final, get_args

from attrs import frozen

from cairn_rules.cairn_rpg.character_codec import MOST_PARTS, character_codec
from cairn_rules.cairn_rpg.items import Item
from cairn_rules.cairn_rpg.party import Party, Question
from cairn_rules.cairn_rpg.record_key import start_by_key
from cairn_rules.cairn_rpg.rulings import Rulings
from cairn_rules.cairn_rpg.wilderness.actions import Action, Declaration
from cairn_rules.cairn_rpg.wilderness.observation import Observation, observe, with_chance
from cairn_rules.cairn_rpg.wilderness.setup import new_game
from cairn_rules.cairn_rpg.wilderness.soundness import check_sound
from cairn_rules.cairn_rpg.wilderness.state import Choice, Phase, Route, Season, State, Weather
from cairn_rules.chance import Chance
from cairn_rules.checks import is_of
from cairn_rules.codec.codec import Codec
from cairn_rules.codec.envelope import Documents, Kind
from cairn_rules.codec.shapes import checked_form
from cairn_rules.game import FORMAT_NUMBER


@frozen(kw_only=True)
class ObservationForm:
    """The JSON form of an `Observation`, before it is checked."""

    party: Party
    legs: tuple[Route, ...]
    season: Season
    leg: int
    day: int
    watch: int
    weather: Weather | None
    phase: Phase
    departed: bool
    lost: bool
    progress: int
    delay: int
    weather_delay: int
    weather_steps: int
    steps: int
    weathered: bool
    camped: frozenset[int]
    sleepers: frozenset[int]
    declared: tuple[Declaration, ...]
    questions: tuple[Question | Choice, ...]
    rolls: int
    ground: tuple[Item, ...]
    settlement: bool
    circumstances: tuple[str, ...]
    braves: bool
    rulings: Rulings


@frozen(kw_only=True)
class StateForm(ObservationForm):
    """The JSON form of a `State`, before it is checked."""

    chance: Chance


def _check_observation(seen: Observation) -> None:
    check_sound(with_chance(seen, Chance(0)))


@cache
def _codec() -> Codec:
    codec = character_codec()
    codec.union(Declaration, get_args(Declaration))
    codec.union(Action, get_args(Action))
    codec.union(Question | Choice, (Question, Choice))
    codec.form(State, checked_form(State, StateForm, check_sound))
    codec.form(Observation, checked_form(Observation, ObservationForm, _check_observation))
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
    most_parts=MOST_PARTS,
)
"""The kinds of documents, and their codec."""


def _default(chance: Chance) -> State:
    return with_chance(observe(new_game(seed=0), None), chance)


START: Final = start_by_key(DOCUMENTS, _default)
"""The start of a record: the key of the default journey, or any other state as a document."""
