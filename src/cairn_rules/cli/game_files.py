"""Files of stored games (text records, or JSON documents), read one by one."""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from itertools import chain
from pathlib import Path
from typing import IO, Any, Final, final

from cairn_rules.checks import decoding_fault
from cairn_rules.codec.json_text import LONGEST
from cairn_rules.codec.text_file import is_file
from cairn_rules.errors import CairnRulesError, DocumentError, Fault, NotationError, unreadable
from cairn_rules.frozen_classes import frozen
from cairn_rules.registry import Registry

STREAM: Final = "-"
"""The standard input in place of a file."""
_KEPT: Final = "surrogateescape"
"""The treatment of bytes that are not UTF-8: such a byte spoils the game that it is in, and no other."""
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
    is refused like a faulty one, and the next one is read. The path is `-` for the standard input. `registry` is the
    one for ids; None for the games' own.

    Raises:
        UnreadableFileError: if the file cannot be read, or is a TOML file.
        NotationError: if it is UTF-16.
    """
    if path.lower().endswith(".toml"):
        raise unreadable(path, _OTHER)
    with _opened(path) as file:
        lines = _lines(file)
        number, first = next(((number, line) for number, line in enumerate(lines, 1) if line.strip()), (1, ""))
        if first[:2] in ("\udcff\udcfe", "\udcfe\udcff"):  # the mark of UTF-16: `_opened` explains this error
            first.encode(errors="surrogateescape").decode()
        if not first.lstrip().startswith("{"):
            from cairn_rules.history.record_text import split_records  # noqa: PLC0415 - most commands read no games

            for found in split_records(chain((first,), lines), first=number):
                yield Stored(partial(_parsed, path, found.record, None, registry), is_json=False)
            return
        documents: Iterable[str] = chain((first,), filter(str.strip, lines))
        if not first.rstrip().endswith("}"):  # one document, read to the limit, the end of its last line, and one more
            documents = (first + file.read(LONGEST + 2 - len(first)),)
        for text in documents:
            yield Stored(partial(_parsed, path, _document, text.removesuffix("\n"), registry), is_json=True)


def _document(text: str, registry: Registry[Any] | None) -> object:
    from cairn_rules.json_documents import loads  # noqa: PLC0415 - as above

    return loads(text.encode(errors="surrogateescape"), registry)


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
    found = None
    with suppress(OSError):  # the command itself says so
        if is_file(path):
            with Path(path).open(encoding="utf-8-sig", errors="replace") as file:
                found = _GAME.match(file.read(_HEAD))
    return found and found[1]


@contextmanager
def _opened(path: str) -> Generator[IO[str]]:
    try:
        with _standard_input() if path == STREAM else Path(path).open(encoding="utf-8-sig", errors=_KEPT) as file:
            yield file
    except OSError as error:
        raise unreadable(path, error.strerror) from error
    except UnicodeDecodeError as error:
        raise NotationError(path, [Fault("file", decoding_fault(error))]) from None


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
    file = io.TextIOWrapper(sys.stdin.buffer, encoding="utf-8-sig", errors=_KEPT)
    try:
        yield file
    finally:
        file.detach()  # later reads of the standard input need it open
