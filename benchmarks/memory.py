"""Measure the memory of a million successive states of random games, each side in a separate process.

By default Cairn keeps a million states, and every peer fewer, from which a million is extrapolated. The program
measures the memory that the process has in use, so that memory outside Python also counts (on Linux).
"""

from __future__ import annotations

import argparse
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

from sides import load
from timing import figure, machine, table

MILLION = 1_000_000


def kept(name: str, count: int) -> int:
    """Return the memory of a number of states of a side, in bytes."""
    keep = next(side.keep for side in load() if side.name == name)
    assert keep is not None
    return keep(count)


def main() -> None:
    """Print the memory of a state, and of a million states."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--states", type=int, default=MILLION, help="Number of states that Cairn keeps.")
    parser.add_argument("--peers", type=int, default=100_000, help="Number of states that each peer keeps.")
    chosen = parser.parse_args()
    print(f"{machine(load())}\n")
    names = [side.name for side in load() if side.keep]
    rows = []
    for name in names:
        count = chosen.states if name == names[0] else chosen.peers
        with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as alone:
            size = alone.submit(kept, name, count).result()
        a_million = f"{figure(size / count * MILLION / 2**20)} MiB"
        rows.append((name, figure(count), f"{figure(size / count)} bytes", a_million))
    print(table(["", "states kept", "a state", "a million"], rows))


if __name__ == "__main__":
    main()
