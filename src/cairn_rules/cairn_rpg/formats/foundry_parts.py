"""Common parts of both Foundry systems: actors, the items in them, and texts as HTML."""

from __future__ import annotations

import json
from collections.abc import Iterable
from html import escape
from typing import Any, Final

from cairn_rules.cairn_rpg.characters.attributes import Attribute, Score
from cairn_rules.cairn_rpg.characters.character import Character
from cairn_rules.cairn_rpg.characters.inventory import CAPACITY
from cairn_rules.cairn_rpg.characters.notes import Note, values_at
from cairn_rules.cairn_rpg.formats.exchange import Document
from cairn_rules.cairn_rpg.formats.items import parse_dice
from cairn_rules.cairn_rpg.formats.reading import Fields, unmarked

FATIGUE: Final = "Fatigue"
"""The name of the items that stand for Fatigue."""
FLAGS: Final = "flags"
"""The key of an actor with an object for the data of other programs."""
EFFECTS: Final = "effect"
"""The place of effects."""
_OF_FOUNDRY: Final = (
    "_id",
    "_stats",
    "_key",
    "img",
    "sort",
    "folder",
    "ownership",
    "prototypeToken",
    "token",
    "permission",
)
"""Keys that Foundry itself needs."""


def paragraphs(texts: Iterable[str]) -> str:
    """Return texts as paragraphs of HTML, one for each line, with every character escaped."""
    return "".join(f"<p>{escape(line, quote=False)}</p>" for text in texts for line in text.split("\n") if line)


def actor(character: Character, kind: str, system: Document, items: list[Document]) -> Document:
    """Return an actor."""
    name = unmarked(character.name)
    return {
        "name": name,
        "type": kind,
        "img": "",
        "system": scores(character) | system,
        "items": [{"_id": f"cairnrules{number:06d}"} | item for number, item in enumerate(items, 1)],
        "prototypeToken": {"name": name},
    } | ({"effects": others} if (others := values_at(character.notes, EFFECTS)) else {})


def read_effect(effect: Fields) -> Note:
    """Return an effect that is no condition of a character as a note."""
    return Note(EFFECTS, effect.line("name"), raw=json.dumps(effect.data))


def scores(character: Character) -> Document:
    """Return the attributes and HP of an actor."""
    abilities = {attribute.value: _score(character.score(attribute)) for attribute in Attribute}
    return {"abilities": abilities, "hp": _score(character.hp)}


def _score(score: Score) -> Document:
    return {"value": score.value, "max": score.max}


def read_scores(system: Fields) -> dict[str, Any]:
    """Return the attributes and HP of an actor by the names of their fields."""
    abilities = system.part("abilities")
    found = {attribute.field: abilities.part(attribute.value).score("value", "max") for attribute in Attribute}
    abilities.rest()
    return {**found, "hp": system.part("hp").score("value", "max")}


def read_name(fields: Fields) -> str:
    """Return the name of an actor, and mark the keys of Foundry as known."""
    fields.skip(*_OF_FOUNDRY, FLAGS)
    name = fields.line("name")
    if not name:
        fields.report.fault(fields.path("name"), "missing; give a text")
    return name


def read_kind(fields: Fields, kinds: tuple[str, ...]) -> str:
    """Return the type of an actor or item; the last one if it is none of these, which is a fault."""
    kind: Any = fields.value("type")
    if kind in kinds:
        return str(kind)
    fields.report.fault(fields.path("type"), f"{kind!r:.100} is not one of {', '.join(kinds)}")
    return kinds[-1]


def system_of(fields: Fields) -> Fields:
    """Return the data of an actor or item, which were in `data` before version 10 of Foundry."""
    return fields.part("data" if "data" in fields.data and "system" not in fields.data else "system")


def read_capacity(fields: Fields, key: str) -> int:
    """Return the number of slots of an actor; that of a character if it is missing or 0, which means no inventory."""
    return fields.number(key) or CAPACITY


def read_dice(system: Fields, key: str, formula: str) -> tuple[tuple[int, ...], Attribute | None]:
    """Return the dice of a damage formula and the attribute; no dice if it is empty or not understood."""
    dice = parse_dice(formula)
    if formula and dice is None:
        reason = f"{formula[:100]!r} is not a formula such as 'd8' or '2d6kh', so that this attack is left out"
        system.report.omit(system.path(key), reason)
    return dice or ((), None)


def skip_foundry(fields: Fields) -> None:
    """Mark the keys of Foundry in an item or effect as known."""
    fields.skip(*_OF_FOUNDRY, FLAGS, "effects")
