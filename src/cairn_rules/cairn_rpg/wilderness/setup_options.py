"""Set-up options on the command line: the party, the legs, the season and the rulings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from cairn_rules.cairn_rpg.combat.setup_options import party_arguments
from cairn_rules.cairn_rpg.content.pack_options import PACK, pack_registry, rulings_option
from cairn_rules.cairn_rpg.wilderness.setup import parse_legs
from cairn_rules.cairn_rpg.wilderness.state import WATCHES, State
from cairn_rules.errors import SetupError, cut, hint
from cairn_rules.manifest import Option, SetupOptions


def _arguments(chosen: Mapping[str, Any]) -> dict[str, Any]:
    made = party_arguments(chosen)
    if "legs" in chosen:
        made["legs"] = parse_legs(chosen["legs"])
    for name in ("season", "weather"):
        if name in chosen:
            made[name] = chosen[name].lower()
    if "watch" in chosen:
        word = chosen["watch"].lower()
        if word not in WATCHES:
            raise SetupError(f"{cut(chosen['watch'], 100)!r} is not a watch; {hint(word, WATCHES)}")
        made["watch"] = WATCHES.index(word)
    made |= {name: True for name in ("settlement", "braves") if chosen.get(name)}
    return made


OPTIONS: Final[SetupOptions[State]] = SetupOptions(
    options=(
        Option(
            name="characters",
            value="MEMBERS",
            help="Members of the party, such as 'seed 7; 2 Hero: 4 HP, sword (d8)' (default: two adventurers).",
            unsafe=True,
        ),
        Option(
            name="legs",
            value="LEGS",
            help="Legs of the journey, such as 'Mill: road short; Tower: trail long tough' (default: two legs).",
        ),
        Option(name="season", value="SEASON", help="Season: spring, summer, fall or winter (default: spring)."),
        Option(name="weather", value="WEATHER", help="Weather of the first day, such as fair (default: rolled)."),
        Option(name="watch", value="WATCH", help="Watch of departure: morning, afternoon or night (default: morning)."),
        Option(name="settlement", help="Sell rations where the journey starts (default: not sold)."),
        Option(name="braves", help="Allow travel in Catastrophic weather (default: not allowed)."),
        rulings_option("terrain_mix=worst"),
        PACK,
    ),
    arguments=_arguments,
    registry=pack_registry,
)
