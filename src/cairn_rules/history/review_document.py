"""The JSON form of a review. For any game; what reviews need, players and pages included, is loaded only for one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias, final

from attrs import fields_dict

from cairn_rules.errors import CairnRulesError, DocumentError, Fault, shown
from cairn_rules.frozen_classes import frozen
from cairn_rules.game import Game
from cairn_rules.history.record import Record
from cairn_rules.history.record_document import RecordForm, form_of, inner_record_of
from cairn_rules.manifest import is_legal, manifest_of
from cairn_rules.registry import Ids

if TYPE_CHECKING:
    from typing_extensions import TypeIs

    from cairn_rules.history.game_review import Review, ReviewedTurn

Mark: TypeAlias = Literal["", "?!", "?", "??"]


@final
@frozen(kw_only=True)
class LineForm:
    """The JSON object of a line of play."""

    actions: tuple[str, ...]
    """The actions as text, at least one."""
    value: float
    """The expected result for the seat that decides, from -1 (lost) to 1 (won)."""
    chances: tuple[float, ...]
    """The chance of winning for each seat, in seat order."""
    depth: int | None = None
    visits: int | None = None
    wins_in: int | None = None
    is_rough: bool = False


@final
@frozen(kw_only=True)
class ReviewedTurnForm:
    """The JSON object of a reviewed turn. Its seat, actions, loss and mark follow from the other keys."""

    turn: int
    seat: int
    first: int
    """The number of decisions before it."""
    actions: tuple[str, ...]
    best: LineForm
    after: tuple[float, ...]
    """The chance of winning for each seat after it."""
    loss: float
    mark: Mark


@final
@frozen(kw_only=True)
class ReviewForm:
    """The JSON object of a review."""

    record: RecordForm
    """The record that was reviewed, without what the review adds."""
    turns: tuple[ReviewedTurnForm, ...]
    """The reviewed turns, oldest first, at least one."""


LINE: Final = ("value", "chances", "depth", "visits", "wins_in", "is_rough")
"""The keys of a line that are the same in JSON."""


def is_review(value: object) -> TypeIs[Review[Any, Any]]:
    """Return whether a value is a review."""
    return (type(value).__module__, type(value).__name__) == ("cairn_rules.history.game_review", "Review")


def review_form_of(review: Review[Any, Any]) -> ReviewForm:
    """Return the JSON object of a review. Raise a `DocumentError` if it could not be read again."""
    record = review.original
    form = ReviewForm(record=form_of(record), turns=tuple(_turn_form(turn, record.game) for turn in review.turns))
    _review_of(form, record)
    return form


def review_of(
    form: ReviewForm, name: str, number: int, game: Game[Any, Any, Any] | None, registry: Ids | None
) -> Review[Any, Any]:
    """Return the review for a JSON object, as `record_of` does for a record."""
    return _review_of(form, inner_record_of(form.record, "$.value.record", name, number, game, registry))


def _turn_form(turn: ReviewedTurn[Any], game: Game[Any, Any, Any]) -> ReviewedTurnForm:
    actions, best = (tuple(map(game.format_action, each)) for each in (turn.actions, turn.best.actions))
    line = LineForm(actions=best, **{key: getattr(turn.best, key) for key in LINE})
    values = {key: getattr(turn, key) for key in ("turn", "first", "after", "loss", "mark")}
    return ReviewedTurnForm(seat=int(turn.seat), actions=actions, best=line, **values)


def _review_of(form: ReviewForm, record: Record[Any, Any]) -> Review[Any, Any]:
    from cairn_rules.history.game_review import Review, parts_of  # noqa: PLC0415 - see above

    parts, begun = {part.first: part for part in parts_of(record)}, -1
    faults = [] if form.turns else [Fault("$.value.turns", "a review has at least one turn")]
    turns: list[ReviewedTurn[Any]] = []
    for place, turn in enumerate(form.turns):
        path = f"$.value.turns[{place}]"
        if turn.first not in parts or turn.first <= begun:
            faults.append(Fault(f"{path}.first", f"no later turn of the record begins after {turn.first} decisions"))
            continue
        begun = turn.first
        try:
            turns.append(_turn_of(turn, parts[begun], record, path))
        except DocumentError as error:
            faults += error.faults
    if faults:
        raise DocumentError(faults)
    return Review(original=record, turns=turns)


def _turn_of(form: ReviewedTurnForm, part: Any, record: Record[Any, Any], path: str) -> ReviewedTurn[Any]:
    """Return a turn, which is that part of the record. Raise a `DocumentError` with the first fault."""
    from cairn_rules.players.analysis_results import AnalysedLine  # noqa: PLC0415 - see above

    game, best, state = record.game, form.best, part.states[0]
    seats = manifest_of(game).seats.count_in(record.start) or max(part.seat + 1, len(form.after))
    for key, chances in (("after", form.after), ("best.chances", best.chances)):
        if len(chances) != seats or not all(0 <= each <= 1 for each in (*chances, (best.value + 1) / 2)):
            message = f"should be {seats} numbers from 0 to 1, one for each seat, and the value from -1 to 1"
            raise DocumentError([Fault(f"{path}.{key}", message)])
    actions: list[Any] = []
    for place, text in enumerate(best.actions):
        try:
            actions.append(game.parse_action(text, state))
            # the first one is legal; what is expected after it may not suit what the seat did not know
            if not place or is_legal(game, state, actions[-1]):
                state = game.apply(state, actions[-1])
        except CairnRulesError as error:
            raise DocumentError([Fault(f"{path}.best.actions[{place}]", str(error))]) from None
    if not actions:
        raise DocumentError([Fault(f"{path}.best.actions", "a line has at least one action")])
    line = AnalysedLine(actions=tuple(actions), **{key: getattr(best, key) for key in LINE})
    turn: ReviewedTurn[Any] = part.reviewed(line, form.after)
    right = _turn_form(turn, game)
    for key in fields_dict(ReviewedTurnForm):
        given, found = getattr(form, key), getattr(right, key)
        if given != found:
            raise DocumentError([Fault(f"{path}.{key}", f"{shown(given)} should be {shown(found)}, by the other keys")])
    return turn
