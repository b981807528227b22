"""The content of a record, common to its text and its JSON, and the replay that checks it."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sized
from typing import Any, Final, TypeAlias, cast, final

from cairn_rules import errors
from cairn_rules.checks import encoding_fault
from cairn_rules.frozen_classes import frozen
from cairn_rules.game import FORMAT_NUMBER, MAX_PLAYERS, ActionT, Game, StateT
from cairn_rules.games import known, spelled
from cairn_rules.history.line import MARKS, Branch, Line, all_lines
from cairn_rules.history.record import Record
from cairn_rules.history.result_line import checked_result, format_result
from cairn_rules.manifest import Manifest, RecordStart, ids_for, manifest_of, record_start
from cairn_rules.registry import Ids

GAME: Final = "Game"
"""The tag with the name of the game."""
FORMAT: Final = "Format"
"""The tag with the format number."""
ANNOTATED: Final = 2
"""The format number of texts with variations, marks or values; all others keep `FORMAT_NUMBER`."""
RULES: Final = "RulesRevision"
"""The tag with the revision of the rules; left out for revision 1."""
TAG_NAME: Final = re.compile("[A-Za-z][A-Za-z0-9_]*")
"""The form of a tag's name."""
MISSING: Final = "missing"
"""The fault of a tag that a record must have."""
_COUNT: Final = re.compile("[1-9][0-9]{0,8}")
_TAG_PLACE: Final = re.compile(f"tag ({TAG_NAME.pattern})")
VALUE: Final = "a number from -1 (lost) to 1 (won) for every seat"
"""A description of a valid value, for errors."""


Decision: TypeAlias = tuple[str, int | None, str]
"""A decision in a stored record: the action in the game's notation; the number of the turn, for the first decision of a
turn, or None; and the place in the text or document, for faults."""
Value: TypeAlias = tuple[tuple[float, ...], str]
"""The value of a state in a stored record: the expected result of every seat, and the place, as for a decision."""


@final
@frozen(kw_only=True)
class WrittenLine:
    """The content of a line: the main line of a stored record, or a variation."""

    decisions: tuple[Decision, ...]
    """The decisions, oldest first. The first one has its turn number, also within a turn."""
    comments: Mapping[int, str]
    """The comments, each by the number of decisions before it."""
    marks: Mapping[int, str]
    """The marks, each by the number of its decision."""
    values: Mapping[int, Value]
    """The values, each by the number of decisions before its state."""
    parent: int = 0
    """The number of the line from which it branches off: 0 for the main line, and for the main line itself."""
    after: int = 0
    """The number of decisions of that line before it."""


@final
@frozen(kw_only=True)
class Written:
    """The content of a stored record, as text."""

    tags: Mapping[str, str]
    """All tags, including those of the game, the format and the start."""
    lines: tuple[WrittenLine, ...]
    """The main line, then all variations, in the order of the text."""
    result: str
    """The result, such as `sea won, third-megalith`, `draw repetition` or `*`."""
    result_where: str = ""
    """The place of the result in the text or document, for faults."""
    remedy: str = ""
    """The end of the fault of a wrong decision in the main line: how to keep those before it."""


_Point: TypeAlias = tuple[StateT, int]
"""A state of a line, and the number of decisions from the start of the game to it."""


def written(record: Record[Any, Any]) -> Written:
    """Return the content of a record, ready to be written.

    Raises:
        NotationError: if the game has no tags for the start, a tag or an annotation is not valid, there are too many
            variations, or the outcome contradicts the rules.
        IllegalActionError: if a decision is not legal in its state.
    """
    try:
        return _written(record)
    except errors.NotationError as error:
        raise errors.NotationError(repr(record), error.faults, "write") from None


def _written(record: Record[Any, Any]) -> Written:
    manifest = manifest_of(record.game)
    beginning = record_start(record.game)
    start = beginning.tags(record.start)
    try:
        branches = tuple(all_lines(record))
    except errors.DefinitionError as error:
        raise errors.NotationError(repr(record), [errors.Fault("variations", str(error))]) from None
    faults = list(_faults(record, branches, {GAME, FORMAT, RULES, *beginning.own_tags, *start}))
    if not start and not _lead_to_start(record, beginning):
        message = f"{manifest.name} has no start tags in its manifest, and the tag Seed does not lead to this state"
        faults.append(errors.Fault("start", message))
    if faults:
        raise errors.NotationError(repr(record), faults)
    lines, end = _lines(record, branches)
    _check_seats(lines, record.game, record.start)
    has_annotations = len(lines) > 1 or record.marks or record.values
    number = ANNOTATED if has_annotations else FORMAT_NUMBER
    data = Written(
        tags=all_tags(manifest, number, record.tags, start),
        lines=lines,
        result=format_result(record.outcome, manifest.seats.names_in(end)),
        result_where="outcome",
    )
    checked_result(data.result, "outcome", record, end)
    return data


