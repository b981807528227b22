"""What a side of a comparison offers, and how its speed and its memory are measured."""

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
from time import perf_counter
from typing import Any

POSITIONS = 2_000
"""How many positions of random games an operation goes through."""


class Quantity(StrEnum):
    """What can be measured of a side; the text is the title of its table."""

    PLAYOUT = "Random playouts: a transition"
    LEGAL = "The list of legal actions"
    CHECKED = "Checked apply: an action is done, if it is legal"
    UNCHECKED = "Unchecked apply: an action is done, legal or not (Cairn: each of `successors`, its list included)"
    BRANCH = "Branch from a kept state: the state after an action, the state before it stays"
    EXPAND = "All next states of a state that is kept, for each of them"
    PERFT = "Perft: a sequence of actions counted, the last action of each not done"
    TEXT = "A position to text and back"
    JSON = "A state to JSON and back"
    PICTURE = "An SVG picture"
    HIDDEN = "A state drawn for the observation of the seat that decides (python-chess: fifty moves of a playout)"
    JUDGEMENT = "A position of Cairn judged"
    STRANGE_TEXT = "A position to text and back, each of another game"
    STRANGE_JSON = "A state to JSON and back, each of another game"


Speed = Callable[[float], float]
"""Measures for about so many seconds, and gives how many of a thing were done in one."""


@dataclass(frozen=True)
class Side:
    """A library as its users use it: only what it offers is measured."""

    name: str
    version: str
    speeds: Mapping[Quantity, Speed]
    start: tuple[Sequence[str], Sequence[str]] | None = None
    """Two commands: the bare interpreter, and the interpreter that loads the library."""
    keep: Callable[[int], int] | None = None
    """How many bytes so many kept states take; None when it is not measured."""


Arguments = Callable[[], Sequence[tuple[Any, ...]]]
"""Makes what a function is called with, anew for each pass, which is not timed."""


def called(function: Callable[..., object], arguments: Arguments) -> Speed:
    """How many calls of a function there are in a second."""

    def work(ready: Sequence[tuple[Any, ...]]) -> int:
        deque(starmap(function, ready), maxlen=0)
        return len(ready)

    return _timed(work, arguments)


def counted(function: Callable[..., int], arguments: Arguments = lambda: [()]) -> Speed:
    """How much a function does in a second, by the numbers that it returns."""
    return _timed(lambda ready: sum(starmap(function, ready)), arguments)


def _timed(work: Callable[[Sequence[tuple[Any, ...]]], int], arguments: Arguments) -> Speed:
    def speed(seconds: float) -> float:
        done, spent = 0, 0.0
        while spent < seconds:
            ready = arguments()
            start = perf_counter()
            done += work(ready)
            spent += perf_counter() - start
        return done / spent

    return speed


def python_start(statement: str) -> tuple[Sequence[str], Sequence[str]]:
    """The two commands of a Python library that is loaded by a statement."""
    return (sys.executable, "-c", "pass"), (sys.executable, "-c", statement)


def resident() -> int:
    """The memory that this process has in use, in bytes, as Linux counts it."""
    return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE")


def growth(states: Callable[[], Iterator[object]]) -> Callable[[int], int]:
    """How much memory it takes to keep so many of an endless run of states."""

    def keep(count: int) -> int:
        endless = states()
        deque(islice(endless, POSITIONS), maxlen=0)  # what is made once and shared is made before
        gc.collect()
        before = resident()
        kept = list(islice(endless, count))
        gc.collect()
        return resident() - before if kept else 0

    return keep
