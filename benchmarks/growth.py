"""Measure how random games, batches and training grow with threads, processes, Dask workers and the size of a batch.

    python benchmarks/growth.py [--rounds 5] [--largest 1000000]

Each line of a table has a process of its own; they take turns. Memory is the most that the process and those that it
starts have for themselves while it works.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from functools import partial
from hashlib import sha256
from importlib.metadata import version
from multiprocessing import get_context
from statistics import median
from time import perf_counter

import numpy as np
import psutil
from distributed import Client, LocalCluster
from sides.cairn import sides
from timing import figure, machine, spread, table
from training import Plan, Training

from cairn_rules import cairn, playouts
from cairn_rules.cairn.batch import Batch

SINGLE_GAMES = 8_000
BATCHED_GAMES = 40_000
LEAST_DECISIONS = 1_000_000

Work = Callable[[], int]
"""Does some work, and returns how much."""
Line = Callable[[], AbstractContextManager[Work]]
"""Opens what the work of a line of a table needs."""


@contextmanager
def executor_of(kind: str, number: int) -> Iterator[Executor | None]:
    """Open an executor with some threads, processes or Dask workers; one thread is this process."""
    match kind:
        case "thread":
            if number == 1:
                yield None
            else:
                with ThreadPoolExecutor(number) as threads:
                    yield threads
        case "process":
            with ProcessPoolExecutor(number) as processes:
                yield processes
        case _:
            options = {"n_workers": number, "threads_per_worker": 1, "dashboard_address": ":0"}
            with LocalCluster(**options) as cluster, Client(cluster) as client:
                yield client.get_executor()


@contextmanager
def single_games(kind: str, number: int) -> Iterator[Work]:
    """Random games one at a time."""
    with executor_of(kind, number) as executor:
        yield lambda: len(list(playouts(cairn, SINGLE_GAMES, seed=1, executor=executor)))


@contextmanager
def batched_games(kind: str, number: int) -> Iterator[Work]:
    """Random games in batches."""
    with executor_of(kind, number) as executor:
        yield lambda: len(list(playouts(cairn, BATCHED_GAMES, seed=1, executor=executor, batch=True)))


@contextmanager
def training(rounds: int, kind: str, number: int) -> Iterator[Work]:
    """Rounds of training with players that look two turns ahead."""
    plan = Plan(depths=(2,) * rounds)
    with executor_of(kind, number) as executor:
        learner = Training(plan, executor)
        each = learner.rounds()

        def work() -> int:
            if next(each).number == rounds:
                print(f"the net of {kind} {number}: sha256 {sha256(learner.file()).hexdigest()}")
            return plan.games

        yield work


@contextmanager
def steps(games: int, threads: int) -> Iterator[Work]:
    """Steps of a batch, with actions chosen by NumPy from the lists."""
    batch = Batch(games, seed=1, threads=threads)
    rng = np.random.default_rng(1)
    everyone = np.arange(games)
    times = max(LEAST_DECISIONS // games, 1) if games > 100 else 2_000

    def work() -> int:
        for _ in range(times):
            lists, counts = batch.legal
            batch.step(lists[everyone, (rng.random(games) * counts).astype(np.int64)])
        return times * games

    yield work


working: list[Work] = []
"""The work of a line, in its process."""
stack = ExitStack()
"""What it needs. It stays open until the process is killed."""


def begin(line: Line) -> None:
    """Open what a line needs in its process, and warm up."""
    working.append(stack.enter_context(line()))
    working[0]()


def speed() -> float:
    """Return how much of its work a process does in a second."""
    start = perf_counter()
    done = working[0]()
    return done / (perf_counter() - start)


def memory(process: psutil.Process) -> int:
    """Return the memory that a process and those that it has started have for themselves, in bytes."""
    size = 0
    for each in (*process.children(recursive=True), process):
        with suppress(psutil.NoSuchProcess):
            size += each.memory_full_info().uss
    return size


def watched(process: psutil.Process, future: Future[float]) -> tuple[float, int]:
    """Return the result of some work, and the most memory that was seen meanwhile."""
    most = 0
    while not future.done():
        most = max(most, memory(process))
        with suppress(TimeoutError):
            future.result(0.1)
    return future.result(), most


def measured(lines: Mapping[str, Line], rounds: int) -> Mapping[str, tuple[list[float], int]]:
    """Return the speeds of each line by round, and the most memory."""
    with ExitStack() as opened:
        alone = {name: opened.enter_context(ProcessPoolExecutor(1, mp_context=get_context("spawn"))) for name in lines}
        processes = {name: psutil.Process(pool.submit(os.getpid).result()) for name, pool in alone.items()}
        try:
            for name, line in lines.items():
                alone[name].submit(begin, line).result()
            found = [
                {name: watched(processes[name], pool.submit(speed)) for name, pool in alone.items()}
                for _ in range(rounds)
            ]
        finally:
            for process in processes.values():
                for each in (*process.children(recursive=True), process):
                    with suppress(psutil.NoSuchProcess):
                        each.kill()
    return {name: ([each[name][0] for each in found], max(each[name][1] for each in found)) for name in lines}


def show(title: str, unit: str, lines: Mapping[str, Line], rounds: int) -> None:
    """Measure, and print a table; ratios are to the first line, within a round."""
    every = measured(lines, rounds)
    base, _ = next(iter(every.values()))
    rows: list[Sequence[str]] = [
        (
            name,
            figure(median(speeds)),
            "1" if speeds is base else spread([mine / first for mine, first in zip(speeds, base, strict=True)]),
            f"{figure(most / 2**20)} MiB",
        )
        for name, (speeds, most) in every.items()
    ]
    head = ("", f"{unit} a second, median", "times the first, median (lowest to highest)", "memory")
    print(f"\n{title}\n\n{table(head, rows)}", flush=True)


PLACES: Mapping[str, tuple[str, int]] = {
    "one thread": ("thread", 1),
    "two threads": ("thread", 2),
    "one process": ("process", 1),
    "two processes": ("process", 2),
    "Dask, one worker": ("worker", 1),
    "Dask, two workers": ("worker", 2),
}


def main() -> None:
    """Print a table for each kind of work."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--largest", type=int, default=1_000_000, help="Number of games of the largest batch.")
    asked = parser.parse_args()
    others = ", ".join(f"{name} {version(name)}" for name in ("distributed", "numba", "numpy"))
    print(f"{machine(sides())}, {others}; {asked.rounds} rounds")

    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as alone:  # no line has this compiler in its memory
        alone.submit(begin, partial(batched_games, "thread", 1)).result()
        alone.submit(begin, partial(steps, 10, 1)).result()

    def everywhere(work: Callable[[str, int], AbstractContextManager[Work]]) -> Mapping[str, Line]:
        return {name: partial(work, *place) for name, place in PLACES.items()}

    show(f"`playouts` of {figure(SINGLE_GAMES)} games", "games", everywhere(single_games), asked.rounds)
    show(f"`playouts(batch=True)` of {figure(BATCHED_GAMES)}", "games", everywhere(batched_games), asked.rounds)
    show("Rounds of training", "games", everywhere(partial(training, asked.rounds + 1)), asked.rounds)
    sizes = [10**power for power in range(1, 10) if 10**power <= asked.largest]
    for threads in (1, 2):
        lines = {f"{size:,}".replace(",", " "): partial(steps, size, threads) for size in sizes}
        show(f"Steps of a batch of so many games, threads: {threads}", "decisions", lines, asked.rounds)


if __name__ == "__main__":
    main()
