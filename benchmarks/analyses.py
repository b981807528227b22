"""Compare the compiled analysis of a position of Cairn with random playouts of python-chess, in one run on one core.

The first table counts a position that the analysis looks at as a move of python-chess. The second one is the time of a
review, with the player's own budget for a decision (20 000 simulations). Needs the extra `batch`.
"""

from __future__ import annotations

from importlib.metadata import version
from random import Random
from time import perf_counter

from sides import load
from sides.side import Quantity, Side, counted
from timing import compare, figure, options, table

from cairn_rules import Budget, Match, Record, analyse, cairn, review
from cairn_rules.simulation.pool import process_pool

SIMULATIONS = 200_000
TURNS = 80
POSITION = "1f2f/2s2/1fs2/5/s3s s bdoe b3=stormwell,d2=tumulus,a5=haven fairy,mound source,deer,menhir 1-0"
"""In the middle of a game."""


def analysed() -> int:
    """Analyse a position, and return the number of positions that were looked at."""
    state = cairn.parse_position(POSITION)
    *_, last = analyse(cairn, state, budget=Budget(simulations=SIMULATIONS), seed=1, batch=True)
    return last.simulations


def game_of(turns: int) -> Record:
    """Return a game of some turns: the first one between random players that lasts so long, cut there."""
    for seed in range(1_000):
        match, rng = Match(cairn, seed=seed), Random(seed)
        while match.outcome is None and match.state.turn < turns:
            match.do(rng.choice(match.legal_actions))
        if match.state.turn == turns:
            return Record.of(match)
    raise AssertionError("no game is so long")


def reviewed(jobs: int, batch: bool) -> tuple[str, ...]:  # noqa: FBT001
    """Review a game, and return the row of the second table."""
    record = game_of(TURNS)
    start = perf_counter()
    with process_pool(jobs) as executor:
        found = review(record, seed=1, batch=batch, executor=executor)
    search = "compiled" if batch else "in Python"
    return search, str(jobs), str(len(found.turns)), figure(perf_counter() - start)


if __name__ == "__main__":
    chosen = options(__doc__, seconds=0.5)
    chess = [side for side in load() if side.name == "python-chess"]
    ours = Side("Cairn: a position", f"cairn-rules {version('cairn-rules')}", {Quantity.PLAYOUT: counted(analysed)})
    compare([Quantity.PLAYOUT], [ours, *chess], chosen.rounds, chosen.seconds, "A position")
    print(f"\nReview of a game of {TURNS} turns\n")
    kinds = ((1, False), (2, False), (1, True), (2, True))
    print(table(["search", "processes", "analyses", "seconds"], [reviewed(*kind) for kind in kinds]))
