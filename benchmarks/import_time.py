"""Measure the extra time that a fresh interpreter takes to start with each library, in the same run."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from statistics import median
from time import perf_counter

from sides import load
from timing import figure, machine, spread, table

ROUNDS = 20


def milliseconds(command: Sequence[str]) -> float:
    """Return the time of a process from its start to its end."""
    start = perf_counter()
    subprocess.run(command, check=True)  # noqa: S603 - our own commands
    return (perf_counter() - start) * 1e3


def main() -> None:
    """Print the median costs and their ratios."""
    starts = {side.name: side.start for side in load() if side.start}
    rounds = [
        {name: (milliseconds(bare), milliseconds(full)) for name, (bare, full) in starts.items()}
        for _ in range(ROUNDS + 1)
    ][1:]  # the first one warms up
    costs = {name: [each[name][1] - median(each[name][0] for each in rounds) for each in rounds] for name in starts}
    print(f"{machine(load())}; {ROUNDS} rounds\n")
    ours = next(iter(starts))
    rows = []
    for name, (_, (*_, statement)) in starts.items():
        ratios = [theirs / us for us, theirs in zip(costs[ours], costs[name], strict=True)]
        rows.append((f"`{statement}`", f"{figure(median(costs[name]))} ms", "" if name == ours else spread(ratios)))
    print(table(["", "over a bare interpreter, median", "Cairn is faster by, median (lowest to highest)"], rows))


if __name__ == "__main__":
    main()
