"""Check: one thing that the conformance suites look for."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Generic, TypeAlias, TypeVar, final

from attrs import field, frozen

from cairn_rules.testing.trials import Problem, Trials

CaseT = TypeVar("CaseT")
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
        found = check._find(subject, trials)
        if found is not None:
            return check.slug, *found
    return None