def all_tags(manifest: Manifest[Any], number: int, tags: Mapping[str, str], start: Mapping[str, str]) -> dict[str, str]:
    """Return all tags of a record in the order of its text; `start` has those of the start."""
    revision = {RULES: str(manifest.rules_revision)} if manifest.rules_revision > 1 else {}
    return {GAME: manifest.name, FORMAT: str(number), **revision, **tags, **start}


def _lead_to_start(record: Record[StateT, Any], beginning: RecordStart[StateT]) -> bool:
    try:
        return beginning.state(record.tags, ids_for(record.game, None)) == record.start
    except errors.NotationError:
        return False


def _faults(record: Record[Any, Any], branches: Iterable[Branch], own: set[str]) -> Iterator[errors.Fault]:
    for name, text in record.tags.items():
        if name in own:
            yield errors.Fault(f"tag {name}", "reserved: the record writes this tag itself")
        elif not isinstance(name, str) or not TAG_NAME.fullmatch(name) or not isinstance(text, str):
            right = "names consist of letters, digits and _, values are text"
            yield errors.Fault("tags", f"{name!r}: {text!r} is not a tag; {right}")
        elif fault := encoding_fault(text):
            yield errors.Fault(f"tag {name}", fault)
    yield from annotation_faults(branches)


def annotation_faults(branches: Iterable[Branch]) -> Iterator[errors.Fault]:
    """Yield the faults of the comments, marks and values of all lines of a record."""
    for number, branch in enumerate(branches):
        for wrong in _annotation_faults(branch.line):
            yield errors.Fault(f"variation {number}, {wrong.where}", wrong.message) if number else wrong


def _annotation_faults(line: Line[Any]) -> Iterator[errors.Fault]:
    last = len(line.actions)
    for place, text in line.comments.items():
        if place not in range(last + 1) or not isinstance(text, str):
            message = f"{place!r}: {text!r} is not a comment; it should be text after 0 to {last} decisions"
            yield errors.Fault("comments", message)
        elif fault := encoding_fault(text):
            yield errors.Fault("comments", f"{text[:100]!r}: {fault}")
    for place, mark in line.marks.items():
        if place not in range(1, last + 1) or not isinstance(mark, str) or mark not in MARKS:
            right = f"one of {' '.join(MARKS)}, of decision 1 to {last}"
            yield errors.Fault("marks", f"{place!r}: {mark!r} is not a mark; it should be {right}")
    lengths = [len(results) for results in line.values.values() if isinstance(results, tuple)]
    for place, results in line.values.items():
        if place not in range(last + 1) or not is_value(results) or len(results) != lengths[0]:
            right = f"{VALUE}, after 0 to {last} decisions"
            yield errors.Fault("values", f"{place!r}: {errors.quoted(results)} is not a value; it should be {right}")


def is_value(results: object) -> bool:
    """Return whether something can be the value of a state: `VALUE`."""
    if not isinstance(results, tuple):
        return False
    numbers = cast("tuple[object, ...]", results)
    are_numbers = all(isinstance(each, int | float) and -1 <= each <= 1 for each in numbers)
    return are_numbers and 0 < len(numbers) <= MAX_PLAYERS


def _check_seats(lines: Iterable[WrittenLine], game: Game[StateT, Any, Any], start: StateT) -> None:
    """Check that each value has a number for every seat. Raise a `NotationError` if one has not."""
    players = manifest_of(game).seats.count_in(start)
    for results, where in (value for line in lines for value in line.values.values()):
        if message := seats_fault(results, players):
            raise errors.NotationError(message, [errors.Fault(where or "values", message)])


def seats_fault(results: Sized, players: int | None) -> str | None:
    """Return the fault of a value that has not a number for every seat; None if it has or the number is unknown."""
    if players is None or len(results) == players:
        return None
    return f"a value of {len(results)} numbers; there should be {players}, one for every seat"


def _lines(record: Record[StateT, Any], branches: Iterable[Branch]) -> tuple[tuple[WrittenLine, ...], StateT]:
    """Return the lines of a record, and the state to which the main line leads."""
    lines: list[WrittenLine] = []
    reached: list[dict[int, _Point[StateT]]] = []
    for branch in branches:
        line = branch.line
        point = reached[branch.parent][branch.after] if reached else (record.start, 0)
        decisions, points = _decisions(record.game, line, point)
        lines.append(
            WrittenLine(
                decisions=decisions,
                comments=line.comments,
                marks=line.marks,
                values={place: (results, "") for place, results in line.values.items()},
                parent=branch.parent,
                after=branch.after,
            )
        )
        reached.append(points)
    return tuple(lines), reached[0][len(record.actions)][0]


