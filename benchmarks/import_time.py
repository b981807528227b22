"""Measure the extra processor time that a fresh interpreter takes to start with each library: minima of runs in turn.

It does not run on Windows, which does not tell the processor time of a process that has ended.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Sequence
from resource import RUSAGE_CHILDREN, getrusage

from sides import load
from timing import figure, machine, table

ROUNDS = 15
CACHED = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
"""The environment of the runs, in which Python caches what it compiles, as it does for users."""


def spent() -> float:
    """Return the processor time of all processes that were started and have ended, in milliseconds."""
    used = getrusage(RUSAGE_CHILDREN)
    return (used.ru_utime + used.ru_stime) * 1e3


def milliseconds(command: Sequence[str]) -> float:
    """Return the processor time of a process."""
    before = spent()
    subprocess.run(command, check=True, env=CACHED)  # noqa: S603 - our own commands
    return spent() - before


def main() -> None:
    """Print the lowest costs and their ratios."""
    starts = {side.name: side.start for side in load() if side.start}
    rounds = [
        {name: (milliseconds(bare), milliseconds(full)) for name, (bare, full) in starts.items()}
        for _ in range(ROUNDS + 1)
    ][1:]  # the first one warms up
    costs = {name: min(each[name][1] for each in rounds) - min(each[name][0] for each in rounds) for name in starts}
    print(f"{machine(load())}; {ROUNDS} rounds\n")
    ours, *_ = costs.values()
    rows = [
        (f"`{statement}`", f"{figure(costs[name])} ms", figure(ours / costs[name]))
        for name, (_, (*_, statement)) in starts.items()
    ]
    print(table(["", "over a bare interpreter, minimum", "time of Cairn, as a multiple"], rows))


if __name__ == "__main__":
    main()
