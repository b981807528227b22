"""The content of a record, common to its text and its JSON, and the replay that checks it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final, final

from attrs import frozen

from cairn_rules.checks import encoding_fault
from cairn_rules.errors import CairnRulesError, Fault, IllegalActionError, NotationError, UnknownGameError, cut
from cairn_rules.game import FORMAT_NUMBER, MAX_PLAYERS, RESIGNATION, SLUG, ActionT, Game, Outcome, StateT
from cairn_rules.games import known
from cairn_rules.history.record import Record
from cairn_rules.manifest import Manifest, RecordStart, ids_for, manifest_of, record_start
from cairn_rules.registry import Ids

GAME: Final = "Game"
"""The tag with the name of the game."""
FORMAT: Final = "Format"
"""The tag with the format number."""
RULES: Final = "RulesRevision"
"""The tag with the revision of the rules; left out for revision 1."""
TAG_NAME: Final = re.compile("[A-Za-z][A-Za-z0-9_]*")
"""The form of a tag's name."""
UNFINISHED: Final = "*"
"""The result of a game that is not over."""
DRAW: Final = "draw"
"""The word in the result of a draw, in place of the winners."""
LOST: Final = "lost"
"""The word in the result of a lost game for one player, in place of the winners."""
_RESULT: Final = re.compile(r"(\S{1,1000})( won,)? ([^\s{};]{1,100}(?: [^\s{};]{1,100})*)")
"""The winners, a word that earlier releases did not write, and the reason."""
_RESIGNED: Final = re.compile(r"(\S{1,100}) resigned")
_SCORES: Final = re.compile(r"(.+) \((-?[0-9]{1,15}(?:, -?[0-9]{1,15})*)\)")


@final
@frozen
class Decision:
    """A decision in a stored record."""

    text: str
    """The action in the game's notation."""
    turn: int | None
    """The number of the turn, for the first decision of a turn; None for the others."""
    where: str = ""
    """The place in the text or document, for faults."""


@final
@frozen(kw_only=True)
class Written:
    """The content of a stored record, as text."""

    tags: Mapping[str, str]
    """All tags, including those of the game, the format and the start."""
    decisions: tuple[Decision, ...]
    """All decisions, oldest first."""
    comments: Mapping[int, str]
    """The comments, each by the number of decisions before it."""
    result: str
    """The result, such as `sea won, third-megalith`, `draw repetition` or `*`."""
    result_where: str = ""
    """The place of the result in the text or document, for faults."""


def written(record: Record[StateT, ActionT]) -> Written:
    """Return the content of a record, ready to be written.

    Raises:
        NotationError: if the game has no tags for the start, a tag or comment is not valid, or the outcome
            contradicts the rules.
        IllegalActionError: if a decision is not legal in its state.
    """
    manifest = manifest_of(record.game)
    beginning = record_start(record.game)
    start = beginning.tags(record.start)
    faults = list(_faults(record, {GAME, FORMAT, RULES, *beginning.own_tags, *start}))
    if not start and not _lead_to_start(record, beginning):
        message = f"{manifest.name} has no start tags in its manifest, and the tag Seed does not lead to this state"
        faults.append(Fault("start", message))
    if faults:
        raise NotationError(repr(record), faults)
    decisions, end = _decisions(record)
    data = Written(
        tags={GAME: manifest.name, FORMAT: str(FORMAT_NUMBER), **_rules_tag(manifest), **record.tags, **start},
        decisions=decisions,
        comments=record.comments,
        result=format_result(record.outcome, manifest.seats.names_in(end)),
        result_where="outcome",
    )
    _checked_result(data, record.game, end)
    return data


def _rules_tag(manifest: Manifest[Any]) -> dict[str, str]:
    return {RULES: str(manifest.rules_revision)} if manifest.rules_revision > 1 else {}


def _lead_to_start(record: Record[StateT, Any], beginning: RecordStart[StateT]) -> bool:
    try:
        return beginning.state(record.tags, ids_for(record.game, None)) == record.start
    except NotationError:
        return False


def _faults(record: Record[Any, Any], own: set[str]) -> Iterator[Fault]:
    for name, text in record.tags.items():
        if name in own:
            yield Fault(f"tag {name}", "reserved: the record writes this tag itself")
        elif not isinstance(name, str) or not TAG_NAME.fullmatch(name) or not isinstance(text, str):
            yield Fault(
                "tags", f"{name!r}: {text!r} is not a tag; names consist of letters, digits and _, values are text"
            )
        elif fault := encoding_fault(text):
            yield Fault(f"tag {name}", fault)
    for place, text in record.comments.items():
        if place not in range(len(record.actions) + 1) or not isinstance(text, str):
            message = (
                f"{place!r}: {text!r} is not a comment; it should be text after 0 to {len(record.actions)} decisions"
            )
            yield Fault("comments", message)
        elif fault := encoding_fault(text):
            yield Fault("comments", f"{text[:100]!r}: {fault}")


