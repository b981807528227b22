"""The lessons for the page, and the judge's verdicts, as JSON values."""

from __future__ import annotations

from typing import Any, Final

from cairn_rules.cairn import Megalith, format_position
from web.workshop.lesson import Case, Lesson, judged
from web.workshop.lessons import LESSONS

_LESSONS: Final = {lesson.name: lesson for lesson in LESSONS}
_TEXTS: Final = ("name", "title", "task", "start", "hint", "solution")


def lesson_views(stone: Megalith) -> list[dict[str, Any]]:
    """Return the lessons, with the boards that are shown.

    Args:
        stone: The megalith that stands for the learner's, which does not exist yet.

    Example:
        >>> from cairn_rules.cairn import megalith
        >>> @megalith("Yours", text="You have not written it yet.")
        ... def yours(site):
        ...     return ()
        >>> lesson_views(yours)[0]["boards"][0]["goal"]
        "It offers “Banish Forest's shaman on b4”, “Banish Forest's shaman on d2”."
    """
    return [_view(lesson, stone) for lesson in LESSONS]


def _view(lesson: Lesson, stone: Megalith) -> dict[str, Any]:
    boards = [{**_board(case, stone), "goal": case.goal(case.state(stone))} for case in lesson.boards.values()]
    return {**{name: getattr(lesson, name) for name in _TEXTS}, "boards": boards}


def _board(case: Case, stone: Megalith) -> dict[str, Any]:
    return {"position": format_position(case.state(stone)), "at": str(case.at), "taken": list(case.chosen)}


def verdict_on(name: str, stone: Megalith) -> tuple[dict[str, Any], Exception | None]:
    """Judge a megalith in a lesson.

    Args:
        name: The short name of the lesson.
        stone: The learner's megalith.

    Returns:
        Whether it passes, a sentence, and the board on which it differs, or None if that is not to be shown; then the
        error of a megalith that fails, or None.

    Raises:
        ValueError: if there is no such lesson.
    """
    if name not in _LESSONS:
        raise ValueError(f"there is no lesson {name!r}")
    verdict = judged(_LESSONS[name], stone)
    board = None if verdict.case is None else _board(verdict.case, stone)
    view = {"passed": verdict.kind == "right", "words": verdict.words, "board": board}
    return view, verdict.error
