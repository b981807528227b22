"""Count the marks that reviews give to players of different strengths, in games of Cairn against themselves.

    python benchmarks/marks.py [--games 20] [--simulations 5000] [--decision 500] [--seed 1]

Each game begins with four random turns, which are not counted.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from random import Random

from timing import table

from cairn_rules import Budget, Match, Record, cairn, players_for, reviewed_turns

RANDOM_TURNS = 4
MAX_TURNS = 100


def losses(name: str, decision: int, simulations: int, seed: int, number: int) -> list[float]:
    """Play a game of a player against itself, and return what each of its turns lost."""
    rng = Random(f"{seed} {number}")
    match = Match(cairn, seed=rng.getrandbits(53), draw_at_repetition=3)
    players = [players_for(cairn)[name](cairn, seed=rng.getrandbits(53)) for _ in range(2)]
    while match.outcome is None and match.state.turn < MAX_TURNS:
        seat = match.current_player
        assert seat is not None
        if match.state.turn < RANDOM_TURNS:
            match.do(rng.choice(match.legal_actions))
        else:
            match.do(players[seat].choose(cairn.observe(match.state, seat), Budget(simulations=decision)))
    turns = reviewed_turns(Record.of(match), budget=Budget(simulations=simulations), seed=1)
    return [turn.loss for turn in turns if turn.turn > RANDOM_TURNS]


def row(name: str, found: Sequence[float]) -> tuple[str, ...]:
    """Return the row of a player in the table."""
    reached = [f"{sum(loss >= least for loss in found) / len(found):.1%}" for least in (0.1, 0.2, 0.3)]
    return name, str(len(found)), f"{sum(found) / len(found):.1%}", *reached


def main() -> None:
    """Play and review games on all cores, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=20, help="Number of games of each player.")
    parser.add_argument("--simulations", type=int, default=5_000, help="Simulations for each analysis.")
    parser.add_argument("--decision", type=int, default=500, help="Simulations of a player for each decision.")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    rows: list[tuple[str, ...]] = []
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        for name in players_for(cairn):
            work = partial(losses, name, asked.decision, asked.simulations, asked.seed)
            rows.append(row(name, [loss for found in pool.map(work, range(asked.games)) for loss in found]))
    print(table(["player", "turns", "lost on average", "10% or more", "20% or more", "30% or more"], rows))


if __name__ == "__main__":
    main()
