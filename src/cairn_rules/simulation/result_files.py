"""Files of results: one row for each contest, as CSV or JSON Lines, which can be gone on with."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Generator, Iterable, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, Protocol, cast, final

from cairn_rules.errors import CairnRulesError, DefinitionError, cut
from cairn_rules.game import Outcome
from cairn_rules.simulation.contest import Contest

HEAD: Final = "# "
"""Before what a CSV file tells about its run."""


class Format(Protocol):
    """How the games of a run are written, each on a line of its own."""

    def head(self, run: Mapping[str, Any]) -> str:
        """The lines before the first game: the first one tells what the run is."""
        ...

    def row(self, contest: Contest) -> str:
        """The line of a game."""
        ...

    def contest(self, line: str) -> Contest:
        """The game of a line; what goes wrong is a `ValueError`, `LookupError`, `TypeError` or `csv.Error`."""
        ...


class _JsonLines:
    """An object on each line."""

    def head(self, run: Mapping[str, Any]) -> str:
        return json.dumps(run, ensure_ascii=False) + "\n"

    def row(self, contest: Contest) -> str:
        row: dict[str, Any] = {
            "number": contest.number,
            "setup": contest.number // len(contest.players),
            "seed": contest.seed,
            "players": contest.players,
            "winners": contest.winners,
            "reason": contest.outcome and contest.outcome.reason,
            "turns": contest.turns,
            "decisions": contest.decisions,
            "fault": contest.fault,
        }
        if contest.outcome is not None and contest.outcome.scores is not None:
            row["scores"] = contest.outcome.scores
        return json.dumps(row, ensure_ascii=False) + "\n"

    def contest(self, line: str) -> Contest:
        row = json.loads(line)
        return _contest(row, row["players"], row["winners"])


class _Csv:
    """A comment that tells what the run is, the names of the columns, and a row for each game."""

    def head(self, run: Mapping[str, Any]) -> str:
        players = (f"player_{seat}" for seat in range(len(run["players"])))
        columns = ("number", "setup", "seed", *players, "winners", "reason", "turns", "decisions", "fault")
        return f"{HEAD}{json.dumps(run, ensure_ascii=False)}\n{_csv_line(columns)}"

    def row(self, contest: Contest) -> str:
        setup = contest.number // len(contest.players)
        reason = contest.outcome and contest.outcome.reason
        counted = (contest.turns, contest.decisions)
        winners = " ".join(contest.winners)
        return _csv_line(
            (contest.number, setup, contest.seed, *contest.players, winners, reason, *counted, contest.fault)
        )

    def contest(self, line: str) -> Contest:
        number, _, seed, *players, winners, reason, turns, decisions, fault = next(csv.reader([line], strict=True))
        row: dict[str, Any] = {
            "number": number,
            "seed": seed,
            "reason": reason,
            "turns": turns,
            "decisions": decisions,
            "fault": fault,
        }
        return _contest(row, players, winners.split())


def _csv_line(values: Iterable[object]) -> str:
    written = io.StringIO()
    csv.writer(written, lineterminator="\n").writerow(values)
    return written.getvalue()


def _contest(row: Mapping[str, Any], players: list[str], winners: list[str]) -> Contest:
    won = tuple(players.index(name) for name in winners)
    return Contest(
        int(row["number"]),
        int(row["seed"]),
        tuple(players),
        Outcome(won, row["reason"], row.get("scores")) if row["reason"] else None,
        int(row["turns"]),
        int(row["decisions"]),
        row["fault"] or None,
    )


FORMATS: Final[Mapping[str, Format]] = {".csv": _Csv(), ".jsonl": _JsonLines()}
"""The formats, by the ending of a file's name."""


@final
class Results:
    """A file of results under way: what it held when it was opened, and what is added.

    Made by `results_in`.
    """

    def __init__(self, file: io.FileIO, format: Format, games: tuple[Contest, ...]) -> None:
        self._file = file
        self._format = format
        self.games = games
        """The games that were there already, from number 0 on."""

    def add(self, contest: Contest) -> None:
        """Write a game down; when this returns, it is no longer in the hands of this process.

        Raises:
            CairnRulesError: when it cannot be written.
        """
        try:
            _write(self._file, _encoded(self._format.row(contest)))
        except OSError as error:
            raise _unwritten(self._file.name, error) from error


