"""Making characters (R8 to R27a): as a game of decisions, by one call, whole parties, hirelings."""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction
from itertools import islice, product
from random import Random
from statistics import fmean
from typing import Any, get_args

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

from cairn_rules import Match
from cairn_rules.cairn_rpg import creation
from cairn_rules.cairn_rpg.characters.attributes import Attribute, Score
from cairn_rules.cairn_rpg.characters.character import Character, Omen, Traits
from cairn_rules.cairn_rpg.characters.inventory import armor_of, hit_protection
from cairn_rules.cairn_rpg.characters.items import Item
from cairn_rules.cairn_rpg.content.book import TRAITS, Background, Goods, Grant, Purchase
from cairn_rules.cairn_rpg.content.book_file import book
from cairn_rules.cairn_rpg.creation import (
    Arrange,
    Buy,
    Choose,
    Done,
    Leave,
    Roll,
    RollRest,
    State,
    Step,
    create_background_hireling,
    create_character,
    create_characters,
    create_hireling,
    create_party,
    find_character,
    take_over,
)
from cairn_rules.cairn_rpg.dice_formula import Formula
from cairn_rules.cairn_rpg.rulings import DEFAULT, Rulings
from cairn_rules.chance import Chance, Dice, KeyedDice, NeedsRoll, Request, ScriptedDice
from cairn_rules.cli.words import words_for
from cairn_rules.errors import (
    DefinitionError,
    DocumentError,
    IllegalActionError,
    NotationError,
    SetupError,
)
from cairn_rules.game import Outcome, with_options
from cairn_rules.history.match_log import is_hidden
from cairn_rules.json_documents import dumps, loads
from cairn_rules.lazy import resolve
from cairn_rules.manifest import SetupOptions
from cairn_rules.testing import check_game

BOOK = book()
BACKGROUNDS = tuple(BOOK.backgrounds)
NONE = Arrange("none")


def row(background: str) -> int:
    """The row of a background."""
    return BACKGROUNDS.index(background) + 1


def played(state: State, *texts: str) -> State:
    """A state after actions, given as texts."""
    for text in texts:
        state = creation.apply(state, creation.parse_action(text, state))
    return state


def complete(state: State) -> State:
    """A state in which all that is left is rolled; nothing is swapped or bought, and the last item is left."""
    while legal := creation.legal_actions(state):
        best = {Roll: RollRest(), Arrange: NONE, Leave: legal[-1]}
        state = creation.apply(state, best.get(type(legal[0]), Done()))
    return state


def ids(character: Character) -> list[str]:
    """The ids of the carried items."""
    return [item.id for item in character.inventory.items]


# The order of the steps, and the dice

ASKED = [
    ("background", (20,), "R9"),
    ("name", (10,), "R10"),
    ("gold", (6, 6, 6), "R11"),
    ("background table 1", (6,), "R12"),
    ("background table 2", (6,), "R12"),
    ("STR", (6, 6, 6), "R14"),
    ("DEX", (6, 6, 6), "R14"),
    ("WIL", (6, 6, 6), "R14"),
    ("HP", (6,), "R16"),
    *((trait, (10,), "R17") for trait in TRAITS),
    ("bond", (20,), "R18"),
    ("age", (20, 20), "R19"),
]
AURIFEX = (1, 1, 4, 5, 6, 4, 2, 3, 4, 5, 1, 1, 1, 6, 6, 6, 4, 1, 2, 3, 4, 5, 6, 7, 8, 2, 10, 20)
"""The faces of an Aurifex called Hestia."""


def asked(dice: Dice) -> list[tuple[str, tuple[int, ...], str]]:
    """What dice were rolled for."""
    return [(roll.request.purpose, roll.request.sizes, roll.request.rule) for roll in dice.log]


@pytest.mark.untraced
def test_dice_are_used_in_the_order_of_the_steps() -> None:
    """Each roll has its die, its purpose and its rule, and a script is used up exactly (R8, R2)."""
    dice = ScriptedDice(AURIFEX)
    hero = create_character(dice=dice)
    dice.finish()
    assert asked(dice) == ASKED
    assert (hero.name, hero.background, hero.rows, hero.bonds, hero.age) == ("Hestia", "aurifex", (4, 2), (2,), 40)
    assert (hero.strength, hero.dexterity, hero.willpower, hero.hp) == tuple(map(Score.full, (12, 3, 18, 4)))
    assert hero.inventory.gold == 15 + 20
    assert ids(hero)[4:] == ["protective-gloves", "metal-ingot", "gold-powder", "blast-sphere", "strange-compass"]
    assert hero.inventory.used() == 4 + 2 + 2
    assert hero.traits == Traits(
        physique="Athletic", skin="Marked", hair="Curly", face="Elongated",
        speech="Formal", clothing="Frayed", virtue="Humble", vice="Rude",
    )  # fmt: skip
    assert (hero.kind, hero.omen, hero.scars) == ("pc", None, ())


def test_the_rolls_of_rows_come_in_their_places() -> None:
    """The 1d4 follows the d6 of HP; a second bond is rolled again while it equals the first (R8, R16, R21)."""
    dice = ScriptedDice([6, 6, *AURIFEX[2:5], 6, 1, *AURIFEX[7:17], 3, *AURIFEX[17:25], 9, 9, 9, 4, 1, 1])
    hero = create_character(dice=dice)
    dice.finish()
    expected = ASKED.copy()
    expected.insert(9, ("more HP", (4,), "R16"))
    expected[19:19] = [("second bond", (20,), "R21")] * 3
    assert asked(dice) == expected
    assert (hero.background, hero.hp, hero.bonds, hero.age) == ("fieldwarden", Score.full(4 + 3), (9, 4), 12)


def test_a_choice_rolls_no_die() -> None:
    """All that can be chosen is chosen here; scores, gold and age are rolled (R6, R8, R9, R10)."""
    dice = ScriptedDice([4, 5, 6, 3, 4, 5, 1, 1, 1, 6, 6, 6, 4, 10, 20])
    hero = create_character(
        dice=dice,
        background="Aurifex",
        name="Ash Tree",
        tables=(4, 2),
        traits=dict(zip(TRAITS, (1, "Marked", 3, 4, 5, 6, 7, "Rude"), strict=True)),
        bond=2,
    )
    dice.finish()
    assert hero == evolve(create_character(dice=ScriptedDice(AURIFEX)), name="Ash Tree")
    assert [name for name, _, _ in asked(dice)] == ["gold", "STR", "DEX", "WIL", "HP", "age"]
    assert create_character(seed=1, background=1, name=3).name == BOOK.backgrounds["aurifex"].names[2]


def test_missing_faces_are_asked_for() -> None:
    """A table that rolls real dice is told the next one (R2)."""
    with pytest.raises(NeedsRoll, match=r"a face of a d6 for 'HP \[R16\]'"):
        create_character(dice=ScriptedDice(AURIFEX[:16]))


def test_the_game_and_the_call_are_one() -> None:
    """The same seed gives the same character by the game and by the call, and a party likewise (R3, R27)."""
    for seed in range(30):
        state = complete(creation.new_game(seed=seed))
        assert creation.characters(state) == (create_character(seed=seed),)
    state = complete(creation.new_game(seed=4, players=3))
    assert creation.characters(state) == create_party(3, seed=4)


def test_a_seed_makes_the_same_character_again() -> None:
    """The character, the log of events and the JSON are the same, byte for byte (R3)."""
    assert create_character(seed=7) == create_character(seed=7) != create_character(seed=8)
    assert create_character() != create_character()
    assert dumps(create_character(seed=7)) == dumps(create_character(seed=7))
    start = creation.new_game(seed=7)
    logs = [creation.resolve(start, RollRest(), KeyedDice(start.chance)).events for _ in range(2)]
    assert list(map(str, logs[0])) == list(map(str, logs[1]))


# The steps


def test_the_background_is_rolled_or_chosen() -> None:
    """A d20 gives its row; its id, name or row choose it (R9)."""
    state = creation.new_game(seed=1)
    assert creation.legal_actions(state) == (Roll(), RollRest(), *(Choose(Step.BACKGROUND, n) for n in range(1, 21)))
    for face, id in enumerate(BACKGROUNDS, 1):
        assert creation.resolve(state, Roll(), ScriptedDice([face])).state.drafts[0].background == id
    for background in ("rill-runner", "Rill Runner", 19):
        assert create_character(seed=1, background=background).background == "rill-runner"
    for wrong in ("Wizard", 0, 21, None.__class__):
        with pytest.raises(SetupError, match="is not a background"):
            create_character(seed=1, background=wrong)  # type: ignore[arg-type]


