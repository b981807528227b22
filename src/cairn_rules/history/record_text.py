"""The text form of records: writing, and parsing line by line. For any game."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final, final

from attrs import define, field

from cairn_rules.checks import checked, decoding_fault, encoding_fault
from cairn_rules.codec.json_text import DEEPEST, LONGEST
from cairn_rules.errors import MOST_FAULTS, DefinitionError, Fault, NotationError, quoted
from cairn_rules.game import FORMAT_NUMBER, ActionT, Game, Outcome, StateT
from cairn_rules.history.line import MARKS, MOST_VARIATIONS
from cairn_rules.history.record import Record
from cairn_rules.history.record_replay import (
    ANNOTATED,
    FORMAT,
    GAME,
    MISSING,
    TAG_NAME,
    VALUE,
    Decision,
    Value,
    Written,
    WrittenLine,
    all_tags,
    is_value,
    replayed,
    tag_of,
    written,
)
from cairn_rules.history.result_line import UNFINISHED, format_result
from cairn_rules.manifest import manifest_of, record_start
from cairn_rules.registry import Ids

RESULT: Final = "result:"
"""The word before the result."""
BEFORE_VALUE: Final = "value:"
"""The beginning of a value."""
OPEN: Final = "("
"""The word before a variation."""
CLOSE: Final = ")"
"""The word after a variation."""
END: Final = "..."
"""The word at the end of a line before the variations that begin there: in place of a decision."""
_REMEDY: Final = (
    f"; to keep the decisions before this line, replace it and all lines after it, up to the next one that begins with"
    f" '[' or the end, by the line '{RESULT} {UNFINISHED}'"
)
"""The end of a fault, for a record that is sound before the line of the fault."""
MOST_PIECES: Final = 250_000
"""Maximum number of lines, words and comments in a record. Empty lines count only within a comment."""

_TAG: Final = re.compile(rf'\[\s*({TAG_NAME.pattern})\s*"([^"\\]*+(?:\\.[^"\\]*+)*+)"\s*\]')
_BEGUN_TAG: Final = re.compile(rf'\[\s*(?:{TAG_NAME.pattern}\s*)?(?:"[^"\\]*+(?:\\.[^"\\]*+)*+\\?"?)?')
_QUOTES_INSIDE: Final = re.compile(rf'\[\s*{TAG_NAME.pattern}\s*"[^\]]*"\s*\]')
"""A line that would be a tag if its text had the escapes."""
NUMBER: Final = re.compile(r"[1-9][0-9]{0,16}\.")
"""The form of a turn number."""
WORD: Final = re.compile(r"[^\s{};]+")
"""The form of a decision, which must not begin like a turn number."""
_PLAIN: Final = re.compile(rf"(?!\[|{RESULT}|{NUMBER.pattern}){WORD.pattern}")
_NUMBER: Final = r"-?[0-9]{1,3}(?:\.[0-9]{1,20})?(?:e-[0-9]{1,3})?"
_VALUE: Final = re.compile(rf"{BEFORE_VALUE}({_NUMBER}(?:,{_NUMBER})*)")
_PIECE: Final = re.compile(rf"\s*+([{{}};]|{NUMBER.pattern}|{WORD.pattern}|)")
_RESULT_WORDS: Final = re.compile(r"[^{};]*")
_IN_COMMENT: Final = re.compile(r"[^}\\]*+(?:\\.[^}\\]*+)*+\\?", re.DOTALL)
_ESCAPED: Final = re.compile(r"\\(.|\Z)", re.DOTALL)
_ESCAPES: Final = {"n": "\n", "r": "\r", "\\": "\\", '"': '"', "}": "}"}
"""The character for which an escape stands, by the one after the backslash."""


@final
@define
class _LineText:
    """The part of a record's text that belongs to one line: the main line, or a variation."""

    parent: int = 0
    """The number of the line from which it branches off."""
    after: int = 0
    """The number of decisions of that line before it."""
    opened: tuple[int, str] = (0, "")
    """The line of the text on which it begins, after its number."""
    decisions: list[Decision] = field(init=False, factory=list[Decision])
    comments: dict[int, list[str]] = field(init=False, factory=dict[int, list[str]])
    marks: dict[int, str] = field(init=False, factory=dict[int, str])
    values: dict[int, Value] = field(init=False, factory=dict[int, Value])
    is_over: bool = field(init=False, default=False)
    """True after the word `...`."""

    def written(self) -> WrittenLine:
        return WrittenLine(
            decisions=tuple(self.decisions),
            comments={place: "\n".join(texts) for place, texts in self.comments.items()},
            marks=self.marks,
            values=self.values,
            parent=self.parent,
            after=self.after,
        )


