"""Characters in the files of other programs."""

from __future__ import annotations

import json
import random
import time
from copy import deepcopy
from typing import Any

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

import cairn_rules
from cairn_rules.cairn_rpg.characters.attacks import Attack
from cairn_rules.cairn_rpg.characters.attributes import Attribute, Score
from cairn_rules.cairn_rpg.characters.character import Character, Omen, Traits, public
from cairn_rules.cairn_rpg.characters.items import Companion, Item, Uses
from cairn_rules.cairn_rpg.characters.notes import Note
from cairn_rules.cairn_rpg.characters.scars import Scar
from cairn_rules.cairn_rpg.content.book_file import book
from cairn_rules.cairn_rpg.content.texts import CREDIT, texts
from cairn_rules.cairn_rpg.creation import create_character, create_hireling, create_party
from cairn_rules.cairn_rpg.formats import (
    FOUNDRY_CAIRN,
    FOUNDRY_CAIRN2E,
    KETTLEWRIGHT,
    FileFormat,
    Omission,
    foundry_cairn,
)
from cairn_rules.cairn_rpg.formats.exchange import STATE, Content
from cairn_rules.cairn_rpg.formats.story import read_story
from cairn_rules.cairn_rpg.rulings import Rulings
from cairn_rules.errors import DocumentError
from support.cairn_rpg.people import BANDAGES, CART, MULE, PLATE, RATIONS, ROPE, SHIELD, person

FORMATS = pytest.mark.parametrize("format", [KETTLEWRIGHT, FOUNDRY_CAIRN, FOUNDRY_CAIRN2E])
BACKGROUNDS = tuple(book().backgrounds)
TRAITS = Traits(
    physique="Athletic",
    skin="Oily",
    hair="Filthy",
    face="Pale",
    speech="Blunt",
    clothing="Filthy",
    virtue="Humble",
    vice="Vain",
)
TRAITS_TEXT = (
    "You have a Athletic Physique, Oily Skin, Filthy Hair, Pale Face, Blunt Speech, Filthy Clothing, Humble Virtue "
)
TRAITS_TEXT += "and Vain Vice. You are 31 years old."
LEFT_OUT = "so that this attack is left out"
HOSTILE = "<img src=x onerror=alert(1)>`$(id)` & <b>x</b>\x1b[31m\u202e"


SHIELD_OF_THE_BOOK = Item(id="shield", name="Shield", armor=1, armor_is_bonus=True)


def _stripped(format: FileFormat, document: dict[str, Any]) -> dict[str, Any]:
    """Return a document without the complete state."""
    copy = deepcopy(document)
    (copy if format is KETTLEWRIGHT else copy["flags"]).pop(STATE)
    return copy


def _paths(omissions: tuple[Omission, ...]) -> list[str]:
    return [each.path for each in omissions]


# Round trips


@pytest.mark.untraced
@FORMATS
@settings(max_examples=12, deadline=None)
@given(st.integers(0, 10**6), st.sampled_from(BACKGROUNDS))
def test_created_characters_come_back(format: FileFormat, seed: int, background: str) -> None:
    """The complete state comes back exactly; without it, all but what the writer listed."""
    who = create_character(seed=seed, background=background, omen=True)
    document, lost = format.write(who, private=True)
    assert format.read(json.dumps(document)) == (who, ())
    again, unknown = format.read(_stripped(format, document))
    assert unknown == ()
    assert (again == who) == (not lost)
    allowed = ("$.omen.private", "$.inventory.containers", "$.inventory.stash")
    assert all(each.path in allowed[: 1 if format is not FOUNDRY_CAIRN else 3] for each in lost)


def _scarred() -> Character:
    """Return a character that has something in every field that a player character uses."""
    chosen = create_character(seed=11, background="bonekeeper", tables=(4, 3), bond=7, omen=5)
    wagon, donkey = chosen.inventory.containers
    inventory = evolve(
        chosen.inventory,
        items=(*chosen.inventory.items, evolve(PLATE, worn=True), evolve(RATIONS, uses=Uses(1, 3)), ROPE, ROPE),
        fatigue=2,
        gold=120,
        containers=(evolve(wagon, items=(BANDAGES, ROPE), gold=30), donkey, evolve(CART, pulled=True)),
        stash=(SHIELD_OF_THE_BOOK,),
        capacity=9,
    )
    return evolve(
        chosen,
        traits=TRAITS,
        age=31,
        strength=Score(3, 12),
        hp=Score(0, 5),
        inventory=inventory,
        scars=(Scar(row=4, detail="leg", pending=True), Scar(row=2, changed=("hp", 3, 5)), Scar(row=12)),
        companions=(Companion(id="wolf", name="Wolf", hp=5),),
        conditions=evolve(chosen.conditions, needs=frozenset({"food"}), deprived_days=1, panicked=True, doomed=True),
    )


def test_kettlewright_lists_what_it_cannot_hold() -> None:
    """Kettlewright holds items, containers, a stash and scars, but not which need is unmet."""
    document, lost = KETTLEWRIGHT.write(_scarred())
    needs = ["$.conditions.needs", "$.conditions.deprived_days", "$.conditions.doomed"]
    assert _paths(lost) == [*needs, "$.companions"]
    assert KETTLEWRIGHT.read(document)[0] == _scarred()


