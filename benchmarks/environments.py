"""Compare loops over environments in the same run.

The first table compares environments of one game, for two players, with PettingZoo's connect four: the agents sample
from the masks, and a step of `SeatEnv` includes the decisions of a random opponent. The others compare loops over a
`BatchEnv`: sampling from masks, choosing from lists, and without copies.

A side's speed is the number of steps or decisions in a second of processor time, on one thread.

    python benchmarks/environments.py --rounds 11 --seconds 0.5
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from time import process_time

import numpy as np
from pettingzoo import AECEnv
from pettingzoo.classic import connect_four_v3
from sides.connect_four import playout
from timing import figure, options, spread, table

from cairn_rules import endless_winter, korrigans
from cairn_rules.adapters.gymnasium import BatchEnv, SeatEnv
from cairn_rules.adapters.pettingzoo import GameEnv
from cairn_rules.cairn.batch import Batch
from cairn_rules.simulation import with_options


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


def cycle(env: AECEnv) -> Callable[[], int]:
    """Return a function that plays a random game of an AEC environment, and returns the number of decisions."""
    env.reset(seed=7)
    return lambda: playout(env)


def seat(env: SeatEnv) -> Callable[[], int]:
    """Return a function that plays a random game of a `SeatEnv`, and returns the number of steps."""
    env.reset(seed=7)

    def game() -> int:
        seen, steps, done = env.reset()[0], 0, False
        while not done:
            seen, _, terminated, truncated, _ = env.step(env.action_space.sample(seen["action_mask"]))
            steps, done = steps + 1, terminated or truncated
        return steps

    return game


def speed(work: Callable[[], int | None], seconds: float, games: int = 1) -> float:
    """Return the number of decisions in a second of processor time. `work` returns their number, or None for one."""
    steps, start = 0, process_time()
    while (spent := process_time() - start) < seconds:
        done = work()
        steps += 1 if done is None else done
    return games * steps / spent


def compare(title: str, loops: Mapping[str, Callable[[], int | None]], rounds: int, seconds: float, games: int) -> None:
    """Print a table; ratios are to the first loop, within a round."""
    found = [[speed(work, seconds, games) for work in loops.values()] for _ in range(rounds + 1)][1:]
    rows = [
        (name, figure(max(speeds)), spread([each / first[0] for each, first in zip(speeds, found, strict=True)]))
        for name, speeds in zip(loops, zip(*found, strict=True), strict=True)
    ]
    print(table((title, "a second, best", "times as many"), rows), "\n")


def main() -> None:
    """Print the tables."""
    asked = options(__doc__, 0.5)
    two = {each.__name__.rpartition(".")[2]: with_options(each, players=2) for each in (korrigans, endless_winter)}
    one = {
        "PettingZoo, connect four": cycle(connect_four_v3.env()),
        **{f"AEC, {name}": cycle(GameEnv(game)) for name, game in two.items()},
        **{f"`SeatEnv`, {name}": seat(SeatEnv(game)) for name, game in two.items()},
    }
    compare("one game", one, asked.rounds, asked.seconds, 1)
    for games in (64, 1024):
        make = partial(Batch, games, max_turns=500)
        loops = {
            "sampled from masks": sampled(BatchEnv(lambda seed, make=make: make(seed=seed))),
            "chosen from `batch.legal`": chosen(BatchEnv(lambda seed, make=make: make(seed=seed))),
            "the same, `copy=False`": chosen(BatchEnv(lambda seed, make=make: make(seed=seed), copy=False)),
        }
        compare(f"{games} games", loops, asked.rounds, asked.seconds, games)


if __name__ == "__main__":
    main()
