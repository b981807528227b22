"""Results files: one row per contest, as CSV or JSON Lines, resumable after an interruption."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Generator, Iterable, Mapping
from contextlib import ExitStack, contextmanager
from operator import attrgetter
from pathlib import Path
from typing import Any, Final, Protocol, cast, final

from cairn_rules.argument_checks import checked
from cairn_rules.codec.file_lock import locked
from cairn_rules.errors import CairnRulesError, DefinitionError, cut
from cairn_rules.game import Outcome
from cairn_rules.simulation.contest import Contest

HEAD: Final = "# "
"""The start of the comment at the head of a CSV file."""


class Format(Protocol):
    """A file format with one line per game."""

    def head(self, run: Mapping[str, Any]) -> str:
        """Return the lines before the first game; the first one describes the run."""
        ...

    def row(self, contest: Contest) -> str:
        """Return the line of a game."""
        ...

    def contest(self, line: str) -> Contest:
        """Parse the line of a game.

        Raises:
            ValueError, LookupError, TypeError, csv.Error: if it is not such a line.
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


class _JsonLines:
    """JSON Lines: an object per line."""

    def head(self, run: Mapping[str, Any]) -> str:
        return json.dumps(run, ensure_ascii=False) + "\n"

    def row(self, contest: Contest) -> str:
        row = {name: read(contest) for name, read in _COLUMNS.items()}
        if contest.outcome is not None and contest.outcome.scores is not None:
            row["scores"] = contest.outcome.scores
        return json.dumps(row, ensure_ascii=False) + "\n"

    def contest(self, line: str) -> Contest:
        return _contest(json.loads(line))


class _Csv:
    """CSV: a comment that describes the run, the column names, and a row per game."""

    def head(self, run: Mapping[str, Any]) -> str:
        before, after = list(_COLUMNS)[:3], list(_COLUMNS)[4:]
        columns = (*before, *(f"player_{seat}" for seat in range(len(run["players"]))), *after)
        return f"{HEAD}{json.dumps(run, ensure_ascii=False)}\n{_csv_line(columns)}"

    def row(self, contest: Contest) -> str:
        values: list[Any] = [read(contest) for read in _COLUMNS.values()]
        number, setup, seed, players, winners, *others = values
        return _csv_line((number, setup, seed, *players, " ".join(winners), *others))

    def contest(self, line: str) -> Contest:
        number, setup, seed, *players, winners, reason, turns, decisions, fault = next(csv.reader([line], strict=True))
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
class Results:
    """An open results file, made by `results_in`."""

    def __init__(self, file: io.FileIO, format: Format, games: tuple[Contest, ...]) -> None:
        self._file = file
        self._format = format
        self.games = games
        """The games that the file held when it was opened, from number 0."""

    @checked
    def add(self, contest: Contest) -> None:
        """Write a game to the file at once, so that it is kept if the process is killed.

        Raises:
            CairnRulesError: if it cannot be written.
        """
        try:
            _write(self._file, _encoded(self._format.row(contest)))
        except OSError as error:
            raise _unwritten(self._file.name, error) from error


@contextmanager
def results_in(path: str | Path, run: Mapping[str, Any], *, resume: bool = False) -> Generator[Results]:
    """Open a results file to add games to.

    The name of the file ends in `.csv` or `.jsonl`. `run` has the settings that the games share, as plain values; the
    head of the file. With `resume`, an existing file continues: its games are kept, an incomplete last line is dropped.

    Raises:
        CairnRulesError: if the file exists and `resume` is false, belongs to another run, holds an invalid
            line, is in use by another process, or cannot be written.
        DefinitionError: if the extension is unknown.
    """
    format = _format_of(path)
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
    """Return the settings at the head of a results file; None if there is no such file or head."""
    _format_of(path)
    try:
        with Path(path).open("rb") as file:
            return _run_of(file.readline())
    except OSError:
        return None


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
    whole = held[: held.rfind(b"\n") + 1]
    lines = whole[len(head) :].split(b"\n")[:-1]
    before = head.count(b"\n")
    games = tuple(
        _game(line, number, f"{str(path)!r}, line {before + number + 1}", format) for number, line in enumerate(lines)
    )
    file.seek(len(whole))
    file.truncate()
    return games


def _difference(held: bytes, run: Mapping[str, Any]) -> str:
    """Describe the differences between the run of a file and this one."""
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


def _game(line: bytes, number: int, where: str, format: Format) -> Contest:
    try:
        contest = format.contest(line.decode())
    except (ValueError, LookupError, TypeError, RecursionError, csv.Error):
        raise CairnRulesError(f"{where}: {cut(repr(line), 200)} is not the row of a game") from None
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
