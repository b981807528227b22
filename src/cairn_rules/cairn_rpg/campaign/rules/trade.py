"""Buying, selling and spending gold in a campaign (R213 to R222)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import islice
from typing import Final, assert_never

from cairn_rules.cairn_rpg.campaign import actions
from cairn_rules.cairn_rpg.campaign.actions import MarketAction
from cairn_rules.cairn_rpg.campaign.rules.belongings import item_of
from cairn_rules.cairn_rpg.campaign.rules.transitions import Result, with_members_changed
from cairn_rules.cairn_rpg.campaign.state import State
from cairn_rules.cairn_rpg.characters.character import CACHE, Character
from cairn_rules.cairn_rpg.characters.items import Item, by_exact_id
from cairn_rules.cairn_rpg.content.book import Book
from cairn_rules.cairn_rpg.content.book_file import book as shipped_book
from cairn_rules.cairn_rpg.events import Event
from cairn_rules.cairn_rpg.illegal_action_errors import refusal
from cairn_rules.cairn_rpg.procedures import carrying, market, recovery
from cairn_rules.cairn_rpg.reason_table import REASONS
from cairn_rules.cairn_rpg.wilderness.food import RATIONS
from cairn_rules.chance import Resolution
from cairn_rules.errors import hint
from cairn_rules.phrasebook import Named

MOST_LISTED: Final = 400
"""Maximum number of purchases that are listed. The others are legal as well."""


def traded(state: State, action: MarketAction) -> Result:
    """Return the result of a purchase, a sale or a payment. Raise an `IllegalActionError` if a rule forbids it."""
    match action:
        case actions.Buy():
            return _bought(state, action)
        case actions.Sell():
            return _sold(state, action)
        case actions.Spend(index, gold):
            payer = carrying.pay(state.party.members[index], gold)
            event = Event("paid", "R222", who=payer.name, amount=gold)
            return Resolution(with_members_changed(state, {index: payer}), (event,))
        case _:
            assert_never(action)


def book_of(state: State) -> Book:
    """Return the book of a campaign."""
    return state.journey.book or shipped_book()


def _bought(state: State, action: actions.Buy) -> Result:
    buyer = state.party.members[action.member]
    found = market.things_sold(book_of(state)).get(action.goods)
    if found is None:
        known = tuple(market.things_sold(book_of(state)))
        reason = REASONS.reason("market/unknown", goods=action.goods, hint=hint(action.goods, known))
        raise refusal(buyer, f"buy {action.goods}", reason)
    goods, own = found
    if goods.id == RATIONS:
        raise refusal(buyer, f"buy {goods.name}", REASONS.reason("market/watch", action=f"{action.member + 1}:buy:1"))
    if goods.id == recovery.HEALING and state.rulings.paid_healing == "week":
        raise refusal(buyer, f"buy {goods.name}", REASONS.reason("market/week", action="downtime:7=rest"))
    name = own if action.name is None else action.name
    circumstances = state.journey.circumstances
    price = price_of(state, action)
    events: tuple[Event, ...] = ()
    if goods.id == recovery.HEALING:
        change = recovery.medical_healing(buyer, goods, state.rulings)
        after, events = change.state, change.events
    else:
        after = market.buy(
            buyer, goods, name=name, circumstances=circumstances, rulings=state.rulings, book=state.journey.book
        )
    rule = "R214" if goods.examples else "R216" if goods.item is None and goods.container is None else "R213"
    event = Event("bought", rule, who=buyer.name, item=Named(action.goods, name or goods.name), price=price)
    return Resolution(with_members_changed(state, {action.member: after}), (event, *events))


def _sold(state: State, action: actions.Sell) -> Result:
    seller = state.party.members[action.member]
    item = item_of(seller, action.item)
    after = market.sell(seller, item, price=_worth(state, action, item), rulings=state.rulings)
    gain = after.inventory.gold - seller.inventory.gold
    event = Event("sold", "R221", who=seller.name, item=Named(item.id, item.name), amount=gain)
    return Resolution(with_members_changed(state, {action.member: after}), (event,))


def _worth(state: State, action: actions.Sell, item: Item) -> int | None:
    """Return the price of which a shop pays a share: the stated one, that of the item, or that of the price lists."""
    if action.price is not None:
        return action.price
    if item.value is None and item.id in market.things_sold(book_of(state)):
        return market.things_sold(book_of(state))[item.id][0].price
    return item.value


def price_of(state: State, action: actions.Buy) -> int:
    """Return the gold pieces that a member pays for goods of the price lists (R213).

    Raises:
        LookupError: if the goods or the member do not exist.
    """
    goods, _ = market.things_sold(book_of(state))[action.goods]
    buyer = state.party.members[action.member]
    return market.price_of(buyer, goods, circumstances=state.journey.circumstances)


def proceeds(state: State, action: actions.Sell) -> int | None:
    """Return the gold pieces that a shop pays for what a member carries; None if it buys nothing or the price is open.

    Raises:
        LookupError: if the member does not exist.
    """
    rate = state.rulings.sell_rate
    item = by_exact_id(state.party.members[action.member].inventory.items).get(action.item)
    worth = None if item is None else _worth(state, action, item)
    return None if rate is None or worth is None else int(worth * rate)


# What is listed


def purchases(state: State) -> Iterator[actions.Buy]:
    """Yield purchases of things from the price lists, member by member; not more than `MOST_LISTED`."""
    members = state.party.members
    return islice(
        (_buy(each, id) for each in state.party.living for id in _affordable(state, members[each])), MOST_LISTED
    )


_buy: Final = cache(actions.Buy)
"""Return a `Buy`. The same values give the same object, because purchases are listed again and again."""


def _affordable(state: State, buyer: Character) -> tuple[str, ...]:
    """Return the ids of all that a character can buy. They are kept with the character, for the same campaign."""
    journey = state.journey
    key = (journey.book, journey.rulings, journey.circumstances)
    kept = buyer.__dict__.get(CACHE)
    if kept is not None and kept[0] == key:
        known: tuple[str, ...] = kept[1]
        return known
    gold = buyer.inventory.gold
    verdicts: dict[object, bool] = {}
    otherwise = (RATIONS, recovery.HEALING if state.rulings.paid_healing == "week" else "")
    found: list[str] = []
    for id, (goods, name) in market.things_sold(book_of(state)).items():
        # Items of one price that take as many slots are alike, except for bags (R33).
        item = goods.item
        if goods.price > gold and (item is not None or not market.is_free(buyer, id, journey.circumstances)):
            continue
        alike = id if item is None or id in carrying.BAGS else (goods.price, item.slots)
        if alike not in verdicts:
            verdicts[alike] = not market.why_not_buy(
                buyer, goods, name=name, circumstances=journey.circumstances, rulings=state.rulings, book=journey.book
            )
        if verdicts[alike] and goods.id not in otherwise:
            found.append(id)
    buyer.__dict__[CACHE] = (key, tuple(found))
    return tuple(found)
