"""Training of the net of `SagePlayer` by self-play alone: TD(lambda), see `learning`.

Each round plays games of the net against itself from new set-ups, and then learns from their positions. A game depends
only on its key and the weights, so games can be played on any machine. The seed determines everything.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor
from functools import cache, partial
from types import SimpleNamespace
from typing import Final, NamedTuple, final

import learning
import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from cairn_rules.cairn.batch import drive, kernel, net_search_kernel, search_kernel
from cairn_rules.cairn.batch.net_search_kernel import LINES, Room
from cairn_rules.cairn.batch.row import NONE
from cairn_rules.cairn.players.net import LARGEST, SCALE, pack_net
from cairn_rules.cairn.players.net_inputs import HIDDEN, INPUTS, WIDTH

SLICE: Final = 16
"""Number of games that are one task of an executor."""
LAST_RATE: Final = 0.02
"""Share of the learning rate in the last round; the rate falls evenly."""
KEPT: Final = 0.98
"""Share of the mean weights that survives a round; training returns the mean weights."""


@final
@frozen(kw_only=True)
class Plan:
    """The counts and rates of a training."""

    depths: tuple[int, ...]
    """Number of turns that players look ahead, for each round."""
    games: int = 384
    """Number of games of a round."""
    seed: int = 1
    """Seed of all random choices."""
    rate: float = 0.002
    """Length of a step of learning (Adam) in the first round."""
    trace: float = 0.8
    """Weight of the rest of the game, instead of the search, in a position's target, from 0 to 1: lambda."""
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
    """The results of a round of training."""

    number: int
    """The number of the round, from 1."""
    positions: int
    """Number of positions learned from."""
    decided: float
    """Share of the games with a winner."""
    loss: float
    """Mean logarithmic loss of the last pass."""


class Weights(NamedTuple):
    """The weights of a net in training: see `net_search_kernel`."""

    inputs: NDArray[np.float32]
    outputs: NDArray[np.float32]


class Positions(NamedTuple):
    """The positions at the starts of turns in some games, in order, as examples to learn from."""

    inputs: NDArray[np.int16]
    """Inputs that are on, by position."""
    widths: NDArray[np.int16]
    """Number of these inputs, by position."""
    targets: NDArray[np.float64]
    """Target probability of winning, by position."""
    winners: NDArray[np.int8]
    """Winner of each game, or `NONE`."""


@cache
def learner() -> SimpleNamespace:
    """Return the functions of `learning`, compiled anew for each process if Numba is installed."""
    return drive.functions_of((kernel, search_kernel, net_search_kernel, learning), "self_play", "set_targets", "learn")


def self_play(plan: Plan, depth: int, weights: Weights, keys: NDArray[np.int64]) -> Positions:
    """Play games of a net against itself, and return their positions.

    Args:
        plan: The rates, and the numbers of turns.
        depth: Number of turns that the players look ahead.
        weights: The net.
        keys: The random key of each game.
    """
    games = len(keys)
    size = games, plan.max_turns
    seen, widths = np.zeros((*size, WIDTH), np.int16), np.zeros(size, np.int16)
    movers, values, ends = np.zeros(size, np.int8), np.zeros(size), np.zeros(size, np.int8)
    lengths, winners = np.zeros(games, np.int64), np.zeros(games, np.int8)
    *lines, _ = drive.lines(LINES)
    room = Room(*lines, *drive.search_room(LINES), *weights, np.zeros(HIDDEN, np.float32))
    learner().self_play(
        keys, room, depth, plan.random_turns, round(plan.surprise * 4096),
        plan.max_turns, seen, widths, movers, values, ends, lengths, winners, 0, games,
    )  # fmt: skip
    targets = np.zeros(size)
    learner().set_targets(movers, values, ends, lengths, winners, plan.trace, targets)
    there = np.arange(plan.max_turns) < lengths[:, None]
    return Positions(seen[there], widths[there], targets[there], winners)


@final
class Training:
    """A net in training.

    Args:
        plan: The counts and rates.
        executor: The executor that plays the games, such as threads, processes or a cluster (default: this process).
            The net is the same with any executor, if all machines round alike. It is not shut down.
    """

    def __init__(self, plan: Plan, executor: Executor | None = None) -> None:
        self._plan = plan
        self._executor = executor
        self._rng = np.random.default_rng(plan.seed)
        sizes = (INPUTS, HIDDEN), HIDDEN
        inputs, outputs = [self._rng.normal(0, 0.1, size).astype(np.float32) for size in sizes]
        self._weights = Weights(inputs, np.append(outputs, np.float32(0)))
        self._moments = np.zeros((3, inputs.size), np.float32)
        self._output_moments = np.zeros((3, HIDDEN + 1), np.float32)
        self._means = [weights.copy() for weights in self._weights]

    def rounds(self) -> Iterator[Round]:
        """Play games and learn from them, round by round."""
        plan = self._plan
        learn = learner().learn
        sums = np.zeros(HIDDEN, np.float32)
        for number, depth in enumerate(plan.depths, 1):
            found, widths, targets, winners = self._play(depth)
            rate = plan.rate * (1 - (1 - LAST_RATE) * (number - 1) / len(plan.depths))
            loss = 0.0
            for _ in range(plan.passes):
                order = self._rng.permutation(len(found))
                loss = learn(
                    found, widths, targets, order, plan.step, *self._weights, self._moments, self._output_moments, sums,
                    rate, LARGEST / SCALE,
                )  # fmt: skip
            kept = min(KEPT, number / (number + 9))
            for mean, weights in zip(self._means, self._weights, strict=True):
                mean[:] += np.float32(1 - kept) * (weights - mean)
            decided = int(np.count_nonzero(winners != NONE)) / plan.games
            yield Round(number, len(found), decided, loss / max(len(found), 1))

    def file(self) -> bytes:
        """Return the file of the net with the mean weights so far."""
        inputs, outputs = [np.rint(weights * SCALE).astype(int) for weights in self._means]
        constant = round(float(self._means[1][HIDDEN]) * SCALE * SCALE)
        return pack_net(inputs.ravel().tolist(), outputs[:HIDDEN].tolist(), constant)

    def _play(self, depth: int) -> Positions:
        """Play the games of a round, and return their positions in the order of the games."""
        plan = self._plan
        keys = self._rng.integers(0, 1 << 62, plan.games)
        tasks = [keys[start : start + SLICE] for start in range(0, plan.games, SLICE)]
        play = partial(self_play, plan, depth, self._weights)
        parts = map(play, tasks) if self._executor is None else self._executor.map(play, tasks)
        return Positions(*map(np.concatenate, zip(*parts, strict=True)))
