"""Sample states and actions of Cairn, for documentation and tests."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, Final

from cairn_rules.cairn.megaliths import effects
from cairn_rules.cairn.megaliths.megaliths import BASE_SET
from cairn_rules.cairn.megaliths.wider_effects import Borrow, GrantBuild, RelocateAll, Together, Wake
from cairn_rules.cairn.rules.rules import apply, legal_actions
from cairn_rules.cairn.rules.setup import new_game
from cairn_rules.cairn.state.actions import Add, Construct, Jump, Move, Pass, Transform
from cairn_rules.cairn.state.board import VILLAGE, Space
from cairn_rules.cairn.state.state import State
from cairn_rules.cairn.state.tiles import Tile
from cairn_rules.manifest import Samples

_DECISIONS: Final = 1000
"""Number of decisions in the random games of the samples, enough to meet every kind of decision."""


def _states() -> Iterator[State]:
    """Yield the first state in random games for each kind of decision."""
    rng, state = Random(7), new_game(seed=7)
    seen: set[type] = set()
    for seed in range(_DECISIONS):
        if type(state.pending) not in seen:
            seen.add(type(state.pending))
            yield state
        legal = legal_actions(state)
        state = apply(state, rng.choice(legal)) if legal else new_game(seed=seed)


def _actions() -> Iterator[Any]:
    """Yield an action of each kind, and a second one for moves and jumps: an exit."""
    yield Add(Space.D1)
    yield Move(Space.C1, Space.C2)
    yield Move(Space.C5, VILLAGE)
    yield Jump(Space.C1, Space.C3)
    yield Jump(Space.C4, VILLAGE)
    yield Construct(BASE_SET["deer"])
    yield Transform(Space.D2)
    yield Pass()
    yield effects.Banish(Space.A5)
    yield effects.Relocate(Space.D4, Space.D3)
    yield effects.Summon(Space.A1)
    yield effects.SlideMegalith(Space.B3, Space.B4)
    yield effects.SwapMegaliths(Space.B3, Space.D5)
    yield effects.ReplaceMegalith(Space.A2, BASE_SET["menhir"])
    yield effects.FlipTile(Tile.ADD)
    yield effects.TakeExtraTurn()
    yield Together(effects.Banish(Space.A5), effects.Relocate(Space.D4, Space.D3))
    yield RelocateAll(effects.Relocate(Space.C3, Space.D4), effects.Relocate(Space.D4, Space.C3))
    yield Borrow(Space.B3)
    yield Wake(Space.C3)
    yield GrantBuild(Space.C3)


SAMPLES: Final[Samples[State]] = Samples(states=_states, actions=_actions)
"""The samples of Cairn's manifest."""
