"""A dungeon as plain text, at most 80 columns wide: the area with its ways, and the party."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap
from typing import Final

from cairn_rules.cairn_rpg.attributes import Attribute
from cairn_rules.cairn_rpg.dungeon.actions import STAY, Go
from cairn_rules.cairn_rpg.dungeon.notation import format_action
from cairn_rules.cairn_rpg.dungeon.rules import current_player
from cairn_rules.cairn_rpg.dungeon.state import State, actor_of
from cairn_rules.cairn_rpg.dungeon.words import describe
from cairn_rules.cairn_rpg.inventory import hit_protection
from cairn_rules.checks import check_state
from cairn_rules.errors import printable

WIDTH: Final = 80
"""Maximum width, in columns."""
_NAME: Final = 20
"""Width of the names, in columns."""


def diagram(state: State) -> str:
    """Return what the party sees, and the party as a table. The sign > marks the member who decides.

    Attributes are shown if points are lost. `-> 1:search:altar` is a declaration.

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
    check_state(state, State)
    if current_player(state) is None:
        lines = [f"Turn {state.turn + 1}, the game is over"]
    else:
        lines = [f"Turn {state.turn + 1}, {_asked(state)}"]
    for line in describe(state).splitlines():
        lines += wrap(printable(line), WIDTH, initial_indent="  ", subsequent_indent="    ", break_on_hyphens=False)
    if state.goal is not None:
        movement = STAY if state.goal == state.area else Go(state.goal)
        lines.append(f"  -> {_cut(format_action(movement), WIDTH - 5)}")
    lines.append(f"  # {'Party':<{_NAME}} {'HP':>5} Slots")
    for index in range(len(state.party.members)):
        lines += _rows(state, index)
    return "\n".join(lines)


def _asked(state: State) -> str:
    if state.questions:
        return f"{_cut(printable(state.party.members[state.questions[0].member].name), _NAME)} drops an item"
    if state.rests is not None:
        return "the party is exhausted"
    actor = actor_of(state)
    who = "the party" if actor is None else _cut(printable(state.party.members[actor].name), _NAME)
    return f"{who} decides"


def _rows(state: State, index: int) -> Iterator[str]:
    member = state.party.members[index]
    inventory = member.inventory
    active = index == (state.questions[0].member if state.questions else actor_of(state))
    health = f"{hit_protection(member, state.rulings)}/{member.hp.max}"
    slots = f"{inventory.used(state.rulings)}/{inventory.capacity}"
    name = _cut(printable(member.name), _NAME)
    start = f"{'>' if active else ' '}{index + 1:>2} {name:<{_NAME}} {health:>5} {slots:>5} "
    notes = wrap("; ".join(_notes(state, index)), WIDTH - len(start), break_on_hyphens=False) or [""]
    yield (start + notes[0]).rstrip()
    for line in notes[1:]:
        yield " " * len(start) + line


def _notes(state: State, index: int) -> Iterator[str]:
    """Yield what there is to know about a member besides its HP and slots."""
    member = state.party.members[index]
    conditions = member.conditions
    lost = [f"{each} {score}" for each in Attribute if (score := member.score(each)).value < score.max]
    needs = ", ".join(sorted(map(printable, conditions.needs)))
    notes = {
        ", ".join(lost): bool(lost),
        f"Fatigue {member.inventory.fatigue}": bool(member.inventory.fatigue),
        f"deprived ({needs})": bool(needs),
        "panicked": conditions.panicked,
        conditions.down: bool(conditions.down),
        "dead": conditions.dead,
        "paralysed": member.is_paralysed,
        "delirious": member.is_delirious,
    }
    yield from (note for note, is_true in notes.items() if is_true)
    yield from (f"lit: {_cut(printable(light.item), _NAME)}" for light in state.party.lights if light.bearer == index)
    yield from (f"-> {_cut(format_action(each), _NAME * 2)}" for each in state.declared if each.by == index)


def _cut(text: str, width: int) -> str:
    return text if len(text) <= width else f"{text[: width - 2]}.."
