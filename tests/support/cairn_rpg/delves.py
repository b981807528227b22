"""A small dungeon for tests, and a way to play it with scripted dice."""

from __future__ import annotations

from functools import partial
from typing import Any

from attrs import evolve

from cairn_rules.cairn_rpg import dungeon
from cairn_rules.cairn_rpg.characters.attributes import Attribute
from cairn_rules.cairn_rpg.characters.character import Character
from cairn_rules.cairn_rpg.characters.items import Item, Uses
from cairn_rules.cairn_rpg.dice_formula import Formula
from cairn_rules.cairn_rpg.dungeon.areas import Area, Door, Dungeon, Exit, Place, Row, Tables, Trap
from cairn_rules.cairn_rpg.dungeon.rules.setup import new_game
from cairn_rules.cairn_rpg.dungeon.state import State
from cairn_rules.cairn_rpg.events import Event
from cairn_rules.cairn_rpg.rulings import DEFAULT, Rulings
from support.cairn_rpg.people import person
from support.cairn_rpg.scripted import played

TORCH = Item(id="torch", name="Torch", uses=Uses.full(3), light="torch")
LANTERN = Item(id="lantern", name="Lantern", light="lantern")
OIL = Item(id="oil-can", name="Oil Can", uses=Uses.full(6))
KEY = Item(id="key", name="Key", slots=0)
GEM = Item(id="gem", name="Gem")
SNARE = Trap(id="snare", damage=Formula.parse("d6"), save=Attribute.DEX)
BLADE = Trap(
    id="blade",
    name="swinging blade",
    damage=Formula.parse("d6"),
    attribute=Attribute.DEX,
    armor=True,
    certain=True,
    everyone=True,
    again=True,
)
DART = Trap(id="dart", damage=Formula.parse("3"), certain=True)
MAP = Dungeon(
    areas=(
        Area(
            id="hall",
            name="Hall",
            text="Pillars and dust",
            dark=False,
            safe=True,
            outside=True,
            exits=(Exit(to="gallery"), Exit(to="cell", door="grate"), Exit(to="nook", hidden="crack")),
            places=(
                Place(id="chest", items=(GEM, GEM), reveals=("crack", "snare"), text="The lid is new"),
                Place(id="shelves", name="Shelves", turns=3),
            ),
        ),
        Area(
            id="gallery",
            text="A long gallery",
            exits=(Exit(to="hall"), Exit(to="crypt", feet=100)),
            items=(GEM,),
            traps=(SNARE,),
        ),
        Area(id="crypt", danger=True, safe=True, exits=(Exit(to="gallery", feet=100),), traps=(BLADE,)),
        Area(id="cell", exits=(Exit(to="hall", door="grate"),)),
        Area(id="nook", safe=True, exits=(Exit(to="hall"),)),
    ),
    doors=(
        Door(
            id="grate",
            state="locked",
            key="key",
            save=Attribute.STR,
            turns=2,
            loud=True,
            sounds="a low hum",
            traps=(DART,),
        ),
    ),
    tables=Tables(
        encounters=(Row(text="two rats"), Row(text="a ring of bones", panic=True)),
        signs=(Row(text="wet prints"),),
        environments=(Row(text="a gust", lights_out=True),),
        losses=(Row(text="the oil is spilt", lights_out=True),),
    ),
)


def delve(*members: Character, dungeon: Dungeon = MAP, rulings: Rulings = DEFAULT, **fields: Any) -> State:
    """A party in the hall: Ada and Bo with a torch each, unless others are given."""
    party = members or (person("Ada", items=(TORCH,)), person("Bo", items=(TORCH,)))
    state = new_game(seed=1, party=party, dungeon=dungeon, rulings=rulings)
    return evolve(state, **fields) if fields else state


play = partial(played, dungeon)
"""Plays a dungeon with exactly these faces."""


def said(events: list[Event]) -> list[str]:
    """The events as texts, each with its rule."""
    return [str(event) for event in events]
