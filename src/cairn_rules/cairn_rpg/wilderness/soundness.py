"""Checks that a state, such as one read from a document, can occur."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Final

from cairn_rules.cairn_rpg.characters.character import Character, replaced
from cairn_rules.cairn_rpg.characters.soundness import (
    MOST_NAME,
    MOST_NUMBER,
    character_faults,
    check_faultless,
    number_faults,
)
from cairn_rules.cairn_rpg.procedures.fatigue import must_drop
from cairn_rules.cairn_rpg.procedures.party import MOST_MEMBERS, Question, member_faults
from cairn_rules.cairn_rpg.wilderness.actions import Travel
from cairn_rules.cairn_rpg.wilderness.notation import format_action
from cairn_rules.cairn_rpg.wilderness.reasons import why_illegal
from cairn_rules.cairn_rpg.wilderness.state import MOST_DAYS, MOST_LEGS, WATCHES, Route, State, declarers
from cairn_rules.errors import Fault, quoted

MOST_GROUND: Final = 1000
"""Maximum number of items on the ground."""
MOST_MODIFIERS: Final = 100
"""Maximum number of modifiers of a leg."""
_ASKING: Final = ("weather", "move", "events", "end", "dusk")
"""The phases in which a question can be open."""
_NUMBERS: Final = ("progress", "delay", "weather_delay", "weather_steps", "steps")


def check_sound(state: State) -> None:
    """Check that a state can occur.

    Raises:
        UnsoundStateError: if it cannot. It lists every fault. Faults of the turn are only listed if there are no
            others.
    """
    check_faultless(chain(_party_faults(state), _route_faults(state), _number_faults(state), _camp_faults(state)))
    check_faultless(_question_faults(state) if state.questions else _turn_faults(state))


def _party_faults(state: State) -> Iterator[Fault]:
    members = state.party.members
    yield from member_faults(members, traveller_faults)
    for place, light in enumerate(state.party.lights):
        bearers = members[light.bearer : light.bearer + 1] if light.bearer >= 0 else ()
        if not any(item.id == light.item for member in bearers for item in member.inventory.items):
            yield Fault(f"party.lights[{place}]", "no member carries this light")
    if state.phase != "over" and members and not state.party.living:
        yield Fault("phase", "everyone is dead, so the journey should be over")


def traveller_faults(member: Character) -> Iterator[Fault]:
    """Yield the faults of the name, the scores and the Fatigue of a member of a party."""
    yield from character_faults(member)
    if not 0 <= member.inventory.fatigue <= MOST_NUMBER:
        yield Fault("inventory.fatigue", f"{member.inventory.fatigue} is not a number from 0 to {MOST_NUMBER}")


def _route_faults(state: State) -> Iterator[Fault]:
    if not 1 <= len(state.legs) <= MOST_LEGS:
        yield Fault("legs", f"{len(state.legs)} legs; there should be 1 to {MOST_LEGS}")
    for place, route in enumerate(state.legs[:MOST_LEGS]):
        yield from route_faults(f"legs[{place}]", route)


def route_faults(where: str, route: Route) -> Iterator[Fault]:
    """Yield the faults of a route."""
    if len(route.to) > MOST_NAME:
        yield Fault(f"{where}.to", f"the name is longer than {MOST_NAME} characters")
    if len(route.modifiers) > MOST_MODIFIERS:
        yield Fault(f"{where}.modifiers", f"{len(route.modifiers)} modifiers; there should be at most {MOST_MODIFIERS}")
    if any(len(each.name) > MOST_NAME for each in route.modifiers):
        yield Fault(f"{where}.modifiers", f"a name is longer than {MOST_NAME} characters")


def _number_faults(state: State) -> Iterator[Fault]:
    yield from number_faults(state, _NUMBERS)
    if not 1 <= state.day <= MOST_DAYS:
        yield Fault("day", f"{quoted(state.day)} is not a day from 1 to {MOST_DAYS}")
    if not 0 <= state.watch < len(WATCHES):
        yield Fault("watch", f"{quoted(state.watch)} is not a watch: 0, 1 or 2")
    if (state.weather is None) != (state.phase == "dawn"):
        yield Fault("weather", "the weather should be unknown before the first day, and known from then on")
    if not 0 <= state.rolls <= 2:
        yield Fault("rolls", f"{quoted(state.rolls)} is not a number of rolls: 0, 1 or 2")
    last = len(state.legs) - (state.phase != "over")
    if not 0 <= state.leg <= last:
        yield Fault("leg", f"{quoted(state.leg)} is not the index of a leg (0 to {last})")
    if len(state.ground) > MOST_GROUND:
        yield Fault("ground", f"{len(state.ground)} items; there should be at most {MOST_GROUND}")


def _camp_faults(state: State) -> Iterator[Fault]:
    living = {*state.party.living}
    for name in ("camped", "sleepers"):
        if not 0 <= min(getattr(state, name), default=0) <= max(getattr(state, name), default=0) < MOST_MEMBERS:
            yield Fault(name, "one of them is not the index of a member")
    dying = {index for index in living if state.party.members[index].is_dying}
    if not state.sleepers <= living - dying:
        yield Fault("sleepers", "only living members who are not dying can sleep")


def _question_faults(state: State) -> Iterator[Fault]:
    """Yield the faults of the questions, which are asked in the middle of a watch."""
    if state.phase not in _ASKING:
        yield Fault("phase", f"no question can be open in the phase {state.phase!r}")
        return
    if (state.phase == "dusk") == bool(state.declared) or (state.declared and declarers(state)):
        yield Fault("declared", "while a question is open, every member has declared; at the end of a day, none has")
    if state.phase in {"weather", "move"} and not (state.declared and isinstance(state.declared[0], Travel)):
        yield Fault("phase", f"{state.phase!r} occurs only in a watch of travel")
    for place, question in enumerate(state.questions):
        where = f"questions[{place}]"
        if not isinstance(question, Question):
            if len(state.questions) > 1:
                yield Fault(where, "a choice should be the only open question")
            continue
        if question.member not in state.party.living:
            yield Fault(f"{where}.member", f"{quoted(question.member)} is not the index of a living member")
        elif not place and not must_drop(state.party.members[question.member], state.rulings):
            name = state.party.members[question.member].name
            yield Fault(where, f"{name} does not have to drop an item (R65)")


def _turn_faults(state: State) -> Iterator[Fault]:
    """Yield the faults of the declarations: each must be legal, and a member must remain to declare."""
    if state.phase not in {"dawn", "plan", "over"}:
        yield Fault("phase", f"a question should be open in the phase {state.phase!r}")
        return
    before = replaced(state, declared=())
    if state.declared and state.phase != "plan":
        yield Fault("declared", f"nobody can declare in the phase {state.phase!r}")
        return
    for place, action in enumerate(state.declared):
        reason = why_illegal(before, action)
        if reason is not None:
            yield Fault(f"declared[{place}]", f"{format_action(action)} is not legal there: {reason}")
            return
        before = replaced(before, declared=state.declared[: place + 1])
        if not declarers(before):
            yield Fault(f"declared[{place}]", "every member has declared, so the watch should have begun (R198)")
            return