def test_kettlewright_documents_in_full() -> None:
    """A document has the keys of the program's export, with load placeholders, and a key of our own."""
    who = person(
        "Ada `the <i>`",
        strength=Score(9, 12),
        traits=TRAITS,
        age=31,
        background="aurifex",
        rows=(2, 3),
        bonds=(7, 8),
        omen=Omen(3),
        scars=(Scar(row=4, detail="leg", pending=True),),
        needs=frozenset({"food"}),
        items=(
            evolve(PLATE, worn=True),
            evolve(SHIELD, worn=True),
            evolve(RATIONS, uses=Uses(2, 3)),
            Item(
                id="wand",
                name="Wand",
                slots=0,
                charges=Uses(1, 2),
                attacks=(Attack(name="wand", dice=(6, 6), blast=True, attribute=Attribute.STR),),
            ),
        ),
        fatigue=1,
        gold=7,
        containers=(evolve(CART, pulled=True, items=(ROPE,), gold=30), MULE),
        stash=(BANDAGES,),
    )
    document, _ = KETTLEWRIGHT.write(who)
    assert set(document.pop(STATE)) == {"_license", "character"}
    words = texts()
    answers = ("background/aurifex/1", "background/aurifex/1/2", "background/aurifex/2", "background/aurifex/2/3")
    notes = [words[id] for id in answers]

    def item(id: int, name: str, *tags: str, at: int = 0, **more: Any) -> dict[str, Any]:
        return {"id": str(id), "name": name, "tags": list(tags), "description": "", "location": at, **more}

    assert document == {
        "name": "Ada 'the \u2039i\u203a'",
        "custom_name": "",
        "background": "Aurifex",
        "custom_background": "",
        "strength": 9,
        "strength_max": 12,
        "dexterity": 10,
        "dexterity_max": 10,
        "willpower": 10,
        "willpower_max": 10,
        "hp": 4,
        "hp_max": 4,
        "armor": 3,
        "gold": 7,
        "deprived": True,
        "panicked": False,
        "description": "Condition: deprived (food): no recovery (R62)",
        "traits": TRAITS_TEXT,
        "notes": f"{notes[0]}\n{notes[1]}\n\n{notes[2]}\n{notes[3]}",
        "bonds": f"{words['bond/7']}\n\n{words['bond/8']}",
        "omens": words["omen/3"],
        "scars": "Broken Limb (leg), gain pending",
        "custom_image": False,
        "image_url": "",
        "items": [
            item(1, "Plate", "bulky", "3 Armor"),
            item(2, "Shield", "1 Armor", "bonus defense"),
            item(3, "Rations", "uses", uses=2),
            item(4, "Wand", "charges", "petty", "d6+d6 STR", "blast", charges=1, max_charges=2),
            item(5, "Fatigue"),
            item(6, "Cart", carrying=1),
            item(7, "Cart", carrying=1),
            item(8, "Rope", at=1),
            item(9, "30gp", "petty", at=1),
            item(10, "Bandages", "uses", at=3, uses=3),
        ],
        "containers": [
            {"id": 0, "name": "Main", "slots": 10},
            {"id": 1, "name": "Cart", "slots": 4, "load": 2},
            {"id": 2, "name": "Mule", "slots": 6},
            {"id": 3, "name": "Left behind", "slots": 10},
        ],
    }


KETTLEWRIGHT_ADA: dict[str, Any] = {
    "id": 17,
    "name": "Custom",
    "custom_name": "Ada",
    "background": "Aurifex",
    "custom_background": "",
    "strength": "9",
    "strength_max": 12,
    "dexterity": 14,
    "dexterity_max": 12,
    "willpower": 8,
    "willpower_max": 8,
    "hp": 3,
    "hp_max": 4,
    "armor": "3",
    "gold": 42,
    "deprived": True,
    "panicked": False,
    "description": "<p>Tall &amp; <b>old</b></p>",
    "traits": "An oily skin and filthy hair over a pale face; Athletic of physique, blunt speech, soiled, humble, "
    "vain. You are 31 years old.",
    "notes": "Something that nobody knows",
    "bonds": "bond/7\n\nbond/8\n\nbond/99",
    "omens": "omen/3",
    "scars": "Deafened\nBroken Limb (leg), gain pending\nRattling Blow, maximum HP 3 to 5",
    "custom_image": True,
    "image_url": "https://example.org/x.png",
    "items": [
        {"id": 1, "name": "Sword", "tags": ["d8"], "location": 0},
        {"id": 2, "name": "Brigandine", "tags": ["1 Armor", "bulky"], "location": 0, "title": "x", "editable": True},
        {"id": "3", "name": "Shield", "tags": ["1 Armor", "bonus defense"], "location": 0, "description": "Oak."},
        {"id": "4", "name": "rations", "tags": ["uses"], "uses": 2, "location": 1},
        {"id": "5", "name": "Odd Bow", "tags": ["D6 + D6", "blast", "glowing"], "location": 0},
        {"id": "6", "name": "Fatigue", "tags": [], "location": 0},
        {"id": "7", "name": "Cart", "tags": ["bulky"], "location": 0, "carrying": 1},
        {"id": "8", "name": "Wand", "tags": ["charges", "petty"], "charges": 5, "max_charges": 3, "location": "0"},
        {"id": "9", "name": "Fang", "tags": ["d6 STR"], "location": 9, "colour": "red"},
        {"id": "10", "name": "12gp", "tags": ["petty"], "location": 1},
        {"id": "11", "name": "Book", "tags": ["uses"], "uses": 4, "location": 0},
    ],
    "containers": [
        {"id": 0, "name": "Main", "slots": 10},
        {"id": 1, "name": "Cart", "slots": 4, "carried_by": "", "load": 2, "items": []},
        {"id": 2, "name": "Old Sledge", "slots": 3, "items": [{"name": "x"}]},
    ],
    "party": 5,
}


