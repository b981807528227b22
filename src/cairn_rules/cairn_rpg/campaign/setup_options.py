"""Set-up options on the command line: the land, the party, the first day and the rulings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from cairn_rules.cairn_rpg.campaign.state import State
from cairn_rules.cairn_rpg.content.pack_options import pack_registry
from cairn_rules.cairn_rpg.wilderness.setup_options import OPTIONS as JOURNEY
from cairn_rules.manifest import Option, SetupOptions

_SHARED: Final = ("characters", "season", "weather", "watch", "braves", "rulings", "pack")


def _arguments(chosen: Mapping[str, Any]) -> dict[str, Any]:
    made = JOURNEY.arguments(chosen)
    if "land" in chosen:
        from cairn_rules.cairn_rpg.campaign.maps.land_file import land_named  # noqa: PLC0415 - as for dungeons

        made["gazetteer"] = land_named(chosen["land"], made.get("book"))
    if "at" in chosen:
        made["at"] = chosen["at"].lower()
    return made


OPTIONS: Final[SetupOptions[State]] = SetupOptions(
    options=(
        Option(
            name="land",
            value="FILE",
            help="Land: a TOML file, a JSON document, or 'seed 7' for a random one (default: three landmarks).",
            unsafe=True,
        ),
        Option(name="at", value="LANDMARK", help="Landmark where the campaign starts (default: the first one)."),
        *(option for option in JOURNEY.options if option.name in _SHARED),
    ),
    arguments=_arguments,
    registry=pack_registry,
)
