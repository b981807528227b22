"""The tags of a record that describe its first state."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from cairn_rules.cairn.megaliths.megaliths import BASE_SET, origins
from cairn_rules.cairn.state.pending import ChooseAction, Over
from cairn_rules.cairn.state.state import State, draft
from cairn_rules.cairn.texts.position_text import format_position, parse_position
from cairn_rules.cairn.variant import STANDARD, Variant
from cairn_rules.codec.variant_text import format_variant, read_variant
from cairn_rules.errors import Fault, NotationError
from cairn_rules.game import STATE_TAG
from cairn_rules.manifest import RecordStart
from cairn_rules.plugins import with_origin
from cairn_rules.registry import Registry

OPEN: Final = ("Position", "Packages", "Variant", "Turn")
"""The tags of a state between turns."""
LONGEST: Final = 20_000
"""Maximum length of a position text, in characters."""


def start_tags(state: State) -> dict[str, str]:
    """Return the tags of a record that starts with a state: the position, and what its text leaves out.

    Example:
        >>> from cairn_rules import cairn
        >>> state = cairn.parse_position("f4/5/5/5/s4 s wooe b3=chaos,d3=dawn alley,deer - 0-0")
        >>> start_tags(state)
        {'Position': 'f4/5/5/5/s4 s wooe b3=chaos,d3=dawn alley,deer - 0-0'}
    """
    if not isinstance(state.pending, ChooseAction | Over):
        from cairn_rules.cairn.documents.documents import DOCUMENTS  # noqa: PLC0415 - slow to import, rarely needed
        from cairn_rules.codec.envelope import write_state_tag  # noqa: PLC0415

        return write_state_tag(DOCUMENTS, state)
    tags = {"Position": format_position(state)}
    foreign = origins(state._layout.all_megaliths)
    if foreign:
        tags["Packages"] = ", ".join(f"{id}={origin}" for id, origin in foreign.items())
    if state.variant != STANDARD:
        tags["Variant"] = format_variant(state.variant)
    if state.turn:
        tags["Turn"] = str(state.turn)
    return tags


def start_state(tags: Mapping[str, str], registry: Registry[Any] | None = None) -> State:
    """Return the state that the tags of a record describe. The inverse of `start_tags`.

    Tags that `start_tags` does not write are ignored. `registry` has the megaliths that the tags may name (default:
    `BASE_SET`).

    Raises:
        NotationError: if the tags do not describe a state; each fault names its tag.
        DefinitionError: if the registry is not a `Registry`.
    """
    stones = BASE_SET if registry is None else registry
    if STATE_TAG in tags:
        from cairn_rules.cairn.documents.documents import DOCUMENTS  # noqa: PLC0415 - slow to import, rarely needed
        from cairn_rules.codec.envelope import read_state_tag  # noqa: PLC0415

        restored: State = read_state_tag(DOCUMENTS, tags, OPEN, stones)
        return restored
    text, variant_text, turn_text = tags.get("Position", ""), tags.get("Variant", ""), tags.get("Turn", "0")
    faults: list[Fault] = []
    variant = STANDARD
    try:
        variant = read_variant(variant_text, Variant)
    except NotationError as error:
        faults += error.faults
    if not re.fullmatch("[0-9]{1,16}", turn_text):
        faults.append(Fault("tag Turn", f"{turn_text[:100]!r} is not a number of completed turns"))
    if len(text) > LONGEST:
        raise NotationError(
            text, [*faults, Fault("tag Position", f"{len(text)} characters; at most {LONGEST} are allowed")]
        )
    try:
        state = parse_position(text, stones, variant)
    except NotationError as error:
        foreign = dict(item.split("=", 1) for item in tags.get("Packages", "").split(", ") if "=" in item)
        faults += [Fault(f"tag Position, {fault.where}", with_origin(fault.message, foreign)) for fault in error.faults]
        raise NotationError(text, faults) from None
    if faults:
        raise NotationError(variant_text or turn_text, faults)
    started = draft(state)
    started._turn = int(turn_text)
    return started


START: Final = RecordStart(own_tags=(STATE_TAG, *OPEN), tags=start_tags, state=start_state)
"""Functions that write and read the tags of the first state."""
