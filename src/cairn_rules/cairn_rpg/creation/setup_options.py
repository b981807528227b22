"""Set-up options on the command line."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from cairn_rules.cairn_rpg.content.pack_options import PACK, book_of, pack_registry, rulings_option
from cairn_rules.cairn_rpg.creation.state import SEAT_NAMES, State
from cairn_rules.cairn_rpg.rulings import parse_rulings
from cairn_rules.errors import SetupError, cut
from cairn_rules.manifest import Option, SetupOptions

_PLAYERS: Final = {str(number): number for number in range(1, len(SEAT_NAMES) + 1)}


def _arguments(chosen: Mapping[str, Any]) -> dict[str, Any]:
    made: dict[str, Any] = {}
    if "pack" in chosen:
        made["book"] = book_of(chosen["pack"])
    if "players" in chosen:
        if chosen["players"] not in _PLAYERS:
            raise SetupError(f"a party has 1 to {len(SEAT_NAMES)} characters, not {cut(chosen['players'], 20)!r}")
        made["players"] = _PLAYERS[chosen["players"]]
    if chosen.get("names"):
        made["names"] = tuple(name.strip() for name in chosen["names"].split(","))
    if chosen.get("omen"):
        made["omen"] = True
    if chosen.get("rulings"):
        made["rulings"] = parse_rulings(chosen["rulings"])
    return made


OPTIONS: Final[SetupOptions[State]] = SetupOptions(
    options=(
        Option(name="players", value="N", help="Number of characters, from 1 to 8 (default: 1)."),
        Option(name="names", value="NAME,…", help="Names of the first characters (default: chosen or rolled)."),
        Option(name="omen", help="Give the youngest an omen (default: only in a party of two or more)."),
        rulings_option("armor_stack=sum"),
        PACK,
    ),
    arguments=_arguments,
    registry=pack_registry,
)
