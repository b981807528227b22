"""The sides of every comparison, a module for each library. Libraries that are not installed are left out."""

from __future__ import annotations

import sys
from functools import cache
from importlib import import_module

from sides.side import Side

PEERS = ("python_chess", "open_spiel_games", "connect_four", "santorini", "boardgame_io")


@cache
def load() -> tuple[Side, ...]:
    """Return Cairn, then every peer that is installed."""
    sides: list[Side] = []
    for name in ("cairn", *PEERS):
        try:
            sides += import_module(f"sides.{name}").sides()
        except ImportError as missing:
            if name not in PEERS:
                raise
            print(f"left out: {name}, {missing}", file=sys.stderr)
    return tuple(sides)
