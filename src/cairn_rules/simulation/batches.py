"""Many games side by side as arrays, for learning and statistics: `BatchOfScalar`, for any game.

It needs NumPy, which the extra `batch` installs.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from copy import copy
from random import Random, SystemRandom
from typing import Any, Final, NamedTuple, Self, final

from cairn_rules.errors import DefinitionError, EncodingError, missing_extra, quoted

if _missing := missing_extra(__name__, "batch", "numpy"):
    raise _missing

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cairn_rules.chance.dice import check_whole
from cairn_rules.checks import as_int, check_flag, check_seed, items_of, turn_limit
from cairn_rules.encoding import Encoder
from cairn_rules.frozen_classes import frozen
from cairn_rules.game import SEED_BITS, Game
from cairn_rules.manifest import manifest_of, players_of

MAX_GAMES: Final = 2**31 - 1
"""Maximum number of games of a batch, and of playouts from a position."""

__all__ = ["BaseBatch", "BatchOfScalar", "PlayoutTotals", "Step"]


class Step(NamedTuple):
    """The result of a step of a batch, game by game."""

    rewards: NDArray[np.int8]
    """1 for each winner and -1 for each loser of a game that ended in this step, else 0; shape (games, seats)."""
    terminated: NDArray[np.bool_]
    """True for each game that is over by its rules; shape (games,)."""
    truncated: NDArray[np.bool_]
    """True for each game that was stopped after `max_turns` turns; shape (games,)."""


@final
@frozen(eq=False)
class PlayoutTotals:
    """The results of random games from each position of a batch, added up by position."""

    games: int
    """Number of games from each position."""
    wins: NDArray[np.int64]
    """Games won, by position and seat; shape (positions, seats)."""
    turns: NDArray[np.int64]
    """Turns completed in these games, by position; shape (positions,)."""
    decisions: NDArray[np.int64]
    """Decisions made in these games, by position; shape (positions,)."""


class BaseBatch(ABC):
    """The common base of batches: games side by side, whose decisions and results are arrays.

    `Batch` plays Cairn in compiled code; `BatchOfScalar` plays any game by its own functions. A batch changes with each
    step, so use it from one thread at a time.
    """

    indices: int
    """Number of action indices: the length of a mask."""
    observation_shape: tuple[int, ...]
    """The shape of the observation of one game; empty if the game has no observation tensor."""
    auto_reset: bool
    """True if a game that ends starts again in the same step."""
    _lists: NDArray[np.signedinteger[Any]]
    """Indices of the legal actions of each game, padded with -1."""
    _counts: NDArray[np.signedinteger[Any]]
    """Number of legal actions of each game; 0 if it is over."""

    def __len__(self) -> int:
        return len(self._counts)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {len(self)} games, {int((self._counts == 0).sum())} of them over>"

    @property
    @abstractmethod
    def players(self) -> NDArray[np.int8]:
        """The seat that decides in each game; -1 if it is over."""

    @property
    @abstractmethod
    def turns(self) -> NDArray[np.int64]:
        """Number of turns of each game that are complete."""

    @property
    def legal(self) -> tuple[NDArray[np.signedinteger[Any]], NDArray[np.signedinteger[Any]]]:
        """The indices of the legal actions of each game, and their number.

        Each row has the indices in ascending order, then -1. Both arrays are read-only, and the next
        step changes them: copy what you keep.
        """
        # Arrays on read-only buffers: those of NumPy's read-only views can be made writable again.
        return np.asarray(self._lists.data.toreadonly()), np.asarray(self._counts.data.toreadonly())

    def mask(self, out: NDArray[np.bool_] | None = None) -> NDArray[np.bool_]:
        """Return which indices are legal in each game.

        An array for the result, `out`, saves a new one at each step. The result is True for each legal index; shape
        (games, indices).

        Raises:
            DefinitionError: if `out` has another shape or type.
        """
        mask = self._room(out, (len(self), self.indices), np.bool_)
        self._write_mask(mask)
        return mask

    def packed_mask(self, out: NDArray[np.uint8] | None = None) -> NDArray[np.uint8]:
        """Return the mask with eight indices in a byte, the first of them in the highest bit.

        An array for the result, `out`, saves a new one at each step.

        Raises:
            DefinitionError: if `out` has another shape or type.

        Example:
            >>> import numpy as np
            >>> from cairn_rules import korrigans
            >>> batch = BatchOfScalar(korrigans, 3, seed=7)
            >>> np.array_equal(np.unpackbits(batch.packed_mask(), axis=1, count=batch.indices), batch.mask())
            True
        """
        packed = self._room(out, (len(self), -(-self.indices // 8)), np.uint8)
        self._write_packed_mask(packed)
        return packed

    @abstractmethod
    def observation(self, out: NDArray[np.uint8] | None = None) -> NDArray[np.uint8]:
        """Return the observation of the deciding seat of each game, as numbers; shape (games, *observation_shape).

        For a game that was stopped after `max_turns` turns, it is the observation of the seat that would decide next,
        from which learners estimate the game's value. For a game that is over, it is that of seat 0. An array for the
        result, `out`, saves a new one at each step.

        Raises:
            DefinitionError: if `out` has another shape or type.
            EncodingError: if the game has no observation tensor, or none for one of the states.
        """

    def step(self, actions: ArrayLike) -> Step:
        """Make one decision in each game.

        With auto-reset, a game that ends starts again in the same step: its reward is that of the game that ended, and
        its legal actions are those of the new one. Without it, a game that is over ignores its action. The result has
        the rewards, and which games ended. The arrays belong to the caller. An action is the index of a legal action;
        there is one for each game.

        Raises:
            DefinitionError: if `actions` is not an array of one whole number for each game.
            EncodingError: if an action is not legal, or, in a `BatchOfScalar`, a step leads to more legal actions than
                there are indices. No game has then changed.
        """
        given = as_array(actions)
        if given.shape != self._counts.shape or given.dtype.kind not in "iu":
            raise DefinitionError(
                f"actions should be whole numbers of shape ({len(self)},), not {given.dtype} of shape {given.shape}"
            )
        chosen = given.astype(np.int64)
        game = self._first_illegal(chosen)
        if game >= 0:
            legal = ", ".join(map(str, self._lists[game, : self._counts[game]]))
            raise EncodingError(
                f"the index {given[game]} is not legal in game {game}, where {legal} are; no game was changed"
            )
        return self._apply(chosen)

    def reset(self, games: ArrayLike) -> None:
        """Start some games again, over or not, exactly as auto-reset does when they end.

        The new set-ups come from each game's own random numbers, so they do not depend on the other games, on the
        number of threads, or on when the games are restarted.

        Raises:
            DefinitionError: if they are not whole numbers, or there is no such game.

        Example:
            >>> from cairn_rules import korrigans
            >>> batch = BatchOfScalar(korrigans, 3, seed=7, max_turns=1, auto_reset=False)
            >>> while not (truncated := batch.step(batch.legal[0][:, 0]).truncated).any():
            ...     pass
            >>> batch.reset(np.flatnonzero(truncated))
            >>> batch.turns[truncated].any()
            np.False_
        """
        self._restart(np.unique(self._numbers(games)))

    def take(self, games: ArrayLike) -> Self:
        """Return a batch with copies of some games, in the given order. A game may be taken several times.

        Raises:
            DefinitionError: if they are not whole numbers, or there is no such game.

        Example:
            >>> from cairn_rules import korrigans
            >>> batch = BatchOfScalar(korrigans, 3, seed=7)
            >>> batch.take([2, 2]).state(0) == batch.state(2)
            True
        """
        return self._twin(self._numbers(games))

    def copy(self) -> Self:
        """Return a copy of the batch, whose games then continue independently."""
        return self._twin(np.arange(len(self)))

    @abstractmethod
    def state(self, game: int) -> Any:
        """Return the state of a game.

        Games are numbered from 0.

        Raises:
            DefinitionError: if there is no such game.
        """

    @abstractmethod
    def playouts(self, k: int, *, seed: int = 0) -> PlayoutTotals:
        """Play random games from the position of each game, in which every legal action is equally likely.

        The batch is unchanged. There are `k` games from each position. The same seed gives the same games.

        Raises:
            DefinitionError: if a number is not a whole one, or `k` is out of range.
        """

    @abstractmethod
    def _twin(self, games: NDArray[np.int64]) -> Self:
        """Return a batch with copies of some games."""

    @abstractmethod
    def _restart(self, games: NDArray[np.int64]) -> None:
        """Start some games again."""

    @abstractmethod
    def _list(self) -> None:
        """List the legal actions of all games, including stopped ones, which then continue."""

    @abstractmethod
    def _write_mask(self, mask: NDArray[np.bool_]) -> None:
        """Write which indices are legal."""

    @abstractmethod
    def _write_packed_mask(self, packed: NDArray[np.uint8]) -> None:
        """Write which indices are legal, as bits."""

    @abstractmethod
    def _first_illegal(self, actions: NDArray[np.int64]) -> int:
        """Return the number of the first game whose action is illegal, or -1."""

    @abstractmethod
    def _apply(self, actions: NDArray[np.int64]) -> Step:
        """Apply legal actions."""

    def _room(self, out: NDArray[Any] | None, shape: tuple[int, ...], dtype: Any) -> NDArray[Any]:
        """Return an array for a result: the given one if it fits, or a new one."""
        if out is None:
            return np.empty(shape, dtype)
        if not isinstance(out, np.ndarray) or out.shape != shape or out.dtype != dtype or not out.flags.carray:
            raise DefinitionError(
                f"out should be a writable array of {np.dtype(dtype)} of shape {shape}, contiguous in C order"
            )
        return out

    def _numbers(self, games: ArrayLike) -> NDArray[np.int64]:
        numbers = as_array(games)
        if numbers.ndim != 1 or numbers.dtype.kind not in "iu":
            raise DefinitionError(
                f"games should be whole numbers in one row, not {numbers.dtype} of shape {numbers.shape}"
            )
        for number in numbers[(numbers < 0) | (numbers >= len(self))][:1]:
            self._number(int(number))  # which refuses it
        return numbers.astype(np.int64)

    def _number(self, game: int) -> int:
        number = as_int(game)
        if number is None or not 0 <= number < len(self):
            raise DefinitionError(f"{quoted(game)} is not a game; there are games 0 to {len(self) - 1}")
        return number


def batch_seed(seed: int | None) -> int:
    """Return the seed, or a random one for None. Raise a `DefinitionError` if it is not a whole number."""
    return SystemRandom().getrandbits(SEED_BITS) if seed is None else check_seed(seed)


def as_array(values: ArrayLike) -> NDArray[Any]:
    """Return values as an array: of whole numbers if it is empty, of no numbers if they have no common shape."""
    try:
        array = np.asarray(values)
    except ValueError:  # rows of different lengths
        return np.asarray(None)
    return array if array.size else array.astype(np.int64)


@final
class BatchOfScalar(BaseBatch):
    """Many games of any kind side by side, played by the game's own functions, one after another.

    It has the methods of `cairn_rules.cairn.batch.Batch`, at the speed of the game: for custom megaliths and all other
    games. It uses one thread. Game `i` depends only on the seed and on `i`. A batch can be pickled if the game can, or
    is a module.

    Args:
        game: The rules; fix the options of new games with `with_options`.
        n: Number of games.
        seed: Seed of all random draws (default: different games each time).
        max_turns: Number of turns of a game after which it is stopped (default: no limit).
        auto_reset: True if a game that ends starts again.
        dynamic: Number of indices of a dynamic action space; see `Encoder` (default: the action space of the game).
            Cairn with custom powers needs it.

    Raises:
        DefinitionError: if a number is not a whole one or out of range.
        EncodingError: if the game needs `dynamic`, or more actions are legal in a state than there are indices.

    Example:
        >>> from cairn_rules import korrigans
        >>> batch = BatchOfScalar(korrigans, 10, seed=7)
        >>> lists, counts = batch.legal
        >>> rewards, terminated, truncated = batch.step(lists[:, 0])
        >>> len(rewards), bool(terminated.any())
        (10, False)
    """

    def __init__(
        self,
        game: Game[Any, Any, Any],
        n: int,
        *,
        seed: int | None = None,
        max_turns: int | None = None,
        auto_reset: bool = True,
        dynamic: int | None = None,
    ) -> None:
        n = check_whole("n", n, 0, MAX_GAMES)
        self._prepare(game, n, seed, max_turns, auto_reset=auto_reset, dynamic=dynamic)
        self._begin([self._new_game(number) for number in range(n)])

    @classmethod
    def of(
        cls,
        game: Game[Any, Any, Any],
        states: Iterable[Any],
        *,
        seed: int | None = None,
        max_turns: int | None = None,
        auto_reset: bool = True,
        dynamic: int | None = None,
    ) -> Self:
        """Return a batch with a game for each state.

        Args:
            game: The rules, with the options of the states, so that observations have an entry for everything.
            states: The states.
            seed: Seed of the games that start again (default: different ones each time).
            max_turns: Number of turns, as `turns` counts them, after which a game is stopped (default: no limit). Turns
                before the given state also count, if the states of the game count turns.
            auto_reset: True if a game that ends starts again, with the options of `game`, not of its state.
            dynamic: Number of indices of a dynamic action space; see `Encoder` (default: the action space of the game).

        Raises:
            DefinitionError: if a number is not a whole one or out of range.
            EncodingError: if a state needs `dynamic`, or has more legal actions than there are indices.

        Example:
            >>> from cairn_rules import cairn
            >>> state = cairn.new_game(seed=7)
            >>> BatchOfScalar.of(cairn, [state, state]).state(1) == state
            True
        """
        batch = cls.__new__(cls)
        given = items_of(states, "a collection of states")
        batch._prepare(game, len(given), seed, max_turns, auto_reset=auto_reset, dynamic=dynamic)
        for state in given:
            batch._encoder.check_indices(state)
        batch._begin(list(given))
        return batch

    def _prepare(
        self,
        game: Game[Any, Any, Any],
        n: int,
        seed: int | None,
        max_turns: int | None,
        *,
        auto_reset: bool,
        dynamic: int | None,
    ) -> None:
        """Set everything but the states."""
        self._seed = batch_seed(seed)
        check_flag(auto_reset=auto_reset)
        self._encoder = Encoder(game, dynamic=dynamic)
        self._max_turns = turn_limit(max_turns)
        self.auto_reset: bool = auto_reset
        self.indices: int = self._encoder.actions
        self.observation_shape: tuple[int, ...] = self._encoder.shape
        self._streams = list(range(n))  # the number of each game in the batch that it was made in
        self._episodes = [0] * n
        self._decisions = [0] * n

    @property
    def _game(self) -> Game[Any, Any, Any]:
        return self._encoder.game

    def _complete(self, state: Any, decisions: int) -> int:
        """Return the number of complete turns in a state."""
        return manifest_of(self._game).pace.turns_complete(state, decisions)

    def _begin(self, states: list[Any]) -> None:
        self._states = states
        seats = [*(players_of(self._game, state) for state in states), players_of(self._game)]
        if not any(seats):
            name = manifest_of(self._game).name
            raise DefinitionError(f"{name} does not say how many players it has; a batch needs Manifest.seats")
        self._seats = max(seats)
        number_type = np.int16 if self.indices <= np.iinfo(np.int16).max else np.int64
        self._counts = np.zeros(len(states), number_type)
        self._lists = np.full((len(states), 1), -1, number_type)
        self._list()

    def _list(self) -> None:
        self._stopped = np.zeros(len(self), np.bool_)
        for number in range(len(self)):
            self._list_game(number)

    def _list_game(self, number: int) -> None:
        indices = () if self._stopped[number] else sorted(self._encoder.indices(self._states[number]))
        longer = len(indices) - self._lists.shape[1]
        if longer > 0:
            self._lists = np.pad(self._lists, ((0, 0), (0, longer)), constant_values=-1)
        self._lists[number] = -1
        self._lists[number, : len(indices)] = indices
        self._counts[number] = len(indices)

    def _new_game(self, number: int) -> Any:
        """Return the first state of a game's current episode."""
        rng = Random(f"{self._seed:x} {self._streams[number]} {self._episodes[number]}")
        return self._game.new_game(seed=rng.getrandbits(SEED_BITS))

    @property
    def players(self) -> NDArray[np.int8]:
        """The seat that decides in each game; -1 if it is over."""
        seats = map(self._player, range(len(self)))
        return np.fromiter((-1 if seat is None else seat for seat in seats), np.int8, len(self))

    @property
    def turns(self) -> NDArray[np.int64]:
        """Number of complete turns of each game; number of decisions, if the states of the game do not count turns."""
        return np.fromiter(map(self._complete, self._states, self._decisions), np.int64, len(self))

    def _player(self, number: int) -> int | None:
        return None if self._stopped[number] else self._game.current_player(self._states[number])

    def observation(self, out: NDArray[np.uint8] | None = None) -> NDArray[np.uint8]:
        """Return the observation of the deciding seat of each game, from the game's encoder; see `BaseBatch`."""
        seen = self._room(out, (len(self), *self.observation_shape), np.uint8)
        for number, state in enumerate(self._states):
            tensor = self._encoder.tensor(state, self._game.current_player(state) or 0)
            seen[number] = np.frombuffer(tensor, np.uint8).reshape(self.observation_shape)
        return seen

    def state(self, game: int) -> Any:
        """Return the state of a game."""
        return self._states[self._number(game)]

    def _twin(self, games: NDArray[np.int64]) -> Self:
        twin = copy(self)
        for name in ("_states", "_streams", "_episodes", "_decisions"):
            values = getattr(self, name)
            setattr(twin, name, [values[game] for game in games.tolist()])
        for name in ("_lists", "_counts", "_stopped"):
            setattr(twin, name, getattr(self, name)[games])
        return twin

    def playouts(self, k: int, *, seed: int = 0) -> PlayoutTotals:
        """Play random games from the position of each game; see `BaseBatch.playouts`."""
        k = check_whole("k", k, 0, MAX_GAMES)
        mixed = f"{self._seed:x} {batch_seed(seed):x}"  # Python writes no decimal number of any length
        n = len(self)
        wins, turns, decisions = np.zeros((n, self._seats), np.int64), np.zeros(n, np.int64), np.zeros(n, np.int64)
        for number in range(n):
            for playout in range(k):
                rng = Random(f"{mixed} {self._streams[number]} {playout}")
                winners, turns_played, made = self._play_out(number, rng)
                wins[number, list(winners)] += 1
                turns[number] += turns_played
                decisions[number] += made
        return PlayoutTotals(k, wins, turns, decisions)

    def _play_out(self, number: int, rng: Random) -> tuple[tuple[int, ...], int, int]:
        """Play one game to its end; return its winners, turns and decisions."""
        game, state, before = self._game, self._states[number], self._decisions[number]
        decisions = before
        while not self._is_too_long(state, decisions) and (legal := game.legal_actions(state)):
            state = game.apply(state, legal[int(rng.random() * len(legal))])
            decisions += 1
        outcome = game.outcome(state)
        turns = self._complete(state, decisions) - self._complete(self._states[number], before)
        return () if outcome is None else outcome.winners, turns, decisions - before

    def _is_too_long(self, state: Any, decisions: int) -> bool:
        return self._max_turns is not None and self._complete(state, decisions) >= self._max_turns

    def _write_mask(self, mask: NDArray[np.bool_]) -> None:
        mask[:] = False
        games, places = np.nonzero(self._lists >= 0)
        mask[games, self._lists[games, places]] = True

    def _write_packed_mask(self, packed: NDArray[np.uint8]) -> None:
        packed[:] = np.packbits(self.mask(), axis=1)

    def _first_illegal(self, actions: NDArray[np.int64]) -> int:
        illegal = (self._counts > 0) & ~((self._lists == actions[:, None]) & (self._lists >= 0)).any(axis=1)
        return int(illegal.argmax()) if illegal.any() else -1

    def _apply(self, actions: NDArray[np.int64]) -> Step:
        before = self.copy()
        try:
            return self._decide_all(actions)
        except BaseException:  # also an interruption
            vars(self).update(vars(before))
            raise

    def _decide_all(self, actions: NDArray[np.int64]) -> Step:
        n = len(self)
        step = Step(np.zeros((n, self._seats), np.int8), np.zeros(n, np.bool_), np.zeros(n, np.bool_))
        for number in range(n):
            if self._counts[number]:
                self._decide(number, int(actions[number]), step)
            elif self.auto_reset:
                self._start_again(number)
            else:
                step.truncated[number] = self._stopped[number]
                step.terminated[number] = not self._stopped[number]
        return step

    def _decide(self, number: int, index: int, step: Step) -> None:
        before = self._states[number]
        state = self._states[number] = self._game.apply(before, self._encoder.action(before, index))
        self._decisions[number] += 1
        outcome = self._game.outcome(state)
        if outcome is not None:
            step.terminated[number] = True
            if not outcome.is_draw:
                step.rewards[number, : players_of(self._game, state) or None] = -1
                step.rewards[number, list(outcome.winners)] = 1
        elif self._is_too_long(state, self._decisions[number]):
            step.truncated[number] = self._stopped[number] = True
        if self.auto_reset and (outcome is not None or self._stopped[number]):
            self._start_again(number)
        else:
            self._list_game(number)

    def _restart(self, games: NDArray[np.int64]) -> None:
        for number in games.tolist():
            self._start_again(number)

    def _start_again(self, number: int) -> None:
        self._episodes[number] += 1
        self._decisions[number] = 0
        self._stopped[number] = False
        self._states[number] = self._new_game(number)
        self._list_game(number)
