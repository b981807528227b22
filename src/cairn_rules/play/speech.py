"""Which words a game is spoken of with."""

from __future__ import annotations

from typing import Any

from cairn_rules import cairn
from cairn_rules.game import Game, bookkeeping
from cairn_rules.play.cairn_words import CairnWords
from cairn_rules.play.words import Words


def words_for(game: Game[Any, Any, Any], *, unicode: bool = True, compact: bool = False) -> Words:
    """The words for a game: its own, where there are any."""
    kind = CairnWords if bookkeeping(game) is cairn.BOOKKEEPING else Words
    return kind(game, unicode=unicode, compact=compact)
