"""Buying, selling and hiring (R138 to R143, R213 to R222)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from functools import cache
from types import MappingProxyType
from typing import Final

from attrs import evolve

from cairn_rules.cairn_rpg.argument_checks import checked
from cairn_rules.cairn_rpg.characters.character import Character, replaced
from cairn_rules.cairn_rpg.characters.effects import FreeUpkeep, Returns
from cairn_rules.cairn_rpg.characters.inventory import packed
from cairn_rules.cairn_rpg.characters.items import Item, item_id
from cairn_rules.cairn_rpg.content.book import Book, Goods, name_hint
from cairn_rules.cairn_rpg.content.book_file import book as shipped_book
from cairn_rules.cairn_rpg.illegal_action_errors import refusal
from cairn_rules.cairn_rpg.procedures.carrying import MOST_GOLD, check_droppable, gold_reasons, slot_reasons
from cairn_rules.cairn_rpg.reason_table import REASONS
from cairn_rules.cairn_rpg.rulings import DEFAULT, Rulings
from cairn_rules.chance.dice import check_whole
from cairn_rules.errors import Reason, cut, hint

__all__ = ["buy", "hire", "item_of", "price_of", "sell", "wages_due", "why_not_buy"]

MOST_DAYS: Final = 10_000
"""Maximum number of days for which wages are counted."""


@checked
def item_of(goods: Goods, name: str | None = None) -> Item | None:
    """Return the item that a row of a price list sells; None for transport and services (R214).

    The name is one of the row's, if it has several, or any other if it is open-ended.

    Raises:
        DefinitionError: if the row sells items, but none of that name.

    Example:
        >>> from cairn_rules.cairn_rpg import book
        >>> sword = item_of(book().goods["weapons"][1], "Sword")
        >>> sword.id, sword.name, str(sword.attacks[0])
        ('sword', 'Sword', 'sword (d8)')
    """
    return goods.item if goods.item is None or name is None else goods.named(name)


@checked
def price_of(character: Character, goods: Goods, *, circumstances: Collection[str] = ()) -> int:
    """Return the price of a row of a price list for a character, in gold pieces. Services can be free for some.

    The circumstances are the conditions (`when`) of effects that hold now.

    Example:
        >>> from cairn_rules.cairn_rpg import book, combat
        >>> plate = book().goods["armor"][-1]
        >>> price_of(combat.person("Ada", hp=4), plate)
        60
    """
    return 0 if is_free(character, goods.id, circumstances) else goods.price


def is_free(character: Character, id: str, circumstances: Collection[str]) -> bool:
    """Return whether a service costs a character nothing under the circumstances (R216)."""
    return any(
        isinstance(effect, FreeUpkeep) and id in effect.goods and (not effect.when or effect.when in circumstances)
        for effect in character.effects
    )


@checked
def why_not_buy(
    character: Character,
    goods: Goods,
    *,
    name: str | None = None,
    circumstances: Collection[str] = (),
    rulings: Rulings = DEFAULT,
    book: Book | None = None,
) -> tuple[Reason, ...]:
    """Return all reasons why a character cannot buy something; empty if it can (R213).

    Args:
        character: The character.
        goods: A row of a price list.
        name: The name to buy, if the row sells several (R214).
        circumstances: The conditions (`when`) of effects that hold now, such as `performing at taverns`.
        rulings: The rulings.
        book: The price lists (default: those of the library). An open-ended row does not sell names that are in other
            rows.

    Example:
        >>> from cairn_rules.cairn_rpg import book, combat
        >>> weapons = book().goods["weapons"][1]
        >>> [reason.code for reason in why_not_buy(combat.person("Ada", hp=4), weapons, name="Bow")]
        ['market/name', 'gold/short']
    """
    return _obstacles(character, goods, name, circumstances, rulings, book)


def _label(goods: Goods, name: str | None) -> str:
    """Return the name of the bought thing, or that of the row if it does not sell the name."""
    return goods.name if name is None or name_hint(goods, name) else name


@cache
def things_sold(book: Book) -> Mapping[str, tuple[Goods, str | None]]:
    """Return all that the price lists sell by id, in their order: the row, and the name if the row has several (R214).

    Hirelings are not sold.

    Example:
        >>> from cairn_rules.cairn_rpg import book
        >>> goods, name = things_sold(book())["mace"]
        >>> goods.price, name
        (10, 'Mace')
    """
    found: dict[str, tuple[Goods, str | None]] = {}
    for row in (row for rows in book.goods.values() for row in rows if row.per != "day"):
        for name in row.examples:
            found.setdefault(item_id(name), (row, name))
        if not row.examples:
            found.setdefault(row.id, (row, None))
    return MappingProxyType(found)


@cache
def _rows(book: Book) -> Mapping[str, Goods]:
    """Return the rows of all price lists by the ids of the names in them."""
    return {item_id(name): row for rows in book.goods.values() for row in rows for name in (row.name, *row.names)}


def _why_no_name(goods: Goods, name: str | None, book: Book | None) -> Reason | None:
    """Return the reason why a row does not sell a name; None if it does (R214)."""
    if name is None:
        if not goods.examples:
            return None
        known = hint("", goods.names) + ", or any other name" * goods.open_ended
        return REASONS.reason("market/name", goods=goods.name, hint=known)
    help = name_hint(goods, name)
    if not help and name not in goods.names:
        row = _rows(book or shipped_book()).get(item_id(name), goods)
        help = f"buy it from the row {row.name!r}" if row.id != goods.id else ""
    return REASONS.reason("market/name", name=cut(name, 100), goods=goods.name, hint=help) if help else None


def _obstacles(
    character: Character,
    goods: Goods,
    name: str | None,
    circumstances: Collection[str],
    rulings: Rulings,
    book: Book | None,
) -> tuple[Reason, ...]:
    reasons: tuple[Reason, ...] = ()
    if goods.per == "day":
        reasons = (REASONS.reason("market/hireling", goods=goods.name),)
    elif fault := _why_no_name(goods, name, book):
        reasons = (fault,)
    what = _label(goods, name)
    price = price_of(character, goods, circumstances=circumstances)
    reasons += gold_reasons(character, price, what)
    inventory = character.inventory
    if goods.item is not None:
        paid = evolve(inventory, gold=max(0, inventory.gold - price))
        reasons += slot_reasons(replaced(character, inventory=paid), paid.with_items(goods.item), what, rulings)
    return reasons


@checked
def buy(
    character: Character,
    goods: Goods,
    *,
    name: str | None = None,
    circumstances: Collection[str] = (),
    rulings: Rulings = DEFAULT,
    book: Book | None = None,
) -> Character:
    """Return the character with goods bought. A service costs gold and no slot (R213 to R216).

    The coins that are paid can free a slot for the purchase.

    Args:
        character: The character.
        goods: A row of a price list.
        name: The name to buy, if the row sells several (R214).
        circumstances: The conditions (`when`) of effects that hold now, such as `performing at taverns`.
        rulings: The rulings.
        book: The price lists (default: those of the library). An open-ended row does not sell names that are in other
            rows.

    Raises:
        IllegalActionError: if there is too little gold or room, or no such thing. The message lists all reasons.

    Example:
        >>> from cairn_rules.cairn_rpg.characters.attributes import Score
        >>> from cairn_rules.cairn_rpg import book
        >>> from cairn_rules.cairn_rpg.characters.inventory import Inventory
        >>> ten = Score.full(10)
        >>> ada = Character(
        ...     name="Ada", strength=ten, dexterity=ten, willpower=ten, hp=Score.full(4),
        ...     inventory=Inventory(fatigue=9, gold=45),
        ... )
        >>> [goods] = [goods for goods in book().goods["armor"] if goods.id == "plate"]
        >>> buy(ada, goods)
        Traceback (most recent call last):
            ...
        cairn_rules.errors.IllegalActionError: illegal action buy Plate: Plate costs 60gp, and Ada has 45gp; Plate needs
        2 slots, and Ada has 1 free [gold/short, rule R213, R32]
    """
    if reasons := _obstacles(character, goods, name, circumstances, rulings, book):
        raise refusal(character, f"buy {_label(goods, name)}", *reasons)
    inventory = character.inventory
    inventory = evolve(inventory, gold=inventory.gold - price_of(character, goods, circumstances=circumstances))
    item = item_of(goods, name)
    if item is not None:
        inventory = inventory.with_items(item)
    if goods.container is not None:
        inventory = evolve(inventory, containers=(*inventory.containers, goods.container))
    return packed(character, inventory, rulings)


@checked
def sell(character: Character, item: Item, *, price: int | None = None, rulings: Rulings = DEFAULT) -> Character:
    """Return the character with an item sold for a share of its price, rounded down (R221, A50).

    An item that returns to its owner after it is spent as payment stays with them (R41). The price is that for which it
    is bought (default: its stated worth). Shops buy nothing unless the ruling `sell_rate` is set.

    Raises:
        DefinitionError: if the price is not a whole number from 0 to a billion.
        IllegalActionError: if shops buy nothing, if the character cannot part with the item, if its price is unknown,
            or if the coins need more slots than are free.

    Example:
        >>> from fractions import Fraction
        >>> from cairn_rules.cairn_rpg import Item, Rulings, combat
        >>> from cairn_rules.cairn_rpg.procedures.carrying import take
        >>> gem = Item(id="gem", name="Gem", value=25)
        >>> ada = take(combat.person("Ada", hp=4), gem)
        >>> sell(ada, gem, rulings=Rulings(sell_rate=Fraction(1, 2))).inventory.gold
        12
    """
    action = f"sell {item.name}"
    rate = rulings.sell_rate
    if rate is None:
        raise refusal(character, action, REASONS.reason("market/no-sale"))
    check_droppable(character, item, action)
    if price is not None:
        price = check_whole("the price", price, 0, MOST_GOLD)
    worth = item.value if price is None else price
    if worth is None:
        raise refusal(character, action, REASONS.reason("market/no-price", item=item.name))
    returns = any(isinstance(effect, Returns) and effect.item == item.id for effect in character.effects)
    parted = character if returns else replaced(character, inventory=character.inventory.without(item))
    inventory = parted.inventory
    inventory = evolve(inventory, gold=inventory.gold + int(worth * rate))
    if reasons := slot_reasons(parted, inventory, f"{inventory.gold}gp", rulings):
        raise refusal(character, action, *reasons)
    return packed(character, inventory, rulings)


@checked
def hire(employer: Character, goods: Goods | int, hireling: Character, *, days: int = 1) -> tuple[Character, Character]:
    """Return the employer, who pays for some days in advance, and the hireling with its daily rate (R140, R217).

    `goods` is a row of the list of hirelings, or the agreed daily rate of a hireling from a background (R139).

    Raises:
        DefinitionError: if the number of days is not a whole number from 1 to 10,000, or the rate not one from 1 to a
            billion.
        IllegalActionError: if the row is not a hireling, or if the employer has too little gold.

    Example:
        >>> from cairn_rules.cairn_rpg import book, combat
        >>> from cairn_rules.cairn_rpg.procedures.carrying import take_gold
        >>> (guard,) = (row for row in book().goods["hirelings"] if row.id == "bodyguard")
        >>> ada, bo = hire(take_gold(combat.person("Ada", hp=4), 35), guard, combat.person("Bo", hp=3), days=3)
        >>> ada.inventory.gold, bo.kind, bo.day_rate, bo.paid_days
        (5, 'hireling', 10, 3)
    """
    days = check_whole("the number of days", days, 1, MOST_DAYS)
    if isinstance(goods, Goods):
        name, rate = goods.name, goods.price
        if goods.per != "day":
            raise refusal(employer, f"hire {name}", REASONS.reason("market/no-hireling", who=name))
    else:
        name, rate = hireling.name, check_whole("the daily rate", goods, 1, MOST_GOLD)
    wages = rate * days
    if reasons := gold_reasons(employer, wages, name):
        raise refusal(employer, f"hire {name}", *reasons)
    inventory = employer.inventory
    paid = replaced(employer, inventory=evolve(inventory, gold=inventory.gold - wages))
    return paid, evolve(hireling, kind="hireling", day_rate=rate, paid_days=days)


@checked
def wages_due(characters: Iterable[Character], days: int = 1) -> int:
    """Return the wages of living hirelings that are not paid after some more days, in gold pieces (R143).

    Raises:
        DefinitionError: if the number of days is not a whole number from 1 to 10,000.

    Example:
        >>> wages_due([])
        0
    """
    days = check_whole("the number of days", days, 1, MOST_DAYS)
    living = (each for each in characters if not each.conditions.dead)
    return sum(max(0, days - each.paid_days) * each.day_rate for each in living if each.day_rate)


def with_days_paid(characters: Iterable[Character], days: int) -> tuple[Character, ...]:
    """Return characters with more days of work paid, or with days that are over if negative (R140)."""
    return tuple(replaced(each, paid_days=each.paid_days + days) if each.day_rate else each for each in characters)