@final
@define
class RecordText:
    """A parser for the text of one record, fed line by line."""

    _tags: dict[str, str] = field(init=False, factory=dict[str, str])
    _tag_lines: dict[str, tuple[int, str]] = field(init=False, factory=dict[str, "tuple[int, str]"])
    """The line of each tag, after its number."""
    _first: tuple[int, str] = field(init=False, default=(0, ""))
    """The first line, after its number."""
    _lines: list[_LineText] = field(init=False, factory=lambda: [_LineText()])
    """The main line, then the variations, in the order in which they begin."""
    _open: list[int] = field(init=False, factory=lambda: [0])
    """The numbers of the lines that are not complete: the main line, a variation of it, one of that, and so on."""
    _result: str | None = field(init=False, default=None)
    _result_where: str = field(init=False, default="")
    _faults: list[Fault] = field(init=False, factory=list[Fault])
    _turn: int | None = field(init=False, default=None)
    """The turn number that waits for its first decision."""
    _comment: list[str] | None = field(init=False, default=None)
    """The lines of an unfinished comment; None outside comments."""
    _opened: tuple[int, str] = field(init=False, default=(0, ""))
    """The line on which the last comment opens, after its number."""
    _excess: Fault | None = field(init=False, default=None)
    """The fault of a record that is too long, whose content is dropped."""
    _number: int = field(init=False, default=0)
    _line: str = field(init=False, default="")
    """The current line."""
    _faulty: str = field(init=False, default="")
    """The line with the first fault."""
    _pieces: int = field(init=False, default=0)
    """Number of lines, words and comments read so far."""
    _length: int = field(init=False, default=0)
    """Number of characters read so far."""

    @property
    def tags(self) -> Mapping[str, str]:
        """The tags read so far."""
        return self._tags

    @property
    def in_comment(self) -> bool:
        """True if a comment is open, so that empty lines count."""
        return self._comment is not None

    @property
    def has_content(self) -> bool:
        """True if anything other than complete comments has been read."""
        is_open = self._comment is not None or self._turn is not None
        return bool(self._tags or self._faults or self._excess) or self._has_moves or is_open

    @property
    def _has_moves(self) -> bool:
        return bool(self._lines[0].decisions) or self._result is not None

    @property
    def _current(self) -> _LineText:
        return self._lines[self._open[-1]]

    def ends_before(self, line: str) -> bool:
        """Return whether a line begins the next record.

        Such a line is a tag after decisions or a result, a second tag `Game`, or a tag `Game` inside a comment, which
        must then be unfinished.
        """
        tag = line.strip()
        if not tag.startswith("["):
            return False
        if self._comment is None and (self._has_moves or self._excess is not None):
            return True
        found = _TAG.fullmatch(tag)
        return found is not None and found[1] == GAME and (self._comment is not None or GAME in self._tags)

    def add(self, number: int, line: str) -> None:
        """Parse the next line. The content of a record that is too long is dropped. Lines are numbered from 1."""
        self._number, self._line = number, line
        self._first = self._first if self._first[0] else (number, line)
        self._length += len(line)
        if not self._has_room():
            return
        if fault := encoding_fault(line):
            self._fault(fault)
        elif self._comment is None and line.lstrip().startswith("["):
            self._add_tag(line.strip())
        else:
            self._add_moves(line.rstrip("\r\n"))

    def record(
        self, game: Game[Any, Any, Any] | None, registry: Ids | None, start: object | None = None
    ) -> Record[Any, Any]:
        """Return the record, with every decision replayed and checked, from the start if it is known.

        Raises:
            NotationError: if the lines are not a valid record; see `parse_record`.
        """
        if self._excess is not None:
            raise NotationError(self._faulty, [*self._faults, self._excess])
        if self._comment is not None:
            self._number, self._line = self._opened
            self._fault(f"the comment that opens here has no '}}'{_REMEDY}")
        else:
            if self._result is None:
                self._add_missing_result(game, registry)
            for number in self._open[1:]:
                self._number, self._line = self._lines[number].opened
                self._fault(f"the variation that opens here has no {CLOSE!r}")
        if self._faults:
            raise NotationError(self._faulty, self._faults)
        return self._replayed(self._result or "", game, registry, start)

    def _replayed(
        self, result: str, game: Game[Any, Any, Any] | None, registry: Ids | None, start: object | None = None
    ) -> Record[Any, Any]:
        data = Written(
            tags=self._tags,
            lines=tuple(line.written() for line in self._lines),
            result=result,
            result_where=self._result_where,
            remedy=_REMEDY,
        )
        try:
            return replayed(data, game, registry, start)
        except NotationError as error:
            raise self._with_lines(error) from None

    def _with_lines(self, error: NotationError) -> NotationError:
        """Return an error about tags with the lines of its faults, and the first of them in place of a value."""
        faults: list[Fault] = []
        text = error.text
        for fault in error.faults:
            name = tag_of(fault)
            if name is None:
                faults.append(fault)
                continue
            number, line = self._tag_lines.get(name, self._first)
            text = text if faults else line.strip()
            is_missing = fault.message == MISSING
            where = f"line {number}" if is_missing else f"line {number}, {fault.where}"
            faults.append(Fault(where, f"the tag {name} is missing" if is_missing else fault.message))
        return NotationError(text, faults)

    def _add_missing_result(self, game: Game[Any, Any, Any] | None, registry: Ids | None) -> None:
        """Add the fault of a record without a result. A file that was cut short may end within a tag or a decision.

        Raises:
            NotationError: if the tags or a decision are wrong, so that a result alone would not mend the record.
        """
        if self._turn is not None:
            self._fault(f"no decision follows the turn number {self._turn}, and no result{_REMEDY}")
            return
        line = self._line.strip()
        if self._faults and _BEGUN_TAG.fullmatch(line) and self._faults[-1].message.startswith(f"{line[:100]!r} is"):
            self._faults.pop()  # that it is not a tag
            self._fault(f"the record is cut short within a tag, {line[:100]!r}; use a complete copy of the file")
            return
        hint = self._pgn_hint()
        if not hint and not self._faults and len(self._open) == 1:
            self._replayed(UNFINISHED, game, registry)
            hint = "; if the file was cut short, add this line to keep the decisions above it"
        self._fault(f"the result is missing: a record ends with a line such as '{RESULT} *'{hint}")

    def _pgn_hint(self) -> str:
        """Return a hint for a record that ends with a result as in PGN; empty for any other."""
        decisions = self._lines[0].decisions
        last = decisions[-1][0] if decisions else ""
        return f", not with {last!r} as in PGN, a chess format" if last in _PGN_RESULTS else ""

    def _fault(self, message: str) -> None:
        if not self._faults:
            self._faulty = self._line
        if len(self._faults) < MOST_FAULTS:
            self._faults.append(Fault(f"line {self._number}", message))

    def _has_room(self) -> bool:
        """Count a piece, and return whether the record is still within the limits."""
        self._pieces += 1
        too_many, too_long = self._pieces > MOST_PIECES, self._length > LONGEST
        if (too_many or too_long) and self._excess is None:
            most = f"{LONGEST} characters" if too_long else f"{MOST_PIECES} lines, words and comments"
            self._exceed(f"the record is too long: at most {most} are allowed")
        return self._excess is None

    def _exceed(self, message: str) -> None:
        """Drop the content of the record, which exceeds a limit."""
        self._excess = Fault(f"line {self._number}", message)
        self._faulty, self._comment = self._faulty or self._line, None
        self._tags.clear()
        self._lines[:], self._open[:] = [_LineText()], [0]

    def _add_tag(self, line: str) -> None:
        found = _TAG.fullmatch(line)
        if found is None:
            advice = 'a tag is written like [Sea "Ann"], alone on its line'
            if _QUOTES_INSIDE.fullmatch(line):
                advice = 'a quotation mark within the text is written \\", and a backslash \\\\'
            self._fault(f"{line[:100]!r} is not a tag; {advice}")
        elif found[1] in self._tags:
            self._fault(f"the tag {found[1][:100]} occurs twice")
        else:
            self._check_escapes(found[2])
            self._tags[found[1]] = _unescape(found[2])
            self._tag_lines[found[1]] = self._number, line

    def _add_moves(self, line: str) -> None:
        place = 0
        while place < len(line) and self._has_room():
            if self._comment is not None:
                place = self._go_on_with_comment(self._comment, line, place)
                continue
            found = _PIECE.match(line, place)
            assert found is not None, "the pattern matches any text"
            piece, place = found[1], found.end()
            if piece == ";":
                self._add_comment(line[place:].strip())
                return
            if piece == "{":
                self._comment, self._opened = [], (self._number, self._line)
            elif piece == "}":
                self._fault("this '}' does not close a comment")
            elif piece == RESULT and self._result is None:
                place = self._set_result(line, place)
            elif piece:
                self._add_word(piece)
        if self._comment is not None:
            self._comment.append("\n")

    def _go_on_with_comment(self, comment: list[str], line: str, place: int) -> int:
        found = _IN_COMMENT.match(line, place)
        assert found is not None, "the pattern matches any text"
        comment.append(found[0])
        self._check_escapes(found[0])
        if found.end() < len(line):
            self._add_comment(_unescape("".join(comment)))
            self._comment = None
            return found.end() + 1
        return found.end()

    def _check_escapes(self, text: str) -> None:
        """Refuse a backslash that begins no escape, such as those of a path under Windows."""
        for found in _ESCAPED.finditer(text):
            if found[1] not in _ESCAPES:
                written = quoted(found[0]) if found[1] else "a backslash at the end of a line"
                self._fault(f"{written} is no escape; a backslash is written '\\\\' in a tag or a comment in braces")

    def _add_comment(self, text: str) -> None:
        self._current.comments.setdefault(len(self._current.decisions), []).append(text)

    def _set_result(self, line: str, place: int) -> int:
        self._check_no_number_waits()
        self._turn = None
        found = _RESULT_WORDS.match(line, place)
        assert found is not None, "the pattern matches any text"
        self._result, self._result_where = " ".join(found[0].split()), f"line {self._number}"
        return found.end()

    def _add_word(self, word: str) -> None:
        if self._result is not None:
            self._fault(f"{word[:100]!r} follows the result, which should be the end of the record")
        elif NUMBER.fullmatch(word):
            self._check_no_number_waits()
            self._turn = int(word[:-1])
        elif self._tags.get(FORMAT) == str(ANNOTATED) and is_annotation(word):
            self._check_no_number_waits()
            self._turn = None
            self._add_annotation(word)
        elif self._current.is_over:
            self._fault(f"{word[:100]!r} follows {END!r}, which ends its line")
        else:
            self._current.decisions.append((word, self._turn, f"line {self._number}"))
            self._turn = None

    def _add_annotation(self, word: str) -> None:
        line = self._current
        place = len(line.decisions)
        if word == OPEN:
            self._open_variation(place if line.is_over else place - 1)
        elif word == CLOSE:
            self._close_variation(line)
        elif word == END:
            line.is_over = True
        elif word in MARKS:
            if not place or line.is_over or place in line.marks:
                self._fault(f"{word!r} does not follow a decision without a mark")
            line.marks[place] = word
        else:
            self._add_value(line, place, word)

    def _open_variation(self, after: int) -> None:
        if after < 0:
            self._fault(f"this {OPEN!r} follows no decision that the variation could replace")
            after = 0
        if len(self._open) > DEEPEST:
            self._exceed(f"variations can be nested at most {DEEPEST} deep")
        elif len(self._lines) > MOST_VARIATIONS:
            self._exceed(f"a record has at most {MOST_VARIATIONS} variations")
        else:
            self._lines.append(_LineText(self._open[-1], after, (self._number, self._line)))
            self._open.append(len(self._lines) - 1)

    def _close_variation(self, line: _LineText) -> None:
        if len(self._open) == 1:
            self._fault(f"this {CLOSE!r} does not close a variation")
            return
        if not line.decisions:
            self._fault("this variation has no decision")
        self._open.pop()

    def _add_value(self, line: _LineText, place: int, word: str) -> None:
        found = _VALUE.fullmatch(word)
        results = tuple(map(float, found[1].split(","))) if found else ()
        if not is_value(results):
            self._fault(f"{word[:100]!r} is not a value, such as '{BEFORE_VALUE}0.5,-0.5': {VALUE}")
        elif place in line.values:
            self._fault(f"{word[:100]!r} is a second value of the same state")
        line.values[place] = results, f"line {self._number}"

    def _check_no_number_waits(self) -> None:
        if self._turn is not None:
            self._fault(f"no decision follows the turn number {self._turn}")


