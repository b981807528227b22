"""Strict reading of text files, safe for untrusted input."""

from __future__ import annotations

from os import PathLike
from os.path import isdir, isfile
from pathlib import Path

from cairn_rules.checks import decoding_fault
from cairn_rules.errors import DocumentError, Fault, unreadable


def is_file(path: str | PathLike[str]) -> bool:
    """Return whether a path leads to a file; False for a text that cannot be a path, such as one that is too long."""
    return isfile(path)  # noqa: PTH113 - Path.is_file raises an error for such texts


def is_folder(path: str | PathLike[str]) -> bool:
    """Return whether a path leads to a folder; False for a text that cannot be a path, such as one that is too long."""
    return isdir(path)  # noqa: PTH112 - as above


def read_bytes(path: str | PathLike[str], longest: int) -> bytes:
    """Return the content of a file, or one byte more than the maximum.

    Raises:
        UnreadableFileError: if the file cannot be read.
    """
    try:
        with Path(path).open("rb") as file:
            return file.read(longest + 1)
    except OSError as error:
        raise unreadable(path, error.strerror) from error
    except (TypeError, ValueError) as error:  # it is no path, or contains a character that paths cannot have
        raise unreadable(path, error) from None


def text_of(written: bytes, path: str | PathLike[str], longest: int, what: str) -> str:
    """Return the text of a file.

    `written` is the result of `read_bytes`. `longest` is the maximum length in bytes; `what` is a phrase for such
    files, such as `a board file`. Raise a `DocumentError` if the file is too long or not UTF-8.
    """
    if len(written) > longest:
        raise DocumentError([Fault(str(path), f"more than {longest} bytes, the maximum for {what}")])
    try:
        return written.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise DocumentError([Fault(str(path), decoding_fault(error))]) from None
