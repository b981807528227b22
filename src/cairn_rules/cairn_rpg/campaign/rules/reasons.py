"""Reasons why actions are illegal, each with a stable code and a rule number. A scene adds the reasons of its game."""

from __future__ import annotations

from typing import Final, assert_never, get_args

from cairn_rules.cairn_rpg import combat, dungeon, wilderness
from cairn_rules.cairn_rpg.campaign import actions
from cairn_rules.cairn_rpg.campaign.actions import AT_LANDMARK, AT_MARKET, FROM_DEAD, Action, Dealing, OwnAction
from cairn_rules.cairn_rpg.campaign.observation import Observation
from cairn_rules.cairn_rpg.campaign.rules.between_scenes import why_not_dealt
from cairn_rules.cairn_rpg.campaign.state import HERE, State, is_free, is_halted, route_of, scene_of
from cairn_rules.cairn_rpg.characters.character import replaced
from cairn_rules.cairn_rpg.combat.rules.setup import MOST_FIGHTERS
from cairn_rules.cairn_rpg.dungeon.actions import STAY
from cairn_rules.cairn_rpg.procedures.recovery import bandages_of, rest
from cairn_rules.cairn_rpg.reason_table import REASONS
from cairn_rules.cairn_rpg.wilderness.actions import TRAVEL
from cairn_rules.cairn_rpg.wilderness.state import State as JourneyState
from cairn_rules.checks import as_state, text_hint
from cairn_rules.errors import Reason
from cairn_rules.phrasebook import Named

ACTIONS: Final = get_args(Action)
"""The classes of all actions."""
_GAME: Final = Named("cairn-rpg-campaign", "of a campaign")


def why_illegal(state: State | Observation, action: Action) -> Reason | None:
    """Return the reason why an action is illegal now, or None if it is legal.

    Raises:
        DefinitionError: if `state` is not a state.

    Example:
        >>> from cairn_rules.cairn_rpg import campaign
        >>> state = campaign.new_game(seed=7, weather="fair")
        >>> print(campaign.why_illegal(state, campaign.Enter()))
        Thornwick has no dungeon [enter/no-dungeon, rule R155]
    """
    state = as_state(state, State)
    if not isinstance(action, ACTIONS):
        return REASONS.reason("action/unknown", action=action, game=_GAME, hint=text_hint(action))
    if state.retired:
        return REASONS.reason(
            "game/over", "R198", end=Named("retired", "the party has settled down, and the campaign is over")
        )
    if isinstance(action, OwnAction):
        return why_not_own(state, action)
    rules, scene = scene_of(state)
    reason: Reason | None = rules.why_illegal(scene, action)
    if reason is None and action == TRAVEL and is_halted(state):
        ways = ", ".join(f"set-out:{way.id}" for way in state.gazetteer.ways_from(state.at)) or "there is none"
        return REASONS.reason("travel/way", place=state.place, ways=ways)
    return reason


def why_not_own(state: State, action: OwnAction) -> Reason | None:  # noqa: C901 - a case for each kind of action
    """Return the reason why an action of the campaign itself is illegal before the party has settled down."""
    if not is_free(state):
        return _why_not_free(state)
    if isinstance(action, AT_LANDMARK) and (reason := _why_not_halted(state)):
        return reason
    if isinstance(action, Dealing):
        return _why_not_dealt(state, action)
    match action:
        case actions.Fight(encounter):
            return _why_no_fight(state, encounter)
        case actions.Aid():
            return _why_no_aid(state, action)
        case actions.CatchBreath():
            return REASONS.reason("scene/dungeon", "R168") if state.inside else _why_no_breath(state)
        case actions.Calm():
            return REASONS.reason("scene/dungeon", "R176") if state.inside else _why_not_calm(state, action)
        case actions.SetOut(way):
            return _why_not_departed(state, way)
        case actions.Enter():
            return _why_not_entered(state)
        case actions.ChangeSeason(season):
            return REASONS.reason("season/now", season=season) if season == state.journey.season else None
        case actions.PassWatch() | actions.Retire():
            return None
        case _:
            assert_never(action)


def _why_not_free(state: State) -> Reason | None:
    """Return what has to be finished or answered first, in a fight, a dungeon or a watch."""
    if state.fight is not None:
        return REASONS.reason("scene/fight")
    inside, journey = state.dungeon, state.journey
    if inside is not None:
        if inside.questions or inside.rests is not None:
            return dungeon.why_illegal(inside, STAY)
        return REASONS.reason("scene/turn")
    if journey.questions or journey.phase != "plan":
        return wilderness.why_illegal(journey, TRAVEL)
    return REASONS.reason("scene/watch")