def _unescape(text: str) -> str:
    return _ESCAPED.sub(lambda found: _ESCAPES.get(found[1], found[1]), text)


_PGN_RESULTS: Final = ("*", "1-0", "0-1", "1/2-1/2")
_BYTE_ORDER_MARK: Final = "\ufeff"


@checked
def format_record(record: Record[Any, Any]) -> str:
    r"""Return a record as text: a line for each tag, an empty line, a line for each turn, the result.

    Comments follow their decision in braces. Characters that would end a tag or a comment are escaped by a
    backslash.

    Raises:
        NotationError: if the record cannot be written, because a part is not valid or its text would be longer than
            16 MiB. Each fault names the part.
        IllegalActionError: if a decision is not legal in its state.

    Example:
        >>> from cairn_rules import Cursor, Match, Record, cairn, format_record
        >>> match = Match(cairn, cairn.parse_position("2s2/5/5/5/4f s wooe c3=deer,d3=dawn alley,menhir - 0-0"))
        >>> for text in ("c5-x", "=alley", "e1-x", "=menhir"):
        ...     state = match.do(text)
        >>> match.resign(cairn.Tribe.SEA)
        >>> cursor = Cursor(Record.of(match, tags={"Sea": "Ann"}))
        >>> cursor.next().comment = "Out!"
        >>> print(format_record(cursor.record), end="")
        [Game "cairn"]
        [Format "1"]
        [Sea "Ann"]
        [Position "2s2/5/5/5/4f s wooe c3=deer,d3=dawn alley,menhir - 0-0"]
        <BLANKLINE>
        1. c5-x {Out!} =alley
        2. e1-x =menhir
        result: forest won, sea resigned
    """
    data = written(record)
    is_annotated = data.tags[FORMAT] == str(ANNOTATED)
    faults = [
        Fault(f"{f'variation {number}, ' if number else ''}decision {count}", f"{text!r} {_UNCLEAR}")
        for number, line in enumerate(data.lines)
        for count, (text, _, _) in enumerate(line.decisions, 1)
        if not is_plain(text) or (is_annotated and is_annotation(text))
    ]
    if faults:
        raise NotationError(repr(record), faults, "write")
    return _whole(data.tags, _Moves(data.lines).rows(), data.result, repr(record))


