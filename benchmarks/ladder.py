"""How much stronger each opponent for Cairn is than the one before it, at the default budgets of both."""

from __future__ import annotations

import argparse
import os
from concurrent.futures import ProcessPoolExecutor
from itertools import pairwise

from timing import table

import cairn_rules as cairn
from cairn_rules.arena import Pairing, arena
from cairn_rules.players import PLAYERS


def told(pairing: Pairing) -> tuple[str, ...]:
    """The line of the table for two neighbours."""
    ahead, least, most = pairing.elo
    low, high = pairing.decided.interval
    return (
        f"{pairing.first} - {pairing.second}",
        f"{pairing.wins} / {pairing.draws} / {pairing.losses}",
        f"{pairing.decided.value:.0%} ({low:.0%} to {high:.0%})",
        f"{ahead:+.0f} ({least:+.0f} to {most:+.0f})",
    )


def main() -> None:
    """Let neighbours play, on all cores, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100, help="of each two neighbours; an even number")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--turns", type=int, default=200, help="after so many turns a game is drawn")
    asked = parser.parse_args()
    lines: list[tuple[str, ...]] = []
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        for lower, higher in pairwise(PLAYERS):
            two = {name: PLAYERS[name] for name in (higher, lower)}
            (pairing,) = arena(cairn, two, asked.games, seed=asked.seed, executor=pool, max_turns=asked.turns)
            lines.append(told(pairing))
            for fault in pairing.faults:
                print(fault)
    print(f"{asked.games} games a pairing, seed {asked.seed}\n")
    print(table(["", "won / drawn / lost", "won of the decided games (95 %)", "Elo ahead (95 %)"], lines))


if __name__ == "__main__":
    main()