def test_a_name_is_one_of_ten_or_free() -> None:
    """The ten names are listed; a free name is given with the set-up or the call (R10)."""
    state = played(creation.new_game(seed=1), "background=scrivener")
    assert len(creation.legal_actions(state)) == 2 + 10
    names = BOOK.backgrounds["scrivener"].names
    assert [played(state, f"name={name}").drafts[0].name for name in names] == list(names)
    state = played(creation.new_game(seed=1, names=["Ash"]), "roll")
    assert creation.decision(state) == (0, Step.GOLD)
    assert create_character(seed=1, name="Ash Tree").name == "Ash Tree"
    for wrong in ("", " Ash", "Ash\nTree", "A" * 61, 11, 0, 1.5):
        with pytest.raises(SetupError, match=r"is not a (name|row for the name)"):
            create_character(seed=1, name=wrong)  # type: ignore[arg-type]


def test_the_gear_of_a_background_is_recorded() -> None:
    """Every line has its slots, uses, dice and armour; gold is 3d6 (R11)."""
    hero = create_character(seed=1, background="marchguard")
    start = {item.id: item for item in hero.inventory.items[:5]}
    assert list(start) == ["rations", "lantern", "oil-can", "long-sword", "boiled-leather"]
    assert (str(start["rations"].uses), str(start["oil-can"].uses)) == ("3/3", "6/6")
    assert (start["long-sword"].slots, start["long-sword"].attacks[0].dice) == (2, (10,))
    assert (start["boiled-leather"].armor, armor_of(hero)) == (1, 1)
    assert all(str(background.start.gold) == "3d6" for background in BOOK.backgrounds.values())


def test_both_rows_of_the_background_apply() -> None:
    """Items, gold, companions, containers and effects of both rows are there (R12)."""
    hero = create_character(seed=1, background="outrider", tables=(4, 1), bond=13)
    assert (
        {"heavy-destrier"} == {each.id for each in hero.companions} == {each.id for each in hero.inventory.containers}
    )
    assert hero.inventory.gold - 30 in range(3, 19)
    rows = BOOK.backgrounds["outrider"].tables
    assert hero.effects == (*rows[0][3].effects, *rows[1][0].effects, *BOOK.bonds[12].effects)
    for wrong in ((0, None), (None, 7), (True, None)):
        with pytest.raises(SetupError, match=r"is not a row for the table-[12] \(1 to 6\)"):
            create_character(seed=1, background="outrider", tables=wrong)
    for bad in ((1,), "12"):
        with pytest.raises(SetupError, match="tables must be two rows"):
            create_character(seed=1, tables=bad)  # type: ignore[arg-type]


def test_gold_of_rows_is_added() -> None:
    """The rows and the bond that give gold (R23)."""
    found = {
        (id, number, face): grant.gold
        for id, background in BOOK.backgrounds.items()
        for number, table in enumerate(background.tables, 1)
        for face, grant in enumerate(table, 1)
        if grant.gold
    }
    assert {key: str(gold) for key, gold in found.items()} == {
        ("cutpurse", 1, 1): "20",
        ("greenwise", 1, 5): "100",
        ("kettlewright", 1, 1): "40",
        ("outrider", 1, 4): "30",
        ("prowler", 1, 6): "20",
        ("rill-runner", 2, 1): "10",
    }
    faces = [4, 5, 6, 5, 1, *AURIFEX[7:25], 2, 10, 20]
    hero = create_character(dice=ScriptedDice(faces), background="greenwise", name=1)
    assert hero.inventory.gold == 15 + 100 + 20
    assert hero.inventory.used() == sum(item.slots for item in hero.inventory.items) + 1


@pytest.mark.parametrize("triple", [(12, 8, 15), (9, 9, 9)])
def test_exactly_four_arrangements_are_legal(triple: tuple[int, int, int]) -> None:
    """Two of the three results may change places once, so there are four arrangements and not six (R15)."""
    draft = {"background": "aurifex", "name": "Ash", "gold": 9, "rows": (1, 1), "attributes": triple}
    state = State(drafts=(creation.Draft(**draft),), public_omen=False, chance=Chance(1))  # type: ignore[arg-type]
    legal = creation.legal_actions(state)
    assert legal == (NONE, Arrange("STR-DEX"), Arrange("STR-WIL"), Arrange("DEX-WIL"))
    a, b, c = triple
    done = [creation.characters(complete(creation.apply(state, action)))[0] for action in legal]
    scores = [tuple(hero.score(each).max for each in Attribute) for hero in done]
    assert scores == [(a, b, c), (b, a, c), (c, b, a), (a, c, b)]
    assert creation.legal_actions(creation.apply(state, legal[1]))[0] == Roll()


def test_a_swap_of_the_call_is_checked() -> None:
    """Only the four arrangements are accepted (R15)."""
    plain, swapped = create_character(seed=3), create_character(seed=3, swap="STR-WIL")
    assert (plain.strength, plain.willpower) == (swapped.willpower, swapped.strength)
    with pytest.raises(SetupError, match="'WIL-STR' is not a swap: use none, STR-DEX, STR-WIL, DEX-WIL"):
        create_character(seed=3, swap="WIL-STR")  # type: ignore[arg-type]


@pytest.mark.untraced
def test_rows_that_add_hp() -> None:
    """1d4 is added to current and maximum HP (R16)."""
    found = [
        (id, number, face)
        for id, background in BOOK.backgrounds.items()
        for number, table in enumerate(background.tables, 1)
        for face, grant in enumerate(table, 1)
        if grant.hp
    ]
    assert found == [("fieldwarden", 1, 6), ("kettlewright", 1, 5)]
    hp = {create_character(seed=seed, background="kettlewright", tables=(5, 1)).hp.max for seed in range(300)}
    assert hp == {*range(2, 11)}


def test_traits_are_words_of_their_tables() -> None:
    """Each trait is a row or a word of its own table (R17)."""
    traits = create_character(seed=1, traits={"vice": "Vain", "hair": 1}).traits
    assert traits is not None
    assert (traits.vice, traits.hair) == ("Vain", "Bald")
    assert all(getattr(traits, trait) in BOOK.traits[trait] for trait in TRAITS)
    with pytest.raises(SetupError, match="'Vian' is not a vice; known: Aggressive, Bitter"):
        create_character(seed=1, traits={"vice": "Vian"})
    with pytest.raises(SetupError, match="'nose' is not a trait; known: physique, skin"):
        create_character(seed=1, traits={"nose": 3})
    with pytest.raises(SetupError, match=r"11 is not a row for the hair \(1 to 10\)"):
        create_character(seed=1, traits={"hair": 11})


def test_bonds_grant_items_gold_and_abilities() -> None:
    """A bond is a d20 or a choice; what it grants comes last (R18)."""
    for bond, grant in enumerate(BOOK.bonds, 1):
        hero = create_character(seed=5, background="aurifex", tables=(3, 4), bond=bond)
        assert hero.bonds == (bond,)
        assert ids(hero)[6:] == [item.id for item in grant.items]
        assert hero.effects[1:] == grant.effects
    with pytest.raises(SetupError, match=r"21 is not a row for the bond \(1 to 20\)"):
        create_character(seed=5, bond=21)


def test_the_age_is_two_dice() -> None:
    """2d20 + 10 is 12 to 50 (R19)."""
    assert create_character(dice=ScriptedDice([*AURIFEX[:-2], 1, 1])).age == 12
    assert create_character(dice=ScriptedDice([*AURIFEX[:-2], 20, 20])).age == 50


@pytest.mark.untraced
def test_means_of_many_characters() -> None:
    """The means of 3d6, 1d6 and 2d20 + 10, each within four standard errors (R11, R14, R16, R19)."""
    many = [create_character(seed=seed, background="aurifex", bond=1) for seed in range(600)]
    for each in Attribute:
        assert abs(fmean(hero.score(each).max for hero in many) - 10.5) < 4 * (8.75 / 600) ** 0.5
    assert abs(fmean(hero.inventory.gold for hero in many) - 10.5) < 4 * (8.75 / 600) ** 0.5
    assert abs(fmean(hero.hp.max for hero in many) - 3.5) < 4 * (35 / 12 / 600) ** 0.5
    assert abs(fmean(hero.age or 0 for hero in many) - 31) < 4 * (66.5 / 600) ** 0.5


