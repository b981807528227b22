"""Example states and actions of Korrigans, for documentation and tests."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final

from cairn_rules.korrigans.actions import (
    Action,
    CoverCloud,
    CoverSun,
    Decline,
    EndFinalTurn,
    FinalMove,
    GiveGoblin,
    Move,
    Pass,
    Place,
    PlaceCauldron,
    PlaceTroll,
    Sacrifice,
    Take,
    Unmask,
)
from cairn_rules.korrigans.board import Link, LinkKind
from cairn_rules.korrigans.rules import apply, legal_actions
from cairn_rules.korrigans.setup import new_game
from cairn_rules.korrigans.state import State
from cairn_rules.korrigans.tokens import Clover, Companion
from cairn_rules.manifest import Samples

_GAMES: Final = 40
"""Number of random games that the states come from, enough for every kind of decision."""


def _states() -> Iterator[State]:
    """Yield the first state of random games that asks for each kind of decision."""
    seen: set[type] = set()
    for seed in range(_GAMES):
        rng, state = Random(seed), new_game(seed=seed, players=2 + seed % 4)
        while True:
            if type(state.pending) not in seen:
                seen.add(type(state.pending))
                yield state
            legal = legal_actions(state)
            if not legal:
                break
            state = apply(state, rng.choice(legal))


def _actions() -> Iterator[Action]:
    """Yield one action of each kind, two with tokens and one with each kind of link."""
    yield Place("A")
    yield Take(Clover.HARE)
    yield Take(Clover.GOLD3)
    yield CoverSun(3)
    yield CoverCloud(5)
    yield Move(0, Companion.HARE, "K")
    yield Sacrifice(Clover.GOLD1, Companion.SQUIRREL)
    yield Pass()
    yield GiveGoblin(1, 0)
    yield Unmask(3)
    yield PlaceTroll(Link(LinkKind.OPEN, ("A", "K")))
    yield PlaceTroll(Link(LinkKind.DOOR, ("A", "B")))
    yield PlaceTroll(Link(LinkKind.BRIDGE, ("B", "C")))
    yield Decline()
    yield PlaceCauldron("E")
    yield FinalMove(1, Companion.FROG, "N")
    yield EndFinalTurn()


SAMPLES: Final[Samples[State]] = Samples(states=_states, actions=_actions)
"""The example states and actions."""
