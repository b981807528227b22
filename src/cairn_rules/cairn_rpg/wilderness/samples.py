"""Example states and actions, for documentation and tests."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from attrs import evolve

from cairn_rules.cairn_rpg.characters.inventory import Inventory
from cairn_rules.cairn_rpg.characters.items import Item
from cairn_rules.cairn_rpg.procedures.party import Light, Question
from cairn_rules.cairn_rpg.wilderness.actions import TRAVEL, Camp, Supply
from cairn_rules.cairn_rpg.wilderness.notation import ACTIONS
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


SAMPLES: Final[Samples[State]] = Samples(states=_states, actions=ACTIONS.examples)
