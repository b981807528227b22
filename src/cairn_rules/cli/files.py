"""Files of stored games (text records, or JSON documents), read one by one and written whole."""

from __future__ import annotations

import io
import os
import re
import sys
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from errno import EISDIR
from functools import partial
from glob import escape
from itertools import chain
from pathlib import Path
from secrets import token_hex
from shutil import copymode
from tempfile import TemporaryFile
from typing import IO, Any, Final, final

from attrs import frozen

from cairn_rules.codec.file_lock import locked
from cairn_rules.codec.json_text import LONGEST
from cairn_rules.codec.text_file import is_file
from cairn_rules.errors import CairnRulesError, DocumentError, Fault, NotationError, UnreadableFileError
from cairn_rules.history.record_text import split_records
from cairn_rules.json_documents import loads
from cairn_rules.registry import Registry

STREAM: Final = "-"
"""The standard input in place of a file."""
_HEAD: Final = 10_000
"""Number of characters at the start of a file that are searched for the name of its game."""
_UNNAMED: Final = {"$.game: missing", "$.document: missing"}
"""The faults of JSON that is no document of the library."""
_OTHER: Final = (
    "not a stored game, which is a text record or JSON with 'game' and 'document'; "
    "'cairn-rules check-pack' checks a content pack"
)
_GAME: Final = re.compile(r'^\ufeff?\s*(?:\{[^{}]*"game"\s*:\s*|(?:\[[^\n]*\n)*?\[\s*Game\s+)"([^"\\]*)"')
"""The name of the game in a JSON document, or in the tags of a text record."""


@final
@frozen
class Stored:
    """A record or document of a file, not parsed yet."""

    read: Callable[[], object]
    """Parses it; raises what `parse_record` or `loads` raise. Errors name the file."""
    is_json: bool
    """True for a JSON document, False for a text record."""


def stored_in(path: str, registry: Registry[Any] | None = None) -> Iterator[Stored]:
    """Yield the records or documents of a file; only one at a time is in memory.

    Text records follow one another. JSON documents are on a line each, or there is a single one. One that is too long
    is refused like a faulty one, and the next one is read.

    Args:
        path: The file, or `-` for the standard input.
        registry: The registry for ids; None: the games' own.

    Raises:
        UnreadableFileError: if the file cannot be read, or is a TOML file.
        NotationError: if it is not UTF-8.
    """
    if path.lower().endswith(".toml"):
        raise UnreadableFileError(f"cannot read {path!r}: {_OTHER}")
    with _opened(path) as file:
        lines = _lines(file)
        number, first = next(((number, line) for number, line in enumerate(lines, 1) if line.strip()), (1, ""))
        if not first.lstrip().startswith("{"):
            for found in split_records(chain((first,), lines), first=number):
                yield Stored(partial(_parsed, path, found.record, None, registry), is_json=False)
            return
        documents: Iterable[str] = chain((first,), filter(str.strip, lines))
        if not first.rstrip().endswith("}"):  # one document, read to the limit, the end of its last line, and one more
            documents = (first + file.read(LONGEST + 2 - len(first)),)
        for text in documents:
            yield Stored(partial(_parsed, path, loads, text.removesuffix("\n"), registry), is_json=True)


def _parsed(path: str, parse: Callable[..., object], *arguments: object) -> object:
    """Return what a parser returns; its errors name the file in place of the text."""
    try:
        return parse(*arguments)
    except (NotationError, DocumentError) as error:
        is_other = {*map(str, error.faults)} >= _UNNAMED  # the faults of its other keys would only hide that
        raise NotationError(path, [Fault("$", _OTHER)] if is_other else error.faults) from error


def game_in(path: str) -> str | None:
    """Return the name of the game that the first record or document of a file names; None if there is none.

    A regular file only: reading anything else could take its contents away.
    """
    try:
        if not is_file(path):
            return None
        with Path(path).open(encoding="utf-8-sig") as file:
            found = _GAME.match(file.read(_HEAD))
    except (OSError, ValueError):  # not readable, or not UTF-8: the command itself says so
        return None
    return found and found[1]