def _decisions(record: Record[StateT, ActionT]) -> tuple[tuple[Decision, ...], StateT]:
    """Return the decisions of a record, and the state to which they lead."""
    manifest = manifest_of(record.game)
    decisions: list[Decision] = []
    state, last = record.start, None
    for count, action in enumerate(record.actions):
        turn = manifest.pace.turns_complete(state, count) + 1
        decisions.append(Decision(record.game.format_action(action), None if turn == last else turn))
        state = record.game.apply(state, action)
        last = turn
    return tuple(decisions), state


def replayed(record: Written, game: Game[Any, Any, Any] | None, registry: Ids | None) -> Record[Any, Any]:
    """Return the record for some content, after replaying every decision and comparing the result.

    Args:
        record: The content.
        game: The rules; None for the game that the record names.
        registry: The source of ids; None for the game's own.

    Raises:
        NotationError: if the record is impossible. The faults are those of the tags; if the tags are valid, the first
            wrong decision, with its place, its turn and the reason; if there is none, the result. If the record was
            written under an earlier revision of the rules, each fault names both revisions.
    """
    # 1. the tags: the game, the revision of its rules, the start
    rules = _game_of(record.tags, game)
    manifest = manifest_of(rules)
    revision = _revision_of(record.tags, manifest)
    beginning = record_start(rules)
    start = beginning.state(record.tags, ids_for(rules, registry))
    # 2. the decisions and the result
    try:
        actions, end = _made(record, rules, start)
        outcome = _checked_result(record, rules, end)
    except NotationError as error:
        if revision == manifest.rules_revision:
            raise
        earlier = (
            f"written under revision {revision} of the rules of {manifest.name}, read under {manifest.rules_revision}"
        )
        raise NotationError(
            error.text, [Fault(fault.where, f"{fault.message} ({earlier})") for fault in error.faults]
        ) from None
    # 3. the record, without the tags that its game and start imply
    own = {GAME, FORMAT, RULES, *beginning.own_tags, *beginning.tags(start)}
    return Record(
        game=rules,
        start=start,
        actions=actions,
        outcome=outcome,
        tags={name: text for name, text in record.tags.items() if name not in own},
        comments=record.comments,
    )


def _game_of(tags: Mapping[str, str], game: Game[Any, Any, Any] | None) -> Game[Any, Any, Any]:
    """Return the given game, or the one named in tags, after checking the tags `Game` and `Format`."""
    name = tags.get(GAME, "" if game is None else manifest_of(game).name)
    number = tags.get(FORMAT, str(FORMAT_NUMBER))
    faults: list[Fault] = []
    rules = game
    if game is not None and name != manifest_of(game).name:
        faults.append(Fault(f"tag {GAME}", f"{name[:100]!r} is not {manifest_of(game).name!r}, the given game"))
    elif game is None:
        try:
            rules = known(name)
        except UnknownGameError as error:
            faults.append(Fault(f"tag {GAME}", str(error)))
    if not re.fullmatch("[1-9][0-9]{0,8}", number):
        faults.append(
            Fault(f"tag {FORMAT}", f"{number[:100]!r} is not a format number; the current one is {FORMAT_NUMBER}")
        )
    elif int(number) > FORMAT_NUMBER:
        message = (
            f"format {number} was written by a newer version of cairn-rules;"
            f" this version reads formats up to {FORMAT_NUMBER}"
        )
        faults.append(Fault(f"tag {FORMAT}", message))
    if faults or rules is None:
        raise NotationError(name, faults)
    return rules


def _revision_of(tags: Mapping[str, str], manifest: Manifest[Any]) -> int:
    """Return the revision of the rules under which a record was written, which must not be a later one."""
    text = tags.get(RULES, "1")
    if not re.fullmatch("[1-9][0-9]{0,8}", text):
        message = (
            f"{text[:100]!r} is not a number; the current rules of {manifest.name} are revision"
            f" {manifest.rules_revision}"
        )
    elif int(text) > manifest.rules_revision:
        message = (
            f"revision {text} was written by a newer version;"
            f" the rules of {manifest.name} in this one are revision {manifest.rules_revision}"
        )
    else:
        return int(text)
    raise NotationError(text, [Fault(f"tag {RULES}", message)])


def _made(record: Written, rules: Game[StateT, ActionT, Any], start: StateT) -> tuple[tuple[ActionT, ...], StateT]:
    """Return the actions of a record, and the state to which they lead."""
    manifest = manifest_of(rules)
    state, last = start, None
    actions: list[ActionT] = []
    for decision in record.decisions:
        turn = manifest.pace.turns_complete(state, len(actions)) + 1
        where = ", ".join(filter(None, (decision.where, f"turn {turn}")))
        if decision.turn != (None if turn == last else turn):
            raise NotationError(decision.text, [Fault(where, _misnumbered(decision, turn, last))])
        try:
            action = rules.parse_action(decision.text, state)
            state = rules.apply(state, action)
        except CairnRulesError as error:
            raise NotationError(decision.text, [Fault(where, f"{decision.text[:100]!r}: {_why(error)}")]) from None
        actions.append(action)
        last = turn
    return tuple(actions), state


