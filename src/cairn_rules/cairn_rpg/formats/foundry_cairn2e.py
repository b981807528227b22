"""Actors of the Foundry system `cairn2e` 0.1.2, for Foundry 14.

A player character is an actor of type `character`, any other an `npc`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Any, Final, get_args

from attrs import evolve

from cairn_rules.cairn_rpg.character_words import background_name, text_of
from cairn_rules.cairn_rpg.characters.attacks import Attack
from cairn_rules.cairn_rpg.characters.character import Character, CharacterKind, Traits
from cairn_rules.cairn_rpg.characters.conditions import Conditions
from cairn_rules.cairn_rpg.characters.inventory import CAPACITY, Inventory
from cairn_rules.cairn_rpg.characters.items import Container, Item, Uses
from cairn_rules.cairn_rpg.characters.notes import Note, put_back, texts_at, values_at
from cairn_rules.cairn_rpg.characters.scars import NAMES, Scar, ScarPart
from cairn_rules.cairn_rpg.content.book import TRAITS
from cairn_rules.cairn_rpg.content.texts import Texts, texts
from cairn_rules.cairn_rpg.formats import foundry_parts
from cairn_rules.cairn_rpg.formats.exchange import NEED, Content, Document, FileFormat, background_of
from cairn_rules.cairn_rpg.formats.items import (
    Facts,
    Magic,
    container_of,
    description_of,
    is_known,
    item_of,
    read_texts,
)
from cairn_rules.cairn_rpg.formats.reading import MOST_ITEMS, Fields, unmarked
from cairn_rules.cairn_rpg.formats.story import CELLS, OFF, answer_lines, read_story, texts_by_place
from cairn_rules.cairn_rpg.rulings import Rulings

_ROLES: Final[Mapping[CharacterKind, str]] = {"npc": "npc", "hireling": "hireling", "creature": "monster"}
_KEY: Final = "foundry-cairn2e"
"""The prefix of the places of values without a meaning here."""
_WORDS: Final = ("feature", "growth")
"""The kinds of items that are kept as they are."""
_PLACES: Final = ("bonds", "omens", "description", OFF, "career", *_WORDS, foundry_parts.EFFECTS)
_TRAITS: Final = (*TRAITS, "quirk", "goal")
_STATUSES: Final = ("panicked", "dead", "doomed", "hamstrung", "deaf", "diseased")
"""Conditions that are fields of `Conditions`, and the ids of statuses."""
_DOWN: Final = ("critical", "stabilised", "mortal", "mended")
_DERIVED: Final = ("paralysed", "paralyzed", "delirious")
"""Statuses that follow from the attributes."""
_ITEMS: Final = ("gear", "coin", "fatigue", "scar", "growth", "feature", "background")
_MAGIC: Final[Mapping[str, Magic]] = {each: each for each in get_args(Magic)}
_DETAIL: Final = re.compile(r".*\(([^()]+)\)")


def _written(character: Character, content: Content, _: Rulings) -> Document:
    inventory, notes = character.inventory, character.notes
    texts = texts_by_place(character, content, *_PLACES, *_TRAITS, *CELLS)
    answers = [*answer_lines(character, content.texts), *[""] * len(CELLS)]
    own = ("\n".join(texts[place]) for place in CELLS)
    cells = [unmarked(text or answer) for text, answer in zip(own, answers, strict=False)]
    omen, off = (unmarked("\n".join(texts[place])) for place in ("omens", OFF))
    traits = {trait: "".join(texts[trait]) or getattr(character.traits, trait, "") for trait in _TRAITS}
    system: Document = {
        "bond": unmarked("\n".join(texts["bonds"])),
        "omen": {"enabled": bool(omen), "text": omen or off},
        "age": character.age,
        "traits": {trait: unmarked(word) for trait, word in traits.items() if word or trait in TRAITS},
        "backgroundTables": {
            "first": {"question": cells[0], "answer": cells[1]},
            "second": {"question": cells[2], "answer": cells[3]},
        },
        "description": foundry_parts.paragraphs((*texts["description"], *texts["rest"])),
    }
    name = unmarked(background_name(character, content.book))
    items = _items(character, content.texts)
    items += values_at(notes, *_WORDS)
    kind = "character"
    if character.kind == "pc":
        items += values_at(notes, "background item") or [
            {"name": name, "type": "background", "img": "", "system": {}}
        ] * bool(name)
    else:
        kind = "npc"
        system |= {
            "role": _ROLES[character.kind],
            "background": name,
            "career": unmarked("".join(texts["career"])),
            "dayRate": character.day_rate,
            "armor": character.armor,
            "isDetachment": character.detachment,
            "morale": None,
            "slots": {"max": inventory.capacity},
        }
    items += [_coins(inventory.gold, "")] * bool(inventory.gold)
    document = foundry_parts.actor(character, kind, put_back(system, notes, _KEY), items)
    conditions = character.conditions
    statuses = ["deprived"] * character.is_deprived + [each for each in _STATUSES if getattr(conditions, each)]
    statuses += [conditions.down] * bool(conditions.down)
    effects = [{"name": status.capitalize(), "statuses": [status]} for status in statuses]
    return document | {"effects": effects + values_at(notes, foundry_parts.EFFECTS)}


def _items(character: Character, texts: Texts) -> list[Document]:
    """Return the gear, the containers with their contents, Fatigue and scars."""
    inventory = character.inventory
    items: list[Document] = []
    for number, container in enumerate(inventory.containers, 1):
        id = f"cairnrulesbox{number:03d}"
        document = _gear(container.name, container.load)
        document["system"] |= {"capacity": container.capacity, "takesSlots": container.pulled}
        document["system"]["description"] = foundry_parts.paragraphs(texts_at(container.notes, "description"))
        document["system"] = put_back(document["system"], container.notes, _KEY)
        items.append({"_id": id} | document)
        items += [_item(item, texts, id) for item in container.items]
        items += [_coins(container.gold, id)] * bool(container.gold)
    items = [_item(item, texts, "") for item in inventory.items] + items
    for item in inventory.stash:
        items.append(_item(item, texts, ""))
        items[-1]["system"]["carried"] = False
    for attack in character.attacks:
        document = _gear(attack.name, 0)
        words = texts_at(character.notes, f"{attack.name}, description")
        document["system"] |= {"bodily": True, "description": foundry_parts.paragraphs(words), **_damage(attack)}
        items.append(document)
    tired: Document = {"name": foundry_parts.FATIGUE, "type": "fatigue", "img": "", "system": {"container": ""}}
    items += [tired] * min(inventory.fatigue, MOST_ITEMS)
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
        "description": foundry_parts.paragraphs([description_of(item, texts, "recharge", "damage")]),
        "damage": "".join(texts_at(item.notes, "damage")),
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
        own = foundry_parts.paragraphs(texts_at(item.notes, "recharge"))
        document["system"]["recharge"] = own or unmarked(text_of(texts, item.recharge)) or "charges"
    for attack in item.attacks[:1]:
        document["system"] |= _damage(attack)
    document["system"] = put_back(document["system"], item.notes, _KEY)
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
    system = foundry_parts.system_of(fields)
    traits = system.part("traits")
    words = {trait: traits.line(trait) for trait in traits.data}
    whole = all(words.get(trait) for trait in TRAITS)
    looks = [Note(trait, word) for trait, word in words.items() if word and not (whole and trait in TRAITS)]
    items = _Items(fields, content, system)
    story = items.story
    figures: dict[str, Any] = {}
    capacity = CAPACITY
    if kind == "npc":
        role = system.line("role")
        figures["kind"] = next((kind for kind, each in _ROLES.items() if each == role), "npc")
        figures |= {"day_rate": system.optional("dayRate"), "armor": system.number("armor", most=9)}
        figures["detachment"] = system.flag("isDetachment")
        capacity = foundry_parts.read_capacity(system.part("slots"), "max")
        career = system.line("career")
        looks += [Note("career", career)] * bool(career)
        if "morale" in system.data and system.data["morale"] is not None:
            fields.report.omit(system.path("morale"), "characters have no morale")
    else:
        figures["effects"] = story.effects
    conditions, effects = _conditions(fields)
    notes = [*items.notes, *story.notes, *looks, *effects]
    character = Character(
        name=name,
        background=story.background,
        **foundry_parts.read_scores(system),
        inventory=items.inventory(capacity),
        conditions=conditions,
        attacks=tuple(items.attacks),
        traits=Traits(**{trait: words[trait] for trait in TRAITS}) if whole else story.traits,
        age=system.optional("age", most=999) or story.age,
        rows=story.facts["rows"],
        bonds=story.bonds,
        omen=story.omen,
        scars=(*items.scars, *story.scars),
        companions=story.companions,
        **figures,
    )
    fields.rest()
    return evolve(character, notes=(*notes, *system.rest(_KEY, "morale")))


def _conditions(fields: Fields) -> tuple[Conditions, list[Note]]:
    """Return the conditions of an actor, and its other effects as notes."""
    found: dict[str, Any] = {}
    others: list[Note] = []
    for effect in fields.parts("effects"):
        known = 0
        for place, status in enumerate(effect.entries("statuses")):
            known += 1
            if status == "deprived":
                found["needs"] = frozenset({NEED})
            elif status in _STATUSES:
                found[status] = True
            elif status in _DOWN:
                found["down"] = status
            elif status not in _DERIVED:
                known -= 1
                where = f"{effect.path('statuses')}[{place}]"
                fields.report.omit(where, f"{status!r:.100} is not a condition of a character")
        if not known:
            others.append(foundry_parts.read_effect(effect))
    return Conditions(**found), others


def _texts(system: Fields) -> Iterator[tuple[str, str]]:
    """Yield the texts of an actor by their places."""
    tables, omen = system.part("backgroundTables"), system.part("omen")
    cells = ((tables.part(each), key) for each in ("first", "second") for key in ("question", "answer"))
    yield from ((place, cell.lines(key)) for place, (cell, key) in zip(CELLS, cells, strict=True))
    yield "bonds", system.paragraphs("bond")
    yield "description", system.lines("description")
    yield ("omens" if omen.flag("enabled") else OFF), omen.lines("text")


class _Items:
    """The items of an actor, sorted by their kinds."""

    def __init__(self, fields: Fields, content: Content, actor: Fields) -> None:
        self.content = content
        self.report = fields.report
        self.attacks: list[Attack] = []
        self.scars: list[Scar] = []
        self.stash: list[Item] = []
        self.notes: list[Note] = []
        self.fatigue = 0
        self.containers: dict[str, Container] = {}
        self.inside: dict[str, list[Item]] = {"": []}
        self.gold: dict[str, int] = {"": 0}
        documents = [
            (each, foundry_parts.read_kind(each, _ITEMS), foundry_parts.system_of(each))
            for each in fields.parts("items")
        ]
        # 1. the background, which completes the other items
        background, names = background_of(actor, content, "background")
        for each, kind, system in documents:
            foundry_parts.skip_foundry(each)
            if kind == "background":
                background, names = background_of(each, content, "name")
                names += (Note("background item", "", shown=False, raw=json.dumps(each.data)),) * bool(system.data)
        self.story = read_story(_texts(actor), background, content)
        self.background = self.story.background
        self.notes += names
        # 2. the containers, to which other items refer
        contents = [each for each in documents if not self._container(*each)]
        # 3. everything else
        for each, kind, system in contents:
            self._item(kind, each.line("name"), each, system)
            each.rest()

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
        description = system.lines("description")
        notes = ((Note("description", description),) * bool(description), system.rest(_KEY))
        id, name = document.line("_id"), document.line("name")
        if not id or id in self.containers:
            self.report.fault(document.path("_id"), f"the id {id!r:.100} is not unique, as that of a container must be")
            return True
        load = system.number("slots", most=CAPACITY)
        container = container_of(name, capacity, self.background, self.content.book, load=load)
        self.containers[id] = evolve(container, pulled=system.flag("takesSlots"), notes=tuple(chain(*notes)))
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
            words = filter(None, (name, system.lines("description")))
            self.notes.append(Note(kind, ": ".join(words), raw=json.dumps(document.data)))

    def _place(self, system: Fields) -> str:
        id = system.line("container")
        if id in self.inside:
            return id
        self.report.omit(system.path("container"), f"there is no container {id[:100]!r}; the item is read as carried")
        return ""

    def _gear(self, name: str, system: Fields) -> None:
        place, carried = self._place(system), system.value("carried") is None or system.flag("carried")
        item = self._read_gear(name, system)
        natural = item.bodily and not item.slots and not item.armor and not item.uses and not item.charges
        if natural and item.attacks and not is_known(name, self.content.book):
            self.attacks.append(evolve(item.attacks[0], name=name))
            self.notes += [evolve(note, place=f"{name}, {note.place}") for note in item.notes if note.text]
        elif not carried and not place:
            self.stash.append(item)
        else:
            self.inside[place].append(item)

    def _read_gear(self, name: str, system: Fields) -> Item:
        damage, armor, recharge = system.line("damage"), system.number("armor", most=9), system.line("recharge")
        system.skip("takesSlots", "ration", "food")
        dice, attribute = foundry_parts.read_dice(system, "damage", damage)
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
            dice=dice * (1 + paired),
            attribute=attribute,
            blast=system.flag("blast"),
            armor=armor,
            worn=equipped and armor > 0,
            magic=_MAGIC.get(magic, "none"),
            bodily=any([system.flag("bodily"), system.flag("natural")]),
            value=system.optional("cost") or None,
            has_value=True,
        )
        item = item_of(facts, self.background, self.content.book)
        item = read_texts(system, item, self.content.texts, **({} if dice else {"damage": "damage"}))
        ours = ("charges", *(unmarked(text_of(each, item.recharge)) for each in (self.content.texts, texts("ids"))))
        own = (Note("recharge", recharge),) * (recharge not in ("", *ours))
        return evolve(item, notes=(*item.notes, *own, *system.rest(_KEY, "grants")))

    def _scar(self, name: str, system: Fields) -> None:
        outcome = system.part("outcome")
        part = {each.lower(): each for each in get_args(ScarPart)}.get(outcome.line("attr").lower())
        detail = _DETAIL.fullmatch(name)
        words = system.lines("description")
        if words or (detail is None and name not in NAMES):
            self.notes.append(Note("scars", ": ".join(filter(None, (name, words)))))
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
