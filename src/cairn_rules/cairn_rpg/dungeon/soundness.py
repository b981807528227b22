"""Checks that a state, such as one read from a document, can occur."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Final

from cairn_rules.cairn_rpg.characters.character import replaced
from cairn_rules.cairn_rpg.characters.soundness import MOST_NUMBER, check_faultless, number_faults
from cairn_rules.cairn_rpg.dungeon.actions import STAY, Go
from cairn_rules.cairn_rpg.dungeon.notation import format_action
from cairn_rules.cairn_rpg.dungeon.rules.reasons import why_illegal
from cairn_rules.cairn_rpg.dungeon.state import MOST_RESTS, State, actor_of
from cairn_rules.cairn_rpg.procedures.fatigue import must_drop
from cairn_rules.cairn_rpg.procedures.party import member_faults
from cairn_rules.checks import is_line
from cairn_rules.errors import Fault, cut, quoted

MOST_TROUBLES: Final = 1000
"""Maximum number of troubles, of tasks that were begun, and of items on the ground."""


def check_sound(state: State) -> None:
    """Check that a state with a sound map can occur.

    Raises:
        UnsoundStateError: if it cannot. It lists every fault. Faults of the turn are only listed if nothing else is
            wrong.
    """
    check_faultless(chain(_party_faults(state), _number_faults(state), _question_faults(state), _place_faults(state)))
    check_faultless(_turn_faults(state))


def _party_faults(state: State) -> Iterator[Fault]:
    members = state.party.members
    yield from member_faults(members)
    for place, light in enumerate(state.party.lights):
        where = f"party.lights[{place}]"
        if not 0 <= light.bearer < len(members):
            yield Fault(f"{where}.bearer", f"{quoted(light.bearer)} is not the index of a member")
            continue
        alike = sum(item.id == light.item and bool(item.light) for item in members[light.bearer].inventory.items)
        if state.party.lights[: place + 1].count(light) > alike:
            text = f"{members[light.bearer].name} carries no {cut(quoted(light.item), 100)} that could burn"
            yield Fault(f"{where}.item", text)


def _number_faults(state: State) -> Iterator[Fault]:
    yield from number_faults(state, ("turn", "stay"))
    yield from number_faults(state, ("rests",), MOST_RESTS)
    for name in ("troubles", "loot", "works"):
        if len(getattr(state, name)) > MOST_TROUBLES:
            yield Fault(name, f"there should be at most {MOST_TROUBLES}")
    for place, trouble in enumerate(state.troubles[:MOST_TROUBLES]):
        for name in ("text", "reaction"):
            text = getattr(trouble, name)
            if text and not is_line(text):
                yield Fault(f"troubles[{place}].{name}", f"{cut(quoted(text), 100)} is not one line of text")


def _question_faults(state: State) -> Iterator[Fault]:
    members = state.party.members
    for place, question in enumerate(state.questions):
        where = f"questions[{place}].member"
        if not 0 <= question.member < len(members):
            yield Fault(where, f"{quoted(question.member)} is not the index of a member")
        elif not place and not must_drop(members[question.member], state.rulings):
            yield Fault(where, f"{members[question.member].name} does not have to drop an item (R65)")


def _place_faults(state: State) -> Iterator[Fault]:
    """Yield the faults of ids that should be in the map."""
    dungeon = state.dungeon
    areas = {area.id for area in dungeon.areas}
    doors = {door.id for door in dungeon.doors}
    traps = {trap.id for trap in dungeon.traps}
    places = {place.id for area in dungeon.areas for place in area.places}
    ways = {each.hidden for area in dungeon.areas for each in area.exits if each.hidden}
    if state.area not in state.visited:
        yield Fault("visited", f"{cut(quoted(state.area), 100)}, where the party is, should be among them")
    for name, known in (
        ("visited", areas),
        ("found", doors | traps | places | ways),
        ("sprung", traps),
        ("opened", doors),
        ("wedged", doors),
        ("heard", doors),
    ):
        for id in sorted(getattr(state, name) - known):
            yield Fault(name, f"{cut(quoted(id), 100)} is not in the map")
    for place, loot in enumerate(state.loot[:MOST_TROUBLES]):
        if loot.area not in areas:
            yield Fault(f"loot[{place}].area", f"{cut(quoted(loot.area), 100)} is not an area")
    for place, work in enumerate(state.works[:MOST_TROUBLES]):
        if work.target not in areas | doors | places:
            yield Fault(f"works[{place}].target", f"{cut(quoted(work.target), 100)} is not in the map")
        if not 1 <= work.done <= MOST_NUMBER:
            yield Fault(f"works[{place}].done", f"{quoted(work.done)} is not a whole number from 1 to {MOST_NUMBER}")


def _turn_faults(state: State) -> Iterator[Fault]:
    """Yield the faults of the turn: each declaration must be legal, and a member must remain to declare."""
    if (state.questions or state.rests is not None) and state.goal is not None:
        yield Fault("goal", "no movement can be declared while a question is open")
        return
    before = replaced(state, goal=None, declared=())
    if state.goal is None:
        if state.declared:
            yield Fault("declared", "no member can declare before the movement is declared")
        return
    movement = STAY if state.goal == state.area else Go(state.goal)
    reason = why_illegal(before, movement)
    if reason is not None:
        yield Fault("goal", f"{format_action(movement)} cannot be declared there: {reason}")
        return
    before = replaced(before, goal=state.goal)
    for place, action in enumerate(state.declared):
        reason = why_illegal(before, action)
        if reason is not None:
            yield Fault(f"declared[{place}]", f"{format_action(action)} is not legal there: {reason}")
            return
        before = replaced(before, declared=state.declared[: place + 1])
        if actor_of(before) is None:
            yield Fault(f"declared[{place}]", "every member has declared, so the turn should be over (R155)")
            return
