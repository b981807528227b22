"""Many cases, each of which a check looks at; the smallest case that fails is what it tells."""

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
"""Says what is wrong in a case; None when nothing is."""


_MOST_TRIES: Final = 1_000
"""A case that fails is not made smaller by more attempts."""


class _Failed(Exception):  # noqa: N818 - never seen by anybody
    """A case has the problem that is looked for."""


@final
class Trials(Generic[CaseT]):
    """Cases drawn from a strategy, always the same for a seed.

    Args:
        strategy: What the cases are drawn from.
        max_examples: How many.
        seed: None for others each time.
    """

    def __init__(self, strategy: st.SearchStrategy[CaseT], *, max_examples: int, seed: int | None) -> None:
        self._strategy = strategy
        self._seed = SystemRandom().randrange(1 << 32) if seed is None else seed
        self._max_examples = max_examples
        found: list[CaseT] = []
        self._each(found.append)
        self.cases: Final = tuple(found)
        """All of them, in the order in which they were drawn."""

    def look(self, problem: Problem[CaseT]) -> tuple[str, CaseT] | None:
        """What is wrong in the smallest case with a problem, and that case; None when there is none."""
        for case in self.cases:
            try:
                message = problem(case)
            except KeyboardInterrupt:
                raise
            except BaseException as error:  # noqa: BLE001 - an exit, too, is something that is wrong
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
                return  # something else is wrong there, and not looked for now
            if messages[0] is not None:
                failed.append((messages[0], case))
                raise _Failed

        with suppress(_Failed, Flaky):
            self._each(fail)
        return failed[-1]  # the smallest

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
    """Return what a call raises, the exit of the process included; only an interruption from the keyboard passes."""
    try:
        call()
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # noqa: BLE001 - whatever it raises
        return error
    return None


def _unforeseen(error: BaseException) -> str:
    return f"it fails with {raised(error)} while this is looked for"


SubjectT = TypeVar("SubjectT")

Found: TypeAlias = tuple[str, Any]
"""What is wrong, and the case in which it shows (None: in none)."""
Finder: TypeAlias = Callable[[SubjectT, Trials[CaseT]], Found | None]
"""Looks for one problem of a subject; None when it has none."""


@final
@frozen
class Check(Generic[SubjectT, CaseT]):
    """One thing that the conformance suites look for."""

    slug: str
    """Its stable name."""
    promise: str
    """What must hold, in one line."""
    _find: Finder[SubjectT, CaseT] = field(repr=False)
    """Looks for what breaks the promise."""


def everywhere(problem: Problem[CaseT]) -> Finder[Any, CaseT]:
    """A finder that looks at one case after the other."""

    def find(_: object, trials: Trials[CaseT]) -> Found | None:
        return trials.look(problem)

    return find


def first_fault(
    checks: Iterable[tuple[Check[SubjectT, CaseT], Trials[CaseT]]],
    subject: SubjectT,
    progress: Callable[[str], None] | None,
) -> tuple[str, str, Any] | None:
    """The slug of the first check that finds something in its cases, what it says, and the case in which it shows."""
    for check, trials in checks:
        if progress is not None:
            progress(f"{check.slug}: {check.promise}")
        found: Found | None
        try:
            found = check._find(subject, trials)
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # noqa: BLE001 - an exit, too, is something that is wrong
            found = _unforeseen(error), None
        if found is not None:
            return check.slug, *found
    return None
