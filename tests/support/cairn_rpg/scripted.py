"""A way to play a role-playing game with scripted dice."""

from __future__ import annotations

from typing import Any

from cairn_rules.cairn_rpg.events import Event
from cairn_rules.chance import ScriptedDice


def played(game: Any, state: Any, *texts: str, faces: tuple[int, ...] = ()) -> tuple[Any, list[Event]]:
    """The state after some actions, which need exactly these faces, and all that happened."""
    dice = ScriptedDice(faces)
    events: list[Event] = []
    for text in " ".join(texts).split():
        result = game.resolve(state, game.parse_action(text, state), dice)
        state, events = result.state, [*events, *result.events]
    dice.finish()
    return state, events
