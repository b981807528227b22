"""A dungeon as plain text, at most 80 columns wide: the area with its ways, and the party."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap

from cairn_rules.cairn_rpg.argument_checks import checked
from cairn_rules.cairn_rpg.common.diagram_rows import (
    NAME,
    WIDTH,
    head,
    lost_points,
    needs_text,
    plain_row,
    rows,
    shortened,
)
from cairn_rules.cairn_rpg.dungeon.actions import STAY, Go
from cairn_rules.cairn_rpg.dungeon.notation import format_action
from cairn_rules.cairn_rpg.dungeon.observation import Observation
from cairn_rules.cairn_rpg.dungeon.rules.rules import current_player
from cairn_rules.cairn_rpg.dungeon.state import State, actor_of
from cairn_rules.cairn_rpg.dungeon.words import label, surroundings
from cairn_rules.checks import as_state
from cairn_rules.errors import printable


@checked
def diagram(state: State | Observation, *, plain: bool = False) -> str:
    """Return the surroundings, and the party as a table. The sign > marks the member who decides.

    Attributes are shown if points are lost. `-> 1:search:altar` is a declaration. With `plain`, sentences for screen
    readers replace the table, a line each. They can be longer than 80 columns.

    Example:
        >>> from cairn_rules.cairn_rpg import dungeon
        >>> print(dungeon.diagram(dungeon.new_game(seed=7)))
        Turn 1, the party decides
          Mound: Grass, wind, and a low doorway of three stones.
          A way to passage (40 feet).
          This is the way out of the dungeon.
          # Party                   HP Slots
          1 Hestia                 4/4  2/10
          2 Basil                  3/3  2/10
    """
    state = as_state(state, State)
    if current_player(state) is None:
        lines = [f"Turn {state.turn + 1}, the game is over"]
    else:
        lines = [f"Turn {state.turn + 1}, {_asked(state)}"]
    for line in surroundings(state).splitlines():
        if plain:
            lines.append(printable(line))
            continue
        lines += wrap(printable(line), WIDTH, initial_indent="  ", subsequent_indent="    ", break_on_hyphens=False)
    if state.goal is not None:
        movement = STAY if state.goal == state.area else Go(state.goal)
        text = format_action(movement)
        lines.append(f"The movement is {text}." if plain else f"  -> {shortened(text, WIDTH - 5)}")
    lines += () if plain else (head("Party", "Slots"),)
    for index in range(len(state.party.members)):
        lines += _rows(state, index, plain=plain)
    return "\n".join(lines)


def _asked(state: State) -> str:
    if state.questions:
        return f"{shortened(printable(state.party.members[state.questions[0].member].name), NAME)} drops an item"
    if state.rests is not None:
        return "the party is exhausted"
    actor = actor_of(state)
    who = "the party" if actor is None else shortened(printable(state.party.members[actor].name), NAME)
    return f"{who} decides"


def _rows(state: State, index: int, *, plain: bool) -> Iterator[str]:
    member = state.party.members[index]
    inventory = member.inventory
    active = index == (state.questions[0].member if state.questions else actor_of(state))
    if plain:
        columns = f"slots {inventory.used(state.rulings)} of {inventory.capacity}"
        yield plain_row(f"Party {index + 1}", member, columns, _notes(state, index), state.rulings, active=active)
        return
    slots = f"{inventory.used(state.rulings)}/{inventory.capacity}"
    yield from rows(member, index + 1, f"{slots:>5}", _notes(state, index), state.rulings, active=active)


def _notes(state: State, index: int) -> Iterator[str]:
    """Yield the details of a member besides its HP and slots."""
    member = state.party.members[index]
    conditions = member.conditions
    lost, needs = ", ".join(lost_points(member)), needs_text(conditions)
    notes = {
        lost: bool(lost),
        f"Fatigue {member.inventory.fatigue}": bool(member.inventory.fatigue),
        needs: bool(needs),
        "panicked": conditions.panicked,
        conditions.down: bool(conditions.down),
        "dead": conditions.dead,
        "paralysed": member.is_paralysed,
        "delirious": member.is_delirious,
    }
    yield from (note for note, is_true in notes.items() if is_true)
    yield from (
        f"lit: {shortened(printable(light.item), NAME)}" for light in state.party.lights if light.bearer == index
    )
    yield from (f"-> {shortened(format_action(each), NAME * 2)}" for each in state.declared if each.by == index)


def question(state: State) -> str:
    """Return the pending decision as a question, such as `Turn 2: where does the party go? [R155]`."""
    if current_player(state) is None:
        return "The game is over"
    if state.questions:
        return f"{label(state, state.questions[0].member)} must drop an item for Fatigue [R65]"
    if state.rests is not None:
        return "The party is exhausted: what does it pay? [R165]"
    actor = actor_of(state)
    if actor is None:
        return f"Turn {state.turn + 1}: where does the party go? [R155]"
    return f"Turn {state.turn + 1}: what does {label(state, actor)} do?"