# Omens


def test_only_the_youngest_of_a_party_has_an_omen() -> None:
    """One public omen, of the youngest; nobody alone has one unless asked (R20, R27)."""
    for seed in range(40):
        party = create_party([{"background": "aurifex"}] * 4, seed=seed)
        (marked,) = (member for member in party if member.omen)
        assert marked.age == min(member.age or 0 for member in party)
        assert marked.omen is not None
        assert not marked.omen.private
    assert create_character(seed=1, background="aurifex").omen is None
    assert create_character(seed=1, background="aurifex", omen=True).omen == Omen(omen_of(seed=1))
    assert create_character(seed=1, background="aurifex", omen=12).omen == Omen(12)
    with pytest.raises(SetupError, match=r"21 is not a row for the omen \(1 to 20\)"):
        create_character(seed=1, omen=21)
    assert all(member.omen is None for member in create_party([{"background": "aurifex"}] * 2, seed=1, omen=False))
    assert creation.characters(complete(creation.new_game(seed=1, omen=True)))[0].omen is not None


def omen_of(seed: int) -> int:
    """The last face that a character with an omen rolls."""
    dice = KeyedDice(Chance.from_seed(seed))
    create_character(dice=dice, background="aurifex", omen=True)
    assert dice.log[-1].request == Request("face", (20,), "omen", "R20")
    return dice.log[-1].value


@pytest.mark.parametrize(("tie", "seat"), [("first", 0), ("last", 2)])
def test_ties_for_the_youngest(tie: Any, seat: int) -> None:
    """The lowest seat, or by another ruling the highest one (R20, A2)."""
    dice = ScriptedDice([*AURIFEX, *AURIFEX[:-2], 15, 20, *AURIFEX, 17])
    party = create_party(3, dice=dice, rulings=Rulings(omen_tie=tie))
    dice.finish()
    assert [member.omen for member in party] == [Omen(17) if each == seat else None for each in range(3)]


@pytest.mark.untraced
def test_private_omens_and_second_bonds() -> None:
    """The exceptions that backgrounds make (R21)."""
    second = {(id, rows) for id, rows in all_rows() if len(create(id, rows).bonds) == 2}
    assert {id for id, _ in second} == {"fieldwarden", "outrider"}
    assert {rows[0] for id, rows in second if id == "outrider"} == {6}
    assert len(second) == 36 + 6
    private = {(id, rows) for id, rows in all_rows() if create(id, rows).omen}
    assert {id for id, _ in private} == {"foundling", "mountebank"}
    assert {rows[0] for id, rows in private if id == "mountebank"} == {3}
    assert len(private) == 36 + 6
    assert all(
        create(id, rows).omen == Omen(omen, private=True) for id, rows in private for omen in [omen_row(id, rows)]
    )


def all_rows() -> list[tuple[str, tuple[int, int]]]:
    """All backgrounds with all pairs of rows."""
    return [(id, rows) for id in BACKGROUNDS for rows in product(range(1, 7), repeat=2)]


_MADE: dict[tuple[str, tuple[int, int]], Character] = {}


def create(id: str, rows: tuple[int, int]) -> Character:
    """A character with these rows."""
    if (id, rows) not in _MADE:
        _MADE[id, rows] = create_character(seed=1, background=id, tables=rows)
    return _MADE[id, rows]


def omen_row(id: str, rows: tuple[int, int]) -> int:
    """The row of the omen that such a character rolls."""
    dice = KeyedDice(Chance.from_seed(1))
    create_character(dice=dice, background=id, tables=rows)
    assert dice.log[-1].request.rule == "R21"
    return dice.log[-1].value


def test_a_young_foundling_has_one_omen() -> None:
    """The youngest of a party that has a private omen takes no second one (R20, R21)."""
    for seed in range(10):
        party = create_party([{"background": "foundling"}] * 2, seed=seed)
        assert all(member.omen is not None and member.omen.private for member in party)
        assert creation.outcome(complete(played(creation.new_game(seed=seed, players=2)))) is not None


def test_equal_bonds_by_another_ruling() -> None:
    """A second bond may equal the first (R21, A3)."""
    rulings = Rulings(second_bond="any")
    faces = [*AURIFEX[2:5], 1, 1, *AURIFEX[7:25], 2, 2, 10, 20]
    hero = create_character(dice=ScriptedDice(faces), background="fieldwarden", name=1, rulings=rulings)
    assert (hero.bonds, hero.inventory.gold) == ((2, 2), 15 + 40)
    assert create_character(seed=1, background="fieldwarden", bond=3, second_bond=3, rulings=rulings).bonds == (3, 3)
    with pytest.raises(SetupError, match=r"the second bond must differ from the first, 3 \(R21\)"):
        create_character(seed=1, background="fieldwarden", bond=3, second_bond=3)
    state = creation.new_game(seed=1)
    state = played(state, "background=fieldwarden", "roll-rest", "swap=none", *["roll"] * 9, "bond=3")
    assert len(creation.legal_actions(state)) == 2 + 19
    reason = creation.why_illegal(state, Choose(Step.SECOND_BOND, 3))
    assert str(reason) == "bond 3 is already the first bond [choose/same-bond, rule R21]"
    assert len(creation.legal_actions(evolve(state, rulings=rulings))) == 2 + 20


# Gear, slots and purchases


def test_a_backpack_costs_no_slot() -> None:
    """Every character has one, and it is no item (R22)."""
    for id in BACKGROUNDS:
        hero = create_character(seed=1, background=id)
        assert hero.inventory.backpack
        assert "backpack" not in ids(hero)


def test_a_fletchwind_has_one_bow() -> None:
    """The placeholder of the gear stands for the bow of its second table (R24)."""
    for rows in product(range(1, 7), repeat=2):
        hero = create("fletchwind", rows)
        assert sum("bow" in item.id for item in hero.inventory.items) == 1


def test_armor_is_worn_at_the_start() -> None:
    """Armour is computed from what is worn, and all of it is worn (R25)."""
    hero = create_character(seed=1, background="fieldwarden")
    assert [item.id for item in hero.inventory.items if item.worn] == ["brigandine"]
    assert (armor_of(hero), hero.armor) == (1, 0)
    assert not BOOK.backgrounds["fieldwarden"].start.items[2].worn


@pytest.mark.untraced
@pytest.mark.slow
def test_how_often_a_character_starts_full() -> None:
    """1283 of 22800 start exactly full and 131 need more than ten slots; 28.6 % of Fieldwardens are full (R26, A5)."""
    slots = {id: sum(item.slots for item in each.start.items) for id, each in BOOK.backgrounds.items()}
    # The cart that a Mountebank pulls takes two slots.
    slots = {
        id: taken + sum(cart.load for cart in BOOK.backgrounds[id].start.containers) for id, taken in slots.items()
    }
    full: Counter[str] = Counter()
    weights: dict[str, Fraction] = {"full": Fraction(), "over": Fraction(), "fieldwarden": Fraction()}
    bonds = [(sum(item.slots for item in bond.items), bond) for bond in BOOK.bonds]
    for id, background in BOOK.backgrounds.items():
        for first, second in product(*background.tables):
            taken = slots[id] + sum(item.slots for item in (*first.items, *second.items))
            twice = any(grant.second_bond for grant in (background.start, first, second))
            pairs = [(a, b) for (a, x), (b, y) in product(bonds, bonds) if x is not y]
            sums = [a + b for a, b in pairs] if twice else [a for a, _ in bonds]
            for more in sums:
                weight = Fraction(1, 20 * 36 * len(sums))
                weights["full"] += weight * (taken + more == 10)
                weights["over"] += weight * (taken + more > 10)
                weights["fieldwarden"] += 20 * weight * (id == "fieldwarden" and taken + more == 10)
                full[id] += taken + more == 10
    assert weights["full"] == Fraction(1283, 22800)
    assert weights["over"] == Fraction(131, 22800)
    assert f"{float(weights['fieldwarden']):.1%}" == "28.6%"


