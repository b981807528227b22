"""Food on a journey: finding, buying and storing rations, and the meals of a camp (R204 to R209)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cache
from typing import Final

from attrs import evolve

from cairn_rules.cairn_rpg.argument_checks import checked
from cairn_rules.cairn_rpg.characters.character import Character, replaced
from cairn_rules.cairn_rpg.characters.effects import DailyNeed, Eats
from cairn_rules.cairn_rpg.characters.items import Item, Uses
from cairn_rules.cairn_rpg.content.book import Goods
from cairn_rules.cairn_rpg.content.book_file import book
from cairn_rules.cairn_rpg.events import Event
from cairn_rules.cairn_rpg.procedures.carrying import container_used
from cairn_rules.cairn_rpg.procedures.recovery import deprive, is_free_of, meet
from cairn_rules.cairn_rpg.procedures.retinue import mounts
from cairn_rules.cairn_rpg.rulings import Rulings
from cairn_rules.phrasebook import Argument

RATIONS: Final = "rations"
"""The id of rations."""
FEED: Final = "animal-feed"
"""The id of the food for mounts only (A49)."""
FOOD: Final = "food"
"""The need that a meal meets (R209)."""
FODDER: Final = "feed"
"""The word in `State.provided` for animals that eat at no cost."""
MOST_USES: Final = 100
"""Maximum number of uses of rations that an animal eats."""


@cache
def rations_goods() -> Goods:
    """Return the row of the price list that sells rations (R220)."""
    return next(row for row in book().goods["upkeep"] if row.id == RATIONS)


def rations() -> Item:
    """Return new rations, of three uses (R204)."""
    item = rations_goods().item
    assert item is not None, "rations are an item"
    return item


def store(members: list[Character], takers: Iterable[int], item: Item, rulings: Rulings) -> bool:
    """Give an item to the first member with room for it, or put it into a container. Return False if there is no room.

    Nobody's last slot is filled, because a member without a free slot has 0 HP (R31). Containers are tried after all
    members. `members` is changed. `takers` may get it, in order.
    """
    order = tuple(takers)
    for index in order:
        inventory = members[index].inventory
        if inventory.free(rulings) > item.slots:
            members[index] = replaced(members[index], inventory=inventory.with_items(item))
            return True
    for index in order:
        inventory = members[index].inventory
        for container in inventory.containers:
            if container_used(container, rulings) + item.slots <= container.capacity:
                fuller = evolve(container, items=(*container.items, item))
                members[index] = replaced(members[index], inventory=inventory.reloaded(container, fuller))
                return True
    return False


def eat(
    members: list[Character], campers: Sequence[int], day: int, rulings: Rulings, provided: Collection[str] = ()
) -> list[Event]:
    """Let campers and their mounts eat, everyone from their own food first (R208, R209, A49, A63).

    Those without food share that of others, in marching order. Those who go hungry are Deprived of food. Other needs of
    the day that an item meets, such as oil, are met as well (R61). `members` is changed. The day matters for animals
    that do not eat every day. `provided` has the needs that are met at no cost, such as `food`, and `feed` for animals.
    """
    events: list[Event] = []
    eaters = [index for index in campers if not is_free_of(members[index], FOOD)]
    buyers = [] if FOOD in provided else eaters
    hungry = [index for index in buyers if not consume(members, (index,), (RATIONS,), rulings)]
    fed = [index for index in hungry if consume(members, range(len(members)), (RATIONS,), rulings)]
    for index in eaters:
        name = members[index].name
        if index in hungry and index not in fed:
            members[index] = deprive(members[index], FOOD)
            events.append(Event("hungry", "R209", who=name))
        else:
            members[index] = meet(members[index], FOOD)
            events.append(Event("meal", "R208", who=name))
    for index in campers:
        name = members[index].name
        for animal, uses, foods in _animals(members[index], day, rulings):
            owners = (index, *(each for each in range(len(members)) if each != index))
            ate = FODDER in provided or all(consume(members, owners, foods, rulings) for _ in range(uses))
            code, rule = ("mount-meal", "R208") if ate else ("mount-hungry", "R209")
            events.append(Event(code, rule, who=name, **animal))
        events += _meet_daily(members, index, rulings, provided)
    return events


def _meet_daily(members: list[Character], index: int, rulings: Rulings, provided: Collection[str]) -> Iterator[Event]:
    """Meet the needs that a background adds, at no cost or with a use of their items, and yield the events (R61).

    A need without an item, such as sunlight, is met where `provided` lists it. Elsewhere it is neither met nor unmet.
    """
    for effect in members[index].effects:
        if type(effect) is not DailyNeed or (effect.item is None and effect.need not in provided):
            continue
        name = members[index].name
        items = () if effect.item is None else (effect.item,)
        if effect.need in provided or consume(members, (index,), items, evolve(rulings, ration="use")):
            members[index] = meet(members[index], effect.need)
            yield Event("need-met", "R61", who=name, need=effect.need)
        elif effect.deprives:
            members[index] = deprive(members[index], effect.need)
            yield Event("need-unmet", "R61", who=name, need=effect.need)


def consume(members: list[Character], owners: Sequence[int], foods: tuple[str, ...], rulings: Rulings) -> bool:
    """Take a meal from the first of some members with food, carried or in a container."""
    for food in foods:
        for index in owners:
            inventory = members[index].inventory
            left = _eaten(inventory.items, food, rulings)
            if left is not None:
                members[index] = replaced(members[index], inventory=evolve(inventory, items=left))
                return True
            for container in inventory.containers:
                left = _eaten(container.items, food, rulings)
                if left is not None:
                    emptier = evolve(container, items=left)
                    members[index] = replaced(members[index], inventory=inventory.reloaded(container, emptier))
                    return True
    return False


@checked
def meals(members: Iterable[Character], rulings: Rulings) -> int:
    """Return the number of meals in the rations of some characters, with what their containers hold.

    Example:
        >>> from cairn_rules.cairn_rpg import Rulings, wilderness
        >>> meals(wilderness.new_game(seed=7).party.members, Rulings())
        6
    """
    items = [item for member in members for item in member.inventory.within_reach if item.id == RATIONS]
    return sum(1 if rulings.ration == "item" or item.uses is None else item.uses.left for item in items)


def _animals(
    character: Character, day: int, rulings: Rulings
) -> Iterator[tuple[dict[str, Argument], int, tuple[str, ...]]]:
    """Yield the mounts of a character and its animals that eat rations, with their uses and food today (R208).

    Each animal is given as the arguments of its meal's event.
    """
    for name in mounts((character,)):
        yield {"animal": name}, 1, (FEED, RATIONS) if rulings.feed else (RATIONS,)
    for effect in character.effects:
        if type(effect) is Eats and effect.days > 0 and day % effect.days == 0:
            yield {"animal": effect.who, "owner": character.name}, min(effect.uses, MOST_USES), (RATIONS,)


def _eaten(items: tuple[Item, ...], food: str, rulings: Rulings) -> tuple[Item, ...] | None:
    """Return the items after a meal, from what has the fewest uses left; None if there is no such food (A63)."""
    found = [
        (item.uses.left if item.uses else 1, place)
        for place, item in enumerate(items)
        if item.id == food and (item.uses is None or item.uses.left)
    ]
    if not found:
        return None
    uses, place = min(found)
    item = items[place]
    left = 0 if rulings.ration == "item" else uses - 1
    keeps = item.uses is not None and (left or rulings.spent == "keep")
    kept = (evolve(item, uses=Uses(left, item.uses.max)),) if keeps and item.uses else ()
    return (*items[:place], *kept, *items[place + 1 :])
