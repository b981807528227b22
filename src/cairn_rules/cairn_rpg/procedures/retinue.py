"""Companions on a journey and their costs: mounts, upkeep, departing hirelings (R140 to R143)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import Literal, TypeAlias, final

from cairn_rules.cairn_rpg.argument_checks import checked
from cairn_rules.cairn_rpg.characters.character import Character, replaced
from cairn_rules.cairn_rpg.characters.effects import DailyNeed, Eats
from cairn_rules.cairn_rpg.content.book import Book, Goods
from cairn_rules.cairn_rpg.content.book_file import book as shipped_book
from cairn_rules.cairn_rpg.illegal_action_errors import refusal
from cairn_rules.cairn_rpg.procedures.market import MOST_DAYS, is_free, wages_due
from cairn_rules.cairn_rpg.procedures.recovery import is_free_of
from cairn_rules.cairn_rpg.reason_table import REASONS
from cairn_rules.cairn_rpg.rulings import DEFAULT, Rulings
from cairn_rules.chance.dice import check_whole
from cairn_rules.frozen_classes import frozen

__all__ = ["Cost", "Lodging", "Upkeep", "dismiss", "mounts", "upkeep"]

Lodging: TypeAlias = Literal["camp", "common", "private"]
"""The lodging of a party: a camp with its own food, a common room, or private rooms."""


@final
@frozen(kw_only=True)
class Cost:
    """A line of the upkeep of a party."""

    id: str
    """`wages`, or the id of the goods: `rations`, `animal-feed`, `room-and-board`, `stable-and-feed` and the like."""
    name: str
    """The name of the hireling or of the goods."""
    needed: int
    """Number of days of work, meals, uses, beds or rooms, over all days."""
    carried: int = 0
    """Number of uses that the party carries already, in bags and containers."""
    gold: int | None
    """Gold pieces for the missing amount; None if no price list has it."""
    rule: str
    """The number of the rule."""

    def __str__(self) -> str:
        carried = f", {self.carried} carried" if self.carried else ""
        price = "no price" if self.gold is None else f"{self.gold}gp"
        return f"{self.name} ({self.needed}{carried}): {price} [{self.rule}]"


@final
@frozen(kw_only=True)
class Upkeep:
    """The cost of living of a party for some days."""

    days: int
    """Number of days."""
    costs: tuple[Cost, ...]
    """Wages first, then food or lodging, then animals, then special needs."""

    @property
    def gold(self) -> int:
        """The sum of all costs with a price, in gold pieces."""
        return sum(cost.gold or 0 for cost in self.costs)

    def __str__(self) -> str:
        days = f"{self.days} day{'s' * (self.days > 1)}"
        return "\n".join((*map(str, self.costs), f"{days}: {self.gold}gp"))


@checked
def mounts(party: Iterable[Character]) -> tuple[str, ...]:
    """Return the names of the mounts of a party: those that carry loads, and those that are only companions (R35).

    A mount that is both is named once. The mounts of dead characters are included.

    Example:
        >>> from attrs import evolve
        >>> from cairn_rules.cairn_rpg import Container, Inventory, combat
        >>> mule = Container(id="mule", name="Mule", capacity=6, kind="mount")
        >>> mounts([evolve(combat.person("Ada", hp=4), inventory=Inventory(containers=(mule,)))])
        ('Mule',)
    """
    found: list[str] = []
    for character in party:
        loaded = [each for each in character.inventory.containers if each.kind == "mount"]
        known = {each.id for each in loaded}
        found += [each.name for each in loaded]
        found += [each.name for each in character.companions if each.mount and each.id not in known]
    return tuple(found)


@checked
def upkeep(
    party: Iterable[Character],
    days: int = 1,
    *,
    lodging: Lodging = "camp",
    circumstances: Collection[str] = (),
    rulings: Rulings = DEFAULT,
    book: Book | None = None,
) -> Upkeep:
    """Return the upkeep of a party for some days, and its cost. Nothing is bought or eaten.

    In a camp each member and each mount eats one use a day (R208). Carried supplies are used before more are bought, in
    whole packs (R220). At an inn, food and stabling are part of the price (R216, R219). Wages are due in any case
    (R140, R143). A detachment eats and sleeps like as many people as its `size`.

    Args:
        party: The members of the party. Dead members need nothing, but their mounts do.
        days: Number of days.
        lodging: The lodging for the nights.
        circumstances: The conditions (`when`) of effects that hold, such as `performing at taverns`.
        rulings: The rulings: with `feed`, mounts eat Animal Feed (A49), else Rations; `ration` is the size of a meal
            (A63).
        book: The price lists (default: those of the library).

    Raises:
        DefinitionError: if the number of days is not a whole number from 1 to 10,000.

    Example:
        >>> from cairn_rules.cairn_rpg import combat
        >>> from cairn_rules.cairn_rpg.creation import create_hireling
        >>> print(upkeep([combat.person("Ada", hp=4), create_hireling("local-guide", seed=7)], 4))
        Local Guide (4): 20gp [R140]
        Rations (8): 30gp [R208]
        4 days: 50gp
        >>> print(upkeep([combat.person("Ada", hp=4)], lodging="common"))
        Room & Board (1): 10gp [R216]
        1 day: 10gp
    """
    days = check_whole("the number of days", days, 1, MOST_DAYS)
    content = shipped_book() if book is None else book
    members = tuple(party)
    living = [each for each in members if not each.conditions.dead]
    costs = [
        Cost(id="wages", name=each.name, needed=days, gold=wages_due([each], days), rule="R140")
        for each in living
        if each.day_rate
    ]
    shelf = {goods.id: goods for goods in (*content.goods["upkeep"], *content.goods["gear"])}
    animals = len(mounts(members)) * days
    needs: dict[str, int] = {}
    if lodging == "camp":
        feeds = "animal-feed" if rulings.feed else "rations"
        needs["rations"] = sum(_meals(each, days) for each in living)
        needs[feeds] = needs.get(feeds, 0) + animals
        whole = rulings.ration == "item"
        costs += (
            _bought(shelf.get(id), id, needed, members, "R208", whole=whole) for id, needed in needs.items() if needed
        )
    else:
        costs += _lodged(living, days, shelf, lodging, circumstances)
        if animals:
            stable = shelf["stable-and-feed"]
            costs.append(Cost(id=stable.id, name=stable.name, needed=animals, gold=animals * stable.price, rule="R216"))
    for character in living:
        for effect in character.effects:
            if isinstance(effect, DailyNeed) and effect.item is not None:
                costs.append(_bought(shelf.get(effect.item), effect.item, days, [character], "R61"))
    return Upkeep(days=days, costs=tuple(costs))


def _meals(character: Character, days: int) -> int:
    """Return the uses of rations that a character and its animals eat (R208)."""
    meals = 0 if is_free_of(character, "food") else days * (character.size or 1)
    return meals + sum(-(-each.uses * days // each.days) for each in character.effects if isinstance(each, Eats))


def _bought(
    goods: Goods | None, id: str, needed: int, party: Iterable[Character], rule: str, *, whole: bool = False
) -> Cost:
    """Return the cost of uses of an item, sold in whole packs, after the uses that a party carries."""
    held = [item for character in party for item in character.inventory.within_reach if item.id == id]
    carried = len(held) if whole else sum(item.uses.left for item in held if item.uses is not None)
    missing = max(0, needed - carried)
    gold: int | None = None if missing else 0
    if goods is not None and goods.item is not None:
        pack = 1 if whole or goods.item.uses is None else goods.item.uses.max
        gold = -(-missing // pack) * goods.price
        name = goods.name
    else:
        name = held[0].name if held else id
    return Cost(id=id, name=name, needed=needed, carried=min(carried, needed), gold=gold, rule=rule)


def _lodged(
    living: Iterable[Character], days: int, shelf: dict[str, Goods], lodging: Lodging, circumstances: Collection[str]
) -> Iterator[Cost]:
    """Yield the cost of beds or rooms (R216, R219)."""
    goods = shelf["room-and-board" if lodging == "common" else "private-room-and-board"]
    guests = sum(each.size or 1 for each in living if not is_free(each, goods.id, circumstances))
    if guests:
        rooms = days * -(-guests // (goods.fits or 1))
        rule = "R219" if lodging == "private" else "R216"
        yield Cost(id=goods.id, name=goods.name, needed=rooms, gold=rooms * goods.price, rule=rule)


@checked
def dismiss(hireling: Character) -> Character:
    """Return a hireling who is no longer paid, with all its belongings. Wages due are not settled (R143).

    Raises:
        IllegalActionError: if the character is not a hireling.

    Example:
        >>> from cairn_rules.cairn_rpg.creation import create_hireling
        >>> guide = dismiss(create_hireling("local-guide", seed=7))
        >>> guide.kind, guide.day_rate
        ('npc', None)
    """
    if hireling.kind != "hireling":
        reason = REASONS.reason("retinue/no-hireling", hireling=hireling.name)
        raise refusal(hireling, f"dismiss {hireling.name}", reason)
    return replaced(hireling, kind="npc", day_rate=None, paid_days=0)
