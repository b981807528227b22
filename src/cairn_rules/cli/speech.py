"""Which words a game is spoken of with."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from cairn_rules import cairn, korrigans
from cairn_rules.cairn.terminal import CairnWords
from cairn_rules.cli.words import Words
from cairn_rules.game import Game, bookkeeping
from cairn_rules.korrigans.terminal import KorrigansWords

_OWN: Final[Mapping[str, type[Words]]] = {"cairn": CairnWords, "korrigans": KorrigansWords}


def words_for(game: Game[Any, Any, Any], *, unicode: bool = True, compact: bool = False) -> Words:
    """The words for a game: its own, where there are any."""
    book = bookkeeping(game)
    own = _OWN.get(book.name, Words) if book in (cairn.BOOKKEEPING, korrigans.BOOKKEEPING) else Words
    return own(game, unicode=unicode, compact=compact)
