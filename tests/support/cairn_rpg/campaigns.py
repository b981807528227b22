"""A small land for tests, and a way to play a campaign with scripted dice."""

from __future__ import annotations

from functools import partial
from typing import Any

from cairn_rules.cairn_rpg import campaign
from cairn_rules.cairn_rpg.campaign.gazetteer import Encounter, Gazetteer, Landmark, Way
from cairn_rules.cairn_rpg.campaign.rules.setup import new_game
from cairn_rules.cairn_rpg.campaign.state import State
from cairn_rules.cairn_rpg.characters.character import Character
from cairn_rules.cairn_rpg.combat.rules.setup import person as fighter
from cairn_rules.cairn_rpg.wilderness.state import Route
from support.cairn_rpg.delves import MAP, TORCH
from support.cairn_rpg.people import RATIONS, SWORD, person
from support.cairn_rpg.scripted import played

RAT = fighter("Rat", hp=1, attacks=["bite d4"], kind="creature")
LAND = Gazetteer(
    landmarks=(
        Landmark(id="inn", name="Inn", settlement=True),
        Landmark(id="crypt", name="Crypt", dungeon=MAP),
    ),
    ways=(Way(id="track", ends=("inn", "crypt")), Way(id="dyke", ends=("crypt", "inn"), route=Route(path="road"))),
    encounters=(Encounter(id="rat", foes=(RAT,)),),
)
"""An inn and a crypt, with a trail of two watches and a road of one between them."""


def begun(*members: Character, weather: str | None = "fair", **options: Any) -> State:
    """A campaign on the first morning: Ada with a sword and Bo at the inn, unless others are given."""
    party = members or (person("Ada", items=(RATIONS, TORCH, SWORD)), person("Bo", items=(RATIONS, TORCH)))
    return new_game(seed=1, party=party, gazetteer=LAND, weather=weather, **options)  # type: ignore[arg-type]


play = partial(played, campaign)
"""Plays a campaign with exactly these faces."""
