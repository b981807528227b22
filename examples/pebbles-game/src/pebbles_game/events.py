"""What happened between two states of Pebbles."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, final

from attrs import frozen

from cairn_rules.phrasebook import EventTable, Named
from pebbles_game.content import Pebble
from pebbles_game.state import SEATS, State


def _player(event: Event) -> Named:
    return Named(event.player, SEATS[event.player].capitalize())


EVENTS: Final = EventTable(
    {
        "drew": "{player} drew {pebbles}",
        "gave-up": "{player} gave up {pebbles}",
        "kept": "{player} kept {pebbles}",
        "lost": ("{player} lost {pebbles}", "{player} lost nothing"),
    },
    {
        "player": _player,
        "pebbles": lambda event: tuple(pebble.id for pebble in event.pebbles) or None,
    },
)
"""The sentences. The code of an event is its class, and its fields are the arguments."""


@frozen
class Event:
    """Something that a player did."""

    player: int
    """The player."""
    pebbles: tuple[Pebble, ...]
    """The pebbles, by id."""

    @property
    def arguments(self) -> Mapping[str, Any]:
        """The arguments of the sentence, for translations."""
        return EVENTS.arguments(self)

    def __str__(self) -> str:
        return EVENTS.sentence(self)


@final
class Drew(Event):
    """Pebbles were drawn out of the bag (rule 3)."""


@final
class Lost(Event):
    """A flint ended the turn, with all pebbles drawn before it (rule 3)."""


@final
class Kept(Event):
    """Pebbles went to the player's pile (rule 4)."""


@final
class GaveUp(Event):
    """A pebble of the player's pile left the game (rule 5)."""


def changes(before: State, after: State, *, viewer: int | None = None) -> tuple[Event, ...]:  # noqa: ARG001 - all see the same
    """Return what a decision changed, in order. It is the same for every viewer."""
    player = before.active
    drawn = _without(before.bag, after.bag)
    events: list[Event] = [Drew(player, drawn)] if drawn else []
    kept = _without(after.piles[player], before.piles[player])
    given = _without(before.piles[player], after.piles[player])
    if kept:
        events.append(Kept(player, kept))
    elif given:
        events.append(GaveUp(player, given))
    elif after.turn > before.turn:
        events.append(Lost(player, before.drawn))
    return tuple(events)


def _without(pebbles: tuple[Pebble, ...], others: tuple[Pebble, ...]) -> tuple[Pebble, ...]:
    left = sorted(pebbles, key=lambda pebble: pebble.id)
    for pebble in others:
        if pebble in left:
            left.remove(pebble)
    return tuple(left)
