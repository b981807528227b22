"""The rule systems of this library, by name, and their set-ups for first games."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from cairn_rules import cairn
from cairn_rules.errors import CairnRulesError, cut
from cairn_rules.game import Game, bookkeeping

_KNOWN: Final[tuple[Game[Any, Any, Any], ...]] = (cairn,)

GAMES: Final[Mapping[str, Game[Any, Any, Any]]] = MappingProxyType({bookkeeping(game).name: game for game in _KNOWN})
"""Each game by the name that it has in records and documents."""

LIGHT: Final[Mapping[str, Mapping[str, Any]]] = MappingProxyType(
    {"cairn": MappingProxyType({"megaliths": cairn.LIGHT_SET, "circles": ("chaos", "dawn")})}
)
"""The options of `new_game` for first games, of each game that has a set-up for them."""


def game_named(name: str) -> Game[Any, Any, Any]:
    """The rules of that name.

    Raises:
        CairnRulesError: when there are none; those that there are, are listed.

    Example:
        >>> game_named("cairn").__name__
        'cairn_rules.cairn'
    """
    if name not in GAMES:
        raise CairnRulesError(f"there is no game {cut(name, 100)!r}; there are {', '.join(GAMES)}")
    return GAMES[name]
