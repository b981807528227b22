"""Many games of Cairn side by side as arrays: `Batch`."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from copy import copy
from functools import cache
from typing import Final, Self, final

import numpy as np
from numpy.typing import NDArray

from cairn_rules.cairn.batch import drive
from cairn_rules.cairn.batch.bridge import MAX_COUNT, megalith_bits, read_state, variant_bits, write_state
from cairn_rules.cairn.batch.kernel import LONGEST_LIST, LOW_62, first_key
from cairn_rules.cairn.batch.row import CHAIN, ROW
from cairn_rules.cairn.learning.action_space import SIZE
from cairn_rules.cairn.learning.observation_tensor import ENTRIES
from cairn_rules.cairn.megaliths.megaliths import BASE_SET
from cairn_rules.cairn.state.megalith_data import Megalith
from cairn_rules.cairn.state.state import State
from cairn_rules.cairn.variant import STANDARD, Variant
from cairn_rules.chance.dice import check_whole
from cairn_rules.checks import check_flag, check_state, items_of, turn_limit
from cairn_rules.errors import DefinitionError, quoted
from cairn_rules.simulation.batches import MAX_GAMES, BaseBatch, PlayoutTotals, Step, batch_seed

MAX_THREADS: Final = 1024
"""Maximum number of threads of a batch."""
SLICE: Final = 256
"""Maximum number of games whose playouts are one task. An interruption, such as Ctrl+C, waits for the running tasks."""

_ARRAYS: Final = ("_rows", "_chains", "_keys", "_lists", "_counts")
"""The attributes of a batch with an entry for each game."""


@cache
def _executor(threads: int, _process: int) -> ThreadPoolExecutor:
    """Return the executor that batches with this number of threads share in a process.

    A forked process inherits executors without their threads, so it needs its own.
    """
    return ThreadPoolExecutor(threads)


@final
class Batch(BaseBatch):
    """Many games of Cairn side by side, played by one compiled kernel.

    The rules are those of this library's other functions; tests compare them decision by decision. Game `i` depends
    only on the seed and on `i`, not on the number of games or threads.

    Args:
        n: Number of games.
        seed: Seed of all random draws (default: different games each time).
        megaliths: Base megaliths to play with, at least two.
        variant: The rule options (default: the rules as printed).
        max_turns: Number of turns after which a game is stopped (default and maximum: 2**31 - 1).
        threads: Number of threads that share the games.
        auto_reset: True if a game that ends starts again, with the same megaliths and variant.

    Raises:
        DefinitionError: if a number is not a whole one or out of range, or a megalith is not one of the base set.

    Example:
        >>> batch = Batch(1000, seed=7)
        >>> lists, counts = batch.legal
        >>> rewards, terminated, truncated = batch.step(lists[:, 0])
        >>> rewards.shape, bool(terminated.any())
        ((1000, 2), False)
    """

    indices: int = SIZE
    """Number of action indices: 641."""
    observation_shape: tuple[int, ...] = (ENTRIES,)
    """The shape of the observation of one game: 526 numbers."""
    _rows: NDArray[np.void]
    _chains: NDArray[np.int16]
    _keys: NDArray[np.int64]
    """Random counter of each game."""

    def __init__(
        self,
        n: int,
        *,
        seed: int | None = None,
        megaliths: Iterable[Megalith] = BASE_SET,
        variant: Variant | None = None,
        max_turns: int | None = None,
        threads: int = 1,
        auto_reset: bool = True,
    ) -> None:
        n = check_whole("n", n, 0, MAX_GAMES)
        if not isinstance(variant, Variant | None):
            raise DefinitionError(f"variant should be a Variant, not {quoted(variant)}")
        stones, options = megalith_bits(megaliths), variant_bits(STANDARD if variant is None else variant)
        self._prepare(n, seed, max_turns, threads, auto_reset=auto_reset)
        self._each(lambda start, stop: drive.engine().new_games(self._rows, self._keys, stones, options, start, stop))
        self._list()

    @classmethod
    def of(
        cls,
        states: Iterable[State],
        *,
        seed: int | None = None,
        max_turns: int | None = None,
        threads: int = 1,
        auto_reset: bool = True,
    ) -> Self:
        """Return a batch with a game for each state, also in the middle of turns and chains of powers.

        Args:
            states: The states.
            seed: Seed of the games that start again, and of playouts (default: different ones each time).
            max_turns: Number of turns, as `State.turn` counts them, after which a game is stopped (default and maximum:
                2**31 - 1).
            threads: Number of threads that share the games.
            auto_reset: True if a game that ends starts again, with the same megaliths and variant.

        Raises:
            DefinitionError: if a value is not a state, a state has a custom megalith or more than 10**9 turns, or a
                number is not a whole one.

        Example:
            >>> from cairn_rules import cairn
            >>> states = [cairn.new_game(seed=seed) for seed in range(3)]
            >>> Batch.of(states).state(2) == states[2]
            True
        """
        given = items_of(states, "a collection of states")
        for state in given:
            check_state(state, State)
        batch = cls.__new__(cls)
        batch._prepare(len(given), seed, max_turns, threads, auto_reset=auto_reset)
        for game, state in enumerate(given):
            write_state(state, batch._rows, batch._chains, game)
        batch._list()
        return batch

    def _prepare(self, n: int, seed: int | None, max_turns: int | None, threads: int, *, auto_reset: bool) -> None:
        start = batch_seed(seed) & LOW_62
        check_flag(auto_reset=auto_reset)
        self._rows = np.zeros(n, ROW)
        self._chains = np.zeros((n, CHAIN), np.int16)
        self._keys = np.zeros(n, np.int64)
        self._lists = np.full((n, LONGEST_LIST), -1, np.int16)
        self._counts = np.zeros(n, np.int16)
        self._max_turns = min(turn_limit(max_turns) or MAX_COUNT, MAX_COUNT)
        self.auto_reset: bool = auto_reset
        self._threads = check_whole("threads", threads, 1, MAX_THREADS)
        drive.engine().first_keys(self._keys, start, 0, n)

    @property
    def players(self) -> NDArray[np.int8]:
        """The seat that decides in each game; -1 if it is over."""
        return np.where(self._counts > 0, self._rows["who"], np.int8(-1))

    @property
    def turns(self) -> NDArray[np.int64]:
        """Number of turns of each game that are complete."""
        return self._rows["turn"].astype(np.int64)

    def observation(self, out: NDArray[np.uint8] | None = None) -> NDArray[np.uint8]:
        """Return the observation of the deciding seat of each game, as 526 numbers; see `BaseBatch`."""
        seen = self._room(out, (len(self), ENTRIES), np.uint8)
        self._each(lambda start, stop: drive.engine().observation(self._rows, seen, start, stop))
        return seen

    def state(self, game: int) -> State:
        """Return the state of a game, as the other functions of this library take it.

        Example:
            >>> from cairn_rules import cairn
            >>> batch = Batch(2, seed=7, megaliths=cairn.LIGHT_SET)
            >>> len(cairn.legal_actions(batch.state(1))) == int(batch.legal[1][1])
            True
        """
        return read_state(self._rows, self._chains, self._number(game))

    def playouts(self, k: int, *, seed: int = 0) -> PlayoutTotals:
        """Play random games from the position of each game, in which every legal action is equally likely.

        The batch is unchanged. Every game counts its decisions and turns from its position on, and is stopped after the
        `max_turns` turns of the batch. There are `k` games from each position. The same seed gives the same games.

        Raises:
            DefinitionError: if a number is not a whole one, or `k` is out of range.

        Example:
            >>> totals = Batch(100, seed=7).playouts(2)
            >>> totals.games, int(totals.wins.sum())
            (2, 200)
        """
        k = check_whole("k", k, 0, MAX_GAMES)
        n = len(self)
        keys = self._keys ^ first_key(batch_seed(seed) & LOW_62, 0)
        wins, turns, decisions = np.zeros((n, 2), np.int64), np.zeros(n, np.int64), np.zeros(n, np.int64)

        def play(start: int, stop: int) -> None:
            drive.playouts(self._rows, self._chains, keys, k, self._max_turns, wins, turns, decisions, start, stop)

        self._each(play, SLICE)
        return PlayoutTotals(k, wins, turns, decisions)

    def _twin(self, games: NDArray[np.int64]) -> Self:
        twin = copy(self)
        for name in _ARRAYS:
            setattr(twin, name, getattr(self, name)[games])
        return twin

    def _restart(self, games: NDArray[np.int64]) -> None:
        over = self._twin(games)
        over.auto_reset = True
        over._counts[:] = 0  # a step starts games without legal actions again
        over._apply(np.zeros(len(games), np.int64))
        for name in _ARRAYS:
            getattr(self, name)[games] = getattr(over, name)

    def _each(self, work: Callable[[int, int], object], most: int = MAX_GAMES) -> None:
        """Call a function for slices of all games, each of at most `most`. An interruption begins no further slice."""
        n = len(self)
        pool = _executor(self._threads, os.getpid()) if 1 < self._threads <= n else None
        size = min(most, n if pool is None else -(-n // self._threads)) or 1
        slices = [(start, min(start + size, n)) for start in range(0, n, size)]
        if pool is None:
            for start, stop in slices:
                work(start, stop)
            return
        tasks = [pool.submit(work, start, stop) for start, stop in slices]
        try:
            for task in tasks:
                task.result()
        finally:
            for task in tasks:
                task.cancel()

    def _list(self) -> None:
        self._each(
            lambda start, stop: drive.engine().legal(self._rows, self._chains, self._lists, self._counts, start, stop)
        )

    def _write_mask(self, mask: NDArray[np.bool_]) -> None:
        self._each(lambda start, stop: drive.engine().mask(self._lists, self._counts, mask, start, stop))

    def _write_packed_mask(self, packed: NDArray[np.uint8]) -> None:
        self._each(lambda start, stop: drive.engine().packed_mask(self._lists, self._counts, packed, start, stop))

    def _first_illegal(self, actions: NDArray[np.int64]) -> int:
        return int(drive.engine().find_illegal(self._lists, self._counts, actions, 0, len(self)))

    def _apply(self, actions: NDArray[np.int64]) -> Step:
        n = len(self)
        step = Step(np.zeros((n, 2), np.int8), np.zeros(n, np.bool_), np.zeros(n, np.bool_))

        def do(start: int, stop: int) -> None:
            drive.engine().step(
                self._rows, self._chains, self._keys, self._lists, self._counts, actions, *step,
                self._max_turns, self.auto_reset, start, stop,
            )  # fmt: skip

        self._each(do)
        return step