def test_a_document_of_kettlewright_made_by_hand() -> None:
    """A document is read with numbers as texts, items completed by name, and a list of what is not understood."""
    ada, unknown = KETTLEWRIGHT.read(json.dumps(KETTLEWRIGHT_ADA))
    assert (ada.name, ada.background, ada.kind, ada.age) == ("Ada", "aurifex", "pc", 31)
    scores = (ada.strength, ada.dexterity, ada.willpower, ada.hp)
    assert scores == (Score(9, 12), Score(12, 12), Score(8, 8), Score(3, 4))
    assert ada.traits == evolve(TRAITS, clothing="Soiled")
    assert (ada.bonds, ada.omen) == ((7, 8), Omen(3))
    assert ada.scars == (Scar(row=8), Scar(row=4, detail="leg", pending=True), Scar(row=2, changed=("hp", 3, 5)))
    assert ada.conditions.needs == {"unstated"}
    goods = {
        item.name: item for list_of_goods in book().goods.values() for each in list_of_goods if (item := each.item)
    }
    sword, brigandine, shield, bow, wand, fang, old = ada.inventory.items
    assert (sword.id, sword.attacks) == ("sword", (Attack(name="sword", dice=(8,)),))
    assert evolve(brigandine, notes=()) == evolve(goods["Brigandine"], worn=True)
    assert (shield.armor, shield.armor_is_bonus, shield.worn) == (1, True, True)
    assert bow.attacks == (Attack(name="odd bow", dice=(6, 6), blast=True),)
    assert wand == Item(id="wand", name="Wand", slots=0, charges=Uses(3, 3))
    assert fang.attacks == (Attack(name="fang", dice=(6,), attribute=Attribute.STR),)
    assert old.uses == Uses(4, 4)
    cart, sledge = ada.inventory.containers
    assert cart.items == (evolve(goods["Rations"], name="rations", uses=Uses(2, 3)),)
    assert (cart.gold, cart.pulled, cart.load, cart.kind) == (12, True, 2, "cart")
    assert (sledge.id, sledge.name, sledge.capacity) == ("old-sledge", "Old Sledge", 3)
    assert (ada.inventory.fatigue, ada.inventory.gold) == (1, 42)
    assert (
        ada.effects[: len(book().backgrounds["aurifex"].start.effects)] == book().backgrounds["aurifex"].start.effects
    )
    assert set(map(str, unknown)) == {
        "$.dexterity: 14 is above the maximum 12, which is used instead",
        "$.items[8]['colour']: an unknown key",
        "$.items[8].location: there is no container 9; the item is read as carried",
        "$.containers[2].items: items are read from the list of all items",
        "$['party']: an unknown key",
    }
    assert [str(note) for each in (ada, shield, bow) for note in each.notes if note.shown] == [
        "Something that nobody knows",
        "bond/99",
        "Tall & old",
        "Oak.",
        "glowing",
    ]
    again = KETTLEWRIGHT.write(ada)[0]
    kept = ("name", "custom_name", "traits", "notes", "bonds", "image_url", "custom_image", "party")
    assert [again[key] for key in kept] == [KETTLEWRIGHT_ADA[key] for key in kept]


def test_a_container_fills_the_slots_of_a_keeper_who_pulls_it() -> None:
    for pulled in (True, False):
        document, _ = KETTLEWRIGHT.write(person(containers=(evolve(CART, pulled=pulled),)))
        assert [item["name"] for item in document["items"] if "carrying" in item] == ["Cart"] * CART.load * pulled


@pytest.mark.parametrize("missing", ["Oily Skin, ", "Blunt Speech, "])
def test_traits_are_read_whole_or_kept_as_a_text(missing: str) -> None:
    text = TRAITS_TEXT.replace(missing, "")
    ada, _ = KETTLEWRIGHT.read(KETTLEWRIGHT_ADA | {"traits": text})
    assert (ada.traits, ada.age) == (None, 31)
    assert Note("traits", text) in ada.notes


def test_least_documents() -> None:
    """Only the name, attributes and HP must be there."""
    keys = ("name", "strength", "dexterity", "willpower", "hp")
    least = {key: KETTLEWRIGHT_ADA[key] for key in KETTLEWRIGHT_ADA if key.removesuffix("_max") in keys}
    ada, unknown = KETTLEWRIGHT.read(least | {"custom_background": "Smith", "dexterity": 12, "traits": ""})
    assert (ada.name, ada.background, ada.traits, ada.age, ada.inventory.items) == ("Custom", None, None, None, ())
    assert (ada.notes, unknown) == ((Note("custom background", "Smith"),), ())
    with pytest.raises(DocumentError) as caught:
        KETTLEWRIGHT.read({})
    wheres = [fault.where for fault in caught.value.faults]
    assert wheres[0] == "$.name"
    assert len(wheres) == 9


ABILITIES = {each: {"value": 9, "max": 12} for each in ("STR", "DEX", "WIL")}

FOUNDRY_CAIRN_ADA: dict[str, Any] = {
    "_id": "a" * 16,
    "name": "Ada",
    "type": "character",
    "img": "icons/x.svg",
    "prototypeToken": {},
    "flags": {"other": {}},
    "folder": None,
    "_stats": {},
    "system": {
        "abilities": ABILITIES,
        "hp": {"value": 3, "max": 4},
        "background": "fletchwind",
        "biography": "<h3>Bonds</h3><p>bond/7</p><p>You are 20 years old.</p><ul><li>Sings</li></ul>",
        "deprived": False,
        "panicked": True,
        "gold": 5,
        "containers": ["Actor.x"],
        "features": ["y"],
    },
    "items": [
        {"name": "Sword", "type": "weapon", "system": {"damageFormula": "1d8", "equipped": True}},
        {"name": "Two Knives", "type": "weapon", "system": {"damageFormula": "2d6kh", "criticalDamage": "bleeds"}},
        {"name": "Odd", "type": "weapon", "system": {"damageFormula": "{d6,d10}kh", "blast": True, "bulky": True}},
        {"name": "Mad", "type": "weapon", "system": {"damageFormula": "1d1", "description": "<p>Mad</p>"}},
        {"name": "Plate", "type": "armor", "system": {"armor": 3, "equipped": True, "bulky": True, "cost": 60}},
        {"name": "Spellbook: Ward", "type": "spellbook", "system": {}},
        {"name": "Torch", "type": "item", "system": {"quantity": 2, "uses": {"value": 1, "max": 3}}},
        {"name": "Coin", "type": "object", "system": {"weightless": True}},
        {"name": "Fatigue", "type": "item", "system": {"quantity": 2}},
    ],
}


