"""Example states and actions, for documentation and tests."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from attrs import evolve

from cairn_rules.cairn_rpg.characters.character import Character
from cairn_rules.cairn_rpg.characters.conditions import Conditions
from cairn_rules.cairn_rpg.characters.inventory import Inventory
from cairn_rules.cairn_rpg.characters.items import Item, Uses
from cairn_rules.cairn_rpg.characters.scars import Scar
from cairn_rules.cairn_rpg.combat.actions import BEGIN, OFFER, Wait
from cairn_rules.cairn_rpg.combat.notation import ACTIONS
from cairn_rules.cairn_rpg.combat.rules.rules import apply, legal_actions
from cairn_rules.cairn_rpg.combat.rules.setup import creature, fighter, new_game, person
from cairn_rules.cairn_rpg.combat.state import FOES, Question, State
from cairn_rules.cairn_rpg.content.book_file import book
from cairn_rules.cairn_rpg.rulings import Rulings
from cairn_rules.manifest import Samples


def _hero(name: str, *items: Item, fatigue: int = 0, conditions: Conditions | None = None) -> Character:
    hero = person(name, hp=4, attacks=["sword d8"], kind="pc")
    carried = evolve(hero, inventory=Inventory(items=items, fatigue=fatigue))
    return carried if conditions is None else evolve(carried, conditions=conditions)


def _states() -> Iterator[State]:
    """Yield a whole fight, and states with decisions that it may lack: aid, panic, a dropped item, a lost limb."""
    state = new_game(seed=3)
    yield state
    while legal := legal_actions(state):
        state = apply(state, legal[0])
        yield state
    bandages = Item(id="bandages", name="Bandages", uses=Uses.full(3))
    party = (
        _hero("Ada", bandages),
        _hero("Bo", conditions=Conditions(down="critical")),
        _hero("Cy", Item(id="rope", name="Rope"), Item(id="tent", name="Tent", slots=2), fatigue=7),
        _hero("Dee", conditions=Conditions(panicked=True)),
    )
    foes = [
        fighter(person("Rats", hp=3, strength=5, attacks=["bite d6"], detachment=True), FOES),
        fighter(person("Chief", hp=6, attacks=["axe d8"]), FOES, exposure="impaired", refuge=False),
    ]
    start = new_game(seed=5, party=party, foes=foes, leader=1, rulings=Rulings(initiative="pcs_ready"))
    yield start
    begun = apply(start, BEGIN)
    yield begun
    later = evolve(begun, round=2)
    for _ in range(2):
        later = apply(later, legal_actions(later)[0])
    yield later
    mage = _hero("Ada", *(book().spells[id].spellbook for id in ("sleep", "fog-cloud")))
    yield apply(evolve(start, fighters=(fighter(mage), *start.fighters[1:])), BEGIN)
    yield apply(begun, OFFER)
    creatures = book().creatures
    ghostly = [fighter(creature(creatures[id]), FOES) for id in ("banshee", "skeleton", "basilisk")]
    haunted = apply(new_game(seed=5, party=party[:1], foes=ghostly, rulings=Rulings(initiative="pcs_ready")), BEGIN)
    bones = ghostly[1]
    slain = evolve(bones, character=evolve(bones.character, conditions=Conditions(dead=True)), fell=1)
    haunted = evolve(haunted, fighters=(haunted.fighters[0], ghostly[0], slain, ghostly[2]), round=2)
    yield haunted
    yield apply(haunted, Wait(by=0))
    yield apply(apply(haunted, Wait(by=0)), Wait(by=1))
    yield evolve(begun, questions=(Question("drop", 2),))
    sundered = evolve(begun.fighters[0].character, scars=(Scar(row=10),))
    fighters = (evolve(begun.fighters[0], character=sundered), *begun.fighters[1:])
    yield evolve(begun, fighters=fighters, questions=(Question("limb", 0),))


SAMPLES: Final[Samples[State]] = Samples(states=_states, actions=ACTIONS.examples)
