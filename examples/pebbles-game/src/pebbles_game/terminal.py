"""Pebbles in words, for players at a terminal."""

from __future__ import annotations

from typing_extensions import override

from cairn_rules.cli import Words
from pebbles_game.state import Action, Draw, Keep, State, Wish


class PebblesWords(Words):
    """Sentences for the decisions of Pebbles."""

    @override
    def sentence(self, state: State, action: Action) -> str:
        match action:
            case Draw():
                return f"Draw one of {len(state.bag)} pebbles"
            case Keep():
                return f"Keep {len(state.drawn)} and end the turn"
            case Wish(pebble):
                return f"Give up {pebble.id} for other charms"
