"""Let one tree search play Korrigans against two greedy players; equal players would win a third of the games each.

    python benchmarks/korrigans_ladder.py [--games 300] [--simulations 500] [--jobs 2] [--results tree.csv]

Each set-up is played three times, with the seats rotated. Budgets are numbers of simulations, so that the
games are the same on every machine and under any load. With a file for the results, the program resumes.
"""

from __future__ import annotations

import argparse
import os
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack
from functools import partial
from time import perf_counter
from typing import Any

from cairn_rules import Budget, korrigans
from cairn_rules.game import Game, with_options
from cairn_rules.players import GreedyPlayer, TreePlayer
from cairn_rules.simulation import Simulation, Tally

SEED = 1


class Searching:
    """A tree search with its own budget."""

    def __init__(self, simulations: int, game: Game[Any, Any, Any], *, seed: int | None = None) -> None:
        self._tree: TreePlayer[Any, Any, Any] = TreePlayer(game, seed=seed)
        self._budget = Budget(simulations=simulations)

    def choose(self, observation: object, budget: Budget | None = None) -> object:  # noqa: ARG002 - it has its own
        """Return the action that the search finds."""
        return self._tree.choose(observation, self._budget)


def main() -> None:
    """Play, and print the share of the games that the search won."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--simulations", type=int, default=TreePlayer.default.simulations)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--results", help="CSV file; if it exists, the run continues it.")
    asked = parser.parse_args()
    simulation = Simulation(
        game=with_options(korrigans, players=3),
        players={
            "tree": partial(Searching, asked.simulations),
            "greedy": GreedyPlayer,
            "greedy-too": GreedyPlayer,
        },
        seed=SEED,
    )
    tally, start = Tally(), perf_counter()
    with ExitStack() as stack:
        results = asked.results and stack.enter_context(simulation.results(asked.results, resume=True))
        for game in results.games if results else ():
            tally.add(game)
        pool = stack.enter_context(ProcessPoolExecutor(asked.jobs))
        for game in simulation.play(asked.games, into=results or None, executor=pool):
            tally.add(game)
            if tally.games % 30 == 0:
                print(f"{tally.games}: {tally.won('tree')}", flush=True)
    print(f"{tally.games} games, {asked.simulations} simulations, {perf_counter() - start:.0f} s")
    print(f"the tree won {tally.won('tree')}; faults: {tally.faults}")


if __name__ == "__main__":
    main()
