"""The rule systems of this library, by name."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from cairn_rules import cairn
from cairn_rules.game import Game, bookkeeping

_KNOWN: Final[tuple[Game[Any, Any, Any], ...]] = (cairn,)

GAMES: Final[Mapping[str, Game[Any, Any, Any]]] = MappingProxyType({bookkeeping(game).name: game for game in _KNOWN})
"""Each game by the name that it has in records and documents."""
