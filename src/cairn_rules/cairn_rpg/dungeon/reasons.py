"""Reasons why actions are illegal, each with a stable code and a rule number."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, get_args

from cairn_rules.cairn_rpg.carrying import OIL, slot_reasons, why_not_dropped
from cairn_rules.cairn_rpg.character import Character
from cairn_rules.cairn_rpg.dungeon.actions import TARGETED, Action, Do, Go, Lead, Leave, Pay, Settle, Stay
from cairn_rules.cairn_rpg.dungeon.areas import Area, Door, title
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
from cairn_rules.cairn_rpg.items import Item
from cairn_rules.cairn_rpg.party import Drop, Light, why_not_drop
from cairn_rules.cairn_rpg.recovery import bandages_of
from cairn_rules.checks import text_hint
from cairn_rules.errors import Reason, quoted

RATIONS: Final = "rations"
"""The id of the item of which each member spends a use (R165)."""
_ACTIONS: Final = get_args(Action)


def why_illegal(state: State, action: Action) -> Reason | None:
    """Return the reason why an action is illegal now, or None if it is legal.

    Example:
        >>> from cairn_rules.cairn_rpg import dungeon
        >>> state = dungeon.new_game(seed=7)
        >>> print(dungeon.why_illegal(state, dungeon.Go("vault")))
        no known way leads from Mound to 'vault': 'passage' is one [go/no-way, rule R156]
    """
    if not isinstance(action, _ACTIONS):
        return Reason("action/unknown", f"{quoted(action)} is not an action in a dungeon{text_hint(action)}", "R155")
    if state.left:
        return Reason("game/over", "the party has left the dungeon", "R155")
    if state.questions:
        return why_not_drop(state.party, state.questions[0], action, state.rulings)
    if front(state) is None:
        return Reason("game/over", "nobody of the party can act any more", "R155")
    if isinstance(action, Drop):
        return Reason("drop/not-asked", "nobody has to drop an item now", "R65")
    if state.rests is not None:
        return _why_not_paid(state, action)
    if isinstance(action, Pay):
        return Reason("pay/not-asked", "the party is not exhausted now", "R165")
    if state.goal is None:
        return _why_not_begun(state, action)
    if not isinstance(action, Do):
        return Reason("turn/moved", "the movement of this turn is declared already", "R155")
    return why_not_done(state, action)


# The party


def _why_not_paid(state: State, action: Action) -> Reason | None:
    """Return why an action is no answer to exhaustion (R165)."""
    if not isinstance(action, Pay):
        text = "the party is exhausted: choose a brief rest, Fatigue for each or a ration for each first"
        return Reason("decision/exhaustion", text, "R165")
    if action.cost == "rest" and (state.rests or 0) >= MOST_RESTS:
        return Reason("pay/rested", f"the party has rested {MOST_RESTS} times in a row", "R165")
    if action.cost == "rations":
        need = len(state.party.living)
        have = sum(map(rations, state.party.members))
        if have < need:
            return Reason("pay/no-rations", f"the party has {have} uses of rations and needs {need}", "R165")
    return None


def rations(character: Character) -> int:
    """Return the number of uses of rations that a living character carries; 0 for a dead one."""
    if character.conditions.dead:
        return 0
    return sum(item.uses.left for item in character.inventory.items if item.id == RATIONS and item.uses)


def _why_not_begun(state: State, action: Action) -> Reason | None:
    """Return why an action cannot begin a turn."""
    match action:
        case Stay():
            return None
        case Go():
            return _why_not_gone(state, action)
        case Leave():
            if here(state).outside:
                return _why_held(state)
            return Reason("leave/inside", f"{title(here(state))} does not lead outside", "R155")
        case Lead(member):
            return _why_not_led(state, member)
        case Settle(kind):
            if any(each.kind == kind for each in state.troubles):
                return None
            return Reason("settle/none", f"no {kind} is open", "R164" if kind == "loss" else "R163")
        case _:
            return Reason("turn/movement", "first declare where the party goes, or that it stays", "R155")


def _why_held(state: State) -> Reason | None:
    """Return why the party cannot move on: a loss is not settled (R164)."""
    loss = next((each for each in state.troubles if each.kind == "loss"), None)
    if loss is None:
        return None
    what = f" ({loss.text})" if loss.text else ""
    return Reason("go/loss", f"the loss{what} has to be made good before the party moves on", "R164")


def _why_not_gone(state: State, action: Go) -> Reason | None:
    area, to = here(state), action.to
    known = {each.to: each for each in exits(state)}
    if action.quick:
        if to in reach(state):
            return _why_held(state)
        if to not in known:
            return Reason("go/too-far", f"a turn of movement does not reach {quoted(to)} by known ways", "R157")
    if to not in known:
        ways = ", ".join(repr(id) for id in known) or "none"
        verb = "is one" if len(known) == 1 else "are open" if known else "leads out"
        text = f"no known way leads from {title(area)} to {quoted(to)}: {ways} {verb}"
        return Reason("go/no-way", text, "R156")
    if not is_passable(state, known[to]):
        door = state.dungeon.door(known[to].door)
        how = "wedged shut" if door.id in state.wedged else door.state
        return Reason("go/door", f"{title(door)} is {how}", "R174")
    return _why_held(state)


def _why_not_led(state: State, member: int) -> Reason | None:
    members = state.party.members
    if member >= len(members):
        return _unknown_member(state, member)
    name = members[member].name
    if not members[member].is_able:
        return Reason("unable/member", f"{name} cannot act", "R81")
    if member == front(state):
        return Reason("lead/front", f"{name} goes in front already", "R174")
    return None


def _unknown_member(state: State, member: int) -> Reason:
    return Reason("member/unknown", f"there is no member {member + 1} (1 to {len(state.party.members)})", "R155")


# Deeds


def why_not_done(state: State, action: Do) -> Reason | None:
    """Return why a member cannot declare a deed."""
    actor = actor_of(state)
    by, members = action.by, state.party.members
    assert actor is not None, "once the movement is declared, a member declares next"
    if by != actor:
        if by >= len(members):
            return _unknown_member(state, by)
        name = members[by].name
        if not members[by].is_able:
            return Reason("unable/member", f"{name} cannot act", "R81")
        if by < actor:
            return Reason("turn/declared", f"{name} has declared already, and nothing changes that", "R155")
        return Reason("turn/not-yet", f"{members[actor].name} declares before {name}", "R155")
    if bool(action.target) != (action.deed in TARGETED):
        what = "needs a target" if action.deed in TARGETED else "has no target"
        return Reason("deed/target", f"{action.deed} {what}", "R155")
    check = _CHECKS.get(action.deed)
    return None if check is None else check(state, action)


def _dark(state: State, area: Area, what: str) -> Reason | None:
    """Return why nobody sees enough for a deed (R169)."""
    if is_lit(state, area):
        return None
    return Reason("deed/dark", f"it is too dark in {title(area)} to {what}: light something first", "R169")


def _why_not_there(state: State, action: Do) -> Reason:
    area = stage(state)
    if area is None:
        text = f"nobody can {action.deed} {quoted(action.target)} on the way: the party has not seen what lies ahead"
        return Reason("deed/on-the-way", text, "R156")
    return Reason("deed/not-there", f"{quoted(action.target)} is not in {title(area)}, as far as is known", "R155")


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
        return Reason("search/done", f"{quoted(target)} was searched, and nothing is hidden there any more", "R167")
    return _dark(state, area, "search")


def _why_not_heard(state: State, action: Do) -> Reason | None:
    door = door_of(state, action.target)
    if door is None:
        return _why_not_there(state, action)
    member = state.party.members[action.by]
    if member.conditions.deaf:
        return Reason("listen/deaf", f"{member.name} is deaf", "R116")
    return None


def _why_not_unlocked(state: State, action: Do) -> Reason | None:
    door = door_of(state, action.target)
    if door is None:
        return _why_not_there(state, action)
    if door.state != "locked" or not is_shut(state, door):
        return Reason("unlock/not-locked", f"{title(door)} is not locked", "R174")
    member = state.party.members[action.by]
    if not door.key or not any(item.id == door.key for item in member.inventory.items):
        return Reason("unlock/no-key", f"{member.name} has no key to {title(door)}", "R174")
    return None


def _why_not_forced(state: State, action: Do) -> Reason | None:
    door = door_of(state, action.target)
    if door is None:
        return _why_not_there(state, action)
    if is_shut(state, door) or door.id in state.wedged:
        return None
    return Reason("force/open", f"{title(door)} does not need to be forced", "R174")


def _why_not_wedged(state: State, action: Do) -> Reason | None:
    door = door_of(state, action.target)
    if door is None:
        return _why_not_there(state, action)
    if door.id in state.wedged:
        return Reason("wedge/done", f"{title(door)} is wedged already", "R174")
    return None


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
    """Return an item that lies in an area and that nobody has declared to take, or None."""
    items = [item for item in lying(state, area) if item.id == id]
    claimed = sum(each.deed == "take" and each.target == id for each in state.declared)
    return items[claimed] if claimed < len(items) else None


def _why_not_put_down(state: State, action: Do) -> Reason | None:
    member = state.party.members[action.by]
    items = [item for item in member.inventory.items if item.id == action.target]
    if not items:
        return Reason("item/not-carried", f"{member.name} does not carry {quoted(action.target)}", "R40")
    if stage(state) is None:
        return _why_not_there(state, action)
    return why_not_dropped(member, items[0])


def _why_not_bandaged(state: State, action: Do) -> Reason | None:
    """Return why nobody can be bandaged (R54, R103)."""
    members = state.party.members
    patient = next((each for place, each in enumerate(members, 1) if str(place) == action.target), None)
    if patient is None:
        text = f"there is no member {quoted(action.target)} (1 to {len(members)})"
        return Reason("member/unknown", text, "R103")
    if not patient.is_dying:
        return Reason("aid/not-dying", f"{patient.name} is not dying", "R103")
    helper = members[action.by]
    if bandages_of(helper) is None:
        return Reason("aid/no-bandages", f"{helper.name} has no bandages left", "R54")
    return None


def _why_not_lit(state: State, action: Do) -> Reason | None:
    member = state.party.members[action.by]
    items = [item for item in member.inventory.items if item.id == action.target]
    if not items:
        return Reason("item/not-carried", f"{member.name} does not carry {quoted(action.target)}", "R169")
    name = items[0].name
    if not items[0].light:
        return Reason("item/no-light", f"{name} gives no light", "R169")
    if state.party.lights.count(Light(action.by, action.target)) >= len(items):
        return Reason("light/burning", f"{name} burns already", "R169")
    if items[0].light == "torch" and not any(item.uses and item.uses.left for item in items):
        return Reason("item/no-uses", f"{name} has no uses left", "R170")
    if items[0].light == "lantern" and not any(
        item.id == OIL and item.uses and item.uses.left for item in member.inventory.items
    ):
        return Reason("item/no-oil", f"{member.name} has no oil for {name}", "R171")
    return None


def _why_not_out(state: State, action: Do) -> Reason | None:
    if Light(action.by, action.target) in state.party.lights:
        return None
    return Reason(
        "light/not-burning", f"{state.party.members[action.by].name} has no {quoted(action.target)} burning", "R170"
    )


def _why_not_rested(state: State, _: Do) -> Reason | None:
    """Return why nobody can rest here (R168)."""
    area = stage(state)
    if area is None:
        return Reason("rest/on-the-way", "nobody can rest before the party has arrived", "R168")
    if not is_lit(state, area):
        return Reason("rest/dark", f"{title(area)} is dark, and rest needs a light", "R168")
    if not area.safe:
        return Reason("rest/unsafe", f"{title(area)} is not safe enough to rest", "R168")
    if area.danger or any(each.kind == "encounter" for each in state.troubles):
        return Reason("rest/danger", "danger is present or coming", "R168")
    return None


def _why_not_recovered(state: State, action: Do) -> Reason | None:
    member = state.party.members[action.by]
    if member.conditions.panicked:
        return None
    return Reason("recover/not-panicked", f"{member.name} is not panicked", "R176")


def _why_not_watched(state: State, _: Do) -> Reason | None:
    return _dark(state, _ahead(state), "watch for traps")


def _ahead(state: State) -> Area:
    """Return the area into which the party looks: that where it goes if it knows that, or the one where it is."""
    return state.dungeon.area(state.goal) if state.goal is not None and state.goal in state.visited else here(state)


_CHECKS: Final[Mapping[str, Callable[[State, Do], Reason | None]]] = {
    "search": _why_not_searched,
    "listen": _why_not_heard,
    "unlock": _why_not_unlocked,
    "force": _why_not_forced,
    "wedge": _why_not_wedged,
    "take": _why_not_taken,
    "put-down": _why_not_put_down,
    "light": _why_not_lit,
    "put-out": _why_not_out,
    "bandage": _why_not_bandaged,
    "rest": _why_not_rested,
    "recover": _why_not_recovered,
    "watch": _why_not_watched,
}
