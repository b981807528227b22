"""Long calculations in steps, so that a caller can show their progress, do something else meanwhile, or stop them."""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import TypeAlias, TypeVar

T = TypeVar("T")

Steps: TypeAlias = Generator[str, None, T]
"""A calculation that yields lines about its progress, and returns its result."""


def finished(steps: Generator[str | T, None, T], progress: Callable[[str], None]) -> T:
    """Return the result of a calculation, after all its steps.

    `progress` is called with each line about its progress, after the latest of the rough results that it may yield.
    """
    rough = ""
    while True:
        try:
            step = next(steps)
        except StopIteration as end:
            result: T = end.value
            return result
        if isinstance(step, str):
            progress(rough + step)
        else:
            rough = f"{step}; "
