"""Fights for tests."""

from __future__ import annotations

from itertools import product
from typing import Any

from attrs import evolve

from cairn_rules.cairn_rpg.characters.character import Character
from cairn_rules.cairn_rpg.characters.conditions import Conditions
from cairn_rules.cairn_rpg.characters.effects import Power
from cairn_rules.cairn_rpg.characters.inventory import Inventory
from cairn_rules.cairn_rpg.characters.items import Item
from cairn_rules.cairn_rpg.characters.scars import LIMBS
from cairn_rules.cairn_rpg.combat.actions import (
    AGREE,
    BEGIN,
    OFFER,
    REFUSE,
    Action,
    Aid,
    Cast,
    Destroy,
    Drop,
    Flee,
    Lose,
    Recover,
    Rise,
    Strike,
    Use,
    Wait,
)
from cairn_rules.cairn_rpg.combat.rules.rules import apply
from cairn_rules.cairn_rpg.combat.rules.setup import fighter, new_game, person
from cairn_rules.cairn_rpg.combat.state import FOES, PARTY, Fighter, State
from cairn_rules.cairn_rpg.rulings import Rulings

READY = Rulings(initiative="pcs_ready")
"""Rulings with which nobody makes a DEX save in the first round."""


def hero(name: str = "Ada", *items: Item, fatigue: int = 0, **conditions: Any) -> Character:
    """A player character with 4 HP, a sword, some items and some conditions."""
    return evolve(
        person(name, hp=4, attacks=["sword d8"], kind="pc"),
        inventory=Inventory(items=items, fatigue=fatigue),
        conditions=Conditions(**conditions),
    )


def foe(name: str = "Wolf", **fields: Any) -> Character:
    """A creature with 6 HP and a bite."""
    return evolve(person(name, hp=6, attacks=["bite d6"], kind="creature"), **fields)


def begun(*party: Character | Fighter, foes: Any = None, rulings: Rulings = READY, round: int = 1) -> State:
    """A fight that has begun, with the first fighter who can act to declare."""
    start = new_game(seed=1, party=party or (hero(),), foes=foes or (foe(),), rulings=rulings)
    state = apply(start, BEGIN)
    return state if round == 1 else evolve(state, round=round, side=PARTY)


def held(character: Character, side: int = PARTY, **fields: Any) -> Fighter:
    """A fighter with some fields of its own."""
    return fighter(character, side, **fields)


def enemy(character: Character | None = None, **fields: Any) -> Fighter:
    """A foe with some fields of its own."""
    return fighter(character or foe(), FOES, **fields)


def conceivable(state: State) -> list[Action]:
    """Every action that can be written about a state, with numbers beyond its ends."""
    fighters = range(len(state.fighters) + 1)
    items = {item.id for each in state.fighters for item in each.character.inventory.items} | {"no-such-item"}
    actions: list[Action] = [BEGIN, OFFER, AGREE, REFUSE]
    powers = {effect.name for each in state.fighters for effect in each.effects if isinstance(effect, Power)} | {
        "glare"
    }
    for by in fighters:
        most = len(state.fighters[by].attacks) if by < len(state.fighters) else 0
        actions += [Strike(by, attack, target) for attack, target in product(range(most + 1), fighters)]
        actions += [Aid(by, target) for target in fighters]
        actions += [Destroy(by, target) for target in fighters]
        actions += [Use(by, power, target) for power, target in product(sorted(powers), (None, *fighters))]
        actions += [Cast(by, item, target) for item, target in product(sorted(items), (None, *fighters))]
        actions += [Drop(by, item) for item in sorted(items)]
        actions += [Lose(by, limb) for limb in (*LIMBS, "tail")]
        actions += [Flee(by), Recover(by), Rise(by), Wait(by)]
    return actions
