"""Simulated forecasts: seeded journeys, in this process or in others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from concurrent.futures import Executor
from functools import partial
from random import Random
from typing import Final

from cairn_rules.cairn_rpg.characters.character import replaced
from cairn_rules.cairn_rpg.estimates.improve import ENOUGH, LONGEST, WorkBudget, is_precise
from cairn_rules.cairn_rpg.forecast.policies import Policy, decide
from cairn_rules.cairn_rpg.forecast.result import Result, peak, result_of
from cairn_rules.cairn_rpg.wilderness.rules import resolved
from cairn_rules.cairn_rpg.wilderness.state import State
from cairn_rules.chance import Chance, resolve_keyed
from cairn_rules.simulation.playouts import GAMES_PER_STEP, in_tasks

_FIRST: Final = 20
"""Number of journeys after which there are rough figures."""
_LEAST: Final = 100
"""Least number of journeys of a simulation without a number, and the one after which there are better figures."""


def simulate(
    journey: State,
    policy: Policy,
    table: Policy,
    budget: WorkBudget,
    *,
    games: int | None,
    seed: int,
    executor: Executor | None,
) -> Iterator[str | Counter[Result]]:
    """Play many journeys, and count their results; for None, until arrivals and hunger are known precisely.

    Yields lines about its progress and the counts so far, and limits the budget of an exact solution. A journey depends
    only on the seed and its number, so that the counts are the same on any executor.
    """
    counted: Counter[Result] = Counter()
    most = games or ENOUGH
    size = GAMES_PER_STEP if executor is None else _FIRST
    for counts in in_tasks(partial(_play_all, journey, policy, table, seed), range(most), size, executor):
        counted.update(counts)
        played = counted.total()
        yield f"{played} of {'at most ' if games is None else ''}{most} journeys are played"
        budget.limit(max(most, ENOUGH), LONGEST)
        arrived, hungry = (sum(number for each, number in counted.items() if each[place]) for place in (0, 1))
        precise = played % _FIRST == 0 and played >= _LEAST and is_precise((arrived, hungry), played)
        if played in {_FIRST, most} or not played % _LEAST or (precise and games is None):
            yield counted
        if precise and games is None:
            break


def _play_all(journey: State, policy: Policy, table: Policy, seed: int, numbers: range) -> list[Counter[Result]]:
    """Play the journeys of one task, in a worker."""
    return [Counter(play(journey, policy, table, Random(f"{seed} {number}")) for number in numbers)]


def play(journey: State, policy: Policy, table: Policy, rng: Random) -> Result:
    """Play a journey to its end, and return its result."""
    state = replaced(journey, chance=Chance.draw(rng))
    fatigue = peak(state)
    while state.phase != "over":
        options = decide(policy, table, state)
        action = options[0][0] if len(options) == 1 else rng.choices(*zip(*options, strict=True))[0]
        state = resolve_keyed(resolved, state, action, replaced).state  # legal, as `decide` knows
        fatigue = max(fatigue, peak(state))
    return result_of(journey, state, days=state.day - journey.day + 1, fatigue=fatigue)
