"""The sheets of the table: what the page shows of a member."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from cairn_rules.cairn_rpg import Attribute, Character, Rulings, texts
from cairn_rules.cairn_rpg.character_words import container_words, item_texts, item_words, omen_lines, scar_words
from cairn_rules.cairn_rpg.characters.inventory import armor_of, coin_slots, hit_protection
from cairn_rules.cairn_rpg.characters.items import Container, Item, by_exact_id
from cairn_rules.cairn_rpg.procedures.carrying import container_used, why_not_dropped
from cairn_rules.cairn_rpg.procedures.recovery import BANDAGES
from cairn_rules.cairn_rpg.sheets.content import content_of
from cairn_rules.cairn_rpg.validation import validate
from web.warden.changes import CONDITIONS, has_condition

NEEDS: Final = ("food", "water", "sleep")
"""The needs that every sheet offers (R61)."""
_ABOUT: Final = {"Attacks", "Companions", "Traits", "Background", "Bond", "Bonds", "Omen", "Notes"}
"""The headings of the sections of a sheet that nobody changes."""


def view_of(character: Character) -> dict[str, Any]:
    """Return everything that the page shows of a member, without the text of a private omen (R21)."""
    content = content_of(character, None, Rulings(), None, private=False)
    inventory, conditions = character.inventory, character.conditions
    needs = dict.fromkeys((*NEEDS, *sorted(conditions.needs)))
    return {
        "name": content.name,
        "subtitle": content.subtitle,
        "remarks": content.remarks,
        "faults": [f"{fault.text} [{fault.rule}]" for fault in validate(character)],
        "hp": hit_protection(character),
        "scores": [
            {"id": "hp", "label": "HP", "value": character.hp.value, "max": character.hp.max},
            *(
                {"id": each, "label": each, "value": character.score(each).value, "max": character.score(each).max}
                for each in Attribute
            ),
        ],
        "armor": armor_of(character),
        "fatigue": inventory.fatigue,
        "gold": inventory.gold,
        "slots": content.slots,
        "rows": list(_rows(character)),
        "containers": [_container(id, each) for id, each in by_exact_id(inventory.containers).items()],
        "stash": _items(inventory.stash),
        "needs": [{"id": need, "on": need in conditions.needs} for need in needs],
        "conditions": [
            {"id": name, "words": words, "on": has_condition(character, name), "rule": rule}
            for name, (words, rule) in CONDITIONS.items()
        ],
        "dying": character.is_dying,
        "scars": [{"words": scar_words(each), "pending": each.pending} for each in character.scars],
        "private": character.omen is not None and character.omen.private,
        "about": [
            {"heading": each.heading, "lines": each.lines} for each in content.sections if each.heading in _ABOUT
        ],
    }


def private_omen(character: Character) -> str:
    """Return the text of the private omen of a member; empty if it has none (R21)."""
    if character.omen is None or not character.omen.private:
        return ""
    return " ".join(omen_lines(character, texts()))


def _rows(character: Character) -> Iterator[dict[str, Any]]:
    """Yield the rows of the inventory: what takes slots, with their numbers, and then petty items."""
    number = 1
    petty: list[dict[str, Any]] = []
    for slots, row in _content(character):
        if slots:
            yield {"slots": f"{number}" if slots == 1 else f"{number} to {number + slots - 1}", **row}
        else:
            petty.append({"slots": "petty", **row})
        number += slots
    yield from petty


def _content(character: Character) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield the content of the inventory in its order, each with its number of slots."""
    inventory = character.inventory
    for id, item in by_exact_id(inventory.items).items():
        yield item.slots, _item(character, id, item)
    pulled = ((each.load, f"pulling {each.name}") for each in inventory.containers if each.pulled)
    coins = coin_slots(inventory.gold), f"{inventory.gold} gold pieces"
    for slots, words in ((inventory.fatigue, "Fatigue"), coins, *pulled, (inventory.free(), "free")):
        if slots > 0:
            yield slots, {"words": words}


def _item(character: Character, id: str, item: Item) -> dict[str, Any]:
    """Return what the page shows of a carried item, the changes that it offers, and the actions of a campaign."""
    acts: list[str] = []
    actions: list[str] = []
    left = item.charges or item.uses
    if item.magic != "none" or item.restores or (left and left.left and item.id != BANDAGES):
        acts.append("use")
    if item.charges is not None and item.charges.left < item.charges.max:
        acts.append("recharge")
    if item.worn or (item.bodily and item.slots_detached is not None):
        actions.append("take-off")
    elif item.wearable or item.slots_detached is not None:
        actions.append("wear")
    if item.light:
        acts.append("put_out" if item.is_spent else "light")
    movable = why_not_dropped(character, item) is None
    return {
        **_plain(id, item),
        "acts": acts,
        "actions": [*actions, *["put-down"] * movable],
        "bandages": item.id == BANDAGES,
        "on_others": item.magic != "none" or bool(item.restores) or item.id == BANDAGES,
        "magic": item.magic in {"spellbook", "scroll"},
        "movable": movable,
    }


def _plain(id: str, item: Item) -> dict[str, Any]:
    return {"key": id, "words": item_words(item), "note": " ".join(item_texts(item, texts()))}


def _items(items: Sequence[Item]) -> list[dict[str, Any]]:
    return [_plain(id, item) for id, item in by_exact_id(items).items()]


def _container(id: str, container: Container) -> dict[str, Any]:
    return {
        "key": id,
        "name": container.name,
        "words": container_words(container, container_used(container)),
        "items": _items(container.items),
        "gold": container.gold,
        "pulled": container.pulled,
        "can_pull": container.load > 0,
        "burdened": container.burdened,
        "can_burden": container.reduced is not None,
    }
