"""The belongings of the members: giving, receiving, dividing, wearing, stowing and putting down (R28 to R44)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from cairn_rules.cairn_rpg.campaign import actions
from cairn_rules.cairn_rpg.campaign.actions import BelongingsAction
from cairn_rules.cairn_rpg.campaign.rules.transitions import Result, with_laid_down, with_members_changed, with_party
from cairn_rules.cairn_rpg.campaign.state import State
from cairn_rules.cairn_rpg.characters.character import Character
from cairn_rules.cairn_rpg.characters.items import Container, Item, by_exact_id
from cairn_rules.cairn_rpg.events import Event
from cairn_rules.cairn_rpg.illegal_action_errors import refusal
from cairn_rules.cairn_rpg.procedures import carrying
from cairn_rules.cairn_rpg.procedures.party import with_bearer, with_member
from cairn_rules.cairn_rpg.reason_table import REASONS
from cairn_rules.chance import Resolution
from cairn_rules.errors import Reason, hint
from cairn_rules.phrasebook import Argument, Named


def carried(state: State, action: BelongingsAction) -> Result:  # noqa: C901 - a case for each kind of action
    """Return the result of moving what members carry. Raise an `IllegalActionError` if a rule forbids it."""
    members, rulings = state.party.members, state.rulings
    match action:
        case actions.Give():
            return _given(state, action)
        case actions.GiveGold(index, gold, to):
            both = carrying.give_gold(members[index], _other(state, index, to), gold, rulings)
            event = Event("gave-gold", "R222", who=members[index].name, amount=gold, receiver=members[to].name)
            return _changed(state, {index: both[0], to: both[1]}, event)
        case actions.Receive(index, item):
            member = carrying.take(members[index], item, rulings=rulings)
            return _changed(state, {index: member}, Event("received", "R40", who=member.name, item=_named(item)))
        case actions.Share():
            return _shared(state, action)
        case actions.Wear(index, id):
            item = item_of(members[index], id)
            member = carrying.wear(members[index], item)
            return _changed(state, {index: member}, Event("worn", "R42", who=member.name, item=_named(item)))
        case actions.TakeOff(index, id):
            item = item_of(members[index], id)
            member = carrying.take_off(members[index], item, rulings)
            return _changed(state, {index: member}, Event("taken-off", "R42", who=member.name, item=_named(item)))
        case actions.PutDown(index, id):
            item = item_of(members[index], id)
            return _put_down(state, index, item)
        case actions.Stow(index, id, place):
            return _moved(state, actions.Give(index, id, index, container=place), "stowed", "R35")
        case actions.Fetch(index, id, place):
            return _moved(state, actions.Give(index, id, index, source=place), "fetched", "R35")
        case actions.Pull(index, id, park):
            cart = container_of(members[index], id)
            member = (carrying.park if park else carrying.pull)(members[index], cart, rulings)
            event = Event("cart-released" if park else "pulled", "R35", who=member.name, container=_named(cart))
            return _changed(state, {index: member}, event)
        case _:
            assert_never(action)


def item_of(character: Character, id: str) -> Item:
    """Return the item that a character carries, by its exact id. Raise an `IllegalActionError` if it carries none."""
    if (item := by_exact_id(character.inventory.items).get(id)) is not None:
        return item
    raise refusal(character, f"use {id}", _not_carried(character, id, character.inventory.items))


def _not_carried(character: Character, id: str, carried: Iterable[Item | Container]) -> Reason:
    known = tuple(dict.fromkeys(each.id for each in carried))
    return REASONS.reason("item/not-carried", who=character.name, target=id, hint=hint(id, known))


def container_of(character: Character, id: str) -> Container:
    """Return the container of a character by its exact id. Raise an `IllegalActionError` if it has none."""
    if (container := by_exact_id(character.inventory.containers).get(id)) is not None:
        return container
    raise refusal(character, f"use {id}", REASONS.reason("container/not-there", who=character.name, container=id))


def _item_in(character: Character, container: Container, id: str) -> Item:
    if (item := by_exact_id(container.items).get(id)) is not None:
        return item
    raise refusal(character, f"fetch {id}", REASONS.reason("item/not-there", item=id, place=container.name))


def _other(state: State, index: int, to: int) -> Character:
    """Return the receiver of a gift."""
    members = state.party.members
    if index == to:
        raise refusal(members[index], "give", REASONS.reason("give/self", who=members[index].name))
    return members[to]


def _given(state: State, action: actions.Give) -> Result:
    if action.source or action.container:
        return _moved(state, action, "given", "R40")
    giver, receiver = state.party.members[action.member], _other(state, action.member, action.to)
    inventory = giver.inventory
    thing: Item | Container
    if (item := by_exact_id(inventory.items).get(action.item)) is not None:
        thing = item
        both = carrying.give(giver, receiver, item, state.rulings)
    elif (container := by_exact_id(inventory.containers).get(action.item)) is not None:
        thing = container
        both = carrying.hand_over(giver, receiver, container)
    else:
        raise refusal(giver, "give", _not_carried(giver, action.item, (*inventory.items, *inventory.containers)))
    event = Event("given", "R40", who=giver.name, item=_named(thing), receiver=receiver.name)
    if not any(item.id == thing.id for item in both[0].inventory.items):  # a burning torch burns on
        state = with_party(state, with_bearer(state.party, thing.id, action.member, action.to))
    return _changed(state, {action.member: both[0], action.to: both[1]}, event)


def _moved(state: State, action: actions.Give, code: str, rule: str) -> Result:
    """Return the result of moving an item from a container or into one, with the code and the rule of its event."""
    by, to, rulings = action.member, action.to, state.rulings
    members = dict(enumerate(state.party.members))
    who = members[by]
    source = container_of(who, action.source) if action.source else None
    item = item_of(who, action.item) if source is None else _item_in(who, source, action.item)
    members[by] = carrying.taken_out(who, item, source, rulings) if source else carrying.drop(who, item)
    who = members[to]
    place = container_of(who, action.container) if action.container else None
    members[to] = carrying.put_in(who, item, place, rulings) if place else carrying.take(who, item, rulings=rulings)
    told: dict[str, Argument] = {"receiver": who.name} if code == "given" else {}
    if place := place or (source if code == "fetched" else None):
        told["container"] = _named(place)
    return _changed(state, members, Event(code, rule, who=members[by].name, item=_named(item), **told))


def _shared(state: State, action: actions.Share) -> Result:
    members = state.party.members
    among = action.members or state.party.living
    sharers = [members[index] for index in among]
    shared = carrying.share_gold(sharers, action.gold, state.rulings)
    events = tuple(
        Event("gold", "R222", who=after.name, amount=more)
        for before, after in zip(sharers, shared, strict=True)
        if (more := after.inventory.gold - before.inventory.gold)
    )
    return Resolution(with_members_changed(state, dict(zip(among, shared, strict=True))), events)


def _put_down(state: State, index: int, item: Item) -> Result:
    if state.inside:  # a deed there
        raise refusal(state.party.members[index], "put down", REASONS.reason("scene/dungeon", "R40"))
    laid = with_laid_down(state, (item,), state.party.members[index], "put down")
    member = carrying.drop(state.party.members[index], item)
    after = with_party(laid, with_member(state.party, index, member))
    return Resolution(after, (Event("put-down", "R40", who=member.name, item=_named(item)),))


def _changed(state: State, members: dict[int, Character], event: Event) -> Result:
    return Resolution(with_members_changed(state, members), (event,))


def _named(thing: Item | Container) -> Named:
    return Named(thing.id, thing.name)
