"""Checks of a whole character."""

from __future__ import annotations

from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from cairn_rules.cairn_rpg.characters.attributes import Score
from cairn_rules.cairn_rpg.characters.effects import CannotDie
from cairn_rules.cairn_rpg.characters.items import Uses
from cairn_rules.cairn_rpg.characters.scars import Scar
from cairn_rules.cairn_rpg.rulings import Rulings
from cairn_rules.cairn_rpg.validation import remarks, validate
from support.cairn_rpg.people import CART, HEART, MULE, PLATE, RATIONS, ROPE, SHIELD, person


def test_all_faults_are_listed() -> None:
    """Every violation comes with its rule, not just the first one (R43)."""
    pulled = evolve(CART, pulled=True, items=(PLATE, PLATE, ROPE))
    mule = evolve(MULE, pulled=True, gold=-1)
    wrong = person(
        kind="npc",
        strength=Score(0, 10),
        items=(
            evolve(HEART, bodily=True, slots=1),
            evolve(ROPE, worn=True),
            evolve(SHIELD, worn=True),
            evolve(RATIONS, uses=Uses(0, 3)),
        ),
        fatigue=-1,
        gold=-5,
        capacity=11,
        containers=(pulled, mule),
        deprived_days=2,
        scars=(Scar(row=13),),
    )
    assert list(map(str, validate(wrong))) == [
        "Freya has -1 Fatigue, which is below 0 [slots/negative, rule R29]",
        "Freya has 11 slots, not 0 to 10 [slots/capacity, rule R28]",
        "Cart of Freya holds 5 slots; the maximum is 4 [container/full, rule R35]",
        "Freya pulls more than one cart (Cart, Mule) [hands/pulling, rule R35]",
        "Mule of Freya is not pulled by hand [hands/no-cart, rule R35]",
        "Freya holds a shield and pulls Cart with both hands [hands/holding, rule R35]",
        "Freya has -5gp, which is below 0 [gold/short, rule R222]",
        "Mule of Freya has -1gp, which is below 0 [gold/short, rule R222]",
        "Stone Heart is a part of the body of Freya and takes no slot [item/bodily, rule R29]",
        "Freya wears Rope, which is not armour [item/not-wearable, rule R42]",
        "Freya carries Rations, which is used up [item/no-uses, rule R37]",
        "Freya has days of deprivation, but lacks nothing [needs/none, rule R61]",
        "Freya has lost all STR and should be dead [character/dead, rule R101]",
        "Freya has scars, which only player characters get [scar/not-pc, rule R107]",
        "Freya has a scar of row 13, not of 1 to 12 [scar/row, rule R108]",
    ]


def test_legal_characters() -> None:
    """Full slots, lost attributes, scars and carts are no faults (R43)."""
    cart = evolve(CART, pulled=True, items=(ROPE,))
    assert validate(person(fatigue=8, containers=(cart, MULE), items=(evolve(PLATE, slots=0, worn=True),))) == ()
    assert validate(person(strength=Score(0, 10), dead=True, scars=(Scar(row=12),))) == ()
    assert validate(person(strength=Score(0, 10), effects=(CannotDie(until="later"),))) == ()
    assert validate(person(kind="creature", willpower=Score.full(0), strength=Score.full(0))) == ()


def test_faults_by_ruling() -> None:
    """Other rulings make other faults (A7, A8, A9)."""
    bare = person(backpack=False, items=(ROPE,) * 5)
    assert (validate(bare), [each.rule for each in remarks(bare)]) == ((), ["R33"])
    strict = Rulings(no_backpack="limit", zero_hp="lose", spent="keep")
    assert list(map(str, validate(bare, strict))) == [
        "Freya carries items of 5 slots without a backpack; the maximum is 4 [slots/no-backpack, rule R33]"
    ]
    assert remarks(bare, strict) == ()
    assert [each.code for each in validate(person(fatigue=10), strict)] == ["slots/hp"]
    assert validate(person(fatigue=10, hp=Score(0, 4)), strict) == ()
    assert validate(person(items=(evolve(RATIONS, uses=Uses(0, 3)),)), strict) == ()


@given(fatigue=st.integers(0, 14), ropes=st.integers(0, 14))
def test_slots_are_faulty_above_ten(fatigue: int, ropes: int) -> None:
    """The slots are at fault if and only if they are more than ten (R32, R44)."""
    faults = validate(person(fatigue=fatigue, items=(ROPE,) * ropes))
    assert [each.rule for each in faults] == ["R32"] * (fatigue + ropes > 10)