def game_text(
    game: Game[StateT, ActionT, Any],
    start: StateT,
    actions: Sequence[ActionT],
    outcome: Outcome | None,
    tags: Mapping[str, str],
    comments: Mapping[int, str],
    turns: Sequence[int],
    end: StateT,
) -> str:
    """Return what `format_record` returns for the record of a game just played, without replaying the game.

    `turns` are the numbers of complete turns in all states, the last of which is `end`; a comment can only follow that.
    """
    manifest = manifest_of(game)
    texts = [_plain_text(game.format_action, action) for action in actions]
    moves = [
        f" {text}" if count == last else f"\n{count + 1}. {text}"
        for text, last, count in zip(texts, (None, *turns), turns, strict=False)
    ]
    moves += [f" {_comment(text)}" for text in comments.values()]
    all_of = all_tags(manifest, FORMAT_NUMBER, tags, record_start(game).tags(start))
    rows = filter(None, ["".join(moves).strip()])
    return _whole(all_of, rows, format_result(outcome, manifest.seats.names_in(end)), "the record of a game")


@lru_cache(10_000)
def _plain_text(write: Callable[[ActionT], str], action: ActionT) -> str:
    """Return the text of an action, which the games of a series repeat."""
    text = write(action)
    if not is_plain(text):
        raise NotationError("the record of a game", [Fault("decision", f"{text!r} {_UNCLEAR}")], "write")
    return text


