"""Reading of foreign documents, which notes all faults and all values that are not understood."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from html import unescape
from typing import Any, Final, cast

from cairn_rules.cairn_rpg.characters.attributes import Score
from cairn_rules.cairn_rpg.characters.notes import Note
from cairn_rules.cairn_rpg.common.documents import MOST_PARTS
from cairn_rules.cairn_rpg.formats.omissions import Omission
from cairn_rules.codec.json_text import bad_document, check_parts, read_json, write_json
from cairn_rules.errors import MOST_FAULTS, DocumentError, Fault, quoted, shown

LONGEST: Final = 1 << 20
"""Maximum length of a document of one character, in characters or bytes (1 MiB)."""
LONGEST_TEXT: Final = 20_000
"""Maximum length of one text, in characters."""
MOST_ITEMS: Final = 500
"""Maximum length of a list."""
LARGEST: Final = 1_000_000
"""The largest number that is read."""

_BREAK: Final = re.compile(r"<(?:br|/p|/h[1-6]|/li|/div|p|li|div|h[1-6])\b[^<>]*>", re.IGNORECASE)
_MARKUP: Final = re.compile(r"<[a-z/!?][^<>]*>?", re.IGNORECASE)
_SPACE: Final = re.compile(r"[^\S ]")
_ANGLES: Final = str.maketrans("<>", "\u2039\u203a")
_NUMBER: Final = re.compile(r"-?[0-9]{1,9}")


def plain_lines(markup: str) -> str:
    r"""Return a text without markup, with a line for each paragraph, and without unprintable characters.

    Example:
        >>> plain_lines("<p>Rock &amp; <b>ruin</b></p><script>x</script>")
        'Rock & ruin\nx'
    """
    if _BREAK.search(markup):
        markup = markup.replace("\n", " ")
    text = _MARKUP.sub("", unescape(_MARKUP.sub("", _BREAK.sub("\n", markup))))
    lines = (_printable(" ".join(line.split())) for line in text.split("\n"))
    return "\n".join(line for line in lines if line)


def _printable(line: str) -> str:
    return line if line.isprintable() else "".join(each for each in line if each.isprintable())


def plain_line(markup: str) -> str:
    """Return a text without markup on one line, and without unprintable characters."""
    return plain_lines(markup).replace("\n", " ")


def unmarked(text: str) -> str:
    """Return a text for a field in which a program might interpret markup: the brackets of tags become others."""
    return _MARKUP.sub(lambda tag: tag[0].translate(_ANGLES), text)


class Report:
    """The faults of a document, and the values that are not understood."""

    def __init__(self) -> None:
        self.faults: list[Fault] = []
        self.omissions: list[Omission] = []

    def fault(self, where: str, message: str) -> None:
        """Note a fault, for which the document is refused."""
        if len(self.faults) < MOST_FAULTS:
            self.faults.append(Fault(where, message))

    def omit(self, where: str, reason: str) -> None:
        """Note a value that is left out."""
        if len(self.omissions) < MOST_FAULTS:
            self.omissions.append(Omission(where, reason))

    def check(self) -> None:
        """Raise a `DocumentError` if there are faults. It lists them all."""
        if self.faults:
            raise DocumentError(self.faults)


def document_of(document: str | bytes | bytearray | Mapping[str, Any]) -> Mapping[str, Any]:
    """Return a document as plain data.

    Raises:
        DocumentError: if it is not JSON, or holds what JSON cannot; is too long or too deep, or not an object.
    """
    data: Any = document
    if isinstance(document, str | bytes | bytearray):
        if len(document) > LONGEST:
            raise bad_document(f"{len(document)} characters; at most {LONGEST} are read for a character")
        data = read_json(document)
    if not isinstance(data, dict):
        raise bad_document(f"{shown(data)} is not an object")
    check_parts(data, MOST_PARTS)
    try:
        write_json(data)
    except (TypeError, ValueError) as error:
        raise bad_document(f"not the data of a JSON parser: {error}") from None
    return cast("dict[str, Any]", data)


class Fields:
    """An object of a foreign document. Each access notes a fault of the value, and then returns a default.

    `where` is its path; faults are added to the report.
    """

    def __init__(self, data: Mapping[str, Any], where: str, report: Report) -> None:
        self.data = data
        self.where = where
        self.report = report
        self._asked: set[str] = set()

    def path(self, key: str) -> str:
        """Return the path of a key."""
        return f"{self.where}.{key}"

    def value(self, key: str) -> Any:
        """Return the value of a key; None if it is missing or null."""
        self._asked.add(key)
        return self.data.get(key)

    def skip(self, *keys: str) -> None:
        """Mark keys as known. Their values are not part of a character."""
        self._asked.update(keys)

    def _fault(self, key: str, value: object, right: str) -> None:
        self.report.fault(self.path(key), f"{shown(value)} is not {right}")

    def raw(self, key: str) -> str:
        """Return a text with its markup; empty if it is missing."""
        value = self.value(key)
        if value is None:
            return ""
        if type(value) is not str:
            self._fault(key, value, "a text")
            return ""
        if len(value) > LONGEST_TEXT:
            self.report.fault(self.path(key), f"{len(value)} characters; at most {LONGEST_TEXT} are read")
            return ""
        return value

    def line(self, key: str) -> str:
        """Return a text on one line, without markup."""
        return plain_line(self.raw(key))

    def lines(self, key: str) -> str:
        """Return a text with a line for each paragraph, without markup."""
        return plain_lines(self.raw(key))

    def paragraphs(self, key: str) -> str:
        """Return a text without markup, with its empty lines and its spaces."""
        lines = self.raw(key).replace("\r\n", "\n").split("\n")
        return "\n".join(
            plain_lines(line) if "<" in line or "&" in line else _printable(_SPACE.sub(" ", line)) for line in lines
        ).strip("\n")

    def flag(self, key: str) -> bool:
        """Return a truth value; False if it is missing."""
        value = self.value(key)
        if value is None or type(value) is bool:
            return bool(value)
        self._fault(key, value, "true or false")
        return False

    def optional(self, key: str, *, least: int = 0, most: int = LARGEST) -> int | None:
        """Return a whole number, which may be written as a text; None if it is missing or an empty text."""
        value = self.value(key)
        if value is None or value == "":
            return None
        if type(value) is str and _NUMBER.fullmatch(plain := plain_line(value)):
            value = int(plain)
        if type(value) is not int or not least <= value <= most:
            self._fault(key, value, f"a whole number from {least} to {most}")
            return None
        return value

    def number(self, key: str, default: int = 0, *, least: int = 0, most: int = LARGEST) -> int:
        """Return a whole number; a default if it is missing."""
        value = self.optional(key, least=least, most=most)
        return default if value is None else value

    def required(self, key: str) -> int:
        """Return a whole number that must not be missing."""
        if self.value(key) in (None, ""):
            self.report.fault(self.path(key), "missing; give a whole number")
            return 0
        return self.number(key)

    def score(self, key: str, max_key: str) -> Score:
        """Return a score whose value and maximum are in two keys. A value above the maximum is lowered to it."""
        value, most = self.required(key), self.required(max_key)
        if value > most and not self.report.faults:
            self.report.omit(self.path(key), f"{value} is above the maximum {most}, which is used instead")
        return Score(min(value, most), most)

    def part(self, key: str) -> Fields:
        """Return an object; an empty one if it is missing."""
        value = self.value(key)
        if value is not None and not isinstance(value, dict):
            self._fault(key, value, "an object")
            value = None
        return Fields(cast("dict[str, Any]", value or {}), self.path(key), self.report)

    def entries(self, key: str) -> list[Any]:
        """Return a list, which may be written as JSON in a text; an empty one if it is missing."""
        value = self.value(key)
        if value is None:
            return []
        if type(value) is str:
            with suppress(DocumentError):
                value = read_json(value)
        if not isinstance(value, list):
            self._fault(key, value, "a list")
            return []
        values: list[Any] = value  # pyright: ignore[reportUnknownVariableType]
        if len(values) > MOST_ITEMS:
            self.report.fault(self.path(key), f"{len(values)} entries; at most {MOST_ITEMS} are read")
            return []
        return values

    def parts(self, key: str) -> Iterator[Fields]:
        """Yield the objects of a list."""
        for place, value in enumerate(self.entries(key)):
            where = f"{self.path(key)}[{place}]"
            if isinstance(value, dict):
                yield Fields(cast("dict[str, Any]", value), where, self.report)
            else:
                self.report.fault(where, f"{shown(value)} is not an object")

    def rest(self, format: str = "", *known: str) -> tuple[Note, ...]:
        """Return the values of unknown keys as notes of a format, for the way back, and note all but some keys."""
        unknown = {key: value for key, value in self.data.items() if key not in self._asked}
        for key in unknown:
            if key not in known:
                self.report.omit(f"{self.where}[{quoted(key)}]", "an unknown key")
        raws = [(key, json.dumps(value)) for key, value in unknown.items() if format and value]
        return tuple(Note(f"{format}.{key}", "", shown=False, raw=raw) for key, raw in raws if len(raw) <= LONGEST_TEXT)
