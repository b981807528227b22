"""The legal actions of the campaign itself that are listed: all that are few, and some of each open class."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, starmap
from typing import Final

from attrs import evolve

from cairn_rules.cairn_rpg.campaign import actions
from cairn_rules.cairn_rpg.campaign.actions import OwnAction
from cairn_rules.cairn_rpg.campaign.rules.company import STRANGER, roles
from cairn_rules.cairn_rpg.campaign.rules.downtime import WEEK
from cairn_rules.cairn_rpg.campaign.rules.reasons import why_not_own
from cairn_rules.cairn_rpg.campaign.rules.trade import purchases
from cairn_rules.cairn_rpg.campaign.state import State, is_halted
from cairn_rules.cairn_rpg.characters.character import Character
from cairn_rules.cairn_rpg.characters.inventory import coin_slots
from cairn_rules.cairn_rpg.characters.items import Item
from cairn_rules.cairn_rpg.procedures.carrying import slot_reasons, why_not_dropped
from cairn_rules.cairn_rpg.procedures.party import MOST_MEMBERS
from cairn_rules.cairn_rpg.rulings import Rulings
from cairn_rules.cairn_rpg.wilderness.setup import SEASONS
from cairn_rules.cairn_rpg.wilderness.soundness import MOST_GROUND

TOKEN: Final = Item(id="token", name="Token", slots=0)
"""The item of the listed `Receive`, which takes no slot."""
MOST_SALES: Final = 50
"""Maximum number of sales that are listed. The others are legal as well."""
PASTIME: Final = "rest"
"""The activity of the listed `Downtime`."""


def listed(state: State) -> Iterator[OwnAction]:
    """Yield the listed actions of the campaign itself, between two decisions of a scene."""
    for action in _few(state):
        if why_not_own(state, action) is None:
            yield action
    # What follows agrees with `why_illegal`, which is not asked about each action: it would take several times as long.
    living = state.party.living
    halted = is_halted(state)
    if halted and state.landmark.settlement:
        yield from purchases(state)
        yield from _hires(state, living)
        yield from _sales(state, living)
    for samples in (*((_landmark_samples,) if halted else ()), _gifts, _treasure, _clothes, _loads, _successors):
        yield from samples(state, living)


def _few(state: State) -> Iterator[OwnAction]:
    """Yield the actions that may be legal, and of which all legal ones are listed. It leaves out some that are not."""
    land = state.gazetteer
    if is_halted(state):
        yield from (actions.SetOut(way.id) for way in land.ways_from(state.at))
        if state.landmark.dungeon is not None:
            yield actions.ENTER
    yield from (actions.Fight(encounter.id) for encounter in land.encounters)
    members = state.party.members
    for place, member in enumerate(members):
        if member.is_dying:
            yield actions.Aid(place)
            yield from (actions.Aid(place, helper) for helper in range(len(members)))
        if member.conditions.panicked:
            yield actions.Calm(place)
    if any(member.hp.value < member.hp.max or member.conditions.down for member in members):
        yield actions.CATCH_BREATH
    if is_halted(state):
        yield actions.PASS_WATCH
        yield from (actions.ChangeSeason(season) for season in SEASONS if season != state.journey.season)
        yield actions.RETIRE
    for place, member in enumerate(members):
        if member.kind == "hireling":
            yield actions.Dismiss(place)
            yield actions.TakeOver(place)


def _hires(state: State, living: tuple[int, ...]) -> Iterator[actions.Hire]:
    """Yield a day of each hireling that the richest member can pay."""
    members = state.party.members
    payer = _richest(state, living)
    if len(members) < MOST_MEMBERS:
        gold = members[payer].inventory.gold
        yield from (actions.Hire(payer, id) for id, goods in roles(state).items() if goods.price <= gold)


def _sales(state: State, living: tuple[int, ...]) -> Iterator[actions.Sell]:
    """Yield the sales of items with a known price, or else one for a stated price."""
    if state.rulings.sell_rate is None:
        return
    members = state.party.members
    items = [(each, id) for each in living for id in dict.fromkeys(item.id for item in members[each].inventory.items)]
    sales = [sale for sale in starmap(actions.Sell, items) if why_not_own(state, sale) is None]
    priced = (actions.Sell(index, id, 1) for index, id in items)
    yield from sales[:MOST_SALES] or islice((sale for sale in priced if why_not_own(state, sale) is None), 1)


def _landmark_samples(state: State, living: tuple[int, ...]) -> Iterator[OwnAction]:
    members = state.party.members
    payer = _richest(state, living)
    gold = members[payer].inventory.gold
    if gold:
        yield actions.Spend(payer, 1)
    if 0 < sum(members[each].day_rate or 0 for each in living) <= gold:
        yield actions.PayWages(payer, 1)
    yield actions.Rename(living[0], members[living[0]].name)
    if len(members) < MOST_MEMBERS:
        yield actions.Join(STRANGER)
    leaver = len(members) - 1
    if living == (leaver,):
        leaver -= 1
    if leaver >= 0:
        yield actions.PartWays(leaver)
    downtimes = (actions.Downtime(days, PASTIME) for days in (WEEK, 1))
    yield from islice((each for each in downtimes if why_not_own(state, each) is None), 1)


def _gifts(state: State, living: tuple[int, ...]) -> Iterator[OwnAction]:
    """Yield the samples of giving an item or gold, and of putting an item down."""
    members, rulings = state.party.members, state.rulings
    yield from islice(_item_gifts(state, living), 1)
    for index, member in enumerate(members):
        if member.inventory.gold:
            others = (to for to in living if to != index and _has_room_for_coin(members[to], rulings))
            if (to := next(others, None)) is not None:
                yield actions.GiveGold(index, 1, to)
                break
    if not state.inside and len(state.journey.ground) < MOST_GROUND:
        put = (
            actions.PutDown(index, item.id)
            for index, member in enumerate(members)
            for item in member.inventory.items
            if _is_first(member, item) and why_not_dropped(member, item) is None
        )
        yield from islice(put, 1)


def _item_gifts(state: State, living: tuple[int, ...]) -> Iterator[actions.Give]:
    members, rulings = state.party.members, state.rulings
    for index, member in enumerate(members):
        receivers = [(to, members[to], members[to].inventory.free(rulings)) for to in living if to != index]
        for item in member.inventory.items:
            if _is_first(member, item) and why_not_dropped(member, item) is None:
                for to, receiver, free in receivers:
                    after = receiver.inventory.with_items(item) if item.slots <= max(free, 0) else None
                    if after is not None and not slot_reasons(receiver, after, item.name, rulings):
                        yield actions.Give(index, item.id, to)
        items = {item.id for item in member.inventory.items}
        for container in member.inventory.containers:
            if container.id not in items:
                yield from (actions.Give(index, container.id, to) for to, _, _ in receivers)


def _treasure(state: State, living: tuple[int, ...]) -> Iterator[OwnAction]:
    """Yield the samples of an item, which takes no slot, and of gold from the table."""
    members, rulings = state.party.members, state.rulings
    yield actions.Receive(living[0], TOKEN)
    yield from islice(
        (actions.Share(1, (index,)) for index in living if _has_room_for_coin(members[index], rulings)), 1
    )


def _clothes(state: State, living: tuple[int, ...]) -> Iterator[OwnAction]:
    """Yield all armour that can be put on, and a sample of what can be taken off."""
    worn: list[OwnAction] = []
    for index in living:
        member = state.party.members[index]
        for item in member.inventory.items:
            if (item.wearable or item.slots_detached is not None) and _is_first(member, item):
                put_on, take_off = actions.Wear(index, item.id), actions.TakeOff(index, item.id)
                if why_not_own(state, put_on) is None:
                    yield put_on
                if why_not_own(state, take_off) is None:
                    worn.append(take_off)
    yield from worn[:1]


def _loads(state: State, living: tuple[int, ...]) -> Iterator[OwnAction]:
    """Yield the samples of loading and unloading a cart, a wagon or a mount, and of pulling and parking a cart."""
    members = state.party.members
    owners = [(index, each) for index in living for each in members[index].inventory.containers]
    if not owners:
        return
    stowed = (actions.Stow(index, item.id, to.id) for index, to in owners for item in members[index].inventory.items)
    fetched = (actions.Fetch(index, item.id, each.id) for index, each in owners for item in each.items)
    pulls = (actions.Pull(index, each.id, park) for park in (False, True) for index, each in owners if each.load)
    for candidates in (stowed, fetched, pulls):
        yield from islice((each for each in candidates if why_not_own(state, each) is None), 1)


def _successors(state: State, living: tuple[int, ...]) -> Iterator[actions.Succeed]:
    dead = (index for index in range(len(state.party.members)) if index not in living)
    yield from (actions.Succeed(index, STRANGER) for index in islice(dead, 1))


def _richest(state: State, living: tuple[int, ...]) -> int:
    members = state.party.members
    return max(living, key=lambda index: members[index].inventory.gold)


def _is_first(member: Character, item: Item) -> bool:
    """Return whether an action with the id of an item means this one."""
    return next(each for each in member.inventory.items if each.id == item.id) is item


def _has_room_for_coin(member: Character, rulings: Rulings) -> bool:
    inventory, more = member.inventory, member.inventory.gold + 1
    if coin_slots(more, rulings) == coin_slots(inventory.gold, rulings):
        return True
    return not slot_reasons(member, evolve(inventory, gold=more), "1gp", rulings)