def _whole(tags: Mapping[str, str], rows: Iterable[str], result: str, name: str) -> str:
    lines = [f'[{tag} "{_escape(text, chr(34))}"]' for tag, text in tags.items()]
    text = "\n".join([*lines, "", *rows, f"{RESULT} {result}", ""])
    if len(text) > LONGEST:
        fault = Fault("record", f"longer than {LONGEST} characters, the most that is read")
        raise NotationError(name, [fault], "write")
    return text


_UNCLEAR: Final = "cannot be distinguished from the other parts of a record"


def is_plain(text: str) -> bool:
    """Return whether the text of an action is unambiguous in a record without annotations other than comments.

    It must not look like a tag, a comment, a turn number or a result.
    """
    return bool(_PLAIN.fullmatch(text))


def is_annotation(text: str) -> bool:
    """Return whether a word belongs to a variation, a mark or a value, in a record that has them."""
    return text in (OPEN, CLOSE, END, *MARKS) or text.startswith(BEFORE_VALUE)


@final
class _Moves:
    """The lines of a record as text: a row for each turn of the main line, and for each variation."""

    def __init__(self, lines: tuple[WrittenLine, ...]) -> None:
        self._lines = lines
        self._begun: dict[tuple[int, int], list[int]] = {}
        for number, line in enumerate(lines[1:], 1):
            self._begun.setdefault((line.parent, line.after), []).append(number)
        self._rows: list[tuple[int, list[str]]] = [(0, [])]

    def rows(self) -> Iterator[str]:
        """Yield the rows. Those of variations are indented."""
        self._add_line(0, 0)
        return (f"{'  ' * level}{' '.join(words)}" for level, words in self._rows if words)

    def _add_line(self, number: int, level: int) -> None:
        line = self._lines[number]
        is_plain = not (line.marks or line.values or line.comments or self._begun)
        self._annotate(line, 0)
        words = self._words
        for count, (text, turn, _) in enumerate(line.decisions, 1):
            if turn is not None:
                if not level:
                    self._rows.append((0, words := []))
                words.append(f"{turn}.")
            words.append(text)
            if not is_plain:
                self._annotate(line, count)
                self._add_variations(number, count - 1, level)
                words = self._words
        if (number, len(line.decisions)) in self._begun:
            self._words.append(END)
            self._add_variations(number, len(line.decisions), level)

    @property
    def _words(self) -> list[str]:
        return self._rows[-1][1]

    def _annotate(self, line: WrittenLine, count: int) -> None:
        if count in line.marks:
            self._words.append(line.marks[count])
        if count in line.values:
            self._words.append(BEFORE_VALUE + ",".join(repr(float(each)) for each in line.values[count][0]))
        if count in line.comments:
            self._words.append(_comment(line.comments[count]))

    def _add_variations(self, number: int, after: int, level: int) -> None:
        for each in self._begun.get((number, after), ()):
            self._rows.append((level + 1, [OPEN]))
            self._add_line(each, level + 1)
            self._words.append(CLOSE)
            self._rows.append((level, []))


