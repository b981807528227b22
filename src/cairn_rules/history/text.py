"""Records as text, in the manner of PGN: tags, numbered turns, comments, a result. For any game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final, overload

from cairn_rules.errors import Fault, NotationError
from cairn_rules.game import ActionT, Game, StateT
from cairn_rules.history.lines import NUMBER, RESULT, WORD, RecordText
from cairn_rules.history.record import Record
from cairn_rules.history.written import Written, written
from cairn_rules.registry import Registry

_BYTE_ORDER_MARK: Final = "\ufeff"


def format_record(record: Record[Any, Any]) -> str:
    r"""A record as text: a line for each tag, an empty line, a line for each turn, the result.

    Comments stand in braces behind the decision that they follow. What cannot stand in a tag or in
    braces is escaped by a backslash.

    Raises:
        NotationError: when the record cannot be written; each fault names what is in the way.
        IllegalActionError: when a decision is not legal where it stands.

    Example:
        >>> import cairn_rules as cairn
        >>> match = cairn.Match(cairn, cairn.parse_position("2s2/5/5/5/4f s wooe c3=deer,d3=dawn alley,menhir - 0-0"))
        >>> for text in ("c5-x", "=alley", "e1-x", "=menhir"):
        ...     state = match.do(text)
        >>> match.resign(cairn.Tribe.SEA)
        >>> print(cairn.format_record(cairn.Record.of(match, tags={"Sea": "Ann"}, comments={1: "Out!"})), end="")
        [Game "cairn"]
        [Format "1"]
        [Sea "Ann"]
        [Position "2s2/5/5/5/4f s wooe c3=deer,d3=dawn alley,menhir - 0-0"]
        <BLANKLINE>
        1. c5-x {Out!} =alley
        2. e1-x =menhir
        result: forest resignation
    """
    data = written(record)
    faults = [
        Fault(f"decision {count}", f"{each.text!r} could not be told from the rest of a record")
        for count, each in enumerate(data.decisions, 1)
        if not _is_plain(each.text)
    ]
    if faults:
        raise NotationError(repr(record), faults)
    lines = [f'[{name} "{_escape(text, chr(34))}"]' for name, text in data.tags.items()]
    lines += ["", *_turns(data), f"{RESULT} {data.result}"]
    return "\n".join(lines) + "\n"


def _is_plain(text: str) -> bool:
    """Whether an action can stand in a record, where it must not look like anything else."""
    return bool(WORD.fullmatch(text)) and not text.startswith(("[", RESULT)) and not NUMBER.match(text)


def _turns(data: Written) -> Iterator[str]:
    comments = {place: f"{{{_escape(text, '}')}}}" for place, text in data.comments.items()}
    line = [comments[0]] if 0 in comments else []
    for count, decision in enumerate(data.decisions, 1):
        if decision.turn is not None:
            if line:
                yield " ".join(line)
            line = [f"{decision.turn}."]
        line.append(decision.text)
        if count in comments:
            line.append(comments[count])
    if line:
        yield " ".join(line)


def _escape(text: str, end: str) -> str:
    return text.replace("\\", "\\\\").replace("\n", "\\n").replace("\r", "\\r").replace(end, f"\\{end}")


@overload
def parse_record(
    text: str, game: Game[StateT, ActionT, Any], *, registry: Registry[Any] | None = None
) -> Record[StateT, ActionT]: ...
@overload
def parse_record(text: str, game: None = None, *, registry: Registry[Any] | None = None) -> Record[Any, Any]: ...
def parse_record(
    text: str, game: Game[Any, Any, Any] | None = None, *, registry: Registry[Any] | None = None
) -> Record[Any, Any]:
    """The one record that a text holds: every decision is made again, and checked.

    A tag stands on a line of its own, and the result ends with its line; so does a comment behind
    `;`. Otherwise it does not matter where lines end and how much white space there is.

    Args:
        text: The text.
        game: The rules; None for the game of this library that the tag `Game` names.
        registry: Where the ids of the game's parts are looked up; None for those of the box.

    Raises:
        NotationError: when it is no record, more than one, or one that cannot be. Each fault
            names the line; the first decision that cannot be made is named with its turn and
            the reason.

    Example:
        >>> import cairn_rules as cairn
        >>> record = cairn.parse_record('''
        ... [Game "cairn"]
        ... [Format "1"]
        ... [Sea "Ann"]
        ... [Position "2s2/5/5/5/4f s wooe c3=deer,d3=dawn alley,menhir - 0-0"]
        ...
        ... 1. c5-x {Out at once.} =alley
        ... result: *
        ... ''')
        >>> record.tags["Sea"], [cairn.format_action(action) for action in record.actions]
        ('Ann', ['c5-x', '=alley'])
    """
    if not isinstance(text, str):
        raise NotationError(repr(text), [Fault("record", f"a text is read, not {type(text).__name__}")])
    found = list(split_records(text.split("\n")))
    if len(found) != 1:
        raise NotationError(text, [Fault("record", f"{len(found)} records; one is read at a time, see read_records")])
    return found[0].record(game, registry)


@overload
def read_records(
    lines: Iterable[str], game: Game[StateT, ActionT, Any], *, registry: Registry[Any] | None = None
) -> Iterator[Record[StateT, ActionT]]: ...
@overload
def read_records(
    lines: Iterable[str], game: None = None, *, registry: Registry[Any] | None = None
) -> Iterator[Record[Any, Any]]: ...
def read_records(
    lines: Iterable[str], game: Game[Any, Any, Any] | None = None, *, registry: Registry[Any] | None = None
) -> Iterator[Record[Any, Any]]:
    r"""The records of a file, one after the other; never more than one is kept in memory.

    Args:
        lines: The lines, such as an open text file.
        game: The rules; None for the game that each record names.
        registry: Where the ids of the game's parts are looked up; None for those of the box.

    Raises:
        NotationError: at the first record that cannot be read, as `parse_record` does, or when the
            lines are no text.

    Example:
        >>> import io
        >>> import cairn_rules as cairn
        >>> records = [cairn.Record.of(cairn.Match(cairn, seed=seed)) for seed in range(3)]
        >>> file = io.StringIO("\n".join(map(cairn.format_record, records)))
        >>> list(cairn.read_records(file)) == records
        True
    """
    for found in split_records(lines):
        yield found.record(game, registry)


def split_records(lines: Iterable[str]) -> Iterator[RecordText]:
    """The records of a file as they are written, none of them checked.

    Raises:
        NotationError: when the lines are no text, such as those of a file in another encoding, or a
            record goes on for too long.
    """
    if isinstance(lines, str):
        raise NotationError(lines, [Fault("record", "lines are read here, one by one; see parse_record for a text")])
    found = RecordText()
    number = 0
    try:
        for number, line in enumerate(lines, 1):
            if not isinstance(line, str):
                raise NotationError(repr(line), [Fault(f"line {number}", f"{type(line).__name__} is no text")])
            if found.ends_before(line):
                yield found
                found = RecordText()
            found.add(number, line.removeprefix(_BYTE_ORDER_MARK) if number == 1 else line)
    except UnicodeError as error:
        raise NotationError(
            "", [Fault(f"after line {number}", f"this is not in the encoding given: {error}")]
        ) from None
    if found.has_content:
        yield found
