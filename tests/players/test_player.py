"""What a player may spend on a decision."""

from __future__ import annotations

from copy import deepcopy
from itertools import islice
from pickle import dumps, loads
from threading import Event, Thread
from time import perf_counter, process_time

import pytest

from cairn_rules import Budget, DefinitionError, cairn, player_named
from cairn_rules.game import with_options


def test_simulations_are_counted() -> None:
    assert list(Budget(simulations=4).spend()) == [0, 1, 2, 3]


def test_time_is_measured() -> None:
    start, used = perf_counter(), process_time()
    spent = sum(1 for _ in Budget(seconds=0.05).spend())
    assert perf_counter() - start >= 0.05
    assert process_time() - used < 1
    assert spent > 1


def test_whatever_is_reached_first_ends_the_thinking() -> None:
    assert len(list(Budget(simulations=3, seconds=60).spend())) == 3
    start = process_time()
    assert len(list(Budget(simulations=10**12, seconds=0.01).spend())) < 10**12
    assert process_time() - start < 1


def test_there_is_always_one_simulation() -> None:
    """So that there is an answer, however short the time is."""
    gone = Event()
    gone.set()
    assert list(Budget(seconds=1e-12).spend()) == [0]
    assert list(Budget(simulations=100, cancelled=gone).spend()) == [0]


def test_another_thread_can_end_the_thinking() -> None:
    gone = Event()
    other = Thread(target=gone.set)
    simulations = Budget(seconds=1e9, cancelled=gone).spend()
    assert [next(simulations), next(simulations)] == [0, 1]
    other.start()
    other.join()
    assert [*simulations] == []


def test_an_event_that_is_not_set_changes_nothing() -> None:
    assert len(list(Budget(simulations=5, cancelled=Event()).spend())) == 5
    assert list(islice(Budget(seconds=60, cancelled=Event()).spend(), 3)) == [0, 1, 2]


@pytest.mark.parametrize("value", [0, -1, True, "3", float("nan"), float("inf")])
def test_bad_numbers_are_refused_with_their_value(value) -> None:
    for name in ("simulations", "seconds"):
        with pytest.raises(DefinitionError, match=f"{name} should be a .*number above 0, or None, not {value!r}"):
            Budget(**{name: value})


def test_simulations_are_whole() -> None:
    with pytest.raises(DefinitionError, match=r"simulations should be a whole number above 0, or None, not 1.5"):
        Budget(simulations=1.5)  # type: ignore[arg-type]
    assert Budget(seconds=1.5).seconds == 1.5


def test_a_budget_needs_a_number() -> None:
    with pytest.raises(DefinitionError, match="needs a number of simulations, or of seconds"):
        Budget()
    with pytest.raises(DefinitionError, match="needs a number"):
        Budget(cancelled=Event())


def test_budgets_are_values() -> None:
    assert Budget(simulations=5) == Budget(simulations=5, cancelled=Event())
    assert Budget(simulations=5) != Budget(seconds=5)
    assert repr(Budget(simulations=5)) == "Budget(simulations=5, seconds=None)"


@pytest.mark.parametrize("name", ["random", "greedy", "tree", "seer", "sage"])
def test_a_player_is_copied_and_pickled_between_decisions(name: str) -> None:
    """The copies go on as the player itself does."""
    player = player_named(name, cairn)(with_options(cairn), seed=1)
    state, budget = cairn.new_game(seed=1), Budget(simulations=20)
    for _ in range(2):
        seen = cairn.observe(state, cairn.current_player(state))
        copies = deepcopy(player), loads(dumps(player))  # noqa: S301 - our own
        action = player.choose(seen, budget)
        assert [each.choose(seen, budget) for each in copies] == [action] * 2
        state = cairn.apply(state, action)
