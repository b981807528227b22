"""What a record looks like as a JSON object: the same as its text says. For any game."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, final

from attrs import evolve, field, frozen

from cairn_rules.codec.faults import within
from cairn_rules.codec.plain import MOST_ITEMS
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
    """How a game ended."""

    winners: tuple[str, ...]
    """The names of the players who won; empty if nobody did."""
    reason: str
    scores: tuple[int, ...] | None = field(default=None, metadata={ADDED_LATER: True})
    """Points of each seat, in a game that counts some."""


@final
@frozen
class CommentForm:
    """A comment."""

    after: int
    """The number of decisions before it."""
    text: str


@final
@frozen
class TurnForm:
    """A turn."""

    turn: int
    """Its number."""
    decisions: tuple[str, ...]
    """The actions as text, at least one."""


@final
@frozen(kw_only=True)
class RecordForm:
    """A record as an object."""

    tags: Mapping[str, str]
    """All but the game's name and the number of the format; those of the start are among them."""
    turns: tuple[TurnForm, ...]
    """The turns, oldest first."""
    outcome: ResultForm | None = None
    comments: tuple[CommentForm, ...] = ()


def form_of(record: Record[Any, Any]) -> RecordForm:
    """A record as an object.

    Raises:
        DocumentError: when it cannot be written, or a decision is not legal where it stands.
    """
    with _told_in_documents():
        data = written(record)
    turns: list[TurnForm] = []
    for decision in data.decisions:
        if decision.turn is not None:
            turns.append(TurnForm(decision.turn, ()))
        turns[-1] = evolve(turns[-1], decisions=(*turns[-1].decisions, decision.text))
    tags = {name: text for name, text in data.tags.items() if name not in (GAME, FORMAT)}
    for name, items in (("turns", turns), ("comments", data.comments), ("tags", tags)):
        if len(items) > MOST_ITEMS:
            message = f"{len(items)} items; at most {MOST_ITEMS} are read from JSON, but more from a record's text"
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
    """The record that an object stands for.

    Args:
        form: The object.
        name: The name of its game.
        number: The number of its format.
        game: The rules; None for the game of this library with that name.
        registry: Where ids are looked up; None for the game's own.

    Raises:
        DocumentError: when it cannot be; see `replayed`.
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
    with _told_in_documents():
        return replayed(data, game, registry)


def _decisions(form: RecordForm) -> Iterator[Decision]:
    for place, turn in enumerate(form.turns):
        for index, text in enumerate(turn.decisions):
            yield Decision(text, None if index else turn.turn, f"$.value.turns[{place}].decisions[{index}]")


def _faults(form: RecordForm) -> Iterator[Fault]:
    for tag in form.tags:
        if tag in (GAME, FORMAT):
            yield Fault(f"$.value.tags.{tag}", "the document tells it already")
        elif not TAG_NAME.fullmatch(tag):
            yield Fault(within("$.value.tags", tag), "the name of a tag is of letters, digits and _")
    for place, turn in enumerate(form.turns):
        if not turn.decisions:
            yield Fault(f"$.value.turns[{place}].decisions", "a turn has at least one decision")
    last = sum(len(turn.decisions) for turn in form.turns)
    places = [comment.after for comment in form.comments]
    for index, place in enumerate(places):
        if place not in range(last + 1):
            yield Fault(f"$.value.comments[{index}].after", f"{place} is none of 0 to {last}")
    if len(set(places)) < len(places):
        yield Fault("$.value.comments", "two comments stand behind the same decision")


@contextmanager
def _told_in_documents() -> Generator[None]:
    """What is wrong with a record, told as what is wrong with its document."""
    try:
        yield
    except NotationError as error:
        raise DocumentError(_in_document(error.faults)) from None
    except CairnRulesError as error:
        raise DocumentError([Fault("$.value", str(error))]) from None


def _in_document(faults: Iterable[Fault]) -> Iterator[Fault]:
    """The faults with their paths: what is behind a comma in a place, such as the turn, goes to the message."""
    for fault in faults:
        place, _, more = fault.where.partition(", ")
        if place.startswith("tag "):
            place = f"tags.{place[4:]}"
        path = place if place.startswith("$") else f"$.value.{place}"
        yield Fault(path, f"{more}: {fault.message}" if more else fault.message)
