"""Reading of plain data from JSON or TOML, safe for untrusted files and texts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from os import PathLike
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from cairn_rules.codec.json_text import read_json
from cairn_rules.codec.text_file import read_bytes, text_of
from cairn_rules.codec.toml_text import read_toml
from cairn_rules.errors import DocumentError, Fault, UnreadableFileError

_PARSERS: Final[Mapping[str, Callable[[str], Any]]] = MappingProxyType({".json": read_json, ".toml": read_toml})
ENDINGS: Final = tuple(_PARSERS)
"""The endings of the names of such files."""


def data_in_file(path: str | PathLike[str], longest: int, what: str) -> Any:
    """Return the data of a file whose name ends with `.json` or `.toml`.

    Args:
        path: The path of the file.
        longest: Maximum length, in bytes.
        what: A phrase for what it holds, such as `a pack`, for errors.

    Raises:
        UnreadableFileError: if the file cannot be read, or is of another kind.
        DocumentError: if it is too long, or not UTF-8, JSON or TOML.
    """
    written = read_bytes(path, longest)
    parser = _PARSERS.get(Path(path).suffix.lower())
    if parser is None:
        raise UnreadableFileError(f"cannot read {str(path)!r}: the name of {what}'s file ends with .json or .toml")
    return parser(text_of(written, path, longest, what))


def data_of(source: str | Mapping[str, Any], longest: int, what: str) -> Any:
    """Return the data of a text, which is JSON if it begins with a brace, or TOML; or a copy of a dict.

    Args:
        source: The text or the dict.
        longest: Maximum length of a text, in characters.
        what: A phrase for what it holds, such as `a pack`, for errors.

    Raises:
        DocumentError: if it is neither, too long, or not JSON or TOML.
    """
    if isinstance(source, Mapping):
        return dict(source)
    if not isinstance(source, str):
        raise DocumentError([Fault("$", f"{what} is parsed from a text or a dict, not {type(source).__name__}")])
    if len(source) > longest:
        raise DocumentError([Fault("$", f"{len(source)} characters; {what} has at most {longest}")])
    text = source.removeprefix("\ufeff")
    return read_json(text) if text.lstrip().startswith("{") else read_toml(text)
