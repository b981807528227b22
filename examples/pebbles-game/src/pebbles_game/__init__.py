"""Pebbles: a game of luck and nerve, as an example of a game in its own distribution."""

from __future__ import annotations

from pebbles_game.content import CONTENT, Charm, Pebble
from pebbles_game.events import events_of
from pebbles_game.manifest import MANIFEST
from pebbles_game.notation import describe, diagram, format_action, parse_action
from pebbles_game.pictures import svg
from pebbles_game.rules import (
    apply,
    current_player,
    legal_actions,
    new_game,
    observe,
    outcome,
    points,
    resolve,
    sample_hidden,
    why_illegal,
)
from pebbles_game.state import Action, Draw, Keep, Observation, State, Wish

__all__ = [
    "CONTENT",
    "MANIFEST",
    "Action",
    "Charm",
    "Draw",
    "Keep",
    "Observation",
    "Pebble",
    "State",
    "Wish",
    "apply",
    "current_player",
    "describe",
    "diagram",
    "events_of",
    "format_action",
    "legal_actions",
    "new_game",
    "observe",
    "outcome",
    "parse_action",
    "points",
    "resolve",
    "sample_hidden",
    "svg",
    "why_illegal",
]
