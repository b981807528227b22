"""Many games by one process, by pools of processes, by a Dask cluster: what a second core gives, what a task costs."""

from __future__ import annotations

import os
import time
from concurrent.futures import Executor, ProcessPoolExecutor
from statistics import median

from distributed import Client, LocalCluster

import cairn_rules as cairn
from cairn_rules.many import GAMES_PER_TASK

GAMES = 8_000
ROUNDS = 5
EMPTY_TASKS = 1_000


def seconds(executor: Executor | None, games: int = GAMES) -> float:
    """How long the games take."""
    start = time.perf_counter()
    for _ in cairn.playouts(cairn, games, seed=1, executor=executor):
        pass
    return time.perf_counter() - start


def number(value: int) -> int:
    """A task that does nothing."""
    return value


def cost(executor: Executor) -> float:
    """How long a task takes that does nothing, in seconds."""
    start = time.perf_counter()
    for future in [executor.submit(number, value) for value in range(EMPTY_TASKS)]:
        future.result()
    return (time.perf_counter() - start) / EMPTY_TASKS


def main() -> None:
    """Measure in turn, and print medians."""
    with (
        ProcessPoolExecutor(1) as one,
        ProcessPoolExecutor(2) as two,
        LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster,
        Client(cluster) as client,
    ):
        sides = {"this process": None, "a pool of one": one, "a pool of two": two, "Dask, two": client.get_executor()}
        times: dict[str, list[float]] = {name: [] for name in sides}
        for executor in sides.values():
            seconds(executor, 4 * GAMES_PER_TASK)
        for _ in range(ROUNDS):
            for name, executor in sides.items():
                times[name].append(seconds(executor))
        empty = {name: cost(executor) for name, executor in sides.items() if executor is not None}
    print(f"{GAMES} games in tasks of {GAMES_PER_TASK}, median of {ROUNDS} rounds, {os.cpu_count()} cores")
    for name, values in times.items():
        ratios = sorted(alone / value for alone, value in zip(times["this process"], values, strict=True))
        spread = f"{median(ratios):.2f} ({ratios[0]:.2f} to {ratios[-1]:.2f}) times as fast as this process"
        task = f", an empty task {empty[name] * 1e6:.0f} µs" if name in empty else ""
        print(f"{name:13} {GAMES / median(values):6.0f} games/s, {spread}{task}")


if __name__ == "__main__":
    main()