def test_exactly_ten_slots_are_legal() -> None:
    """A full character is at 0 HP and keeps its maximum; by another ruling the HP is lost (R26, R31, A7)."""
    hero = create_character(seed=1, background="fieldwarden", tables=(1, 3), bond=1, second_bond=6)
    full = next(
        create_character(seed=1, background="fieldwarden", tables=rows, bond=bond, second_bond=3)
        for rows in product(range(1, 7), repeat=2)
        for bond in (1, 4)
        if create_character(seed=1, background="fieldwarden", tables=rows, bond=bond, second_bond=3).inventory.used()
        == 10
    )
    assert hero.inventory.used() <= 10
    assert (hit_protection(full), full.hp.value == full.hp.max) == (0, True)
    assert full.rows is not None
    lost = create_character(
        seed=1, background="fieldwarden", tables=full.rows, bond=full.bonds[0], second_bond=3,
        rulings=Rulings(zero_hp="lose"),
    )  # fmt: skip
    assert lost.hp == Score(0, full.hp.max)


OVER: dict[str, Any] = {"background": "fieldwarden", "tables": (3, 3), "bond": 1, "second_bond": 18}
"""A character that needs more than ten slots."""


def needed(choices: dict[str, Any]) -> int:
    """The slots that grants need."""
    background = BOOK.backgrounds[choices["background"]]
    grants = [
        background.start,
        *(table[row - 1] for table, row in zip(background.tables, choices["tables"], strict=True)),
    ]
    grants += [BOOK.bonds[choices[bond] - 1] for bond in ("bond", "second_bond")]
    return sum(item.slots for grant in grants for item in grant.items)


def test_what_does_not_fit_is_left_behind() -> None:
    """The last granted goes first, or what the player names, until ten slots are left (R26, A5)."""
    over = needed(OVER) - 10
    assert over > 0
    hero = create_character(seed=1, **OVER)
    assert hero.inventory.stash[0].id == "miniature-lute"
    assert hero.inventory.used() == 10
    assert len(hero.inventory.stash) == over
    chosen = create_character(seed=1, **OVER, leave=["torch"])
    assert chosen.inventory.stash[0].id == "torch"
    with pytest.raises(SetupError, match="'rope' cannot be left behind; known: rations"):
        create_character(seed=1, **OVER, leave=["rope"])
    with pytest.raises(SetupError, match="leave must be a list of ids, got 'torch'"):
        create_character(seed=1, **OVER, leave="torch")


def test_what_cannot_be_dropped_stays() -> None:
    """The Mischievous Spirit, bond 10, stays although it is granted last (R26, R41)."""
    hero = create_character(seed=1, **{**OVER, "second_bond": 10})
    assert "mischievous-spirit" in ids(hero)
    assert hero.inventory.stash[0].id == "gem"


def overflowing(**options: Any) -> State:
    """A state in which something has to be left behind."""
    state = creation.new_game(seed=1, **options)
    rolls = ["swap=none", *["roll"] * 9]
    return played(
        state, "background=fieldwarden", "roll", "roll", "table-1=3", "table-2=3", "roll", *rolls,
        "bond=10", "second-bond=18", "roll",
    )  # fmt: skip


def test_leaving_items_is_a_decision() -> None:
    """Items with slots that can be dropped are listed, each id once; others are refused with the reason (R26, R41)."""
    state = overflowing()
    assert creation.decision(state) == (0, Step.LEAVE)
    legal = creation.legal_actions(state)
    assert Leave("torch") in legal
    assert Leave("mischievous-spirit") not in legal
    codes = {
        Leave("mischievous-spirit"): "leave/not-droppable",
        Leave("rope"): "leave/not-carried",
        Roll(): "decision/leave",
        Choose(Step.BOND, 3): "decision/leave",
    }
    for action, code in codes.items():
        reason = creation.why_illegal(state, action)
        assert reason is not None
        assert reason.code == code
    after = complete(creation.apply(state, Leave("torch")))
    assert creation.characters(after)[0].inventory.stash[0].id == "torch"
    petty = evolve(state, drafts=(evolve(state.drafts[0], bonds=(3, 18), gold=300),))
    reason = creation.why_illegal(petty, Leave("portrait"))
    assert str(reason) == "Portrait takes no slot [leave/no-slot, rule R26]"


def test_surplus_can_be_refused() -> None:
    """By another ruling nobody chooses, and nothing is set aside (A5)."""
    rulings = Rulings(creation_overflow="refuse")
    state = overflowing(rulings=rulings)
    assert creation.legal_actions(state) == ()
    (hero,) = creation.characters(state)
    assert (hero.inventory.used(), hero.inventory.stash) == (10, ())
    assert "miniature-lute" not in ids(hero)
    assert "mischievous-spirit" in ids(hero)


def buying(background: str, tables: str) -> State:
    """A state in which gear can be bought."""
    state = played(creation.new_game(seed=1), f"background={background}", "name=1", "roll")
    rows = [f"table-{number}={face}" for number, face in enumerate(tables.split(), 1)]
    return played(state, *rows, "roll", "swap=none", *["roll"] * 9, "bond=3", "roll")


def test_a_budget_buys_gear() -> None:
    """Several goods up to 20gp in all; the rest is lost (R13, A1)."""
    state = buying("kettlewright", "2 1")
    assert creation.decision(state) == (0, Step.BUY)
    legal = creation.legal_actions(state)
    assert legal[-1] == Done()
    affordable = [goods for goods in BOOK.goods["gear"] if goods.price <= 20]
    assert len(legal) == 1 + sum(len(goods.examples) or 1 for goods in affordable)
    assert {Buy("rope"), Buy("gloves"), Buy("dice"), Buy("shovel")} <= {*legal}
    assert not {Buy("spyglass"), Buy("games"), Buy("common-tools")} & {*legal}
    later = played(state, "buy=rope", "buy=chain")
    cheap = [creation.format_action(action) for action in creation.legal_actions(later)]
    assert cheap == [
        "buy=air-bladder", "buy=soap", "buy=perfume", "buy=card-deck", "buy=chalk", "buy=chisel", "buy=mirror",
        "buy=pole", "buy=rope", "buy=torch", "done",
    ]  # fmt: skip
    assert str(creation.why_illegal(later, Buy("chain"))) == (
        "Chain costs 10gp, but only 5gp are left [buy/too-expensive, rule R13]"
    )
    assert str(creation.why_illegal(later, Buy("sword"))) == (
        "'sword' is not in the price list of gear [buy/unknown, rule R13]"
    )
    (hero,) = creation.characters(played(later, "done"))
    assert ids(hero)[-2:] == ["rope", "chain"]
    assert hero.inventory.gold == state.drafts[0].gold


def test_the_rest_of_a_budget_can_be_coins() -> None:
    """By another ruling what is not spent becomes gold (A1)."""
    state = evolve(buying("kettlewright", "2 1"), rulings=Rulings(grant_change="coins"))
    (hero,) = creation.characters(played(state, "buy=rope", "done"))
    assert hero.inventory.gold == (state.drafts[0].gold or 0) + 15


def test_one_piece_of_gear() -> None:
    """The Rill Runner takes one thing only (R13)."""
    state = played(buying("rill-runner", "1 3"), "buy=rope")
    assert creation.legal_actions(state) == (Done(),)
    assert (
        str(creation.why_illegal(state, Buy("rope")))
        == "the row of the background table pays for only 1 item [buy/too-many, rule R13]"
    )
    choices: dict[str, Any] = {"seed": 1, "background": "rill-runner", "tables": (1, 3)}
    assert ids(create_character(**choices, bond=3, buy=["shovel"]))[-1] == "shovel"
    for wrong, message in (
        (["rope", "rope"], "Rope for 5gp is more than the row pays for"),
        (["spyglass"], "Spyglass for 40gp is more than the row pays for"),
        (["plate"], "'plate' is not in the price list of gear"),
    ):
        with pytest.raises(SetupError, match=message):
            create_character(**choices, buy=wrong)


