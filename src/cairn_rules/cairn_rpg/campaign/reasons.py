"""Reasons why actions are illegal, each with a stable code and a rule number. A scene adds those of its own game."""

from __future__ import annotations

from typing import Final, assert_never, get_args

from cairn_rules.cairn_rpg import combat, dungeon, wilderness
from cairn_rules.cairn_rpg.campaign.actions import (
    Action,
    Aid,
    Calm,
    CatchBreath,
    ChangeSeason,
    Enter,
    Fight,
    OwnAction,
    PassWatch,
    Retire,
    SetOut,
)
from cairn_rules.cairn_rpg.campaign.state import HERE, State, is_free, is_halted, route_of, scene_of
from cairn_rules.cairn_rpg.character import replaced
from cairn_rules.cairn_rpg.combat.setup import MOST_FIGHTERS
from cairn_rules.cairn_rpg.recovery import bandages_of, rest
from cairn_rules.cairn_rpg.wilderness import TRAVEL
from cairn_rules.cairn_rpg.wilderness.state import State as JourneyState
from cairn_rules.checks import text_hint
from cairn_rules.errors import Reason, quoted

OWN_ACTIONS: Final = get_args(OwnAction)
"""The classes of the actions of the campaign itself."""
ACTIONS: Final = (*OWN_ACTIONS, *get_args(wilderness.Action), *get_args(dungeon.Action), *get_args(combat.Action))
"""The classes of all actions."""


def why_illegal(state: State, action: Action) -> Reason | None:
    """Return the reason why an action is illegal now, or None if it is legal.

    Example:
        >>> from cairn_rules.cairn_rpg import campaign
        >>> state = campaign.new_game(seed=7, weather="fair")
        >>> print(campaign.why_illegal(state, campaign.Enter()))
        Thornwick has no dungeon [enter/no-dungeon, rule R155]
    """
    if not isinstance(action, ACTIONS):
        return Reason("action/unknown", f"{quoted(action)} is not an action of a campaign{text_hint(action)}", "R198")
    if state.retired:
        return Reason("game/over", "the party has settled down, and the campaign is over", "R198")
    if isinstance(action, OwnAction):
        return why_not_own(state, action)
    rules, scene = scene_of(state)
    reason: Reason | None = rules.why_illegal(scene, action)
    if reason is None and action == TRAVEL and is_halted(state):
        ways = ", ".join(f"set-out:{way.id}" for way in state.gazetteer.ways_from(state.at)) or "there is none"
        return Reason("travel/way", f"the party must choose a way from {state.place}: {ways}", "R181")
    return reason


def why_not_own(state: State, action: OwnAction) -> Reason | None:
    """Return why an action of the campaign itself is illegal now, before it is retired."""
    if state.fight is not None:
        return Reason("scene/fight", "a fight goes on: finish it first", "R72")
    if not is_free(state):
        if state.inside:
            return Reason("scene/turn", "a turn or a question of the dungeon is open: finish it first", "R155")
        return Reason("scene/watch", "a watch or a question of the journey is open: finish it first", "R198")
    match action:
        case Fight(encounter):
            return _why_no_fight(state, encounter)
        case Aid(by=int()) | CatchBreath() | Calm() if state.inside:
            return _as_deed(action)
        case Aid():
            return _why_no_aid(state, action)
        case CatchBreath() | Calm():
            return _why_no_breath(state) if isinstance(action, CatchBreath) else _why_not_calm(state, action)
        case _:
            if state.inside:
                return Reason("scene/inside", "the party is in a dungeon: leave it first", "R155")
            if state.way:
                return Reason("scene/on-the-way", "the party is on the way: arrive first", "R181")
            return _why_not_here(state, action)