def _misnumbered(decision: Decision, turn: int, last: int | None) -> str:
    if decision.turn is None:
        return f"{decision.text[:100]!r} is the first decision of turn {turn}, but has no turn number before it"
    if turn == last:
        return f"{decision.text[:100]!r} has the turn number {decision.turn} before it, but turn {turn} is not complete"
    return f"{decision.text[:100]!r} has the turn number {decision.turn} before it, but it is turn {turn}"


def _why(error: CairnRulesError) -> str:
    if isinstance(error, IllegalActionError):
        why = str(error.reason)
    elif isinstance(error, NotationError):
        why = "; ".join(fault.message for fault in error.faults)
    else:
        why = str(error)
    return cut(why, 1000)


def _checked_result(record: Written, rules: Game[StateT, Any, Any], end: StateT) -> Outcome | None:
    """Return the outcome that a record claims, after comparing it with the rules."""
    manifest = manifest_of(rules)
    outcome = rules.outcome(end)
    seats = manifest.seats.names_in(end)
    if outcome is not None and record.result == format_result(outcome, seats):
        return outcome
    # Not the usual text: an older spelling, an ending outside the rules, or a contradiction to the rules.
    claimed = parse_result(record.result, seats, record.result_where or "result")
    problem = None
    if outcome is not None and claimed != outcome:
        problem = f"by the rules it is {format_result(outcome, seats)!r}"
    elif outcome is None and claimed is not None and claimed.reason in manifest.reasons:
        problem = "by the rules the game is not over"
    elif outcome is None and claimed is not None and not SLUG.fullmatch(claimed.reason):
        problem = "an ending outside the rules needs a slug such as 'time' as its reason"
    if problem:
        fault = Fault(record.result_where or "result", f"the result is {record.result[:100]!r}, but {problem}")
        raise NotationError(record.result, [fault])
    return claimed


def format_result(outcome: Outcome | None, seats: tuple[str, ...]) -> str:
    """Return an outcome as text: the winners, or `draw` or `lost`, then the reason and any scores.

    Args:
        outcome: The outcome; None gives `*`.
        seats: The names of the seats in the game; empty if they have no names.

    Example:
        >>> format_result(Outcome(winners=(1,), reason="resignation"), ("sea", "forest"))
        'forest won, sea resigned'
        >>> format_result(Outcome(winners=(0, 2), reason="most-points", scores=(7, 3, 7)), ("red", "green", "blue"))
        'red,blue won, most-points (7, 3, 7)'
    """
    if outcome is None:
        return UNFINISHED
    winners = tuple(seats[winner] if 0 <= winner < len(seats) else str(winner) for winner in outcome.winners)
    return result_text(winners, reason_text(outcome, seats), outcome.scores)


def reason_text(outcome: Outcome, seats: tuple[str, ...]) -> str:
    """Return the reason of an outcome as text.

    For a resignation, the text names the player who resigned, if that is clear: `sea resigned`.

    Args:
        outcome: The outcome.
        seats: The names of the seats in the game; empty if they have no names.
    """
    losers = [name for seat, name in enumerate(seats) if seat not in outcome.winners]
    resigned = outcome.reason == RESIGNATION and outcome.winners and len(losers) == 1
    return f"{losers[0]} resigned" if resigned else outcome.reason


def result_text(winners: tuple[str, ...], reason: str, scores: tuple[int, ...] | None) -> str:
    """Return a result as text.

    Args:
        winners: The names of the winners.
        reason: The result of `reason_text`.
        scores: Points of each seat; None if the game has no points.
    """
    no_winner = LOST if scores is not None and len(scores) == 1 else DRAW
    points = "" if scores is None else f" ({', '.join(map(str, scores))})"
    return f"{','.join(winners) + ' won,' if winners else no_winner} {reason}{points}"


def parse_result(text: str, seats: tuple[str, ...], where: str) -> Outcome | None:
    """Parse a result. This is the inverse of `format_result`.

    Results written by earlier releases, such as `forest resignation`, are accepted as well.

    Args:
        text: The text.
        seats: The names of the seats in the game; empty if they have no names.
        where: The place of the text, for faults.

    Raises:
        NotationError: if the text is not a result.
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
    if scores is not None and seats and len(scores) != len(seats):
        message = f"{len(scores)} scores in {text[:100]!r}; there should be {len(seats)}, one for each seat"
        raise NotationError(text, [Fault(where, message)])
    return Outcome(tuple(numbers[name] for name in named), reason, scores)
