"""Actors of the Foundry system `cairn2e` 0.1.2, for Foundry 14.

A player character is an actor of type `character`, any other an `npc`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final, get_args

from attrs import evolve

from cairn_rules.cairn_rpg.character_words import background_name, bond_lines, omen_lines, text_of
from cairn_rules.cairn_rpg.characters.attacks import Attack
from cairn_rules.cairn_rpg.characters.character import Character, CharacterKind, Traits
from cairn_rules.cairn_rpg.characters.conditions import Conditions
from cairn_rules.cairn_rpg.characters.inventory import CAPACITY, Inventory
from cairn_rules.cairn_rpg.characters.items import Container, Item, Uses
from cairn_rules.cairn_rpg.characters.scars import NAMES, Scar, ScarPart
from cairn_rules.cairn_rpg.content.book import TRAITS
from cairn_rules.cairn_rpg.content.texts import Texts
from cairn_rules.cairn_rpg.formats import foundry_parts
from cairn_rules.cairn_rpg.formats.exchange import NEED, Content, Document, FileFormat, background_of, effects_of
from cairn_rules.cairn_rpg.formats.items import (
    Facts,
    Magic,
    check_description,
    container_of,
    description_of,
    is_known,
    item_of,
)
from cairn_rules.cairn_rpg.formats.reading import MOST_ITEMS, Fields, unmarked
from cairn_rules.cairn_rpg.formats.story import Story, answer_lines, other_lines, read_story
from cairn_rules.cairn_rpg.rulings import Rulings

_ROLES: Final[Mapping[CharacterKind, str]] = {"npc": "npc", "hireling": "hireling", "creature": "monster"}
_STATUSES: Final = ("panicked", "dead", "doomed", "hamstrung", "deaf", "diseased")
"""Conditions that are fields of `Conditions`, and the ids of statuses."""
_DOWN: Final = ("critical", "stabilised", "mortal", "mended")
_DERIVED: Final = ("paralysed", "paralyzed", "delirious")
"""Statuses that follow from the attributes."""
_ITEMS: Final = ("gear", "coin", "fatigue", "scar", "growth", "feature", "background")
_MAGIC: Final[Mapping[str, Magic]] = {each: each for each in get_args(Magic)}
_DIE: Final = re.compile(r"d([0-9]{1,3})")
_DETAIL: Final = re.compile(r".*\(([^()]+)\)")


def _written(character: Character, content: Content, _: Rulings) -> Document:
    texts, inventory = content.texts, character.inventory
    omen = omen_lines(character, texts)
    answers = [*(unmarked(line) for line in answer_lines(character, texts)), *[""] * 4]
    traits = {trait: unmarked(getattr(character.traits, trait)) if character.traits else "" for trait in TRAITS}
    system: Document = {
        "bond": unmarked("\n\n".join(bond_lines(character, texts))),
        "omen": {"enabled": bool(omen), "text": unmarked("".join(omen))},
        "age": character.age,
        "traits": traits,
        "backgroundTables": {
            "first": {"question": answers[0], "answer": answers[1]},
            "second": {"question": answers[2], "answer": answers[3]},
        },
        "description": foundry_parts.paragraphs(other_lines(character)),
    }
    name = unmarked(background_name(character, content.book))
    items = _items(character, texts)
    kind = "character"
    if character.kind == "pc":
        items += [{"name": name, "type": "background", "img": "", "system": {}}] * bool(name)
    else:
        kind = "npc"
        system |= {
            "role": _ROLES[character.kind],
            "background": name,
            "career": "",
            "dayRate": character.day_rate,
            "armor": character.armor,
            "isDetachment": character.detachment,
            "morale": None,
            "slots": {"max": inventory.capacity},
        }
    items += [_coins(inventory.gold, "")] * bool(inventory.gold)
    document = foundry_parts.actor(character, kind, system, items)
    return document | {
        "effects": [{"name": status.capitalize(), "statuses": [status]} for status in _statuses(character)]
    }


def _statuses(character: Character) -> list[str]:
    conditions = character.conditions
    found = ["deprived"] * character.is_deprived + [status for status in _STATUSES if getattr(conditions, status)]
    return found + [conditions.down] * bool(conditions.down)


def _items(character: Character, texts: Texts) -> list[Document]:
    """Return the gear, the containers with their contents, Fatigue and scars."""
    inventory = character.inventory
    items: list[Document] = []
    for number, container in enumerate(inventory.containers, 1):
        id = f"cairnrulesbox{number:03d}"
        document = _gear(container.name, container.load)
        document["system"] |= {"capacity": container.capacity, "takesSlots": container.pulled}
        items.append({"_id": id} | document)
        items += [_item(item, texts, id) for item in container.items]
        items += [_coins(container.gold, id)] * bool(container.gold)
    items = [_item(item, texts, "") for item in inventory.items] + items
    for item in inventory.stash:
        items.append(_item(item, texts, ""))
        items[-1]["system"]["carried"] = False
    for attack in character.attacks:
        document = _gear(attack.name, 0)
        document["system"] |= {"bodily": True, **_damage(attack)}
        items.append(document)
    items += [{"name": foundry_parts.FATIGUE, "type": "fatigue", "img": "", "system": {"container": ""}}] * min(
        inventory.fatigue, MOST_ITEMS
    )
    return items + [_scar(scar) for scar in character.scars]


def _coins(gold: int, container: str) -> Document:
    system = {"value": gold, "container": container, "carried": True}
    return {"name": "Gold", "type": "coin", "img": "", "system": system}


def _gear(name: str, slots: int) -> Document:
    system: Document = {
        "description": "",
        "slots": slots,
        "equipped": False,
        "cost": 0,
        "container": "",
        "uses": {"value": 0, "max": 0},
        "grants": [],
        "ration": False,
        "damage": "",
        "blast": False,
        "paired": False,
        "bodily": False,
        "armor": 0,
        "magic": "none",
        "recharge": "",
        "capacity": 0,
        "takesSlots": False,
        "carried": True,
    }
    return {"name": unmarked(name), "type": "gear", "img": "", "system": system}


def _item(item: Item, texts: Texts, container: str) -> Document:
    document = _gear(item.name, item.slots)
    document["system"] |= {
        "description": foundry_parts.item_lines(description_of(item, texts)),
        "equipped": item.worn,
        "cost": item.value or 0,
        "container": container,
        "ration": item.id == "rations",
        "bodily": item.bodily,
        "armor": item.armor,
        "magic": item.magic,
    }
    if uses := item.charges or item.uses:
        document["system"]["uses"] = {"value": uses.left, "max": uses.max}
    if item.charges is not None:
        document["system"]["recharge"] = unmarked(text_of(texts, item.recharge)) or "charges"
    for attack in item.attacks[:1]:
        document["system"] |= _damage(attack)
    return document


def _damage(attack: Attack) -> Document:
    """Return the damage of gear: the largest die, twice if the attack has two of it."""
    largest = max(attack.dice)
    return {"damage": f"d{largest}", "paired": attack.dice == (largest, largest), "blast": attack.blast}


def _scar(scar: Scar) -> Document:
    name = NAMES[scar.row - 1] if 1 <= scar.row <= len(NAMES) else "Scar"
    outcome = dict(zip(("attr", "from", "to"), scar.changed, strict=True)) if scar.changed else None
    return {
        "name": unmarked(f"{name} ({scar.detail})" if scar.detail else name),
        "type": "scar",
        "img": "",
        "system": {"entry": scar.row, "outcome": outcome, "resolved": not scar.pending},
    }


def _read(fields: Fields, content: Content) -> Character:
    name, kind = foundry_parts.read_name(fields), foundry_parts.read_kind(fields, ("npc", "character"))
    system = fields.part("system")
    items = _Items(fields, content, system.line("background"))
    story = _story(system, items.background, content)
    figures: dict[str, Any] = {}
    capacity = CAPACITY
    if kind == "npc":
        role = system.line("role")
        figures["kind"] = next((kind for kind, each in _ROLES.items() if each == role), "npc")
        figures |= {"day_rate": system.optional("dayRate"), "armor": system.number("armor", most=9)}
        figures["detachment"] = system.flag("isDetachment")
        capacity = system.part("slots").number("max", CAPACITY)
        for key in ("career", "morale"):
            if system.value(key) not in ("", None):
                fields.report.omit(system.path(key), f"characters have no {key}")
    else:
        figures["effects"] = effects_of(items.background, story.rows, story.bonds, content.book)
    traits = system.part("traits")
    words = {trait: traits.line(trait) for trait in TRAITS}
    if any(words.values()) and not all(words.values()):
        fields.report.omit(traits.where, "some of the eight traits are missing, so none is read")
    character = Character(
        name=name,
        background=items.background,
        **foundry_parts.read_scores(system),
        inventory=items.inventory(capacity),
        conditions=_conditions(fields),
        attacks=tuple(items.attacks),
        traits=Traits(**words) if all(words.values()) else None,
        age=system.optional("age", most=999),
        rows=story.rows,
        bonds=story.bonds,
        omen=story.omen,
        scars=tuple(items.scars),
        companions=story.companions,
        **figures,
    )
    for each in (traits, system, fields):
        each.rest()
    return character


def _conditions(fields: Fields) -> Conditions:
    found: dict[str, Any] = {}
    for effect in fields.parts("effects"):
        for place, status in enumerate(effect.entries("statuses")):
            if status == "deprived":
                found["needs"] = frozenset({NEED})
            elif status in _STATUSES:
                found[status] = True
            elif status in _DOWN:
                found["down"] = status
            elif status not in _DERIVED:
                where = f"{effect.path('statuses')}[{place}]"
                fields.report.omit(where, f"{status!r:.100} is not a condition of a character")
    return Conditions(**found)


def _story(system: Fields, background: str | None, content: Content) -> Story:
    tables = system.part("backgroundTables")
    omen = system.part("omen")
    parts: list[tuple[Fields, str]] = [(system, "bond"), (system, "description")]
    parts += [(tables.part(each), key) for each in ("first", "second") for key in ("question", "answer")]
    if omen.flag("enabled"):
        parts.append((omen, "text"))
    elif omen.line("text"):
        system.report.omit(omen.path("text"), "the omen is disabled")
    lines = {line: place.path(key) for place, key in parts for line in place.lines(key).split("\n") if line}
    return read_story(lines.items(), background, content, system.report)


class _Items:
    """The items of an actor, sorted by their kinds."""

    def __init__(self, fields: Fields, content: Content, background: str) -> None:
        self.content = content
        self.report = fields.report
        self.attacks: list[Attack] = []
        self.scars: list[Scar] = []
        self.stash: list[Item] = []
        self.fatigue = 0
        self.containers: dict[str, Container] = {}
        self.inside: dict[str, list[Item]] = {"": []}
        self.gold: dict[str, int] = {"": 0}
        documents = [
            (each, foundry_parts.read_kind(each, _ITEMS), each.part("system")) for each in fields.parts("items")
        ]
        # 1. the background, which completes the other items
        place = fields.path("system.background")
        for each, kind, system in documents:
            foundry_parts.skip_foundry(each)
            if kind == "background":
                background, place = each.line("name"), each.path("name")
                system.skip(*system.data)
        self.background = background_of(background, place, content, self.report)
        # 2. the containers, to which other items refer
        contents = [each for each in documents if not self._container(*each)]
        # 3. everything else
        for each, kind, system in contents:
            self._item(kind, each.line("name"), each, system)
        for each, _, system in documents:
            for part in (system, each):
                part.rest()

    def inventory(self, capacity: int) -> Inventory:
        """Return the inventory of the actor."""
        filled = (
            evolve(container, items=tuple(self.inside[id]), gold=self.gold[id])
            for id, container in self.containers.items()
        )
        return Inventory(
            items=tuple(self.inside[""]),
            fatigue=self.fatigue,
            gold=self.gold[""],
            containers=tuple(filled),
            stash=tuple(self.stash),
            capacity=capacity,
        )

    def _container(self, document: Fields, kind: str, system: Fields) -> bool:
        """Read a document that is a container. Return False if it is not one."""
        capacity = system.number("capacity") if kind == "gear" else 0
        if not capacity:
            return False
        system.skip(*_gear("", 0)["system"])
        id, name = document.line("_id"), document.line("name")
        if not id or id in self.containers:
            self.report.fault(document.path("_id"), f"the id {id!r:.100} is not unique, as that of a container must be")
            return True
        load = system.number("slots", most=CAPACITY)
        container = container_of(name, capacity, self.background, self.content.book, load=load)
        self.containers[id] = evolve(container, pulled=system.flag("takesSlots"))
        self.inside[id], self.gold[id] = [], 0
        return True

    def _item(self, kind: str, name: str, document: Fields, system: Fields) -> None:
        if kind == "gear":
            self._gear(name, system)
        elif kind == "coin":
            system.skip("carried")
            self.gold[self._place(system)] += system.number("value")
        elif kind == "fatigue":
            if self._place(system):
                self.report.omit(system.path("container"), "Fatigue in a container is read as carried")
            self.fatigue += 1
        elif kind == "scar":
            self._scar(name, system)
        elif kind != "background":
            system.skip(*system.data)
            self.report.omit(document.where, f"characters have no {kind}")

    def _place(self, system: Fields) -> str:
        id = system.line("container")
        if id in self.inside:
            return id
        self.report.omit(system.path("container"), f"there is no container {id[:100]!r}; the item is read as carried")
        return ""

    def _gear(self, name: str, system: Fields) -> None:
        item = self._read_gear(name, system)
        place, carried = self._place(system), system.value("carried") is None or system.flag("carried")
        natural = item.bodily and not item.slots and not item.armor and not item.uses and not item.charges
        if natural and item.attacks and not is_known(name, self.content.book):
            self.attacks.append(evolve(item.attacks[0], name=name))
        elif not carried and not place:
            self.stash.append(item)
        else:
            self.inside[place].append(item)

    def _read_gear(self, name: str, system: Fields) -> Item:
        damage, armor, recharge = system.line("damage"), system.number("armor", most=9), system.line("recharge")
        system.skip("takesSlots", "ration", "grants")
        die = _DIE.fullmatch(damage)
        sides = int(die[1]) if die else 0
        if damage and not 2 <= sides <= 100:
            self.report.omit(system.path("damage"), f"{damage[:100]!r} is not a die such as 'd8'")
            sides = 0
        uses = system.part("uses")
        left, most = uses.number("value", most=999), uses.number("max", most=999)
        magic = system.line("magic") or "none"
        if magic not in _MAGIC:
            self.report.omit(system.path("magic"), f"{magic[:100]!r} is not a kind of magic")
        limited = Uses(min(left, most), most) if most else None
        equipped, paired = system.flag("equipped"), system.flag("paired")
        facts = Facts(
            name=name,
            slots=system.number("slots", 1, most=10),
            uses=(limited.left, limited.max) if limited and not recharge else None,
            charges=limited if recharge else None,
            dice=((sides, sides) if paired else (sides,)) if sides else (),
            blast=system.flag("blast"),
            armor=armor,
            worn=equipped and armor > 0,
            magic=_MAGIC.get(magic, "none"),
            bodily=system.flag("bodily"),
            value=system.optional("cost") or None,
            has_value=True,
        )
        item = item_of(facts, self.background, self.content.book)
        check_description(system, item, self.content.texts)
        return item

    def _scar(self, name: str, system: Fields) -> None:
        outcome = system.part("outcome")
        part = {each.lower(): each for each in get_args(ScarPart)}.get(outcome.line("attr").lower())
        detail = _DETAIL.fullmatch(name)
        old, new = outcome.number("from", most=999), outcome.number("to", most=999)
        self.scars.append(
            Scar(
                row=system.number("entry", 1, least=1, most=12),
                detail=detail[1] if detail else "",
                pending=not system.flag("resolved"),
                changed=(part, old, new) if part else None,
            )
        )


FOUNDRY_CAIRN2E: Final = FileFormat(name="Foundry cairn2e", writer=_written, reader=_read, flags=foundry_parts.FLAGS)
"""Actors of the Foundry system `cairn2e`, version 0.1.2."""
