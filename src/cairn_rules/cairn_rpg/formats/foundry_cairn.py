"""Actors of the Foundry system `cairn` (Cairn-FoundryVTT 0.23, for Foundry 13).

A player character is an actor of type `character`, any other an `npc`. Carts and mounts are separate actors. Write them
with `write_container`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Any, Final, cast

from attrs import evolve

from cairn_rules.cairn_rpg.argument_checks import checked
from cairn_rules.cairn_rpg.character_words import background_name
from cairn_rules.cairn_rpg.characters.attacks import Attack
from cairn_rules.cairn_rpg.characters.character import Character
from cairn_rules.cairn_rpg.characters.conditions import Conditions
from cairn_rules.cairn_rpg.characters.inventory import CAPACITY, Inventory
from cairn_rules.cairn_rpg.characters.items import Container, Item
from cairn_rules.cairn_rpg.characters.notes import Note, put_back, texts_at, values_at
from cairn_rules.cairn_rpg.content.book import Book
from cairn_rules.cairn_rpg.content.texts import Texts
from cairn_rules.cairn_rpg.formats import foundry_parts
from cairn_rules.cairn_rpg.formats.exchange import NEED, Content, Document, FileFormat, background_of
from cairn_rules.cairn_rpg.formats.items import Facts, container_of, description_of, is_known, item_of, read_texts
from cairn_rules.cairn_rpg.formats.omissions import Omission
from cairn_rules.cairn_rpg.formats.reading import MOST_ITEMS, Fields, Report, document_of, plain_lines, unmarked
from cairn_rules.cairn_rpg.formats.story import read_story, texts_by_place
from cairn_rules.cairn_rpg.rulings import Rulings

_KEY: Final = "foundry-cairn"
"""The prefix of the places of values without a meaning here."""
_FEATURE: Final = "features"
_WORDS: Final = {"criticalDamage": "critical damage"}
"""The keys of texts about items, besides the description, with the places of their notes."""
_ABOUT: Final = {"description": "description", **_WORDS}
_ITEMS: Final = ("item", "weapon", "armor", "spellbook", "object")


@checked
def write_container(container: Container, *, keeper: str = "", texts: Texts | None = None) -> dict[str, Any]:
    """Return a cart, a wagon or a mount as an actor of the system. Its gold is not written.

    `keeper` is the name of its owner. The default texts of items are those of the library.

    Example:
        >>> from cairn_rules.cairn_rpg import book
        >>> (mule,) = (row.container for row in book().goods["transport"] if row.id == "mule")
        >>> document = write_container(mule, keeper="Ash")
        >>> document["system"]["slots"], read_container(document)[0].name
        (6, 'Mule')
    """
    words = Content.of(texts, None).texts
    name = unmarked(container.name)
    description = foundry_parts.paragraphs(texts_at(container.notes, "description"))
    system = {"description": description, "slots": container.capacity, "keeper": unmarked(keeper), "cost": 0}
    system = put_back(system, container.notes, _KEY)
    items = [_item(item, words) for item in container.items]
    document: Document = {"name": name, "type": "container", "img": "", "system": system, "items": items}
    return document | {"prototypeToken": {"name": name}}


@checked
def read_container(
    document: str | bytes | bytearray | Mapping[str, Any], *, texts: Texts | None = None, book: Book | None = None
) -> tuple[Container, tuple[Omission, ...]]:
    """Return the container of an actor of the system, and the values that are not understood.

    The arguments are those of `FileFormat.read`.

    Raises:
        DocumentError: if the document is damaged. It lists every fault with its path.
    """
    report = Report()
    fields, content = Fields(document_of(document), "$", report), Content.of(texts, book)
    name = foundry_parts.read_name(fields)
    foundry_parts.read_kind(fields, ("container",))
    system = foundry_parts.system_of(fields)
    system.skip("keeper", "cost")
    slots = system.number("slots", CAPACITY)
    items, _, fatigue, _ = _items(fields, None, content, npc=False)
    if fatigue:
        report.omit(fields.path("items"), "Fatigue in a container")
    description = system.lines("description")
    notes = ((Note("description", description),) * bool(description), system.rest(_KEY))
    fields.rest()
    report.check()
    container = container_of(name, slots, None, content.book, load=0)
    return evolve(container, items=items, notes=tuple(chain(*notes))), tuple(report.omissions)


def _written(character: Character, content: Content, _: Rulings) -> Document:
    texts, inventory = content.texts, character.inventory
    items = [_item(item, texts) for item in inventory.items]
    items += [_attack(attack, character) for attack in character.attacks]
    items += [_plain_item(foundry_parts.FATIGUE, "item")] * min(inventory.fatigue, MOST_ITEMS)
    biography = _biography(character, content)
    kind = "npc"
    system: Document = {"description": biography, "armor": character.armor, "slots": inventory.capacity}
    if character.kind == "pc":
        kind = "character"
        system = {
            "background": unmarked(background_name(character, content.book)),
            "biography": biography,
            "deprived": character.is_deprived,
            "panicked": character.conditions.panicked,
            "gold": inventory.gold,
            "containers": [],
        }
    system["features"] = values_at(character.notes, _FEATURE)
    return foundry_parts.actor(character, kind, put_back(system, character.notes, _KEY), items)


def _biography(character: Character, content: Content) -> str:
    hidden = [foundry_parts.EFFECTS, _FEATURE]
    hidden += [f"{each.name}, {place}" for each in character.attacks for place in _ABOUT.values()]
    texts = texts_by_place(character, content, "description", *_HEADINGS.values(), *hidden)
    filled = ((heading, foundry_parts.paragraphs(texts[place])) for heading, place in _HEADINGS.items())
    return foundry_parts.paragraphs(texts["description"]) + "".join(
        f"<h3>{heading}</h3>{lines}" for heading, lines in filled if lines
    )


_HEADINGS: Final = {
    "Traits": "traits",
    "Background": "notes",
    "Bonds": "bonds",
    "Omen": "omens",
    "Scars": "scars",
    "Notes": "rest",
}
"""The headings of a biography, with the places of their texts."""
_HEADING: Final = re.compile(rf"<h3>({'|'.join(_HEADINGS)})</h3>")


def _plain_item(name: str, kind: str) -> Document:
    system: Document = {
        "description": "",
        "weightless": False,
        "equipped": False,
        "bulky": False,
        "cost": 0,
        "quantity": 1,
        "damageFormula": "",
        "criticalDamage": "",
        "blast": False,
        "uses": {"value": 0, "max": 0},
        "armor": 0,
    }
    return {"name": unmarked(name), "type": kind, "img": "", "system": system}


def _item(item: Item, texts: Texts) -> Document:
    kind = "spellbook" if item.magic == "spellbook" else "weapon" if item.attacks else "armor" if item.armor else "item"
    document = _plain_item(item.name, kind)
    document["system"] |= {
        "description": foundry_parts.paragraphs([description_of(item, texts, *_WORDS.values(), "damage")]),
        "criticalDamage": foundry_parts.paragraphs(texts_at(item.notes, _WORDS["criticalDamage"])),
        "damageFormula": "".join(texts_at(item.notes, "damage")),
        "weightless": item.slots == 0,
        "equipped": item.worn,
        "bulky": item.slots > 1,
        "cost": item.value or 0,
        "armor": item.armor,
    }
    if item.slots > 2:
        document["system"]["slots"] = item.slots
    if uses := item.charges or item.uses:
        document["system"]["uses"] = {"value": uses.left, "max": uses.max}
    for attack in item.attacks[:1]:
        document["system"] |= {"damageFormula": formula_of(attack.dice), "blast": attack.blast}
    document["system"] = put_back(document["system"], item.notes, _KEY)
    return document


def _attack(attack: Attack, character: Character) -> Document:
    document = _plain_item(attack.name, "weapon")
    document["system"] |= {
        "weightless": True,
        "equipped": True,
        "damageFormula": formula_of(attack.dice),
        "blast": attack.blast,
    }
    for key, place in _ABOUT.items():
        document["system"][key] = foundry_parts.paragraphs(texts_at(character.notes, f"{attack.name}, {place}"))
    return document


def formula_of(dice: tuple[int, ...]) -> str:
    """Return a roll formula of Foundry that keeps the highest die.

    Example:
        >>> formula_of((8,)), formula_of((6, 6)), formula_of((6, 8))
        ('d8', '2d6kh', '{d6,d8}kh')
    """
    first, *others = dice
    if not others:
        return f"d{first}"
    if len(dice) <= 9 and set(dice) == {first}:
        return f"{len(dice)}d{first}kh"
    return f"{{{','.join(f'd{size}' for size in dice)}}}kh"


def _read(fields: Fields, content: Content) -> Character:
    report = fields.report
    name, kind = foundry_parts.read_name(fields), foundry_parts.read_kind(fields, ("npc", "character"))
    system = foundry_parts.system_of(fields)
    npc = kind == "npc"
    background, names = (None, ()) if npc else background_of(system, content, "background")
    for place, _ in enumerate(() if npc else system.entries("containers")):
        report.omit(f"{system.path('containers')}[{place}]", "a container is a separate actor")
    features = (_feature(each) for each in system.entries("features"))
    others = map(foundry_parts.read_effect, fields.parts("effects"))
    story = read_story(_texts(system, "description" if npc else "biography"), background, content)
    items, attacks, fatigue, about = _items(fields, story.background, content, npc=npc)
    notes = [*names, *story.notes, *features, *others, *about]
    character = Character(
        kind="npc" if npc else "pc",
        name=name,
        **foundry_parts.read_scores(system),
        inventory=Inventory(
            items=items,
            fatigue=fatigue,
            gold=0 if npc else system.number("gold"),
            capacity=foundry_parts.read_capacity(system, "slots") if npc else CAPACITY,
        ),
        conditions=Conditions(
            needs=frozenset({NEED} if not npc and system.flag("deprived") else ()),
            panicked=not npc and system.flag("panicked"),
        ),
        attacks=attacks,
        armor=system.number("armor", most=9) if npc else 0,
        **story.facts,
    )
    fields.rest()
    effects = () if npc else story.effects
    return evolve(character, effects=effects, notes=(*notes, *system.rest(_KEY)))


def _feature(feature: Any) -> Note:
    parts = cast("dict[str, Any]", feature) if isinstance(feature, dict) else {"name": feature}
    words = map(Fields(parts, "$", Report()).line, ("name", "description"))
    return Note(_FEATURE, ": ".join(filter(None, words)), raw=json.dumps(feature))


def _texts(system: Fields, key: str) -> Iterator[tuple[str, str]]:
    """Yield the texts of a biography by their places."""
    parts = ["", *_HEADING.split(system.raw(key))]
    for heading, markup in zip(parts[::2], parts[1::2], strict=True):
        place = _HEADINGS.get(heading, "description")
        yield ("description" if place == "rest" else place), plain_lines(markup)


def _items(
    fields: Fields, background: str | None, content: Content, *, npc: bool
) -> tuple[tuple[Item, ...], tuple[Attack, ...], int, list[Note]]:
    """Return the items, the natural attacks and the Fatigue of an actor, and notes on the attacks."""
    items: list[Item] = []
    attacks: list[Attack] = []
    notes: list[Note] = []
    fatigue = 0
    for each in fields.parts("items"):
        foundry_parts.skip_foundry(each)
        name, kind, system = each.line("name"), foundry_parts.read_kind(each, _ITEMS), foundry_parts.system_of(each)
        count = system.number("quantity", 1, most=100)
        item = _read_item(system, name, kind, background, content)
        if npc and item.attacks and not item.slots and not is_known(name, content.book):
            attacks.append(evolve(item.attacks[0], name=name))
            notes += [evolve(note, place=f"{name}, {note.place}") for note in item.notes if note.text]
        elif name == foundry_parts.FATIGUE:
            fatigue += count
        else:
            items += [item] * count
        each.rest()
    return tuple(items), tuple(attacks), fatigue, notes


def _read_item(system: Fields, name: str, kind: str, background: str | None, content: Content) -> Item:
    armor, formula = system.number("armor", most=9), system.line("damageFormula")
    dice, attribute = foundry_parts.read_dice(system, "damageFormula", formula)
    uses = system.part("uses")
    old_slots, old_uses = system.number("slots", 1, most=10), system.number("numberOfUses", most=999)
    left, most = uses.number("value", old_uses, most=999), uses.number("max", most=999) or old_uses
    weightless, bulky, equipped = (system.flag(key) for key in ("weightless", "bulky", "equipped"))
    facts = Facts(
        name=name,
        slots=0 if weightless else max(2, old_slots) if bulky else old_slots,
        uses=(min(left, most), most) if most else None,
        either=True,
        dice=dice,
        attribute=attribute,
        blast=system.flag("blast"),
        armor=armor,
        worn=equipped and armor > 0,
        magic="spellbook" if kind == "spellbook" else None,
        value=system.optional("cost") or None,
        has_value=True,
    )
    unread = {} if dice else {"damageFormula": "damage"}
    item = read_texts(system, item_of(facts, background, content.book), content.texts, **_WORDS, **unread)
    return evolve(item, notes=(*item.notes, *system.rest(_KEY)))


FOUNDRY_CAIRN: Final = FileFormat(name="Foundry cairn", writer=_written, reader=_read, flags=foundry_parts.FLAGS)
"""Actors of the Foundry system `cairn`, version 0.23."""