def test_bought_gear_must_fit() -> None:
    """It may be left behind as surplus, and is never turned into coin (R13, A75)."""
    smith = BOOK.backgrounds["kettlewright"]
    taken = sum(item.slots for item in smith.tables[1][0].items)
    ropes = tuple(Item(id=f"rope-{number}", name="Rope") for number in range(9 - taken))
    own = evolve(BOOK, backgrounds={"kettlewright": evolve(smith, start=evolve(smith.start, items=ropes))})
    hero = create_character(seed=1, tables=(2, 1), bond=3, buy=["torch", "chain"], book=own)
    assert [item.id for item in hero.inventory.stash] == ["chain"]
    assert hero.inventory.used() == 10
    assert 3 <= hero.inventory.gold <= 18


# A book of one's own


def homebrew() -> Background:
    """A background whose grants roll dice, with two purchases and no gold."""
    grant = Grant(gold=Formula.parse("d4"), hp=Formula.parse("2"), purchase=Purchase(budget=5, most=1))
    free = Grant(gold=Formula.parse("d4"), purchase=Purchase(budget=10))
    return Background(id="smith", name="Smith", names=("Ash", "Oak"), start=Grant(), tables=((grant,), (grant, free)))


def test_a_book_of_ones_own() -> None:
    """Its dice are rolled where its grants are taken, and several purchases are one budget (R12, R13)."""
    own = evolve(BOOK, backgrounds={"smith": homebrew()}, bonds=BOOK.bonds[:1])
    dice = ScriptedDice([1, 2, 1, 3, 1, 4, *AURIFEX[7:25], 1, 10, 20])
    hero = create_character(dice=dice, book=own, buy=["rope", "torch"])
    assert asked(dice)[:6] == [
        ("background", (1,), "R9"),
        ("name", (2,), "R10"),
        ("background table 1", (1,), "R12"),
        ("more gold", (4,), "R23"),
        ("background table 2", (2,), "R12"),
        ("more gold", (4,), "R23"),
    ]
    assert (hero.name, hero.inventory.gold, hero.hp.max, ids(hero)) == ("Oak", 7, 4 + 4, ["gem", "rope", "torch"])
    service = Goods(id="shave", name="Shave", price=1)
    served = evolve(own, goods={**own.goods, "gear": (service, *own.goods["gear"])})
    with pytest.raises(SetupError, match="'shave' is not in the price list of gear"):
        create_character(seed=1, book=served, tables=(1, 1), buy=["shave"])
    with pytest.raises(SetupError, match="Rope for 5gp is more than the row pays for"):
        create_character(seed=1, book=own, tables=(1, 1), buy=["rope", "rope", "rope"])
    state = creation.new_game(seed=1, book=own)
    assert len(creation.legal_actions(state)) == 2 + 1
    done = complete(state)
    assert creation.outcome(done) == Outcome((0,), "complete")
    with pytest.raises(DocumentError, match="a custom book cannot be written"):
        dumps(done)


def test_a_growing_heart_can_start_with_slots() -> None:
    """The Stone Heart of bond 15 takes no slot at the start, or as many as a ruling says (A54)."""
    hero = create_character(seed=1, background="aurifex", bond=15)
    assert hero.inventory.items[-1].slots == 0
    hero = create_character(seed=1, background="aurifex", bond=15, rulings=Rulings(stone_heart_start=1))
    assert (hero.inventory.items[-1].id, hero.inventory.items[-1].slots) == ("stone-heart", 1)


# Parties, streams and searches


def test_a_party_of_choices() -> None:
    """Members are made in order from one row of dice (R27)."""
    party = create_party([{"background": "aurifex", "name": "Ash"}, {"bond": 4}], seed=2)
    assert (party[0].name, party[0].background, party[1].bonds[0]) == ("Ash", "aurifex", 4)
    assert create_party([{"background": "aurifex", "name": "Ash"}, {"bond": 4}], seed=2) == party
    for none in (0, []):
        with pytest.raises(SetupError, match="a party has 1 to 100 members, not 0"):
            create_party(none)  # type: ignore[arg-type]


def test_characters_are_streamed() -> None:
    """The stream is the characters of one seed after the other."""
    stream = create_characters(5, background="prowler")
    assert list(islice(stream, 3)) == [create_character(seed=seed, background="prowler") for seed in (5, 6, 7)]
    with pytest.raises(DefinitionError, match="seed should be a whole number, not 'x'"):
        next(create_characters("x"))  # type: ignore[arg-type]


def test_a_character_that_meets_wishes() -> None:
    """The first seed whose character fits, with which it is made again."""
    seed, hero = find_character(lambda each: each.hp.max == 6, background="jongleur", at_least={Attribute.WIL: 12})
    assert (hero.hp.max, hero.willpower.max >= 12, hero.background) == (6, True, "jongleur")
    assert create_character(seed=seed, background="jongleur") == hero
    assert find_character(seed=9) == (9, create_character(seed=9))
    told: list[str] = []
    assert find_character(lambda _: bool(told), seed=7, progress=told.append)[0] == 507
    assert told == ["500 of 100000 characters are made"]
    with pytest.raises(SetupError, match="none of 20 characters meets the wishes"):
        find_character(at_least={Attribute.STR: 19}, limit=20)


def test_a_new_character_replaces_a_dead_one() -> None:
    """It is an ordinary new character; or a hireling becomes the player's (R27a, R104)."""
    assert create_character(seed=3).kind == "pc"
    hireling = create_hireling("bodyguard", seed=3)
    assert take_over(hireling) == evolve(hireling, kind="pc", day_rate=None)


# Hirelings


def test_a_hireling_has_a_role() -> None:
    """3d6 for each attribute, d6 HP, traits, equipment and a daily rate; nothing is swapped (R138, R140, R142)."""
    dice = ScriptedDice([3, 4, 5, 1, 1, 1, 6, 6, 6, 4, 1, 2, 3, 4, 5, 6, 7, 8])
    shield = Item(id="shield", name="Shield", armor=1, armor_is_bonus=True)
    guard = create_hireling("Bodyguard", dice=dice, items=[shield])
    dice.finish()
    assert asked(dice) == ASKED[5:17]
    assert (guard.kind, guard.name, guard.day_rate, guard.background) == ("hireling", "Bodyguard", 10, None)
    assert (guard.strength, guard.dexterity, guard.willpower, guard.hp) == tuple(map(Score.full, (12, 3, 18, 4)))
    assert guard.traits is not None
    assert guard.traits.virtue == "Humble"
    assert armor_of(guard) == 1
    assert create_hireling("lockpick", name="Ash", seed=1).name == "Ash"
    assert len(BOOK.goods["hirelings"]) == 12
    with pytest.raises(SetupError, match="'lockpik' is not a hireling; did you mean 'lockpick'"):
        create_hireling("lockpik")


def test_a_hireling_from_a_background() -> None:
    """Background, name, tables, rations, gold, attributes, HP and age, in this order (R139)."""
    dice = ScriptedDice([5, 1, 1, 6, 1, 2, 3, *AURIFEX[7:17], 10, 20])
    helper = create_background_hireling(dice=dice, day_rate=5)
    dice.finish()
    assert [name for name, _, _ in asked(dice)] == [
        "background", "name", "background table 1", "background table 2", "gold", "STR", "DEX", "WIL", "HP", "age",
    ]  # fmt: skip
    assert (helper.kind, helper.background, helper.rows, helper.age) == ("hireling", "cutpurse", (1, 6), 40)
    assert (helper.inventory.gold, helper.day_rate) == (6 + 20, 5)
    tables = BOOK.backgrounds["cutpurse"].tables
    assert ids(helper) == ["rations", *(item.id for item in (*tables[0][0].items, *tables[1][5].items))]
    assert create_background_hireling(5, name="Ash", seed=1).name == "Ash"
    with pytest.raises(SetupError, match="is not a background"):
        create_background_hireling("thief")
    with pytest.raises(SetupError, match="is not a row for the name"):
        create_background_hireling("cutpurse", name=11)


# The game


@pytest.mark.untraced
def test_the_game_keeps_every_promise() -> None:
    """All checks of the conformance suite, for one character."""
    check_game(creation, max_examples=15)


@pytest.mark.untraced
@pytest.mark.slow
def test_the_game_keeps_every_promise_for_a_party() -> None:
    """All checks, for three characters with private and public omens."""
    check_game(with_options(creation, players=3), players=(0, 1, 2), depth=60, max_examples=60)


