"""The words of Cairn in the terminal game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from types import MappingProxyType
from typing import Final

from typing_extensions import override

from cairn_rules.cairn.differences import events_of
from cairn_rules.cairn.events import Asked, TurnPassed, Won
from cairn_rules.cairn.proofs.threats import threats
from cairn_rules.cairn.rules.observation import observe, sample_hidden
from cairn_rules.cairn.state.actions import Action, Add, Construct, Jump, Move, Pass, Transform
from cairn_rules.cairn.state.board import Space, Tribe
from cairn_rules.cairn.state.megalith_data import Megalith
from cairn_rules.cairn.state.pending import ChooseAction, Over, UsePower
from cairn_rules.cairn.state.state import State
from cairn_rules.cairn.texts.diagrams import diagram
from cairn_rules.cairn.texts.notation import format_action
from cairn_rules.cairn.texts.position_text import BETWEEN_TURNS, format_position
from cairn_rules.cairn.texts.words import asked, describe
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
    """The texts of Cairn in the terminal game."""

    tints: Mapping[str, str] = MappingProxyType({"●": "sea", "▲": "forest"})

    @override
    def position(self, state: State) -> str:
        return format_position(state) if isinstance(state.pending, BETWEEN_TURNS) else ""

    @override
    def board(self, state: State) -> str:
        return diagram(state, unicode=self.unicode, compact=self.compact, plain=self.plain)

    @override
    def explained(self, state: State) -> str:
        pending = state.pending
        return f"{pending.megalith}: {pending.megalith.text}" if isinstance(pending, UsePower) else ""

    @override
    def kind(self, action: Action) -> str:
        return _KINDS.get(type(action), "Power")

    @override
    def sentence(self, state: State, action: Action) -> str:
        sentence = describe(state, action)
        return "" if sentence == format_action(action) else sentence  # the notation is shown anyway

    @override
    def events(self, before: State, action: Action, after: State, viewer: int | None = None) -> tuple[str, ...]:
        every = events_of(before, action, after, viewer=viewer)
        return tuple(str(event) for event in every if not isinstance(event, Asked | TurnPassed | Won))

    @override
    def about(self, state: State, word: str) -> str | None:
        name = word.lower()
        if name.upper() in Space.__members__:
            return _on(state, Space[name.upper()])
        known = {stone.id: stone for stone in _stones(state)}
        meant = [stone for id, stone in known.items() if id == name] or [
            stone for id, stone in known.items() if id.startswith(name) or stone.name.lower().startswith(name)
        ]
        return "\n".join(map(megalith_line, meant)) or None

    @override
    def parts(self, state: State) -> tuple[str, ...]:
        return (*(stone.id for stone in _stones(state)), *map(str, Space))

    @override
    def threats(self, state: State, player: int) -> tuple[str, ...]:
        """Return the threats of both tribes, from public information alone: the deck is shuffled first."""
        mine = Tribe(player)
        seen = sample_hidden(observe(state, mine), Random(0))
        lines = [_threat_line(f"{mine} could transform in this turn", seen, mine)] if _may_act(state, mine) else []
        return tuple(filter(None, (*lines, _threat_line(f"{mine.other} threatens to transform", seen, mine.other))))

    @override
    def result(self, state: State, outcome: Outcome) -> str:
        return asked(state) if isinstance(state.pending, Over) else super().result(state, outcome)


def _may_act(state: State, tribe: Tribe) -> bool:
    return isinstance(state.pending, ChooseAction) and state.active is tribe


def _threat_line(head: str, state: State, by: Tribe) -> str:
    victims = [
        f"{victim} (by {', '.join(map(format_action, actions[:3]))}{' and others' if len(actions) > 3 else ''})"
        for victim, actions in threats(state, by=by).items()
    ]
    return f"{head}: {', '.join(victims)}" if victims else ""


def _stones(state: State) -> Iterator[Megalith]:
    """Yield every megalith of the game, those of the deck by id, because their order is hidden."""
    yield from state.megaliths.values()
    yield from state.upcoming
    yield from sorted(state.deck, key=lambda stone: stone.id)


def megalith_line(stone: Megalith) -> str:
    """Return the name, id and text of a megalith."""
    return f"{stone} ({stone.id}): {stone.text}"


def _on(state: State, space: Space) -> str:
    who = state.shamans.get(space)
    stone = state.megaliths.get(space)
    standing = f"{space}: no shaman" if who is None else f"{space}: a {who} shaman"
    return f"{standing}, no megalith" if stone is None else f"{standing}, {megalith_line(stone)}"
