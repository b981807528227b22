"""What is stored in a file, one thing after the other: records as text, or documents as JSON."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
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

from cairn_rules.documents import loads
from cairn_rules.errors import CairnRulesError, Fault, NotationError
from cairn_rules.history.record_text import split_records
from cairn_rules.registry import Registry

STREAM: Final = "-"
"""Stands for the standard input instead of a file."""


@final
@frozen
class Stored:
    """One thing of a file, not read yet."""

    read: Callable[[], object]
    """Reads it, and raises what `parse_record` or `loads` raise when it cannot be read."""
    is_json: bool
    """Whether it is a JSON document, and not a record as text."""


def stored_in(path: str, registry: Registry[Any] | None = None) -> Iterator[Stored]:
    """What is in a file; never more than one thing of it is kept in memory.

    Records as text follow one another. JSON documents stand on a line each, or there is but one.

    Args:
        path: The file, or `-` for the standard input.
        registry: Where ids are looked up; None for the games' own.

    Raises:
        CairnRulesError: when the file cannot be read, or is not UTF-8.
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
                yield Stored(partial(found.record, None, registry), is_json=False)
        elif first.endswith("}"):
            yield from (Stored(partial(loads, line, registry), is_json=True) for line in lines if line.strip())
        else:
            yield Stored(partial(loads, "".join(lines), registry), is_json=True)


@contextmanager
def _opened(path: str) -> Generator[Iterable[str]]:
    try:
        with _standard_input() if path == STREAM else Path(path).open(encoding="utf-8-sig") as file:
            yield file
    except OSError as error:
        raise CairnRulesError(f"cannot read {path!r}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise NotationError(path, [Fault("file", f"not UTF-8: {error.reason}")]) from None


@contextmanager
def _standard_input() -> Generator[Iterable[str]]:
    if sys.stdin is None:  # pyright: ignore[reportUnnecessaryComparison] - so it is when it was closed
        raise CairnRulesError("there is no standard input to read")
    file = io.TextIOWrapper(sys.stdin.buffer, encoding="utf-8-sig")
    try:
        yield file
    finally:
        file.detach()  # whoever asks a reader later still needs it


@contextmanager
def written_to(path: str) -> Generator[IO[str]]:
    """A file to write to, which appears under its name when all of it is written, and not before.

    Raises:
        CairnRulesError: when it cannot be written.
    """
    try:
        target = Path(path).resolve()
        if target.exists() and not target.is_file():  # a device or a pipe: it cannot be put in place of another
            with target.open("w", encoding="utf-8", newline="\n") as file:
                yield file
        else:
            with _taking_the_place_of(target) as file:
                yield file
    except OSError as error:
        raise CairnRulesError(f"cannot write {path!r}: {error.strerror}") from error
    except UnicodeEncodeError as error:
        raise CairnRulesError(f"cannot write {path!r}: {error.object[error.start]!r} is no character") from error


def check_writable(path: str) -> None:
    """Refuse a file that `written_to` could not write, before much is done for it.

    Raises:
        CairnRulesError: when it cannot be written.
    """
    target = Path(path).resolve()
    try:
        if target.is_dir():
            raise IsADirectoryError(EISDIR, strerror(EISDIR))
        if not target.exists() or target.is_file():
            TemporaryFile(dir=target.parent).close()
    except OSError as error:
        raise CairnRulesError(f"cannot write {path!r}: {error.strerror}") from error


@contextmanager
def _taking_the_place_of(target: Path) -> Generator[IO[str]]:
    """A new file that is put in a target's place when it is whole, with the rights that the old one had."""
    part = target.with_name(f".{target.name}.{token_hex(4)}.part")
    try:
        with part.open("x", encoding="utf-8", newline="\n") as file:
            yield file
        if target.exists():
            copymode(target, part)
        part.replace(target)
    finally:
        part.unlink(missing_ok=True)
