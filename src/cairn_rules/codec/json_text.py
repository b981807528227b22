"""Strict reading and writing of JSON text, safe for untrusted input."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from itertools import accumulate, islice
from math import isfinite
from typing import Any, Final, NoReturn, cast

from cairn_rules.checks import decoding_fault, encoding_fault
from cairn_rules.errors import MOST_FAULTS, DocumentError, Fault, cut, shown

LONGEST: Final = 1 << 24
"""Maximum length of a text, in characters or bytes (16 MiB)."""
LARGEST: Final = (1 << 53) - 1
"""The largest whole number that every JSON reader keeps exactly."""
DEEPEST: Final = 64
"""Maximum depth of nested lists and objects, far more than any value needs."""
MOST_PARTS: Final = 500_000
"""Maximum number of parts of a document: its lists, objects, texts, numbers, truth values and nulls.

An empty list or object counts twice.
"""

_TOO_MANY: Final = re.compile(
    rf'(?:(?:[^"\[{{,]++|"(?:[^"\\]++|\\.)*+"?)*+[\[{{,]){{{MOST_PARTS}}}+', re.DOTALL
)  # a comma or a bracket stands before each part but the first
_BESIDE_BRACKETS: Final = re.compile(r'(?:"(?:[^"\\]++|\\.)*+"?|[^][{}"]++)++', re.DOTALL)


def read_json(text: str | bytes | bytearray) -> Any:
    """Parse JSON to dicts, lists, texts, numbers, booleans and None.

    This is stricter than the standard library: bytes must be UTF-8, the keys of an object must be unique, numbers must
    be finite, and whole numbers at most 2**53 - 1.

    Raises:
        DocumentError: if the text is not such JSON, longer than 16 MiB, nested more than 64 deep, or has more than
            500 000 parts.

    Example:
        >>> read_json('{"format": 1}')
        {'format': 1}
        >>> read_json('{"format": 1 2}')
        Traceback (most recent call last):
        ...
        cairn_rules.errors.DocumentError: bad document: $: not JSON: Expecting ',' delimiter, line 1, column 14
    """
    if not isinstance(text, str | bytes | bytearray):
        raise bad_document(f"a document must be text or bytes, not {type(text).__name__}")
    check_length(text)
    try:
        written = (text if isinstance(text, str) else text.decode("utf-8")).removeprefix("\ufeff")
        _check_number(written)
        _check_nesting(written)
        return json.loads(
            written, object_pairs_hook=_object, parse_constant=_no_number, parse_int=_whole_number, parse_float=_number
        )
    except UnicodeDecodeError as error:
        raise bad_document(decoding_fault(error)) from error
    except json.JSONDecodeError as error:
        raise bad_document(f"not JSON: {_problem_of(error)}") from error
    except RecursionError:  # the caller's own stack is already deep
        raise bad_document("nested too deeply for the remaining stack") from None


def write_json(data: Any, *, indent: int | None = None) -> str:
    """Return plain data as JSON, in ASCII.

    `indent` is the number of spaces for each level (default: one line, as short as possible).
    """
    return _SHORT.encode(data) if indent is None else json.dumps(data, indent=indent, allow_nan=False)


_SHORT: Final = json.JSONEncoder(separators=(",", ":"), allow_nan=False)


def _problem_of(error: json.JSONDecodeError) -> str:
    if not error.doc.strip():
        return "the text is empty"
    is_at_end = error.pos >= len(error.doc.rstrip()) or error.msg.startswith("Unterminated string")
    cut_short = "; the text is cut short" if is_at_end else ""
    return f"{error.msg}, line {error.lineno}, column {error.colno}{cut_short}"


def check_length(text: str | bytes | bytearray) -> None:
    """Check that a text is not longer than `LONGEST`. Raise a `DocumentError` if it is longer."""
    if len(text) > LONGEST:
        raise bad_document(f"longer than {LONGEST} characters, the maximum for a document")


def check_parts(data: Any, most: int = MOST_PARTS) -> None:
    """Check the nesting of plain data, their number of parts, and that their texts can be encoded.

    Data that were not parsed from text may contain themselves, or the same part in many places.

    Raises:
        DocumentError: if they are nested more than `DEEPEST` deep, have too many parts, or a text or key holds a lone
            surrogate.
    """
    groups = _groups_of([data])
    unusual = _unusual([data])
    count = 1
    for _ in range(DEEPEST):
        if not groups:
            break
        count += sum(len(each) or 1 for each in groups)
        if count > most:
            raise _too_many(most)
        parts = [part for each in groups for part in (each.values() if isinstance(each, dict) else each)]
        unusual += _unusual(parts) + _unusual([key for each in groups if isinstance(each, dict) for key in each])
        groups = _groups_of(parts)
    if groups:
        raise bad_document(f"nested more than {DEEPEST} deep")
    if any(map(encoding_fault, unusual)):
        raise DocumentError(islice(_encoding_faults(data, "$"), MOST_FAULTS))


def _groups_of(parts: list[Any]) -> list[dict[Any, Any] | list[Any]]:
    return [part for part in parts if isinstance(part, (dict, list))]


def _unusual(parts: list[Any]) -> list[str]:
    """Return the texts among some parts that are not ASCII."""
    return [part for part in parts if isinstance(part, str) and not part.isascii()]


def _encoding_faults(data: Any, where: str) -> Iterator[Fault]:
    """Yield the places of all lone surrogates in plain data that are not nested too deeply."""
    if isinstance(data, dict):
        for key, part in cast("dict[object, Any]", data).items():
            place = within(where, key)
            yield from _encoding_faults(key, place)
            yield from _encoding_faults(part, place)
    elif isinstance(data, list):
        for index, part in enumerate(cast("list[object]", data)):
            yield from _encoding_faults(part, within(where, index))
    elif isinstance(data, str) and (fault := encoding_fault(data)):
        yield Fault(where, f"{shown(data)}: {fault}")


def within(where: str, part: object) -> str:
    """Return the path of a part: the value of a key, or the item at an index.

    Example:
        >>> within("$.value", "deck"), within("$.value.deck", 3)
        ('$.value.deck', '$.value.deck[3]')
    """
    return (
        f"{where}.{part}" if isinstance(part, str) and re.fullmatch(r"[\w-]{1,60}", part) else f"{where}[{shown(part)}]"
    )


def bad_document(message: str, where: str = "$") -> DocumentError:
    """Return the error for a single fault of a document."""
    return DocumentError([Fault(where, message)])


def _too_many(most: int) -> DocumentError:
    return bad_document(f"more than {most} parts (lists, objects, texts, numbers); at most {most} are read")


def _check_number(text: str) -> None:
    """Check the number of parts of a text before it is parsed, because parsing takes long."""
    if sum(map(text.count, "[{,")) >= MOST_PARTS and _TOO_MANY.match(text):
        raise _too_many(MOST_PARTS)


def _check_nesting(text: str) -> None:
    """Check the nesting of a text before it is parsed, because the parser is recursive."""
    if text.count("[") + text.count("{") <= DEEPEST:
        return
    brackets = _BESIDE_BRACKETS.sub("", text)
    # A text that closes more brackets than it opens is not JSON; the parser stops at the first such bracket.
    depths = accumulate(1 if each in "[{" else -1 for each in brackets[: 2 * MOST_PARTS])
    if max(depths, default=0) > DEEPEST:
        raise bad_document(f"nested more than {DEEPEST} deep")


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    read = dict(pairs)
    if len(read) < len(pairs):
        (key, _), *_ = Counter(key for key, _ in pairs).most_common(1)
        raise bad_document(f"the key {key[:100]!r} occurs twice in one object")
    return read


def _no_number(text: str) -> NoReturn:
    raise bad_document(f"{text} is not a JSON number")


def _number(text: str) -> float:
    if isfinite(number := float(text)):
        return number
    raise bad_document(f"{cut(text, 20)} is too large; numbers must be below 1.8e308")


def _whole_number(text: str) -> int:
    if len(text) <= 17 and abs(number := int(text)) <= LARGEST:
        return number
    raise bad_document(f"{cut(text, 20)} is beyond {LARGEST}, the largest whole number allowed")
