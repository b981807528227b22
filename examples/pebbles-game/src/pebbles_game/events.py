"""What a decision of Pebbles did."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, final

from attrs import frozen

from cairn_rules.phrasebook import EventTable, Named
from pebbles_game.content import Charm, Pebble
from pebbles_game.rules import observe
from pebbles_game.state import SEATS, Action, State, Wish


def _player(event: Event) -> Named:
    return Named(event.player, SEATS[event.player].capitalize())


EVENTS: Final = EventTable(
    {
        "dealt": ("{player} dealt the charms anew; yours is the {charm}", "{player} dealt the charms anew"),
        "drew": "{player} drew {pebbles}",
        "gave-up": "{player} gave up {pebbles}",
        "kept": "{player} kept {pebbles}",
        "lost": ("{player} lost {pebbles}", "{player} lost nothing"),
    },
    {
        "player": _player,
        "pebbles": lambda event: tuple(pebble.id for pebble in event.pebbles) or None,
        "charm": lambda event: event.charm and event.charm.id,
    },
)
"""The sentences. The code of an event is its class, and its fields are the arguments.

Of several sentences, the first whose arguments are all there is used: a charm that the viewer may not know is None.
"""


@frozen
class Event:
    """Something that a player did."""

    player: int
    """The player."""

    @property
    def arguments(self) -> Mapping[str, Any]:
        """The arguments of the sentence, for translations."""
        return EVENTS.arguments(self)

    def __str__(self) -> str:
        return EVENTS.sentence(self)


@frozen
class Moved(Event):
    """Pebbles went from one place to another."""

    pebbles: tuple[Pebble, ...]
    """The pebbles, by id."""


@final
class Drew(Moved):
    """Pebbles were drawn out of the bag (rule 3)."""


@final
class Lost(Moved):
    """A flint ended the turn, with all pebbles drawn before it (rule 3)."""


@final
class Kept(Moved):
    """Pebbles went to the player's pile (rule 4)."""


@final
class GaveUp(Moved):
    """A pebble of the player's pile left the game (rule 5)."""


@final
@frozen
class Dealt(Event):
    """A wish dealt all charms anew (rule 5)."""

    charm: Charm | None
    """The new charm of the viewer; None for a spectator."""


def events_of(state: State, action: Action, after: State, *, viewer: int | None = None) -> tuple[Event, ...]:
    """Return what a decision did, in order, as a seat or a spectator may know it."""
    player = state.active
    if isinstance(action, Wish):
        charm = None if viewer is None else observe(after, viewer).charms[viewer]
        return GaveUp(player, (action.pebble,)), Dealt(player, charm)
    drawn = _without(state.bag, after.bag)
    events: list[Event] = [Drew(player, drawn)] if drawn else []
    kept = _without(after.piles[player], state.piles[player])
    if kept:
        events.append(Kept(player, kept))
    elif after.turn > state.turn:
        events.append(Lost(player, state.drawn))
    return tuple(events)


def _without(pebbles: tuple[Pebble, ...], others: tuple[Pebble, ...]) -> tuple[Pebble, ...]:
    left = sorted(pebbles, key=lambda pebble: pebble.id)
    for pebble in others:
        if pebble in left:
            left.remove(pebble)
    return tuple(left)