def _comment(text: str) -> str:
    return f"{{{_escape(text, '}')}}}"


def _escape(text: str, end: str) -> str:
    return text.replace("\\", "\\\\").replace("\n", "\\n").replace("\r", "\\r").replace(end, f"\\{end}")


def parse_record(
    text: str, game: Game[StateT, ActionT, Any] | None = None, *, registry: Ids | None = None
) -> Record[StateT, ActionT]:
    """Parse a single record, replaying and checking every decision.

    Each tag is on its own line. The result, and a comment after `;`, extend to the end of their line. Elsewhere, line
    breaks and the amount of white space do not matter. A record may have up to 16 MiB, up to 250 000 lines, words
    and comments, and up to 10 000 variations, nested up to 64 deep; empty lines between its parts do not count.

    Args:
        text: The text.
        game: The rules (default: the game of this library that the tag `Game` names).
        registry: The source of ids: a `Registry`, or `Content` for a game with several kinds of ids
            (default: the game's own).

    Raises:
        NotationError: if the text is not exactly one valid record. Each fault names its line; a fault of a decision,
            which is always the first wrong one, also names its turn and the reason.

    Example:
        >>> from cairn_rules import cairn, parse_record
        >>> record = parse_record('''
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
        raise NotationError(quoted(text), [Fault("record", f"expected text, got {type(text).__name__}")])
    found = list(split_records(text.split("\n")))
    if len(found) != 1:
        raise NotationError(
            text, [Fault("record", f"expected one record, found {len(found)}; use read_records for several")]
        )
    return found[0].record(game, registry)


def read_records(
    lines: Iterable[str],
    game: Game[StateT, ActionT, Any] | None = None,
    *,
    registry: Ids | None = None,
    errors: Callable[[NotationError], object] | None = None,
) -> Iterator[Record[StateT, ActionT]]:
    r"""Yield the records of a file one by one, keeping only one at a time in memory.

    A file may have any length. Empty lines cost no memory, and the content of a record that is too long is dropped.

    Args:
        lines: The lines, such as an open text file.
        game: The rules (default: the game that each record names).
        registry: The source of ids: a `Registry`, or `Content` for a game with several kinds of ids
            (default: the game's own).
        errors: A function such as `faulty.append`, which is called with the error of each record that cannot be
            read before reading continues with the next record (default: the error is raised).

    Raises:
        NotationError: if a record cannot be read, as by `parse_record`, and `errors` is not given; or if the
            lines are not text.
        DefinitionError: if `errors` cannot be called.

    Example:
        >>> import io
        >>> from cairn_rules import Match, Record, cairn, format_record, read_records
        >>> records = [Record.of(Match(cairn, seed=seed)) for seed in range(3)]
        >>> file = io.StringIO("\n".join(map(format_record, records)))
        >>> list(read_records(file)) == records
        True
        >>> faulty = []
        >>> list(read_records(['[Game "chess"]', "e4 result: *"], errors=faulty.append)), len(faulty)
        ([], 1)
    """
    if errors is not None and not callable(errors):
        raise DefinitionError(f"errors should be a function that takes an error, such as faulty.append, not {errors!r}")
    for found in split_records(lines):
        try:
            record = found.record(game, registry)
        except NotationError as error:
            if errors is None:
                raise
            errors(error)
        else:
            yield record


def split_records(lines: Iterable[str], *, first: int = 1) -> Iterator[RecordText]:
    """Split a file into the texts of its records, which are not checked yet.

    `first` is the number of the first line. Raise a `NotationError` if the lines are not text, or the file is in
    another encoding.
    """
    if isinstance(lines, str):
        raise NotationError(lines, [Fault("record", "expected lines, got a single text; use parse_record for a text")])
    if not isinstance(lines, Iterable):
        raise DefinitionError(f"lines should be the lines of a file, not {quoted(lines)}")
    found = RecordText()
    number = first - 1
    try:
        for number, line in enumerate(lines, first):
            if not isinstance(line, str):
                raise NotationError(
                    quoted(line), [Fault(f"line {number}", f"expected text, got {type(line).__name__}")]
                )
            if not line.strip() and not found.in_comment:
                continue
            if found.ends_before(line):
                yield found
                found = RecordText()
            found.add(number, line.removeprefix(_BYTE_ORDER_MARK) if number == 1 else line)
    except UnicodeError as error:
        name = str(getattr(lines, "name", "the lines"))
        raise NotationError(name, [Fault("file", decoding_fault(error, number))]) from None
    if found.has_content:
        yield found
