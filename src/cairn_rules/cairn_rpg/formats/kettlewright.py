"""The character JSON of Kettlewright 0.8, compatible with its export and import.

The import of that program reads attributes, HP, gold, texts, name, background, items and containers. It ignores the
conditions and the armour, which are written in the form of its export.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any, Final

from cairn_rules.cairn_rpg.character_words import background_name
from cairn_rules.cairn_rpg.characters.attributes import Attribute
from cairn_rules.cairn_rpg.characters.character import Character
from cairn_rules.cairn_rpg.characters.conditions import Conditions
from cairn_rules.cairn_rpg.characters.inventory import CAPACITY, Inventory, armor_of
from cairn_rules.cairn_rpg.characters.items import Container, Item, Uses
from cairn_rules.cairn_rpg.characters.notes import BACKGROUND, Note, put_back, texts_at
from cairn_rules.cairn_rpg.content.book import Book
from cairn_rules.cairn_rpg.dice_formula import format_weapon_dice
from cairn_rules.cairn_rpg.formats.exchange import NEED, STATE, Content, Document, FileFormat, background_of
from cairn_rules.cairn_rpg.formats.items import Facts, container_of, description_of, item_of, parse_dice, read_texts
from cairn_rules.cairn_rpg.formats.reading import MOST_ITEMS, Fields, Report, plain_line, unmarked
from cairn_rules.cairn_rpg.formats.story import read_story, texts_by_place
from cairn_rules.cairn_rpg.rulings import Rulings
from cairn_rules.errors import shown
from cairn_rules.frozen_classes import evolve, frozen

FATIGUE: Final = "Fatigue"
"""The name of the items that stand for Fatigue."""
MAIN: Final = "Main"
"""The name of the container that stands for the slots of a character."""
STASH: Final = "Left behind"
"""The name of the container that stands for the stash."""

_KEY: Final = "kettlewright"
"""The prefix of the places of values without a meaning here."""
_ARMOR: Final = re.compile(r"(\+?)([1-9]) armor")
_COUNT: Final = re.compile(r"(?:([0-9]{1,3}) )?(use|charge)s?")
_GOLD: Final = re.compile(r"([0-9]{1,6})gp")
_WORDS: Final = ("petty", "bulky", "blast", "bonus defense")
_TEXTS: Final = ("traits", "notes", "bonds", "omens", "scars", "description")
_SCORES: Final = tuple(attribute.field for attribute in Attribute)


def _text(text: str) -> str:
    return unmarked(text).replace("`", "'")


def _written(character: Character, content: Content, rulings: Rulings) -> Document:
    inventory, stated = character.inventory, character.notes
    name = background_name(character, content.book)
    known = character.background in content.book.backgrounds
    document: Document = {
        "name": _text(character.name),
        "custom_name": "",
        "background": name if known else "",
        "custom_background": "" if known else _text(name),
    }
    if chosen := texts_at(stated, "name"):
        document |= {"name": _text(*chosen), "custom_name": document["name"]}
    if any(note.place in BACKGROUND for note in stated):
        names = (_text("".join(texts_at(stated, place))) for place in BACKGROUND)
        document |= zip(("background", "custom_background"), names, strict=True)
    for each in (*_SCORES, "hp"):
        score = getattr(character, each)
        document |= {each: score.value, f"{each}_max": score.max}
    texts = texts_by_place(character, content, *_TEXTS)
    texts["description"] += texts.pop("rest")
    items = [_item(item, 0, character, content) for item in inventory.items]
    items += [_plain_item(FATIGUE, 0)] * min(inventory.fatigue, MOST_ITEMS)
    main = "".join(texts_at(stated, "main container")) or MAIN
    containers: list[Document] = [{"id": 0, "name": _text(main), "slots": inventory.capacity}]
    stash = Container(id="", name=STASH, capacity=CAPACITY, items=inventory.stash)
    for place, container in enumerate((*inventory.containers, *[stash] * bool(inventory.stash)), 1):
        containers.append({"id": place, "name": _text(container.name), "slots": container.capacity})
        if container.load:
            containers[-1]["load"] = container.load
        containers[-1] = put_back(containers[-1], container.notes, _KEY)
        if container.pulled:
            label = "".join(texts_at(container.notes, "pulling")) or container.name
            items += [_plain_item(_text(label), 0) | {"carrying": place}] * min(container.load, CAPACITY)
        items += [_item(item, place, character, content) for item in container.items]
        if container.gold:
            items.append(_plain_item(f"{container.gold}gp", place) | {"tags": ["petty"]})
    document |= {
        "armor": armor_of(character, rulings),
        "gold": inventory.gold,
        "deprived": character.is_deprived,
        "panicked": character.conditions.panicked,
        **{place: _text("\n".join(lines)) for place, lines in texts.items()},
        "custom_image": False,
        "image_url": "",
        "items": [item | {"id": str(number)} for number, item in enumerate(items, 1)],
        "containers": containers,
    }
    return put_back(document, stated, _KEY)


def _plain_item(name: str, location: int) -> Document:
    return {"id": "", "name": name, "tags": [], "description": "", "location": location}


def _item(item: Item, location: int, character: Character, content: Content) -> Document:
    document = _plain_item(_text(item.name), location)
    document |= {"tags": [*_tags(item)], "description": _text(description_of(item, content.texts, "tags"))}
    if item.uses is not None:
        document["uses"] = item.uses.left
    if item.charges is not None:
        document |= {"charges": item.charges.left, "max_charges": item.charges.max}
    document = put_back(document, item.notes, _KEY)
    if tags := [note for note in item.notes if note.place == "tags"]:
        came = document | {"tags": [_text(note.text) for note in tags]}
        again = _read_item(Fields(came, "$", Report()), item.name, character.background, content, carried=item.worn)
        if evolve(again, notes=()) == evolve(item, notes=()):
            return came
        document["tags"] += [_text(note.text) for note in tags if note.shown]
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
    fields.skip("id", "armor", STATE)
    custom, name = fields.line("custom_name"), fields.line("name")
    notes = (Note("name", name, shown=False),) * bool(custom and name not in ("", custom))
    name = custom or name
    if not name:
        report.fault(fields.path("name"), "missing; give a text")
    background, names = background_of(fields, content, "background", "custom_background")
    story = read_story(((key, fields.paragraphs(key)) for key in _TEXTS), background, content)
    inventory, main = _inventory(fields, story.background, content)
    scores: dict[str, Any] = {each: fields.score(each, f"{each}_max") for each in (*_SCORES, "hp")}
    character = Character(
        name=name,
        **scores,
        inventory=inventory,
        conditions=Conditions(
            needs=frozenset({NEED} if fields.flag("deprived") else ()), panicked=fields.flag("panicked")
        ),
        **story.facts,
    )
    return evolve(
        character, notes=(*notes, *names, *main, *story.notes, *fields.rest(_KEY, "custom_image", "image_url"))
    )


def _containers(fields: Fields, background: str | None, book: Book) -> dict[int, Container]:
    """Return the containers by their ids. The main one is that of the character itself."""
    containers: dict[int, Container] = {}
    for each in fields.parts("containers"):
        id, name, slots = each.number("id"), each.line("name"), each.number("slots", CAPACITY)
        load = each.number("load", most=CAPACITY)
        if each.entries("items"):
            fields.report.omit(each.path("items"), "items are read from the list of all items")
        if id and id in containers:
            fields.report.fault(each.path("id"), f"two containers have the id {id}")
        else:
            containers[id] = evolve(
                container_of(name, slots, background, book, load=load), notes=each.rest(_KEY, "carried_by")
            )
    return containers


def _inventory(fields: Fields, background: str | None, content: Content) -> tuple[Inventory, tuple[Note, ...]]:
    """Return the inventory, and notes on the main container."""
    report = fields.report
    containers = _containers(fields, background, content.book)
    own = containers.pop(0, Container(id="main", name=MAIN, capacity=CAPACITY))
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
            cart = containers[carrying]
            if carrying not in pulled and name != cart.name:
                containers[carrying] = evolve(cart, notes=(*cart.notes, Note("pulling", name, shown=False)))
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
    inventory = Inventory(
        items=tuple(inside[0]),
        fatigue=fatigue,
        gold=fields.number("gold"),
        capacity=own.capacity,
        containers=tuple(each for each in filled.values() if each.name != STASH),
        stash=tuple(item for each in filled.values() if each.name == STASH for item in each.items),
    )
    return inventory, (Note("main container", own.name, shown=False),) * (own.name not in ("", MAIN))


def _read_item(fields: Fields, name: str, background: str | None, content: Content, *, carried: bool) -> Item:
    fields.skip("id", "title", "editable")
    tags = _read_tags(fields)
    left, charges = fields.optional("uses", most=999), fields.optional("charges", most=999)
    charge = fields.optional("charge", most=999) if charges is None else charges
    charges = tags.counts.get("charge") if charge is None else charge
    has_charges = charges is not None and "charge" in tags.counts
    left = tags.counts.get("use") if left is None else left
    most = max(1, fields.number("max_charges", charges or 0, most=999))
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
    item = read_texts(fields, item_of(facts, background, content.book), content.texts)
    came = [note.text for note in tags.notes]
    notes = () if came == [*_tags(item)] else tags.notes
    return evolve(item, notes=(*item.notes, *notes, *fields.rest(_KEY)))


@frozen
class _Tags:
    """The tags of an item."""

    dice: tuple[int, ...] = ()
    attribute: Attribute | None = None
    armor: int = 0
    words: frozenset[str] = frozenset()
    counts: Mapping[str, int | None] = MappingProxyType({})
    """`use` and `charge`, each with its number if the tag states one."""
    notes: tuple[Note, ...] = ()
    """The tags as they are, shown if unknown."""


def _read_tags(fields: Fields) -> _Tags:
    tags = _Tags()
    for place, tag in enumerate(fields.entries("tags")):
        where = f"{fields.path('tags')}[{place}]"
        text = plain_line(tag) if isinstance(tag, str) else ""
        word, known = text.lower(), True
        if not isinstance(tag, str):
            fields.report.fault(where, f"{shown(tag)} is not a text")
        elif found := parse_dice(word):
            tags = evolve(tags, dice=found[0], attribute=found[1])
        elif match := _ARMOR.fullmatch(word):
            words = tags.words | {"bonus defense"} if match[1] else tags.words
            tags = evolve(tags, armor=int(match[2]), words=words)
        elif match := _COUNT.fullmatch(word):
            tags = evolve(tags, counts={**tags.counts, match[2]: int(match[1]) if match[1] else None})
        elif word in _WORDS:
            tags = evolve(tags, words=tags.words | {word})
        else:
            known = False
        tags = evolve(tags, notes=(*tags.notes, Note("tags", text, shown=not known)))
    if "bonus defense" in tags.words and not tags.armor:
        fields.report.omit(fields.path("tags"), "a bonus defense without a number, which counts as 0")
    return tags


KETTLEWRIGHT: Final = FileFormat(name="Kettlewright", writer=_written, reader=_read)
"""The character JSON of Kettlewright 0.8."""
