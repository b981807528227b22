"""Results files: one row or record per contest, as CSV, JSON Lines or text, resumable after an interruption."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable, Generator, Iterable, Mapping
from contextlib import ExitStack, contextmanager
from itertools import pairwise
from operator import attrgetter
from pathlib import Path
from typing import Any, ClassVar, Final, Protocol, cast, final

from cairn_rules.argument_checks import checked
from cairn_rules.codec.file_lock import locked
from cairn_rules.errors import CairnRulesError, DefinitionError, NotationError, cut
from cairn_rules.frozen_classes import frozen
from cairn_rules.game import Outcome, received
from cairn_rules.simulation.contest import Contest, Series
from cairn_rules.simulation.game_records import RECORD, SERIES_SEED, SPLIT

HEAD: Final = "# "
"""The start of the comment at the head of a CSV file."""
_TAGS: Final = 10_000
"""Number of bytes in which the tag with the seed is looked for."""
_SEED_TAG: Final = re.compile(rf'^\[{SERIES_SEED} "(-?[0-9]{{1,4000}})"\]'.encode(), re.MULTILINE)


class Format(Protocol):
    """A file format with one game after another."""

    ending: ClassVar[re.Pattern[bytes]] = re.compile(b"\n")
    """The end of a game."""

    def head(self, run: Mapping[str, Any]) -> str:
        """Return the lines before the first game; the first one describes the run."""
        ...

    def row(self, contest: Contest) -> str:
        """Return the text of a game."""
        ...

    def contest(self, row: str) -> Contest:
        """Parse the text of a game.

        Raises:
            ValueError, LookupError, TypeError, csv.Error: if it is not such a text.
        """
        ...


_COLUMNS: Final[Mapping[str, Callable[[Contest], Any]]] = {
    "number": attrgetter("number"),
    "setup": lambda contest: contest.number // len(contest.players),
    "seed": attrgetter("seed"),
    "players": attrgetter("players"),
    "winners": attrgetter("winners"),
    "reason": lambda contest: contest.outcome and contest.outcome.reason,
    "turns": attrgetter("turns"),
    "decisions": attrgetter("decisions"),
    "fault": attrgetter("fault"),
}
"""The columns: how each is read from a game. In a CSV file, `players` has a column for each seat."""


class _JsonLines(Format):
    """JSON Lines: an object per line."""

    def head(self, run: Mapping[str, Any]) -> str:
        return json.dumps(run, ensure_ascii=False) + "\n"

    def row(self, contest: Contest) -> str:
        row = {name: read(contest) for name, read in _COLUMNS.items()}
        if contest.outcome is not None and contest.outcome.scores is not None:
            row["scores"] = contest.outcome.scores
        return json.dumps(row, ensure_ascii=False) + "\n"

    def contest(self, row: str) -> Contest:
        return _contest(json.loads(row))


class _Csv(Format):
    """CSV: a comment that describes the run, the column names, and a row per game."""

    def head(self, run: Mapping[str, Any]) -> str:
        before, after = list(_COLUMNS)[:3], list(_COLUMNS)[4:]
        columns = (*before, *(f"player_{seat}" for seat in range(len(run["players"]))), *after)
        return f"{HEAD}{json.dumps(run, ensure_ascii=False)}\n{_csv_line(columns)}"

    def row(self, contest: Contest) -> str:
        values: list[Any] = [read(contest) for read in _COLUMNS.values()]
        number, setup, seed, players, winners, *others = values
        return _csv_line((number, setup, seed, *players, " ".join(winners), *others))

    def contest(self, row: str) -> Contest:
        number, setup, seed, *players, winners, reason, turns, decisions, fault = next(csv.reader([row], strict=True))
        values = number, setup, seed, players, winners.split(), reason, turns, decisions, fault
        return _contest(dict(zip(_COLUMNS, values, strict=True)))


def _csv_line(values: Iterable[object]) -> str:
    written = io.StringIO()
    csv.writer(written, lineterminator="\n").writerow(values)
    return written.getvalue()


def _contest(row: Mapping[str, Any]) -> Contest:
    players = row["players"]
    return Contest(
        int(row["number"]),
        int(row["seed"]),
        tuple(players),
        Outcome(tuple(map(players.index, row["winners"])), row["reason"], row.get("scores")) if row["reason"] else None,
        int(row["turns"]),
        int(row["decisions"]),
        row["fault"] or None,
    )


FORMATS: Final[Mapping[str, Format]] = {".csv": _Csv(), ".jsonl": _JsonLines()}
"""The formats by file name extension."""


@final
@frozen
class _Records(Format):
    """Text records of the games of a series, with an empty line after each."""

    series: Series
    ending = re.compile(rb"^result:.*\n\n", re.MULTILINE)

    def head(self, run: Mapping[str, Any]) -> str:  # noqa: ARG002 - the tags of each game describe the run
        return ""

    def row(self, contest: Contest) -> str:
        if contest.record is None:
            right = "play it with records=True, or first resume the file of records by itself"
            raise DefinitionError(f"game {contest.number} has no record; {right}")
        return f"{contest.record}\n"

    def contest(self, row: str) -> Contest:
        (text,) = SPLIT.load()(row.split("\n"))
        number, game = int(text.tags["Number"]), received(self.series.game)
        players, seed, start, _ = self.series.begin(game, number)
        record = text.record(game, None, start)
        turns, decisions = record.match().turns, len(record.actions)
        return Contest(number, seed, players, record.outcome, turns, decisions, record.comments.get(decisions))

    def check(self, row: bytes, number: int, path: str | Path) -> None:
        """Check that a text begins as the game does, or is a part of that. Raise a `CairnRulesError` if it is not."""
        game = received(self.series.game)
        parts = self.series.parts(game, number, self.series.begin(game, number))
        begin = str(RECORD.load()(**parts)).removesuffix("result: *\n").encode()
        if row[: len(begin)] != begin[: len(row)]:
            lines = (each.decode(errors="backslashreplace").split("\n") for each in (row, begin))
            theirs, ours = next(pair for pair in zip(*lines, strict=False) if pair[0] != pair[1])
            found = f"game {number} has {cut(repr(theirs), 200)} in place of {ours}"
            raise CairnRulesError(f"cannot resume {str(path)!r}: it belongs to another run: {found}")


@final
class Results:
    """An open results file, made by `results_in`."""

    def __init__(self, file: io.FileIO, format: Format, games: tuple[Contest, ...]) -> None:
        self._file = file
        self._format = format
        self.games = games
        """The games that the file held when it was opened, from number 0."""
        self.has_records: bool = isinstance(format, _Records)
        """True for a file of records."""

    @checked
    def add(self, contest: Contest, text: str | None = None) -> None:
        """Write a game to the file at once, so that it is kept if the process is killed.

        A file of records takes the `text` of the record (default: that of `contest.record`).

        Raises:
            DefinitionError: if it is a file of records, and there is none.
            CairnRulesError: if it cannot be written.
        """
        try:
            row = f"{text}\n" if self.has_records and text is not None else self._format.row(contest)
            _write(self._file, _encoded(row))
        except OSError as error:
            raise _unwritten(self._file.name, error) from error


@contextmanager
def results_in(
    path: str | Path, run: Mapping[str, Any], *, resume: bool = False, series: Series | None = None
) -> Generator[Results]:
    """Open a results file to add games to.

    The name of the file ends in `.csv` or `.jsonl`. `run` has the settings that the games share, as plain values; the
    head of the file. With `resume`, an existing file continues: its games are kept, an incomplete last line is dropped.

    Raises:
        CairnRulesError: if the file exists and `resume` is false, belongs to another run, holds an invalid
            line, is in use by another process, or cannot be written.
        DefinitionError: if the extension is unknown.
    """
    format = _format_of(path) if series is None else _Records(series)
    if isinstance(format, _Records):
        format.check(b"", 0, path)  # that first states can be written
    try:
        file = Path(path).open("r+b" if resume and Path(path).exists() else "xb", buffering=0)  # noqa: SIM115 - below
    except FileExistsError:
        raise CairnRulesError(f"{str(path)!r} exists already; resume it, or name another file") from None
    except OSError as error:
        raise _unwritten(path, error) from error
    with file, ExitStack() as locks:
        try:
            locks.enter_context(locked(path))
            games = _held(file, path, format, run)
        except BlockingIOError:
            raise CairnRulesError(f"another process is writing to {str(path)!r}") from None
        except OSError as error:
            raise _unwritten(path, error) from error
        yield Results(file, format, games)


def run_in(path: str | Path) -> Mapping[str, Any] | None:
    """Return the settings at the head of a file, of one with records only the seed; None if there is no such head."""
    try:
        with Path(path).open("rb") as file:
            head, found = file.readline(), _SEED_TAG.search(file.read(_TAGS))
    except OSError:
        return None
    return {"seed": int(found[1])} if found else _run_of(head)


def _format_of(path: str | Path) -> Format:
    ending = Path(path).suffix.lower()
    if ending not in FORMATS:
        raise DefinitionError(f"the name of a results file should end in {' or '.join(FORMATS)}, not be {str(path)!r}")
    return FORMATS[ending]


def _held(file: io.FileIO, path: str | Path, format: Format, run: Mapping[str, Any]) -> tuple[Contest, ...]:
    """Return the games of a file and move to their end; write the head of a new file."""
    held = file.readall() if file.readable() else b""
    head = _encoded(format.head(run))
    if head.startswith(held):  # new, or cut off within its head
        file.seek(0)
        file.truncate()
        _write(file, head)
        return ()
    if not held.startswith(head):
        raise CairnRulesError(f"cannot resume {str(path)!r}: {_difference(held, run)}")
    ends = [len(head), *(found.end() for found in format.ending.finditer(held, len(head)))]
    games: list[Contest] = []
    line = head.count(b"\n") + 1
    for start, end in pairwise((*ends, len(held))):
        row = held[start:end]
        if isinstance(format, _Records):
            format.check(row, len(games), path)
        if len(games) < len(ends) - 1:  # all but the rest
            games.append(_game(row, len(games), f"{str(path)!r}, line {line}", format))
        line += row.count(b"\n")
    file.seek(ends[-1])
    file.truncate()
    return tuple(games)


def _difference(held: bytes, run: Mapping[str, Any]) -> str:
    theirs = _run_of(held.partition(b"\n")[0])
    if theirs is None:
        return "it is not a results file"
    ours = json.loads(json.dumps(run))
    differences = [
        f"{name} is {cut(repr(theirs.get(name)), 200)} in the file and {cut(repr(ours.get(name)), 200)} here"
        for name in {**ours, **theirs}
        if theirs.get(name) != ours.get(name)
    ]
    return f"it belongs to another run: {'; '.join(differences)}" if differences else "its first lines were changed"


def _run_of(line: bytes) -> Mapping[str, Any] | None:
    try:
        run = json.loads(line.decode().removeprefix(HEAD))
    except (ValueError, RecursionError):
        return None
    return cast("dict[str, Any]", run) if isinstance(run, dict) else None


def _game(row: bytes, number: int, where: str, format: Format) -> Contest:
    try:
        contest = format.contest(row.decode().removesuffix("\n"))
    except NotationError as error:
        raise CairnRulesError(f"{where}: in the record that begins there, {error}") from None
    except (ValueError, LookupError, TypeError, RecursionError, csv.Error):
        raise CairnRulesError(f"{where}: {cut(repr(row.strip()), 200)} is not the row of a game") from None
    if contest.number != number:
        raise CairnRulesError(f"{where}: found game {contest.number} in place of game {number}")
    return contest


def _encoded(text: str) -> bytes:
    return text.encode(errors="backslashreplace")  # a message may hold lone surrogates


def _write(file: io.FileIO, left: bytes) -> None:
    while left:  # an unbuffered file may take a part at a time
        left = left[file.write(left) :]


def _unwritten(path: object, error: OSError) -> CairnRulesError:
    return CairnRulesError(f"cannot write {str(path)!r}: {error.strerror}")
