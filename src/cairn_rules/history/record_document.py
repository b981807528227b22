"""The JSON form of a record, with the same content as its text. For any game."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Mapping, Sized
from contextlib import contextmanager
from typing import Any, Final, Literal, TypeAlias, cast, final

from cairn_rules.codec.json_text import DEEPEST, within
from cairn_rules.codec.readers import MOST_ITEMS
from cairn_rules.errors import CairnRulesError, DocumentError, Fault, NotationError
from cairn_rules.frozen_classes import evolve, field, frozen
from cairn_rules.game import ADDED_LATER, Game
from cairn_rules.history import record_replay
from cairn_rules.history.record import Record
from cairn_rules.history.result_line import UNFINISHED, result_text
from cairn_rules.registry import Ids

Mark: TypeAlias = Literal["!", "?", "!!", "??", "!?", "?!"]


@final
@frozen
class ResultForm:
    """The JSON object of an outcome."""

    winners: tuple[str, ...]
    """The names of the winners' seats, in seat order; empty for a draw or a lost game."""
    reason: str
    scores: tuple[int, ...] | None = field(default=None, metadata={ADDED_LATER: True})
    """Points of each seat, in seat order, if the game has points."""


@final
@frozen
class CommentForm:
    """The JSON object of a comment."""

    after: int
    """The number of decisions before the comment."""
    text: str


@final
@frozen
class MarkForm:
    """The JSON object of a mark."""

    decision: int
    """The number of the marked decision of its line, from 1."""
    mark: Mark


@final
@frozen
class ValueForm:
    """The JSON object of the value of a state."""

    after: int
    """The number of decisions before the state."""
    results: tuple[float, ...]
    """The expected result of every seat, in seat order, from -1 (lost) to 1 (won)."""


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
class VariationForm:
    """The JSON object of a variation. Numbers of decisions are those of the variation, except `after`."""

    line: int
    """The line from which it branches off: 0 for the main line, or the number of an earlier variation, from 1."""
    after: int
    """The number of decisions of that line before it."""
    turns: tuple[TurnForm, ...]
    """The turns, oldest first; the first one may have begun before."""
    comments: tuple[CommentForm, ...] = ()
    marks: tuple[MarkForm, ...] = ()
    values: tuple[ValueForm, ...] = ()


@final
@frozen(kw_only=True)
class RecordForm:
    """The JSON object of a record."""

    tags: Mapping[str, str]
    """All tags, including those of the start, except `Game` and `Format`, which the document itself holds."""
    turns: tuple[TurnForm, ...]
    outcome: ResultForm | None = None
    """The outcome; null if the game is not over."""
    comments: tuple[CommentForm, ...] = ()
    marks: tuple[MarkForm, ...] = field(default=(), metadata={ADDED_LATER: True})
    values: tuple[ValueForm, ...] = field(default=(), metadata={ADDED_LATER: True})
    variations: tuple[VariationForm, ...] = field(default=(), metadata={ADDED_LATER: True})
    """The variations, in the order of the text, those of a variation after it."""


def form_of(record: Record[Any, Any]) -> RecordForm:
    """Return the JSON object of a record.

    Raises:
        DocumentError: if the record cannot be written, or a decision is not legal in its state.
    """
    with _document_errors():
        data = record_replay.written(record)
    tags = {name: text for name, text in data.tags.items() if name not in (record_replay.GAME, record_replay.FORMAT)}
    main, *others = data.lines
    outcome = record.outcome
    winners = tuple(data.result.partition(" ")[0].split(",")) if outcome is not None and outcome.winners else ()
    form = RecordForm(
        tags=tags,
        outcome=None if outcome is None else ResultForm(winners, outcome.reason, outcome.scores),
        variations=tuple(VariationForm(line=each.parent, after=each.after, **_keys(each)) for each in others),
        **_keys(main),
    )
    for place, line in (("", form), *((f"variations[{number}].", each) for number, each in enumerate(form.variations))):
        for name in _LISTS:
            _check_length(f"{place}{name}", getattr(line, name))
    _check_length("tags", tags)
    return form


_LISTS: Final = ("turns", "comments", "marks", "values")


def _keys(line: record_replay.WrittenLine) -> dict[str, Any]:
    turns: list[TurnForm] = []
    for text, turn, _ in line.decisions:
        if turn is not None:
            turns.append(TurnForm(turn, ()))
        turns[-1] = evolve(turns[-1], decisions=(*turns[-1].decisions, text))
    lists = (
        turns,
        (CommentForm(place, text) for place, text in sorted(line.comments.items())),
        (MarkForm(place, cast("Mark", mark)) for place, mark in sorted(line.marks.items())),
        (ValueForm(place, results) for place, (results, _) in sorted(line.values.items())),
    )
    return dict(zip(_LISTS, map(tuple, lists), strict=True))


def _check_length(name: str, items: Sized) -> None:
    if len(items) > MOST_ITEMS:
        message = f"{len(items)} items; JSON allows at most {MOST_ITEMS}, but format_record writes any number"
        raise DocumentError([Fault(f"$.value.{name}", message)])


