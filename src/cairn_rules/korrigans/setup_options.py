"""The set-up options of Korrigans on the command line."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from cairn_rules.codec.variant_text import read_option
from cairn_rules.errors import SetupError, cut
from cairn_rules.korrigans.state.board_file import read_board
from cairn_rules.korrigans.state.state import FEWEST, MOST, State
from cairn_rules.korrigans.variant import Variant
from cairn_rules.manifest import Option, SetupOptions

_PLAYERS: Final = {str(number): number for number in range(FEWEST, MOST + 1)}


def _arguments(chosen: Mapping[str, Any]) -> dict[str, Any]:
    made: dict[str, Any] = {}
    if "players" in chosen:
        if chosen["players"] not in _PLAYERS:
            raise SetupError(f"Korrigans is for {FEWEST} to {MOST} players, not {cut(chosen['players'], 20)!r}")
        made["players"] = _PLAYERS[chosen["players"]]
    if "board" in chosen:
        made["board"] = read_board(chosen["board"])
    options = [f"side={chosen['side']}"] if "side" in chosen else []
    options += [chosen["variant"]] if chosen.get("variant") else []
    if options:
        made["variant"] = read_option(",".join(options), Variant)
    return made


OPTIONS: Final[SetupOptions[State]] = SetupOptions(
    options=(
        Option(name="players", value="N", help="Number of players, from 2 to 5 (default: 2)."),
        Option(name="side", value="SIDE", help="Side of the board: standard or advanced (default: standard)."),
        Option(
            name="board",
            value="FILE",
            help="Board file with another map or other tokens (default: the built-in board).",
            unsafe=True,
        ),
        Option(
            name="variant",
            value="NAME=VALUE,…",
            help="Rule options, such as backup=voluntary (default: those of the rules page).",
        ),
    ),
    arguments=_arguments,
)
