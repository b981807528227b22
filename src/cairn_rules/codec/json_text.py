"""JSON as text: read strictly, whatever is handed in."""

from __future__ import annotations

import json
import re
from collections import Counter
from itertools import accumulate
from math import isfinite
from typing import Any, Final, NoReturn

from cairn_rules.errors import DocumentError, Fault, cut

LONGEST: Final = 1 << 24
"""The longest text that is read, in characters or bytes."""
LARGEST: Final = (1 << 53) - 1
"""The largest whole number that every reader of JSON keeps exactly."""
DEEPEST: Final = 64
"""How many lists and objects may be inside one another: far more than any value needs."""
MOST_PARTS: Final = 1_000_000
"""More lists and objects are in no document, and no more parts of one depth."""

_BESIDE_BRACKETS: Final = re.compile(r'(?:"(?:[^"\\]++|\\.)*+"?|[^][{}"]++)++', re.DOTALL)


def read_json(text: str | bytes | bytearray) -> Any:
    """What a JSON text says, as dicts, lists, texts, numbers, booleans and None.

    Stricter than the standard library: bytes are UTF-8, no key comes twice in an object, and
    numbers are finite and of a size that every reader keeps.

    Raises:
        DocumentError: when the text is no such JSON, longer than 16 MiB, or nested more than 64 deep.

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
        written = (text if isinstance(text, str) else text.decode("utf-8")).removeprefix("\ufeff")
        _check_nesting(written)
        return json.loads(
            written, object_pairs_hook=_object, parse_constant=_no_number, parse_int=_whole_number, parse_float=_number
        )
    except UnicodeDecodeError as error:
        raise bad_document(f"not UTF-8: {error.reason} at byte {error.start}") from error
    except json.JSONDecodeError as error:
        raise bad_document(f"not JSON: {error.msg}, line {error.lineno}, column {error.colno}") from error
    except RecursionError:  # the caller has gone deep already
        raise bad_document("nested too deeply for the stack that is left") from None


def write_json(data: Any, *, indent: int | None = None) -> str:
    """Plain data as JSON, in ASCII; without an indent as short as it can be."""
    return _SHORT.encode(data) if indent is None else json.dumps(data, indent=indent, allow_nan=False)


_SHORT: Final = json.JSONEncoder(separators=(",", ":"), allow_nan=False)


def check_parts(data: Any) -> None:
    """Refuse plain data that are nested too deeply, or have too many parts.

    Data that did not come from a text may contain themselves, and one part may stand in many places.

    Raises:
        DocumentError: when they are.
    """
    groups = _groups_of([data])
    for _ in range(DEEPEST):
        if not groups:
            return
        parts = [part for each in groups for part in (each.values() if isinstance(each, dict) else each)]
        if len(parts) > MOST_PARTS:
            raise bad_document(f"more than {MOST_PARTS} parts")
        groups = _groups_of(parts)
    if groups:
        raise bad_document(f"nested more than {DEEPEST} deep")


def _groups_of(parts: list[Any]) -> list[dict[Any, Any] | list[Any]]:
    """Those parts that have parts themselves."""
    return [part for part in parts if isinstance(part, (dict, list))]


def bad_document(message: str, where: str = "$") -> DocumentError:
    """The error for one thing that is wrong with a document."""
    return DocumentError([Fault(where, message)])


def _check_nesting(text: str) -> None:
    """Refuse a text that is nested too deeply, before the reader of JSON goes as deep as the text does."""
    if text.count("[") + text.count("{") <= DEEPEST:
        return
    brackets = _BESIDE_BRACKETS.sub("", text)
    if brackets.count("[") + brackets.count("{") > MOST_PARTS:
        raise bad_document(f"more than {MOST_PARTS} lists and objects")
    # Where more are closed than were opened, the text is no JSON, and nothing behind it is read.
    depths = accumulate(1 if each in "[{" else -1 for each in brackets[: 2 * MOST_PARTS])
    if max(depths, default=0) > DEEPEST:
        raise bad_document(f"nested more than {DEEPEST} deep")


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    read = dict(pairs)
    if len(read) < len(pairs):
        (key, _), *_ = Counter(key for key, _ in pairs).most_common(1)
        raise bad_document(f"the key {key[:100]!r} is there twice in one object")
    return read


def _no_number(text: str) -> NoReturn:
    raise bad_document(f"{text} is no number of JSON")


def _number(text: str) -> float:
    if isfinite(number := float(text)):
        return number
    raise bad_document(f"{cut(text, 20)} is beyond every number that is read")


def _whole_number(text: str) -> int:
    if len(text) <= 17 and abs(number := int(text)) <= LARGEST:
        return number
    raise bad_document(f"{cut(text, 20)} is beyond {LARGEST}, the largest whole number that is read")
