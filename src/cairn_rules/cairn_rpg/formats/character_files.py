"""Files of characters: documents of this library, of Kettlewright and of both Foundry systems."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import MappingProxyType
from typing import Any, Final, cast

from cairn_rules.cairn_rpg.characters.character import Character
from cairn_rules.cairn_rpg.formats import FOUNDRY_CAIRN, FOUNDRY_CAIRN2E, KETTLEWRIGHT, Omission
from cairn_rules.codec.json_text import read_json
from cairn_rules.codec.text_file import read_bytes
from cairn_rules.errors import CairnRulesError, DocumentError, Fault, UnreadableFileError
from cairn_rules.json_documents import from_data

FORMATS: Final = MappingProxyType(
    {"kettlewright": KETTLEWRIGHT, "foundry-cairn": FOUNDRY_CAIRN, "foundry-cairn2e": FOUNDRY_CAIRN2E}
)
"""The formats of other programs, by name."""
_OF_CAIRN2E: Final = {"age", "bond", "career", "dayRate", "omen", "role", "traits"}
"""Fields that only actors of the newer Foundry system have."""
STREAM: Final = "-"
"""The standard input in place of a file."""
_PACK: Final = "a content pack goes into the option --pack, and 'cairn-rules check-pack' checks it"
_REMEDY: Final = "; 'cairn-rules party 4 --output party.json' writes a file of characters"
LARGEST: Final = 10_000_000
"""Maximum size of a file of characters, in bytes."""


def read_characters(path: str, *, omitted: Callable[[str], None] = lambda _: None) -> tuple[Character, ...]:
    """Read the characters of a file. The format of each document is recognised.

    Args:
        path: The file, or `-` for the standard input. It holds one JSON document, or one on each line: a character, or
            a party of this library.
        omitted: Called with a line for each value of a foreign document that is not understood.

    Raises:
        DocumentError: if a document has faults. It lists all faults of the first such document.
        UnreadableFileError: if the file cannot be read, or is larger than 10 MB.
    """
    text = _text_of(path)
    if path.lower().endswith(".toml"):
        raise CairnRulesError(f"{path!r} is not a file of characters; {_PACK}")
    lines = [line for line in text.splitlines() if line.strip()]
    each_line = len(lines) > 1 and all(line.lstrip()[:1] == "{" and line.rstrip()[-1:] == "}" for line in lines)
    found: list[Character] = []
    for number, document in enumerate(lines if each_line else [text], 1):
        try:
            characters, omissions = _characters(document)
        except DocumentError as error:
            where = f"{path}, document {number}, " if each_line else f"{path}, "
            remedy = "" if document.lstrip()[:1] == "{" else _REMEDY
            raise DocumentError(
                [Fault(where + fault.where, fault.message + remedy) for fault in error.faults]
            ) from None
        found += characters
        for omission in omissions:
            omitted(f"{path}, {characters[0].name}, {omission}")
    return tuple(found)


def _characters(document: str) -> tuple[tuple[Character, ...], tuple[Omission, ...]]:
    """Return the characters of a document, and the values that are not understood.

    Raises:
        DocumentError: if it is damaged, or of no known format. It lists all faults.
    """
    data: Any = read_json(document)
    fields = cast("dict[str, Any]", data)
    if not isinstance(data, dict) or "document" in data:
        if isinstance(data, dict) and fields["document"] == "party":
            return cast("tuple[Character, ...]", from_data(fields)), ()
        character: Character = from_data(data, expect=Character)
        return (character,), ()
    format = _format_of(fields)
    if format is None:
        wrong = "this is not a character of this library, of Kettlewright or of Foundry"
        raise DocumentError([Fault("$", wrong + f"; {_PACK}" * ("license" in fields))])
    found, omissions = FORMATS[format].read(fields)
    return (found,), omissions


def _format_of(data: dict[str, Any]) -> str | None:
    """Return the name of the foreign format of a document; None if there is none."""
    system, stats = data.get("system"), data.get("_stats")
    if not isinstance(system, dict):
        return "kettlewright" if "strength" in data else None
    if isinstance(stats, dict) and "systemId" in stats:
        found = f"foundry-{cast('dict[str, Any]', stats)['systemId']}"
        return found if found in FORMATS else None
    return "foundry-cairn2e" if _OF_CAIRN2E & system.keys() else "foundry-cairn"


def _typed() -> bytes:
    if sys.stdin is None:  # pyright: ignore[reportUnnecessaryComparison] - None when it is closed
        raise CairnRulesError("the standard input is closed")
    try:
        return sys.stdin.buffer.read(LARGEST + 1)
    except OSError as error:
        raise UnreadableFileError(f"cannot read {STREAM!r}: {error.strerror}") from error


def _text_of(path: str) -> str:
    data = _typed() if path == STREAM else read_bytes(path, LARGEST)
    if len(data) > LARGEST:
        raise UnreadableFileError(f"cannot read {path!r}: it is larger than {LARGEST} bytes")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise UnreadableFileError(f"cannot read {path!r}: it is not UTF-8") from None
