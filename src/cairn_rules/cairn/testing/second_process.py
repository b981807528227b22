"""A second look at states, in a process that differs in everything that must not affect the results.

The process has another hash seed, working folder, clock and `id`. It also records what is read from
outside, such as files and the environment. This module does not import Hypothesis, so it starts quickly.

Where no process can be started, as in a browser, something else can run `watched` there, such as another worker.
"""

from __future__ import annotations

import builtins
import datetime as dt
import json
import os
import pickle
import subprocess
import sys
import time
import warnings
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from types import FrameType
from typing import Any, Final, final

from cairn_rules.cairn.keys import key
from cairn_rules.cairn.megaliths.power_rules import BOX_EFFECTS, do_effect, yields
from cairn_rules.cairn.rules.rules import legal_actions
from cairn_rules.cairn.state.pending import UsePower
from cairn_rules.cairn.state.state import State, draft
from cairn_rules.cairn.texts.notation import format_action
from cairn_rules.errors import raised
from cairn_rules.frozen_classes import frozen

SECONDS: Final = 15
"""Time limit of the second process, in seconds. It is then stopped."""
ENOUGH: Final = 8
"""Time budget of the second process, in seconds. It then starts no further state."""
MOST_RESULTS: Final = 50
"""Maximum number of a power's options that are applied in a state."""


def seen(state: State) -> tuple[str, ...]:
    """Return the options of a state, and the results of custom ones, as texts that are equal in every process."""
    try:
        told = [format_action(action) for action in legal_actions(draft(state))]
        if isinstance(state.pending, UsePower):
            options = yields(draft(state))[:MOST_RESULTS]
            told += [_result(state, option) for option in options if type(option) not in BOX_EFFECTS]
    except Exception as error:  # noqa: BLE001 - other checks find what fails
        return (f"{type(error).__name__}: {error}",)
    return tuple(told)


def _result(state: State, option: Any) -> str:
    return f"{format_action(option)} leading to {key(do_effect(draft(state), option)):016x}"


@final
@frozen
class SecondLook:
    """Results of a second process for some states.

    Example:
        >>> SecondLook(absent="this page has no second worker").seen
        ()
    """

    seen: tuple[tuple[str, ...], ...] = ()
    """The options of each state, in order. There are fewer than states if the process ended or time ran out."""
    read: tuple[tuple[str, ...], ...] = ()
    """The data read from outside the game, for each of these states."""
    ended: str | None = None
    """The way in which the process ended in the state after these; None if it finished."""
    absent: str | None = None
    """The reason why there was no second process; None if there was one."""


NOT_SENT: Final = SecondLook(absent="it is not in a module that another process can import")
"""The look at a megalith that cannot be sent to another process."""
NOT_READ: Final = SecondLook(absent="another process cannot import it")
"""The look at a megalith that another process cannot read."""


def packed(states: Sequence[State]) -> bytes | None:
    """Return some states as bytes for another process; None if it could not read them."""
    try:
        return pickle.dumps(tuple(states))
    except Exception:  # noqa: BLE001 - pickle raises errors of many kinds
        return None


def look_again(states: Sequence[State], *, enough: float = ENOUGH, limit: float = SECONDS) -> SecondLook:
    """Return the results of a second process for some states.

    After `enough` seconds the process starts no further state; after `limit` seconds it is stopped.
    """
    sent = packed(states)
    if sent is None:
        return NOT_SENT
    with TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        given, told = Path(folder, "states"), Path(folder, "told")
        given.write_bytes(sent)
        told.touch()
        try:
            ended = _run(folder, (str(given), str(told), str(enough)), limit)
        except OSError as error:  # in a browser, for example
            return SecondLook(absent=f"no other process can be started here ({raised(error)})")
        ready, *lines = told.read_text(encoding="utf-8").splitlines() or [""]
    if not ready:
        return NOT_READ
    finished = lines[-1:] == [_DONE]
    found = [json.loads(line) for line in lines if line != _DONE]
    return SecondLook(
        seen=tuple(tuple(each["seen"]) for each in found),
        read=tuple(tuple(each["read"]) for each in found),
        ended=None if finished else ended,
    )