@contextmanager
def results_in(path: str | Path, run: Mapping[str, Any], *, resume: bool = False) -> Generator[Results]:
    """A file of results to add to.

    Args:
        path: The file; its name ends in `.csv` or `.jsonl`.
        run: What the games have in common, as plain values; it is the head of the file.
        resume: Go on with the file when it is there: a last line that is not whole is dropped, and the
            games before it are kept.

    Raises:
        CairnRulesError: when the file is there and should not be gone on with, is of another run, holds
            what is no game, is being written to by another process, or cannot be written.
        DefinitionError: when there is no such format.
    """
    format = _format_of(path)
    try:
        file = Path(path).open("r+b" if resume and Path(path).exists() else "xb", buffering=0)  # noqa: SIM115 - below
    except FileExistsError:
        raise CairnRulesError(f"{str(path)!r} is there already; go on with it (resume), or name another file") from None
    except OSError as error:
        raise _unwritten(path, error) from error
    with file:
        try:
            _lock(file, path)
            games = _held(file, path, format, run)
        except OSError as error:
            raise _unwritten(path, error) from error
        yield Results(file, format, games)


def _lock(file: io.FileIO, path: str | Path) -> None:
    """Keep other processes from writing to the file as well, where the system can do that."""
    try:
        import fcntl  # noqa: PLC0415 - not there on every system

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise CairnRulesError(f"another process is writing to {str(path)!r}") from None
    except (ImportError, OSError):  # not every file can be locked
        return


def run_in(path: str | Path) -> Mapping[str, Any] | None:
    """What the head of a file tells about its run; None when there is no file, or it tells nothing."""
    _format_of(path)
    try:
        with Path(path).open("rb") as file:
            return _run_of(file.readline())
    except OSError:
        return None


def _format_of(path: str | Path) -> Format:
    ending = Path(path).suffix.lower()
    if ending not in FORMATS:
        raise DefinitionError(f"results are written to files that end in {' or '.join(FORMATS)}, not to {str(path)!r}")
    return FORMATS[ending]


def _held(file: io.FileIO, path: str | Path, format: Format, run: Mapping[str, Any]) -> tuple[Contest, ...]:
    """The games of a file, behind which it stands now; a new one gets its head."""
    held = file.readall() if file.readable() else b""
    head = _encoded(format.head(run))
    if head.startswith(held):  # not even the head is whole
        file.seek(0)
        file.truncate()
        _write(file, head)
        return ()
    if not held.startswith(head):
        raise CairnRulesError(f"cannot go on with {str(path)!r}: {_difference(held, run)}")
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
    """How the run of a file is another one."""
    theirs = _run_of(held.partition(b"\n")[0])
    if theirs is None:
        return "it does not begin as results do"
    ours = json.loads(json.dumps(run))
    told = [
        f"{name} is {cut(repr(theirs.get(name)), 200)} there and {cut(repr(ours.get(name)), 200)} here"
        for name in {**ours, **theirs}
        if theirs.get(name) != ours.get(name)
    ]
    return f"it is of another run: {'; '.join(told)}" if told else "its first lines were changed"


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
        raise CairnRulesError(f"{where}: {cut(repr(line), 200)} is no game") from None
    if contest.number != number:
        raise CairnRulesError(f"{where}: game {contest.number} stands where game {number} should")
    return contest


def _encoded(text: str) -> bytes:
    return text.encode(errors="backslashreplace")  # a message may hold what is no character


def _write(file: io.FileIO, left: bytes) -> None:
    while left:  # a file without a buffer may take a part at a time
        left = left[file.write(left) :]


def _unwritten(path: object, error: OSError) -> CairnRulesError:
    return CairnRulesError(f"cannot write {str(path)!r}: {error.strerror}")