def test_an_actor_of_foundry_cairn_made_by_hand() -> None:
    """A character of the system is read, with quantities and roll formulas."""
    ada, unknown = FOUNDRY_CAIRN.read(json.dumps(FOUNDRY_CAIRN_ADA))
    assert (ada.kind, ada.name, ada.background, ada.age, ada.bonds) == ("pc", "Ada", "fletchwind", 20, (7,))
    assert (ada.strength, ada.hp, ada.conditions.panicked) == (Score(9, 12), Score(3, 4), True)
    sword, knives, odd, mad, plate, ward, *torches, coin = ada.inventory.items
    assert (sword.id, sword.worn, knives.attacks[0].dice, mad.attacks) == ("sword", False, (6, 6), ())
    assert (odd.attacks[0].dice, odd.attacks[0].blast, odd.slots) == ((6, 10), True, 2)
    assert (plate.id, plate.armor, plate.worn, plate.value, plate.metal) == ("plate", 3, True, 60, True)
    assert ward == book().spells["ward"].spellbook
    assert [(torch.id, torch.uses, torch.light) for torch in torches] == [("torch", Uses(1, 3), "torch")] * 2
    assert (coin.slots, ada.inventory.fatigue, ada.inventory.gold) == (0, 2, 5)
    assert set(map(str, unknown)) == {
        "$.system.containers[0]: a container is a separate actor",
        f"$.items[3].system.damageFormula: '1d1' is not a formula such as 'd8' or '2d6kh', {LEFT_OUT}",
    }
    assert [str(note) for each in (ada, knives, mad) for note in each.notes if note.shown] == [
        "Background: fletchwind",
        "Sings",
        "y",
        "Critical damage: bleeds",
        "Mad",
        "Damage: 1d1",
    ]


def test_characters_of_foundry_cairn_have_the_slots_of_the_book() -> None:
    """Only an `npc` has a number of its own."""
    document = deepcopy(FOUNDRY_CAIRN_ADA)
    document["system"]["slots"] = 4
    ada, unknown = FOUNDRY_CAIRN.read(document)
    assert ada.inventory.capacity == 10
    assert "$.system['slots']: an unknown key" in map(str, unknown)


def test_what_the_field_of_uses_holds_in_foundry_cairn() -> None:
    """It has one field for uses and charges; the item of the book says which they are."""
    document = deepcopy(FOUNDRY_CAIRN_ADA)
    document["system"] |= {"background": "cutpurse", "abilities": ABILITIES | {"LUCK": {"value": 1}}}
    document["items"] = [{"name": "Catring", "type": "item", "system": {"uses": {"value": 1, "max": 2}}}]
    ada, unknown = FOUNDRY_CAIRN.read(document)
    (catring,) = ada.inventory.items
    assert (catring.charges, catring.uses) == (Uses(1, 2), None)
    assert "$.system.abilities['LUCK']: an unknown key" in map(str, unknown)


def test_another_person_in_foundry_cairn() -> None:
    """An `npc` has armour and natural attacks, but no gold."""
    claws = Attack(name="claws", dice=(6, 8), blast=True)
    bear = evolve(person("Bear", items=(ROPE,), fatigue=1), kind="npc", armor=2, attacks=(claws,))
    document, lost = FOUNDRY_CAIRN.write(bear)
    assert (document["type"], lost) == ("npc", ())
    assert document["system"]["armor"] == 2
    assert document["items"][1]["system"]["damageFormula"] == "{d6,d8}kh"
    assert FOUNDRY_CAIRN.read(_stripped(FOUNDRY_CAIRN, document)) == (bear, ())
    hireling = create_hireling("bodyguard", seed=1)
    assert "$.kind" in _paths(FOUNDRY_CAIRN.write(hireling)[1])


def test_armour_and_bonds_of_others_in_foundry_cairn() -> None:
    """An armour has one digit, and bonds have no effects on an `npc`."""
    bear = evolve(person("Bear", capacity=8), kind="npc")
    document = _stripped(FOUNDRY_CAIRN, FOUNDRY_CAIRN.write(bear)[0])
    document["system"] |= {"armor": 9, "description": "<p>bond/10</p>"}
    read, unknown = FOUNDRY_CAIRN.read(document)
    assert (read.armor, read.bonds, read.effects, unknown) == (9, (10,), (), ())
    document["system"]["armor"] = 10
    with pytest.raises(DocumentError, match="10 is not a whole number from 0 to 9"):
        FOUNDRY_CAIRN.read(document)


def test_the_longest_traits_of_a_story() -> None:
    """A text of 1000 characters is searched for traits, a longer one is not."""
    for more in (0, 1):
        text = TRAITS_TEXT + " " * (1000 - len(TRAITS_TEXT)) + "!" * more
        story = read_story([("traits", text)], None, Content(texts=texts(), book=book()))
        assert (story.traits, story.age) == ((None, None) if more else (TRAITS, 31))


def test_containers_of_foundry_cairn() -> None:
    """Carts are actors of their own."""
    cart = evolve(CART, load=0, items=(ROPE, evolve(RATIONS, uses=Uses(2, 3))))
    document = foundry_cairn.write_container(cart, keeper="Ada")
    assert document["system"] == {"description": "", "slots": 4, "keeper": "Ada", "cost": 0}
    assert foundry_cairn.read_container(document) == (cart, ())
    document["system"] |= {"description": "<p>Old</p>", "size": 1}
    document["items"].append({"name": "Fatigue", "type": "item"})
    assert _paths(foundry_cairn.read_container(document)[1]) == [
        "$.items",
        "$.system['size']",
    ]
    again = foundry_cairn.write_container(foundry_cairn.read_container(document)[0], keeper="Ada")
    assert again["system"] == document["system"]
    with pytest.raises(DocumentError, match="'character' is not one of container"):
        foundry_cairn.read_container(FOUNDRY_CAIRN_ADA)


