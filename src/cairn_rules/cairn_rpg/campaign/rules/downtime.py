"""Downtime: days at a landmark with an activity, and the recovery that they bring (R55, R66, R188)."""

from __future__ import annotations

from typing import Final

from cairn_rules.cairn_rpg.campaign.actions import Downtime
from cairn_rules.cairn_rpg.campaign.rules.transitions import Result, with_members_changed
from cairn_rules.cairn_rpg.campaign.state import State
from cairn_rules.cairn_rpg.characters.character import Character, replaced
from cairn_rules.cairn_rpg.events import Event
from cairn_rules.cairn_rpg.illegal_action_errors import refusal
from cairn_rules.cairn_rpg.procedures import recovery
from cairn_rules.cairn_rpg.reason_table import REASONS
from cairn_rules.cairn_rpg.wilderness.state import MOST_DAYS
from cairn_rules.cairn_rpg.wilderness.watch import Watch
from cairn_rules.chance import Dice, Resolution

WEEK: Final = 7
"""Number of days after which everyone recovers as after a week's rest (R55)."""


def spent(state: State, action: Downtime, dice: Dice | None) -> Result:
    """Return the campaign on the morning after a downtime, of which only the weather of that morning is rolled.

    `dice` is None to find out only whether the action is legal. Raise an `IllegalActionError` if the year ends first,
    or a member needs food or aid.
    """
    members, journey = state.party.members, state.journey
    left = MOST_DAYS - journey.day
    if action.days > left:
        raise refusal(members[0], "spend a downtime", REASONS.reason("downtime/year", day=MOST_DAYS, left=left))
    rested = state.rested + action.days if state.landmark.settlement else 0
    helped = rested >= WEEK
    events = [Event("downtime", "R55" if helped else "R66", amount=action.days)]
    changed: dict[int, Character] = {}
    for index in state.party.living:
        change = (recovery.rest_week if helped else recovery.rest_night)(members[index], state.rulings)
        if change.state.is_deprived:
            needs = tuple(sorted(change.state.conditions.needs))
            reason = REASONS.reason("downtime/deprived", who=change.state.name, needs=needs)
            raise refusal(members[index], "spend a downtime", reason)
        events += change.events
        changed[index] = recovery.next_day(change.state)
    if dice is None:
        return Resolution(state, ())
    state = replaced(with_members_changed(state, changed), rested=rested % WEEK)
    before = journey.weather if action.days == 1 else None
    morning = replaced(
        state.journey, day=journey.day + action.days, watch=0, weather=before, camped=frozenset(), weathered=False
    )
    watch = Watch(morning, dice)
    watch.dawn()
    return Resolution(replaced(state, journey=watch.state), (*events, *watch.events))
