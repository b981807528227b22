"""Set-up options on the command line: the land, the party, the first day and the rulings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from cairn_rules.cairn_rpg.campaign.gazetteer import Gazetteer
from cairn_rules.cairn_rpg.campaign.state import State
from cairn_rules.cairn_rpg.content.pack_options import pack_registry
from cairn_rules.cairn_rpg.wilderness.setup_options import OPTIONS as JOURNEY
from cairn_rules.manifest import Option, SetupOptions

_SHARED: Final = ("characters", "season", "weather", "watch", "braves", "rulings", "pack")


def _arguments(chosen: Mapping[str, Any]) -> dict[str, Any]:
    made = JOURNEY.arguments(chosen)
    if "land" in chosen:
        from cairn_rules.cairn_rpg.common.documents import read_document  # noqa: PLC0415 - as for dungeons

        made["gazetteer"] = read_document(chosen["land"], Gazetteer)
    if "at" in chosen:
        made["at"] = chosen["at"].lower()
    return made


OPTIONS: Final[SetupOptions[State]] = SetupOptions(
    options=(
        Option(
            name="land",
            value="FILE",
            help="JSON document of the gazetteer (default: a village, a ford and a barrow).",
        ),
        Option(name="at", value="LANDMARK", help="Landmark where the campaign starts (default: the first one)."),
        *(option for option in JOURNEY.options if option.name in _SHARED),
    ),
    arguments=_arguments,
    registry=pack_registry,
)
"""The set-up options on the command line."""
