"""The tags of an Endless Winter record that define its starting state."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from cairn_rules.chance import Chance, KeyedDice
from cairn_rules.chance.key import WORD_BITS
from cairn_rules.codec.variant_text import format_variant, read_variant
from cairn_rules.endless_winter.content import Pack
from cairn_rules.endless_winter.packs.pack_lookup import find_pack, known_packs
from cairn_rules.endless_winter.rules.rules import settled
from cairn_rules.endless_winter.rules.setup import MOST, deal
from cairn_rules.endless_winter.state.state import State, check_sound_once
from cairn_rules.endless_winter.variant import Variant
from cairn_rules.errors import DefinitionError, Fault, NotationError, cut, hint
from cairn_rules.game import STATE_TAG
from cairn_rules.manifest import RecordStart
from cairn_rules.registry import Registry

OPEN: Final = ("Players", "Layout", "Pack", "Variant", "Chance")
"""The tags of a first state: number of players, pattern of Megalith tiles, content pack, rule options, key."""
_NUMBERS: Final = tuple(map(str, range(1, MOST + 1)))
_PACK: Final = re.compile(r"(\S{1,100}) ([0-9a-f]{64})")
_KEY: Final = re.compile("[0-9]{1,16}")


def start_tags(state: State) -> dict[str, str]:
    """Return the tags of a record that starts with a state.

    They are those of `OPEN` for the first state of a game, since the key of its chance determines every shuffle. For
    any other state, it is the tag `State` alone, with the state as a document. Raise a `NotationError` if the state
    cannot be written.

    Example:
        >>> from cairn_rules import endless_winter
        >>> tags = start_tags(endless_winter.new_game(seed=7, players=3))
        >>> tags["Players"], tags["Layout"], tags["Pack"].split()[0], tags["Chance"]
        ('3', 'A_block', 'prerelease_reconstructed', '3712283597139984')
    """
    check_sound_once(state)
    pack, variant, layout, key = state.pack, state.variant, state.table.layout, state.chance.key
    if state != _first(pack, variant, state.seats, layout, key):
        from cairn_rules.codec.envelope import write_state_tag  # noqa: PLC0415 - slow to import, rarely needed
        from cairn_rules.endless_winter.documents.documents import DOCUMENTS  # noqa: PLC0415

        return write_state_tag(DOCUMENTS, state)
    tags = {"Players": str(state.seats), "Layout": layout, "Pack": f"{pack.id} {pack.hash}"}
    options = format_variant(variant)
    if options:
        tags["Variant"] = options
    return {**tags, "Chance": str(key)}


def _first(pack: Pack, variant: Variant, players: int, layout: str, key: int) -> State:
    """Return the first state of a game whose chance has a key."""
    return settled(deal(pack, variant, players, layout, KeyedDice(Chance(key))))


def start_state(tags: Mapping[str, str], registry: Registry[Any] | None = None) -> State:
    """Return the state that a record's tags define. This is the inverse of `start_tags`.

    Tags that `start_tags` never writes are ignored. `registry` has content packs, one of which the tags may name
    (default: the built-in one only).

    Raises:
        NotationError: if the tags do not define a state; each fault names its tag. If the pack is missing or has
            another content, the fault gives both hashes.
        DefinitionError: if the registry holds anything but packs.
    """
    packs = known_packs(registry)
    if STATE_TAG in tags:
        from cairn_rules.codec.envelope import read_state_tag  # noqa: PLC0415 - slow to import, rarely needed
        from cairn_rules.endless_winter.documents.documents import DOCUMENTS  # noqa: PLC0415

        state: State = read_state_tag(DOCUMENTS, tags, OPEN, registry)
        return state
    faults: list[Fault] = []
    players, layout, key = (tags.get(name, "") for name in ("Players", "Layout", "Chance"))
    if players not in _NUMBERS:
        faults.append(Fault("tag Players", f"{cut(players, 100)!r} is not a number of players from 1 to {MOST}"))
    pack = _pack(tags.get("Pack", ""), packs, faults)
    if pack is not None and layout not in pack.layouts:
        known = hint(layout, tuple(pack.layouts))
        faults.append(Fault("tag Layout", f"{cut(layout, 100)!r} is not a pattern of Megalith tiles; {known}"))
    variant = Variant()
    try:
        variant = read_variant(tags.get("Variant", ""), Variant)
    except NotationError as error:
        faults += error.faults
    if not _KEY.fullmatch(key) or int(key) >> WORD_BITS:
        faults.append(Fault("tag Chance", f"{cut(key, 100)!r} is not a key, a number below {1 << WORD_BITS}"))
    if faults or pack is None:
        raise NotationError(", ".join(f"{name} {cut(tags[name], 50)}" for name in OPEN if name in tags), faults)
    return _first(pack, variant, int(players), layout, int(key))


def _pack(text: str, packs: tuple[Pack, ...], faults: list[Fault]) -> Pack | None:
    """Return the pack that a tag names, or None after adding a fault."""
    found = _PACK.fullmatch(text)
    if found is None:
        faults.append(Fault("tag Pack", f"{cut(text, 200)!r} is not the id of a pack and its hash of 64 digits"))
        return None
    try:
        return find_pack(found[1], found[2], packs)
    except DefinitionError as error:
        faults.append(Fault("tag Pack", str(error)))
        return None


START: Final = RecordStart(own_tags=(STATE_TAG, *OPEN), tags=start_tags, state=start_state)
"""Writing and reading of a record's starting tags."""
