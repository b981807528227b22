"""The tag of a record that tells its start as a whole document, where a game's other tags cannot. For any game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from cairn_rules.codec.envelope import Documents
from cairn_rules.codec.json_text import read_json, write_json
from cairn_rules.errors import DocumentError, Fault, NotationError
from cairn_rules.game import STATE_TAG
from cairn_rules.registry import Ids


def write_state_tag(documents: Documents, state: object) -> dict[str, str]:
    """The tag of a state.

    Raises:
        NotationError: when the state cannot be written.
    """
    try:
        return {STATE_TAG: write_json(documents.wrap(state))}
    except DocumentError as error:
        raise in_tag(STATE_TAG, repr(state), error.faults) from None


def read_state_tag(documents: Documents, tags: Mapping[str, str], others: Iterable[str], registry: Ids | None) -> Any:
    """The state that the tag tells.

    Args:
        documents: Those of the game.
        tags: All tags.
        others: The tags that tell a start without this one, and may not be beside it.
        registry: Where ids are looked up; None for the game's own.

    Raises:
        NotationError: when it tells none; each fault names the tag.
    """
    text = tags[STATE_TAG]
    beside = [Fault(f"tag {name}", f"the tag {STATE_TAG} tells the start alone") for name in others if name in tags]
    if beside:
        raise NotationError(text, beside)
    try:
        data = read_json(text)
        value = documents.unwrap(data, registry)
    except DocumentError as error:
        raise in_tag(STATE_TAG, text, error.faults) from None
    if data["document"] != "state":
        raise NotationError(text, [Fault(f"tag {STATE_TAG}", "the document of another thing than a state")])
    return value


def in_tag(tag: str, text: str, faults: Iterable[Fault]) -> NotationError:
    """The error for faults of what a tag holds."""
    return NotationError(text, [Fault(f"tag {tag}, {fault.where}", fault.message) for fault in faults])
