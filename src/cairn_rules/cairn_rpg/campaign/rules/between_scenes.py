"""The dealings of a party between its scenes: trade, belongings, company and downtime."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from cairn_rules.cairn_rpg.campaign.actions import BelongingsAction, CompanyAction, Dealing, MarketAction
from cairn_rules.cairn_rpg.campaign.rules.belongings import carried
from cairn_rules.cairn_rpg.campaign.rules.company import regrouped
from cairn_rules.cairn_rpg.campaign.rules.downtime import spent
from cairn_rules.cairn_rpg.campaign.rules.trade import traded
from cairn_rules.cairn_rpg.campaign.state import State
from cairn_rules.cairn_rpg.events import Event
from cairn_rules.chance import Dice, Resolution
from cairn_rules.errors import IllegalActionError, Reason


def dealt(state: State, action: Dealing, dice: Dice | None) -> Resolution[State, Event]:
    """Return the result of a dealing of members who exist.

    `dice` is None to find out only whether the action is legal. Raise an `IllegalActionError` if a rule forbids it.
    """
    result = _result(state, action, dice)
    return result if dice is None else Resolution(result.state, (*result.events, *_noticed(state, result.state)))


def _result(state: State, action: Dealing, dice: Dice | None) -> Resolution[State, Event]:
    if isinstance(action, MarketAction):
        return traded(state, action)
    if isinstance(action, BelongingsAction):
        return carried(state, action)
    if isinstance(action, CompanyAction):
        return regrouped(state, action, dice)
    return spent(state, action, dice)


def _noticed(before: State, after: State) -> Iterator[Event]:
    """Yield events about members whose last slot is filled now (R31), and about names that several have now (R10)."""
    old, new = before.party.members, after.party.members
    if len(old) == len(new):
        for early, late in zip(old, new, strict=True):
            if late.inventory.is_full(after.rulings) and not early.inventory.is_full(before.rulings):
                yield Event("full", "R31", who=late.name, amount=0)
    known = Counter(each.name.lower() for each in old)
    for name, count in Counter(each.name.lower() for each in new).items():
        if count > 1 and count > known[name]:
            who = next(each.name for each in reversed(new) if each.name.lower() == name)
            yield Event("namesake", "R10", who=who, amount=count)


def why_not_dealt(state: State, action: Dealing) -> Reason | None:
    """Return the reason for which the procedures refuse a dealing of members who exist, or None if they do not."""
    try:
        dealt(state, action, None)
    except IllegalActionError as error:
        return error.reason
    return None
