"""Cairn in words: what is asked, the texts of its megaliths, its threats."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from types import MappingProxyType
from typing import Final

from typing_extensions import override

from cairn_rules import cairn
from cairn_rules.cairn import (
    Action,
    Add,
    ChooseAction,
    Construct,
    Jump,
    Megalith,
    Move,
    Over,
    Pass,
    Space,
    State,
    Transform,
    Tribe,
    UsePower,
)
from cairn_rules.cairn.events import Asked, TurnPassed, Won
from cairn_rules.cairn.words import asked
from cairn_rules.cli.words import Words
from cairn_rules.game import Outcome

_KINDS: Final[Mapping[type, str]] = {
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

    @override
    def position(self, state: State) -> str:
        return cairn.format_position(state)

    @override
    def board(self, state: State) -> str:
        return cairn.diagram(state, unicode=self.unicode, compact=self.compact)

    @override
    def question(self, state: State) -> str:
        return asked(state)

    @override
    def explained(self, state: State) -> str:
        pending = state.pending
        return f"{pending.megalith}: {pending.megalith.text}" if isinstance(pending, UsePower) else ""

    @override
    def kind(self, action: Action) -> str:
        return _KINDS.get(type(action), "Power")

    @override
    def sentence(self, state: State, action: Action) -> str:
        told = cairn.describe(state, action)
        return "" if told == cairn.format_action(action) else told  # the notation stands beside it

    @override
    def changes(self, before: State, after: State) -> tuple[str, ...]:
        told = cairn.changes(before, after)
        return tuple(str(change) for change in told if not isinstance(change, Asked | TurnPassed | Won))

    @override
    def about(self, state: State, word: str) -> str | None:
        name = word.lower()
        if name.upper() in Space.__members__:
            return _on(state, Space[name.upper()])
        known = {stone.id: stone for stone in _stones(state)}
        meant = [stone for id, stone in known.items() if id == name] or [
            stone for id, stone in known.items() if id.startswith(name) or stone.name.lower().startswith(name)
        ]
        return "\n".join(map(_told, meant)) or None

    @override
    def parts(self, state: State) -> tuple[str, ...]:
        return (*(stone.id for stone in _stones(state)), *map(str, Space))

    @override
    def threats(self, state: State, player: int) -> tuple[str, ...]:
        """Worked out from what the player may know: the deck is drawn anew."""
        mine = Tribe(player)
        seen = cairn.sample_hidden(cairn.observe(state, mine), Random(0))
        told = [_told_threats(f"{mine} could transform in this turn", seen, mine)] if _may_act(state, mine) else []
        return tuple(filter(None, (*told, _told_threats(f"{mine.other} threatens to transform", seen, mine.other))))

    @override
    def result(self, state: State, outcome: Outcome) -> str:
        return asked(state) if isinstance(state.pending, Over) else super().result(state, outcome)


def _may_act(state: State, tribe: Tribe) -> bool:
    return isinstance(state.pending, ChooseAction) and state.active is tribe


def _told_threats(head: str, state: State, by: Tribe) -> str:
    victims = [
        f"{victim} (by {', '.join(map(cairn.format_action, actions[:3]))}{' and others' if len(actions) > 3 else ''})"
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