@pytest.mark.untraced
@settings(max_examples=8, deadline=None)
@given(seed=st.integers(0, 10_000), choice=st.integers(0, 2**32))
def test_whatever_is_listed_is_legal(seed: int, choice: int) -> None:
    """Every listed action is legal and no other action of the same kinds is (R6)."""
    rng, state = Random(choice), creation.new_game(seed=seed, players=2)
    others = [Roll(), RollRest(), Done(), Leave("torch"), Buy("rope"), *map(Arrange, ("none", "STR-DEX"))]
    others += [Choose(step, face) for step in Step for face in (0, 1, 7, 21)]
    while legal := creation.legal_actions(state):
        assert {action for action in others if creation.why_illegal(state, action) is None} == {*legal} & {*others}
        assert all(creation.why_illegal(state, action) is None for action in legal)
        state = creation.apply(state, rng.choice(legal))
    assert len(creation.characters(state)) == 2


def test_seats_decide_one_after_the_other() -> None:
    """A whole character at a time; then the youngest takes the omen (R27, R20)."""
    state = creation.new_game(seed=4, players=3)
    seats: list[int] = []
    while (seat := creation.current_player(state)) is not None:
        seats.append(seat)
        state = creation.apply(state, creation.legal_actions(state)[0])
    ages = [draft.age or 0 for draft in state.drafts]
    assert seats[:-1] == sorted(seats[:-1])
    assert seats[-1] == ages.index(min(ages))
    assert creation.outcome(state) == Outcome((0, 1, 2), "complete")
    assert str(creation.why_illegal(state, Roll())) == "all characters are complete [game/over, rule R8]"
    with pytest.raises(IllegalActionError, match="illegal action roll: all characters are complete"):
        creation.apply(state, Roll())


def test_rolling_the_rest_stops_at_a_choice() -> None:
    """Three decisions make a character without surplus."""
    state = played(creation.new_game(seed=7, players=2), "roll-rest")
    assert creation.decision(state) == (0, Step.SWAP)
    state = played(state, "swap=none", "roll-rest")
    assert creation.decision(state) == (1, Step.BACKGROUND)


def test_set_up_is_checked() -> None:
    """Bad arguments are refused, with what would be right."""
    wrong: list[tuple[dict[str, Any], str]] = [
        ({"players": 0}, "players must be a whole number from 1 to 8, got 0"),
        ({"players": 9}, "players must be a whole number from 1 to 8, got 9"),
        ({"players": True}, "players must be a whole number"),
        ({"seed": "x"}, "seed must be a whole number, got 'x'"),
        ({"omen": 1}, "omen should be True or False or None, not 1"),
        ({"rulings": {}}, "rulings should be a Rulings, not a dict"),
        ({"book": {}}, "book should be a Book or None, not a dict"),
        ({"names": "Ash"}, "names must be at most 1 names of one line each, got 'Ash'"),
        ({"names": ["Ash", "Oak"]}, "names must be at most 1 names"),
        ({"names": [""]}, "names must be at most 1 names"),
    ]
    for arguments, message in wrong:
        with pytest.raises((DefinitionError, SetupError), match=re.escape(message)):
            creation.new_game(**arguments)
    assert creation.new_game() != creation.new_game()


def test_options_of_the_command_line() -> None:
    """Players, names, the omen and rulings."""
    options: SetupOptions[State] = resolve(creation.MANIFEST.setup)  # type: ignore[arg-type]
    chosen = {"players": "2", "names": "Ash, Oak Tree", "omen": True, "rulings": "second_bond=any"}
    assert options.arguments(chosen) == {
        "players": 2,
        "names": ("Ash", "Oak Tree"),
        "omen": True,
        "rulings": Rulings(second_bond="any"),
    }
    assert options.arguments({}) == {}
    with pytest.raises(SetupError, match="a party has 1 to 8 characters, not '9'"):
        options.arguments({"players": "9"})


# Notation, reasons, events


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("roll", Roll()),
        (" ROLL-REST ", RollRest()),
        ("done", Done()),
        ("background=7", Choose(Step.BACKGROUND, 7)),
        ("background=Fletchwind", Choose(Step.BACKGROUND, 7)),
        ("background=barber-surgeon", Choose(Step.BACKGROUND, 2)),
        ("background=rill-runner", Choose(Step.BACKGROUND, 19)),
        ("hair=curly", Choose(Step.HAIR, 3)),
        ("second-bond=20", Choose(Step.SECOND_BOND, 20)),
        ("swap=str-dex", Arrange("STR-DEX")),
        ("buy=rope", Buy("rope")),
        ("leave=oil-can", Leave("oil-can")),
    ],
)
def test_actions_are_read(text: str, action: creation.Action) -> None:
    """Numbers and names of rows are accepted, in any case."""
    state = creation.new_game(seed=1)
    assert creation.parse_action(text, state) == action
    assert creation.parse_action(creation.format_action(action), state) == action


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "not an action; one is written like roll, roll-rest"),
        ("rol", "not an action; did you mean one such as 'roll'"),
        ("roll=", "not an action"),
        ("gold=12", "not an action"),
        ("swap=dex-str", "'dex-str' is not a swap: use none, STR-DEX, STR-WIL, DEX-WIL"),
        ("background=wizard", "'wizard' is not a row of background; known: aurifex"),
        ("name=hestia", "'hestia' is not a row of name"),
        ("bond=x", "'x' is not a row of bond; known: none"),
        ("bond=1234", "'1234' is not a row of bond"),
        (7, "expected text, got int"),
    ],
)
def test_other_texts_are_refused(text: str, message: str) -> None:
    """The error says what would be right."""
    with pytest.raises(NotationError, match=message):
        creation.parse_action(text, creation.new_game(seed=1))


def test_names_of_rows_are_those_of_the_seat_that_decides() -> None:
    """A name is looked up in the background of the draft; nobody has one when all are complete."""
    state = played(creation.new_game(seed=1), "background=aurifex")
    assert creation.parse_action("name=Hestia", state) == Choose(Step.NAME, 1)
    with pytest.raises(NotationError, match="'hestia' is not a row of name"):
        creation.parse_action("name=Hestia", complete(state))


def test_only_actions_are_written() -> None:
    """Other values are refused."""
    with pytest.raises(DefinitionError, match="'roll' is not an action of making characters"):
        creation.format_action("roll")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("action", "reason"),
    [
        (None, "None is not an action of making characters [action/unknown, rule R8]"),
        (NONE, "the first character must choose or roll for the background now [decision/background, rule R9]"),
        (Choose(Step.BACKGROUND, 21), "21 is not a row of the table (1 to 20) [choose/no-row, rule R6]"),
        (Choose(Step.BACKGROUND, 0), "0 is not a row of the table (1 to 20) [choose/no-row, rule R6]"),
    ],
)  # fmt: skip
def test_reasons(action: Any, reason: str) -> None:
    """A code, a sentence and a rule (R6)."""
    state = creation.new_game(seed=1)
    assert str(creation.why_illegal(state, action)) == reason
    with pytest.raises(IllegalActionError) as refused:
        creation.apply(state, action)
    assert refused.value.where == "the first character at the step background"


def test_reasons_of_the_swap() -> None:
    """Nothing is rolled for the swap, and only four swaps exist (R15)."""
    state = played(creation.new_game(seed=1), "roll-rest")
    assert creation.why_illegal(state, NONE) is None
    text = "'dex' is not a swap: use none, STR-DEX, STR-WIL, DEX-WIL [swap/unknown, rule R15]"
    assert str(creation.why_illegal(state, Arrange("dex"))) == text  # type: ignore[arg-type]
    assert creation.why_illegal(state, Roll()) is not None
    assert creation.why_illegal(state, Choose(Step.HAIR, 1)) is not None
    with pytest.raises(IllegalActionError, match=r"convert it with parse_action\('roll', state\)"):
        creation.apply(state, "roll")  # type: ignore[arg-type]
    assert creation.why_illegal(state, Done()) is not None


def test_only_states_are_accepted() -> None:
    """Functions of the game refuse other values, with a remedy."""
    match = Match(creation, seed=1)
    for ask in (creation.current_player, creation.legal_actions, creation.diagram):
        with pytest.raises(DefinitionError, match=r"give its state, match\.state"):
            ask(match)  # type: ignore[arg-type]