def _run(folder: str, arguments: tuple[str, ...], limit: float) -> str:
    """Run this module as a program, and return the way in which it ended."""
    places = [os.path.abspath(place) for place in (*sys.path, "")]  # noqa: PTH100 - sys.path also holds non-folders
    changed = {"PYTHONPATH": os.pathsep.join(places), "PYTHONHASHSEED": _other_hash_seed()}
    try:
        done = subprocess.run(  # noqa: S603 - this very module
            [sys.executable, "-m", __spec__.name, *arguments],
            cwd=folder,
            env={**os.environ, **changed},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=limit,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return f"does not return within {limit:g} seconds"
    return f"ends the process (exit code {done.returncode})"


def _other_hash_seed() -> str:
    return "2" if os.environ.get("PYTHONHASHSEED") == "1" else "1"


# The code below runs in the second process.

_READY: Final = "ready"
_DONE: Final = "done"
_OUTSIDE: Final = ("open", "os.", "glob.", "pathlib.", "shutil.", "socket.", "sqlite3.", "subprocess.", "urllib.")
"""Prefixes of the audit events that a megalith must not cause."""


_CLOCKS: Final = frozenset({"time", "monotonic", "perf_counter", "process_time", "thread_time"})
"""The clocks of `time`. Python in a browser lacks one of them."""


class _Watch:
    """Records what is read from outside, and shifts the clock, while it is on."""

    def __init__(self) -> None:
        self.on = False
        self.read: list[str] = []
        self.clock = Random(1)

    @contextmanager
    def watching(self) -> Generator[list[str]]:
        """Watch during a `with` block, and provide the list of what is read."""
        self.read = []
        self.on = True
        try:
            yield self.read
        finally:
            self.on = False

    def note(self, text: str) -> None:
        """Record a read access, unless the import system caused it."""
        if self.on and not _is_importing():
            self.read.append(text)

    def shift(self) -> float:
        """Return the current error of the clock, in seconds: up to three years while watching."""
        return self.clock.uniform(0, 1e8) if self.on else 0.0

    def audit(self, event: str, arguments: tuple[object, ...]) -> None:
        if self.on and event.startswith(_OUTSIDE):
            self.note(f"{event}({_shown(arguments[:1])})")

    def install(self) -> None:
        """Watch files, the environment and the clock, and reverse the order of `id`."""
        sys.addaudithook(self.audit)
        environment = type(os.environ)
        for name in ("__getitem__", "__iter__"):
            setattr(environment, name, self._noting(getattr(environment, name)))
        for name in _CLOCKS & vars(time).keys():
            self._replace(time, name, lambda real: lambda: real() + self.shift())
            self._replace(time, f"{name}_ns", lambda real: lambda: real() + int(1e9 * self.shift()))
        now = time.time
        for name in ("localtime", "gmtime", "ctime"):
            self._replace(time, name, lambda real: partial(_at, real, now))
        watch = self

        class Moment(dt.datetime):
            @classmethod
            def now(cls, tz: dt.tzinfo | None = None) -> Any:
                return super().now(tz) - dt.timedelta(seconds=watch.shift())

            @classmethod
            def utcnow(cls) -> Any:
                return cls.now(dt.UTC).replace(tzinfo=None)

            @classmethod
            def today(cls) -> Any:
                return cls.now()

        class Day(dt.date):
            @classmethod
            def today(cls) -> Any:
                return super().today() - dt.timedelta(seconds=watch.shift())

        setattr(dt, "datetime", Moment)  # noqa: B010 - deliberate; a plain assignment fails the type checkers
        setattr(dt, "date", Day)  # noqa: B010
        self._replace(builtins, "id", lambda real: partial(_turned_round, real))

    def _replace(self, module: Any, name: str, make: Callable[[Any], Any]) -> None:
        setattr(module, name, make(getattr(module, name)))

    def _noting(self, real: Callable[..., Any]) -> Callable[..., Any]:
        def read(environment: object, *key: object) -> Any:
            self.note(f"os.environ({_shown(key)})")
            return real(environment, *key)

        return read


def _at(real: Callable[[float], object], now: Callable[[], float], seconds: float | None = None) -> object:
    return real(now() if seconds is None else seconds)


def _turned_round(real: Callable[[object], int], value: object, /) -> int:
    return ~real(value) & (1 << 64) - 1


def _shown(arguments: tuple[object, ...]) -> str:
    """Return the arguments that are texts or numbers, as text."""
    return ", ".join(repr(each) for each in arguments if isinstance(each, str | bytes | int))


def _is_importing() -> bool:
    """Return whether the import system is at work, or a traceback looks up a line of source."""
    frame: FrameType | None = sys._getframe()
    while frame is not None:
        if frame.f_code.co_filename.startswith("<frozen importlib") or frame.f_globals.get("__name__") == "linecache":
            return True
        frame = frame.f_back
    return False


def watched(states: Sequence[State], *, enough: float = ENOUGH) -> Generator[tuple[tuple[str, ...], tuple[str, ...]]]:
    """Yield the options of each state, and the data read from outside meanwhile. This changes the whole process.

    After `enough` seconds, no further state is started.
    """
    seconds = time.monotonic
    watch = _Watch()
    watch.install()
    start = seconds()
    for state in states:
        if seconds() - start > enough:
            break
        with watch.watching() as read:
            offered = seen(state)
        yield offered, tuple(read)


def main(given: str, told: str, enough: str) -> None:
    """Write the results for the states in one file to another, line by line."""
    warnings.simplefilter("ignore")
    states: tuple[State, ...] = pickle.loads(Path(given).read_bytes())  # noqa: S301 - written by the first process
    with Path(told).open("w", encoding="utf-8") as lines:
        lines.write(f"{_READY}\n")
        lines.flush()
        for offered, read in watched(states, enough=float(enough)):
            lines.write(json.dumps({"seen": offered, "read": read}) + "\n")
            lines.flush()
        lines.write(f"{_DONE}\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
