"""Trains the net of the sage by self-play from nothing, and writes its file.

In the first rounds players look one turn ahead, in the later ones two. The counts are fixed, so that the same command
gives the same file, wherever the games are played: in threads of this process, in processes, or on a cluster.

    python benchmarks/train.py sage.net --cluster tcp://192.168.0.5:8786
"""

from __future__ import annotations

import argparse
import os
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from pathlib import Path
from time import perf_counter

from cairn_rules.cairn.batch.training import Plan, Training
from cairn_rules.cli.executor import executor_for
from cairn_rules.cli.options import add_jobs


def train(training: Training, rounds: int, file: Path) -> None:
    """Train, and report and write the net every twentieth round."""
    start = perf_counter()
    positions = 0
    for done in training.rounds():
        positions += done.positions
        if done.number % 20 == 0 or done.number == rounds:
            print(
                f"round {done.number}: {positions} positions, {done.decided:.0%} decided, loss {done.loss:.4f},"
                f" {perf_counter() - start:.0f} s",
                flush=True,
            )
            file.write_bytes(training.file())


def main() -> None:
    """Train a net, and print the hash of its file."""
    plan = Plan(depths=())
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path)
    parser.add_argument("--rounds", type=int, default=200, help="in which players look one turn ahead")
    parser.add_argument("--deep", type=int, default=700, help="more rounds, in which they look two turns ahead")
    parser.add_argument("--games", type=int, default=plan.games, help="of a round")
    parser.add_argument("--seed", type=int, default=plan.seed)
    parser.add_argument("--rate", type=float, default=plan.rate, help="of learning, in the first round")
    parser.add_argument("--trace", type=float, default=plan.trace, help="lambda")
    parser.add_argument("--surprise", type=float, default=plan.surprise, help="share of random actions")
    parser.add_argument("--threads", type=int, default=os.cpu_count(), help="of this process, if it plays")
    add_jobs(parser)
    asked = parser.parse_args()
    plan = Plan(
        depths=(1,) * asked.rounds + (2,) * asked.deep,
        games=asked.games,
        seed=asked.seed,
        rate=asked.rate,
        trace=asked.trace,
        surprise=asked.surprise,
    )
    with executor_for(asked) as others, ThreadPoolExecutor(asked.threads) as threads:
        train(Training(plan, others or threads), len(plan.depths), asked.file)
    written = asked.file.read_bytes()
    print(f"{len(written)} bytes, sha256 {sha256(written).hexdigest()}")


if __name__ == "__main__":
    main()