FOUNDRY_CAIRN2E_ADA: dict[str, Any] = {
    "name": "Ada",
    "type": "character",
    "system": {
        "abilities": ABILITIES,
        "hp": {"value": 3, "max": 4},
        "bond": "bond/7\nA friend of mine",
        "omen": {"enabled": True, "text": "omen/4"},
        "age": 31,
        "traits": dict(
            zip(
                ("physique", "skin", "hair", "face", "speech", "clothing", "virtue", "vice"),
                ("Athletic", "Oily", "Filthy", "Pale", "Blunt", "Filthy", "Humble", "Vain"),
                strict=True,
            )
        ),
        "backgroundTables": {
            "first": {"question": "background/mountebank/1", "answer": "background/mountebank/1/2"},
            "second": {"question": "Why?", "answer": "background/mountebank/2/5"},
        },
        "description": "",
    },
    "items": [
        {"name": "Mountebank", "type": "background", "system": {"gear": []}},
        {
            "_id": "cart000000000000",
            "name": "Cart",
            "type": "gear",
            "system": {"capacity": 4, "slots": 2, "takesSlots": True, "carried": True},
        },
        {"name": "Rope", "type": "gear", "system": {"container": "cart000000000000"}},
        {"name": "Sword", "type": "gear", "system": {"damage": "d8", "equipped": True, "container": "nowhere"}},
        {"name": "Twin Fangs", "type": "gear", "system": {"damage": "d6", "paired": True, "blast": True}},
        {"name": "Odd", "type": "gear", "system": {"damage": "7", "magic": "holy", "description": "Odd."}},
        {"name": "Wand", "type": "gear", "system": {"uses": {"value": 1, "max": 2}, "recharge": "Sun", "slots": 0}},
        {"name": "Torch", "type": "gear", "system": {"uses": {"value": 1, "max": 3}, "magic": ""}},
        {"name": "Chest Key", "type": "gear", "system": {"carried": False, "magic": "relic", "cost": 20}},
        {"name": "Tail", "type": "gear", "system": {"bodily": True, "slots": 0, "damage": "d4"}},
        {"name": "Gold", "type": "coin", "system": {"value": 12, "container": "", "carried": True}},
        {"name": "Gold", "type": "coin", "system": {"value": 30, "container": "cart000000000000"}},
        {"name": "Fatigue", "type": "fatigue", "system": {"container": ""}},
        {"name": "Fatigue", "type": "fatigue", "system": {"container": "cart000000000000"}},
        {
            "name": "Broken Limb (leg)",
            "type": "scar",
            "system": {"entry": 4, "outcome": {"attr": "HP", "from": 3, "to": 5}, "resolved": True},
        },
        {"name": "Doomed", "type": "scar", "system": {"entry": 12, "outcome": None, "resolved": False}},
        {"name": "Growth", "type": "growth", "system": {"x": 1}},
    ],
    "effects": [
        {"name": "Deprived", "statuses": ["deprived", "panicked"]},
        {"name": "Down", "statuses": ["critical", "paralyzed", "flying"]},
    ],
}


def test_an_actor_of_foundry_cairn2e_made_by_hand() -> None:
    """A character of the system is read, with coins, containers, scars and conditions as statuses."""
    ada, unknown = FOUNDRY_CAIRN2E.read(json.dumps(FOUNDRY_CAIRN2E_ADA))
    assert (ada.background, ada.age, ada.traits, ada.bonds, ada.omen) == ("mountebank", 31, TRAITS, (7,), Omen(4))
    assert ada.rows == (2, 5)
    sword, fangs, odd, wand, torch = ada.inventory.items
    assert (sword.id, sword.worn, fangs.attacks[0].dice, fangs.attacks[0].blast) == ("sword", False, (6, 6), True)
    assert (odd.attacks, odd.magic, wand.charges, wand.uses, wand.slots) == ((), "none", Uses(1, 2), None, 0)
    assert (torch.uses, torch.light) == (Uses(1, 3), "torch")
    assert [(item.name, item.magic, item.value) for item in ada.inventory.stash] == [("Chest Key", "relic", 20)]
    assert ada.attacks == (Attack(name="Tail", dice=(4,)),)
    (cart,) = ada.inventory.containers
    assert ([item.name for item in cart.items], cart.gold, cart.pulled, cart.load) == (["Rope"], 30, True, 2)
    assert (ada.inventory.gold, ada.inventory.fatigue) == (12, 2)
    assert ada.scars == (Scar(row=4, detail="leg", changed=("hp", 3, 5)), Scar(row=12, pending=True))
    conditions = ada.conditions
    assert (conditions.needs, conditions.panicked, conditions.down) == ({"unstated"}, True, "critical")
    assert set(map(str, unknown)) == {
        "$.items[3].system.container: there is no container 'nowhere'; the item is read as carried",
        f"$.items[5].system.damage: '7' is not a formula such as 'd8' or '2d6kh', {LEFT_OUT}",
        "$.items[5].system.magic: 'holy' is not a kind of magic",
        "$.items[13].system.container: Fatigue in a container is read as carried",
        "$.effects[1].statuses[2]: 'flying' is not a condition of a character",
    }
    assert [str(note) for each in (ada, odd, wand) for note in each.notes if note.shown] == [
        "Growth: Growth",
        "Second question: Why?",
        "A friend of mine",
        "Odd.",
        "Damage: 7",
        "Recharge: Sun",
    ]
    again = FOUNDRY_CAIRN2E.write(ada)[0]
    assert again["system"]["backgroundTables"]["second"]["question"] == "Why?"
    kept = [each for each in again["items"] if each["type"] in {"growth", "background"}]
    assert [each | {"_id": ""} for each in kept] == [
        {"_id": ""} | FOUNDRY_CAIRN2E_ADA["items"][place] for place in (-1, 0)
    ]


