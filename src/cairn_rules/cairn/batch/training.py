"""Training of the net of `SagePlayer` by self-play from nothing: TD(lambda), see `learning`.

Each round plays games of the net against itself from new set-ups, and then learns from their positions. Everything
follows from the seed, whatever the number of threads.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, NamedTuple, final

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from cairn_rules.cairn.batch import drive
from cairn_rules.cairn.batch.kernel import LONGEST_LIST
from cairn_rules.cairn.batch.learning import LINES, WIDTH
from cairn_rules.cairn.batch.row import CHAIN, NONE, ROW
from cairn_rules.cairn.players.net import LARGEST, SCALE, pack_net
from cairn_rules.cairn.players.net_inputs import HIDDEN, INPUTS

SLICE: Final = 16
"""Number of games that a thread plays at a time."""
LAST_RATE: Final = 0.02
"""Share of the learning rate that is left in the last round; it falls evenly."""
KEPT: Final = 0.98
"""Share of the mean weights that a round leaves; the mean is what training returns."""


@final
@frozen(kw_only=True)
class Plan:
    """The counts and rates of a training."""

    depths: tuple[int, ...]
    """For each round, how many turns its players look ahead."""
    games: int = 384
    """Number of games of a round."""
    seed: int = 1
    """Seed of everything that is random."""
    rate: float = 0.002
    """Length of a step of learning (Adam) in the first round."""
    trace: float = 0.8
    """How far a position's target follows the game instead of the search, from 0 to 1: lambda."""
    surprise: float = 0.12
    """Probability of a random action at the start of a turn."""
    random_turns: int = 8
    """Maximum number of random turns at the start of a game."""
    max_turns: int = 120
    """Number of turns after which a game is stopped."""
    passes: int = 2
    """Number of times that a round learns from its positions."""
    step: int = 128
    """Number of positions of a step of learning."""


class Round(NamedTuple):
    """What a round of training was like."""

    number: int
    """The number of the round, from 1."""
    positions: int
    """Number of positions learned from."""
    decided: float
    """Share of the games with a winner."""
    loss: float
    """Mean logarithmic loss of the last pass."""


@final
class Training:
    """A net in training.

    Args:
        plan: The counts and rates.
        threads: Number of threads that play games.
    """

    def __init__(self, plan: Plan, threads: int = 1) -> None:
        self._plan = plan
        self._pool = ThreadPoolExecutor(threads)
        self._rng = np.random.default_rng(plan.seed)
        sizes = (INPUTS, HIDDEN), HIDDEN
        inputs, outputs = [self._rng.normal(0, 0.1, size).astype(np.float32) for size in sizes]
        self._inputs = inputs
        self._outputs = np.append(outputs, np.float32(0))
        self._moments = np.zeros((3, inputs.size), np.float32)
        self._output_moments = np.zeros((3, HIDDEN + 1), np.float32)
        self._means = self._inputs.copy(), self._outputs.copy()

    def rounds(self) -> Iterator[Round]:
        """Play and learn, round by round."""
        plan = self._plan
        learn = drive.learner().learn
        sums = np.zeros(HIDDEN, np.float32)
        for number, depth in enumerate(plan.depths, 1):
            played = self._play(depth)
            found, widths, targets = played.positions(plan.trace)
            rate = plan.rate * (1 - (1 - LAST_RATE) * (number - 1) / len(plan.depths))
            loss = 0.0
            for _ in range(plan.passes):
                order = self._rng.permutation(len(found))
                loss = learn(
                    found, widths, targets, order, plan.step, self._inputs, self._outputs, self._moments,
                    self._output_moments, sums, rate, LARGEST / SCALE,
                )  # fmt: skip
            kept = min(KEPT, number / (number + 9))
            for mean, weights in zip(self._means, (self._inputs, self._outputs), strict=True):
                mean[:] += np.float32(1 - kept) * (weights - mean)
            decided = int(np.count_nonzero(played.winners != NONE)) / plan.games
            yield Round(number, len(found), decided, loss / max(len(found), 1))

    def file(self) -> bytes:
        """Return the file of the net with the mean weights so far."""
        inputs, outputs = [np.rint(weights * SCALE).astype(int) for weights in self._means]
        constant = round(float(self._means[1][HIDDEN]) * SCALE * SCALE)
        return pack_net(inputs.ravel().tolist(), outputs[:HIDDEN].tolist(), constant)

    def _play(self, depth: int) -> _Played:
        plan = self._plan
        keys = self._rng.integers(0, 1 << 62, plan.games)
        played = _Played(plan.games, plan.max_turns)

        def part(start: int) -> None:
            room = (
                np.zeros(LINES, ROW), np.zeros((LINES, CHAIN), np.int16), np.zeros((LINES, LONGEST_LIST), np.int16),
                np.zeros((LINES, 4), np.int16), np.zeros((LINES, 3)), np.zeros((1, WIDTH), np.int16),
            )  # fmt: skip
            drive.learner().self_play(
                keys, *room, self._inputs, self._outputs, np.zeros(HIDDEN, np.float32), depth, plan.random_turns,
                round(plan.surprise * 4096), plan.max_turns, *played.arrays, start, min(start + SLICE, plan.games),
            )  # fmt: skip

        list(self._pool.map(part, range(0, plan.games, SLICE)))
        return played


class _Played:
    """The games of a round: see `learning.self_play`."""

    def __init__(self, games: int, turns: int) -> None:
        size = games, turns
        self.winners: NDArray[np.int8] = np.zeros(games, np.int8)
        self._lengths = np.zeros(games, np.int64)
        self._seen = np.zeros((*size, WIDTH), np.int16)
        self._widths = np.zeros(size, np.int16)
        self._results = np.zeros(size, np.int8), np.zeros(size), np.zeros(size, np.int8)

    @property
    def arrays(self) -> tuple[NDArray[Any], ...]:
        return self._seen, self._widths, *self._results, self._lengths, self.winners

    def positions(self, trace: float) -> tuple[NDArray[np.int16], NDArray[np.int16], NDArray[np.float64]]:
        """Return the positions of all games: their inputs, the number of these, and their targets."""
        targets = np.zeros(self._widths.shape)
        drive.learner().set_targets(*self._results, self._lengths, self.winners, trace, targets)
        there = np.arange(targets.shape[1]) < self._lengths[:, None]
        return self._seen[there], self._widths[there], targets[there]