def _why_not_dealt(state: State, action: Dealing) -> Reason | None:
    """Return the reason why members cannot trade, change what they carry or who they are, or spend a downtime."""
    if isinstance(action, AT_MARKET) and not (is_halted(state) and state.landmark.settlement):
        return REASONS.reason("market/no-settlement", place=state.place)
    return _why_no_member(state, action) or why_not_dealt(state, action)


def _why_no_member(state: State, action: Dealing) -> Reason | None:
    """Return the reason why an action names a member that is unknown or dead."""
    members = state.party.members
    named: list[int] = [getattr(action, name) for name in ("member", "to") if hasattr(action, name)]
    named += getattr(action, "members", ())
    for place, index in enumerate(named):
        if index >= len(members):
            return _unknown(state, index)
        if members[index].conditions.dead and not (place == 0 and isinstance(action, FROM_DEAD)):
            return REASONS.reason("member/dead", name=members[index].name)
    return None


def _why_not_halted(state: State) -> Reason | None:
    if state.inside:
        return REASONS.reason("scene/inside")
    return REASONS.reason("scene/on-the-way") if state.way else None


def _why_not_departed(state: State, way: str) -> Reason | None:
    ways = [each.id for each in state.gazetteer.ways_from(state.at)]
    if way not in ways:
        return REASONS.reason("way/unknown", way=way, place=state.place, ways=tuple(ways) or ("none",))
    return wilderness.why_illegal(departing(state, way), TRAVEL)


def _why_not_entered(state: State) -> Reason | None:
    if state.landmark.dungeon is None:
        return REASONS.reason("enter/no-dungeon", place=state.place)
    if not any(member.is_able for member in state.party.members):
        return REASONS.reason("member/unable")
    return None


def departing(state: State, way: str) -> JourneyState:
    """Return the journey with a way ahead, before the first watch of travel (R181)."""
    return replaced(state.journey, legs=(route_of(state, state.gazetteer.way(way)), HERE))


def _why_no_fight(state: State, encounter: str) -> Reason | None:
    known = [each.id for each in state.gazetteer.encounters]
    if encounter not in known:
        return REASONS.reason("fight/unknown", encounter=encounter, encounters=tuple(known) or ("none",))
    members = state.party.members
    if not any(member.is_able for member in members):
        return REASONS.reason("member/unable")
    most = len(members) + sum(len(each.companions) for each in members)  # counted in less time than it takes to muster
    if most > MOST_FIGHTERS and len(combat.muster(members, rulings=state.rulings)) > MOST_FIGHTERS:
        return REASONS.reason("fight/too-many", most=MOST_FIGHTERS)
    return None


def _why_no_aid(state: State, action: actions.Aid) -> Reason | None:
    members = state.party.members
    if state.inside and action.by is not None:  # a deed of the helper there
        return REASONS.reason("scene/dungeon")
    if action.member >= len(members):
        return _unknown(state, action.member)
    patient = members[action.member]
    if not patient.is_dying:
        return REASONS.reason("aid/not-dying", who=patient.name)
    if action.by is None:
        if any(member.is_able for member in members):
            return None
        return REASONS.reason("member/unable")
    if action.by >= len(members):
        return _unknown(state, action.by)
    helper = members[action.by]
    if not helper.is_able:
        return REASONS.reason("aid/unable", who=helper.name)
    if bandages_of(helper) is None:
        return REASONS.reason("aid/no-bandages", who=helper.name)
    return None


def _why_no_breath(state: State) -> Reason | None:
    members = state.party.members
    if any(rest(members[index], state.rulings).state != members[index] for index in resting(state)):
        return None
    return REASONS.reason("breath/unneeded")


def resting(state: State) -> tuple[int, ...]:
    """Return the members who can rest: the living who are not dying."""
    members = state.party.members
    return tuple(index for index in state.party.living if not members[index].is_dying)


def _why_not_calm(state: State, action: actions.Calm) -> Reason | None:
    members = state.party.members
    if action.member >= len(members):
        return _unknown(state, action.member)
    member = members[action.member]
    if not (member.conditions.panicked and member.is_able):
        return REASONS.reason("recover/not-panicked", who=member.name)
    return None


def _unknown(state: State, member: int) -> Reason:
    return REASONS.reason("member/unknown", number=member + 1, count=len(state.party.members))
