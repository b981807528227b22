"""Files of characters: JSON documents of this library, one in a file or one on each line."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

from cairn_rules.cairn_rpg.character import Character
from cairn_rules.documents import loads
from cairn_rules.errors import CairnRulesError, DocumentError, Fault

STREAM: Final = "-"
"""The standard input in place of a file."""
LARGEST: Final = 10_000_000
"""Maximum size of a file of characters, in bytes."""


def read_characters(path: str) -> tuple[Character, ...]:
    """Read the characters of a file.

    Args:
        path: The file, or `-` for the standard input. It holds one JSON document, or one on each line.

    Raises:
        DocumentError: if a document has faults. It lists all faults of the first such document.
        CairnRulesError: if the file cannot be read, or is larger than 10 MB.
    """
    text = _text_of(path)
    lines = [line for line in text.splitlines() if line.strip()]
    each_line = len(lines) > 1 and all(line.lstrip()[:1] == "{" and line.rstrip()[-1:] == "}" for line in lines)
    found: list[Character] = []
    for number, document in enumerate(lines if each_line else [text], 1):
        try:
            found.append(_character(document))
        except DocumentError as error:
            where = f"{path}, character {number}, " if each_line else f"{path}, "
            raise DocumentError([Fault(where + fault.where, fault.message) for fault in error.faults]) from None
    return tuple(found)


def _character(document: str) -> Character:
    return loads(document, expect=Character)


def _text_of(path: str) -> str:
    try:
        if path == STREAM:
            if sys.stdin is None:  # pyright: ignore[reportUnnecessaryComparison] - None when it is closed
                raise CairnRulesError("the standard input is closed")
            data = sys.stdin.buffer.read(LARGEST + 1)
        else:
            with Path(path).open("rb") as file:
                data = file.read(LARGEST + 1)
    except OSError as error:
        raise CairnRulesError(f"cannot read {path!r}: {error.strerror}") from error
    except ValueError as error:  # a zero byte in the name
        raise CairnRulesError(f"cannot read {path!r}: {error}") from error
    if len(data) > LARGEST:
        raise CairnRulesError(f"cannot read {path!r}: it is larger than {LARGEST} bytes")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise CairnRulesError(f"cannot read {path!r}: it is not UTF-8") from None
