"""Actors of the Foundry system `cairn` (Cairn-FoundryVTT 0.23, for Foundry 13).

A player character is an actor of type `character`, any other an `npc`. Carts and mounts are separate actors. Write them
with `write_container`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from attrs import evolve

from cairn_rules.cairn_rpg.argument_checks import checked
from cairn_rules.cairn_rpg.character_words import background_name, bond_lines, omen_lines
from cairn_rules.cairn_rpg.characters.attacks import Attack
from cairn_rules.cairn_rpg.characters.character import Character
from cairn_rules.cairn_rpg.characters.conditions import Conditions
from cairn_rules.cairn_rpg.characters.inventory import CAPACITY, Inventory
from cairn_rules.cairn_rpg.characters.items import Container, Item
from cairn_rules.cairn_rpg.content.book import Book
from cairn_rules.cairn_rpg.content.texts import Texts
from cairn_rules.cairn_rpg.formats import foundry_parts
from cairn_rules.cairn_rpg.formats.exchange import NEED, Content, Document, FileFormat, background_of, effects_of
from cairn_rules.cairn_rpg.formats.items import (
    Facts,
    check_description,
    container_of,
    description_of,
    is_known,
    item_of,
    parse_dice,
)
from cairn_rules.cairn_rpg.formats.omissions import Omission
from cairn_rules.cairn_rpg.formats.reading import MOST_ITEMS, Fields, Report, document_of, unmarked
from cairn_rules.cairn_rpg.formats.story import Story, answer_lines, other_lines, read_story, scar_lines, traits_text
from cairn_rules.cairn_rpg.rulings import Rulings

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
    system = {"description": "", "slots": container.capacity, "keeper": unmarked(keeper), "cost": 0}
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
    system = fields.part("system")
    system.skip("keeper", "cost")
    slots = system.number("slots", CAPACITY)
    if system.lines("description"):
        report.omit(system.path("description"), "containers have no description")
    items, _, fatigue = _items(fields, None, content, npc=False)
    if fatigue:
        report.omit(fields.path("items"), "Fatigue in a container")
    for each in (system, fields):
        each.rest()
    report.check()
    container = container_of(name, slots, None, content.book, load=0)
    return evolve(container, items=items), tuple(report.omissions)


def _written(character: Character, content: Content, _: Rulings) -> Document:
    texts, inventory = content.texts, character.inventory
    items = [_item(item, texts) for item in inventory.items]
    items += [_attack(attack) for attack in character.attacks]
    items += [_plain_item(foundry_parts.FATIGUE, "item")] * min(inventory.fatigue, MOST_ITEMS)
    biography = _biography(character, texts)
    if character.kind != "pc":
        system: Document = {
            "description": biography,
            "armor": character.armor,
            "slots": inventory.capacity,
            "features": [],
        }
        return foundry_parts.actor(character, "npc", system, items)
    system = {
        "background": unmarked(background_name(character, content.book)),
        "biography": biography,
        "deprived": character.is_deprived,
        "panicked": character.conditions.panicked,
        "gold": inventory.gold,
        "containers": [],
        "features": [],
    }
    return foundry_parts.actor(character, "character", system, items)


def _biography(character: Character, texts: Texts) -> str:
    parts = (
        filter(None, [traits_text(character)]),
        filter(None, answer_lines(character, texts)),
        bond_lines(character, texts),
        omen_lines(character, texts),
        scar_lines(character),
        other_lines(character),
    )
    filled = zip(_HEADINGS, map(foundry_parts.paragraphs, parts), strict=True)
    return "".join(f"<h3>{heading}</h3>{lines}" for heading, lines in filled if lines)


_HEADINGS: Final = ("Traits", "Background", "Bonds", "Omen", "Scars", "Notes")


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
        "description": foundry_parts.item_lines(description_of(item, texts)),
        "weightless": item.slots == 0,
        "equipped": item.worn,
        "bulky": item.slots > 1,
        "cost": item.value or 0,
        "armor": item.armor,
    }
    if uses := item.charges or item.uses:
        document["system"]["uses"] = {"value": uses.left, "max": uses.max}
    for attack in item.attacks[:1]:
        document["system"] |= {"damageFormula": formula_of(attack.dice), "blast": attack.blast}
    return document


def _attack(attack: Attack) -> Document:
    document = _plain_item(attack.name, "weapon")
    document["system"] |= {
        "weightless": True,
        "equipped": True,
        "damageFormula": formula_of(attack.dice),
        "blast": attack.blast,
    }
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
    system = fields.part("system")
    background, key = None, "description"
    npc = kind == "npc"
    if not npc:
        key = "biography"
        background = background_of(system.line("background"), system.path("background"), content, report)
        for place, _ in enumerate(system.entries("containers")):
            report.omit(f"{system.path('containers')}[{place}]", "a container is a separate actor")
    for place, _ in enumerate(system.entries("features")):
        report.omit(f"{system.path('features')}[{place}]", "characters have no features")
    items, attacks, fatigue = _items(fields, background, content, npc=npc)
    story = _story(system, key, background, content)
    character = Character(
        kind="npc" if npc else "pc",
        name=name,
        background=background,
        **foundry_parts.read_scores(system),
        inventory=Inventory(
            items=items,
            fatigue=fatigue,
            gold=0 if npc else system.number("gold"),
            capacity=system.number("slots", CAPACITY) if npc else CAPACITY,
        ),
        conditions=Conditions(
            needs=frozenset({NEED} if not npc and system.flag("deprived") else ()),
            panicked=not npc and system.flag("panicked"),
        ),
        attacks=attacks,
        armor=system.number("armor", most=9) if npc else 0,
        **story.facts,
        effects=() if npc else effects_of(background, story.rows, story.bonds, content.book),
    )
    for each in (system, fields):
        each.rest()
    return character


def _story(system: Fields, key: str, background: str | None, content: Content) -> Story:
    lines = [line for line in system.lines(key).split("\n") if line and line not in _HEADINGS]
    return read_story(((line, system.path(key)) for line in lines), background, content, system.report)


def _items(
    fields: Fields, background: str | None, content: Content, *, npc: bool
) -> tuple[tuple[Item, ...], tuple[Attack, ...], int]:
    """Return the items, the natural attacks and the Fatigue of an actor."""
    items: list[Item] = []
    attacks: list[Attack] = []
    fatigue = 0
    for each in fields.parts("items"):
        foundry_parts.skip_foundry(each)
        name, kind, system = each.line("name"), foundry_parts.read_kind(each, _ITEMS), each.part("system")
        count = system.number("quantity", 1, most=100)
        item = _read_item(system, name, kind, background, content)
        if npc and item.attacks and not item.slots and not is_known(name, content.book):
            attacks.append(evolve(item.attacks[0], name=name))
        elif name == foundry_parts.FATIGUE:
            fatigue += count
        else:
            items += [item] * count
        for part in (system, each):
            part.rest()
    return tuple(items), tuple(attacks), fatigue


def _read_item(system: Fields, name: str, kind: str, background: str | None, content: Content) -> Item:
    report = system.report
    armor, formula = system.number("armor", most=9), system.line("damageFormula")
    dice = parse_dice(formula)
    if formula and dice is None:
        report.omit(system.path("damageFormula"), f"{formula[:100]!r} is not a formula such as 'd8' or '2d6kh'")
    uses = system.part("uses")
    left, most = uses.number("value", most=999), uses.number("max", most=999)
    if system.line("criticalDamage"):
        report.omit(system.path("criticalDamage"), "effects of Critical Damage are not read from texts")
    weightless, bulky, equipped = (system.flag(key) for key in ("weightless", "bulky", "equipped"))
    facts = Facts(
        name=name,
        slots=0 if weightless else 2 if bulky else 1,
        uses=(min(left, most), most) if most else None,
        either=True,
        dice=dice[0] if dice else (),
        attribute=dice[1] if dice else None,
        blast=system.flag("blast"),
        armor=armor,
        worn=equipped and armor > 0,
        magic="spellbook" if kind == "spellbook" else None,
        value=system.optional("cost") or None,
        has_value=True,
    )
    item = item_of(facts, background, content.book)
    check_description(system, item, content.texts)
    return item


FOUNDRY_CAIRN: Final = FileFormat(name="Foundry cairn", writer=_written, reader=_read, flags=foundry_parts.FLAGS)
"""Actors of the Foundry system `cairn`, version 0.23."""
