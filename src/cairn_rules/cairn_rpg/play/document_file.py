"""Files of one JSON document each, such as the map of a dungeon or the land of a campaign."""

from __future__ import annotations

from typing import Final, TypeVar

from cairn_rules.codec.text_file import read_bytes
from cairn_rules.errors import CairnRulesError, DocumentError, Fault
from cairn_rules.json_documents import loads

T = TypeVar("T")

LARGEST: Final = 10_000_000
"""Maximum size of a file, in bytes."""


def read_document(path: str, kind: type[T]) -> T:
    """Read the document of a value from a file.

    Args:
        path: The file.
        kind: The class of the value.

    Raises:
        DocumentError: if the document has faults, or holds a value of another class. It lists them all.
        CairnRulesError: if the file cannot be read, or is larger than 10 MB.
    """
    data = read_bytes(path, LARGEST)
    if len(data) > LARGEST:
        raise CairnRulesError(f"cannot read {path!r}: it is larger than {LARGEST} bytes")
    try:
        return loads(data, expect=kind)
    except DocumentError as error:
        raise DocumentError(Fault(f"{path}, {fault.where}", fault.message) for fault in error.faults) from None
