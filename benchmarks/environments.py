"""Compare loops over a `BatchEnv` in the same run: sampling from masks, choosing from lists, and without copies.

A side's speed is the number of decisions in a second of processor time, on one thread.

    python benchmarks/environments.py --rounds 11 --seconds 0.5
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from time import process_time

import numpy as np
from timing import figure, options, spread, table

from cairn_rules.adapters.gymnasium import BatchEnv
from cairn_rules.cairn.batch import Batch


def sampled(env: BatchEnv) -> Callable[[], None]:
    """Return a step with actions that the action space samples."""
    seen = env.reset(seed=7)[0]

    def step() -> None:
        nonlocal seen
        seen = env.step(env.action_space.sample(mask=tuple(seen["action_mask"])))[0]

    return step


def chosen(env: BatchEnv) -> Callable[[], None]:
    """Return a step with actions chosen from the lists of the batch."""
    env.reset(seed=7)
    rng, games = np.random.default_rng(7), np.arange(env.num_envs)

    def step() -> None:
        lists, counts = env.batch.legal
        env.step(lists[games, rng.integers(counts)])

    return step


def speed(step: Callable[[], None], games: int, seconds: float) -> float:
    """Return the number of decisions in a second of processor time."""
    steps, start = 0, process_time()
    while (spent := process_time() - start) < seconds:
        step()
        steps += 1
    return games * steps / spent


def main() -> None:
    """Print a table for each number of games."""
    asked = options(__doc__, 0.5)
    for games in (64, 1024):
        make = partial(Batch, games, max_turns=500)
        loops = {
            "sampled from masks": sampled(BatchEnv(lambda seed, make=make: make(seed=seed))),
            "chosen from `batch.legal`": chosen(BatchEnv(lambda seed, make=make: make(seed=seed))),
            "the same, `copy=False`": chosen(BatchEnv(lambda seed, make=make: make(seed=seed), copy=False)),
        }
        rounds = [[speed(step, games, asked.seconds) for step in loops.values()] for _ in range(asked.rounds + 1)][1:]
        rows = [
            (name, figure(max(speeds)), spread([each / first[0] for each, first in zip(speeds, rounds, strict=True)]))
            for name, speeds in zip(loops, zip(*rounds, strict=True), strict=True)
        ]
        print(table((f"{games} games", "decisions/s, best", "times as many"), rows), "\n")


if __name__ == "__main__":
    main()
