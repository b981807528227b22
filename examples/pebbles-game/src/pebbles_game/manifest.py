"""The manifest of Pebbles: the parts of the game besides its rules."""

from __future__ import annotations

from typing import Final

from cairn_rules.manifest import Manifest, Pace, Ref, Seats
from pebbles_game.rules import BAG_EMPTY, GOAL, points
from pebbles_game.state import SEATS, State


def _value(state: State, player: int) -> float:
    """How far a player leads."""
    own = points(state, player)
    best = max((points(state, seat) for seat in range(len(state.piles)) if seat != player), default=GOAL)
    return max(-1.0, min(1.0, (own - best) / GOAL))


MANIFEST: Final[Manifest[State]] = Manifest(
    name="pebbles",
    reasons=(BAG_EMPTY,),
    seats=Seats(names=SEATS, count=lambda state: len(state.piles)),
    # Every action takes pebbles out of the bag, or out of a pile: no position comes again.
    pace=Pace(turns=lambda state: state.turn, value=_value),
    records=Ref("pebbles_game.records:START"),
    setup=Ref("pebbles_game.setup_options:OPTIONS"),
    documents=Ref("pebbles_game.documents:DOCUMENTS"),
    pictures=Ref("pebbles_game.pictures:svg"),
    events=Ref("pebbles_game.events:events_of"),
    event_table=Ref("pebbles_game.events:EVENTS"),
    phrase=Ref("pebbles_game.notation:ACTIONS.phrase"),
    terminal=Ref("pebbles_game.terminal_words:PebblesWords"),
    content=Ref("pebbles_game.content:CONTENT"),
    samples=Ref("pebbles_game.samples:SAMPLES"),
    players={"thrifty": Ref("pebbles_game.player:ThriftyPlayer")},
    commands={"odds": Ref("pebbles_game.odds:ODDS")},
)
"""The parts of Pebbles besides its rules."""
