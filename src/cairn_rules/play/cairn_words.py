"""Cairn in words: sentences for its actions, the texts of its megaliths, its threats."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from types import MappingProxyType
from typing import Any, Final

from cairn_rules import cairn
from cairn_rules.cairn import (
    VILLAGE,
    Action,
    Add,
    Banish,
    Borrow,
    ChooseAction,
    Construct,
    FlipTile,
    GrantBuild,
    Jump,
    Megalith,
    Move,
    Over,
    Pass,
    Relocate,
    ReplaceMegalith,
    SlideMegalith,
    Space,
    State,
    Summon,
    SwapMegaliths,
    TakeExtraTurn,
    Transform,
    Tribe,
    UsePower,
    Wake,
)
from cairn_rules.cairn.change_kinds import Asked, TurnPassed, Won
from cairn_rules.cairn.words import asked
from cairn_rules.game import Outcome
from cairn_rules.play.words import Words

_KINDS: Final = {
    Add: "Add",
    Move: "Move",
    Jump: "Jump",
    Construct: "Build",
    Transform: "Transform",
    Pass: "Decline",
}


class CairnWords(Words):
    """What is said of Cairn."""

    tints: Mapping[str, str] = MappingProxyType({"●": "sea", "▲": "forest"})

    def board(self, state: State) -> str:
        return cairn.diagram(state, unicode=self.unicode)

    def question(self, state: State) -> str:
        return asked(state)

    def explained(self, state: State) -> str:
        pending = state.pending
        return f"{pending.megalith}: {pending.megalith.text}" if isinstance(pending, UsePower) else ""

    def kind(self, action: Action) -> str:
        return _KINDS.get(type(action), "Power")

    def sentence(self, state: State, action: Action) -> str:
        return sentence(state, action)

    def changes(self, before: State, after: State) -> tuple[str, ...]:
        told = cairn.changes(before, after)
        return tuple(str(change) for change in told if not isinstance(change, Asked | TurnPassed | Won))

    def about(self, state: State, word: str) -> str | None:
        name = word.lower()
        if name.upper() in Space.__members__:
            return _on(state, Space[name.upper()])
        known = {stone.id: stone for stone in _stones(state)}
        meant = [stone for id, stone in known.items() if id == name] or [
            stone for id, stone in known.items() if id.startswith(name) or stone.name.lower().startswith(name)
        ]
        return "\n".join(map(_told, meant)) or None

    def parts(self, state: State) -> tuple[str, ...]:
        return (*(stone.id for stone in _stones(state)), *map(str, Space))

    def threats(self, state: State, player: int) -> tuple[str, ...]:
        """Worked out from what the player may know: the deck is drawn anew."""
        mine = Tribe(player)
        seen = cairn.sample_hidden(cairn.observe(state, mine), Random(0))
        told = [_told_threats(f"{mine} could transform in this turn", seen, mine)] if _may_act(state, mine) else []
        return tuple(filter(None, (*told, _told_threats(f"{mine.other} threatens to transform", seen, mine.other))))

    def result(self, state: State, outcome: Outcome) -> str:
        return asked(state) if isinstance(state.pending, Over) else super().result(state, outcome)


def _may_act(state: State, tribe: Tribe) -> bool:
    return isinstance(state.pending, ChooseAction) and state.active is tribe


def _told_threats(head: str, state: State, by: Tribe) -> str:
    victims = [
        f"{victim} (by {', '.join(map(cairn.format_action, actions[:3]))}{', …' if len(actions) > 3 else ''})"
        for victim, actions in cairn.threats(state, by=by).items()
    ]
    return f"{head}: {', '.join(victims)}" if victims else ""


def _stones(state: State) -> Iterator[Megalith]:
    """Every megalith of the game: which of them lie in the deck is no secret, their order is."""
    yield from state.megaliths.values()
    yield from state.upcoming
    yield from sorted(state.deck, key=lambda stone: stone.id)


def _told(stone: Megalith) -> str:
    return f"{stone} ({stone.id}): {stone.text}"


def _on(state: State, space: Space) -> str:
    who = state.shamans.get(space)
    stone = state.megaliths.get(space)
    standing = f"{space}: no shaman" if who is None else f"{space}: a {who} shaman"
    return f"{standing}, no megalith" if stone is None else f"{standing}, {_told(stone)}"


def sentence(state: State, action: Any) -> str:  # noqa: PLR0911 - a case for each kind of action
    """What an action does, as a request.

    Example:
        >>> state = cairn.new_game(seed=7)
        >>> sentence(state, cairn.parse_action("c1-c2", state))
        'Move from c1 to c2'
    """
    match action:
        case Add(to):
            return f"Add a shaman on {to}"
        case Move(origin, to):
            return f"Move out of the field from {origin}" if to is VILLAGE else f"Move from {origin} to {to}"
        case Jump(origin, to):
            return f"Jump out of the field from {origin}" if to is VILLAGE else f"Jump from {origin} to {to}"
        case Construct(stone):
            return f"Build {stone}: {stone.text}"
        case Transform(victim):
            return f"Transform the enemy shaman on {victim}"
        case Pass():
            return "Do not transform"
        case _:
            return _power_sentence(state, action)


def _power_sentence(state: State, effect: Any) -> str:  # noqa: PLR0911 - as above
    match effect:
        case Banish(space):
            return f"Banish the {state.shamans[space]} shaman on {space}"
        case Relocate(origin, to):
            where = "out of the field" if to is VILLAGE else f"to {to}"
            return f"Move the {state.shamans[origin]} shaman on {origin} {where}"
        case Summon(to):
            return f"Add a shaman on {to}"
        case FlipTile(tile):
            return f"Turn over the {tile.value.capitalize()} tile"
        case TakeExtraTurn():
            return "Take the next turn, too"
        case SlideMegalith(origin, to):
            return f"Move {state.megaliths[origin]} from {origin} to {to}"
        case SwapMegaliths(first, second):
            return f"Exchange {state.megaliths[first]} on {first} and {state.megaliths[second]} on {second}"
        case ReplaceMegalith(space, stone):
            return f"Put {stone} in place of {state.megaliths[space]} on {space}"
        case Borrow(space):
            return f"Use the power of the megalith on {space}"
        case Wake(space):
            return f"Wake the megalith on {space}"
        case GrantBuild(space):
            return f"Build a megalith on {space}"
        case _:
            return ""
