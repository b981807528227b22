"""Long calculations in slices, between which the page can ask something else."""

from __future__ import annotations

from collections.abc import Callable, Generator
from time import monotonic
from typing import Any, Final, Generic, TypeVar, final

T = TypeVar("T")

SLICE: Final = 0.08
"""Seconds after which a slice ends."""


@final
class Slices(Generic[T]):
    """One calculation at a time: a newer one replaces an older one.

    Args:
        clock: A function that returns a time in seconds.
    """

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._number = 0
        self._steps: Generator[str | T, None, T] | None = None

    def begin(self, steps: Generator[str | T, None, T]) -> dict[str, Any]:
        """Replace the calculation, and return the first slice of the new one; see `go_on`."""
        self._number += 1
        self._steps = steps
        return self.go_on(self._number)

    def go_on(self, number: int) -> dict[str, Any]:
        """Return the next slice of a calculation.

        Returns:
            Its `number`; `state`, which is `running`, `done`, or `outdated` if there is a newer one; the latest line
            about its progress, `line`; and `result`, None if there is no new one.
        """
        slice: dict[str, Any] = {"number": number, "state": "running", "line": "", "result": None}
        steps = self._steps
        if number != self._number or steps is None:
            return {**slice, "state": "outdated"}
        end = self._clock() + SLICE
        while True:
            try:
                found = next(steps)
            except StopIteration as last:
                self._steps = None
                return {**slice, "state": "done", "result": last.value}
            if not isinstance(found, str):
                return {**slice, "result": found}
            slice["line"] = found
            if self._clock() > end:
                return slice


def after(
    found: tuple[T, ...], steps: Generator[str | T, None, T]
) -> Generator[str | tuple[T, ...], None, tuple[T, ...]]:
    """Return results found before and the result of a calculation. Its rough results are yielded in the same way."""
    while True:
        try:
            step = next(steps)
        except StopIteration as end:
            return (*found, end.value)
        yield step if isinstance(step, str) else (*found, step)
