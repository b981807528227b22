"""A side of a comparison: the operations of a library, with the measurement of their speed and memory."""

from __future__ import annotations

import gc
import os
import sys
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import islice, starmap
from pathlib import Path
from time import process_time
from typing import Any

POSITIONS = 2_000
"""Number of positions of random games that an operation goes through."""


class Quantity(StrEnum):
    """A quantity that can be measured; the text is the title of its table."""

    PLAYOUT = "Random playouts: a transition"
    LEGAL = "The list of legal actions"
    CHECKED = "Checked apply: take an action if it is legal"
    UNCHECKED = "Unchecked apply: take an action without a check (Cairn: each of `successors`, its list included)"
    BRANCH = "Branch from a kept state: return the state after an action, with the state before it unchanged"
    EXPAND = "All next states of a kept state: time per next state"
    PERFT = "Perft: count sequences of actions, without taking the last action of each"
    TEXT = "A position to text and back"
    JSON = "A state to JSON and back"
    PICTURE = "An SVG picture"
    HIDDEN = "A state sampled from the observation of the seat that decides (python-chess: fifty moves of a playout)"
    JUDGEMENT = "A judgement of a position of Cairn"
    STRANGE_TEXT = "A position to text and back, each from a different game"
    STRANGE_JSON = "A state to JSON and back, each from a different game"


Speed = Callable[[float], float]
"""Measures for about some seconds of processor time, and returns the number of operations per second."""


@dataclass(frozen=True)
class Side:
    """A library as its users use it: only what it offers is measured."""

    name: str
    version: str
    speeds: Mapping[Quantity, Speed]
    start: tuple[Sequence[str], Sequence[str]] | None = None
    """Two commands: the bare interpreter, and the interpreter that loads the library."""
    keep: Callable[[int], int] | None = None
    """Returns the memory of a number of kept states, in bytes; None if it is not measured."""


Arguments = Callable[[], Sequence[tuple[Any, ...]]]
"""Makes the arguments of a function, again for each pass, outside the measured time."""


def called(function: Callable[..., object], arguments: Arguments) -> Speed:
    """Return the speed of a function, in calls per second."""

    def work(ready: Sequence[tuple[Any, ...]]) -> int:
        deque(starmap(function, ready), maxlen=0)
        return len(ready)

    return _timed(work, arguments)


def counted(function: Callable[..., int], arguments: Arguments = lambda: [()]) -> Speed:
    """Return the speed of a function that returns the number of its operations, in operations per second."""
    return _timed(lambda ready: sum(starmap(function, ready)), arguments)


def _timed(work: Callable[[Sequence[tuple[Any, ...]]], int], arguments: Arguments) -> Speed:
    def speed(seconds: float) -> float:
        done, spent = 0, 0.0
        while spent < seconds:
            ready = arguments()
            start = process_time()
            done += work(ready)
            spent += process_time() - start
        return done / spent

    return speed


def python_start(statement: str) -> tuple[Sequence[str], Sequence[str]]:
    """Return the two commands for a Python library that a statement loads."""
    return (sys.executable, "-c", "pass"), (sys.executable, "-c", statement)


def resident() -> int:
    """Return the resident memory of this process in bytes (Linux only)."""
    return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE")


def growth(states: Callable[[], Iterator[object]]) -> Callable[[int], int]:
    """Return a function that measures the memory of a number of states of an endless series."""

    def keep(count: int) -> int:
        endless = states()
        deque(islice(endless, POSITIONS), maxlen=0)  # so that objects made once and shared are not counted
        gc.collect()
        before = resident()
        kept = list(islice(endless, count))
        gc.collect()
        return resident() - before if kept else 0

    return keep
