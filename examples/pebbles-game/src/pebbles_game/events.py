"""What happened between two states of Pebbles."""

from __future__ import annotations

from typing import final

from attrs import frozen

from pebbles_game.content import Pebble
from pebbles_game.state import SEATS, State


@final
@frozen
class Event:
    """Something that a player did."""

    player: int
    """The player."""
    verb: str
    """`drew`, `lost`, `kept` or `gave up`."""
    pebbles: tuple[Pebble, ...]
    """The pebbles, by id."""

    def __str__(self) -> str:
        listed = ", ".join(pebble.id for pebble in self.pebbles) or "nothing"
        return f"{SEATS[self.player].capitalize()} {self.verb} {listed}"


def changes(before: State, after: State) -> tuple[Event, ...]:
    """Return what a decision changed, in order."""
    player = before.active
    drawn = _without(before.bag, after.bag)
    events = [Event(player, "drew", drawn)] if drawn else []
    kept = _without(after.piles[player], before.piles[player])
    given = _without(before.piles[player], after.piles[player])
    if kept:
        events.append(Event(player, "kept", kept))
    elif given:
        events.append(Event(player, "gave up", given))
    elif after.turn > before.turn:
        events.append(Event(player, "lost", before.drawn))
    return tuple(events)


def _without(pebbles: tuple[Pebble, ...], others: tuple[Pebble, ...]) -> tuple[Pebble, ...]:
    left = sorted(pebbles, key=lambda pebble: pebble.id)
    for pebble in others:
        if pebble in left:
            left.remove(pebble)
    return tuple(left)
