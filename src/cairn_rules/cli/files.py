"""Files of stored games (text records, or JSON documents), read one by one and written whole."""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager, suppress
from errno import EISDIR
from functools import partial
from itertools import chain
from os import strerror
from pathlib import Path
from secrets import token_hex
from shutil import copymode
from tempfile import TemporaryFile
from typing import IO, Any, Final, final

from attrs import frozen

from cairn_rules.codec.text_file import is_file
from cairn_rules.documents import loads
from cairn_rules.errors import CairnRulesError, DocumentError, Fault, NotationError
from cairn_rules.history.record_text import split_records
from cairn_rules.registry import Registry

STREAM: Final = "-"
"""The standard input in place of a file."""
MAX_LINE: Final = 10_000_000
"""Maximum length of a line of a stored game, in characters."""
_HEAD: Final = 10_000
"""Number of characters at the start of a file that are searched for the name of its game."""
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

    Text records follow one another. JSON documents are on a line each, or there is a single one.

    Args:
        path: The file, or `-` for the standard input.
        registry: The registry for ids; None: the games' own.

    Raises:
        CairnRulesError: if the file cannot be read, or is not UTF-8.
    """
    with _opened(path) as file:
        begun: list[str] = []
        for line in file:
            begun.append(line)
            if line.strip():
                break
        first, lines = "".join(begun).strip(), chain(begun, file)
        if not first.startswith("{"):
            for found in split_records(lines):
                yield Stored(partial(_parsed, path, found.record, None, registry), is_json=False)
        else:
            documents = (line for line in lines if line.strip()) if first.endswith("}") else ("".join(lines),)
            for text in documents:
                yield Stored(partial(_parsed, path, loads, text, registry), is_json=True)


def _parsed(path: str, parse: Callable[..., object], *arguments: object) -> object:
    """Return what a parser returns; its errors name the file in place of the text."""
    try:
        return parse(*arguments)
    except (NotationError, DocumentError) as error:
        raise NotationError(path, error.faults) from error


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
def _opened(path: str) -> Generator[Iterable[str]]:
    try:
        with _standard_input() if path == STREAM else Path(path).open(encoding="utf-8-sig") as file:
            yield _lines(file, path)
    except OSError as error:
        raise CairnRulesError(f"cannot read {path!r}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise NotationError(path, [Fault("file", f"not UTF-8: {error.reason}")]) from None


def _lines(file: IO[str], path: str) -> Iterator[str]:
    """Yield the lines of a file, but refuse one that could fill the memory."""
    number = 0
    while line := file.readline(MAX_LINE + 1):
        number += 1
        if len(line) > MAX_LINE:
            raise NotationError(path, [Fault(f"line {number}", f"longer than {MAX_LINE} characters")])
        yield line


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


def check_writable(path: str) -> None:
    """Check that `written_to` can write a file, before a long computation.

    Raises:
        CairnRulesError: if it cannot be written.
    """
    try:
        target = _target(path)
        if target.is_dir():
            raise IsADirectoryError(EISDIR, strerror(EISDIR))
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
    """Open a new file that replaces the target when it is complete, with the same permissions."""
    part = target.with_name(f".{target.name}.{token_hex(4)}.part")
    try:
        with part.open("x", encoding="utf-8", newline="\n") as file:
            yield file
        if target.exists():
            copymode(target, part)
        part.replace(target)
    finally:
        part.unlink(missing_ok=True)
