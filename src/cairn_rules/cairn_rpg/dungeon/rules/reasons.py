"""Reasons why actions are illegal, each with a stable code and a rule number."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, assert_never, get_args

from cairn_rules.cairn_rpg.characters.character import Character
from cairn_rules.cairn_rpg.characters.items import Item
from cairn_rules.cairn_rpg.dungeon.actions import TARGETED, Action, Beginning, Do, Go, Lead, Leave, Pay, Settle, Stay
from cairn_rules.cairn_rpg.dungeon.areas import Area, Door, title
from cairn_rules.cairn_rpg.dungeon.observation import Observation
from cairn_rules.cairn_rpg.dungeon.state import (
    MOST_RESTS,
    State,
    actor_of,
    doors,
    exits,
    front,
    here,
    is_lit,
    is_passable,
    is_shut,
    lying,
    reach,
    stage,
)
from cairn_rules.cairn_rpg.procedures.carrying import OIL, slot_reasons, why_not_dropped
from cairn_rules.cairn_rpg.procedures.party import Drop, Light, why_not_drop
from cairn_rules.cairn_rpg.procedures.recovery import bandages_of
from cairn_rules.cairn_rpg.reason_table import REASONS
from cairn_rules.checks import as_state, text_hint
from cairn_rules.errors import Reason
from cairn_rules.phrasebook import Named

RATIONS: Final = "rations"
"""The id of the item from which each member spends a use (R165)."""
_ACTIONS: Final = get_args(Action)
_COSTS: Final = (
    Named("rest", "a brief rest"),
    Named("fatigue", "Fatigue for each"),
    Named("rations", "a ration for each"),
)
_GAME: Final = Named("cairn-rpg-dungeon", "in a dungeon")


def why_illegal(state: State | Observation, action: Action) -> Reason | None:
    """Return the reason why an action is illegal now, or None if it is legal.

    Raises:
        DefinitionError: if `state` is not a state.

    Example:
        >>> from cairn_rules.cairn_rpg import dungeon
        >>> state = dungeon.new_game(seed=7)
        >>> print(dungeon.why_illegal(state, dungeon.Go("vault")))
        no known way leads from Mound to 'vault', only to 'passage' [go/no-way, rule R156]
    """
    state = as_state(state, State)
    if not isinstance(action, _ACTIONS):
        return REASONS.reason("action/unknown", "R155", action=action, game=_GAME, hint=text_hint(action))
    if state.left:
        return REASONS.reason("game/over", "R155", end=Named("left", "the party has left the dungeon"))
    if state.questions:
        return why_not_drop(state.party, state.questions[0], action, state.rulings)
    if front(state) is None:
        return REASONS.reason("game/over", "R155", end=Named("fallen", "no member of the party can act any more"))
    if isinstance(action, Drop):
        return REASONS.reason("drop/not-asked")
    if state.rests is not None:
        return _why_not_paid(state, action)
    if isinstance(action, Pay):
        return REASONS.reason("pay/not-asked")
    if isinstance(action, Beginning):
        return _why_not_begun(state, action) if state.goal is None else REASONS.reason("turn/moved")
    return REASONS.reason("turn/movement") if state.goal is None else why_not_done(state, action)


# The party


def _why_not_paid(state: State, action: Action) -> Reason | None:
    """Return the reason why an action does not answer exhaustion (R165)."""
    if not isinstance(action, Pay):
        return REASONS.reason("decision/exhaustion", "R165", costs=_COSTS)
    if action.cost == "rest" and (state.rests or 0) >= MOST_RESTS:
        return REASONS.reason("pay/rested", most=MOST_RESTS)
    if action.cost == "rations":
        need = len(state.party.living)
        have = sum(map(rations, state.party.members))
        if have < need:
            return REASONS.reason("pay/no-rations", have=have, need=need)
    return None


def rations(character: Character) -> int:
    """Return the number of uses of rations that a living character carries; 0 for a dead one."""
    if character.conditions.dead:
        return 0
    return sum(item.uses.left for item in character.inventory.items if item.id == RATIONS and item.uses)


def _why_not_begun(state: State, action: Beginning) -> Reason | None:
    match action:
        case Stay():
            return None
        case Go():
            return _why_not_gone(state, action)
        case Leave():
            area = here(state)
            return _why_held(state) if area.outside else REASONS.reason("leave/inside", area=title(area))
        case Lead(member):
            return _why_not_led(state, member)
        case Settle(kind):
            if any(each.kind == kind for each in state.troubles):
                return None
            return REASONS.reason("settle/none", "R164" if kind == "loss" else "R163", kind=kind)
        case _:
            assert_never(action)


def _why_held(state: State) -> Reason | None:
    """Return the reason why the party cannot move on: a loss is not settled (R164)."""
    loss = next((each for each in state.troubles if each.kind == "loss"), None)
    return None if loss is None else REASONS.reason("go/loss", what=f" ({loss.text})" if loss.text else "")


def _why_not_gone(state: State, action: Go) -> Reason | None:
    area, to = here(state), action.to
    known = {each.to: each for each in exits(state)}
    if action.quick:
        if to in reach(state):
            return _why_held(state)
        if to not in known:
            return REASONS.reason("go/too-far", to=to)
    if to not in known:
        ways = {"ways": tuple(repr(id) for id in known)} if known else {}
        return REASONS.reason("go/no-way", area=title(area), to=to, **ways)
    if not is_passable(state, known[to]):
        door = state.dungeon.door(known[to].door)
        how = "wedged shut" if door.id in state.wedged else door.state
        return REASONS.reason("go/door", door=title(door), how=how)
    return _why_held(state)


def _why_not_led(state: State, member: int) -> Reason | None:
    members = state.party.members
    if member >= len(members):
        return _unknown_member(state, member)
    name = members[member].name
    if not members[member].is_able:
        return REASONS.reason("unable/member", who=name)
    if member == front(state):
        return REASONS.reason("lead/front", who=name)
    return None


def _unknown_member(state: State, member: int) -> Reason:
    return REASONS.reason("member/unknown", "R155", number=member + 1, count=len(state.party.members))


# Deeds


def why_not_done(state: State, action: Do) -> Reason | None:
    """Return the reason why a member cannot declare a deed."""
    actor = actor_of(state)
    by, members = action.by, state.party.members
    assert actor is not None, "once the movement is declared, a member declares next"
    if by != actor:
        if by >= len(members):
            return _unknown_member(state, by)
        name = members[by].name
        if not members[by].is_able:
            return REASONS.reason("unable/member", who=name)
        if by < actor:
            return REASONS.reason("turn/declared", "R155", who=name)
        return REASONS.reason("turn/not-yet", "R155", first=members[actor].name, who=name)
    if bool(action.target) != (action.deed in TARGETED):
        what = "needs a target" if action.deed in TARGETED else "has no target"
        return REASONS.reason("deed/target", deed=action.deed, target=Named(action.deed in TARGETED, what))
    if action.deed in _DOOR_CHECKS:
        door = door_of(state, action.target)
        return _why_not_there(state, action) if door is None else _DOOR_CHECKS[action.deed](state, action, door)
    check = _CHECKS.get(action.deed)
    return None if check is None else check(state, action)


def _dark(state: State, area: Area, what: str) -> Reason | None:
    """Return the reason why it is too dark for a deed (R169)."""
    return None if is_lit(state, area) else REASONS.reason("deed/dark", area=title(area), deed=what)


def _why_not_there(state: State, action: Do) -> Reason:
    area = stage(state)
    if area is None:
        return REASONS.reason("deed/on-the-way", deed=action.deed, target=action.target)
    return REASONS.reason("deed/not-there", target=action.target, area=title(area))


def door_of(state: State, id: str) -> Door | None:
    """Return a known door of the area where deeds happen; None if it has no such door."""
    area = stage(state)
    return None if area is None else next((door for door in doors(state, area) if door.id == id), None)


def _why_not_searched(state: State, action: Do) -> Reason | None:
    area = stage(state)
    target = action.target
    if area is None or not (any(place.id == target for place in area.places) or door_of(state, target)):
        return _why_not_there(state, action)
    if target in state.found:
        return REASONS.reason("search/done", target=target)
    return _dark(state, area, "search")


def _why_not_heard(state: State, action: Do, _: Door) -> Reason | None:
    member = state.party.members[action.by]
    return REASONS.reason("listen/deaf", who=member.name) if member.conditions.deaf else None


def _why_not_unlocked(state: State, action: Do, door: Door) -> Reason | None:
    if door.state != "locked" or not is_shut(state, door):
        return REASONS.reason("unlock/not-locked", door=title(door))
    member = state.party.members[action.by]
    if not door.key or not any(item.id == door.key for item in member.inventory.items):
        return REASONS.reason("unlock/no-key", who=member.name, door=title(door))
    return None


def _why_not_forced(state: State, _: Do, door: Door) -> Reason | None:
    if is_shut(state, door) or door.id in state.wedged:
        return None
    return REASONS.reason("force/open", door=title(door))


def _why_not_wedged(state: State, _: Do, door: Door) -> Reason | None:
    return REASONS.reason("wedge/done", door=title(door)) if door.id in state.wedged else None


def _why_not_taken(state: State, action: Do) -> Reason | None:
    area = stage(state)
    item = None if area is None else loose(state, area, action.target)
    if area is None or item is None:
        return _why_not_there(state, action)
    character = state.party.members[action.by]
    inventory = character.inventory.with_items(item)
    if reasons := slot_reasons(character, inventory, item.name, state.rulings):
        return reasons[0]
    return _dark(state, area, "find it")


def loose(state: State, area: Area, id: str) -> Item | None:
    """Return an item that lies in an area and has not been declared as taken, or None."""
    items = [item for item in lying(state, area) if item.id == id]
    claimed = sum(each.deed == "take" and each.target == id for each in state.declared)
    return items[claimed] if claimed < len(items) else None


def _why_not_put_down(state: State, action: Do) -> Reason | None:
    member = state.party.members[action.by]
    items = [item for item in member.inventory.items if item.id == action.target]
    if not items:
        return REASONS.reason("item/not-carried", who=member.name, target=action.target)
    if stage(state) is None:
        return _why_not_there(state, action)
    return why_not_dropped(member, items[0])


def _why_not_bandaged(state: State, action: Do) -> Reason | None:
    """Return the reason why a member cannot be bandaged (R54, R103)."""
    members = state.party.members
    patient = next((each for place, each in enumerate(members, 1) if str(place) == action.target), None)
    if patient is None:
        return REASONS.reason("member/unknown", "R103", target=action.target, count=len(members))
    if not patient.is_dying:
        return REASONS.reason("aid/not-dying", who=patient.name)
    helper = members[action.by]
    return None if bandages_of(helper) else REASONS.reason("aid/no-bandages", who=helper.name)


def _why_not_lit(state: State, action: Do) -> Reason | None:
    member = state.party.members[action.by]
    items = [item for item in member.inventory.items if item.id == action.target]
    if not items:
        return REASONS.reason("item/not-carried", "R169", who=member.name, target=action.target)
    name = items[0].name
    if not items[0].light:
        return REASONS.reason("item/no-light", item=name)
    if state.party.lights.count(Light(action.by, action.target)) >= len(items):
        return REASONS.reason("light/burning", item=name)
    if items[0].light == "torch" and not any(item.uses and item.uses.left for item in items):
        return REASONS.reason("item/no-uses", "R170", item=name)
    if items[0].light == "lantern" and not any(
        item.id == OIL and item.uses and item.uses.left for item in member.inventory.items
    ):
        return REASONS.reason("item/no-oil", who=member.name, item=name)
    return None


def _why_not_out(state: State, action: Do) -> Reason | None:
    if Light(action.by, action.target) in state.party.lights:
        return None
    return REASONS.reason("light/not-burning", "R170", who=state.party.members[action.by].name, target=action.target)


def _why_not_rested(state: State, _: Do) -> Reason | None:
    """Return the reason why rest is impossible here (R168)."""
    area = stage(state)
    if area is None:
        return REASONS.reason("rest/on-the-way")
    if not is_lit(state, area):
        return REASONS.reason("rest/dark", area=title(area))
    if not area.safe:
        return REASONS.reason("rest/unsafe", area=title(area))
    if area.danger or any(each.kind == "encounter" for each in state.troubles):
        return REASONS.reason("rest/danger")
    return None


def _why_not_recovered(state: State, action: Do) -> Reason | None:
    member = state.party.members[action.by]
    return None if member.conditions.panicked else REASONS.reason("recover/not-panicked", who=member.name)


def _why_not_watched(state: State, _: Do) -> Reason | None:
    goal = state.goal  # the party looks into the area where it goes, if it knows that
    ahead = state.dungeon.area(goal) if goal is not None and goal in state.visited else here(state)
    return _dark(state, ahead, "watch for traps")


_DOOR_CHECKS: Final[Mapping[str, Callable[[State, Do, Door], Reason | None]]] = {
    "listen": _why_not_heard,
    "unlock": _why_not_unlocked,
    "force": _why_not_forced,
    "wedge": _why_not_wedged,
}
_CHECKS: Final[Mapping[str, Callable[[State, Do], Reason | None]]] = {
    "search": _why_not_searched,
    "take": _why_not_taken,
    "put-down": _why_not_put_down,
    "light": _why_not_lit,
    "put-out": _why_not_out,
    "bandage": _why_not_bandaged,
    "rest": _why_not_rested,
    "recover": _why_not_recovered,
    "watch": _why_not_watched,
}
