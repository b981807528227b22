"""Records as text, in the manner of PGN: tags, numbered turns, comments, a result. For any game."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, Final, final

from attrs import define, field

from cairn_rules.errors import Fault, NotationError
from cairn_rules.game import Game
from cairn_rules.record import Record
from cairn_rules.registry import Registry
from cairn_rules.written import TAG_NAME, Decision, Written, replayed, written

RESULT: Final = "result:"
"""What the result begins with."""
MOST_FAULTS: Final = 100
"""More are not told of one record."""

_TAG: Final = re.compile(rf'\[\s*({TAG_NAME.pattern})\s*"((?:[^"\\]|\\.)*)"\s*\]')
_NUMBER: Final = re.compile(r"([1-9][0-9]{0,8})\.")
_WORD: Final = re.compile(r"[^\s{};]+")
_RESULT_WORDS: Final = re.compile(r"[^{};]*")
_IN_COMMENT: Final = re.compile(r"(?:[^}\\]|\\.|\\$)*", re.DOTALL)
_ESCAPED: Final = re.compile(r"\\(.)", re.DOTALL)


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
    return bool(_WORD.fullmatch(text)) and not text.startswith(("[", RESULT)) and not _NUMBER.match(text)


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


def _unescape(text: str) -> str:
    return _ESCAPED.sub(lambda found: {"n": "\n", "r": "\r"}.get(found[1], found[1]), text)


def parse_record(
    text: str, game: Game[Any, Any, Any] | None = None, *, registry: Registry[Any] | None = None
) -> Record[Any, Any]:
    """The one record that a text holds: every decision is made again, and checked.

    White space and the ends of lines do not matter, except around tags and in a comment behind
    `;`, which goes on to the end of its line.

    Args:
        text: The text.
        game: The rules; None for the game of this library that the tag `Game` names.
        registry: Where the ids of the game's parts are looked up; None for those of the box.

    Raises:
        NotationError: when it is no record, more than one, or one that cannot be. Each fault
            names the line; the first decision that cannot be made is named with its turn and
            the reason.
    """
    if not isinstance(text, str):
        raise NotationError(repr(text), [Fault("record", f"a text is read, not {type(text).__name__}")])
    found = list(split_records(text.split("\n")))
    if len(found) != 1:
        raise NotationError(text, [Fault("record", f"{len(found)} records; one is read at a time, see read_records")])
    return found[0].record(game, registry)


def read_records(
    lines: Iterable[str], game: Game[Any, Any, Any] | None = None, *, registry: Registry[Any] | None = None
) -> Iterator[Record[Any, Any]]:
    r"""The records of a file, one after the other; never more than one is kept in memory.

    Args:
        lines: The lines, such as an open text file.
        game: The rules; None for the game that each record names.
        registry: Where the ids of the game's parts are looked up; None for those of the box.

    Raises:
        NotationError: at the first record that cannot be read, as `parse_record` does.

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
        NotationError: when the lines are not UTF-8.
    """
    found = RecordText()
    try:
        for number, line in enumerate(lines, 1):
            if found.ends_before(line):
                yield found
                found = RecordText()
            found.add(number, line)
    except UnicodeDecodeError as error:
        raise NotationError("", [Fault("record", f"not UTF-8: {error.reason}")]) from None
    if found.has_content:
        yield found


@final
@define
class RecordText:
    """A record as it is written, taken in line by line."""

    _tags: dict[str, str] = field(init=False, factory=dict[str, str])
    _decisions: list[Decision] = field(init=False, factory=list[Decision])
    _comments: dict[int, str] = field(init=False, factory=dict[int, str])
    _result: str | None = field(init=False, default=None)
    _result_where: str = field(init=False, default="")
    _faults: list[Fault] = field(init=False, factory=list[Fault])
    _turn: int | None = field(init=False, default=None)
    """The number that was read and whose decision has not come yet."""
    _comment: list[str] | None = field(init=False, default=None)
    """The lines of the comment that is open."""
    _line: int = field(init=False, default=0)

    @property
    def has_content(self) -> bool:
        """Whether there was more than comments so far."""
        return bool(self._tags or self._has_moves or self._faults or self._comment)

    @property
    def _has_moves(self) -> bool:
        return bool(self._decisions) or self._result is not None

    def ends_before(self, line: str) -> bool:
        """Whether a line begins the next record: it is a tag behind this one's decisions or result."""
        return self._comment is None and self._has_moves and line.lstrip().startswith("[")

    def add(self, number: int, line: str) -> None:
        """Take in a line, given with its number."""
        self._line = number
        if self._comment is None and line.lstrip().startswith("["):
            self._add_tag(line.strip())
        else:
            self._add_moves(line.rstrip("\r\n"))

    def record(self, game: Game[Any, Any, Any] | None, registry: Registry[Any] | None) -> Record[Any, Any]:
        """The record, checked.

        Raises:
            NotationError: when it is none, as in `parse_record`.
        """
        if self._comment is not None:
            self._fault("a comment is open: its '}' is missing")
        if self._turn is not None:
            self._fault(f"no decision stands behind the number {self._turn}")
        if self._result is None:
            self._fault(f"the result is missing: a record ends with a line such as '{RESULT} *'")
        if self._faults:
            raise NotationError(next(iter(self._tags.values()), ""), self._faults)
        data = Written(
            tags=self._tags,
            decisions=tuple(self._decisions),
            comments=self._comments,
            result=self._result or "",
            result_where=self._result_where,
        )
        return replayed(data, game, registry)

    def _fault(self, message: str) -> None:
        if len(self._faults) < MOST_FAULTS:
            self._faults.append(Fault(f"line {self._line}", message))

    def _add_tag(self, line: str) -> None:
        found = _TAG.fullmatch(line)
        if found is None:
            self._fault(f'{line[:100]!r} is no tag; one is such as [Sea "Ann"], alone on its line')
        elif found[1] in self._tags:
            self._fault(f"the tag {found[1]} is there twice")
        else:
            self._tags[found[1]] = _unescape(found[2])

    def _add_moves(self, line: str) -> None:
        place = 0
        while place < len(line):
            if self._comment is not None:
                place = self._go_on_with_comment(self._comment, line, place)
            elif line[place] == ";":
                self._add_comment(line[place + 1 :].strip())
                return
            elif line[place] == "{":
                self._comment, place = [], place + 1
            else:
                place = self._add_word(line, place)
        if self._comment is not None and not line[place:]:
            self._comment.append("\n")

    def _go_on_with_comment(self, comment: list[str], line: str, place: int) -> int:
        found = _IN_COMMENT.match(line, place)
        assert found is not None, "it matches any text"
        comment.append(found[0])
        if found.end() < len(line):
            self._add_comment(_unescape("".join(comment)))
            self._comment = None
            return found.end() + 1
        return found.end()

    def _add_comment(self, text: str) -> None:
        place = len(self._decisions)
        self._comments[place] = f"{self._comments[place]}\n{text}" if place in self._comments else text

    def _add_word(self, line: str, place: int) -> int:
        found = _WORD.match(line, place)
        if found is None:
            if line[place] == "}":
                self._fault("a '}' closes no comment")
            return place + 1
        word = found[0]
        number = _NUMBER.match(word)
        if self._result is not None:
            self._fault(f"{word[:100]!r} stands behind the result")
        elif word == RESULT:
            words = _RESULT_WORDS.match(line, found.end())
            assert words is not None, "it matches any text"
            self._result, self._result_where = words[0].strip(), f"line {self._line}"
            return words.end()
        elif number is not None:
            if self._turn is not None:
                self._fault(f"no decision stands behind the number {self._turn}")
            self._turn = int(number[1])
            return place + number.end()
        else:
            self._decisions.append(Decision(word, self._turn, f"line {self._line}"))
            self._turn = None
        return found.end()