def _as_deed(action: Aid | CatchBreath | Calm) -> Reason:
    """Return why the campaign leaves an action to the members while they are in a dungeon."""
    text = "in a dungeon this is the deed of a member, which takes a turn"
    if isinstance(action, Aid):
        return Reason("scene/dungeon", text, "R54")
    return Reason("scene/dungeon", text, "R168" if isinstance(action, CatchBreath) else "R176")


def _why_not_here(state: State, action: SetOut | Enter | PassWatch | ChangeSeason | Retire) -> Reason | None:
    """Return why the party at a landmark cannot do something."""
    match action:
        case SetOut(way):
            ways = [each.id for each in state.gazetteer.ways_from(state.at)]
            if way not in ways:
                listed = ", ".join(ways) or "none"
                text = f"{quoted(way)} is not a way from {state.place}; the ways are: {listed}"
                return Reason("way/unknown", text, "R181")
            return wilderness.why_illegal(departing(state, way), TRAVEL)
        case Enter():
            if state.landmark.dungeon is None:
                return Reason("enter/no-dungeon", f"{state.place} has no dungeon", "R155")
            if not any(member.is_able for member in state.party.members):
                return Reason("member/unable", "nobody is able to act", "R81")
            return None
        case ChangeSeason(season):
            if season == state.journey.season:
                return Reason("season/now", f"it is {season} already", "R188")
            return None
        case PassWatch() | Retire():
            return None
        case _:
            assert_never(action)


def departing(state: State, way: str) -> JourneyState:
    """Return the journey with a way ahead, before the first watch of travel (R181)."""
    return replaced(state.journey, legs=(route_of(state, state.gazetteer.way(way)), HERE))


def _why_no_fight(state: State, encounter: str) -> Reason | None:
    known = [each.id for each in state.gazetteer.encounters]
    if encounter not in known:
        text = f"{quoted(encounter)} is not an encounter of this land; there are: {', '.join(known) or 'none'}"
        return Reason("fight/unknown", text, "R72")
    members = state.party.members
    if not any(member.is_able for member in members):
        return Reason("member/unable", "nobody is able to act", "R81")
    if len(combat.muster(members, rulings=state.rulings)) > MOST_FIGHTERS:
        text = f"the party with its companions has more than {MOST_FIGHTERS} fighters: form detachments"
        return Reason("fight/too-many", text, "R123")
    return None


def _why_no_aid(state: State, action: Aid) -> Reason | None:
    members = state.party.members
    if action.member >= len(members):
        return _unknown(state, action.member)
    patient = members[action.member]
    if not patient.is_dying:
        return Reason("aid/not-dying", f"{patient.name} is not dying", "R103")
    if action.by is None:
        if any(member.is_able for member in members):
            return None
        return Reason("member/unable", "nobody is able to act", "R81")
    if action.by >= len(members):
        return _unknown(state, action.by)
    helper = members[action.by]
    if not helper.is_able:
        return Reason("aid/unable", f"{helper.name} cannot act", "R81")
    if bandages_of(helper) is None:
        return Reason("aid/no-bandages", f"{helper.name} has no bandages left", "R54")
    return None


def _why_no_breath(state: State) -> Reason | None:
    members = state.party.members
    if any(rest(members[index], state.rulings).state != members[index] for index in resting(state)):
        return None
    return Reason("breath/unneeded", "nobody recovers by a few moments of rest", "R53")


def resting(state: State) -> tuple[int, ...]:
    """Return the members who can rest: the living who are not dying."""
    members = state.party.members
    return tuple(index for index in state.party.living if not members[index].is_dying)


def _why_not_calm(state: State, action: Calm) -> Reason | None:
    members = state.party.members
    if action.member >= len(members):
        return _unknown(state, action.member)
    member = members[action.member]
    if not (member.conditions.panicked and member.is_able):
        return Reason("recover/not-panicked", f"{member.name} is not panicked, or unable to act", "R176")
    return None


def _unknown(state: State, member: int) -> Reason:
    return Reason("member/unknown", f"there is no member {member + 1} (1 to {len(state.party.members)})", "R198")
