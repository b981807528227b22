"""The character JSON of Kettlewright 0.8, compatible with its export and import.

The import of that program reads attributes, HP, gold, texts, name, background, items and containers. It ignores the
conditions and the armour, which are written in the form of its export.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

from cairn_rules.cairn_rpg.character_words import background_name, bond_lines, omen_lines
from cairn_rules.cairn_rpg.characters.attributes import Attribute
from cairn_rules.cairn_rpg.characters.character import Character
from cairn_rules.cairn_rpg.characters.conditions import Conditions
from cairn_rules.cairn_rpg.characters.inventory import CAPACITY, Inventory, armor_of
from cairn_rules.cairn_rpg.characters.items import Container, Item, Uses
from cairn_rules.cairn_rpg.content.texts import Texts
from cairn_rules.cairn_rpg.dice_formula import format_weapon_dice
from cairn_rules.cairn_rpg.formats.exchange import NEED, Content, Document, FileFormat, background_of, effects_of
from cairn_rules.cairn_rpg.formats.items import (
    Facts,
    check_description,
    container_of,
    description_of,
    item_of,
    parse_dice,
)
from cairn_rules.cairn_rpg.formats.reading import MOST_ITEMS, Fields, unmarked
from cairn_rules.cairn_rpg.formats.story import Story, answer_lines, other_lines, read_story, scar_lines, traits_text
from cairn_rules.cairn_rpg.rulings import Rulings
from cairn_rules.errors import shown
from cairn_rules.frozen_classes import evolve, frozen

FATIGUE: Final = "Fatigue"
"""The name of the items that stand for Fatigue."""
STASH: Final = "Left behind"
"""The name of the container that stands for the stash."""

_ARMOR: Final = re.compile(r"([1-9]) armor")
_GOLD: Final = re.compile(r"([0-9]{1,6})gp")
_WORDS: Final = ("uses", "charges", "petty", "bulky", "blast", "bonus defense")
_SCORES: Final = tuple(attribute.field for attribute in Attribute)


def _text(text: str) -> str:
    return unmarked(text).replace("`", "'")


def _written(character: Character, content: Content, rulings: Rulings) -> Document:
    texts, inventory = content.texts, character.inventory
    name = background_name(character, content.book)
    known = character.background in content.book.backgrounds
    document: Document = {
        "name": _text(character.name),
        "custom_name": "",
        "background": name if known else "",
        "custom_background": "" if known else _text(name),
    }
    for each in (*_SCORES, "hp"):
        score = getattr(character, each)
        document |= {each: score.value, f"{each}_max": score.max}
    answers = answer_lines(character, texts)
    pairs = ["\n".join(answers[start : start + 2]) for start in range(0, len(answers), 2)]
    items = [_item(item, 0, texts) for item in inventory.items]
    items += [_plain_item(FATIGUE, 0)] * min(inventory.fatigue, MOST_ITEMS)
    containers: list[Document] = [{"id": 0, "name": "Main", "slots": inventory.capacity}]
    stash = Container(id="", name=STASH, capacity=CAPACITY, items=inventory.stash)
    for place, container in enumerate((*inventory.containers, *[stash] * bool(inventory.stash)), 1):
        containers.append({"id": place, "name": _text(container.name), "slots": container.capacity})
        if container.load:
            containers[-1]["load"] = container.load
        if container.pulled:
            items += [_plain_item(_text(container.name), 0) | {"carrying": place}] * min(container.load, CAPACITY)
        items += [_item(item, place, texts) for item in container.items]
        if container.gold:
            items.append(_plain_item(f"{container.gold}gp", place) | {"tags": ["petty"]})
    return document | {
        "armor": armor_of(character, rulings),
        "gold": inventory.gold,
        "deprived": character.is_deprived,
        "panicked": character.conditions.panicked,
        "description": _text("\n".join(other_lines(character))),
        "traits": _text(traits_text(character)),
        "notes": _text("\n\n".join(pairs)),
        "bonds": _text("\n\n".join(bond_lines(character, texts))),
        "omens": _text("\n".join(omen_lines(character, texts))),
        "scars": _text("\n".join(scar_lines(character))),
        "custom_image": False,
        "image_url": "",
        "items": [item | {"id": str(number)} for number, item in enumerate(items, 1)],
        "containers": containers,
    }


def _plain_item(name: str, location: int) -> Document:
    return {"id": "", "name": name, "tags": [], "description": "", "location": location}


def _item(item: Item, location: int, texts: Texts) -> Document:
    document = _plain_item(_text(item.name), location)
    document |= {"tags": list(_tags(item)), "description": _text(description_of(item, texts))}
    if item.uses is not None:
        document["uses"] = item.uses.left
    if item.charges is not None:
        document |= {"charges": item.charges.left, "max_charges": item.charges.max}
    return document


def _tags(item: Item) -> Iterator[str]:
    if item.uses is not None:
        yield "uses"
    if item.charges is not None:
        yield "charges"
    if item.slots != 1:
        yield "bulky" if item.slots else "petty"
    for attack in item.attacks[:1]:
        yield format_weapon_dice(attack.dice) + (f" {attack.attribute}" if attack.attribute else "")
        if attack.blast:
            yield "blast"
    if item.armor:
        yield f"{item.armor} Armor"
        if item.armor_is_bonus:
            yield "bonus defense"


def _read(fields: Fields, content: Content) -> Character:
    report = fields.report
    fields.skip("id", "armor", "custom_image", "image_url")
    name = fields.line("custom_name") or fields.line("name")
    fields.line("name")
    if not name:
        report.fault(fields.path("name"), "missing; give a text")
    key = "custom_background" if fields.line("custom_background") else "background"
    background = background_of(fields.line(key), fields.path(key), content, report)
    fields.skip("background")
    inventory = _inventory(fields, background, content)
    story = _story(fields, background, content)
    scores: dict[str, Any] = {each: fields.score(each, f"{each}_max") for each in (*_SCORES, "hp")}
    return Character(
        name=name,
        background=background,
        **scores,
        inventory=inventory,
        conditions=Conditions(
            needs=frozenset({NEED} if fields.flag("deprived") else ()), panicked=fields.flag("panicked")
        ),
        effects=effects_of(background, story.rows, story.bonds, content.book),
        **story.facts,
    )


def _inventory(fields: Fields, background: str | None, content: Content) -> Inventory:
    report, book = fields.report, content.book
    containers: dict[int, Container] = {}
    capacity = CAPACITY
    for each in fields.parts("containers"):
        each.skip("carried_by")
        id, name, slots = each.number("id"), each.line("name"), each.number("slots", CAPACITY)
        load = each.number("load", most=CAPACITY)
        if each.entries("items"):
            report.omit(each.path("items"), "items are read from the list of all items")
        each.rest()
        if id == 0:
            capacity = slots
        elif id in containers:
            report.fault(each.path("id"), f"two containers have the id {id}")
        else:
            containers[id] = container_of(name, slots, background, book, load=load)
    inside: dict[int, list[Item]] = {0: [], **{id: [] for id in containers}}
    gold = dict.fromkeys(inside, 0)
    pulled: set[int] = set()
    fatigue = 0
    for each in fields.parts("items"):
        name, location, carrying = each.line("name"), each.number("location"), each.number("carrying")
        item = _read_item(each, name, background, content, carried=location == 0)
        if location not in inside:
            report.omit(each.path("location"), f"there is no container {location}; the item is read as carried")
            location = 0
        coins = _GOLD.fullmatch(name)
        if carrying in containers:
            pulled.add(carrying)
        elif name == FATIGUE and location == 0:
            fatigue += 1
        elif coins is not None and location:
            gold[location] += int(coins[1])
        else:
            inside[location].append(item)
    filled = {
        id: evolve(container, items=tuple(inside[id]), gold=gold[id], pulled=id in pulled)
        for id, container in containers.items()
    }
    return Inventory(
        items=tuple(inside[0]),
        fatigue=fatigue,
        gold=fields.number("gold"),
        capacity=capacity,
        containers=tuple(each for each in filled.values() if each.name != STASH),
        stash=tuple(item for each in filled.values() if each.name == STASH for item in each.items),
    )


def _read_item(fields: Fields, name: str, background: str | None, content: Content, *, carried: bool) -> Item:
    fields.skip("id", "title", "editable")
    tags = _read_tags(fields)
    left, charges = fields.optional("uses", most=999), fields.optional("charges", most=999)
    most = max(1, fields.number("max_charges", charges or 0, most=999))
    has_charges = charges is not None and "charges" in tags.words
    facts = Facts(
        name=name,
        slots=0 if "petty" in tags.words else 2 if "bulky" in tags.words else 1,
        uses=None if left is None or has_charges else (left, None),
        charges=Uses(min(charges or 0, most), most) if has_charges else None,
        dice=tags.dice,
        attribute=tags.attribute,
        blast="blast" in tags.words,
        armor=tags.armor,
        worn=carried and tags.armor > 0,
        armor_is_bonus="bonus defense" in tags.words,
    )
    item = item_of(facts, background, content.book)
    check_description(fields, item, content.texts)
    fields.rest()
    return item


@frozen
class _Tags:
    """The tags of an item."""

    dice: tuple[int, ...] = ()
    attribute: Attribute | None = None
    armor: int = 0
    words: frozenset[str] = frozenset()


def _read_tags(fields: Fields) -> _Tags:
    tags = _Tags()
    for place, tag in enumerate(fields.entries("tags")):
        where = f"{fields.path('tags')}[{place}]"
        word = tag.strip().lower() if isinstance(tag, str) else ""
        if not isinstance(tag, str):
            fields.report.fault(where, f"{shown(tag)} is not a text")
        elif found := parse_dice(word):
            tags = evolve(tags, dice=found[0], attribute=found[1])
        elif match := _ARMOR.fullmatch(word):
            tags = evolve(tags, armor=int(match[1]))
        elif word in _WORDS:
            tags = evolve(tags, words=tags.words | {word})
        else:
            fields.report.omit(where, "an unknown tag")
    return tags


def _story(fields: Fields, background: str | None, content: Content) -> Story:
    lines: dict[str, str] = {}
    for key in ("traits", "notes", "bonds", "omens", "scars", "description"):
        lines |= dict.fromkeys(fields.lines(key).split("\n"), fields.path(key))
    lines.pop("", None)
    return read_story(lines.items(), background, content, fields.report)


KETTLEWRIGHT: Final = FileFormat(name="Kettlewright", writer=_written, reader=_read)
"""The character JSON of Kettlewright 0.8."""
