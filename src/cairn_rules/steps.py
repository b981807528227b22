"""Long calculations in steps, so that a caller can show their progress, do something else meanwhile, or stop them."""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import TypeAlias, TypeVar

T = TypeVar("T")

Steps: TypeAlias = Generator[str, None, T]
"""A calculation that yields lines about its progress, and returns its result."""


def finished(steps: Steps[T], progress: Callable[[str], None]) -> T:
    """Return the result of a calculation, after all its steps.

    `progress` is called with each line about its progress.
    """
    while True:
        try:
            line = next(steps)
        except StopIteration as end:
            result: T = end.value
            return result
        progress(line)