def _decisions(
    game: Game[StateT, ActionT, Any], line: Line[ActionT], start: _Point[StateT]
) -> tuple[tuple[Decision, ...], dict[int, _Point[StateT]]]:
    """Return the decisions of a line, and the points at its end and where its variations begin."""
    turns = manifest_of(game).pace.turns_complete
    decisions: list[Decision] = []
    points: dict[int, _Point[StateT]] = {}
    (state, before), last = start, None
    for place, action in enumerate(line.actions):
        if place in line.variations:
            points[place] = state, before + place
        turn = turns(state, before + place) + 1
        decisions.append((game.format_action(action), None if turn == last else turn, ""))
        state = game.apply(state, action)
        last = turn
    points[len(decisions)] = state, before + len(decisions)
    return tuple(decisions), points


def replayed(
    record: Written,
    game: Game[Any, Any, Any] | None,
    registry: Ids | None,
    start: Any | None = None,
    states: list[Any] | None = None,
) -> Record[Any, Any]:
    """Return the record for some content, after replaying every decision and comparing the result.

    `game` is None for the game that the record names. `registry` is the source of ids; None for the game's own.
    `start` is the state that the tags describe, if it is known. The states of the main line are appended to `states`.

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
    try:
        start = beginning.state(record.tags, ids_for(rules, registry)) if start is None else start
    except errors.NotationError as error:
        raise errors.NotationError(error.text, _with_missing(error.faults, record.tags)) from None
    # 2. the decisions and the result
    try:
        main, end = _played(record, rules, start, states)
        _check_seats(record.lines, rules, start)
        course = Record(game=rules, start=start, actions=main.actions)
        outcome = checked_result(record.result, record.result_where or "result", course, end)
    except errors.NotationError as error:
        if revision == manifest.rules_revision:
            raise
        revisions = f"revision {revision} of the rules of {manifest.name}, read under {manifest.rules_revision}"
        faults = [errors.Fault(fault.where, f"{fault.message} (written under {revisions})") for fault in error.faults]
        raise errors.NotationError(error.text, faults) from None
    # 3. the record, without the tags that its game and start imply
    own = {GAME, FORMAT, RULES, *beginning.own_tags, *beginning.tags(start)}
    return Record(
        game=rules,
        start=start,
        actions=main.actions,
        outcome=outcome,
        tags={name: text for name, text in record.tags.items() if name not in own},
        comments=main.comments,
        marks=main.marks,
        values=main.values,
        variations=main.variations,
    )


def tag_of(fault: errors.Fault) -> str | None:
    """Return the name of the tag that a fault is about; None for other faults."""
    found = _TAG_PLACE.match(fault.where)
    return found and found[1]


def _with_missing(faults: Iterable[errors.Fault], tags: Mapping[str, str]) -> tuple[errors.Fault, ...]:
    """Return the faults of tags, with a single one for a tag that is missing."""
    told: dict[errors.Fault, None] = {}
    for fault in faults:
        tag = tag_of(fault)
        told[fault if tag is None or tag in tags else errors.Fault(f"tag {tag}", MISSING)] = None
    return tuple(told)


def _game_of(tags: Mapping[str, str], game: Game[Any, Any, Any] | None) -> Game[Any, Any, Any]:
    """Return the given game, or the one named in tags, after checking the tags `Game` and `Format`."""
    name = tags.get(GAME, "" if game is None else manifest_of(game).name)
    number = tags.get(FORMAT, str(FORMAT_NUMBER))
    faults: dict[str, str] = {}
    rules = game
    if game is not None and spelled(name, (manifest_of(game).name,)) is None:
        faults[GAME] = f"{name[:100]!r} is not {manifest_of(game).name!r}, the given game"
    elif game is None and GAME not in tags:
        faults[GAME] = MISSING
    elif game is None:
        try:
            rules = known(name)
        except errors.UnknownGameError as error:
            faults[GAME] = str(error)
    if not _COUNT.fullmatch(number):
        faults[FORMAT] = f"{number[:100]!r} is not a format number; this version reads {FORMAT_NUMBER} and {ANNOTATED}"
    elif int(number) > ANNOTATED:
        reads = f"this version reads formats up to {ANNOTATED}"
        faults[FORMAT] = f"format {number} was written by a newer version of cairn-rules; {reads}"
    if faults or rules is None:
        raise errors.NotationError(name, [errors.Fault(f"tag {tag}", message) for tag, message in faults.items()])
    return rules


def _revision_of(tags: Mapping[str, str], manifest: Manifest[Any]) -> int:
    """Return the revision of the rules under which a record was written, which must not be a later one."""
    text, current = tags.get(RULES, "1"), manifest.rules_revision
    if not _COUNT.fullmatch(text):
        message = f"{text[:100]!r} is not a number; the current rules of {manifest.name} are revision {current}"
    elif int(text) > current:
        here = f"the rules of {manifest.name} in this one are revision {current}"
        message = f"revision {text} was written by a newer version; {here}"
    else:
        return int(text)
    raise errors.NotationError(text, [errors.Fault(f"tag {RULES}", message)])


def _played(
    record: Written, rules: Game[StateT, ActionT, Any], start: StateT, states: list[StateT] | None
) -> tuple[Line[ActionT], StateT]:
    """Return the main line of a record, with its variations, and the state to which it leads."""
    # 1. the decisions: of each line before its variations
    begun: list[set[int]] = [set() for _ in record.lines]
    for each in record.lines[1:]:
        begun[each.parent].add(each.after)
    if states is not None:
        begun[0].update(range(len(record.lines[0].decisions)))
    made: list[tuple[ActionT, ...]] = []
    reached: list[dict[int, _Point[StateT]]] = []
    for each, places in zip(record.lines, begun, strict=True):
        point = reached[each.parent][each.after] if reached else (start, 0)
        remedy = "" if reached else record.remedy
        actions, points = _made(each.decisions, rules, point, places, remedy)
        made.append(actions)
        reached.append(points)
    # 2. the lines: each after its variations
    inner: list[dict[int, list[Line[ActionT]]]] = [{} for _ in record.lines]
    line: Line[ActionT] = Line(actions=())
    for each, actions, variations in reversed(tuple(zip(record.lines, made, inner, strict=True))):
        line = Line(
            actions=actions,
            comments=each.comments,
            marks=each.marks,
            values={place: results for place, (results, _) in each.values.items()},
            variations={place: tuple(reversed(lines)) for place, lines in variations.items()},
        )
        inner[each.parent].setdefault(each.after, []).append(line)
    if states is not None:
        states += [state for state, _ in reached[0].values()]
    return line, reached[0][len(made[0])][0]


def _made(
    decisions: tuple[Decision, ...],
    rules: Game[StateT, ActionT, Any],
    start: _Point[StateT],
    places: Collection[int],
    remedy: str,
) -> tuple[tuple[ActionT, ...], dict[int, _Point[StateT]]]:
    """Return the actions of a line, and the points at its end and at the given places, where its variations begin."""
    manifest = manifest_of(rules)
    (state, before), last = start, None
    actions: list[ActionT] = []
    points: dict[int, _Point[StateT]] = {}
    for place, (text, number, where) in enumerate(decisions):
        if place in places:
            points[place] = state, before + place
        turn = manifest.pace.turns_complete(state, before + place) + 1
        if number != (None if turn == last else turn):
            message = _misnumbered(number, turn, last, begins_variation=not place and before > 0)
            raise _wrong(text, where, turn, f" {message}{remedy}")
        try:
            action = rules.parse_action(text, state)
            state = rules.apply(state, action)
        except errors.CairnRulesError as error:
            raise _wrong(text, where, turn, f": {_why(error)}{remedy}") from None
        actions.append(action)
        last = turn
    points[len(actions)] = state, before + len(actions)
    return tuple(actions), points


def _wrong(text: str, where: str, turn: int, message: str) -> errors.NotationError:
    """Return the error for a decision, with a remark if its text looks like a part of a variation or a mark."""
    if text.startswith("(") or text.endswith((")", *MARKS)):
        message += f'; parentheses and marks are words of their own, in a record with [{FORMAT} "{ANNOTATED}"]'
    return errors.NotationError(text, [errors.Fault(f"{where}, turn {turn}", f"{text[:100]!r}{message}")])


def _misnumbered(number: int | None, turn: int, last: int | None, *, begins_variation: bool) -> str:
    if number is None and begins_variation:
        return f"begins a variation in turn {turn}, but has no turn number before it"
    if number is None:
        return f"is the first decision of turn {turn}, but has no turn number before it"
    found = f"has the turn number {number} before it, but"
    return f"{found} turn {turn} is not complete" if turn == last else f"{found} it is turn {turn}"


def _why(error: errors.CairnRulesError) -> str:
    if isinstance(error, errors.IllegalActionError):
        why = str(error.reason)
    elif isinstance(error, errors.NotationError):
        why = "; ".join(fault.message for fault in error.faults)
    else:
        why = str(error)
    return errors.cut(why, 600)
