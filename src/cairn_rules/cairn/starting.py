"""What can be chosen for the start of a game of Cairn on a command line."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from cairn_rules.cairn.board import Tribe
from cairn_rules.cairn.megaliths import BASE_SET, LIGHT_SET
from cairn_rules.cairn.position import parse_position
from cairn_rules.cairn.state import State
from cairn_rules.cairn.variant import Variant
from cairn_rules.errors import CairnRulesError, UnknownIdError
from cairn_rules.starting import Option, Starting
from cairn_rules.variants import read_variant

LIGHT: Final[Mapping[str, Any]] = {"megaliths": LIGHT_SET, "circles": ("chaos", "dawn")}
"""The options of `new_game` for first games."""
_SAID: Final = ("light", "faces", "circles", "first")
"""What a position says already."""


def _arguments(chosen: Mapping[str, Any]) -> dict[str, Any]:
    made: dict[str, Any] = {}
    if "plugins" in chosen:
        made["megaliths"] = BASE_SET.with_plugins()
    if "light" in chosen:
        made |= LIGHT
    if "circles" in chosen:
        made["circles"] = tuple(chosen["circles"].split(","))
    if "faces" in chosen:
        made["faces"] = chosen["faces"]
    if "first" in chosen:
        made["first"] = _tribe(chosen["first"])
    if "variant" in chosen:
        made["variant"] = read_variant(chosen["variant"], Variant)
    return made


def _tribe(name: str) -> Tribe:
    names = {tribe.name.lower(): tribe for tribe in Tribe}
    if name not in names:
        raise UnknownIdError(name, tuple(names))
    return names[name]


def _position(chosen: Mapping[str, Any]) -> State | None:
    if "position" not in chosen:
        return None
    for name in _SAID:
        if name in chosen:
            raise CairnRulesError(f"--{name} does not go with a position, which says it already")
    registry = BASE_SET.with_plugins() if "plugins" in chosen else BASE_SET
    return parse_position(chosen["position"], registry, read_variant(chosen.get("variant", ""), Variant))


STARTING: Final[Starting[State]] = Starting(
    options=(
        Option(name="position", value="POSITION", help="start from a position in quotes"),
        Option(name="light", help="the set-up for first games: the eight light megaliths"),
        Option(name="faces", value="FACES", help="the tiles' faces, such as wooe"),
        Option(name="circles", value="ID,ID", help="the megaliths on the Stone Circles"),
        Option(name="first", value="SEAT", help="who begins"),
        Option(name="variant", value="NAME=VALUE,…", help="rule options, such as power_exit=true"),
        Option(name="plugins", help="load the megaliths of installed plugins, too"),
    ),
    arguments=_arguments,
    position=_position,
)
"""What can be chosen."""