def test_events_name_their_rules() -> None:
    """Every result is told, in order, with its rule (R3)."""
    state = creation.new_game(seed=1)
    dice = ScriptedDice(AURIFEX[:17])
    events = creation.resolve(state, RollRest(), dice).events
    assert list(map(str, events)) == [
        "the first character is an Aurifex [R9]",
        "the first character is called Hestia [R10]",
        "Hestia gets 15gp [R23]",
        "Hestia rolls 12, 3, 18 for STR, DEX and WIL [R14]",
        "Hestia has row 4 of background table 1 [R12]",
        "Hestia has row 2 of background table 2 [R12]",
    ]
    state = played(state, "background=foundling", "name=1", "roll", "roll", "roll", "roll")
    swap = creation.resolve(state, Arrange("STR-DEX"), dice).events
    assert list(map(str, swap)) == ["Faunus swaps STR and DEX [R15]"]
    assert str(creation.resolve(state, NONE, dice).events[0]) == "Faunus swaps nothing [R15]"
    state = played(state, "swap=none")
    rest = ScriptedDice([4, 1, 2, 3, 4, 5, 6, 7, 8, 3, 1, 1, 9])
    events = creation.resolve(state, RollRest(), rest).events
    assert list(map(str, events)) == [
        "Faunus has 4 HP [R16]",
        "Faunus is 12 years old [R19]",
        "physique of Faunus: Athletic [R17]",
        "skin of Faunus: Marked [R17]",
        "hair of Faunus: Curly [R17]",
        "face of Faunus: Elongated [R17]",
        "speech of Faunus: Formal [R17]",
        "clothing of Faunus: Frayed [R17]",
        "virtue of Faunus: Humble [R17]",
        "vice of Faunus: Rude [R17]",
        "Faunus has bond 3 [R18]",
        "Faunus has an omen and keeps it private [R21]",
    ]


def test_events_of_gear_and_of_the_public_omen() -> None:
    """Purchases, what is left behind, and the omen that everybody hears of (R13, R20, R26)."""
    state = buying("kettlewright", "2 1")
    name = state.drafts[0].name
    bought = creation.resolve(state, Buy("rope"), ScriptedDice())
    assert list(map(str, bought.events)) == [f"{name} buys Rope [R13]"]
    done = creation.resolve(bought.state, Done(), ScriptedDice())
    assert list(map(str, done.events)) == [f"{name} buys nothing more [R13]"]
    state = overflowing()
    left = creation.resolve(state, Leave("torch"), ScriptedDice())
    assert [str(event).partition(" ")[2] for event in left.events] == ["leaves Torch behind [R26]"]
    state = complete(creation.new_game(seed=1, names=["Ash"]))
    omen = creation.resolve(evolve(state, public_omen=True), Roll(), ScriptedDice([17]))
    assert list(map(str, omen.events)) == ["Ash has omen 17 [R20]"]


# What seats know


def with_secret() -> State:
    """A party of three whose first member has a private omen."""
    state = played(creation.new_game(seed=3, players=3), "background=foundling", "roll-rest", "swap=none", "roll-rest")
    assert creation.current_player(state) == 1
    return state


@pytest.mark.untraced
def test_private_omens_stay_with_their_seat() -> None:
    """Other seats and spectators see that there is one, but not which; nobody sees the key (R21)."""
    state = with_secret()
    own = creation.observe(state, 0)
    assert (own.drafts, own.concealed) == (state.drafts, (False,) * 3)
    for viewer in (1, 2, None):
        seen = creation.observe(state, viewer)
        assert (seen.drafts[0].omen, seen.concealed) == (None, (True, False, False))
        assert "chance" not in dumps(seen)
        other = evolve(
            state, drafts=(evolve(state.drafts[0], omen=1 + (state.drafts[0].omen or 0) % 20), *state.drafts[1:])
        )
        assert creation.observe(other, viewer) == seen != creation.observe(other, 0)
        assert creation.diagram(other) == creation.diagram(state)
        assert list(map(str, creation.changes(creation.new_game(players=3), other))) == list(
            map(str, creation.changes(creation.new_game(players=3), state))
        )
        drawn = [creation.sample_hidden(seen, Random(number)) for number in range(300)]
        assert {each.drafts[0].omen for each in drawn} == {*range(1, 21)}
        assert len({each.chance for each in drawn}) == 300
    done = complete(state)
    assert [omen is None for omen in (draft.omen for draft in creation.observe(done, None).drafts)].count(False) <= 1
    for wrong in (3, -1, True, "first"):
        with pytest.raises(DefinitionError, match=r"is not a player \(0 to 2, or None for a spectator\)"):
            creation.observe(state, wrong)  # type: ignore[arg-type]


def test_the_diagram_shows_what_everybody_may_see() -> None:
    """A plain sheet of each character (R21)."""
    drawn = creation.diagram(with_secret())
    assert "a private omen" in drawn
    assert drawn.startswith("  First: ")
    assert "\n> Second: -\n" in drawn
    done = complete(creation.new_game(seed=1, omen=True))
    full = creation.diagram(done)
    assert f"Gold {done.drafts[0].gold}  " in full
    assert re.search(r"Bond \d+, omen \d+", full)
    mountebank = complete(played(creation.new_game(seed=1), "background=mountebank"))
    assert "With Cart" in creation.diagram(mountebank)
    assert "Left behind: Torch (3 of 3)" in creation.diagram(complete(played(overflowing(), "leave=torch")))


# Documents


@pytest.mark.untraced
@pytest.mark.parametrize("seed", range(4))
def test_documents_are_read_again(seed: int) -> None:
    """States, observations, actions and characters (R3)."""
    rng, state = (
        Random(seed),
        creation.new_game(seed=seed, players=2, rulings=Rulings(armor_stack="sum", sell_rate=Fraction(1, 3))),
    )
    while legal := creation.legal_actions(state):
        for value in (state, legal[-1], creation.observe(state, None), creation.observe(state, 0)):
            assert loads(dumps(value)) == value
        state = creation.apply(state, rng.choice(legal))
    for hero in creation.characters(state):
        assert loads(dumps(hero)) == hero


def test_a_document_holds_no_secret_for_others() -> None:
    """An observation of another seat does not have the row of a private omen (R21)."""
    state = with_secret()
    a, b = (
        dumps(creation.observe(evolve(state, drafts=(evolve(state.drafts[0], omen=omen), *state.drafts[1:])), None))
        for omen in (3, 4)
    )
    assert a == b


DONE = {
    "background": "kettlewright", "name": "Ash", "gold": 10, "rows": (2, 1), "attributes": (10, 11, 12), "swap": "none",
    "hp": 3, "traits": (1,) * 8, "bonds": (3,), "age": 30, "bought": ("rope",), "shopped": True,
}  # fmt: skip


def sound(second: dict[str, Any] | None = None, *, rulings: Rulings = DEFAULT, **changes: Any) -> State:
    """A state from a document, with one draft changed."""
    drafts = [creation.Draft(**{**DONE, **changes})]  # type: ignore[arg-type]
    drafts += [] if second is None else [creation.Draft(**second)]
    state = State(drafts=tuple(drafts), public_omen=False, chance=Chance(1), rulings=rulings)
    again: State = loads(dumps(state))
    return again


