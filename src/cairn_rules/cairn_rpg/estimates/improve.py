"""Estimates that improve: rough ones from a simulation, then an exact one if it takes no longer than the simulation."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator
from math import inf
from typing import Final, TypeVar, final

from attrs import define

from cairn_rules.cairn_rpg.estimates.estimate import TooManyStatesError
from cairn_rules.simulation.shares_and_elo import Share
from cairn_rules.steps import Steps

T = TypeVar("T")
SolvedT = TypeVar("SolvedT")
CountsT = TypeVar("CountsT")

PRECISION: Final = 0.05
"""Half the width of the 95 % confidence intervals at which a simulation without a number of games ends."""
ENOUGH: Final = 400
"""Number of games after which no interval of a probability is wider."""
LONGEST: Final = 8
"""Number of decisions of a game; longer games do not let an exact solution waste more work."""
_AT_ONCE: Final = 1_000
"""The work that an exact solution may take before anything is simulated."""


@final
@define
class WorkBudget:
    """The work of an exact solution so far, and that of a simulation, which limits it once it is known."""

    spent: float = 0
    most: float = inf
    most_waste: float = inf

    def limit(self, games: int, decisions: float) -> None:
        """Allow as much work as games with this number of decisions each, and as much waste as games of `LONGEST`."""
        self.most = games * decisions
        self.most_waste = games * min(decisions, LONGEST)

    def spend(self, work: float, waste: float = 0) -> None:
        """Note all work so far, and that for few states. Raise a `TooManyStatesError` if either is too much."""
        self.spent = max(work, waste)
        if work > self.most or waste > self.most_waste:
            raise TooManyStatesError("an exact solution would take longer")


def is_precise(counts: Iterable[int], games: int) -> bool:
    """Return whether the probabilities of results with these numbers are known within `PRECISION`."""
    intervals = [Share(count, games).interval for count in counts]
    return all(high - low <= 2 * PRECISION for low, high in intervals)


def improve(
    budget: WorkBudget,
    attempt: Steps[SolvedT],
    simulation: Iterator[str | CountsT],
    exactly: Callable[[SolvedT], T],
    roughly: Callable[[CountsT, str], T],
    *,
    exact: bool | None,
) -> Generator[str | T, None, T]:
    """Yield lines about the progress and rough results, and return the best result.

    `attempt` is an exact solution within the budget. `simulation` yields lines and the counts so far, and limits the
    budget. `exactly` and `roughly` return a result from them; `roughly` takes the reason why it is not exact.

    Raises:
        TooManyStatesError: if `exact` is true and there are too many states.
    """
    if exact:
        return exactly((yield from attempt))
    most: float = _AT_ONCE if exact is None else 0
    note, counts = "", None
    while True:
        # 1. The attempt, as far as it may go.
        try:
            while budget.spent < most:
                yield next(attempt)
        except StopIteration as end:
            return exactly(end.value)
        except TooManyStatesError as many:
            most, note = 0, many.reason
        # 2. The simulation, to its next counts.
        for step in simulation:
            if not isinstance(step, str):
                counts = step
                yield roughly(counts, note)
                break
            yield step
        else:
            assert counts is not None
            return roughly(counts, note)
        if exact is None and not note:
            most = inf
