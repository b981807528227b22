"""Journeys for tests."""

from __future__ import annotations

from typing import Any

from attrs import evolve, frozen

from cairn_rules.cairn_rpg.characters.character import Character
from cairn_rules.cairn_rpg.characters.items import Item
from cairn_rules.cairn_rpg.events import Event
from cairn_rules.cairn_rpg.wilderness.notation import parse_action
from cairn_rules.cairn_rpg.wilderness.rules import resolve
from cairn_rules.cairn_rpg.wilderness.setup import new_game
from cairn_rules.cairn_rpg.wilderness.state import Route, State
from cairn_rules.chance import ScriptedDice
from support.cairn_rpg.people import RATIONS, person

QUIET = 1
"""The face of an event that asks nothing: an encounter."""
FOUND = 6
"""A face with which no party gets lost."""
ROAD = Route(to="Mill", path="road", distance="long")
"""Three watches on which nobody gets lost."""


@frozen
class Played:
    """A state, and what happened until it was reached."""

    state: State
    events: tuple[Event, ...]

    @property
    def codes(self) -> list[str]:
        return [event.code for event in self.events]

    def rules(self, code: str) -> list[str]:
        return [event.rule for event in self.events if event.code == code]


def traveller(name: str = "Ada", *items: Item, **fields: Any) -> Character:
    """A character with rations and 4 HP."""
    return person(name, items=(RATIONS, *items), **fields)


def begun(*party: Character, weather: str = "fair", **options: Any) -> State:
    """A journey on the first morning, on a road of three watches unless other legs are given."""
    options.setdefault("legs", [ROAD])
    return new_game(seed=1, party=party or (traveller(),), weather=weather, **options)  # type: ignore[arg-type]


def play(state: State, *steps: str) -> Played:
    """Play steps such as `travel 6 1`: an action and the faces of all its dice."""
    events: list[Event] = []
    for step in steps:
        text, *faces = step.split()
        dice = ScriptedDice(list(map(int, faces)))
        result = resolve(state, parse_action(text, state), dice)
        dice.finish()
        state = result.state
        events += result.events
    return Played(state, tuple(events))


def with_members(state: State, *members: Character) -> State:
    """The state with other members."""
    return evolve(state, party=evolve(state.party, members=members))
