"""Compare the chance of winning that sage's analyses say with the games that follow.

    python benchmarks/said_and_won.py [--games 5000] [--simulations 2000] [--seed 1]

Sage plays both sides with the compiled search, after some random turns at the start. At the start of each turn, the
first seat's chance is noted. Needs the extra `batch`.
"""

from __future__ import annotations

import argparse
import os
from collections import defaultdict
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from math import exp, log
from random import Random

from timing import table

from cairn_rules import Budget, cairn
from cairn_rules.cairn.players.sage import TRUST
from cairn_rules.players import SagePlayer

MOST_RANDOM = 8
MAX_TURNS = 200


def played(simulations: int, seed: int, number: int) -> tuple[list[float], int | None]:
    """Play a game, and return the chances of the first seat at the starts of turns, and the winner."""
    rng = Random(f"{seed} {number}")
    state = cairn.new_game(seed=rng.getrandbits(53))
    player = SagePlayer(cairn, seed=rng.getrandbits(53), batch=True)
    budget = Budget(simulations=simulations)
    begun = rng.randrange(MOST_RANDOM + 1)
    chances: list[float] = []
    while (seat := cairn.current_player(state)) is not None and state.turn < MAX_TURNS:
        observation = cairn.observe(state, seat)
        if state.turn < begun:
            action = rng.choice(cairn.legal_actions(state))
        elif isinstance(state.pending, cairn.ChooseAction):
            *_, analysis = player.analyse(observation, budget)
            chances.append(analysis.lines[0].chances[0])
            action = analysis.lines[0].actions[0]
        else:
            action = player.choose(observation, budget)
        state = cairn.apply(state, action)
    outcome = cairn.outcome(state)
    return chances, outcome.winners[0] if outcome else None


def odds(chance: float) -> float:
    """Return the log-odds of sage for a chance that an analysis says."""
    return log(chance / (1 - chance)) / TRUST


def loss(games: list[tuple[list[float], int]], factor: float) -> float:
    """Return the mean logarithmic loss with a factor for the log-odds. Proven wins, which are certain, are left out."""
    judged = [(chance, winner) for chances, winner in games for chance in chances if 0 < chance < 1]
    losses = [log(1 + exp((2 * winner - 1) * factor * odds(chance))) for chance, winner in judged]
    return sum(losses) / len(losses)


def main() -> None:
    """Play games on all cores, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=5_000)
    parser.add_argument("--simulations", type=int, default=2_000, help="Simulations for each analysis.")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        play = partial(played, asked.simulations, asked.seed)
        every = list(pool.map(play, range(asked.games), chunksize=10))
    games = [(chances, winner) for chances, winner in every if winner is not None]
    groups: defaultdict[int, list[tuple[float, bool]]] = defaultdict(list)
    for chances, winner in games:
        for chance in chances:
            groups[min(int(10 * chance), 9)].append((chance, winner == 0))
    rows = [
        (
            f"{10 * group} to {10 * group + 10}%",
            f"{sum(chance for chance, _ in found) / len(found):.1%}",
            f"{sum(won for _, won in found) / len(found):.1%}",
            f"{len(found)}",
        )
        for group, found in sorted(groups.items())
    ]
    print(f"{asked.games} games, {asked.games - len(games)} undecided after {MAX_TURNS} turns and left out\n")
    print(table(["said", "mean of what was said", "won", "positions"], rows))
    factors = [each / 100 for each in range(60, 131)]
    best = min(factors, key=lambda factor: loss(games, factor))
    print(f"\nmean logarithmic loss: {loss(games, TRUST):.4f}; with the best factor, {best}: {loss(games, best):.4f}")


if __name__ == "__main__":
    main()
