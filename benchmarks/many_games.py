"""Compare many games in one process, in pools of processes and on a Dask cluster, and measure the cost of a task."""

from __future__ import annotations

from concurrent.futures import Executor, ProcessPoolExecutor
from statistics import median
from time import perf_counter

import distributed
from distributed import Client, LocalCluster
from sides.cairn import sides
from timing import figure, machine, spread, table

import cairn_rules as cairn
from cairn_rules.simulation.playouts import GAMES_PER_TASK

GAMES = 8_000
ROUNDS = 5
EMPTY_TASKS = 1_000


def seconds(executor: Executor | None, games: int = GAMES) -> float:
    """Return the time that the games take."""
    start = perf_counter()
    for _ in cairn.playouts(cairn, games, seed=1, executor=executor):
        pass
    return perf_counter() - start


def number(value: int) -> int:
    """Do nothing: an empty task."""
    return value


def cost(executor: Executor) -> float:
    """Return the time of an empty task, in seconds."""
    start = perf_counter()
    for future in [executor.submit(number, value) for value in range(EMPTY_TASKS)]:
        future.result()
    return (perf_counter() - start) / EMPTY_TASKS


def main() -> None:
    """Measure in turn, and print medians."""
    with (
        ProcessPoolExecutor(1) as one,
        ProcessPoolExecutor(2) as two,
        LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster,
        Client(cluster) as client,
    ):
        players: dict[str, Executor | None] = {
            "this process": None,
            "a pool of one process": one,
            "a pool of two": two,
            "Dask, two workers": client.get_executor(),
        }
        for executor in players.values():
            seconds(executor, 4 * GAMES_PER_TASK)  # warm up
        rounds = [{name: seconds(executor) for name, executor in players.items()} for _ in range(ROUNDS)]
        tasks = {name: f"{figure(cost(executor) * 1e6)} µs" for name, executor in players.items() if executor}
    print(f"{machine(sides())}, distributed {distributed.__version__}; {ROUNDS} rounds of {GAMES} games\n")
    rows = []
    for name, executor in players.items():
        times = [each[name] for each in rounds]
        ratios = [each["this process"] / each[name] for each in rounds]
        ratio = spread(ratios) if executor else "1"
        rows.append((name, figure(GAMES / median(times)), ratio, tasks.get(name, "")))
    head = ["", "games a second, median", "times as fast as this process, median (lowest to highest)", "an empty task"]
    print(table(head, rows))


if __name__ == "__main__":
    main()
