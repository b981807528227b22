"""Characters and items for tests."""

from __future__ import annotations

from typing import Any

from attrs import fields as fields_of

from cairn_rules.cairn_rpg.characters.attacks import Attack
from cairn_rules.cairn_rpg.characters.attributes import Score
from cairn_rules.cairn_rpg.characters.character import Character
from cairn_rules.cairn_rpg.characters.conditions import Conditions
from cairn_rules.cairn_rpg.characters.inventory import Inventory
from cairn_rules.cairn_rpg.characters.items import Container, Item, Uses

CHALK = Item(id="chalk", name="Chalk", slots=0)
ROPE = Item(id="rope", name="Rope")
SWORD = Item(id="sword", name="Sword", attacks=(Attack(name="sword", dice=(8,)),))
PLATE = Item(id="plate", name="Plate", slots=2, armor=3, metal=True)
SHIELD = Item(id="shield", name="Shield", armor=1, armor_is_bonus=True, metal=True)
HEART = Item(id="stone-heart", name="Stone Heart", slots=0, droppable=False)
RATIONS = Item(id="rations", name="Rations", uses=Uses.full(3))
BANDAGES = Item(id="bandages", name="Bandages", uses=Uses.full(3))
CART = Container(id="cart", name="Cart", capacity=4, load=2)
INVENTORY = tuple(each.name for each in fields_of(Inventory))
CONDITIONS = tuple(each.name for each in fields_of(Conditions))
MULE = Container(id="mule", name="Mule", capacity=6, slow=True, kind="mount")


def person(name: str = "Freya", **fields: Any) -> Character:
    """Return a character with 10 in every attribute and 4 HP.

    Fields of its inventory and its conditions can be given as if they were its own.
    """
    inventory = {key: fields.pop(key) for key in INVENTORY if key in fields}
    conditions = {key: fields.pop(key) for key in CONDITIONS if key in fields}
    ten = Score.full(10)
    whole: dict[str, Any] = {"strength": ten, "dexterity": ten, "willpower": ten, "hp": Score.full(4), **fields}
    return Character(name=name, inventory=Inventory(**inventory), conditions=Conditions(**conditions), **whole)