def test_others_in_foundry_cairn2e() -> None:
    """Hirelings and creatures are of type `npc`, with a role, a daily rate and printed armour."""
    hireling = create_hireling("bodyguard", seed=1)
    document, lost = FOUNDRY_CAIRN2E.write(hireling)
    assert (document["type"], document["system"]["role"], lost) == ("npc", "hireling", ())
    assert document["system"]["dayRate"] == hireling.day_rate
    bite = Attack(name="bite", dice=(8,))
    beast = evolve(person("Swarm", capacity=8), kind="creature", armor=1, attacks=(bite,), detachment=True)
    document, lost = FOUNDRY_CAIRN2E.write(beast)
    assert (document["system"]["role"], document["system"]["isDetachment"], lost) == ("monster", True, ())
    visible = _stripped(FOUNDRY_CAIRN2E, document)
    visible["system"] |= {"career": "Smith", "morale": 5, "omen": {"enabled": False, "text": "omen/3"}, "role": "boss"}
    visible["system"]["traits"]["hair"] = "Bald"
    again, unknown = FOUNDRY_CAIRN2E.read(visible)
    assert evolve(again, notes=()) == evolve(beast, kind="npc")
    assert _paths(unknown) == ["$.system.morale"]
    back = FOUNDRY_CAIRN2E.write(again)[0]["system"]
    assert back == visible["system"] | {"role": "npc"}


def test_scars_conditions_and_charges_in_foundry_cairn2e() -> None:
    """What the format has fields for comes back without the complete state."""
    relic = next(
        item
        for background in book().backgrounds.values()
        for grant in (*background.tables[0], *background.tables[1])
        for item in grant.items
        if item.charges
    )
    pulled = evolve(CART, pulled=True, gold=30, items=(BANDAGES, ROPE))
    who = person(
        "Ada",
        items=(evolve(PLATE, worn=True), relic, Item(id="odd", name="Odd", slots=3, value=5, charges=Uses(0, 1))),
        containers=(pulled, MULE),
        stash=(BANDAGES,),
        fatigue=2,
        gold=12,
        scars=(Scar(row=4, detail="leg", pending=True), Scar(row=6, detail="DEX", changed=("DEX", 9, 12))),
        down="mortal",
        doomed=True,
        deaf=True,
        attacks=(Attack(name="horns", dice=(6, 6)),),
    )
    document, lost = FOUNDRY_CAIRN2E.write(who)
    assert lost == ()
    assert FOUNDRY_CAIRN2E.read(_stripped(FOUNDRY_CAIRN2E, document)) == (who, ())
    strange = evolve(who, scars=(Scar(row=40),))
    assert _paths(FOUNDRY_CAIRN2E.write(strange)[1]) == ["$.scars[0].row"]


def test_gold_is_carried_in_foundry_cairn2e() -> None:
    """As what is in the stash is not."""
    document, _ = FOUNDRY_CAIRN2E.write(person(gold=12, stash=(ROPE,)))
    assert [(item["name"], item["system"].get("carried", True)) for item in document["items"]] == [
        ("Rope", False),
        ("Gold", True),
    ]


def test_ages_in_foundry_cairn2e() -> None:
    """An age has at most three digits."""
    document = deepcopy(FOUNDRY_CAIRN2E_ADA)
    document["system"]["age"] = 999
    assert FOUNDRY_CAIRN2E.read(document)[0].age == 999
    document["system"]["age"] = 1000
    with pytest.raises(DocumentError, match="1000 is not a whole number from 0 to 999"):
        FOUNDRY_CAIRN2E.read(document)


@pytest.mark.parametrize("key", ["from", "to"])
def test_figures_of_scars_in_foundry_cairn2e(key: str) -> None:
    """Those of a scar have at most three digits, too."""
    document = deepcopy(FOUNDRY_CAIRN2E_ADA)
    (scar,) = (each for each in document["items"] if each.get("system", {}).get("entry") == 4)
    scar["system"]["outcome"][key] = 999
    FOUNDRY_CAIRN2E.read(document)
    scar["system"]["outcome"][key] = 1000
    with pytest.raises(DocumentError, match=f"outcome.{key}: 1000 is not a whole number from 0 to 999"):
        FOUNDRY_CAIRN2E.read(document)


@pytest.mark.parametrize(("die", "dice"), [("d1", ()), ("d2", (2,)), ("d100", (100,)), ("d101", ())])
def test_sizes_of_dice_in_foundry_cairn(die: str, dice: tuple[int, ...]) -> None:
    """A die has 2 to 100 sides."""
    document = deepcopy(FOUNDRY_CAIRN_ADA)
    document["items"] = [{"name": "Odd", "type": "weapon", "system": {"damageFormula": die}}]
    (item,) = FOUNDRY_CAIRN.read(document)[0].inventory.items
    assert [size for attack in item.attacks for size in attack.dice] == [*dice]


def test_weapons_that_a_format_cannot_hold() -> None:
    """Second attacks and mixed dice are listed as lost."""
    bow = Item(id="odd-bow", name="Odd Bow", attacks=(Attack(name="a", dice=(6, 8)), Attack(name="b", dice=(8,))))
    _, lost = FOUNDRY_CAIRN2E.write(person(items=(bow,)))
    assert list(map(str, lost)) == [
        "$.inventory.items[0].attacks[0].name: Foundry cairn2e holds another value instead",
        "$.inventory.items[0].attacks[0].dice[0]: Foundry cairn2e holds another value instead",
        "$.inventory.items[0].attacks[0].dice[1]: Foundry cairn2e has no place for it",
        "$.inventory.items[0].attacks[1]: Foundry cairn2e has no place for it",
    ]
    assert [foundry_cairn.formula_of(dice) for dice in ((6, 6, 6), (4,) * 12)] == ["3d6kh", f"{{{'d4,' * 11}d4}}kh"]
    worn = person(items=(evolve(ROPE, worn=True), Item(id="rope", name="Rope", text="bond/1")))
    assert _paths(KETTLEWRIGHT.write(worn)[1]) == ["$.inventory.items[0].worn", "$.inventory.items[1].text"]
    extra = person(capacity=9, backpack=False)
    assert _paths(FOUNDRY_CAIRN.write(extra)[1]) == ["$.inventory.backpack", "$.inventory.capacity"]


