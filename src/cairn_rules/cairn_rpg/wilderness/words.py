"""Sentences about actions, routes and members, for logs, diagrams and the terminal."""

from __future__ import annotations

from typing import assert_never

from cairn_rules.cairn_rpg.descriptions import sentence_or_notation
from cairn_rules.cairn_rpg.numbering import label_of
from cairn_rules.cairn_rpg.party import Drop
from cairn_rules.cairn_rpg.wilderness.actions import (
    Action,
    Begin,
    Camp,
    Explore,
    Find,
    FindWay,
    Guard,
    Lose,
    Pay,
    Rest,
    Resupply,
    Shift,
    Supply,
    Take,
    Travel,
    Wait,
)
from cairn_rules.cairn_rpg.wilderness.notation import format_action
from cairn_rules.cairn_rpg.wilderness.state import Route, State
from cairn_rules.checks import check_state

_PRICES = {
    "watch": "The party takes one more watch",
    "fatigue": "Everyone adds a Fatigue",
    "ration": "Everyone spends a use of rations",
}
_SHIFTS = {
    "none": "Nothing changes",
    "watch": "The way takes one more watch",
    "terrain": "The terrain is one step harder",
}


def label(state: State, index: int | None) -> str:
    """Return the name of a member, with its number if others are called the same; the whole party for None."""
    members = state.party.members
    if index is None:
        return "The party"
    if index >= len(members):
        return f"Member {index + 1}"
    return label_of(index, [member.name for member in members])


def describe(state: State, action: Action) -> str:
    """Return a description of an action, for a button, a list of choices or a log.

    Args:
        state: The state in which the action is, or could be, decided.
        action: The action, which need not be legal.

    Returns:
        A sentence without a full stop; the notation if the action names something that is not there.

    Raises:
        DefinitionError: if a value is not a state or not an action of this game.

    Example:
        >>> from cairn_rules.cairn_rpg import wilderness
        >>> wilderness.describe(wilderness.new_game(seed=7), wilderness.Supply(1))
        'Basil looks for food'
    """
    check_state(state, State)
    return sentence_or_notation(action_text, format_action, state, action)


def _is_dying(state: State, index: int | None) -> bool:
    """Return whether a member dies within the hour, long before the watch ends (R99, R179)."""
    members = state.party.members
    return index is not None and index < len(members) and members[index].is_dying


def action_text(state: State, action: Action) -> str:  # noqa: C901, PLR0911, PLR0912 - one sentence after the other
    """Return what an action is, as a sentence without a full stop.

    Example:
        >>> from cairn_rules.cairn_rpg import wilderness
        >>> action_text(wilderness.new_game(seed=7), Supply(1))
        'Basil looks for food'
    """
    match action:
        case Begin():
            return "The day begins"
        case Travel():
            return f"The party travels to {state.route.to}"
        case FindWay(member):
            return f"{label(state, member)} looks for the way"
        case Explore(member):
            return f"{label(state, member)} explores"
        case Supply(member):
            return f"{label(state, member)} looks for food"
        case Camp(member) if _is_dying(state, member):
            return f"{label(state, member)} lies dying in the camp"
        case Wait(member) if _is_dying(state, member):
            return f"{label(state, member)} lies dying"
        case Camp(member):
            return f"{label(state, member)} makes camp and sleeps"
        case Guard(member):
            return f"{label(state, member)} makes camp and keeps watch"
        case Wait(member):
            return f"{label(state, member)} does something else"
        case Resupply(member, count):
            return f"{label(state, member)} buys {count} Rations"
        case Take(member, item):
            return f"{label(state, member)} takes {item}"
        case Drop(member, item):
            return f"{label(state, member)} drops {item}"
        case Lose(member, item):
            return f"{label(state, member)} gives up {item}"
        case Pay(cost):
            return _PRICES[cost]
        case Shift(to):
            return _SHIFTS.get(to, f"The weather turns {to}")
        case Find("food", count):
            return f"The party discovers {count} Rations"
        case Find(what):
            return f"The party discovers a {what}"
        case Rest(disturbed):
            return "The sleep is disturbed" if disturbed else "The night is quiet"
        case _:
            assert_never(action)


def route_words(route: Route) -> str:
    """Return a route in words.

    Example:
        >>> route_words(Route(to="Mill", terrain=("tough", "perilous"), vast=1))
        'to Mill: short trail, tough and perilous, vast (+1)'
    """
    parts = [f"{route.distance} {route.path}", " and ".join(route.terrain)]
    parts += [f"vast (+{route.vast})"] * bool(route.vast)
    parts += [modifier.name for modifier in route.modifiers]
    return f"to {route.to}: {', '.join(parts)}"
