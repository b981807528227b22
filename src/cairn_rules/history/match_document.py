"""The JSON form of a match: its record, limits, seed and undone steps. For any game."""

from __future__ import annotations

from typing import Any, final

from attrs import frozen

from cairn_rules.errors import DefinitionError, DocumentError, Fault, quoted
from cairn_rules.game import Game, Outcome
from cairn_rules.history.match import Match
from cairn_rules.history.record import Record, seed_tag
from cairn_rules.history.record_document import RecordForm, form_of, record_of
from cairn_rules.manifest import SEED, seed_in
from cairn_rules.registry import Ids


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


def match_form_of(match: Match[Any, Any]) -> MatchForm:
    """Return the JSON object of a match.

    Raises:
        DocumentError: if its record cannot be written.
    """
    undone = match._undone[::-1]
    actions = [step[0] for step in undone if not isinstance(step, Outcome)]
    endings = [step for step in (match._ending, *undone) if isinstance(step, Outcome)]
    last = next((step[1] for step in match._undone if not isinstance(step, Outcome)), match.state)
    record = Record(
        game=match.game,
        start=match.states[0],
        actions=(*match.history, *actions),
        outcome=endings[0] if endings else match.game.outcome(last),
        tags=seed_tag(match.game, match.seed),
    )
    return MatchForm(
        record=form_of(record),
        undone=len(undone),
        seed=None if match.seed is None else str(match.seed),
        draw_at_repetition=match._draw_at_repetition,
        draw_after_turns=match._draw_after_turns,
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
    try:
        record = record_of(form.record, name, number, game, registry)
    except DocumentError as error:
        path = "$.value.record"
        raise DocumentError(
            [Fault(path + each.where.removeprefix("$.value"), each.message) for each in error.faults]
        ) from None
    try:
        match = record.match(draw_at_repetition=form.draw_at_repetition, draw_after_turns=form.draw_after_turns)
    except DefinitionError as error:
        raise DocumentError([Fault("$.value", str(error))]) from None
    if form.undone < 0:
        raise DocumentError([Fault("$.value.undone", f"{form.undone} is not a number of steps")])
    for count in range(form.undone):
        if not match.can_undo:
            raise DocumentError([Fault("$.value.undone", f"{form.undone} is more than the {count} steps of the match")])
        match.undo()
    match._seed = seed
    return match
