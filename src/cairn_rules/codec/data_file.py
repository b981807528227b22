"""Reading of plain data from JSON or TOML, safe for untrusted files and texts."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from contextlib import contextmanager
from os import PathLike
from pathlib import Path
from typing import Any, Final

from cairn_rules.codec.json_text import read_json
from cairn_rules.codec.key_lines import at_lines
from cairn_rules.codec.text_file import read_bytes, text_of
from cairn_rules.codec.toml_text import read_toml
from cairn_rules.errors import DocumentError, Fault, unreadable

JSON: Final = ".json"
ENDINGS: Final = (JSON, ".toml")
"""The endings of the names of such files."""


@contextmanager
def data_in_file(path: str | PathLike[str], longest: int, what: str) -> Generator[Any]:
    """Return the data of a file whose name ends with `.json` or `.toml`, as a context.

    While it is active, faults of the data get their lines. `longest` is the maximum length in bytes; `what` is a phrase
    for what it holds, such as `a pack`, for errors.

    Raises:
        UnreadableFileError: if the file cannot be read, or is of another kind.
        DocumentError: if it is too long, or not UTF-8, JSON or TOML.
    """
    text = text_in_file(path, longest, what)
    with _data(text, is_json=Path(path).suffix.lower() == JSON) as data:
        yield data


def text_in_file(path: str | PathLike[str], longest: int, what: str) -> str:
    """Return the text of such a file. See `data_in_file`."""
    written = read_bytes(path, longest)
    if Path(path).suffix.lower() not in ENDINGS:
        raise unreadable(path, f"the name of {what}'s file ends with .json or .toml")
    return text_of(written, path, longest, what)


@contextmanager
def data_of(source: str | Mapping[str, Any], longest: int, what: str) -> Generator[Any]:
    """Return the data of a text, which is JSON if it begins with a brace, or TOML; or a copy of a dict; as a context.

    While it is active, faults of the data get their lines. `longest` is the maximum length of a text, in characters;
    `what` is a phrase for what it holds, such as `a pack`, for errors. Raise a `DocumentError` if the source is
    neither, too long, or not JSON or TOML.
    """
    if isinstance(source, Mapping):
        yield dict(source)
        return
    if not isinstance(source, str):
        raise DocumentError([Fault("$", f"{what} is parsed from a text or a dict, not {type(source).__name__}")])
    if len(source) > longest:
        raise DocumentError([Fault("$", f"{len(source)} characters; {what} has at most {longest}")])
    text = source.removeprefix("\ufeff")
    with _data(text, is_json=is_json(text)) as data:
        yield data


def is_json(text: str) -> bool:
    """Return whether a text is JSON, which begins with a brace, or TOML."""
    return text.lstrip().startswith("{")


@contextmanager
def _data(text: str, *, is_json: bool) -> Generator[Any]:
    data = read_json(text) if is_json else read_toml(text)
    with at_lines(text, is_json=is_json):
        yield data
