"""Train the net of the sage by self-play from nothing, and write its file.

In the first rounds players look one turn ahead, in later ones two, and in the last ones three. The counts are fixed, so
that the same command gives the same file, wherever the games are played: in threads of this process, in processes, or
on a cluster.

    python benchmarks/train.py sage.net --cluster tcp://192.168.0.5:8786
"""

from __future__ import annotations

import argparse
import os
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from pathlib import Path
from time import perf_counter

from training import Plan, Training

from cairn_rules import CairnRulesError
from cairn_rules.cli.atomic_file import check_writable
from cairn_rules.cli.executor import executor_for
from cairn_rules.cli.options import add_jobs, natural, positive


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


def share(text: str) -> float:
    """Return a number from 0 to 1."""
    try:
        number = float(text)
    except ValueError:
        number = -1.0
    if not 0 <= number <= 1:
        raise argparse.ArgumentTypeError(f"{text[:20]!r} is not a number from 0 to 1")
    return number


def main() -> None:
    """Train a net, and print the hash of its file."""
    plan = Plan(depths=())
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path)
    options = (
        ("rounds", natural, 200, "Rounds in which players look one turn ahead"),
        ("deep", natural, 500, "More rounds, in which they look two turns ahead"),
        ("deeper", natural, 250, "More rounds, in which they look three turns ahead"),
        ("games", positive, plan.games, "Games of a round"),
        ("seed", natural, plan.seed, "Seed of everything random"),
        ("rate", share, plan.rate, "Learning rate in the first round"),
        ("trace", share, plan.trace, "Lambda"),
        ("surprise", share, plan.surprise, "Share of random actions"),
        ("threads", positive, os.cpu_count(), "Threads of this process, if it plays"),
    )
    for name, kind, default, what in options:
        parser.add_argument(f"--{name}", type=kind, default=default, help=f"{what} (default: {default})")
    add_jobs(parser)
    asked = parser.parse_args()
    if not asked.rounds + asked.deep + asked.deeper:
        parser.error("a training needs at least one round")
    try:
        check_writable(str(asked.file))
    except CairnRulesError as error:
        parser.error(str(error))
    plan = Plan(
        depths=(1,) * asked.rounds + (2,) * asked.deep + (3,) * asked.deeper,
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
