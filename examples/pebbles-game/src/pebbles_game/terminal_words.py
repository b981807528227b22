"""Pebbles in words, for players at a terminal."""

from __future__ import annotations

from cairn_rules.cli import Words
from pebbles_game.notation import ACTIONS


class PebblesWords(Words):
    """Sentences for the decisions of Pebbles."""

    actions = ACTIONS
