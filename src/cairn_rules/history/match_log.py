"""The log of a match: what each decision did, as a seat or a spectator may know it."""

from __future__ import annotations

from random import Random
from typing import Any, Final, final

from cairn_rules.frozen_classes import frozen
from cairn_rules.game import ActionT, Game, StateT
from cairn_rules.lazy import resolve
from cairn_rules.manifest import decides, events_for, manifest_of, phrase_of, seat_name
from cairn_rules.phrasebook import Event

_SAMPLES: Final = 3
"""Number of states that look the same to a viewer, in which actions are compared."""


@final
@frozen
class LogEntry:
    """A decision in the log of a match, as a seat or a spectator may know it. Its `str` is one line.

    Example:
        >>> from cairn_rules import Match, korrigans
        >>> match = Match(korrigans, seed=7)
        >>> for text in ("@A", "+mouse"):
        ...     state = match.do(text)
        >>> for seat in (0, 1):
        ...     print(match.log(seat)[-1].action, "-", match.log(seat)[-1])
        +mouse - Blue takes a token from A: mouse. Turn 1 is complete
        None - Blue takes a token from A. Turn 1 is complete
    """

    seat: int
    """The seat that decided."""
    action: str | None
    """The text of the action; None if the viewer may not know it."""
    events: tuple[object, ...]
    """The events, without the question that follows."""
    sentences: tuple[str, ...]
    """The events as sentences without full stops. The action precedes them if none begins with the player's name."""

    def __str__(self) -> str:
        return ". ".join(self.sentences)


def log_entry(
    game: Game[StateT, ActionT, Any], state: StateT, action: ActionT, after: StateT, viewer: int | None
) -> LogEntry:
    """Return the log entry of a decision. `viewer` is the seat that reads the log; None for a spectator."""
    every = events_for(game, state, action, after, viewer=viewer)
    events = tuple(each for each in every if not (isinstance(each, Event) and each.is_question))
    hidden = is_hidden(game, state, action, viewer)
    sentences = told(game, state, action, viewer, tuple(map(str, events)))
    return LogEntry(decides(game, state), None if hidden else game.format_action(action), events, sentences)


def told(
    game: Game[StateT, ActionT, Any], state: StateT, action: ActionT, viewer: int | None, events: tuple[str, ...]
) -> tuple[str, ...]:
    """Return a decision as sentences without full stops, given those of its events.

    The action precedes them if no event begins with the name of the player who decided. If the viewer may not know the
    action, a sentence says so.
    """
    manifest = manifest_of(game)
    who = seat_name(manifest.seats.names, decides(game, state))
    if any(event.startswith(who) for event in events):
        return events
    if is_hidden(game, state, action, viewer):
        return (f"{who} does something that you cannot see", *events)
    sentence = phrase_of(game, state, action).text
    is_request = manifest.requests and sentence != game.format_action(action)
    return (_third_person(who, sentence) if is_request else f"{who}: {sentence}", *events)


def _third_person(who: str, request: str) -> str:
    """Return what a player does at a request: "Do not move" becomes "Sea does not move"."""
    verb, space, rest = request.partition(" ")
    return f"{who} {verb.lower()}{'es' if verb.endswith(('o', 's', 'x', 'ch', 'sh')) else 's'}{space}{rest}"


def is_hidden(game: Game[StateT, ActionT, Any], state: StateT, action: ActionT, viewer: int | None) -> bool:
    """Return whether an action in a state names something that a seat (None: a spectator) may not know."""
    if viewer == game.current_player(state):
        return False
    hides = manifest_of(game).hides
    return _seems_hidden(game, state, action, viewer) if hides is None else resolve(hides)(state, action, viewer)


def _seems_hidden(game: Game[Any, Any, Any], state: Any, action: Any, viewer: int | None) -> bool:
    """Return whether another action would look the same to the viewer, but not to the player who decides.

    So that a forced action is hidden as well, the other action may be one of a state that is the same to the viewer.
    """
    player = game.current_player(state)
    after, before = game.apply(state, action), game.observe(state, viewer)
    seen, own = game.observe(after, viewer), game.observe(after, player)
    drawn = (game.sample_hidden(before, Random(seed)) for seed in range(_SAMPLES))
    return any(
        other != action and game.observe(then, viewer) == seen and game.observe(then, player) != own
        for possible in (state, *(each for each in drawn if action not in game.legal_actions(each)))
        for other in game.legal_actions(possible)
        for then in [game.apply(possible, other)]
    )
