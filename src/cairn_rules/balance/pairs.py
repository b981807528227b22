"""Pairs of games: one with a stone, and the same one with another stone in its place."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final, TypeVar, final

from attrs import frozen

import cairn_rules.cairn as rules
from cairn_rules.balance.measured import Measured, measure
from cairn_rules.cairn.board import CIRCLES
from cairn_rules.cairn.make_state import make_state
from cairn_rules.cairn.megalith import Megalith
from cairn_rules.cairn.setup import new_game
from cairn_rules.cairn.state import State
from cairn_rules.game import SEED_BITS
from cairn_rules.players.player import Budget, MakesPlayer

T = TypeVar("T")

PAIRS_PER_TASK: Final = 25
"""So many pairs are one task of an executor."""


@final
@frozen
class Task:
    """Everything that the pairs of games of a stone have in common."""

    stone: Megalith
    """The stone that is tried."""
    others: tuple[Megalith, ...]
    """The stones that it is played among."""
    seed: int
    """The same seed gives the same games."""
    player: MakesPlayer
    """What makes the players."""
    budget: Budget | None
    """What they may spend on a decision."""
    max_turns: int
    """A game is stopped when so many turns are complete."""

    def play(self, number: int) -> tuple[Measured, Measured]:
        """A pair of games: with the stone, and without it; they follow from the seed and the number."""
        rng = Random(f"{self.seed} {number}")
        without = new_game(seed=rng.getrandbits(SEED_BITS), megaliths=self.others)
        shown = (*without.megaliths.values(), *without.upcoming)
        replaced = shown[rng.randrange(len(shown))]
        seeds = [rng.getrandbits(SEED_BITS) for _ in range(2)]
        pair = ((exchanged(without, replaced, self.stone), self.stone), (without, replaced))
        with_it, without_it = (
            measure(
                state,
                [self.player(rules, seed=seed) for seed in seeds],
                watched=watched,
                budget=self.budget,
                max_turns=self.max_turns,
                number=number,
            )
            for state, watched in pair
        )
        return with_it, without_it


def play_all(task: Task, numbers: range) -> list[tuple[Measured, Measured]]:
    """Some pairs, in the process that was given them."""
    return [task.play(number) for number in numbers]


def exchanged(state: State, old: Megalith, new: Megalith) -> State:
    """A state at the start of a game with a stone in place of one that lies open.

    Example:
        >>> import cairn_rules as cairn
        >>> state = cairn.parse_position("f1f1f/5/5/5/s1s1s s wooe b3=chaos,d3=dawn alley,menhir deer 0-0")
        >>> after = exchanged(state, cairn.BASE_SET["alley"], cairn.BASE_SET["mound"])
        >>> cairn.format_position(after)
        'f1f1f/5/5/5/s1s1s s wooe b3=chaos,d3=dawn mound,menhir deer 0-0'
    """

    def swapped(stones: Sequence[Megalith]) -> tuple[Megalith, ...]:
        return tuple(new if stone == old else stone for stone in stones)

    circles = swapped([state.megaliths[space] for space in CIRCLES])
    return make_state(
        shamans=state.shamans,
        megaliths=dict(zip(CIRCLES, circles, strict=True)),
        upcoming=swapped(state.upcoming),
        deck=state.deck,
        tiles=state.tiles,
        active=state.active,
    )
