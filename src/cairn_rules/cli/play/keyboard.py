"""The keyboard: lines with completion where there is readline, scripts, signals, and the end of a player's time."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from time import monotonic
from typing import Any, NoReturn

SIGNALS = tuple(getattr(signal, name) for name in ("SIGHUP", "SIGTERM") if hasattr(signal, name))
"""What ends a program from outside: the terminal is closed, or somebody wants it to end."""


BEAT = 0.25
"""So often, in seconds, whatever waits for a key looks whether there was a signal."""


class StoppedError(BaseException):
    """A signal asks the program to end; like an interruption it is nobody's fault, least of all a player's."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number
        """The signal."""


class TimeUpError(Exception):
    """Whoever is to decide has no time left."""


def _stop(number: int, _: object) -> NoReturn:
    _ignore_more()
    raise StoppedError(number)


def _ignore_more() -> None:
    """One signal that ends the program is enough."""
    for each in SIGNALS:
        signal.signal(each, signal.SIG_IGN)


@contextmanager
def signals_raise() -> Generator[None]:
    """Turn the signals that end a program into `StoppedError`, so that the game can be kept.

    What somebody wants to be ignored, such as `nohup`, is ignored.
    """
    with _handled({number: _stop for number in SIGNALS if signal.getsignal(number) is not signal.SIG_IGN}):
        yield


@contextmanager
def undisturbed() -> Generator[None]:
    """Let no signal end what is being done, such as the last writing of a game."""
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
    """Raise `TimeUpError` after some seconds, where the system can do that; elsewhere it is noticed later.

    Within it a signal comes through soon: readline overlooks one that arrives just before it waits for a key,
    so that it is woken now and then.
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
    """Let what ends the program come through whatever is at work: it is raised again until that gives way.

    An exception that a signal raises is lost when Python calls back at that moment, such as for an object that goes.
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
    """Whether somebody types, and no script is read; from now on no sign that cannot be read is an error."""
    source: Any = sys.stdin
    if hasattr(source, "reconfigure"):
        source.reconfigure(errors="replace")
    return source is not None and bool(source.isatty())


@contextmanager
def completing(words: Callable[[str], list[str]]) -> Generator[None]:
    """Complete what is begun with the Tab key, where there is readline."""
    try:
        import readline  # noqa: PLC0415 - not there on every system
    except ImportError:
        yield
        return
    found: list[str] = []

    def complete(begun: str, number: int) -> str | None:
        if number == 0:
            found[:] = words(begun)
        return found[number] if number < len(found) else None

    libedit = "libedit" in (readline.__doc__ or "")
    readline.parse_and_bind("bind ^I rl_complete" if libedit else "tab: complete")
    readline.set_completer_delims("")
    readline.set_completer(complete)
    try:
        yield
    finally:
        readline.set_completer(None)


def typed(prompt: str) -> str:
    """A line from the keyboard.

    Raises:
        EOFError: when there are no more.
    """
    return input(prompt)


def next_in_script() -> str:
    """A line of the standard input.

    Raises:
        EOFError: when there are no more.
    """
    source: Any = sys.stdin
    line: str = "" if source is None else source.readline()
    if not line:
        raise EOFError
    return line.rstrip("\n")
