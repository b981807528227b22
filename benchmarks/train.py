"""Trains the net of the sage by self-play from nothing, and writes its file.

In the first rounds players look one turn ahead, in the later ones two. The counts are fixed, so that the same command
gives the same file.
"""

from __future__ import annotations

import argparse
import os
from hashlib import sha256
from pathlib import Path
from time import perf_counter

from cairn_rules.cairn.batch.training import Plan, Training


def main() -> None:
    """Train, report every twentieth round, and write the net."""
    plan = Plan(depths=())
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--rounds", type=int, default=200, help="in which players look one turn ahead")
    parser.add_argument("--deep", type=int, default=700, help="more rounds, in which they look two turns ahead")
    parser.add_argument("--games", type=int, default=plan.games, help="of a round")
    parser.add_argument("--seed", type=int, default=plan.seed)
    parser.add_argument("--rate", type=float, default=plan.rate, help="of learning, in the first round")
    parser.add_argument("--trace", type=float, default=plan.trace, help="lambda")
    parser.add_argument("--surprise", type=float, default=plan.surprise, help="share of random actions")
    parser.add_argument("--threads", type=int, default=os.cpu_count())
    asked = parser.parse_args()
    plan = Plan(
        depths=(1,) * asked.rounds + (2,) * asked.deep,
        games=asked.games,
        seed=asked.seed,
        rate=asked.rate,
        trace=asked.trace,
        surprise=asked.surprise,
    )
    training = Training(plan, asked.threads)
    start = perf_counter()
    positions = 0
    for done in training.rounds():
        positions += done.positions
        if done.number % 20 == 0 or done.number == len(plan.depths):
            print(
                f"round {done.number}: {positions} positions, {done.decided:.0%} decided, loss {done.loss:.4f},"
                f" {perf_counter() - start:.0f} s",
                flush=True,
            )
            asked.file.write_bytes(training.file())
    written = asked.file.read_bytes()
    print(f"{len(written)} bytes, sha256 {sha256(written).hexdigest()}")


if __name__ == "__main__":
    main()
