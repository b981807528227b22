"""Example states and actions, for documentation and tests."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from attrs import evolve

from cairn_rules.cairn_rpg.characters.conditions import Conditions
from cairn_rules.cairn_rpg.dungeon.actions import STAY, do
from cairn_rules.cairn_rpg.dungeon.notation import ACTIONS, parse_action
from cairn_rules.cairn_rpg.dungeon.rules.rules import apply
from cairn_rules.cairn_rpg.dungeon.rules.setup import new_game
from cairn_rules.cairn_rpg.dungeon.state import State, Trouble
from cairn_rules.cairn_rpg.procedures.party import Light, Question, with_member
from cairn_rules.manifest import Samples

_PLAY: Final = (
    "stay 1:light:torch 2:rest go:passage 1:watch 2:wait run:chapel stay 1:search:altar 2:search:niches"
    " lead:2 run:mound leave"
)
"""A short game, by the dice of the seed below."""
_SEED: Final = 0


def _states() -> Iterator[State]:
    """Yield a whole game, and states with the decisions that it lacks: exhaustion, Fatigue, panic, doors, troubles."""
    state = new_game(seed=_SEED)
    yield state
    for text in _PLAY.split():
        state = apply(state, parse_action(text, state))
        yield state
    start = new_game(seed=5)
    yield evolve(start, rests=0)
    yield evolve(start, troubles=(Trouble(kind="encounter", text="two rats", reaction="Wary"), Trouble(kind="loss")))
    hestia, basil = start.party.members
    tired = evolve(basil, inventory=evolve(basil.inventory, fatigue=8))
    yield evolve(start, party=with_member(start.party, 1, tired), questions=(Question(1, "R165"),))
    key = evolve(basil.inventory.items[1], id="bronze-key", name="Bronze Key")
    keeper = evolve(basil, inventory=evolve(basil.inventory, items=(key,)))
    scared = evolve(hestia, conditions=Conditions(panicked=True))
    party = evolve(start.party, members=(scared, keeper), lights=(Light(0, "torch"),))
    inside = evolve(start, party=party, area="passage", visited=frozenset({"mound", "passage"}))
    yield apply(inside, STAY)
    yield apply(apply(inside, STAY), do(0, "recover", ""))
    yield apply(evolve(inside, opened=frozenset({"oak-door"}), wedged=frozenset({"oak-door"})), STAY)


SAMPLES: Final[Samples[State]] = Samples(states=_states, actions=ACTIONS.examples)
