"""Set-up options on the command line: the party, the map, and the rulings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from cairn_rules.cairn_rpg.combat.setup_options import party_arguments
from cairn_rules.cairn_rpg.content.pack_options import PACK, pack_registry, rulings_option
from cairn_rules.cairn_rpg.dungeon.state import State
from cairn_rules.manifest import Option, SetupOptions


def _arguments(chosen: Mapping[str, Any]) -> dict[str, Any]:
    made = party_arguments(chosen)
    if "map" in chosen:
        from cairn_rules.cairn_rpg.dungeon.maps.map_file import dungeon_named  # noqa: PLC0415 - most games need no files

        made["dungeon"] = dungeon_named(chosen["map"], made.get("book"))
    return made


OPTIONS: Final[SetupOptions[State]] = SetupOptions(
    options=(
        Option(
            name="characters",
            value="CHARACTERS",
            help="Characters of the party, such as 'party.json' or 'seed 7; seed 8' (default: two adventurers).",
            unsafe=True,
        ),
        Option(
            name="map",
            value="FILE",
            help="Dungeon: a TOML file, a JSON document, or 'seed 7' for a random one (default: five areas).",
            unsafe=True,
        ),
        rulings_option("dash=extra"),
        PACK,
    ),
    arguments=_arguments,
    registry=pack_registry,
)
