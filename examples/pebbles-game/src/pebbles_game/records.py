"""The start of a record of Pebbles: a tag for each part of a first state, or the whole state as JSON."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from cairn_rules import CairnRulesError, Fault, NotationError
from cairn_rules.chance import Chance
from cairn_rules.codec import read_state_tag, write_state_tag
from cairn_rules.game import STATE_TAG
from cairn_rules.manifest import RecordStart
from cairn_rules.registry import Content
from pebbles_game.content import Charm, Pebble
from pebbles_game.documents import DOCUMENTS
from pebbles_game.state import State

OPEN: Final = ("Bag", "Charms", "Spare", "Chance")
"""The tags of a first state."""


def tags(state: State) -> dict[str, str]:
    """Return the tags of a start."""
    if state != _first(state.bag, state.charms, state.spare, state.chance):
        return write_state_tag(DOCUMENTS, state)
    return {
        "Bag": " ".join(pebble.id for pebble in state.bag),
        "Charms": " ".join(charm.id for charm in state.charms),
        "Spare": " ".join(charm.id for charm in state.spare),
        "Chance": f"{state.chance.key} {state.chance.used}",
    }


def state(tags: Mapping[str, str], content: Content) -> State:
    """Return the start that tags stand for.

    Raises:
        NotationError: if they stand for none; each fault names its tag.
    """
    if STATE_TAG in tags:
        told: State = read_state_tag(DOCUMENTS, tags, OPEN, content)
        return told
    kinds = {"Bag": "pebbles", "Charms": "charms", "Spare": "charms"}
    values: dict[str, Any] = {}
    faults: list[Fault] = []
    for tag in OPEN:
        words = tags.get(tag, "").split()
        try:
            values[tag] = tuple(content[kinds[tag]][word] for word in words) if tag in kinds else _chance(words)
        except (CairnRulesError, ValueError) as error:
            faults.append(Fault(f"tag {tag}", str(error)))
    if not faults and not 1 <= len(values["Charms"]) <= 4:
        faults.append(Fault("tag Charms", "there should be 1 to 4 charms, one for each player"))
    if faults:
        raise NotationError(tags.get(faults[0].where.removeprefix("tag "), ""), faults)
    return _first(values["Bag"], values["Charms"], values["Spare"], values["Chance"])


def _chance(words: list[str]) -> Chance:
    if len(words) != 2 or not all(word.isascii() and word.isdigit() and len(word) < 20 for word in words):
        raise ValueError(f"{' '.join(words)[:100]!r} is not a key and a counter, such as '7 0'")
    key, used = map(int, words)
    return Chance(key, used)


def _first(bag: tuple[Pebble, ...], charms: tuple[Charm, ...], spare: tuple[Charm, ...], chance: Chance) -> State:
    return State(bag=bag, piles=((),) * len(charms), charms=charms, spare=spare, chance=chance)


START: Final = RecordStart(own_tags=(STATE_TAG, *OPEN), tags=tags, state=state)
"""The tags of a record's start."""
