"""The set-up options of Endless Winter on the command line."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from cairn_rules.codec.variant_text import read_option
from cairn_rules.endless_winter.content import Pack
from cairn_rules.endless_winter.packs.pack_file import read_pack
from cairn_rules.endless_winter.rules.setup import MOST
from cairn_rules.endless_winter.state.state import State
from cairn_rules.endless_winter.variant import Variant
from cairn_rules.errors import SetupError, cut
from cairn_rules.manifest import Option, SetupOptions
from cairn_rules.registry import Registry

_PLAYERS: Final = {str(number): number for number in range(1, MOST + 1)}


def _arguments(chosen: Mapping[str, Any]) -> dict[str, Any]:
    """Return the arguments of `new_game` for the chosen options."""
    made: dict[str, Any] = {}
    if "players" in chosen:
        if chosen["players"] not in _PLAYERS:
            raise SetupError(f"Endless Winter is for 1 to {MOST} players, not {cut(chosen['players'], 20)!r}")
        made["players"] = _PLAYERS[chosen["players"]]
    if "layout" in chosen:
        made["layout"] = chosen["layout"]
    if "pack" in chosen:
        made["content"] = read_pack(chosen["pack"])
    if "variant" in chosen:
        made["variant"] = read_option(chosen["variant"], Variant)
    return made


def _registry(chosen: Mapping[str, Any]) -> Registry[Pack] | None:
    """Return the registry in which stored games look up their pack."""
    return Registry([read_pack(chosen["pack"])]) if "pack" in chosen else None


OPTIONS: Final[SetupOptions[State]] = SetupOptions(
    options=(
        Option(name="players", value="N", help="Number of players, from 1 to 4 (default: 2)."),
        Option(name="layout", value="NAME", help="Pattern of Megalith tiles (default: the first one of the pack)."),
        Option(
            name="pack",
            value="FILE",
            help="Content pack: a TOML or JSON file (default: the built-in pack).",
            reading=True,
            unsafe=True,
        ),
        Option(
            name="variant", value="NAME=VALUE,…", help="Rule options, such as draft=setup (default: those of the pack)."
        ),
    ),
    arguments=_arguments,
    registry=_registry,
)
