"""A record as it is written, taken in line by line. For any game."""

from __future__ import annotations

import re
from typing import Any, Final, final

from attrs import define, field

from cairn_rules.errors import MOST_FAULTS, Fault, NotationError
from cairn_rules.game import Game
from cairn_rules.history.record import Record
from cairn_rules.history.written import TAG_NAME, Decision, Written, replayed
from cairn_rules.registry import Registry

RESULT: Final = "result:"
"""What the result begins with."""
MOST_PIECES: Final = 250_000
"""More lines, words and comments are not read of one record."""

_TAG: Final = re.compile(rf'\[\s*({TAG_NAME.pattern})\s*"([^"\\]*+(?:\\.[^"\\]*+)*+)"\s*\]')
NUMBER: Final = re.compile(r"[1-9][0-9]{0,16}\.")
"""What the number of a turn looks like."""
WORD: Final = re.compile(r"[^\s{};]+")
"""What a decision looks like, if it begins as no number does."""
_PIECE: Final = re.compile(rf"\s*+([{{}};]|{NUMBER.pattern}|{WORD.pattern}|)")
_RESULT_WORDS: Final = re.compile(r"[^{};]*")
_IN_COMMENT: Final = re.compile(r"[^}\\]*+(?:\\.[^}\\]*+)*+\\?", re.DOTALL)
_ESCAPED: Final = re.compile(r"\\(.)", re.DOTALL)


@final
@define
class RecordText:
    """A record as it is written, taken in line by line."""

    _tags: dict[str, str] = field(init=False, factory=dict[str, str])
    _decisions: list[Decision] = field(init=False, factory=list[Decision])
    _comments: dict[int, list[str]] = field(init=False, factory=dict[int, list[str]])
    _result: str | None = field(init=False, default=None)
    _result_where: str = field(init=False, default="")
    _faults: list[Fault] = field(init=False, factory=list[Fault])
    _turn: int | None = field(init=False, default=None)
    """The number that was read and whose decision has not come yet."""
    _comment: list[str] | None = field(init=False, default=None)
    """The lines of the comment that is open."""
    _number: int = field(init=False, default=0)
    """The number of the line."""
    _line: str = field(init=False, default="")
    _faulty: str = field(init=False, default="")
    """The line of the first fault."""
    _pieces: int = field(init=False, default=0)

    @property
    def has_content(self) -> bool:
        """Whether there was more than comments so far."""
        is_open = self._comment is not None or self._turn is not None
        return bool(self._tags or self._faults) or self._has_moves or is_open

    @property
    def _has_moves(self) -> bool:
        return bool(self._decisions) or self._result is not None

    def ends_before(self, line: str) -> bool:
        """Whether a line begins the next record: it is a tag behind this one's decisions or result."""
        return self._comment is None and self._has_moves and line.lstrip().startswith("[")

    def add(self, number: int, line: str) -> None:
        """Take in a line, given with its number.

        Raises:
            NotationError: when the record goes on for too long.
        """
        self._number, self._line = number, line
        self._count_piece()
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
        self._check_no_number_waits()
        if self._result is None:
            self._fault(f"the result is missing: a record ends with a line such as '{RESULT} *'")
        if self._faults:
            raise NotationError(self._faulty, self._faults)
        data = Written(
            tags=self._tags,
            decisions=tuple(self._decisions),
            comments={place: "\n".join(texts) for place, texts in self._comments.items()},
            result=self._result or "",
            result_where=self._result_where,
        )
        return replayed(data, game, registry)

    def _fault(self, message: str) -> None:
        if not self._faults:
            self._faulty = self._line
        if len(self._faults) < MOST_FAULTS:
            self._faults.append(Fault(f"line {self._number}", message))

    def _count_piece(self) -> None:
        self._pieces += 1
        if self._pieces > MOST_PIECES:
            message = f"a record is of {MOST_PIECES} lines, words and comments at most"
            raise NotationError(self._line, [*self._faults, Fault(f"line {self._number}", message)])

    def _add_tag(self, line: str) -> None:
        found = _TAG.fullmatch(line)
        if found is None:
            self._fault(f'{line[:100]!r} is no tag; one is such as [Sea "Ann"], alone on its line')
        elif found[1] in self._tags:
            self._fault(f"the tag {found[1][:100]} is there twice")
        else:
            self._tags[found[1]] = _unescape(found[2])

    def _add_moves(self, line: str) -> None:
        place = 0
        while place < len(line):
            self._count_piece()
            if self._comment is not None:
                place = self._go_on_with_comment(self._comment, line, place)
                continue
            found = _PIECE.match(line, place)
            assert found is not None, "it matches any text"
            piece, place = found[1], found.end()
            if piece == ";":
                self._add_comment(line[place:].strip())
                return
            if piece == "{":
                self._comment = []
            elif piece == "}":
                self._fault("a '}' closes no comment")
            elif piece == RESULT and self._result is None:
                place = self._set_result(line, place)
            elif piece:
                self._add_word(piece)
        if self._comment is not None:
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
        self._comments.setdefault(len(self._decisions), []).append(text)

    def _set_result(self, line: str, place: int) -> int:
        self._check_no_number_waits()
        self._turn = None
        found = _RESULT_WORDS.match(line, place)
        assert found is not None, "it matches any text"
        self._result, self._result_where = " ".join(found[0].split()), f"line {self._number}"
        return found.end()

    def _add_word(self, word: str) -> None:
        if self._result is not None:
            self._fault(f"{word[:100]!r} stands behind the result")
        elif NUMBER.fullmatch(word):
            self._check_no_number_waits()
            self._turn = int(word[:-1])
        else:
            self._decisions.append(Decision(word, self._turn, f"line {self._number}"))
            self._turn = None

    def _check_no_number_waits(self) -> None:
        if self._turn is not None:
            self._fault(f"no decision stands behind the number {self._turn}")


def _unescape(text: str) -> str:
    return _ESCAPED.sub(lambda found: {"n": "\n", "r": "\r"}.get(found[1], found[1]), text)
