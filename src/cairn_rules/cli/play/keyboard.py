"""The keyboard: lines with completion where there is readline, scripts, signals, and the end of a player's time."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from time import monotonic
from typing import Any, NoReturn

SIGNALS = tuple(getattr(signal, name) for name in ("SIGHUP", "SIGTERM") if hasattr(signal, name))
"""Signals that end a program from outside, such as a closed terminal."""


BEAT = 0.25
"""Interval, in seconds, at which a wait for a key checks for signals."""


class StoppedError(BaseException):
    """A signal asks the program to end; like an interruption it is not an error."""

    def __init__(self, number: int) -> None:
        self.number = number
        """The signal."""


class TimeUpError(Exception):
    """The player who decides has no time left."""


def _stop(number: int, _: object) -> NoReturn:
    _ignore_more()
    raise StoppedError(number)


def _ignore_more() -> None:
    for each in SIGNALS:
        signal.signal(each, signal.SIG_IGN)


@contextmanager
def signals_raise() -> Generator[None]:
    """Turn the signals that end a program into `StoppedError`, so that the game can be saved.

    Signals that are ignored already (`nohup`) stay ignored.
    """
    with _handled({number: _stop for number in SIGNALS if signal.getsignal(number) is not signal.SIG_IGN}):
        yield


@contextmanager
def undisturbed() -> Generator[None]:
    """Ignore all signals for a moment, such as while a game is saved."""
    with _handled(dict.fromkeys((signal.SIGINT, *SIGNALS), signal.SIG_IGN)):
        yield


@contextmanager
def _handled(handlers: Mapping[int, Any]) -> Generator[None]:
    before = {number: signal.signal(number, handler) for number, handler in handlers.items()}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextmanager
def time_limit(seconds: float | None) -> Generator[None]:
    """Raise `TimeUpError` after some seconds, where the system has timers; elsewhere the time is checked later.

    Signals are handled soon within it: readline overlooks one that arrives just before it waits for a key,
    so a timer wakes it regularly.
    """
    later: Any = getattr(signal, "setitimer", None)
    if later is None:
        yield
        return
    deadline = None if seconds is None else monotonic() + seconds

    def beat(_: int, __: object) -> None:
        if deadline is not None and monotonic() >= deadline:
            later(signal.ITIMER_REAL, 0)  # once is enough, whatever is being done now
            raise TimeUpError

    before = signal.signal(signal.SIGALRM, beat)
    later(signal.ITIMER_REAL, BEAT if seconds is None else max(min(seconds, BEAT), 0.001), BEAT)
    try:
        yield
    finally:
        later(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@contextmanager
def insisting() -> Generator[None]:
    """Raise the exception of a signal again until the code at work gives way.

    An exception that a signal raises is lost if Python runs a callback at that moment, such as `__del__`.
    Where the system has no timer it is raised once.
    """
    later: Any = getattr(signal, "setitimer", None)
    raised: list[int] = []
    before: Mapping[int, Any] = {number: signal.getsignal(number) for number in (signal.SIGINT, *SIGNALS)}
    handlers = {number: handler for number, handler in before.items() if callable(handler)}

    def note(number: int, frame: object) -> None:
        if later is not None and not raised:
            later(signal.ITIMER_REAL, BEAT, BEAT)
        raised.append(number)
        handlers[number](number, frame)

    def again(_: int, frame: object) -> None:
        handlers[raised[0]](raised[0], frame)

    noting: dict[int, Any] = dict.fromkeys(handlers, note)
    if later is not None:
        noting[signal.SIGALRM] = again
    try:
        with _handled(noting):
            try:
                yield
            finally:
                if later is not None:
                    later(signal.ITIMER_REAL, 0)
    finally:
        if raised and raised[0] in SIGNALS:
            _ignore_more()


def is_at_terminal() -> bool:
    """Return whether a person types, not a script; characters that cannot be decoded are replaced from now on."""
    source: Any = sys.stdin
    if hasattr(source, "reconfigure"):
        source.reconfigure(errors="replace")
    return source is not None and bool(source.isatty())


@contextmanager
def completing(words: Callable[[str], list[str]]) -> Generator[None]:
    """Complete typed words with the Tab key, where there is readline."""
    try:
        import readline  # noqa: PLC0415 - not there on every system
    except ImportError:
        yield
        return
    found: list[str] = []

    def complete(begun: str, number: int) -> str | None:
        if number == 0:
            found[:] = filter(str.isprintable, words(begun))
        return found[number] if number < len(found) else None

    libedit = "libedit" in (readline.__doc__ or "")
    readline.parse_and_bind("bind ^I rl_complete" if libedit else "tab: complete")
    readline.set_completer_delims("")
    readline.set_completer(complete)
    try:
        yield
    finally:
        readline.set_completer(None)


def forget() -> None:
    """Forget the lines that were typed, where there is readline."""
    try:
        import readline  # noqa: PLC0415 - not there on every system
    except ImportError:
        return
    readline.clear_history()


def typed(prompt: str) -> str:
    """Read a line from the keyboard. Raise an `EOFError` if there are no more."""
    return input(prompt)


def next_in_script() -> str:
    """Read a line of the standard input. Raise an `EOFError` if there are no more."""
    source: Any = sys.stdin
    line: str = "" if source is None else source.readline()
    if not line:
        raise EOFError
    return line.rstrip("\n")
