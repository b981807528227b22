"""Playouts and perft with the kernel, for the functions of `cairn_rules.simulation`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from cairn_rules.cairn.batch import drive
from cairn_rules.cairn.batch.batch import SLICE, Batch
from cairn_rules.cairn.batch.kernel import LOW_62, first_key
from cairn_rules.cairn.batch.measurement_kernel import (
    COLUMNS,
    DECISIONS,
    ENDING,
    MEASURED,
    RANDOM,
    SAGE,
    STUCK,
    TURNS,
    WINNER,
)
from cairn_rules.cairn.batch.row import NONE
from cairn_rules.cairn.state.pending_queue import NO_ACTION, THIRD_MEGALITH
from cairn_rules.cairn.state.state import State
from cairn_rules.game import Outcome
from cairn_rules.simulation.batch_functions import BatchFunctions, BatchPlayout

STEPS: Final = 100_000
"""Maximum number of steps of a perft between checks for interruptions, such as Ctrl+C."""
FIRST_LINES: Final = 64
"""Number of lines that a perft begins with; it gets more if it needs them."""


def measurements(
    states: Sequence[State],
    seeds: Iterable[int],
    *,
    watched: Iterable[int] | None = None,
    player: int = RANDOM,
    simulations: int = 0,
    max_turns: int | None = None,
) -> NDArray[np.int64]:
    """Play a game from each state, and return its measurements by the columns of `measurement_kernel`.

    `watched` is the number of the megalith to observe in each game. The player has the budget `simulations` for each
    decision; see `measurement_kernel.measure`.
    """
    n = len(states)
    batch = Batch.of(states, seed=0)
    keys = np.fromiter((first_key(seed & LOW_62, 0) for seed in seeds), np.int64, n)
    stones = np.full(n, NONE, np.int64) if watched is None else np.fromiter(watched, np.int64, n)
    out = np.zeros((n, COLUMNS), np.int64)
    limit = min(max_turns or 0, LOW_62)
    size = 1 if player == SAGE else SLICE  # an interruption, such as Ctrl+C, waits for the end of a slice
    for start in range(0, n, size):
        stop = min(start + size, n)
        drive.measure(batch._rows, batch._chains, keys, stones, player, simulations, limit, out, start, stop)
    return out[:, :MEASURED]


def _playouts(states: Sequence[State], seeds: Sequence[int], max_turns: int | None) -> Iterator[BatchPlayout]:
    columns = [WINNER, ENDING, TURNS, DECISIONS]
    for winner, ending, turns, decisions in measurements(states, seeds, max_turns=max_turns)[:, columns].tolist():
        yield BatchPlayout(_OUTCOMES.get((winner, ending == STUCK)), turns, decisions)


_OUTCOMES: Final = {
    (winner, stuck): Outcome((winner,), NO_ACTION if stuck else THIRD_MEGALITH)
    for winner in (0, 1)
    for stuck in (False, True)
}


def _perft(state: State, depth: int) -> int:
    return _count(state, depth, by_turns=False) if depth else 1


def _perft_turns(state: State, turns: int) -> int:
    return _count(state, state.turn + turns, by_turns=True) if turns else 1


def _count(state: State, goal: int, *, by_turns: bool) -> int:
    """Return the number of sequences of decisions, or of sequences that complete turns up to number `goal`."""
    batch = Batch.of([state], seed=0, auto_reset=False)
    arrays: tuple[NDArray[Any], ...] = (batch._rows, batch._chains, batch._lists, batch._counts, np.zeros(1, np.int64))
    progress = np.zeros(2, np.int64)
    while progress[0] >= 0:
        lines = len(arrays[0])
        if progress[0] + 1 == lines:
            arrays = tuple(
                np.concatenate([each, np.zeros((max(lines, FIRST_LINES), *each.shape[1:]), each.dtype)])
                for each in arrays
            )
        drive.engine().perft(*arrays, progress, min(goal, LOW_62), int(by_turns), STEPS, len(arrays[0]))
    return int(progress[1])


FUNCTIONS: Final = BatchFunctions[State](playouts=_playouts, perft=_perft, perft_turns=_perft_turns)
"""Cairn's functions for many games at once."""
