"""Many games at once: `playouts`, in this process, in a pool of processes, or on a cluster."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Executor, Future
from itertools import islice
from random import Random
from typing import Any, Final, TypeVar, final

from attrs import frozen

from cairn_rules.errors import DefinitionError
from cairn_rules.game import SEED_BITS, Game, Outcome, received, sendable
from cairn_rules.manifest import manifest_of

T = TypeVar("T")

GAMES_PER_TASK: Final = 100
"""So many games are one task of an executor: enough to make sending it cheap, few enough to share out."""
TASKS_AHEAD: Final = 500
"""So many tasks are given to an executor before the first result is asked for: enough for any number of workers,
few enough to fit into memory however many games there are."""


@final
@frozen
class Playout:
    """How a game between players went who choose at random."""

    number: int
    """Which of the games it is, from 0."""
    seed: int
    """The seed of `new_game` that it started from."""
    outcome: Outcome | None
    """How it ended; None when it was stopped."""
    turns: int
    """How many turns were completed; in a game whose states count no turns, decisions."""
    decisions: int
    """How many decisions were made."""


def playouts(
    game: Game[Any, Any, Any],
    n: int,
    *,
    seed: int,
    first: int = 0,
    executor: Executor | None = None,
    max_turns: int | None = None,
) -> Iterator[Playout]:
    """Play games in which all decisions are random, each legal action as likely as the others.

    A game depends on `seed` and its number alone, so that the results are the same whoever plays
    them: this process, a `ProcessPoolExecutor`, a cluster that offers an executor (as Dask's
    `Client.get_executor()` does), or several machines that share the numbers out.

    Args:
        game: The rules. To be sent to other processes it must be a module or picklable.
        n: How many games there are; those from `first` to `n - 1` are played.
        seed: The same seed gives the same games.
        first: The number of the first one to play, to go on where somebody stopped.
        executor: Who plays; None for this process. All games are handed over at once. It is not shut down.
        max_turns: A game is stopped when so many turns are complete; None for never.

    Returns:
        The results in order, each as soon as it is there. What an executor raises, such as
        `BrokenProcessPool` when a worker was killed, is raised in the place of the results that
        are missing; those before it were given. When the iterator is closed, tasks that have not
        begun are cancelled.

    Raises:
        DefinitionError: when a number is none, from 0 up, or `max_turns` is not from 1 up.

    Example:
        >>> import cairn_rules as cairn
        >>> from collections import Counter
        >>> results = list(playouts(cairn, 20, seed=7))
        >>> Counter(result.outcome.winners for result in results).total()
        20
        >>> results[15:] == list(playouts(cairn, 20, seed=7, first=15))
        True
    """
    check_numbers(n, seed, first, max_turns)
    if executor is None:
        return (_play(game, number, seed, max_turns) for number in range(first, n))
    sent = sendable(game)
    tasks = (range(start, min(start + GAMES_PER_TASK, n)) for start in range(first, n, GAMES_PER_TASK))
    return gathered(executor.submit(_play_all, sent, task, seed, max_turns) for task in tasks)


def check_numbers(n: object, seed: object, first: object, max_turns: object) -> None:
    """Refuse what cannot say which games are played.

    Raises:
        DefinitionError: when a number is none, from 0 up, or `max_turns` is not from 1 up.
    """
    for name, number, least in (
        ("n", n, 0),
        ("first", first, 0),
        ("max_turns", 1 if max_turns is None else max_turns, 1),
    ):
        if type(number) is not int or number < least:
            raise DefinitionError(f"{name} should be a whole number from {least} up, not {number!r}")
    if type(seed) is not int:
        raise DefinitionError(f"seed should be a whole number, not {seed!r}")


def gathered(tasks: Iterable[Future[list[T]]]) -> Iterator[T]:
    """The results of tasks in their order; each is forgotten when it was given.

    A few hundred tasks are taken at once, and one more for each whose results were given.
    When the iterator is closed, tasks that have not begun are cancelled.
    """
    further = iter(tasks)
    return _gathered(deque(islice(further, TASKS_AHEAD)), further)


def _gathered(taken: deque[Future[list[T]]], further: Iterator[Future[list[T]]]) -> Iterator[T]:
    try:
        while taken:
            yield from taken.popleft().result()
            taken.extend(islice(further, 1))
    finally:
        for task in taken:
            task.cancel()


def _play_all(sent: object, numbers: range, seed: int, max_turns: int | None) -> list[Playout]:
    """One task: some games, in the process that was given it."""
    game = received(sent)
    return [_play(game, number, seed, max_turns) for number in numbers]


def _play(game: Game[Any, Any, Any], number: int, seed: int, max_turns: int | None) -> Playout:
    """One game; its random numbers follow from the seed and its number."""
    manifest = manifest_of(game)
    rng = Random(f"{seed} {number}")
    game_seed = rng.getrandbits(SEED_BITS)
    state = game.new_game(seed=game_seed)
    before = manifest.pace.turns_complete(state, 0)
    decisions = 0
    while legal := game.legal_actions(state):
        if max_turns is not None and manifest.pace.turns_complete(state, decisions) - before >= max_turns:
            break
        state = game.apply(state, legal[int(rng.random() * len(legal))])
        decisions += 1
    turns = manifest.pace.turns_complete(state, decisions) - before
    return Playout(number, game_seed, game.outcome(state), turns, decisions)
