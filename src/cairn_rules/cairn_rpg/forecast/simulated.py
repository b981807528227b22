"""Simulated forecasts: seeded journeys, in this process or in others."""

from __future__ import annotations

from collections import Counter
from concurrent.futures import Executor
from functools import partial
from random import Random

from cairn_rules.cairn_rpg.characters.character import replaced
from cairn_rules.cairn_rpg.forecast.policies import Policy, decide
from cairn_rules.cairn_rpg.forecast.result import Result, peak, result_of
from cairn_rules.cairn_rpg.wilderness.rules import apply
from cairn_rules.cairn_rpg.wilderness.state import State
from cairn_rules.chance import Chance
from cairn_rules.simulation.playouts import GAMES_PER_STEP, GAMES_PER_TASK, in_tasks
from cairn_rules.steps import Steps


def simulate(
    journey: State, policy: Policy, table: Policy, *, games: int, seed: int, executor: Executor | None
) -> Steps[Counter[Result]]:
    """Play many journeys, and count their results.

    A journey depends only on the seed and its number, so that the counts are the same on any executor.
    """
    counted: Counter[Result] = Counter()
    size = GAMES_PER_STEP if executor is None else GAMES_PER_TASK
    for counts in in_tasks(partial(_play_all, journey, policy, table, seed), range(games), size, executor):
        counted.update(counts)
        yield f"{counted.total()} of {games} journeys are played"
    return counted


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
        state = apply(state, action)
        fatigue = max(fatigue, peak(state))
    return result_of(journey, state, days=state.day - journey.day + 1, fatigue=fatigue)
