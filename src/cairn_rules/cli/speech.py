"""The words for a game at a terminal: its own, or those of any game."""

from __future__ import annotations

from typing import Any

from cairn_rules.cli.words import Words
from cairn_rules.game import Game
from cairn_rules.lazy import resolve
from cairn_rules.manifest import manifest_of


def words_for(game: Game[Any, Any, Any], *, unicode: bool = True, compact: bool = False) -> Words:
    """Return the words for a game: those of its manifest, or else the notation and the diagram."""
    terminal = manifest_of(game).terminal
    own: type[Words] = Words if terminal is None else resolve(terminal)
    return own(game, unicode=unicode, compact=compact)
