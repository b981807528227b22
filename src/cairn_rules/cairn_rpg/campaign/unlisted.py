"""The actions that no list has, and that may lead from one state to the next; `changes` tries them."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil
from typing import Final

from cairn_rules.cairn_rpg.campaign import actions
from cairn_rules.cairn_rpg.campaign.actions import Dealing
from cairn_rules.cairn_rpg.campaign.company import roles
from cairn_rules.cairn_rpg.campaign.market import book_of
from cairn_rules.cairn_rpg.campaign.state import State
from cairn_rules.cairn_rpg.characters.character import Character
from cairn_rules.cairn_rpg.procedures.market import things_sold, wages_due

_ANY: Final = "rest"
"""The activity of a downtime, which changes nothing."""


def candidates(before: State, after: State) -> Iterator[Dealing]:
    """Yield dealings of which one has led from a state to the next, if any dealing has."""
    old, new = before.party.members, after.party.members
    gains = [late.inventory.gold - early.inventory.gold for early, late in zip(old, new, strict=False)]
    if len(new) > len(old):
        yield actions.Join(new[-1])
        yield from _hires(before, new[-1], gains)
    elif len(new) < len(old):
        yield from map(actions.PartWays, range(len(old)))
    else:
        yield from (actions.Succeed(index, new[-1]) for index, each in enumerate(old) if each.conditions.dead)
        yield from _same_company(before, after, gains)


def _hires(before: State, hireling: Character, gains: list[int]) -> Iterator[Dealing]:
    for payer, gain in enumerate(gains):
        for id, goods in roles(before).items():
            if gain < 0 and goods.price == hireling.day_rate:
                yield actions.Hire(payer, id, -gain // goods.price, hireling.name)


def _same_company(before: State, after: State, gains: list[int]) -> Iterator[Dealing]:
    """Yield dealings that leave the number of members as it is."""
    days = after.journey.day - before.journey.day
    if days > 0:
        yield actions.Downtime(days, _ANY)
        return
    pairs = zip(before.party.members, after.party.members, strict=True)
    changed = [index for index, (early, late) in enumerate(pairs) if early != late]
    if sum(gains) > 0:
        yield actions.Share(sum(gains), tuple(sorted(changed, key=lambda index: -gains[index])))
    if len(changed) == 1:
        yield from _of_one(before, after, changed[0], gains[changed[0]])
    if len(changed) == 2:
        for giver, receiver in (changed, changed[::-1]):
            yield from _gifts(before, giver, receiver, gains[receiver])


def _of_one(before: State, after: State, index: int, gain: int) -> Iterator[Dealing]:
    """Yield dealings that change one member."""
    early, late = before.party.members[index], after.party.members[index]
    if early.name != late.name:
        yield actions.Rename(index, late.name)
    if gain < 0:
        yield from _payments(before, index, -gain, late)
    rate = before.rulings.sell_rate
    for id in dict.fromkeys(item.id for item in early.inventory.items):
        if rate:
            yield actions.Sell(index, id, ceil(gain / rate) if gain > 0 else 0)
        yield from (actions.TakeOff(index, id), actions.PutDown(index, id))
        yield from (actions.Stow(index, id, to.id) for to in early.inventory.containers)
    for container in early.inventory.containers:
        yield from (actions.Fetch(index, item.id, container.id) for item in container.items)
    if late.inventory.items:
        yield actions.Receive(index, late.inventory.items[-1])


def _payments(before: State, index: int, gold: int, late: Character) -> Iterator[Dealing]:
    yield actions.Spend(index, gold)
    wages = wages_due(before.party.members)
    if wages:
        yield actions.PayWages(index, max(1, gold // wages))
    for id, (goods, _) in things_sold(book_of(before)).items():
        if goods.price == gold:
            yield actions.Buy(index, id)
            if goods.open_ended and late.inventory.items:
                yield actions.Buy(index, id, late.inventory.items[-1].name)


def _gifts(before: State, giver: int, receiver: int, gold: int) -> Iterator[Dealing]:
    """Yield dealings that change two members."""
    if gold > 0:
        yield actions.GiveGold(giver, gold, receiver)
    inventory = before.party.members[giver].inventory
    for id in (*(each.id for each in inventory.items), *(each.id for each in inventory.containers)):
        yield actions.Give(giver, id, receiver)
