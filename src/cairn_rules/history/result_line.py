"""The result of a record as text, and whether the rules contradict it."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import Any, Final

from cairn_rules.errors import DefinitionError, Fault, NotationError
from cairn_rules.game import MAX_PLAYERS, REPETITION, RESIGNATION, SLUG, Outcome, StateT, who_resigned
from cairn_rules.history.record import Record
from cairn_rules.manifest import manifest_of

UNFINISHED: Final = "*"
"""The result of a game that is not over."""
DRAW: Final = "draw"
"""The word in the result of a draw, in place of the winners."""
LOST: Final = "lost"
"""The word in the result of a lost game for one player, in place of the winners."""
_RESULT: Final = re.compile(r"(\S{1,1000})( won,)? ([^\s{};]{1,100}(?: [^\s{};]{1,100})*)")
"""The winners, a word that stands in all results but those of two words, and the reason."""
_RESIGNS: Final = re.compile("resign(s|ed)?( .*)?")
_RESIGNED: Final = re.compile(r"(\S{1,100}) resigned")
_SCORES: Final = re.compile(r"(.+) \((-?[0-9]{1,15}(?:, -?[0-9]{1,15})*)\)")


def checked_result(text: str, where: str, record: Record[StateT, Any], end: StateT) -> Outcome | None:
    """Return the outcome that a text claims for a record, after comparing it with its decisions.

    `where` is the place of the text, for faults; `end` is the state after the last decision. Raise a `NotationError` if
    the text is not a result, or the rules or the decisions contradict it.
    """
    manifest = manifest_of(record.game)
    outcome = record.game.outcome(end)
    seats = manifest.seats.names_in(end)
    if outcome is not None and text == format_result(outcome, seats):
        return outcome
    # Not the usual text: an older spelling, an ending outside the rules, or a contradiction to the rules.
    claimed = parse_result(text, seats, where, manifest.reasons)
    problem = None
    if outcome is not None and claimed != outcome:
        problem = f"by the rules it is {format_result(outcome, seats)!r}"
    elif outcome is None and claimed is not None and claimed.reason in manifest.reasons:
        problem = "by the rules the game is not over"
    elif outcome is None and claimed is not None and not SLUG.fullmatch(claimed.reason):
        problem = "an ending outside the rules needs a slug such as 'time' as its reason"
    elif outcome is None and claimed is not None:
        try:
            manifest.check_ending(claimed, [*record.replay()] if claimed.reason == REPETITION else [end])
        except DefinitionError as error:
            problem = str(error)
    if problem:
        fault = Fault(where, f"the result is {text[:100]!r}, but {problem}")
        raise NotationError(text, [fault])
    return claimed


def format_result(outcome: Outcome | None, seats: tuple[str, ...]) -> str:
    """Return an outcome as text: the winners, or `draw` or `lost`, then the reason and any scores.

    No outcome gives `*`. `seats` is empty if they have no names.

    Example:
        >>> format_result(Outcome(winners=(1,), reason="resignation"), ("sea", "forest"))
        'forest won, sea resigned'
        >>> format_result(Outcome(winners=(0, 2), reason="most-points", scores=(7, 3, 7)), ("red", "green", "blue"))
        'red,blue won, most-points (7, 3, 7)'
    """
    if outcome is None:
        return UNFINISHED
    winners = tuple(seats[winner] if 0 <= winner < len(seats) else str(winner) for winner in outcome.winners)
    who = who_resigned(outcome, seats)
    return result_text(winners, outcome.reason if who is None else f"{who} resigned", outcome.scores)


def result_text(winners: tuple[str, ...], reason: str, scores: tuple[int, ...] | None) -> str:
    """Return a result as text.

    The reason is one such as `time` or `sea resigned`. `scores` is None if the game has no points.
    """
    no_winner = LOST if scores is not None and len(scores) == 1 else DRAW
    points = "" if scores is None else f" ({', '.join(map(str, scores))})"
    return f"{','.join(winners) + ' won,' if winners else no_winner} {reason}{points}"


def parse_result(text: str, seats: tuple[str, ...], where: str, reasons: Collection[str]) -> Outcome | None:
    """Parse a result. This is the inverse of `format_result`.

    Results of two words, such as `forest resignation`, are accepted as well. They name the winner, so that only
    resignation and the `reasons` of the rules can stand there, not words that tell of losing. `seats` is empty if they
    have no names; `where` is the place of the text, for faults. Raise a `NotationError` if the text is not a result.
    """
    if text == UNFINISHED:
        return None
    # 1. the scores, the winners and the reason
    scored = _SCORES.fullmatch(text)
    scores = None if scored is None else tuple(map(int, scored[2].split(", ")))
    found = _RESULT.fullmatch(text if scored is None else scored[1])
    no_winner = LOST if scores is not None and len(scores) == 1 else DRAW
    named = () if found is None or found[1] == no_winner else found[1].split(",")
    numbers = {name: number for number, name in enumerate(seats or map(str, range(MAX_PLAYERS)))}
    reason = "" if found is None else found[3]
    # 2. a resignation names the only seat that did not win
    resigned = _RESIGNED.fullmatch(reason)
    if resigned and [resigned[1]] == [name for name in seats if name not in named]:
        reason, resigned = RESIGNATION, None
    # 3. winners are known seats, in order and named once; every seat has a score
    if found is None or resigned or list(named) != sorted({*named} & numbers.keys(), key=numbers.__getitem__):
        winner = seats[0] if seats else "0"
        message = f"{text[:100]!r} is not a result; write one such as '{winner} won, time', '{DRAW} repetition' or '*'"
        raise NotationError(text, [Fault(where, message)])
    if named and not found[2] and reason not in {*reasons, RESIGNATION}:
        raise NotationError(text, [Fault(where, f"{text[:100]!r} does not say who won; {_who(named, reason, seats)}")])
    if scores is not None and seats and len(scores) != len(seats):
        message = f"{len(scores)} scores in {text[:100]!r}; there should be {len(seats)}, one for each seat"
        raise NotationError(text, [Fault(where, message)])
    return Outcome(tuple(numbers[name] for name in named), reason, scores)


def _who(named: Sequence[str], reason: str, seats: tuple[str, ...]) -> str:
    """Return how a result is written whose winners are not told: by those that it names, or by the others."""
    others = ",".join(name for name in seats if name not in named) or "0"
    if len(named) == 1 and _RESIGNS.fullmatch(reason):
        return f"did you mean '{others} won, {named[0]} resigned'?"
    why = reason if SLUG.fullmatch(reason) else "time"
    return f"write '{','.join(named)} won, {why}' or '{others} won, {why}'"
