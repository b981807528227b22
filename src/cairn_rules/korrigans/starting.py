"""What can be chosen for the start of a game of Korrigans on a command line."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from cairn_rules.errors import SetupError, cut
from cairn_rules.korrigans.board_file import read_board
from cairn_rules.korrigans.state import FEWEST, MOST, State
from cairn_rules.korrigans.variant import Variant
from cairn_rules.starting import Option, Starting
from cairn_rules.variants import read_variant

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
        made["variant"] = read_variant(",".join(options), Variant)
    return made


STARTING: Final[Starting[State]] = Starting(
    options=(
        Option(name="players", value="N", help="how many play, from 2 to 5; 2 without"),
        Option(name="side", value="SIDE", help="the side of the board, standard or advanced"),
        Option(name="board", value="FILE", help="a board file, for another map or other tokens"),
        Option(name="variant", value="NAME=VALUE,…", help="rule options, such as backup=voluntary"),
    ),
    arguments=_arguments,
)
"""What can be chosen."""
