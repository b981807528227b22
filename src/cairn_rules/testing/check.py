"""Conformance checks over many drawn cases, which report the smallest failing case."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from itertools import count
from random import SystemRandom
from time import monotonic
from typing import Any, Final, Generic, TypeAlias, TypeVar, cast, final

from hypothesis import HealthCheck, Phase, Verbosity, given, settings
from hypothesis import seed as seeded
from hypothesis import strategies as st
from hypothesis.errors import Flaky

from cairn_rules.checks import check_least
from cairn_rules.errors import raised, raised_by
from cairn_rules.frozen_classes import field, frozen

CaseT = TypeVar("CaseT")
ItemT = TypeVar("ItemT")

Problem: TypeAlias = Callable[[CaseT], str | None]
"""A function that describes a problem in a case, or returns None if there is no problem."""


_MOST_TRIES: Final = 1_000
"""Maximum number of attempts to shrink a failing case."""


class _Failed(Exception):  # noqa: N818 - caught in this module, so nobody sees it
    """A signal that a case has the problem."""


class OutOfTime(Exception):  # noqa: N818 - caught by the suite, so nobody sees it
    """A signal that the time limit of a suite is reached."""


@final
class TimeLimit:
    """A time limit that begins now. It is in seconds (default: no limit)."""

    def __init__(self, seconds: float = math.inf) -> None:
        self.seconds: Final = seconds
        """The time, in seconds."""
        self._end: Final = monotonic() + seconds

    @property
    def is_over(self) -> bool:
        """True once the time has passed."""
        return monotonic() >= self._end


_TO_DRAW: Final = 0.25
"""Part of the time limit after which no further cases are drawn, so that time remains to check them."""


@final
class Trials(Generic[CaseT]):
    """Cases drawn from a strategy.

    The same seed draws the same cases; None draws different ones each time. `limit` is the time limit of the checks.
    """

    def __init__(
        self, strategy: st.SearchStrategy[CaseT], *, max_examples: int, seed: int | None, limit: TimeLimit | None = None
    ) -> None:
        self._strategy = strategy
        self._seed = SystemRandom().randrange(1 << 32) if seed is None else seed
        self._max_examples = check_least("max_examples", max_examples, 1)
        self._limit = TimeLimit() if limit is None else limit
        found: list[CaseT] = []
        to_draw = TimeLimit(_TO_DRAW * self._limit.seconds)

        def collect(case: CaseT) -> None:
            if found and to_draw.is_over:
                raise _Failed
            found.append(case)

        self._each(collect, Phase.generate)
        self.cases: Final = tuple(found)
        """All cases, in the order in which they were drawn."""
        self.is_cut: Final = len(found) < max_examples and to_draw.is_over
        """True if the time limit ended before all cases were drawn."""

    def timely(self, items: Iterable[ItemT]) -> Iterator[ItemT]:
        """Yield items while the time limit lasts.

        Raises:
            OutOfTime: once the time limit is reached.
        """
        for item in items:
            if self._limit.is_over:
                raise OutOfTime
            yield item

    def look(self, problem: Problem[CaseT]) -> tuple[str, CaseT] | None:
        """Return the problem in the smallest failing case, and that case; None if no case fails.

        Raises:
            OutOfTime: if the time limit is reached before a case fails.
        """
        for case in self.timely(self.cases):
            try:
                message = problem(case)
            except KeyboardInterrupt:
                raise
            except BaseException as error:  # noqa: BLE001 - even SystemExit is a problem
                return _unforeseen(error), case
            if message is not None:
                return self._smallest(problem, (message, case))
        return None

    def _smallest(self, problem: Problem[CaseT], first: tuple[str, CaseT]) -> tuple[str, CaseT]:
        failed = [first]
        tries = count()

        def fail(case: CaseT) -> None:
            if self._limit.is_over or (len(failed) > 1 and next(tries) > _MOST_TRIES):
                return
            messages: list[str | None] = []
            if raised_by(lambda: messages.append(problem(case))) is not None:
                return  # this case fails in another way, so it is no smaller example of the problem
            if messages[0] is not None:
                failed.append((messages[0], case))
                raise _Failed

        self._each(fail, Phase.generate, Phase.shrink)
        return failed[-1]  # Hypothesis shrinks, so the last failing case is the smallest

    def _each(self, look: Callable[[CaseT], object], *phases: Phase) -> None:
        """Call a function with one drawn case after another, until it raises the signal or the maximum is reached."""

        @seeded(self._seed)
        @settings(
            max_examples=self._max_examples,
            deadline=None,
            database=None,
            derandomize=False,
            phases=phases,
            suppress_health_check=tuple(cast("Any", HealthCheck)),
            verbosity=Verbosity.quiet,
            print_blob=False,
            report_multiple_bugs=False,
        )
        @given(self._strategy)
        def run(case: CaseT) -> None:
            look(case)

        with suppress(_Failed, Flaky):
            run()


def _unforeseen(error: BaseException) -> str:
    return f"it fails with {raised(error)} during this check"


SubjectT = TypeVar("SubjectT")

Found: TypeAlias = tuple[str, Any]
"""A description of a problem, and the case in which it occurs; None if it needs no case."""
Finder: TypeAlias = Callable[[SubjectT, Trials[CaseT]], Found | None]
"""A function that looks for a problem of a subject, and returns None if there is no problem."""


@final
@frozen
class Check(Generic[SubjectT, CaseT]):
    """A check of the conformance suites."""

    slug: str
    """The stable name of the check."""
    promise: str
    """The promise that the check verifies, in one line."""
    _find: Finder[SubjectT, CaseT] = field(repr=False)
    """The function that looks for a violation of the promise."""

    @property
    def line(self) -> str:
        """The slug and the promise, as a line of progress."""
        return f"{self.slug}: {self.promise}"


def everywhere(problem: Problem[CaseT]) -> Finder[Any, CaseT]:
    """Return a finder that looks for a problem in each case in turn."""

    def find(_: object, trials: Trials[CaseT]) -> Found | None:
        return trials.look(problem)

    return find


def first_fault(
    checks: Iterable[tuple[Check[SubjectT, CaseT], Trials[CaseT]]],
    subject: SubjectT,
    progress: Callable[[str], None] | None,
) -> tuple[str, str, Any] | None:
    """Run checks until one finds a problem, and return its slug, the problem and the case; None if all pass.

    Each check has its cases. `progress` is called with a line of text before each check.
    """
    for check, trials in checks:
        if progress is not None:
            progress(check.line)
        found = fault_of(check, subject, trials)
        if found is not None:
            return check.slug, *found
    return None


def fault_of(check: Check[SubjectT, CaseT], subject: SubjectT, trials: Trials[CaseT]) -> Found | None:
    """Run a check. An exception is a problem, too.

    Raises:
        OutOfTime: if the time limit of the cases is reached. Its argument is the slug of the check.
    """
    try:
        return check._find(subject, trials)
    except KeyboardInterrupt:
        raise
    except OutOfTime:
        raise OutOfTime(check.slug) from None
    except BaseException as error:  # noqa: BLE001 - even SystemExit is a problem
        return _unforeseen(error), None