# The complete state


@pytest.mark.untraced
@FORMATS
def test_a_changed_document_wins_over_the_complete_state(format: FileFormat) -> None:
    """If somebody edits the document elsewhere, the edit counts, and the reader says that the state is not used."""
    who = create_character(seed=4, background="outrider")
    document, _ = format.write(who)
    if format is KETTLEWRIGHT:
        document["hp"], place = 0, f"$.{STATE}.character"
    else:
        document["system"]["hp"]["value"], place = 0, f"$.flags.{STATE}.character"
    again, unknown = format.read(document)
    assert again.hp == Score(0, who.hp.max)
    message = "the rest was changed after it was written, so this state is not used"
    assert unknown[-1] == Omission(place, message)


@pytest.mark.parametrize("format", [FOUNDRY_CAIRN2E, KETTLEWRIGHT])
def test_a_complete_state_that_the_format_refuses_is_not_used(format: FileFormat) -> None:
    """Otherwise it could not be written and read again."""
    document, _ = format.write(person(items=(ROPE,)))
    state = (document if format is KETTLEWRIGHT else document["flags"])[STATE]["character"]["value"]
    state["inventory"]["items"][0] |= {"armor": 20}
    state["inventory"] |= {"capacity": -10}
    character, unknown = format.read(document)
    assert (character.inventory.items[0].armor, character.inventory.capacity) == (0, 10)
    assert any("this state is not used" in str(each) for each in unknown)
    format.read(format.write(character)[0])


@FORMATS
def test_the_complete_state_is_checked(format: FileFormat) -> None:
    """A damaged state is refused with all faults, and so is a document of another kind."""
    document, _ = format.write(create_character(seed=4))
    place = document if format is KETTLEWRIGHT else document["flags"]
    state = place[STATE]["character"]
    state["value"]["hp"]["value"] = 99
    state["value"]["surname"] = "X"
    prefix = f"${'' if format is KETTLEWRIGHT else '.flags'}.{STATE}.character"
    with pytest.raises(DocumentError) as caught:
        format.read(document)
    assert {fault.where for fault in caught.value.faults} == {f"{prefix}.value.hp", f"{prefix}.value.surname"}
    place[STATE]["character"] = cairn_rules.to_data(Rulings())
    with pytest.raises(DocumentError, match="should be 'character'"):
        format.read(document)
    place[STATE] = []
    with pytest.raises(DocumentError, match="is not an object"):
        format.read(document)


@pytest.mark.untraced
@FORMATS
def test_no_private_omen_leaves_unasked(format: FileFormat) -> None:
    """A private omen is in no export unless it is asked for (R21), nor in the complete state."""
    secret = create_character(seed=3, background="foundling")
    assert secret.omen is not None
    document, _ = format.write(secret)
    text = json.dumps(document)
    assert texts()[f"omen/{secret.omen.row}"] not in text
    assert '"private": true' not in text
    assert document == format.write(public(secret))[0] == format.write(evolve(secret, omen=None))[0]
    assert format.read(document)[0] == evolve(secret, omen=None)
    shown = json.dumps(format.write(secret, private=True)[0])
    assert texts()[f"omen/{secret.omen.row}"] in shown


@FORMATS
def test_no_key_of_chance_leaves(format: FileFormat) -> None:
    """No export holds a key of chance: characters have none."""
    text = json.dumps(format.write(create_character(seed=3))[0])
    assert '"key":' not in text
    assert '"used":' not in text


@pytest.mark.untraced
@FORMATS
def test_exports_name_the_licence_of_their_texts(format: FileFormat) -> None:
    """Exports with texts have the credit; those with ids have no sentence, and need none."""
    who = create_character(seed=3, background="aurifex", omen=True)
    document, _ = format.write(who)
    place = document if format is KETTLEWRIGHT else document["flags"]
    assert place[STATE]["_license"] == CREDIT
    document, lost = format.write(who, texts=texts("ids"))
    place = document if format is KETTLEWRIGHT else document["flags"]
    assert "_license" not in place[STATE]
    written = json.dumps(document, ensure_ascii=False)
    assert not any(sentence in written for sentence in map(texts().__getitem__, texts()))
    assert lost == ()
    assert format.read(document) == (who, ())


# Hostile documents


@FORMATS
def test_hostile_texts_lose_their_markup(format: FileFormat) -> None:
    """Markup in names has no place in an export, and control characters none in what is read."""
    who = evolve(person(HOSTILE, items=(Item(id="x", name=HOSTILE),)), background="<script>")
    document, lost = format.write(who)
    visible = json.dumps(_stripped(format, document))
    assert "<img" not in visible
    assert "<script" not in visible
    assert "$.name" in _paths(lost)
    again, _ = format.read(document)
    assert again == who or "<" not in again.name
    hostile = deepcopy(SAMPLES[format])
    hostile["custom_name" if format is KETTLEWRIGHT else "name"] = HOSTILE
    assert format.read(hostile)[0].name == "`$(id)` & x[31m"


SAMPLES: Any = {
    KETTLEWRIGHT: KETTLEWRIGHT_ADA,
    FOUNDRY_CAIRN: FOUNDRY_CAIRN_ADA,
    FOUNDRY_CAIRN2E: FOUNDRY_CAIRN2E_ADA,
}


