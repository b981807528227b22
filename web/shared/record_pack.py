"""Records that hold the content pack with which they are played, so that any page can open them.

A pack is data: it is parsed and checked, and nothing in it runs.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from cairn_rules import endless_winter
from cairn_rules.endless_winter import Pack
from cairn_rules.history.record_text import split_records
from cairn_rules.registry import Registry

TAG: Final = "Content"
"""The tag of a record with the text of its pack."""


def content_in(record: str) -> tuple[Registry[Pack] | None, Mapping[str, str]]:
    r"""Return the pack of a record, in a registry, and the tag that holds it. A record without one has neither.

    Raises:
        DocumentError: if the text is not a pack. It lists every fault with its path.

    Example:
        >>> content_in('[Game "endless-winter"]\n')
        (None, {})
    """
    text = next((each.tags[TAG] for each in split_records(record.split("\n")) if TAG in each.tags), None)
    return (None, {}) if text is None else (Registry([endless_winter.parse_pack(text)]), {TAG: text})
