"""What an action does, in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from cairn_rules.cairn.actions import Action, Add, Construct, Jump, Move, Pass, Transform
from cairn_rules.cairn.board import VILLAGE, Destination, Space
from cairn_rules.cairn.effects import Banish, FlipTile, Relocate, Summon, TakeExtraTurn
from cairn_rules.cairn.megalith_effects import ReplaceMegalith, SlideMegalith, SwapMegaliths
from cairn_rules.cairn.notation import format_action
from cairn_rules.cairn.several_effects import RelocateAll, Together
from cairn_rules.cairn.state import State
from cairn_rules.cairn.waking_effects import Borrow, GrantBuild, Wake


def describe(state: State, action: Action) -> str:
    """What an action does, as a request: for a button, a list of choices or a log.

    Args:
        state: The state in which it is, or could be, decided.
        action: The action; it need not be legal.

    Returns:
        A sentence without a full stop. An effect of one's own is described by its notation.

    Raises:
        DefinitionError: when it is no action of Cairn.

    Example:
        >>> import cairn_rules as cairn
        >>> state = cairn.new_game(seed=7)
        >>> describe(state, cairn.parse_action("c1-c2", state))
        'Move from c1 to c2'
    """
    return _described(state, action)


def _described(state: State | None, action: Action) -> str:
    """What an action does in a state; None for one of which nothing is known, between two effects."""
    said = _SENTENCES.get(type(action))
    return format_action(action) if said is None else said(state, action)


def _way(origin: Space, to: Destination) -> str:
    return f"out of the field from {origin}" if to is VILLAGE else f"from {origin} to {to}"


def _shaman(state: State | None, space: Space) -> str:
    who = None if state is None else state.shamans.get(space)
    return "the shaman" if who is None else f"{who}'s shaman"


def _stone(state: State | None, space: Space) -> str:
    stone = None if state is None else state.megaliths.get(space)
    return "the megalith" if stone is None else stone.name


def _relocation(state: State | None, effect: Relocate) -> str:
    return f"Move {_shaman(state, effect.origin)} {_way(effect.origin, effect.to)}"


def _slide(state: State | None, effect: SlideMegalith) -> str:
    return f"Move {_stone(state, effect.origin)} from {effect.origin} to {effect.to}"


def _swap(state: State | None, effect: SwapMegaliths) -> str:
    first, second = effect.first, effect.second
    return f"Exchange {_stone(state, first)} on {first} and {_stone(state, second)} on {second}"


def _together(state: State | None, effect: Together) -> str:
    """One after the other: what the first ones change is not known to the later ones."""
    known = (state, *(None for _ in effect.effects[1:]))
    return "; ".join(map(_described, known, effect.effects)) or "Do nothing"


def _replacement(state: State | None, effect: ReplaceMegalith) -> str:
    return f"Put {effect.megalith} in place of {_stone(state, effect.space)} on {effect.space}"


_SENTENCES: Final[Mapping[type, Callable[[State | None, Any], str]]] = {
    Add: lambda _, action: f"Add a shaman on {action.to}",
    Move: lambda _, action: f"Move {_way(action.origin, action.to)}",
    Jump: lambda _, action: f"Jump {_way(action.origin, action.to)}",
    Construct: lambda _, action: f"Build {action.megalith}: {action.megalith.text}",
    Transform: lambda _, action: f"Transform the enemy shaman on {action.victim}",
    Pass: lambda _, __: "Do not transform",
    Banish: lambda state, effect: f"Banish {_shaman(state, effect.space)} on {effect.space}",
    Relocate: _relocation,
    Summon: lambda _, effect: f"Add a shaman on {effect.to}",
    FlipTile: lambda _, effect: f"Turn over the {effect.tile.value.capitalize()} tile",
    TakeExtraTurn: lambda _, __: "Take the next turn, too",
    SlideMegalith: _slide,
    SwapMegaliths: _swap,
    ReplaceMegalith: _replacement,
    Borrow: lambda _, effect: f"Use the power of the megalith on {effect.space}",
    Wake: lambda _, effect: f"Wake the megalith on {effect.space}",
    GrantBuild: lambda _, effect: f"Build a megalith on {effect.space}",
    RelocateAll: lambda state, effect: "; ".join(_relocation(state, move) for move in effect.moves),
    Together: _together,
}
