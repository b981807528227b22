"""Trials look at every case, and tell the smallest one with a problem."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import strategies as st

from cairn_rules.testing import check as trials
from cairn_rules.testing.check import Check, Trials, everywhere, first_fault


@cache
def numbers() -> Trials[int]:
    return Trials(st.integers(0, 10**6), max_examples=50, seed=1)


def big(number: int) -> str | None:
    return f"{number} is big" if number >= 1000 else None


def test_the_smallest_case_is_found() -> None:
    assert len(numbers().cases) == 50
    assert numbers().look(big) == ("1000 is big", 1000)
    assert numbers().look(lambda _: None) is None


def test_what_is_wrong_in_another_way_is_not_taken_for_the_problem() -> None:
    found = False

    def failing(number: int) -> str | None:
        nonlocal found
        if found and number < 5000:
            raise ZeroDivisionError
        found = found or number >= 5000
        return big(number) if found else None

    assert numbers().look(failing) == ("5000 is big", 5000)


def test_a_problem_that_comes_and_goes_is_told_with_the_last_case_that_had_it() -> None:
    left = 3

    def fading(number: int) -> str | None:
        nonlocal left
        left -= 1
        return str(number) if left > 0 else None

    found = numbers().look(fading)
    assert found is not None
    assert found[0] == str(found[1])


def test_the_search_for_a_smaller_case_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trials, "_MOST_TRIES", 2)
    looked_at = 0

    def slow(number: int) -> str | None:
        nonlocal looked_at
        looked_at += 1
        return big(number)

    found = numbers().look(slow)
    assert found is not None
    assert big(found[1]) == found[0]
    assert looked_at < 2 * len(numbers().cases)


@pytest.mark.parametrize("at", [0, 20])
def test_an_interruption_from_the_keyboard_is_no_problem_of_a_case(at: int) -> None:
    def interrupted(number: int) -> str | None:
        if number == numbers().cases[at]:
            raise KeyboardInterrupt
        return None

    with pytest.raises(KeyboardInterrupt):
        numbers().look(interrupted)
    with pytest.raises(KeyboardInterrupt):
        first_fault([(Check("looks", "it looks", everywhere(interrupted)), numbers())], None, None)


@pytest.mark.parametrize("error", [ZeroDivisionError, SystemExit])
def test_a_check_that_fails_itself_has_found_a_problem(error: type[BaseException]) -> None:
    def failing(_: object, __: Trials[int]) -> None:
        raise error("no number")

    slug, message, case = first_fault([(Check("fails", "it fails", failing), numbers())], None, None) or ("", "", 1)
    assert (slug, case) == ("fails", None)
    assert message == f"it fails with {error.__name__}('no number') during this check"
