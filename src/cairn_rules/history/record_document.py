"""The JSON form of a record, with the same content as its text. For any game."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, final

from attrs import evolve, field, frozen

from cairn_rules.codec.json_text import within
from cairn_rules.codec.readers import MOST_ITEMS
from cairn_rules.errors import CairnRulesError, DocumentError, Fault, NotationError
from cairn_rules.game import ADDED_LATER, Game, Outcome
from cairn_rules.history.record import Record
from cairn_rules.history.transcript import (
    FORMAT,
    GAME,
    TAG_NAME,
    UNFINISHED,
    Decision,
    Written,
    replayed,
    result_text,
    written,
)
from cairn_rules.registry import Ids


@final
@frozen
class ResultForm:
    """The JSON object of an outcome."""

    winners: tuple[str, ...]
    """The names of the winners' seats, in seat order; empty for a draw or a lost game."""
    reason: str
    """The reason of the outcome."""
    scores: tuple[int, ...] | None = field(default=None, metadata={ADDED_LATER: True})
    """Points of each seat, in seat order, if the game has points."""


@final
@frozen
class CommentForm:
    """The JSON object of a comment."""

    after: int
    """The number of decisions before the comment."""
    text: str
    """The comment."""


@final
@frozen
class TurnForm:
    """The JSON object of a turn."""

    turn: int
    """The number of the turn, from 1."""
    decisions: tuple[str, ...]
    """The actions of the turn as text, at least one."""


@final
@frozen(kw_only=True)
class RecordForm:
    """The JSON object of a record."""

    tags: Mapping[str, str]
    """All tags, including those of the start, except `Game` and `Format`, which the document itself holds."""
    turns: tuple[TurnForm, ...]
    """The turns, oldest first."""
    outcome: ResultForm | None = None
    """The outcome; null if the game is not over."""
    comments: tuple[CommentForm, ...] = ()
    """The comments, in order."""


def form_of(record: Record[Any, Any]) -> RecordForm:
    """Return the JSON object of a record.

    Raises:
        DocumentError: if the record cannot be written, or a decision is not legal in its state.
    """
    with _document_errors():
        data = written(record)
    turns: list[TurnForm] = []
    for decision in data.decisions:
        if decision.turn is not None:
            turns.append(TurnForm(decision.turn, ()))
        turns[-1] = evolve(turns[-1], decisions=(*turns[-1].decisions, decision.text))
    tags = {name: text for name, text in data.tags.items() if name not in (GAME, FORMAT)}
    for name, items in (("turns", turns), ("comments", data.comments), ("tags", tags)):
        if len(items) > MOST_ITEMS:
            message = f"{len(items)} items; JSON allows at most {MOST_ITEMS}, but format_record writes any number"
            raise DocumentError([Fault(f"$.value.{name}", message)])
    return RecordForm(
        tags=tags,
        turns=tuple(turns),
        outcome=None if record.outcome is None else _result_of(record.outcome, data.result),
        comments=tuple(CommentForm(place, text) for place, text in sorted(data.comments.items())),
    )


def _result_of(outcome: Outcome, text: str) -> ResultForm:
    names = text.partition(" ")[0].split(",") if outcome.winners else ()
    return ResultForm(tuple(names), outcome.reason, outcome.scores)


def record_of(
    form: RecordForm, name: str, number: int, game: Game[Any, Any, Any] | None, registry: Ids | None
) -> Record[Any, Any]:
    """Return the record for a JSON object.

    Args:
        form: The object.
        name: The name of the game.
        number: The format number.
        game: The rules; None for the known game of that name.
        registry: The source of ids; None for the game's own.

    Raises:
        DocumentError: if the record is impossible; see `replayed`.
    """
    faults = list(_faults(form))
    if faults:
        raise DocumentError(faults)
    outcome = form.outcome
    data = Written(
        tags={GAME: name, FORMAT: str(number), **form.tags},
        decisions=tuple(_decisions(form)),
        comments={comment.after: comment.text for comment in form.comments},
        result=UNFINISHED if outcome is None else result_text(outcome.winners, outcome.reason, outcome.scores),
        result_where="$.value.outcome",
    )
    with _document_errors():
        return replayed(data, game, registry)


def _decisions(form: RecordForm) -> Iterator[Decision]:
    for place, turn in enumerate(form.turns):
        for index, text in enumerate(turn.decisions):
            yield Decision(text, None if index else turn.turn, f"$.value.turns[{place}].decisions[{index}]")


def _faults(form: RecordForm) -> Iterator[Fault]:
    for tag in form.tags:
        if tag in (GAME, FORMAT):
            yield Fault(f"$.value.tags.{tag}", "not allowed here: the document itself holds it")
        elif not TAG_NAME.fullmatch(tag):
            yield Fault(within("$.value.tags", tag), "the name of a tag consists of letters, digits and _")
    for place, turn in enumerate(form.turns):
        if not turn.decisions:
            yield Fault(f"$.value.turns[{place}].decisions", "a turn needs at least one decision")
    last = sum(len(turn.decisions) for turn in form.turns)
    places = [comment.after for comment in form.comments]
    for index, place in enumerate(places):
        if place not in range(last + 1):
            yield Fault(f"$.value.comments[{index}].after", f"{place} is not a number from 0 to {last}")
    if len(set(places)) < len(places):
        yield Fault("$.value.comments", "two comments follow the same decision")


@contextmanager
def _document_errors() -> Generator[None]:
    """Convert errors about a record to a `DocumentError` with paths."""
    try:
        yield
    except NotationError as error:
        raise DocumentError(_in_document(error.faults)) from None
    except CairnRulesError as error:
        raise DocumentError([Fault("$.value", str(error))]) from None


def _in_document(faults: Iterable[Fault]) -> Iterator[Fault]:
    """Yield the faults with paths as their places. The rest of a place, such as its turn, moves to the message."""
    for fault in faults:
        place, _, more = fault.where.partition(", ")
        if place.startswith("tag "):
            place = f"tags.{place[4:]}"
        path = place if place.startswith("$") else f"$.value.{place}"
        yield Fault(path, f"{more}: {fault.message}" if more else fault.message)
