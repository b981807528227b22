"""Simulated odds: seeded games, in this process or in others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from concurrent.futures import Executor
from functools import partial
from random import Random
from typing import Final, final

from attrs import Factory, define

from cairn_rules.cairn_rpg.characters.character import replaced
from cairn_rules.cairn_rpg.combat.rules.rules import current_player, resolved
from cairn_rules.cairn_rpg.combat.state import FOES, PARTY, State
from cairn_rules.cairn_rpg.estimates.improve import ENOUGH, WorkBudget, is_precise
from cairn_rules.cairn_rpg.odds.policies import Policy, decide
from cairn_rules.cairn_rpg.odds.result import ending_of, fate_of
from cairn_rules.chance import Chance, resolve_keyed
from cairn_rules.simulation.playouts import GAMES_PER_STEP, GAMES_PER_TASK, in_tasks

MOST_ROUNDS: Final = 1000
"""Number of rounds after which a simulated fight counts as endless."""


@final
@define
class Counts:
    """Counts of the results of some games."""

    games: int = 0
    """Number of games."""
    endings: Counter[tuple[int | None, str]] = Factory(Counter[tuple[int | None, str]])
    """Number of games by winner and reason."""
    shares: Counter[tuple[object, object]] = Factory(Counter[tuple[object, object]])
    """Number of games by `("winner", side)` and by fighter and fate."""
    sums: Counter[int | str] = Factory(Counter[int | str])
    """Sums of scars by fighter, and of `rounds`."""
    squares: Counter[int | str] = Factory(Counter[int | str])
    """Sums of their squares."""

    def add(self, end: State, before: State, rounds: int) -> None:
        """Count a game."""
        self.games += 1
        winner, reason = ending_of(end)
        self.endings[winner, reason] += 1
        self.shares["winner", winner] += 1
        numbers: dict[int | str, int] = {"rounds": rounds}
        joined = sum(each.side == PARTY for each in end.fighters) - sum(each.side == PARTY for each in before.fighters)
        for index, old in enumerate(before.fighters):
            fighter = end.fighters[index if old.side == PARTY else index + joined]
            self.shares[index, fate_of(fighter)] += 1
            numbers[index] = len(fighter.character.scars) - len(old.character.scars)
        self.sums.update(numbers)
        self.squares.update({name: number * number for name, number in numbers.items()})

    def update(self, other: Counts) -> None:
        """Add the counts of other games."""
        self.games += other.games
        self.endings.update(other.endings)
        self.shares.update(other.shares)
        self.sums.update(other.sums)
        self.squares.update(other.squares)


def simulate(
    fight: State,
    policies: tuple[Policy, Policy],
    budget: WorkBudget,
    *,
    games: int | None,
    seed: int,
    executor: Executor | None,
) -> Iterator[str | Counts]:
    """Play many games, and count their results; for None, until victories are known precisely.

    Yields lines about its progress and the counts so far, and limits the budget of an exact solution. A game depends
    only on the seed and its number, so that the counts are the same on any executor.
    """
    counted, most = Counts(), games or ENOUGH
    size = GAMES_PER_STEP if executor is None else GAMES_PER_TASK
    for counts in in_tasks(partial(_play_all, fight, policies, seed), range(most), size, executor):
        counted.update(counts)
        yield f"{counted.games} of {'at most ' if games is None else ''}{most} games are played"
        if not counted.games % GAMES_PER_TASK or counted.games == most:
            decisions = counted.sums["rounds"] * len(fight.fighters) / counted.games
            budget.limit(max(most, ENOUGH), decisions)
            yield counted
            wins = [counted.shares["winner", side] for side in (PARTY, FOES)]
            if games is None and is_precise(wins, counted.games):
                break


def _play_all(fight: State, policies: tuple[Policy, Policy], seed: int, numbers: range) -> list[Counts]:
    """Play the games of one task, in a worker."""
    counts = Counts()
    for number in numbers:
        end, rounds = play(fight, policies, Random(f"{seed} {number}"))
        counts.add(end, fight, rounds)
    return [counts]


def play(fight: State, policies: tuple[Policy, Policy], rng: Random) -> tuple[State, int]:
    """Play a game, and return its last state and its number of rounds."""
    state = replaced(fight, chance=Chance.draw(rng))
    start, rounds = max(fight.round - 1, 0), 0
    while (side := current_player(state)) is not None:
        rounds = max(state.round - start, rounds)
        if rounds > MOST_ROUNDS:
            break
        options = decide(policies[side], state)
        action = options[0][0] if len(options) == 1 else rng.choices(*zip(*options, strict=True))[0]
        state = resolve_keyed(resolved, state, action, replaced).state  # legal, as `decide` knows
    return state, rounds
