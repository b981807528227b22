"""Pebbles in words, for players at a terminal."""

from __future__ import annotations

from cairn_rules.cli import Words
from pebbles_game.notation import ACTIONS
from pebbles_game.state import State


class PebblesWords(Words):
    """Sentences for the decisions of Pebbles."""

    actions = ACTIONS

    def explained(self, state: State) -> str:
        """Return the charm of the player who decides, which the diagram leaves out: it is a secret."""
        charm = state.charms[state.active]
        worth = f"each {charm.favours} on your pile is worth 1 point more" if charm.favours else "it is worth nothing"
        return f"Your charm is the {charm.id}: {worth} at the end"
