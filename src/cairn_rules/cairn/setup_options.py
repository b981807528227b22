"""The set-up options of Cairn on the command line."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from cairn_rules.cairn.megaliths.megaliths import BASE_SET, LIGHT_SET
from cairn_rules.cairn.state.megalith_data import Megalith
from cairn_rules.cairn.state.state import State
from cairn_rules.cairn.texts.position_text import parse_position
from cairn_rules.cairn.variant import Variant
from cairn_rules.codec.variant_text import read_option
from cairn_rules.errors import CairnRulesError, UnknownIdError
from cairn_rules.manifest import Option, SetupOptions
from cairn_rules.registry import Registry

LIGHT: Final[Mapping[str, Any]] = {"megaliths": LIGHT_SET, "circles": ("chaos", "dawn")}
"""Arguments of `new_game` for a first game."""
_PART_OF_POSITION: Final = ("light", "faces", "circles", "first")


def _arguments(chosen: Mapping[str, Any]) -> dict[str, Any]:
    made: dict[str, Any] = {}
    if "plugins" in chosen:
        made["megaliths"] = BASE_SET.with_plugins()
    if "light" in chosen:
        made |= LIGHT
    if "circles" in chosen:
        made["circles"] = circles = tuple(chosen["circles"].split(","))
        unknown = [id for id in circles if id not in BASE_SET]
        if unknown and "plugins" not in chosen:
            raise CairnRulesError(f"{UnknownIdError(unknown[0], BASE_SET.ids)} (those of plug-ins need --plugins)")
    if "faces" in chosen:
        made["faces"] = chosen["faces"]
    if "first" in chosen:
        made["first"] = int(chosen["first"]) if chosen["first"] in {"0", "1"} else chosen["first"]
    if "variant" in chosen:
        made["variant"] = read_option(chosen["variant"], Variant)
    return made


def _position(chosen: Mapping[str, Any]) -> State | None:
    if "position" not in chosen:
        return None
    for name in _PART_OF_POSITION:
        if name in chosen:
            raise CairnRulesError(f"--{name} cannot be combined with --position, which already determines it")
    registry = BASE_SET.with_plugins() if "plugins" in chosen else BASE_SET
    return parse_position(chosen["position"], registry, read_option(chosen.get("variant", ""), Variant))


def _registry_for(chosen: Mapping[str, Any]) -> Registry[Megalith] | None:
    return BASE_SET.with_plugins() if "plugins" in chosen else None


OPTIONS: Final[SetupOptions[State]] = SetupOptions(
    options=(
        Option(
            name="position",
            value="POSITION",
            help="Start from a position in quotes (default: a new game).",
            unsafe=True,
        ),
        Option(name="light", help="Set up a first game with the eight light megaliths (default: all megaliths)."),
        Option(name="faces", value="FACES", help="Faces of the tiles, such as wooe (default: random)."),
        Option(name="circles", value="ID,ID", help="Megaliths on the Stone Circles (default: random)."),
        Option(name="first", value="SEAT", help="First player: sea or forest (default: random)."),
        Option(
            name="variant", value="NAME=VALUE,…", help="Rule options, such as power_exit=true (default: the rulebook)."
        ),
        Option(
            name="plugins",
            help="Load the megaliths of installed plug-ins (default: only the base set).",
            reading=True,
            unsafe=True,
        ),
    ),
    arguments=_arguments,
    position=_position,
    registry=_registry_for,
)
