"""Example states and actions, for documentation and tests."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from attrs import evolve

from cairn_rules.cairn_rpg.inventory import Inventory
from cairn_rules.cairn_rpg.items import Item
from cairn_rules.cairn_rpg.party import Drop, Light, Question
from cairn_rules.cairn_rpg.wilderness.actions import (
    BEGIN,
    TRAVEL,
    Action,
    Camp,
    Explore,
    Find,
    FindWay,
    Guard,
    Lose,
    Pay,
    Rest,
    Resupply,
    Shift,
    Supply,
    Take,
    Wait,
)
from cairn_rules.cairn_rpg.wilderness.rules import apply, legal_actions
from cairn_rules.cairn_rpg.wilderness.setup import new_game
from cairn_rules.cairn_rpg.wilderness.state import NIGHT, Choice, ChoiceKind, Modifier, Phase, Route, State
from cairn_rules.manifest import Samples

_CHOICES: Final[tuple[tuple[ChoiceKind, Phase], ...]] = (
    ("pace", "weather"),
    ("weather", "move"),
    ("exhaustion", "events"),
    ("loss", "events"),
    ("environment", "events"),
    ("discovery", "events"),
)
"""The kinds of choices on a watch of travel, with the phase in which each is open."""


def _states() -> Iterator[State]:
    """Yield a short journey, and states with the decisions that it may lack."""
    state = new_game(seed=3, legs=[Route(to="the mill", modifiers=(Modifier("guide", watches=-1),))])
    yield state
    while legal := legal_actions(state):
        camps = state.watch == NIGHT and Camp() in legal
        state = apply(state, Camp() if camps else legal[0])
        yield state
    start = new_game(seed=5, weather="fair", settlement=True, legs=[Route(toll="ration")])
    yield start
    yield evolve(start, party=evolve(start.party, lights=(Light(0, "torch"),)), ground=(Item(id="tent", name="Tent"),))
    yield evolve(start, lost=True, departed=True)
    yield apply(start, Supply(0))
    travelling = evolve(start, declared=(TRAVEL,))
    for kind, phase in _CHOICES:
        yield evolve(travelling, phase=phase, questions=(Choice(kind),))
    yield evolve(
        start, declared=(Camp(),), sleepers=frozenset({0, 1}), phase="end", watch=NIGHT, questions=(Choice("rest"),)
    )
    full = evolve(start.party.members[0], inventory=Inventory(items=(Item(id="rope", name="Rope"),), fatigue=9))
    party = evolve(start.party, members=(full, start.party.members[1]))
    yield evolve(start, party=party, watch=NIGHT, phase="dusk", questions=(Question(0, "R201"),))


def _actions() -> Iterator[Action]:
    """Yield one action of each kind, and those for all together."""
    yield BEGIN
    yield TRAVEL
    yield FindWay()
    yield Explore(0)
    yield Supply()
    yield Supply(1)
    yield Camp()
    yield Guard(0)
    yield Wait(1)
    yield Resupply(0, 2)
    yield Take(0, "rations")
    yield Drop(0, "rope")
    yield Pay("fatigue")
    yield Lose(0, "torch")
    yield Shift("terrain")
    yield Find("treasure")
    yield Find("food", 2)
    yield Rest(disturbed=True)


SAMPLES: Final[Samples[State]] = Samples(states=_states, actions=_actions)
"""The example states and actions."""
