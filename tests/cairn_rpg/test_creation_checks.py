"""Checks of the results of creation, as a part of validation (R43)."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from cairn_rules.cairn_rpg.characters.attributes import Score
from cairn_rules.cairn_rpg.characters.character import Character, Omen
from cairn_rules.cairn_rpg.characters.conditions import Conditions
from cairn_rules.cairn_rpg.characters.items import Container, Item
from cairn_rules.cairn_rpg.characters.scars import Scar
from cairn_rules.cairn_rpg.content.book import Grant
from cairn_rules.cairn_rpg.content.book_file import book
from cairn_rules.cairn_rpg.creation import (
    create_background_hireling,
    create_character,
    create_hireling,
    create_party,
    take_over,
)
from cairn_rules.cairn_rpg.rulings import DEFAULT, Rulings
from cairn_rules.cairn_rpg.validation import validate

HERO = create_character(seed=7, background="aurifex", tables=(4, 1), bond=10, name="Ash")
"""A character with seven slots in use: four of its gear, two of row 1.4, one of row 2.1, and the spirit of bond 10."""
ROPE = Item(id="rope", name="Rope")
CART = Container(id="cart", name="Cart", capacity=4, load=2, pulled=True)


def changed(**changes: Any) -> Character:
    """The hero with changes, those of the inventory by the names of its fields."""
    pack = {name: changes.pop(name) for name in tuple(changes) if hasattr(HERO.inventory, name) and name != "armor"}
    return evolve(HERO, inventory=evolve(HERO.inventory, **pack), **changes)


def found(character: Character, rulings: Rulings = DEFAULT, **options: Any) -> list[str]:
    """The violations as texts."""
    return [f"{fault.text} [{fault.rule}]" for fault in validate(character, rulings, **options)]


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


@pytest.mark.parametrize("bond", [1, 20])
def test_new_characters_are_unhurt_whatever_their_bond(bond: int) -> None:
    """The first and the last row are bonds like all others (R18, R43)."""
    new = create_character(seed=7, background="aurifex", tables=(4, 1), bond=bond, name="Ash")
    assert found(new, new=True) == []
    hurt = evolve(new, strength=Score(1, new.strength.max))
    assert found(hurt) == []
    assert found(hurt, new=True) != []


def test_all_violations_are_listed() -> None:
    """Not only the first one, and each with its rule (R43)."""
    wrong = changed(fatigue=3, age=8, bonds=(), omen=Omen(21), rows=None)
    assert found(wrong) == [
        "Ash uses 11 of 10 slots [R32]",
        "Ash lacks the rows of the two tables of its background [R12]",
        "Ash is 8 years old, not 12 to 50 [R19]",
        "the number of bonds of Ash is 0, not 1 [R18]",
        "Ash has omen 21, not one of 1 to 20 [R20]",
    ]
    assert [violation.rule for violation in validate(wrong)] == ["R32", "R12", "R19", "R18", "R20"]
    assert str(validate(wrong)[2]) == "Ash is 8 years old, not 12 to 50 [creation/age, rule R19]"


@pytest.mark.parametrize(
    ("changes", "violations"),
    [
        ({"stash": (Item(id="foot", name="Metal Foot", slots=0, bodily=True),)},
         ["Ash has put Metal Foot away, which stays with its owner [R41]"]),
        ({"stash": (Item(id="arm", name="Metal Arm", slots=0, slots_detached=2, bodily=True),)}, []),
        ({"items": HERO.inventory.items[:-1]},
         ["Ash lacks Mischievous Spirit of bond 10, which cannot be dropped [R41]"]),
        ({"armor": 4}, ["Ash has 4 Armor; the maximum is 3 [R70]"]),
        ({"day_rate": 5}, ["Ash has a daily rate, which only hirelings have [R140]"]),
        ({"background": "aurifx"}, ["'aurifx' is not a background of Ash; did you mean 'aurifex'? [R9]"]),
        ({"name": " "}, ["the name is empty [R10]"]),
        ({"rows": (0, 7)},
         ["Ash has row 0 of background table 1, which has 1 to 6 [R12]",
          "Ash has row 7 of background table 2, which has 1 to 6 [R12]"]),
        ({"strength": Score.full(19)}, ["Ash has 19 STR, not 3 to 18 [R14]"]),
        ({"willpower": Score.full(2)}, ["Ash has 2 WIL, not 3 to 18 [R14]"]),
        ({"strength": Score.full(19), "hp": Score.full(9), "scars": (Scar(row=8),)}, []),
        ({"hp": Score.full(7)}, ["Ash has 7 HP, not 1 to 6 [R16]"]),
        ({"traits": evolve(HERO.traits, hair="Blue")},  # type: ignore[type-var]
         [f"'Blue' is not a hair of Ash; known: {', '.join(book().traits['hair'])} [R17]"]),
        ({"traits": None}, ["Ash has no traits [R17]"]),
        ({"age": None}, ["Ash has no age [R19]"]),
        ({"age": 51}, ["Ash is 51 years old, not 12 to 50 [R19]"]),
        ({"bonds": (21,)}, ["Ash has bond 21, not one of 1 to 20 [R18]"]),
        ({"bonds": (10, 10)}, ["the number of bonds of Ash is 2, not 1 [R21]", "Ash has bond 10 twice [R21]"]),
        ({"omen": Omen(3)}, []),
        ({"omen": Omen(3, private=True)}, ["the omen of Ash is private without a reason [R21]"]),
    ],
)  # fmt: skip
def test_violations(changes: dict[str, Any], violations: list[str]) -> None:
    """Each rule by itself (R28 to R35, R41, R57, R70, and the results of creation)."""
    assert found(changed(**changes)) == violations


def test_the_exceptions_of_backgrounds() -> None:
    """A Fieldwarden has two bonds, a Foundling a private omen (R21)."""
    warden = create_character(seed=1, background="fieldwarden", name="Ash", tables=(1, 1), bond=3, second_bond=4)
    assert found(evolve(warden, bonds=(3,))) == ["the number of bonds of Ash is 1, not 2 [R21]"]
    assert found(evolve(warden, bonds=(3, 3)), Rulings(second_bond="any")) == []
    child = create_character(seed=1, background="foundling", name="Ash")
    assert found(evolve(child, omen=None)) == ["Ash lacks a private omen [R21]"]
    assert found(evolve(child, omen=Omen(3))) == ["the omen of Ash should be private [R21]"]


def test_those_without_a_background() -> None:
    """Hirelings and creatures have no results of creation; a new character has a background (R9, R107)."""
    guard = create_hireling("bodyguard", seed=1)
    assert found(guard, new=True) == []
    assert found(evolve(guard, scars=(Scar(row=1),))) == [
        "Bodyguard has scars, which only player characters get [R107]"
    ]
    assert found(take_over(guard), new=True) == ["Bodyguard is new, but has no background [R9]"]


@pytest.mark.parametrize(
    ("changes", "violations"),
    [
        ({"strength": Score(3, 12)}, ["Ash is new and should have full strength, not 3/12 [R14]"]),
        ({"hp": Score(0, 3)}, ["Ash is new and should have full HP, not 0/3 [R16]"]),
        ({"gold": 19}, ["Ash is new, but has 19gp, not 3 to 18 [R23]"]),
        ({"backpack": False}, ["Ash is new, but has no backpack [R22]"]),
        ({"items": HERO.inventory.items[1:]}, ["Ash is new, but lacks Rations [R11]"]),
        ({"items": (*HERO.inventory.items, ROPE)}, ["Ash is new, but has Rope, which nothing grants [R11]"]),
        ({"containers": (CART,)},
         ["Ash is new, but has containers other than those from its background, rows and bonds [R12]"]),
        ({"effects": ()}, ["Ash is new, but has effects other than those from its background, rows and bonds [R12]"]),
        ({"fatigue": 1}, ["Ash is new, but has Fatigue, scars or conditions [R8]"]),
        ({"conditions": Conditions(panicked=True)},
         ["Ash is new, but has Fatigue, scars or conditions [R8]"]),
        ({"bonds": (0,)}, ["Ash has bond 0, not one of 1 to 20 [R18]"]),
        ({"rows": (7, 1)}, ["Ash has row 7 of background table 1, which has 1 to 6 [R12]"]),
    ],
)  # fmt: skip
def test_violations_of_a_new_character(changes: dict[str, Any], violations: list[str]) -> None:
    """What happened since creation (R8 to R26)."""
    assert found(changed(**changes), new=True) == violations


def test_armor_of_a_new_character_is_worn() -> None:
    """Everything wearable is worn (R25)."""
    warden = create_character(seed=1, background="fieldwarden", name="Ash", tables=(1, 1))
    bare = tuple(evolve(item, worn=False) for item in warden.inventory.items)
    assert found(evolve(warden, inventory=evolve(warden.inventory, items=bare)), new=True) == [
        "Ash is new, but does not wear Brigandine [R25]"
    ]


def test_purchases_of_a_new_character() -> None:
    """A row pays for gear up to its budget and number (R13, R214)."""
    gear = {goods.id: goods.item for goods in book().goods["gear"]}
    runner = create_character(seed=1, background="rill-runner", name="Ash", tables=(1, 3), bond=3)

    def bought(*ids: str) -> list[str]:
        more = tuple(item for id in ids if (item := gear[id]))
        return found(
            evolve(runner, inventory=evolve(runner.inventory, items=(*runner.inventory.items, *more))), new=True
        )

    assert bought() == bought("chisel") == []
    assert bought("chisel", "mirror") == ["Ash is new, but has Mirror, which nothing grants [R13]"]
    assert bought("spyglass") == ["Ash is new, but has Spyglass, which nothing grants [R13]"]


def test_what_is_refused_may_be_missing() -> None:
    """By another ruling what does not fit is not set aside; petty items always fit (A5)."""
    refuse = Rulings(creation_overflow="refuse")
    assert found(changed(items=HERO.inventory.items[1:]), refuse, new=True) == []
    petty = tuple(item for item in HERO.inventory.items if item.id != "protective-gloves")
    assert found(changed(items=petty), refuse, new=True) == ["Ash is new, but lacks Protective Gloves [R11]"]


def test_a_book_of_ones_own() -> None:
    """Backgrounds are looked up in the book that is given (R43)."""
    own = evolve(book(), backgrounds={})
    assert found(HERO, book=own) == ["'aurifex' is not a background of Ash; known: none [R9]"]
    assert Grant().second_bond is False
