"""Files that appear under their name only when they are complete and on the disk."""

from __future__ import annotations

import io
import os
from collections.abc import Generator
from contextlib import ExitStack, contextmanager, suppress
from errno import EISDIR
from glob import escape
from pathlib import Path
from secrets import token_hex
from shutil import copymode
from tempfile import TemporaryFile
from typing import Final

from cairn_rules.codec.file_lock import locked
from cairn_rules.errors import CairnRulesError

_KEPT: Final = 50
"""Maximum length of a name in that of the file that will replace another: names have at most 255 bytes."""


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
    """Make a folder if it does not exist, and return it. Raise a `CairnRulesError` if it cannot be made."""
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
    for left in filter(Path.is_file, target.parent.glob(_part(escape(target.name[:_KEPT]), "[0-9a-f]" * 8))):
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
        part = target.with_name(_part(target.name[:_KEPT], token_hex(4)))
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
