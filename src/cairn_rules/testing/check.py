"""Conformance checks over many drawn cases, which report the smallest failing case."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from itertools import count
from random import SystemRandom
from typing import Any, Final, Generic, TypeAlias, TypeVar, cast, final

from attrs import field, frozen
from hypothesis import HealthCheck, Phase, Verbosity, given, settings
from hypothesis import seed as seeded
from hypothesis import strategies as st
from hypothesis.errors import Flaky

from cairn_rules.errors import raised

CaseT = TypeVar("CaseT")

Problem: TypeAlias = Callable[[CaseT], str | None]
"""A function that describes a problem in a case, or returns None if there is no problem."""


_MOST_TRIES: Final = 1_000
"""Maximum number of attempts to shrink a failing case."""


class _Failed(Exception):  # noqa: N818 - caught in this module, so nobody sees it
    """A signal that a case has the problem."""


@final
class Trials(Generic[CaseT]):
    """Cases drawn from a strategy.

    Args:
        strategy: The strategy.
        max_examples: Maximum number of cases.
        seed: The same seed draws the same cases; None draws different ones each time.
    """

    def __init__(self, strategy: st.SearchStrategy[CaseT], *, max_examples: int, seed: int | None) -> None:
        self._strategy = strategy
        self._seed = SystemRandom().randrange(1 << 32) if seed is None else seed
        self._max_examples = max_examples
        found: list[CaseT] = []
        self._each(found.append)
        self.cases: Final = tuple(found)
        """All cases, in the order in which they were drawn."""

    def look(self, problem: Problem[CaseT]) -> tuple[str, CaseT] | None:
        """Return the problem in the smallest failing case, and that case; None if no case fails."""
        for case in self.cases:
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
            if len(failed) > 1 and next(tries) > _MOST_TRIES:
                return
            messages: list[str | None] = []
            if raised_by(lambda: messages.append(problem(case))) is not None:
                return  # this case fails in another way, so it is no smaller example of the problem
            if messages[0] is not None:
                failed.append((messages[0], case))
                raise _Failed

        with suppress(_Failed, Flaky):
            self._each(fail)
        return failed[-1]  # Hypothesis shrinks, so the last failing case is the smallest

    def _each(self, look: Callable[[CaseT], object]) -> None:
        @seeded(self._seed)
        @settings(
            max_examples=self._max_examples,
            deadline=None,
            database=None,
            derandomize=False,
            phases=(Phase.generate, Phase.shrink),
            suppress_health_check=tuple(cast("Any", HealthCheck)),
            verbosity=Verbosity.quiet,
            print_blob=False,
            report_multiple_bugs=False,
        )
        @given(self._strategy)
        def run(case: CaseT) -> None:
            look(case)

        run()


def raised_by(call: Callable[[], object]) -> BaseException | None:
    """Return the exception that a call raises, even `SystemExit`; None if it raises none.

    A `KeyboardInterrupt` is not caught.
    """
    try:
        call()
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # noqa: BLE001 - even SystemExit
        return error
    return None


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


def everywhere(problem: Problem[CaseT]) -> Finder[Any, CaseT]:
    """Return a finder that looks for a problem in one case after the other."""

    def find(_: object, trials: Trials[CaseT]) -> Found | None:
        return trials.look(problem)

    return find


def first_fault(
    checks: Iterable[tuple[Check[SubjectT, CaseT], Trials[CaseT]]],
    subject: SubjectT,
    progress: Callable[[str], None] | None,
) -> tuple[str, str, Any] | None:
    """Run checks until one finds a problem, and return its slug, the problem and the case; None if none does.

    Args:
        checks: The checks, each with its cases.
        subject: The subject of the checks, such as a game.
        progress: Called with a line of text before each check.
    """
    for check, trials in checks:
        if progress is not None:
            progress(f"{check.slug}: {check.promise}")
        found: Found | None
        try:
            found = check._find(subject, trials)
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # noqa: BLE001 - even SystemExit is a problem
            found = _unforeseen(error), None
        if found is not None:
            return check.slug, *found
    return None
