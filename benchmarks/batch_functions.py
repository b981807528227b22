"""Compare the functions that take `batch=True` with and without it, in processor time on one thread.

    python benchmarks/batch_functions.py [--rounds 11]

Both sides of a round count or play the same: the times are per game, per pair of games, or per count.
"""

from __future__ import annotations

from collections.abc import Callable
from statistics import median
from time import process_time
from typing import Final

from sides.cairn import sides
from timing import figure, machine, options, spread, table

import cairn_rules
from cairn_rules import Budget, cairn, simulation
from cairn_rules.cairn.balance import balance, measure, measure_batch
from cairn_rules.players import GreedyPlayer, MakesPlayer, RandomPlayer, SagePlayer

START: Final = cairn.new_game(seed=7, faces="wooe")
STARTS: Final = [cairn.new_game(seed=seed) for seed in range(500)]
MAX_TURNS: Final = 300


def playouts(n: int, *, batch: bool) -> None:
    """Random games, set-up included."""
    for _ in cairn_rules.playouts(cairn, n, seed=1, batch=batch):
        pass


def perft(_: int, *, batch: bool) -> None:
    """Sequences of six decisions from a new game."""
    cairn_rules.perft(cairn, START, 6, batch=batch)


def perft_turns(_: int, *, batch: bool) -> None:
    """Sequences of five turns from a new game."""
    simulation.perft_turns(cairn, START, 5, batch=batch)


def measured(player: MakesPlayer, budget: Budget | None = None) -> Callable[..., None]:
    """Games that are measured, from states."""

    def side(n: int, *, batch: bool) -> None:
        if batch:
            measure_batch(STARTS[:n], player, seeds=range(n), budget=budget, max_turns=MAX_TURNS)
        else:
            for number, state in enumerate(STARTS[:n]):
                players = [player(cairn, seed=2 * number + seat) for seat in range(2)]
                measure(state, players, budget=budget, max_turns=MAX_TURNS)

    return side


def report(player: MakesPlayer) -> Callable[..., None]:
    """Pairs of games of a balance report, set-ups and statistics included."""

    def side(n: int, *, batch: bool) -> None:
        balance([cairn.BASE_SET["deer"]], games=n, seed=1, player=player, batch=batch)

    return side


ROWS: Final[dict[str, tuple[Callable[..., None], int, int]]] = {
    "`playouts`": (playouts, 500, 25),
    "`perft`, 6 decisions": (perft, 1, 1),
    "`perft_turns`, 5 turns": (perft_turns, 1, 1),
    "`measure`, random players": (measured(RandomPlayer), 500, 5),
    "`measure`, greedy players": (measured(GreedyPlayer), 500, 5),
    "`measure`, sage with 1 000 simulations": (measured(SagePlayer, Budget(simulations=1_000)), 60, 3),
    "`balance`, random players": (report(RandomPlayer), 250, 3),
    "`balance`, greedy players": (report(GreedyPlayer), 250, 3),
}
"""The functions, with the numbers of games for both sides: with a batch and without."""


def seconds(side: Callable[..., None], n: int, *, batch: bool) -> float:
    """Processor time for each of n games."""
    start = process_time()
    side(n, batch=batch)
    return (process_time() - start) / n


def main() -> None:
    """Measure in turn, and print medians."""
    asked = options(__doc__, seconds=0)
    for side, _, _ in ROWS.values():
        side(1, batch=True)  # compiled, or read from the cache
    rows: list[tuple[str, ...]] = []
    for name, (side, many, few) in ROWS.items():
        rounds = [(seconds(side, many, batch=True), seconds(side, few, batch=False)) for _ in range(asked.rounds)]
        with_it, without = (median(each) * 1e6 for each in zip(*rounds, strict=True))
        rows.append((name, figure(with_it), figure(without), spread([other / one for one, other in rounds])))
    print(f"{machine(sides())}; {asked.rounds} rounds\n")
    print(
        table(
            ["", "µs with a batch", "µs without", "multiple of the time with a batch, median (lowest to highest)"], rows
        )
    )


if __name__ == "__main__":
    main()
