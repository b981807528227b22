"""Set-up options of Pebbles on the command line."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from cairn_rules import SetupError
from cairn_rules.manifest import Option, SetupOptions
from pebbles_game.state import State


def _arguments(chosen: Mapping[str, Any]) -> dict[str, Any]:
    return {name: _number(name, chosen[name]) for name in ("players", "copies") if name in chosen}


def _number(name: str, text: str) -> int:
    if not text.isascii() or not text.isdigit() or len(text) > 9:
        raise SetupError(f"{text[:20]!r} is not a number of {name}")
    return int(text)


OPTIONS: Final[SetupOptions[State]] = SetupOptions(
    options=(
        Option(name="players", value="N", help="Number of players, 1 to 4 (default: 2)."),
        Option(name="copies", value="N", help="Number of pebbles of each kind (default: 4)."),
    ),
    arguments=_arguments,
)
"""The options."""