@contextmanager
def _opened(path: str) -> Generator[IO[str]]:
    try:
        with _standard_input() if path == STREAM else Path(path).open(encoding="utf-8-sig") as file:
            yield file
    except OSError as error:
        raise UnreadableFileError(f"cannot read {path!r}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise NotationError(path, [Fault("file", f"not UTF-8: {error.reason}")]) from None


def _lines(file: IO[str]) -> Iterator[str]:
    """Yield the lines of a file, each cut when it is longer than a game may be, so that its reader refuses it."""
    while line := file.readline(LONGEST + 1):
        yield line
        while len(line) > LONGEST and not line.endswith("\n"):
            line = file.readline(LONGEST + 1)


@contextmanager
def _standard_input() -> Generator[IO[str]]:
    if sys.stdin is None:  # pyright: ignore[reportUnnecessaryComparison] - None when it is closed
        raise CairnRulesError("the standard input is closed")
    file = io.TextIOWrapper(sys.stdin.buffer, encoding="utf-8-sig")
    try:
        yield file
    finally:
        file.detach()  # later reads of the standard input need it open


@contextmanager
def written_to(path: str) -> Generator[io.TextIOWrapper]:
    """Open a file for writing that appears under its name only when it is complete. Its `buffer` takes bytes.

    Raises:
        CairnRulesError: if it cannot be written.
    """
    try:
        target = _target(path)
        if target.exists() and not target.is_file():  # a device or a pipe cannot be replaced
            with target.open("w", encoding="utf-8", newline="\n") as file:
                yield file
        else:
            with _taking_the_place_of(target) as file:
                yield file
    except OSError as error:
        raise CairnRulesError(f"cannot write {path!r}: {error.strerror}") from error


def make_folder(path: str) -> Path:
    """Make a folder if it does not exist, and return it.

    Raises:
        CairnRulesError: if it cannot be made.
    """
    folder = Path(path)
    try:
        folder.mkdir(exist_ok=True)
    except OSError as error:
        raise CairnRulesError(f"cannot write {path!r}: {error.strerror}") from error
    return folder


def check_writable(path: str) -> None:
    """Check that `written_to` can write a file, before a long computation.

    Raises:
        CairnRulesError: if it cannot be written.
    """
    try:
        target = _target(path)
        if target.is_dir():
            raise IsADirectoryError(EISDIR, os.strerror(EISDIR))
        if not target.exists() or target.is_file():
            TemporaryFile(dir=target.parent).close()
    except OSError as error:
        raise CairnRulesError(f"cannot write {path!r}: {error.strerror}") from error


def _target(path: str) -> Path:
    """Return the path to which a path leads through links.

    Raises:
        OSError: if the links lead in a circle, or the path cannot be one.
    """
    with suppress(FileNotFoundError):
        Path(path).stat()  # for a circle, resolve() raises a RuntimeError before Python 3.13, and no error since
    return Path(path).resolve()


@contextmanager
def _taking_the_place_of(target: Path) -> Generator[io.TextIOWrapper]:
    """Open a new file that replaces the target when it is complete and on the disk, with the same permissions.

    It is locked until then. The files of processes that were killed are not: they are removed.
    """
    for left in filter(Path.is_file, target.parent.glob(_part(escape(target.name), "[0-9a-f]" * 8))):
        with suppress(OSError), locked(left) as is_unused:
            if is_unused:
                left.unlink()
    with ExitStack() as locks:
        part = _new_part(target, locks)
        try:
            with part.open("r+", encoding="utf-8", newline="\n") as file:
                if target.exists():
                    copymode(target, part)
                yield file
                file.flush()
                os.fsync(file.fileno())
            part.replace(target)
        finally:
            part.unlink(missing_ok=True)
    _sync_folder(target.parent)


def _part(name: str, random: str) -> str:
    """Return the name of the file that will replace another."""
    return f".{name}.{random}.part"


def _new_part(target: Path, locks: ExitStack) -> Path:
    """Create and lock the file that will replace the target."""
    while True:
        part = target.with_name(_part(target.name, token_hex(4)))
        part.touch(exist_ok=False)
        with suppress(BlockingIOError, FileNotFoundError):  # another process has just taken it for one left behind
            locks.enter_context(locked(part))
            return part


def _sync_folder(folder: Path) -> None:
    """Write the names in a folder to the disk, where the system can."""
    with suppress(OSError):  # as on Windows, which opens no folders
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