@FORMATS
@pytest.mark.parametrize(
    ("document", "message"),
    [
        ("", "not JSON"),
        ("[]", "is not an object"),
        ("{" * 100, "nested more than 64 deep"),
        (" " * (1 << 20) + "{}", "at most 1048576 are read for a character"),
        (b"\xff", "not UTF-8"),
        (None, "is not an object"),
        ('{"name": 1e999}', "too large"),
        ({"grants": {1, 2}}, "not the data of a JSON parser: Object of type set"),
        ({"grants": [{(1, 2): "x"}]}, "not the data of a JSON parser: keys must be str"),
        ({"grants": float("nan")}, "not the data of a JSON parser: Out of range"),
    ],
)
def test_what_is_no_document_is_refused(format: FileFormat, document: Any, message: str) -> None:
    """Texts that are not JSON objects, too long or too deep are refused, and data that no JSON parser returns."""
    with pytest.raises(DocumentError, match=message):
        format.read(document)


def test_all_faults_are_listed() -> None:
    """Every value of a wrong type is a fault with its path."""
    bad = KETTLEWRIGHT_ADA | {
        "strength": -1,
        "hp": None,
        "gold": 1.5,
        "deprived": "yes",
        "traits": 7,
        "notes": "x" * 20_001,
        "containers": [{"id": 1, "name": "A"}, {"id": 1, "name": "B"}, 5],
        "items": [{"name": ["x"], "tags": [3], "uses": 10**9}, {"tags": {}}],
    }
    with pytest.raises(DocumentError) as caught:
        KETTLEWRIGHT.read(bad)
    assert {fault.where for fault in caught.value.faults} == {
        "$.strength",
        "$.hp",
        "$.gold",
        "$.deprived",
        "$.traits",
        "$.notes",
        "$.containers[1].id",
        "$.containers[2]",
        "$.items[0].name",
        "$.items[0].tags[0]",
        "$.items[0].uses",
        "$.items[1].tags",
    }
    with pytest.raises(DocumentError) as caught:
        KETTLEWRIGHT.read(KETTLEWRIGHT_ADA | {"items": [5] * 150})
    assert len(caught.value.faults) == 100
    with pytest.raises(DocumentError, match="501 entries; at most 500 are read"):
        KETTLEWRIGHT.read(KETTLEWRIGHT_ADA | {"items": [{}] * 501})
    bad = FOUNDRY_CAIRN2E_ADA | {"name": "", "type": "party", "items": [{"type": "gear", "system": {"capacity": 1}}]}
    with pytest.raises(DocumentError) as caught:
        FOUNDRY_CAIRN2E.read(bad | {"system": 5})
    assert {"$.name", "$.type", "$.system", "$.items[0]._id"} <= {fault.where for fault in caught.value.faults}


@FORMATS
def test_large_documents_take_less_than_a_second(format: FileFormat) -> None:
    """Documents made to be slow are refused or read quickly."""
    slow = "a-'" * 6_000
    big = deepcopy(SAMPLES[format])
    for key in ("traits", "notes", "bonds", "omens", "scars", "description"):
        (big if format is KETTLEWRIGHT else big["system"])[key] = (
            f"{slow} physique 9 years old" if key != "notes" else "<" * 19_000
        )
    if format is FOUNDRY_CAIRN2E:
        big["system"]["traits"] = {}
    big["items"] = [deepcopy(big["items"][-1]) | {"name": f"x{number}", "x": 1} for number in range(500)]
    for each in big["items"]:
        each["description"] = "<p" * 500
    begun = time.process_time()
    assert format.read(json.dumps(big))[1]
    assert time.process_time() - begun < 1


@pytest.mark.untraced
@FORMATS
@settings(max_examples=40, deadline=None)
@given(st.randoms(use_true_random=False))
def test_damaged_documents_are_read_or_refused(format: FileFormat, rng: random.Random) -> None:
    """A document with some values replaced is either read or refused with faults; nothing else happens."""
    document = deepcopy(SAMPLES[format])
    for _ in range(rng.randint(1, 4)):
        _damage(document, rng)
    try:
        again, _ = format.read(document)
    except DocumentError:
        return
    assert isinstance(again, Character)
    format.write(again)


def _damage(value: Any, rng: random.Random) -> None:
    keys = list(value) if isinstance(value, dict) else list(range(len(value)))
    if not keys:
        return
    key = rng.choice(keys)
    if isinstance(value[key], dict | list) and rng.random() < 0.8:
        _damage(value[key], rng)
    else:
        choices: list[Any] = [
            None,
            True,
            -1,
            0,
            10**9,
            1.5,
            "",
            "Fatigue",
            "<b>",
            "\ud800",
            "7",
            [],
            {},
            [[]],
            {"value": 1},
            ["x"] * 3,
        ]
        value[key] = rng.choice(choices)


# JSON documents of the library


def test_characters_parties_and_rulings_have_documents() -> None:
    """Characters, parties and rulings are written as JSON and read again, with everything."""
    who = _scarred()
    who = evolve(who, conditions=evolve(who.conditions, absorbed=1, relieved=1))
    for value in (who, create_party(3, seed=2), Rulings(coin_slots="one")):
        text = cairn_rules.dumps(value)
        assert cairn_rules.loads(text) == value
        assert '"key":' not in text
    for kind in ("character", "party", "rulings"):
        assert cairn_rules.json_schema(kind, game="cairn-rpg-creation")["title"] == f"cairn-rpg-creation: {kind}"
    broken = cairn_rules.to_data(who)
    broken["value"]["inventory"]["gold"] = "much"
    broken["value"]["scars"][0]["row"] = None
    with pytest.raises(DocumentError) as caught:
        cairn_rules.from_data(broken)
    assert [fault.where for fault in caught.value.faults] == ["$.value.inventory.gold", "$.value.scars[0].row"]
