"""The JSON form of a match: its record, limits, seed and undone steps. For any game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, final

from attrs import field, frozen

from cairn_rules.codec.json_text import DEEPEST
from cairn_rules.errors import DefinitionError, DocumentError, Fault, quoted
from cairn_rules.game import ADDED_LATER, Game, Outcome
from cairn_rules.history.line import all_lines
from cairn_rules.history.match import Match
from cairn_rules.history.record import Record, seed_tag
from cairn_rules.history.record_document import RecordForm, form_of, record_of
from cairn_rules.manifest import SEED, seed_in
from cairn_rules.registry import Ids


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
    """Return the JSON object of a match.

    Raises:
        DocumentError: if its record cannot be written.
    """
    return MatchForm(
        record=form_of(_whole(match)),
        undone=len(match._undone),
        seed=None if match.seed is None else str(match.seed),
        draw_at_repetition=match._draw_at_repetition,
        draw_after_turns=match._draw_after_turns,
        left=tuple(
            LeftForm(record=form_of(_whole(line)), undone=len(line._undone), after=after) for after, line in match._left
        ),
    )


def _whole(match: Match[Any, Any]) -> Record[Any, Any]:
    """Return the record of a match including undone steps."""
    undone = match._undone[::-1]
    actions = [step[0] for step in undone if not isinstance(step, Outcome)]
    endings = [step for step in (match._ending, *undone) if isinstance(step, Outcome)]
    last = next((step[1] for step in match._undone if not isinstance(step, Outcome)), match.state)
    return Record(
        game=match.game,
        start=match.states[0],
        actions=(*match.history, *actions),
        outcome=endings[0] if endings else match.game.outcome(last),
        tags=seed_tag(match.game, match.seed),
        variations=match._variations,
    )


def match_of(
    form: MatchForm, name: str, number: int, game: Game[Any, Any, Any], registry: Ids | None
) -> Match[Any, Any]:
    """Return the match for a JSON object.

    Args:
        form: The object.
        name: The name of the game.
        number: The format number.
        game: The rules.
        registry: The source of ids; None for the game's own.

    Raises:
        DocumentError: if the match is impossible.
    """
    seed = None if form.seed is None else seed_in({SEED: form.seed})
    if seed is None and form.seed is not None:
        raise DocumentError([Fault("$.value.seed", f"{quoted(form.seed)} is not a whole number")])
    left: list[tuple[int, Match[Any, Any]]] = []
    for place, line in enumerate(form.left):
        path = f"$.value.left[{place}]"
        match = _line_of(line, path, form, left, lambda written: record_of(written, name, number, game, registry))
        if line.after not in range(match._first, len(match.history) + 1):
            message = f"{line.after} is not a number from {match._first} to {len(match.history)}"
            raise DocumentError([Fault(f"{path}.after", message)])
        left.append((line.after, match))
    match = _line_of(form, "$.value", form, left, lambda written: record_of(written, name, number, game, registry))
    for each in (match, *(line for _, line in left)):
        each._seed = seed
    return match


def _line_of(
    form: MatchForm | LeftForm,
    path: str,
    limits: MatchForm,
    left: list[tuple[int, Match[Any, Any]]],
    read: Callable[[RecordForm], Record[Any, Any]],
) -> Match[Any, Any]:
    """Return a match that follows a line.

    Args:
        form: The line, with the number of its undone steps.
        path: The path of the line.
        limits: The limits of the match.
        left: The lines that the match left to follow this one, the main line first.
        read: A function that returns the record for a JSON object.

    Raises:
        DocumentError: if the line is impossible.
    """
    try:
        record = read(form.record)
    except DocumentError as error:
        raise DocumentError(
            [Fault(f"{path}.record{each.where.removeprefix('$.value')}", each.message) for each in error.faults]
        ) from None
    if left:
        _check_begins_alike(record, path, left)
    try:
        match = record.match(draw_at_repetition=limits.draw_at_repetition, draw_after_turns=limits.draw_after_turns)
    except DefinitionError as error:
        raise DocumentError([Fault(path, str(error))]) from None
    match._left = left.copy()
    if form.undone < 0:
        raise DocumentError([Fault(f"{path}.undone", f"{form.undone} is not a number of steps")])
    for count in range(form.undone):
        if not match.can_undo:
            raise DocumentError([Fault(f"{path}.undone", f"{form.undone} is more than the {count} steps of the match")])
        match.undo()
    return match


def _check_begins_alike(record: Record[Any, Any], path: str, left: list[tuple[int, Match[Any, Any]]]) -> None:
    """Check that a variation begins like the line that it leaves, has no earlier variations, and is not too deep."""
    after, line = left[-1]
    if (record.start, record.actions[:after]) != (line.states[0], line.history[:after]):
        message = f"does not begin with the {after} decisions before the variation, from the same start"
        raise DocumentError([Fault(f"{path}.record", message)])
    if min(record.variations, default=after) < after:
        raise DocumentError([Fault(f"{path}.record.variations", f"one begins after less than {after} decisions")])
    if len(left) + max(branch.level for branch in all_lines(record)) > DEEPEST:
        raise DocumentError([Fault(path, f"variations can be nested at most {DEEPEST} deep")])
