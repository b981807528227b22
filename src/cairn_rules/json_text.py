"""JSON as text: read strictly, whatever is handed in."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any, Final, NoReturn

from cairn_rules.errors import DocumentError, Fault

LONGEST: Final = 1 << 24
"""The longest text that is read, in characters or bytes."""
LARGEST: Final = (1 << 53) - 1
"""The largest whole number that every reader of JSON keeps exactly."""


def read_json(text: str | bytes | bytearray) -> Any:
    """What a JSON text says, as dicts, lists, texts, numbers, booleans and None.

    Stricter than the standard library: bytes are UTF-8, no key comes twice in an object, and
    numbers are finite and of a size that every reader keeps.

    Raises:
        DocumentError: when the text is no such JSON, or longer than 16 MiB.

    Example:
        >>> read_json('{"format": 1}')
        {'format': 1}
        >>> read_json('{"format": 1')
        Traceback (most recent call last):
        ...
        cairn_rules.errors.DocumentError: bad document: $: not JSON: Expecting ',' delimiter, line 1, column 13
    """
    if not isinstance(text, str | bytes | bytearray):
        raise bad_document(f"a document is a text or bytes, not {type(text).__name__}")
    if len(text) > LONGEST:
        raise bad_document(f"{len(text)} characters; at most {LONGEST} are read")
    try:
        written = text if isinstance(text, str) else text.decode("utf-8")
        return json.loads(written, object_pairs_hook=_object, parse_constant=_no_number, parse_int=_whole_number)
    except UnicodeDecodeError as error:
        raise bad_document(f"not UTF-8: {error.reason} at byte {error.start}") from error
    except json.JSONDecodeError as error:
        raise bad_document(f"not JSON: {error.msg}, line {error.lineno}, column {error.colno}") from error
    except RecursionError:
        raise bad_document("nested too deeply") from None


def write_json(data: Any, *, indent: int | None = None) -> str:
    """Plain data as JSON, in ASCII; without an indent as short as it can be."""
    return json.dumps(data, indent=indent, separators=(",", ":") if indent is None else None, allow_nan=False)


def bad_document(message: str, where: str = "$") -> DocumentError:
    """The error for one thing that is wrong with a document."""
    return DocumentError([Fault(where, message)])


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    read = dict(pairs)
    if len(read) < len(pairs):
        (key, _), *_ = Counter(key for key, _ in pairs).most_common(1)
        raise bad_document(f"the key {key[:100]!r} is there twice in one object")
    return read


def _no_number(text: str) -> NoReturn:
    raise bad_document(f"{text} is no number of JSON")


def _whole_number(text: str) -> int:
    if len(text) <= 17 and abs(number := int(text)) <= LARGEST:
        return number
    raise bad_document(
        f"{text[:20]}{'…' * (len(text) > 20)} is beyond {LARGEST}, the largest whole number that is read"
    )