def test_sound_states_are_read() -> None:
    """A complete draft, a half one, and one with only a given name."""
    assert sound().drafts[0].shopped
    assert sound({"name": "Oak"}).drafts[1].name == "Oak"
    assert sound({"name": "O" * 60}).drafts[1].name == "O" * 60
    assert sound(shopped=False, bought=()).drafts[0].age == 30
    assert sound(traits=(1, 2), bonds=(), age=None, bought=(), shopped=False).drafts[0].traits == (1, 2)
    over = sound(background="fieldwarden", rows=(3, 3), bonds=(1, 18), bought=(), shopped=False, left=("torch",))
    assert over.drafts[0].left == ("torch",)
    assert sound(gold=25, rulings=Rulings(grant_change="coins")).drafts[0].gold == 25


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"name": " "}, r"drafts\[0\].name: ' ' is not a name"),
        ({"name": "O" * 61}, "is not a name: one line of at most 60 characters"),
        ({"background": "wizard"}, r"drafts\[0\].background: 'wizard' is not a background"),
        ({"background": None}, r"drafts\[0\].gold: it comes before an earlier step, or nothing grants it \(R8\)"),
        ({"gold": None}, r"drafts\[0\].rows: it comes before an earlier step"),
        ({"swap": None}, r"drafts\[0\].hp: it comes before an earlier step"),
        ({"hp": None}, r"drafts\[0\].traits: it comes before an earlier step"),
        ({"traits": (1,)}, r"drafts\[0\].bonds: it comes before an earlier step"),
        ({"gold": 2}, r"drafts\[0\].gold: 2 gold pieces; the dice and grants give 3 to 38"),
        ({"gold": 39}, r"drafts\[0\].gold: 39 gold pieces"),
        ({"rows": (2, 7)}, r"drafts\[0\].rows: there is no row 7 \(1 to 6\)"),
        ({"rows": (2, 1, 1)}, r"drafts\[0\].rows: 3 rows; there should be at most 2"),
        ({"traits": (11,) * 8}, r"drafts\[0\].traits: there is no row 11 \(1 to 10\)"),
        ({"bonds": (0,)}, r"drafts\[0\].bonds: there is no row 0 \(1 to 20\)"),
        ({"bonds": (3, 4)}, r"drafts\[0\].bonds: it comes before an earlier step, or nothing grants it"),
        ({"bonds": (3, 3)}, r"drafts\[0\].bonds: the second bond must differ from the first \(R21\)"),
        ({"attributes": (2, 10, 10)}, r"drafts\[0\].attributes: there should be three results of 3d6"),
        ({"attributes": (10, 10)}, r"drafts\[0\].attributes: there should be three results of 3d6"),
        ({"swap": "WIL-DEX"}, r"drafts\[0\].swap: 'WIL-DEX' is not a swap"),
        ({"hp": 7}, r"drafts\[0\].hp: 7 HP; the dice give 1 to 6"),
        ({"age": 51}, r"drafts\[0\].age: 51 years; the dice give 12 to 50"),
        ({"omen": 21}, r"drafts\[0\].omen: there is no row 21 \(1 to 20\)"),
        ({"omen": 5}, r"drafts\[0\].omen: only the youngest of a complete party has a public omen \(R20\)"),
        ({"bought": ("plate",)}, r"drafts\[0\].bought: 'plate' is not in the price list of gear"),
        ({"bought": ("rope",) * 5}, r"drafts\[0\].bought: it is more than the rows pay for"),
        ({"rows": (1, 1)}, r"drafts\[0\].bought: it is more than the rows pay for"),
        ({"rows": (1, 1), "bought": (), "gold": 50}, r"drafts\[0\].shopped: it comes before an earlier"),
        ({"left": ("plate",)}, r"drafts\[0\].left: 'plate' is not an item that can be left behind"),
        ({"left": ("torch",)}, r"drafts\[0\].left: it comes before an earlier step, or nothing grants it"),
        ({"left": ("torch", "torch")}, r"drafts\[0\].left: 'torch' is not an item that can be left behind"),
        ({"second": {"background": "aurifex"}, "age": None, "bought": (), "shopped": False},
         r"drafts\[1\]: it has begun, but a character before it is not complete"),
    ],
)  # fmt: skip
def test_impossible_states_are_refused(changes: dict[str, Any], fault: str) -> None:
    """Every fault names its field (R8 to R26)."""
    with pytest.raises(DocumentError, match=fault):
        sound(**changes)


def test_the_size_of_a_party_in_a_document() -> None:
    """One to eight characters."""
    text = dumps(creation.new_game(seed=1))
    empty = re.sub(r'"drafts":\[.*?\}\]', '"drafts":[]', text)
    with pytest.raises(DocumentError, match="0 characters; there should be 1 to 8"):
        loads(empty)


def test_the_public_omen_in_a_document() -> None:
    """The youngest of a complete party has it, and nobody else."""
    young, old = {**DONE, "age": 20}, {**DONE, "age": 40}

    def read(*drafts: dict[str, Any], omen: bool = True) -> State:
        state = State(drafts=tuple(creation.Draft(**each) for each in drafts), public_omen=omen, chance=Chance(1))
        again: State = loads(dumps(state))
        return again

    assert read(old, {**young, "omen": 4}).drafts[1].omen == 4
    assert read(old, {**young, "omen": 20}).drafts[1].omen == 20
    for drafts, omen in (
        (({**old, "omen": 4}, young), True),
        ((old, {**young, "omen": 4}), False),
        (({**old, "omen": 4}, {}), True),
    ):
        with pytest.raises(DocumentError, match="only the youngest of a complete party has a public omen"):
            read(*drafts, omen=omen)


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"concealed": (True,)}, "concealed: 1 values; there should be one for each draft"),
        ({"player": 3}, "player: 3 is not a seat of the party"),
        ({"concealed": (False, True, False)}, "concealed: only private omens of other seats are hidden|comes before"),
        ({"player": 0}, "concealed: only private omens of other seats are hidden"),
    ],
)
def test_impossible_observations_are_refused(changes: dict[str, Any], fault: str) -> None:
    """Every fault names its field (R21)."""
    seen = evolve(creation.observe(with_secret(), 1), **changes)
    with pytest.raises(DocumentError, match=fault):
        loads(dumps(seen))


def test_samples_have_every_step_and_action() -> None:
    """A state of each step, and an action of each kind."""
    samples: Any = resolve(creation.MANIFEST.samples)  # type: ignore[arg-type]
    asked_for = [creation.decision(state) for state in samples.states()]
    assert [due[1] for due in asked_for if due] == sorted(Step, key=[due[1] for due in asked_for if due].index)
    assert asked_for[-1] is None
    assert {type(action) for action in samples.actions()} == {*get_args(creation.Action)}


def test_records_start_with_a_document() -> None:
    """The tag `State` is needed."""
    start: Any = resolve(creation.MANIFEST.records)  # type: ignore[arg-type]
    state = creation.new_game(seed=1, players=2)
    assert start.state(start.tags(state), None) == state
    with pytest.raises(NotationError, match="tag State: missing; it holds the start as a document"):
        start.state({}, None)


# The terminal


def test_words_at_the_terminal() -> None:
    """Questions, choices with the names and texts of their rows, and the end (R21)."""
    words = words_for(creation)
    state = creation.new_game(seed=1, players=2)
    assert words.question(state) == "First: choose or roll for the background [R9]"
    assert words.sentence(state, Choose(Step.BACKGROUND, 7)) == "Fletchwind"
    assert (words.kind(Roll()), words.kind(Choose(Step.BOND, 1))) == ("Roll", "")
    assert words.sentence(state, Roll()) == "Roll for this step"
    assert words.sentence(state, RollRest()) == "Roll for this step and those that follow"
    assert words.sentence(state, NONE) == "Keep the attributes as they were rolled"
    for impossible in (Arrange("STR-DEX"), Leave("torch"), Choose(Step.GOLD, 1)):
        assert creation.describe(state, impossible) == creation.format_action(impossible)
    assert words.sentence(state, Done()) == "Buy nothing more"
    state = played(state, "background=foundling", "name=1", "roll", "table-1=1", "table-2=1", "roll")
    assert words.question(state) == "Faunus: swap two attributes or none [R15]"
    a, b, c = state.drafts[0].attributes
    assert words.sentence(state, Arrange("STR-WIL")) == f"Swap for STR {c}, DEX {b}, WIL {a}"
    assert words.sentence(state, Leave("torch")) == "Leave Torch behind"
    for step in (Step.TABLE_1, Step.BOND, Step.OMEN):
        assert words.sentence(state, Choose(step, 1)).endswith(".")
    state = played(state, "swap=none", *["roll"] * 11)
    assert creation.decision(state) == (0, Step.OMEN)
    assert [is_hidden(creation, state, Choose(Step.OMEN, 9), viewer) for viewer in (0, 1, None)] == [False, True, True]
    assert not is_hidden(creation, state, Roll(), 1)
    done = complete(state)
    assert words.question(done) == "All characters are complete"
    outcome = creation.outcome(done)
    assert outcome is not None
    assert words.result(done, outcome) == "All characters are complete"
    assert words.result(state, Outcome((0,), "resignation")) == "First wins: Second resigned"
    assert words.sentence(done, Choose(Step.BACKGROUND, 1)) == "Aurifex"
    shop = buying("kettlewright", "2 1")
    assert words.sentence(shop, Buy("rope")) == "Buy Rope for 5gp of 20gp"
