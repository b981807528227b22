"""The JSON form of a match: its record, limits, seed and undone steps. For any game."""

from __future__ import annotations

from typing import Any, TypeAlias, final

from cairn_rules.codec.json_text import DEEPEST
from cairn_rules.errors import DefinitionError, DocumentError, Fault, quoted
from cairn_rules.frozen_classes import evolve, field, frozen
from cairn_rules.game import ADDED_LATER, Game
from cairn_rules.history.line import all_lines
from cairn_rules.history.match import Course, Match
from cairn_rules.history.record import Record, seed_tag
from cairn_rules.history.record_document import RecordForm, form_of, inner_record_of
from cairn_rules.manifest import SEED, seed_in
from cairn_rules.registry import Ids

Left: TypeAlias = tuple[tuple[int, Course[Any, Any]], ...]
"""The lines that a match left to follow a variation: see `Course`."""


@final
@frozen(kw_only=True)
class LeftForm:
    """The JSON object of a line that a match left to follow a variation."""

    record: RecordForm
    """The line, including undone steps, as in the match."""
    undone: int
    """Number of undone steps at the end of the line."""
    after: int
    """The number of decisions before the variation."""


@final
@frozen(kw_only=True)
class MatchForm:
    """The JSON object of a match."""

    record: RecordForm
    """The record of the match, including undone steps. Its outcome is null if only a limit of the match ended it."""
    undone: int = 0
    """Number of undone steps at the end of the record: decisions, and an ending outside the rules."""
    seed: str | None = None
    """The seed from which the match started, as a whole number in a text; null if it started from a state."""
    draw_at_repetition: int | None = None
    """The match is a draw when a position occurs this many times; null for never."""
    draw_after_turns: int | None = None
    """The match is a draw after this many turns; null for never."""
    left: tuple[LeftForm, ...] = field(default=(), metadata={ADDED_LATER: True})
    """The lines that the match left to follow variations, the main line first."""


def match_form_of(match: Match[Any, Any]) -> MatchForm:
    """Return the JSON object of a match. Raise a `DocumentError` if its record cannot be written."""
    course = match._course()
    return MatchForm(
        record=form_of(_record(match, course)),
        undone=course.undone,
        seed=None if match.seed is None else str(match.seed),
        draw_at_repetition=match._draw_at_repetition,
        draw_after_turns=match._draw_after_turns,
        left=tuple(
            LeftForm(record=form_of(_record(match, line)), undone=line.undone, after=after)
            for after, line in course.left
        ),
    )


def _record(match: Match[Any, Any], course: Course[Any, Any]) -> Record[Any, Any]:
    """Return the record of a line of a match, including undone steps."""
    return Record(
        game=match.game,
        start=course.states[0],
        actions=course.actions,
        outcome=course.ending or match.game.outcome(course.states[-1]),
        tags=seed_tag(match.game, match.seed),
        variations=course.variations,
    )


def match_of(
    form: MatchForm, name: str, number: int, game: Game[Any, Any, Any], registry: Ids | None
) -> Match[Any, Any]:
    """Return the match for a JSON object.

    `number` is the format number. `registry` is the source of ids; None for the game's own. Raise a `DocumentError` if
    the match is impossible.
    """
    seed = None if form.seed is None else seed_in({SEED: form.seed})
    if seed is None and form.seed is not None:
        raise DocumentError([Fault("$.value.seed", f"{quoted(form.seed)} is not a whole number")])

    limits = {"draw_at_repetition": form.draw_at_repetition, "draw_after_turns": form.draw_after_turns}

    def read(line: MatchForm | LeftForm, path: str, left: Left) -> Match[Any, Any]:
        states: list[Any] = []
        record = inner_record_of(line.record, f"{path}.record", name, number, game, registry, states)
        if left:
            _check_begins_alike(record, path, left)
        try:
            match = Match(game, record.start, **limits)
            course = record._course(tuple(states))
        except DefinitionError as error:
            raise DocumentError([Fault(path, str(error))]) from None
        match._follow(evolve(course, left=left), seed)
        _undo(match, line.undone, f"{path}.undone")
        return match

    left: Left = ()
    for place, line in enumerate(form.left):
        path = f"$.value.left[{place}]"
        match, first = read(line, path, left), left[-1][0] if left else 0
        if line.after not in range(first, len(match.history) + 1):
            message = f"{line.after} is not a number from {first} to {len(match.history)}"
            raise DocumentError([Fault(f"{path}.after", message)])
        left = (*left, (line.after, match._course()))
    return read(form, "$.value", left)


def _undo(match: Match[Any, Any], steps: int, path: str) -> None:
    """Undo some steps of a match; the path is that of their number."""
    if steps < 0:
        raise DocumentError([Fault(path, f"{steps} is not a number of steps")])
    for count in range(steps):
        if not match.can_undo:
            raise DocumentError([Fault(path, f"{steps} is more than the {count} steps of the match")])
        match.undo()


def _check_begins_alike(record: Record[Any, Any], path: str, left: Left) -> None:
    """Check that a variation begins like the line that it leaves, has no earlier variations, and is not too deep."""
    after, line = left[-1]
    if (record.start, record.actions[:after]) != (line.states[0], line.actions[:after]):
        message = f"does not begin with the {after} decisions before the variation, from the same start"
        raise DocumentError([Fault(f"{path}.record", message)])
    if min(record.variations, default=after) < after:
        raise DocumentError([Fault(f"{path}.record.variations", f"one begins after less than {after} decisions")])
    if len(left) + max(branch.level for branch in all_lines(record)) > DEEPEST:
        raise DocumentError([Fault(path, f"variations can be nested at most {DEEPEST} deep")])
