"""Random games (playouts) in this process, in a process pool, or on a cluster."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor, Future
from functools import partial
from itertools import islice
from random import Random
from typing import TYPE_CHECKING, Any, Final, TypeVar, final

from cairn_rules.checks import check_least, check_seed, checked, turn_limit
from cairn_rules.errors import DefinitionError
from cairn_rules.frozen_classes import field, frozen
from cairn_rules.game import SEED_BITS, Game, Outcome, received, sendable
from cairn_rules.manifest import SEED, manifest_of
from cairn_rules.simulation.batch_functions import KEY_BITS, batch_functions
from cairn_rules.simulation.game_records import RECORD, SERIES_SEED, parts_of

if TYPE_CHECKING:
    from cairn_rules.history.record import Record

T = TypeVar("T")

GAMES_PER_TASK: Final = 100
"""Number of games in a task: enough to make sending it cheap, few enough to balance the load."""
GAMES_PER_STEP: Final = 10
"""Number of games between two reports of progress in this process: few enough to stop soon."""
GAMES_PER_BATCH: Final = 2_000
"""Number of games in a task that plays them as a batch."""
TASKS_AHEAD: Final = 500
"""Maximum number of tasks submitted ahead: enough for many workers, and bounded in memory."""


@final
@frozen
class Playout:
    """The result of a game between random players."""

    number: int
    """The number of the game, from 0."""
    seed: int
    """The seed given to `new_game`."""
    outcome: Outcome | None
    """The outcome; None if the game was stopped."""
    turns: int
    """Number of complete turns; number of decisions, if the states of the game do not count turns."""
    decisions: int
    """Number of decisions."""
    record: Record[Any, Any] | None = field(default=None, eq=False, repr=False)
    """The record, with seeds and limits as tags, if it was asked for; equal playouts may differ in it."""


@checked
def playouts(
    game: Game[Any, Any, Any],
    n: int,
    *,
    seed: int,
    first: int = 0,
    executor: Executor | None = None,
    max_turns: int | None = None,
    batch: bool = False,
    records: bool = False,
) -> Iterator[Playout]:
    """Yield games in which every legal action is equally likely.

    A game depends only on `seed` and its number. The results are therefore the same in this process,
    in a `ProcessPoolExecutor`, on a cluster with an executor (such as Dask's `Client.get_executor()`),
    or on several machines that divide the numbers between them.

    With `batch`, the games of Cairn are played many at a time by compiled rules, about 13 times as fast. Each game
    starts from the same state as without `batch`, but other random numbers choose the actions, so that only the
    statistics agree, within their intervals. Every machine that plays games needs NumPy; without Numba, which the extra
    `batch` also brings, the games are played slowly, with a warning.

    Args:
        game: The rules. To be sent to other processes it must be a module or picklable.
        n: Total number of games; those from `first` to `n - 1` are played.
        seed: The same seed gives the same games.
        first: Number of the first game to play, to resume an interrupted run.
        executor: The executor that plays the games (default: this process). It is not shut down.
        max_turns: Number of turns after which a game is stopped (default: no limit).
        batch: True to play batches of games.
        records: True to keep the `record` of each game; batches have none.

    Returns:
        The results in order, each as soon as it is available. An exception of the
        executor, such as `BrokenProcessPool` after a worker was killed, is raised in place of the
        first missing result. Closing the iterator cancels the tasks that have not begun.

    Raises:
        DefinitionError: if `n` or `first` is not a whole number from 0 up, or `max_turns` not one from 1 up; or, with
            `batch`, if the game has no functions for it, or, in place of the first result, has custom megaliths; or
            if both `batch` and `records` are true.
        MissingExtraError: with `batch`, if NumPy is missing.

    Example:
        >>> from cairn_rules import cairn
        >>> from collections import Counter
        >>> results = list(playouts(cairn, 20, seed=7))
        >>> Counter(result.outcome.winners for result in results).total()
        20
        >>> results[15:] == list(playouts(cairn, 20, seed=7, first=15))
        True
    """
    n, seed, first, max_turns = check_numbers(n, seed, first, max_turns)
    if batch and records:
        raise DefinitionError("games played as a batch have no records; leave out batch or records")
    if batch:
        batch_functions(game)  # which refuses a game without them
    elif executor is None:
        return (_play(game, number, seed, max_turns, records=records) for number in range(first, n))
    play: Callable[..., list[Playout]] = _play_batch if batch else partial(_play_all, records=records)
    size = GAMES_PER_BATCH if batch else GAMES_PER_TASK
    return in_tasks(partial(play, sendable(game), seed, max_turns), range(first, n), size, executor)


def check_numbers(n: object, seed: object, first: object, max_turns: object) -> tuple[int, int, int, int | None]:
    """Return the numbers that select games.

    Raises:
        DefinitionError: if `n` or `first` is not a whole number from 0 up, or `max_turns` not one from 1 up.
    """
    return check_least("n", n, 0), check_seed(seed), check_least("first", first, 0), turn_limit(max_turns)


def in_tasks(
    play: Callable[[Any], Iterable[T]], numbers: Sequence[int], size: int, executor: Executor | None
) -> Iterator[T]:
    """Yield the results of games in order, played in tasks in this process or by an executor.

    `size` is the number of games in a task. Without an executor, this process plays.
    """
    tasks = (numbers[start : start + size] for start in range(0, len(numbers), size))
    if executor is None:
        return (result for task in tasks for result in play(task))
    return gathered(executor.submit(play, task) for task in tasks)


def gathered(tasks: Iterable[Future[Iterable[T]]]) -> Iterator[T]:
    """Yield the results of tasks in order, without keeping them.

    At most `TASKS_AHEAD` tasks are under way at once. Closing the iterator cancels those that have not begun.
    """
    further = iter(tasks)
    return _gathered(deque(islice(further, TASKS_AHEAD)), further)


def _gathered(taken: deque[Future[Iterable[T]]], further: Iterator[Future[Iterable[T]]]) -> Iterator[T]:
    try:
        while taken:
            yield from taken.popleft().result()
            taken.extend(islice(further, 1))
    finally:
        for task in taken:
            task.cancel()


def _play_all(sent: object, seed: int, max_turns: int | None, numbers: range, *, records: bool) -> list[Playout]:
    game = received(sent)
    return [_play(game, number, seed, max_turns, records=records) for number in numbers]


def _play_batch(sent: object, seed: int, max_turns: int | None, numbers: range) -> list[Playout]:
    game = received(sent)
    rngs = [Random(f"{seed} {number}") for number in numbers]
    seeds = [rng.getrandbits(SEED_BITS) for rng in rngs]
    starts = [game.new_game(seed=each) for each in seeds]
    played = batch_functions(game).playouts(starts, [rng.getrandbits(KEY_BITS) for rng in rngs], max_turns)
    return [Playout(number, each, *end) for number, each, end in zip(numbers, seeds, played, strict=True)]


def _play(game: Game[Any, Any, Any], number: int, seed: int, max_turns: int | None, *, records: bool) -> Playout:
    """Play one game with random numbers derived from the seed and its number."""
    manifest = manifest_of(game)
    rng = Random(f"{seed} {number}")
    game_seed = rng.getrandbits(SEED_BITS)
    state = start = game.new_game(seed=game_seed)
    before = manifest.pace.turns_complete(state, 0)
    actions: list[Any] = []
    while legal := game.legal_actions(state):
        if max_turns is not None and manifest.pace.turns_complete(state, len(actions)) - before >= max_turns:
            break
        actions.append(legal[int(rng.random() * len(legal))])
        state = game.apply(state, actions[-1])
    turns = manifest.pace.turns_complete(state, len(actions)) - before
    outcome, record = game.outcome(state), None
    if records:
        players = ("random",) * (manifest.seats.count_in(start) or 0)
        numbers = {SEED: game_seed, SERIES_SEED: seed, "Number": number, "MaxTurns": max_turns}
        record = RECORD.load()(**parts_of(game, start, players, numbers, actions, outcome))
    return Playout(number, game_seed, outcome, turns, len(actions), record)