def record_of(
    form: RecordForm,
    name: str,
    number: int,
    game: Game[Any, Any, Any] | None,
    registry: Ids | None,
    states: list[Any] | None = None,
) -> Record[Any, Any]:
    """Return the record for a JSON object.

    `number` is the format number. `game` is None for the known game of that name. `registry` is the source of ids; None
    for the game's own. For `states`, see `replayed`. Raise a `DocumentError` if the record is impossible.
    """
    faults = list(_faults(form))
    if faults:
        raise DocumentError(faults)
    outcome = form.outcome
    data = record_replay.Written(
        tags={record_replay.GAME: name, record_replay.FORMAT: str(number), **form.tags},
        lines=(
            _line_of(form, "$.value"),
            *(
                _line_of(each, f"$.value.variations[{number}]", each.line, each.after)
                for number, each in enumerate(form.variations)
            ),
        ),
        result=UNFINISHED if outcome is None else result_text(outcome.winners, outcome.reason, outcome.scores),
        result_where="$.value.outcome",
    )
    with _document_errors():
        return record_replay.replayed(data, game, registry, states=states)


def inner_record_of(form: RecordForm, path: str, *arguments: Any) -> Record[Any, Any]:
    """Return the record at a path of another JSON object; the other arguments are those of `record_of`."""
    try:
        return record_of(form, *arguments)
    except DocumentError as error:
        faults = [Fault(f"{path}{each.where.removeprefix('$.value')}", each.message) for each in error.faults]
        raise DocumentError(faults) from None


def _line_of(form: RecordForm | VariationForm, path: str, parent: int = 0, after: int = 0) -> record_replay.WrittenLine:
    return record_replay.WrittenLine(
        decisions=tuple(
            (text, None if index else turn.turn, f"{path}.turns[{place}].decisions[{index}]")
            for place, turn in enumerate(form.turns)
            for index, text in enumerate(turn.decisions)
        ),
        comments={comment.after: comment.text for comment in form.comments},
        marks={mark.decision: mark.mark for mark in form.marks},
        values={
            value.after: (value.results, f"{path}.values[{index}].results") for index, value in enumerate(form.values)
        },
        parent=parent,
        after=after,
    )


def _faults(form: RecordForm) -> Iterator[Fault]:
    for tag in form.tags:
        if tag in (record_replay.GAME, record_replay.FORMAT):
            yield Fault(f"$.value.tags.{tag}", "not allowed here: the document itself holds it")
        elif not record_replay.TAG_NAME.fullmatch(tag):
            yield Fault(within("$.value.tags", tag), "the name of a tag consists of letters, digits and _")
    yield from _line_faults(form, "$.value")
    levels = [0]
    lengths = [_length_of(form)]
    for number, each in enumerate(form.variations):
        path = f"$.value.variations[{number}]"
        yield from _line_faults(each, path)
        line = each.line if each.line in range(number + 1) else 0
        if line != each.line:
            yield Fault(
                f"{path}.line", f"{each.line} is neither 0, the main line, nor the number of a variation before"
            )
        elif each.after not in range(lengths[line] + 1):
            yield Fault(f"{path}.after", f"{each.after} is not a number from 0 to {lengths[line]}")
        if not each.turns:
            yield Fault(f"{path}.turns", "a variation needs at least one decision")
        levels.append(levels[line] + 1)
        lengths.append(_length_of(each))
        if levels[-1] == DEEPEST + 1:
            yield Fault(path, f"variations can be nested at most {DEEPEST} deep")


def _length_of(form: RecordForm | VariationForm) -> int:
    return sum(len(turn.decisions) for turn in form.turns)


def _line_faults(form: RecordForm | VariationForm, path: str) -> Iterator[Fault]:
    for place, turn in enumerate(form.turns):
        if not turn.decisions:
            yield Fault(f"{path}.turns[{place}].decisions", "a turn needs at least one decision")
    last = _length_of(form)
    for name, key, first, places in (
        ("comments", "after", 0, [comment.after for comment in form.comments]),
        ("marks", "decision", 1, [mark.decision for mark in form.marks]),
        ("values", "after", 0, [value.after for value in form.values]),
    ):
        for index, place in enumerate(places):
            if place not in range(first, last + 1):
                yield Fault(f"{path}.{name}[{index}].{key}", f"{place} is not a number from {first} to {last}")
        if len(set(places)) < len(places):
            yield Fault(f"{path}.{name}", f"two {name} follow the same decision")
    for index, value in enumerate(form.values):
        if not record_replay.is_value(value.results):
            yield Fault(f"{path}.values[{index}].results", f"not a value; it should be {record_replay.VALUE}")


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
        elif place.startswith("variation "):
            place = f"variations[{int(place[10:]) - 1}]"
        path = place if place.startswith("$") else f"$.value.{place}"
        yield Fault(path, f"{more}: {fault.message}" if more else fault.message)
