"""A journey as plain text, at most 80 columns wide: the time, the way, and the party."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from textwrap import wrap

from cairn_rules.cairn_rpg.argument_checks import checked
from cairn_rules.cairn_rpg.common import diagram_rows
from cairn_rules.cairn_rpg.procedures.party import Question
from cairn_rules.cairn_rpg.wilderness.food import meals
from cairn_rules.cairn_rpg.wilderness.notation import format_action, label
from cairn_rules.cairn_rpg.wilderness.observation import Observation
from cairn_rules.cairn_rpg.wilderness.reasons import asked
from cairn_rules.cairn_rpg.wilderness.state import WATCHES, State, declarers
from cairn_rules.cairn_rpg.wilderness.travel import needed, route_words
from cairn_rules.checks import as_state
from cairn_rules.errors import printable


@checked
def diagram(state: State | Observation, *, plain: bool = False) -> str:
    """Return the time, the way and the party as a table. The sign > marks the member who decides.

    Slots are shown as used and total; meals are those in a member's rations and containers. Attributes are shown if
    points are lost. With `plain`, sentences for screen readers replace the table, a line each. They can be longer than
    80 columns.

    Example:
        >>> from cairn_rules.cairn_rpg import wilderness
        >>> print(wilderness.diagram(wilderness.new_game(seed=7, weather="fair")))
        Day 1, morning, spring, fair weather
        At the start, leg 1 of 2 to the mill: short trail, easy
        0 of 2 watches travelled
          # Party                   HP Slots Meals
        > 1 Hestia                 4/4  2/10     3
          2 Basil                  3/3  1/10     3
    """
    state = as_state(state, State)
    weather = "weather unknown" if state.weather is None else f"{state.weather} weather"
    lines = [f"Day {state.day}, {WATCHES[state.watch]}, {state.season}, {weather}"]
    if state.phase == "over":
        arrived = state.leg == len(state.legs)
        lines.append("The journey is over" + f": arrived at {printable(state.legs[-1].to)}" * arrived)
    else:
        place = f"At {printable(state.place)}" if state.place else "Lost" if state.lost else "On the way"
        way = f"{place}, leg {state.leg + 1} of {len(state.legs)} {printable(route_words(state.route))}"
        lines += (way,) if plain else wrap(way, diagram_rows.WIDTH)
        lines.append(f"{state.progress} of {needed(state)} watches travelled")
    lines += ground_lines(state)
    return "\n".join((*lines, *party_lines(state, plain=plain)))


def ground_lines(state: State) -> list[str]:
    """Return the lines about items on the ground; empty if there are none."""
    if not state.ground:
        return []
    lying = Counter(printable(str(item)) for item in state.ground)
    return wrap("On the ground: " + ", ".join(f"{count} x {name}" for name, count in lying.items()), diagram_rows.WIDTH)


def party_lines(state: State, *, plain: bool) -> Iterator[str]:
    """Yield the lines of the party: its table or its sentences, marked and with notes as in `diagram`."""
    if not plain:
        yield diagram_rows.head("Party", "Slots Meals")
    question = state.questions[0] if state.questions else None
    active = question.member if isinstance(question, Question) else None
    if state.phase == "plan" and not state.questions:
        active = next(iter(declarers(state)), None)
    for index in range(len(state.party.members)):
        yield from _rows(state, index, active=index == active, plain=plain)


def _rows(state: State, index: int, *, active: bool, plain: bool) -> Iterator[str]:
    member = state.party.members[index]
    used, most, food = member.inventory.used(state.rulings), member.inventory.capacity, meals([member], state.rulings)
    details = _details(state, index)
    if plain:
        columns = f"slots {used} of {most}; meals {food}"
        yield diagram_rows.plain_row(f"Party {index + 1}", member, columns, details, state.rulings, active=active)
        return
    slots = f"{_small(used)}/{_small(most)}"
    columns = f"{slots:>5} {_small(food):>5}"
    yield from diagram_rows.rows(member, index + 1, columns, details, state.rulings, active=active)


def _details(state: State, index: int) -> Iterator[str]:
    """Yield the details of a member besides its HP, slots and meals."""
    member = state.party.members[index]
    conditions = member.conditions
    if member.inventory.fatigue:
        yield f"Fatigue {_small(member.inventory.fatigue)}"
    if conditions.dead:
        yield "dead"
    elif not member.is_able:
        yield "unable to act"
    if conditions.needs:
        yield diagram_rows.needs_text(conditions)
    yield from diagram_rows.lost_points(member)
    if index in state.camped:
        yield "has camped"
    for light in state.party.lights:
        if light.bearer == index:
            yield f"{diagram_rows.shortened(printable(light.item), diagram_rows.NAME)} burns"
    for place, action in enumerate(state.declared):
        if getattr(action, "member", None) == index or (not place and getattr(action, "member", None) is None):
            yield f"-> {format_action(action)}"


def _small(number: int) -> str:
    """Return a very large number as `999+`, so that the columns stay narrow."""
    return str(number) if abs(number) < 1000 else "999+"


def question(state: State) -> str:
    """Return the pending decision as a question, such as `Day 1, morning: what does the party do?`."""
    if state.phase == "over":
        return "The journey is over"
    when = f"Day {state.day}, {WATCHES[state.watch]}"
    if state.questions:
        due = state.questions[0]
        if isinstance(due, Question):
            return f"{when}: {label(state, due.member)} must drop an item for Fatigue [R65]"
        reason = asked(due.kind)
        return f"{when}: {reason.text} [{reason.rule}]"
    if state.phase == "dawn":
        return f"{when}: begin with the weather of the day [R188]"
    if not state.declared:
        return f"{when}: what does the party do?"
    return f"{when}: what does {label(state, declarers(state)[0])} do?"
