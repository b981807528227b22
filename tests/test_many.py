"""Many games at once: the same results whoever plays them."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from multiprocessing import get_context
from random import Random
from typing import Any

import pytest

from cairn_rules import DefinitionError, Match, Outcome, cairn, playouts
from cairn_rules.cairn import manifest
from cairn_rules.simulation import Playout
from cairn_rules.simulation.playouts import GAMES_PER_TASK, TASKS_AHEAD
from support.subtraction import PAIR, WALK


@pytest.fixture(scope="module")
def pool() -> Iterator[Executor]:
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as executor:
        yield executor


def test_a_playout_is_a_game_of_random_decisions() -> None:
    """Played again by hand: the seed and the number give the numbers that choose."""
    for result in playouts(cairn, 5, seed=3):
        rng = Random(f"3 {result.number}")
        match = Match(cairn, seed=rng.getrandbits(53))
        while match.outcome is None:
            match.do(match.legal_actions[int(rng.random() * len(match.legal_actions))])
        seen = Playout(result.number, match.seed or 0, match.outcome, match.turns, len(match.history))
        assert result == seen


def test_every_legal_action_is_as_likely() -> None:
    """Of 3 left one takes 1 or 2: half of the games are over after two decisions."""
    lengths = [result.decisions for result in playouts(PAIR, 400, seed=1)]
    assert min(lengths) >= 2
    assert len(set(lengths)) > 3


@pytest.mark.untraced
def test_results_are_in_order_and_the_same_whoever_plays(pool: Executor) -> None:
    alone = list(playouts(cairn, 230, seed=7))
    assert [result.number for result in alone] == list(range(230))
    assert len({result.seed for result in alone}) == 230
    assert list(playouts(cairn, 230, seed=7, executor=pool)) == alone
    with ThreadPoolExecutor(3) as threads:
        assert list(playouts(cairn, 230, seed=7, executor=threads)) == alone
    assert list(playouts(cairn, 230, seed=8, max_turns=9)) != alone
    assert list(playouts(cairn, 230, seed=7, first=150, executor=pool)) == alone[150:]


def test_games_of_ones_own_are_sent_too(pool: Executor) -> None:
    alone = list(playouts(PAIR, 130, seed=2))
    assert list(playouts(PAIR, 130, seed=2, executor=pool)) == alone
    assert {result.turns for result in alone} == {result.decisions for result in alone}


def test_a_game_without_an_end_is_stopped() -> None:
    results = list(playouts(WALK, 3, seed=1, max_turns=12))
    assert [(result.outcome, result.turns, result.decisions) for result in results] == [(None, 12, 12)] * 3
    short = list(playouts(cairn, 4, seed=1, max_turns=2))
    assert [(result.turns, result.outcome) for result in short] == [(2, None)] * 4


def test_nothing_is_played_before_it_is_asked_for_or_when_there_is_nothing() -> None:
    assert next(playouts(cairn, 10**9, seed=1)).number == 0
    assert list(playouts(cairn, 0, seed=1)) == list(playouts(cairn, 3, seed=1, first=3)) == []


@pytest.mark.untraced
@pytest.mark.slow
@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="a process that is killed")
def test_when_a_worker_is_killed_nothing_is_lost_or_counted_twice() -> None:
    """What was given stays; the rest is told to be missing, and can be played by somebody else."""
    alone = list(playouts(cairn, 700, seed=5))
    got: list[Playout] = []
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as executor:
        results = playouts(cairn, 700, seed=5, executor=executor)
        got += islice(results, GAMES_PER_TASK)
        os.kill(next(iter(executor._processes)), signal.SIGKILL)
        with pytest.raises(BrokenProcessPool):
            got += results
    assert got == alone[: len(got)]
    assert len(got) < 700
    assert got + list(playouts(cairn, 700, seed=5, first=len(got))) == alone


class Counting(Executor):
    """Takes tasks and begins none of them."""

    def __init__(self) -> None:
        self.tasks: list[Future] = []

    def submit(self, function, /, *args, **kwargs):  # noqa: ARG002 - as executors have it
        self.tasks.append(Future())
        return self.tasks[-1]


def test_who_stops_listening_cancels_what_has_not_begun() -> None:
    executor = Counting()
    results = playouts(cairn, 350, seed=1, executor=executor)
    assert len(executor.tasks) == 4
    executor.tasks[0].set_result([Playout(0, 1, Outcome((0,), "third-megalith"), 1, 1)])
    assert next(results).number == 0
    results.close()  # type: ignore[attr-defined]
    assert [task.cancelled() for task in executor.tasks] == [False, True, True, True]


def test_however_many_games_there_are_few_tasks_wait() -> None:
    """One more is given to the executor for each one whose results were given."""
    executor = Counting()
    results = playouts(cairn, 10**9, seed=1, executor=executor)
    assert len(executor.tasks) == TASKS_AHEAD
    for done in (0, 1):
        executor.tasks[done].set_result([Playout(done, 1, None, 1, 1)])
    assert [next(results).number for _ in range(2)] == [0, 1]
    assert len(executor.tasks) == TASKS_AHEAD + 1
    results.close()  # type: ignore[attr-defined]
    assert all(task.cancelled() for task in executor.tasks[2:])


@pytest.mark.untraced
def test_what_is_raised_there_comes_through(pool: Executor) -> None:
    half: Any = manifest  # a module with the manifest of a game, but without its functions
    with pytest.raises(AttributeError, match="has no attribute 'new_game'"):
        next(playouts(half, 5, seed=1))
    with pytest.raises(AttributeError, match="has no attribute 'new_game'"):
        next(playouts(half, 5, seed=1, executor=pool))


@pytest.mark.untraced
@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"n": -1}, "n should be a whole number from 0 up, not -1"),
        ({"n": True}, "n should be a whole number from 0 up, not True"),
        ({"n": None}, "n should be a whole number from 0 up, not None"),
        ({"first": 1.5}, "first should be a whole number from 0 up"),
        ({"max_turns": 0}, "max_turns should be a whole number from 1 up"),
        ({"seed": "7"}, "seed should be a whole number, not '7'"),
    ],
)
def test_bad_numbers_are_refused_at_once(options, told: str) -> None:
    with pytest.raises(DefinitionError, match=told):
        playouts(**{"game": cairn, "n": 1, "seed": 1, **options})
