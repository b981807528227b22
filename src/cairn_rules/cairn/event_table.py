"""The events of Cairn: the sentence of each code, and the base class of all events."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from cairn_rules import phrasebook
from cairn_rules.cairn.state.board import Tribe
from cairn_rules.cairn.texts.words import end_text
from cairn_rules.frozen_classes import frozen
from cairn_rules.phrasebook import EventTable, Named

EVENTS: Final = EventTable(
    {
        "activated": "{owner} wakes {megalith} on {space}",
        "added": "{tribe} adds a shaman on {to}",
        "arranged": "The megaliths are rearranged",
        "asked/build": "{builder} must build on {place}",
        "asked/choose-action": "An action must be chosen",
        "asked/transform": "A transformation or a pass must be chosen",
        "asked/use-power": "{decider} must use {power} on {place}",
        "banished": "{tribe}'s shaman on {space} is banished",
        "built": "{megalith} is built on {space}",
        "drawn": "{megalith} is drawn",
        "effect-done": "{text}",
        "exited": "{tribe} leaves the board from {origin}",
        "extra-turn-given": ("The next turn is {tribe}'s", "Turns alternate again"),
        "flipped": "The {tile} tile shows {face} now",
        "moved": "{tribe} moves {origin}-{to}",
        "replaced": "{new} takes the place of {old} on {space}",
        "scored": "{tribe}'s score is {score}",
        "slid": "{megalith} slides {origin}-{to}",
        "swapped": "The megaliths on {first} and {second} change places",
        "turn-passed": "Turn {turn} is complete, {active} is active",
        "won": "{winners: and } wins: {reason}",
    },
    {
        "builder": lambda event: event.pending.builder,
        "decider": lambda event: event.pending.decider,
        "place": lambda event: event.pending.space,
        "power": lambda event: event.pending.megalith,
        "reason": lambda event: Named(event.outcome.reason, end_text(event.outcome)),
        "tile": lambda event: _tile(type(event.face).__name__.removesuffix("Face")),
        "winners": lambda event: tuple(map(Tribe, event.outcome.winners)),
    },
)
"""The sentences by code. Each kind of pending decision has its own code, with the name that reasons use."""


@frozen
class Event(phrasebook.Event):
    """The base of all events."""

    @property
    def arguments(self) -> Mapping[str, Any]:
        """The arguments of the sentence by name, for translations."""
        return EVENTS.arguments(self)

    def __str__(self) -> str:
        return EVENTS.sentence(self)


def _tile(name: str) -> Named:
    return Named(name.lower(), name)
