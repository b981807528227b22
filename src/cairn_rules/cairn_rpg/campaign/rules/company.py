"""The company: hirelings, newcomers, successors and those who leave (R104, R138 to R143)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, assert_never

from cairn_rules.cairn_rpg.campaign import actions
from cairn_rules.cairn_rpg.campaign.actions import CompanyAction
from cairn_rules.cairn_rpg.campaign.rules.trade import book_of
from cairn_rules.cairn_rpg.campaign.rules.transitions import (
    Result,
    with_joined,
    with_laid_down,
    with_members_changed,
    without,
)
from cairn_rules.cairn_rpg.campaign.state import State
from cairn_rules.cairn_rpg.characters.attributes import Score
from cairn_rules.cairn_rpg.characters.character import Character, replaced
from cairn_rules.cairn_rpg.characters.items import Container, Item
from cairn_rules.cairn_rpg.characters.soundness import MOST_NAME, is_name
from cairn_rules.cairn_rpg.content.book import Goods
from cairn_rules.cairn_rpg.creation.hirelings import create_hireling, take_over
from cairn_rules.cairn_rpg.events import Event
from cairn_rules.cairn_rpg.illegal_action_errors import refusal
from cairn_rules.cairn_rpg.procedures import carrying, market, retinue
from cairn_rules.cairn_rpg.procedures.party import MOST_MEMBERS
from cairn_rules.cairn_rpg.reason_table import REASONS
from cairn_rules.cairn_rpg.wilderness.soundness import traveller_faults
from cairn_rules.chance import Dice, Resolution
from cairn_rules.errors import hint
from cairn_rules.phrasebook import Named

STRANGER: Final = Character(
    name="Stranger", strength=Score.full(3), dexterity=Score.full(3), willpower=Score.full(3), hp=Score.full(1)
)
"""The character of the newcomers that are listed, and of examples: the weakest that the dice can make (R14, R16)."""


def regrouped(state: State, action: CompanyAction, dice: Dice | None) -> Result:
    """Return the result of a change of the party, or of its wages.

    The dice make a new hireling; None to find out only whether the action is legal. Raise an `IllegalActionError` if a
    rule forbids it.
    """
    match action:
        case actions.Hire():
            return _hired(state, action, dice)
        case actions.PayWages(index, days):
            return _paid(state, index, days)
        case actions.Dismiss(index):
            dismissed = Event("dismissed", "R143", who=retinue.dismiss(state.party.members[index]).name)
            return _left(state, index, dismissed)
        case actions.PartWays(index):
            return _left(state, index)
        case actions.Rename(index, name):
            member = state.party.members[index]
            _check_name(member, name)
            event = Event("renamed", "R10", former=member.name, who=name)
            return Resolution(with_members_changed(state, {index: replaced(member, name=name)}), (event,))
        case actions.Join(character):
            return _joined(state, character, Event("joined", "R27", who=character.name), len(state.party.members))
        case actions.Succeed(index, character):
            return _succeeded(state, index, character)
        case actions.TakeOver(index):
            return _taken_over(state, index)
        case _:
            assert_never(action)


def roles(state: State) -> dict[str, Goods]:
    """Return the hirelings of the price list by their ids (R138)."""
    return {goods.id: goods for goods in book_of(state).goods["hirelings"]}


def _hired(state: State, action: actions.Hire, dice: Dice | None) -> Result:
    employer, known = state.party.members[action.member], roles(state)
    goods = known.get(action.role)
    if goods is None:
        reason = REASONS.reason("hire/unknown", role=action.role, hint=hint(action.role, tuple(known)))
        raise refusal(employer, f"hire {action.role}", reason)
    name = goods.name if action.name is None else action.name
    _check_name(employer, name)
    _check_room(state, employer)
    if dice is None:
        market.hire(employer, goods, employer, days=action.days)  # for its checks
        return Resolution(state, ())
    hireling = create_hireling(action.role, name=name, dice=dice, book=state.journey.book)
    payer, hireling = market.hire(employer, goods, hireling, days=action.days)
    price = goods.price * action.days
    event = Event("hired", "R140", who=employer.name, hireling=name, amount=action.days, price=price)
    paid = with_members_changed(state, {action.member: payer})
    return Resolution(with_joined(paid, hireling, len(paid.party.members)), (event,))


def _paid(state: State, index: int, days: int) -> Result:
    members = state.party.members
    if not (wages := days * sum(members[each].day_rate or 0 for each in state.party.living)):
        raise refusal(members[index], "pay wages", REASONS.reason("retinue/no-wages"))
    paid = dict(enumerate(market.with_days_paid(members, days)))
    paid[index] = carrying.pay(paid[index], wages)
    events = (Event("paid", "R222", who=members[index].name, amount=wages), Event("wages", "R140", amount=days))
    return Resolution(with_members_changed(state, paid), events)


def _left(state: State, index: int, *events: Event) -> Result:
    leaver = state.party.members[index]
    if state.party.living == (index,):
        raise refusal(leaver, "leave the party", REASONS.reason("party/last", who=leaver.name))
    return Resolution(without(state, index), (*events, Event("parted", "R180", who=leaver.name)))


def _joined(state: State, character: Character, event: Event, place: int) -> Result:
    if character.conditions.dead:
        raise refusal(character, "join the party", REASONS.reason("member/dead", name=character.name))
    _check_room(state, character)
    if fault := next(traveller_faults(character), None):
        raise refusal(character, "join the party", REASONS.reason("join/fault", who=character.name, fault=str(fault)))
    book = book_of(state)
    parts = (("background", character.background, book.backgrounds), ("creature", character.creature, book.creatures))
    for kind, id, known in parts:
        if id is not None and id not in known:
            reason = REASONS.reason("join/no-pack", who=character.name, kind=kind, id=id)
            raise refusal(character, "join the party", reason)
    return Resolution(with_joined(state, character, place), (event,))


def _succeeded(state: State, index: int, character: Character) -> Result:
    dead = state.party.members[index]
    if not dead.conditions.dead:
        raise refusal(character, "succeed", REASONS.reason("succeed/alive", who=dead.name))
    event = Event("succeeded", "R104", who=character.name, dead=dead.name)
    newcomer = _joined(without(state, index), character, event, index)
    items = tuple(each for each in dead.inventory.within_reach if carrying.why_not_dropped(dead, each) is None)
    after = with_laid_down(newcomer.state, items, character, "succeed")
    return Resolution(after, (*newcomer.events, *_left_behind(dead)))


def _left_behind(dead: Character) -> Iterator[Event]:
    """Yield events about all that a dead member leaves: of those, the items lie on the ground (R104, R207)."""
    inventory = dead.inventory
    things: tuple[Item | Container, ...] = (*inventory.within_reach, *inventory.containers)
    for thing in things:
        yield Event("left", "R104", who=dead.name, item=Named(thing.id, thing.name))
    if gold := inventory.gold + sum(each.gold for each in inventory.containers):
        yield Event("left", "R104", who=dead.name, amount=gold)


def _taken_over(state: State, index: int) -> Result:
    hireling = state.party.members[index]
    if hireling.kind != "hireling":
        reason = REASONS.reason("retinue/no-hireling", hireling=hireling.name)
        raise refusal(hireling, "take over", reason)
    event = Event("taken-over", "R104", who=hireling.name)
    return Resolution(with_members_changed(state, {index: take_over(hireling)}), (event,))


def _check_name(who: Character, name: str) -> None:
    if not is_name(name):
        raise refusal(who, "give a name", REASONS.reason("name/bad", name=name, most=MOST_NAME))


def _check_room(state: State, who: Character) -> None:
    if len(state.party.members) >= MOST_MEMBERS:
        raise refusal(who, "join the party", REASONS.reason("party/full", most=MOST_MEMBERS))
