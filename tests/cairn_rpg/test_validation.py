"""Validation: every broken rule with its number (R43)."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from cairn_rules.cairn_rpg.attributes import Score
from cairn_rules.cairn_rpg.book import Grant
from cairn_rules.cairn_rpg.book_file import book
from cairn_rules.cairn_rpg.character import Character, Omen
from cairn_rules.cairn_rpg.conditions import Conditions
from cairn_rules.cairn_rpg.creation import (
    create_background_hireling,
    create_character,
    create_hireling,
    create_party,
    take_over,
)
from cairn_rules.cairn_rpg.items import Container, Item
from cairn_rules.cairn_rpg.rulings import DEFAULT, Rulings
from cairn_rules.cairn_rpg.scars import Scar
from cairn_rules.cairn_rpg.validation import validate

HERO = create_character(seed=7, background="aurifex", tables=(4, 1), bond=10, name="Ash")
"""A character with seven slots in use: four of its gear, two of row 1.4, one of row 2.1, and the spirit of bond 10."""
ROPE = Item(id="rope", name="Rope")
CHALK = Item(id="chalk", name="Chalk", slots=0)
CART = Container(id="cart", name="Cart", capacity=4, load=2, pulled=True)


def changed(**changes: Any) -> Character:
    """The hero with changes, those of the inventory by the names of its fields."""
    pack = {name: changes.pop(name) for name in tuple(changes) if hasattr(HERO.inventory, name) and name != "armor"}
    return evolve(HERO, inventory=evolve(HERO.inventory, **pack), **changes)


def found(character: Character, rulings: Rulings = DEFAULT, **options: Any) -> list[str]:
    """The violations as texts."""
    return list(map(str, validate(character, rulings, **options)))


def test_new_characters_break_no_rule() -> None:
    """Whatever creation makes is valid, also what is left behind, in parties, and as hirelings (R26, R27, R43)."""
    rulings = Rulings(creation_overflow="refuse", grant_change="coins", zero_hp="lose", stone_heart_start=1)
    for seed in range(150):
        assert found(create_character(seed=seed), new=True) == []
        full = create_character(seed=seed, background="fieldwarden", rulings=rulings)
        assert found(full, rulings, new=True) == []
        helper = create_background_hireling(seed=seed)
        assert (
            found(helper, new=True) == found(take_over(helper)) == found(create_hireling("lockpick", seed=seed)) == []
        )
    assert all(found(member, new=True) == [] for member in create_party(4, seed=1))
    bought = create_character(seed=1, background="kettlewright", tables=(2, 1), buy=["rope", "chain"])
    assert found(bought, new=True) == []


def test_all_violations_are_listed() -> None:
    """Not only the first one, and each with its rule (R43)."""
    wrong = changed(fatigue=3, age=8, bonds=(), omen=Omen(21), rows=None)
    assert found(wrong) == [
        "inventory: 11 slots are used, and there are 10 [R32]",
        "rows: the rows of the two tables of its background are missing [R12]",
        "age: 8 is not from 12 to 50 [R19]",
        "bonds: 0; there should be 1 [R18]",
        "omen: there is no row 21 (1 to 20) [R20]",
    ]
    assert [violation.rule for violation in validate(wrong)] == ["R32", "R12", "R19", "R18", "R20"]


@pytest.mark.parametrize(
    ("changes", "violations"),
    [
        ({"capacity": 11}, ["inventory: 11 slots; nothing raises them above 10 [R28]"]),
        ({"capacity": -1}, ["inventory: -1 slots; nothing raises them above 10 [R28]",
                            "inventory: 8 slots are used, and there are -1 [R32]"]),
        ({"fatigue": -1}, ["inventory: -1 Fatigue; there is no less than 0 [R29]"]),
        ({"gold": -5}, ["inventory: -5gp; there is no less than 0 [R222]"]),
        ({"gold": 300}, ["inventory: 11 slots are used, and there are 10 [R32]"]),
        ({"containers": (evolve(CART, items=(ROPE,) * 4, gold=100),)},
         ["inventory: the Cart holds 5 slots, and has 4 [R35]"]),
        ({"containers": (evolve(CART, load=1),) * 2},
         ["inventory: more than one cart is pulled, and each takes both hands [R35]"]),
        ({"stash": (Item(id="foot", name="Metal Foot", slots=0, bodily=True),)},
         ["inventory: Metal Foot cannot be put away [R41]"]),
        ({"stash": (Item(id="arm", name="Metal Arm", slots=0, slots_detached=2, bodily=True),)}, []),
        ({"items": HERO.inventory.items[:-1]},
         ["inventory: Mischievous Spirit of bond 10 is missing, and cannot be dropped [R41]"]),
        ({"armor": 4}, ["armor: 4 Armor; nobody has more than 3 [R70]"]),
        ({"scars": (Scar(row=13),)}, ["scars: there is no row 13 (1 to 12) [R108]"]),
        ({"conditions": Conditions(deprived_days=1)}, ["conditions: days of deprivation without an unmet need [R61]"]),
        ({"day_rate": 5}, ["day_rate: only a hireling has a daily rate [R140]"]),
        ({"background": "aurifx"}, ["background: 'aurifx' is unknown; did you mean 'aurifex'? [R9]"]),
        ({"name": " "}, ["name: it is empty [R10]"]),
        ({"rows": (0, 7)}, ["rows: table 1 has no row 0 (1 to 6) [R12]", "rows: table 2 has no row 7 (1 to 6) [R12]"]),
        ({"strength": Score.full(19)}, ["strength: 19 is not from 3 to 18 [R14]"]),
        ({"willpower": Score.full(2)}, ["willpower: 2 is not from 3 to 18 [R14]"]),
        ({"strength": Score.full(19), "hp": Score.full(9), "scars": (Scar(row=8),)}, []),
        ({"hp": Score.full(7)}, ["hp: 7 is not from 1 to 6 [R16]"]),
        ({"traits": evolve(HERO.traits, hair="Blue")},  # type: ignore[type-var]
         [f"traits: 'Blue' is not a hair; known: {', '.join(book().traits['hair'])} [R17]"]),
        ({"traits": None}, ["traits: they are missing [R17]"]),
        ({"age": None}, ["age: it is missing [R19]"]),
        ({"age": 51}, ["age: 51 is not from 12 to 50 [R19]"]),
        ({"bonds": (21,)}, ["bonds: there is no row 21 (1 to 20) [R18]"]),
        ({"bonds": (10, 10)}, ["bonds: 2; there should be 1 [R21]", "bonds: bond 10 is taken twice [R21]"]),
        ({"omen": Omen(3)}, []),
        ({"omen": Omen(3, private=True)}, ["omen: nothing makes it private [R21]"]),
    ],
)  # fmt: skip
def test_violations(changes: dict[str, Any], violations: list[str]) -> None:
    """Each rule by itself (R28 to R35, R41, R57, R70, and the results of creation)."""
    assert found(changed(**changes)) == violations


def test_four_items_without_a_bag() -> None:
    """A remark, or a fault by another ruling; petty items do not count, and a cart helps (R33, A8)."""
    items = (*[ROPE] * 5, CHALK, HERO.inventory.items[-1])
    (remark,) = validate(changed(backpack=False, items=items))
    assert str(remark) == (
        "inventory: 6 items without a backpack, a container or a mount; 4 are carried comfortably [R33]"
    )
    assert remark.is_remark
    (fault,) = validate(changed(backpack=False, items=items), Rulings(no_backpack="limit"))
    assert not fault.is_remark
    assert found(changed(backpack=False, items=(*[ROPE] * 3, CHALK, HERO.inventory.items[-1]))) == []
    assert found(changed(backpack=False, items=items, containers=(CART,))) == []


def test_the_exceptions_of_backgrounds() -> None:
    """A Fieldwarden has two bonds, a Foundling a private omen (R21)."""
    warden = create_character(seed=1, background="fieldwarden", tables=(1, 1), bond=3, second_bond=4)
    assert found(evolve(warden, bonds=(3,))) == ["bonds: 1; there should be 2 [R21]"]
    assert found(evolve(warden, bonds=(3, 3)), Rulings(second_bond="any")) == []
    child = create_character(seed=1, background="foundling")
    assert found(evolve(child, omen=None)) == ["omen: its private omen is missing [R21]"]
    assert found(evolve(child, omen=Omen(3))) == ["omen: it is public, and should be private [R21]"]


def test_those_without_a_background() -> None:
    """Hirelings and creatures have no results of creation; a new character has a background (R9, R107)."""
    guard = create_hireling("bodyguard", seed=1)
    assert found(guard, new=True) == []
    assert found(evolve(guard, scars=(Scar(row=1),))) == ["scars: only player characters get scars [R107]"]
    assert found(take_over(guard), new=True) == ["background: a new character has a background [R9]"]


@pytest.mark.parametrize(
    ("changes", "violations"),
    [
        ({"strength": Score(3, 12)}, ["strength: 3/12 is not full [R14]"]),
        ({"hp": Score(0, 3)}, ["hp: 0/3 is not full [R16]"]),
        ({"gold": 19}, ["inventory: 19gp is not from 3 to 18 [R23]"]),
        ({"backpack": False}, [
            "inventory: 8 items without a backpack, a container or a mount; 4 are carried comfortably [R33]",
            "inventory: the backpack is missing [R22]"]),
        ({"items": HERO.inventory.items[1:]}, ["inventory: Rations is missing [R11]"]),
        ({"items": (*HERO.inventory.items, ROPE)}, ["inventory: nothing grants Rope [R11]"]),
        ({"containers": (CART,)}, ["containers: they are not those that its background, rows and bonds grant [R12]"]),
        ({"effects": ()}, ["effects: they are not those that its background, rows and bonds grant [R12]"]),
        ({"fatigue": 1}, ["conditions: a new character has no Fatigue, no scars and no condition [R8]"]),
        ({"conditions": Conditions(panicked=True)},
         ["conditions: a new character has no Fatigue, no scars and no condition [R8]"]),
        ({"bonds": (0,)}, ["bonds: there is no row 0 (1 to 20) [R18]"]),
        ({"rows": (7, 1)}, ["rows: table 1 has no row 7 (1 to 6) [R12]"]),
    ],
)  # fmt: skip
def test_violations_of_a_new_character(changes: dict[str, Any], violations: list[str]) -> None:
    """What happened since creation (R8 to R26)."""
    assert found(changed(**changes), new=True) == violations


def test_armor_of_a_new_character_is_worn() -> None:
    """Everything wearable is worn (R25)."""
    warden = create_character(seed=1, background="fieldwarden", tables=(1, 1))
    bare = tuple(evolve(item, worn=False) for item in warden.inventory.items)
    assert found(evolve(warden, inventory=evolve(warden.inventory, items=bare)), new=True) == [
        "inventory: Brigandine is not worn [R25]"
    ]


def test_purchases_of_a_new_character() -> None:
    """A row pays for gear up to its budget and number (R13, R214)."""
    gear = {goods.id: goods.item for goods in book().goods["gear"]}
    runner = create_character(seed=1, background="rill-runner", tables=(1, 3), bond=3)

    def bought(*ids: str) -> list[str]:
        more = tuple(item for id in ids if (item := gear[id]))
        return found(
            evolve(runner, inventory=evolve(runner.inventory, items=(*runner.inventory.items, *more))), new=True
        )

    assert bought() == bought("chisel") == []
    assert bought("chisel", "mirror") == ["inventory: nothing grants Mirror [R13]"]
    assert bought("spyglass") == ["inventory: nothing grants Spyglass [R13]"]


def test_what_is_refused_may_be_missing() -> None:
    """By another ruling what does not fit is not set aside; petty items always fit (A5)."""
    refuse = Rulings(creation_overflow="refuse")
    assert found(changed(items=HERO.inventory.items[1:]), refuse, new=True) == []
    petty = tuple(item for item in HERO.inventory.items if item.id != "protective-gloves")
    assert found(changed(items=petty), refuse, new=True) == ["inventory: Protective Gloves is missing [R11]"]


def test_a_book_of_ones_own() -> None:
    """Backgrounds are looked up in the book that is given (R43)."""
    own = evolve(book(), backgrounds={})
    assert found(HERO, book=own) == ["background: 'aurifex' is unknown; known: none [R9]"]
    assert Grant().second_bond is False
