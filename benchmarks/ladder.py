"""Measure how much stronger each opponent for Cairn is than the one before it.

    python benchmarks/ladder.py [--games 100] [--players seer,sage] [--results FOLDER] [--clocked 0]

By default, players have their own budgets; `seer-500` gives one 500 simulations for a decision.
With a folder for the results, each game is written when it ends, and the program resumes.
"""

from __future__ import annotations

import argparse
import os
from collections import defaultdict
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack
from functools import partial
from itertools import pairwise
from pathlib import Path
from time import process_time
from typing import Any

from timing import table

from cairn_rules import Budget, cairn, players_for
from cairn_rules.game import Game
from cairn_rules.players import MakesPlayer, SagePlayer
from cairn_rules.simulation import Pairing, Simulation

NAMED = players_for(cairn)
PLAYERS = {
    **NAMED,
    "sage-in-python": partial(SagePlayer, batch=False),
    "sage-compiled": partial(SagePlayer, batch=True),
}


class Limited:
    """A player with a budget of its own, in simulations."""

    def __init__(
        self, maker: MakesPlayer, simulations: int, game: Game[Any, Any, Any], *, seed: int | None = None
    ) -> None:
        self._player = maker(game, seed=seed)
        self._budget = Budget(simulations=simulations)

    def choose(self, observation: object, budget: Budget | None = None) -> object:  # noqa: ARG002 - it has its own
        """Return what the player chooses."""
        return self._player.choose(observation, self._budget)


def named(text: str) -> MakesPlayer:
    """Return the player of a name, such as `seer` or `seer-500`, which has 500 simulations for a decision."""
    name, _, simulations = text.rpartition("-")
    return partial(Limited, PLAYERS[name], int(simulations)) if simulations.isdigit() else PLAYERS[text]


class Clocked:
    """A player whose seconds of processor time for each decision are added to a list."""

    def __init__(
        self, maker: MakesPlayer, spent: list[float], game: Game[Any, Any, Any], *, seed: int | None = None
    ) -> None:
        self._player = maker(game, seed=seed)
        self._spent = spent

    def choose(self, observation: object, budget: Budget | None = None) -> object:
        """Return what the player chooses."""
        start = process_time()
        action = self._player.choose(observation, budget)
        self._spent.append(process_time() - start)
        return action


def told(pairing: Pairing) -> tuple[str, ...]:
    """Return the row of the table for two neighbours."""
    ahead, least, most = pairing.elo
    low, high = pairing.decided.interval
    return (
        f"{pairing.first} - {pairing.second}",
        f"{pairing.wins} / {pairing.draws} / {pairing.losses}",
        f"{pairing.decided.value:.1%} ({low:.1%} to {high:.1%})",
        f"{ahead:+.0f} ({least:+.0f} to {most:+.0f})",
    )


def main() -> None:
    """Let neighbours play, on all cores, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=100, help="Games of each two neighbours; an even number.")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--turns", type=int, default=200, help="Number of turns after which a game is drawn.")
    parser.add_argument(
        "--players",
        default=",".join(NAMED),
        help=f"Players, the weakest first, each with a budget if you like (seer=500): {', '.join(PLAYERS)}.",
    )
    parser.add_argument("--results", type=Path, help="Folder for a CSV file of each two neighbours.")
    parser.add_argument("--clocked", type=int, default=0, help="Extra games that time decisions; an even number.")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    asked = parser.parse_args()
    lines: list[tuple[str, ...]] = []
    spent: defaultdict[str, list[float]] = defaultdict(list)
    for lower, higher in pairwise(asked.players.split(",")):
        two = {name: named(name) for name in (higher, lower)}
        simulation = Simulation(game=cairn, players=two, seed=asked.seed, max_turns=asked.turns)
        with ExitStack() as stack:
            results = None
            if asked.results:
                asked.results.mkdir(exist_ok=True)
                results = stack.enter_context(simulation.results(asked.results / f"{higher}-{lower}.csv", resume=True))
            pool = stack.enter_context(ProcessPoolExecutor(asked.jobs))
            before = results.games if results else ()
            pairing = Pairing(higher, lower, (*before, *simulation.play(asked.games, into=results, executor=pool)))
        lines.append(told(pairing))
        for fault in pairing.faults:
            print(fault)
        clocked = {name: partial(Clocked, maker, spent[name]) for name, maker in two.items()}
        another = Simulation(game=cairn, players=clocked, seed=asked.seed + 1, max_turns=asked.turns)
        for _ in another.play(asked.clocked):
            pass
    print(f"{asked.games} games a pairing, seed {asked.seed}\n")
    print(table(["", "won / drawn / lost", "won of the decided games (95 %)", "Elo ahead (95 %)"], lines))
    for name, seconds in spent.items():
        if seconds:
            print(f"{name}: {1000 * sum(seconds) / len(seconds):.0f} ms a decision, {len(seconds)} decisions")


if __name__ == "__main__":
    main()
