"""Signals while a player thinks."""

from __future__ import annotations

import signal
from collections.abc import Generator
from contextlib import suppress
from time import monotonic, sleep

import pytest

from cairn_rules.cli.play import keyboard
from cairn_rules.cli.play.keyboard import StoppedError

pytestmark = pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="there is no timer to insist with")


@pytest.fixture(autouse=True)
def _handlers_stay() -> Generator[None]:
    """What signals do is as it was, and no timer runs, whatever a test does."""
    numbers = (signal.SIGINT, signal.SIGALRM, *keyboard.SIGNALS)
    before = {number: signal.getsignal(number) for number in numbers}
    signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)
    for number, handler in before.items():
        signal.signal(number, handler)


def lose(number: int, kind: type[BaseException], times: int) -> None:
    """Be somebody who thinks, and overlooks what a signal raises some times."""
    with suppress(kind):
        signal.raise_signal(number)
    deadline = monotonic() + 20
    for left in reversed(range(times)):
        try:
            while monotonic() < deadline:
                sleep(0.01)
        except kind:
            if not left:
                raise


@pytest.mark.parametrize("times", [1, 3])
def test_an_interruption_that_gets_lost_is_raised_again(times: int) -> None:
    with pytest.raises(KeyboardInterrupt), keyboard.insisting():
        lose(signal.SIGINT, KeyboardInterrupt, times)


def test_a_wish_to_end_that_gets_lost_is_raised_again_and_is_the_last_one() -> None:
    with pytest.raises(StoppedError) as stopped, keyboard.signals_raise(), keyboard.insisting():
        lose(signal.SIGTERM, StoppedError, 1)
    assert stopped.value.number == signal.SIGTERM


def test_after_a_wish_to_end_no_other_signal_disturbs_what_is_left_to_do() -> None:
    with keyboard.signals_raise():
        with pytest.raises(StoppedError), keyboard.insisting():
            signal.raise_signal(signal.SIGTERM)
        signal.raise_signal(signal.SIGHUP)  # nothing happens


def test_signals_that_are_ignored_stay_ignored() -> None:
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    with keyboard.signals_raise(), keyboard.insisting():
        signal.raise_signal(signal.SIGHUP)


def test_without_a_timer_it_is_raised_once(monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patched:
        patched.delattr(signal, "setitimer")
        with pytest.raises(KeyboardInterrupt), keyboard.insisting():
            signal.raise_signal(signal.SIGINT)
