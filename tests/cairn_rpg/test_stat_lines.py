"""Stat lines of creatures (R68, R70, R71, R88, R90, A82)."""

from __future__ import annotations

from time import process_time
from typing import Any

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from cairn_rules.cairn_rpg import combat, odds
from cairn_rules.cairn_rpg.characters.attacks import Attack
from cairn_rules.cairn_rpg.characters.attributes import Attribute
from cairn_rules.cairn_rpg.combat.foes import parse_foes
from cairn_rules.cairn_rpg.content.book import Creature
from cairn_rules.cairn_rpg.content.book_file import book
from cairn_rules.cairn_rpg.content.stat_lines import LONGEST, format_stat_line, parse_stat_line
from cairn_rules.cairn_rpg.dice_formula import SIDES
from cairn_rules.errors import DefinitionError, NotationError, SetupError

PRINTED = """\
Acolyte: 4 HP, 1 Armor, 8 STR, 11 DEX, 14 WIL, ceremonial dagger (d6)
Aranea: 6 HP, 13 STR, 12 DEX, 15 WIL, bite (d8)
Bandit: 4 HP, 1 Armor, 12 STR, 12 DEX, 9 WIL, short sword (d6) or short bow (d6)
Banshee: 8 HP, 6 STR, 12 DEX, 15 WIL, ghostly touch (d8)
Basilisk: 10 HP, 1 Armor, 12 STR, 13 DEX, 13 WIL, bite (d10)
Blink Dog: 5 HP, 11 STR, 14 DEX, 5 WIL, bite (d6)
Blood Elk: 4 HP, 12 STR, 13 DEX, 5 WIL, horns (d8)
Boggart: 3 HP, 4 STR, 17 DEX, 13 WIL
Bone Construct: 8 HP, 3 Armor, 15 STR, 5 DEX, 3 WIL, sharpened arms (d8+d8), _detachment_
Bugbear: 8 HP, 1 Armor, 14 STR, 12 DEX, 11 WIL, club (d8)
Burrowing Horror: 6 HP, 1 Armor, 16 STR, 11 DEX, 4 WIL, bite (d10), acid squirt (d8, _blast_)
Cave Locust: 2 HP, 6 STR, 12 DEX, 3 WIL, bite (d6)
Centaur: 6 HP, 1 Armor, 14 STR, 12 DEX, 14 WIL, spear (d8) or short bow (d6)
Cobblehounds: 12 HP, 2 Armor, 14 STR, 1 DEX, 8 WIL, bite (d10)
Creeping Vines: 8 HP, 10 STR, 12 DEX, 2 WIL, vines (d4, _blast_)
Crypt Guardian: 12 HP, 12 STR, 11 DEX, 14 WIL, ethereal claws (d8+d8)
Dryad: 4 HP, 8 STR, 12 DEX, 14 WIL, knotted arms (d6)
Ettin: 10 HP, 16 STR, 8 DEX, 6 WIL, club (d10)
Eye of Terror: 15 HP, 9 STR, 8 DEX, 16 WIL, bite (d8)
Frost Elf: 14 HP, 1 Armor, 8 STR, 13 DEX, 14 WIL, icicle dagger (d6)
Gargoyle: 8 HP, 3 Armor, 14 STR, 4 DEX, 12 WIL, claws (d8+d8)
Gelatinous Ooze: 8 HP, 1 Armor, 15 STR, 6 DEX, 3 WIL, devouring touch (d8)
Ghost: 8 HP, 14 STR, 12 DEX, 15 WIL, life drain (d6)
Ghoul: 6 HP, 14 STR, 8 DEX, 3 WIL, elongated claws (d6+d6)
Giant Scorpion: 8 HP, 1 Armor, 11 STR, 12 DEX, 4 WIL, claws (d10+d10)
Gnoll: 6 HP, 1 Armor, 12 STR, 14 DEX, 8 WIL, spear (d8)
Goblin: 4 HP, 8 STR, 12 DEX, 8 WIL, dagger (d6) or sling (d6)
Green Dragon: 12 HP, 2 Armor, 14 STR, 15 DEX, 18 WIL, bite (d12), _detachment_
Griffon: 7 HP, 14 STR, 15 DEX, 12 WIL, claws (d6+d6), _detachment_
Grizzly Bear: 6 HP, 15 STR, 13 DEX, 5 WIL, claws (d8+d8)
Harpy: 8 HP, 7 STR, 12 DEX, 14 WIL, claws (d6+d6)
Hellhound: 8 HP, 12 STR, 15 DEX, 9 WIL, bite (d8), fire breath (d6, _blast_)
Hobgoblin: 6 HP, 2 Armor, 14 STR, 8 DEX, 11 WIL, mace (d8)
Hooded Men: 12 HP, 9 STR, 12 DEX, 14 WIL, leystaff (d8)
Hydra: 12 HP, 2 Armor, 13 STR, 7 DEX, 12 WIL, bite (d12, _blast_), _detachment_
Invisible Stalker: 8 HP, 12 STR, 12 DEX, 15 WIL, fists (d4+d4)
Killer Bees: 6 HP, 6 STR, 14 DEX, 8 WIL, sting (d6), _detachment_
Kobold: 3 HP, 8 STR, 13 DEX, 4 WIL, bite (d6), spear (d8)
Lamia: 6 HP, 11 STR, 12 DEX, 16 WIL, toothy bite (d8)
Lich: 14 HP, 1 Armor, 8 STR, 8 DEX, 18 WIL, soul dagger (d8)
Manticore: 6 HP, 15 STR, 14 DEX, 12 WIL, claws (d6+d6), tail spike (d8)
Mimic: 9 HP, 2 Armor, 13 STR, 6 DEX, 12 WIL, bite (d8)
Mind Lasher: 12 HP, 8 STR, 12 DEX, 18 WIL, tentacles (d6, _blast_)
Minotaur: 12 HP, 1 Armor, 16 STR, 12 DEX, 8 WIL, two-handed axe (d10), charge (d12)
Mummy: 6 HP, 12 STR, 8 DEX, 6 WIL, necrotic touch (d10)
Naga: 6 HP, 1 Armor, 14 STR, 12 DEX, 14 WIL, sword (d6), bite (d10)
Night Cat: 6 HP, 9 STR, 14 DEX, 5 WIL, claws (d6+d6)
Night Hag: 8 HP, 9 STR, 11 DEX, 16 WIL, talons (d8+d8)
Nightmare: 8 HP, 15 STR, 12 DEX, 8 WIL, flaming hooves (d8+d8)
Ogre: 6 HP, 1 Armor, 16 STR, 8 DEX, 6 WIL, club (d10)
Owlbear: 9 HP, 16 STR, 12 DEX, 5 WIL, beak (d10), claws (d8+d8)
Phoenix: 4 HP, 15 STR, 13 DEX, 12 WIL, talons (d10+d10)
Pixie: 3 HP, 3 STR, 15 DEX, 13 WIL
Purple Worm: 18 HP, 1 Armor, 18 STR, 8 DEX, 6 WIL, bite (d12), _detachment_
Red Cap: 6 HP, 6 STR, 12 DEX, 8 WIL, dual sickles (d6+d6)
Reptilian: 5 HP, 1 Armor, 14 STR, 12 DEX, 5 WIL, bone spear (d8)
Root Goblin: 4 HP, 8 STR, 14 DEX, 8 WIL, spear (d6)
Root Witch: 8 HP, 9 STR, 16 DEX, 14 WIL, tuber-fingers (d6)
Rust Monster: 5 HP, 16 STR, 13 DEX, 5 WIL, bite (d6)
Sea Hag: 6 HP, 11 STR, 15 DEX, 14 WIL, long claws (d6+d6)
Shadow: 14 HP, 1 STR, 18 DEX, 14 WIL, draining touch (d6, ignores armor)
Shambling Mound: 9 HP, 15 STR, 6 DEX, 8 WIL, tendrils (d8+d8), _detachment_
Skeleton: 5 HP, 1 Armor, 8 STR, 13 DEX, 0 WIL, rusty sword (d6) or bow (d6)
Sky Giant: 12 HP, 1 Armor, 16 STR, 12 DEX, 14 WIL, mace (d10), _detachment_
Sphinx: 18 HP, 12 STR, 13 DEX, 18 WIL, claws (d8+d8, _blast_), beak (d10)
Storm Giant: 18 HP, 2 Armor, 18 STR, 16 DEX, 18 WIL, great sword (d12), _detachment_
Swine Thing: 9 HP, 16 STR, 8 DEX, 13 WIL, gore (d6+d6)
Titan: 18 HP, 3 Armor, 16 STR, 15 DEX, 18 WIL, lightning sword (d12), _detachment_
Treant: 10 HP, 3 Armor, 15 STR, 3 DEX, 12 WIL, roots (d8+d8, _blast_)
Triton: 6 HP, 12 STR, 15 DEX, 12 WIL, trident (d8)
Troll: 14 HP, 1 Armor, 14 STR, 12 DEX, 4 WIL, bite (d10), claws (d8+d8)
Unicorn: 6 HP, 14 STR, 12 DEX, 14 WIL, horn (d10, ignores armor)
Vampire: 12 HP, 1 Armor, 14 STR, 12 DEX, 16 WIL, bite (d10)
Viper: 3 HP, 5 STR, 12 DEX, 3 WIL, bite (d6)
Warp Panther: 8 HP, 13 STR, 16 DEX, 12 WIL, tentacles (d8+d8, _blast_), bite (d10)
Warrior Snail: 4 HP, 2 Armor, 14 STR, 6 DEX, 3 WIL, tentacles (d8+d8)
Water Elemental: 14 HP, 15 STR, 16 DEX, 4 WIL, spray (d8)
Werewolf: 8 HP, 15 STR, 14 DEX, 6 WIL, claws (d6+d6), bite (d8)
Wight: 12 HP, 3 Armor, 16 STR, 8 DEX, 12 WIL, long sword (d10)
Will-o-Wisp: 3 HP, 6 STR, 17 DEX, 12 WIL
Wolf: 6 HP, 12 STR, 14 DEX, 8 WIL, bite (d8)
Wood Troll: 10 HP, 15 STR, 12 DEX, 7 WIL, bite (d8), club (d10)
Wyvern: 11 HP, 15 STR, 14 DEX, 13 WIL, stinger (d10)
Zombie: 2 HP, 12 STR, 6 DEX, 3 WIL, jagged nails (d6)
"""
"""The stat lines of the bestiary, as printed."""

LINES = {name: line for name, _, line in (each.partition(": ") for each in PRINTED.splitlines())}


def figures(creature: Creature) -> Creature:
    """Return a creature with what a stat line holds only, under no name."""
    attacks = tuple(
        Attack(
            name=each.name,
            dice=each.dice,
            blast=each.blast,
            ignores_armor=each.ignores_armor,
            attribute=each.attribute,
            armor_applies=each.armor_applies,
        )
        for each in creature.attacks
    )
    return Creature(
        id="",
        name="",
        hp=creature.hp,
        armor=creature.armor,
        strength=creature.strength,
        dexterity=creature.dexterity,
        willpower=creature.willpower,
        attacks=attacks,
        detachment=creature.detachment,
    )


def refused(text: str) -> list[str]:
    """Return the faults of a text."""
    with pytest.raises(NotationError) as caught:
        parse_stat_line(text)
    return [str(fault) for fault in caught.value.faults]


def test_reads_every_printed_line_as_the_figures_of_its_creature() -> None:
    read = {name: figures(parse_stat_line(line)) for name, line in LINES.items()}
    known = {each.name: figures(each) for each in book().creatures.values()}
    # The line of the stalker does not show that its blows take STR directly.
    stalker = known.pop("Invisible Stalker")
    plain = evolve(stalker.attacks[0], attribute=None, armor_applies=False)
    assert read.pop("Invisible Stalker") == evolve(stalker, attacks=(plain,))
    assert read == known
    assert len(LINES) == 84


@pytest.mark.untraced
@pytest.mark.parametrize("name", LINES)
def test_writes_printed_lines_without_emphasis(name: str) -> None:
    line = LINES[name].replace("_", "").replace(" or ", ", ")
    assert format_stat_line(parse_stat_line(LINES[name])) == line


def test_reads_a_line_of_all_parts() -> None:
    """Dice of one attack are alternatives of which the highest counts (R90), attacks are alternatives (A82)."""
    line = "6 HP, 2 Armor, 14 STR, 6 DEX, 4 WIL, smash (d10, _blast_) or gaze (d6 STR), claws (d6+d8, ignores armor)"
    creature = parse_stat_line(line + ", _detachment_", name="Stone Thing")
    assert creature == Creature(
        id="stone-thing",
        name="Stone Thing",
        hp=6,
        armor=2,
        strength=14,
        dexterity=6,
        willpower=4,
        attacks=(
            Attack(name="smash", dice=(10,), blast=True),
            Attack(name="gaze", dice=(6,), attribute=Attribute.STR),
            Attack(name="claws", dice=(6, 8), ignores_armor=True),
        ),
        detachment=True,
    )


def test_reads_what_is_left_out_as_no_armour_and_average_attributes() -> None:
    creature = parse_stat_line("3 HP")
    assert (creature.armor, creature.strength, creature.dexterity, creature.willpower) == (0, 10, 10, 10)
    assert (creature.id, creature.name, creature.attacks, creature.detachment) == ("creature", "Creature", (), False)


@pytest.mark.parametrize(
    "text",
    [
        "**5 hp**, 1 armour, 8 Str, claws (D8 + d8 wil damage, Ignores  Armour, *blast*)",
        "claws (ignores armor, blast, d8+d8 WIL),8 STR,1 Armor,5HP",
        "  5 HP,\t1 ARMOUR, 8 STR, 10 DEX, claws(d8+d8 WIL,_blast_,ignores armour)  ",
    ],
)
def test_order_case_spelling_and_spaces_make_no_difference(text: str) -> None:
    line = "5 HP, 1 Armor, 8 STR, 10 DEX, 10 WIL, claws (d8+d8 WIL, blast, ignores armor)"
    assert format_stat_line(parse_stat_line(text)) == line


def test_or_in_a_name_does_not_separate() -> None:
    creature = parse_stat_line("5 HP, tooth or nail (d6) or horn (d8)")
    assert [each.name for each in creature.attacks] == ["tooth or nail", "horn"]


def test_reports_every_fault_with_its_column() -> None:
    faults = refused("1000 HP, bite (d7), 6 HP, 4 Armor, 100 STR, claws (blast, d6, blast, d8, blst), teeth")
    assert faults == [
        "HP, column 1: 1000 is not a number from 0 to 999",
        "attack, column 16: 7 is not a die of the game: give one of 2, 3, 4, 6, 8, 10, 12, 20, 100",
        "HP, column 21: given twice",
        "Armor, column 27: 4 is not a number from 0 to 3",
        "STR, column 36: 100 is not a number from 0 to 99",
        "attack, column 62: 'blast' is given twice",
        "attack, column 69: 'd8': an attack has dice alone and once, such as 'd8+d8'",
        "attack, column 73: 'blst' is not a quality; did you mean 'blast'?",
        "part, column 81: 'teeth' is not a figure such as '6 HP', an attack such as 'bite (d8)' or 'detachment'",
    ]


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("", ["HP"]),
        ("14 STR", ["HP"]),
        ("6 HP, bite (d8, claws (d6)", ["part, column 7"]),
        ("6 HP, bite (d8) or", ["part, column 17"]),
        ("6 HP, bite (d8)) claws", ["part, column 16"]),
        ("6 HP, (d8)", ["part, column 7"]),
        ("6 HP, bite ()", ["attack, column 13"]),
        ("6 HP, bite (blast)", ["attack, column 13"]),
        ("6 HP, bite (d8+)", ["attack, column 13"]),
        ("6 HP, detachment, detachment", ["detachment, column 19"]),
        ("-6 HP", ["part, column 1", "HP"]),
        ("\u0666 HP", ["part, column 1", "HP"]),
    ],
)
def test_refuses_bad_lines(text: str, places: list[str]) -> None:
    assert [each.split(": ")[0] for each in refused(text)] == places


def test_refuses_long_texts_and_other_values_at_once() -> None:
    assert refused("6 HP" + " " * LONGEST) == ["line: 1004 characters; a stat line has at most 1000"]
    number: Any = 6
    assert refused(number) == ["line: expected text, got int"]
    assert len(refused("x," * (LONGEST // 2))) == 100


NAMES = (
    st.lists(st.text("orz09+'-", min_size=1, max_size=8), min_size=1, max_size=3)
    .map(" ".join)
    .filter(lambda name: not name.startswith("or "))
)
FIGURES = st.integers(0, 99)
ATTACKS = st.builds(
    Attack,
    name=NAMES,
    dice=st.lists(st.sampled_from(SIDES), min_size=1, max_size=3).map(tuple),
    blast=st.booleans(),
    ignores_armor=st.booleans(),
    attribute=st.none() | st.sampled_from(Attribute),
    armor_applies=st.booleans(),
    remark=st.sampled_from(["", "bulky", "ignores 2 Armor", "vs. ghosts, poison"]),
)
CREATURES = st.builds(
    Creature,
    id=st.just(""),
    name=st.just(""),
    hp=st.integers(0, 999),
    armor=st.integers(0, 3),
    strength=FIGURES,
    dexterity=FIGURES,
    willpower=FIGURES,
    attacks=st.lists(ATTACKS, max_size=3).map(tuple),
    detachment=st.booleans(),
)


@given(CREATURES)
def test_lines_are_read_as_they_were_written(creature: Creature) -> None:
    assert parse_stat_line(format_stat_line(creature), name="") == creature


@given(st.text("1 6HPSTRdor,()+_*biteblast", max_size=60))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        creature = parse_stat_line(text)
    except NotationError:
        return
    assert parse_stat_line(format_stat_line(creature)) == creature


@pytest.mark.parametrize("name", ["a, b", "a (d6), b", "_a_", "a  b", " a", "", "6 HP, a", "a(b)", "a (d6) or b"])
def test_refuses_to_write_a_name_that_would_be_read_otherwise(name: str) -> None:
    creature = parse_stat_line("6 HP", name="Thing")
    with pytest.raises(DefinitionError):
        format_stat_line(evolve(creature, attacks=(Attack(name=name, dice=(6,)),)))


def test_refuses_to_write_dice_that_the_game_lacks() -> None:
    creature = evolve(parse_stat_line("6 HP", name="Thing"), attacks=(Attack(name="bite", dice=(7,)),))
    with pytest.raises(DefinitionError, match="'Thing' cannot be written as a stat line: attack, column 37: 7 is not"):
        format_stat_line(creature)


@pytest.mark.parametrize("remark", ["blast", "a (b", "so  much", "x,y"])
def test_refuses_to_write_a_remark_that_would_be_read_otherwise(remark: str) -> None:
    creature = evolve(parse_stat_line("6 HP"), attacks=(Attack(name="bite", dice=(6,), remark=remark),))
    with pytest.raises(DefinitionError):
        format_stat_line(creature)


AS_WRITTEN: list[tuple[str, str]] = [
    ("- 6 HP, Armor 1, STR 12", "Creature: 6 HP, 1 Armor, 12 STR, 10 DEX, 10 WIL"),
    ("HP 6, AR 1, STR: 12, Wil 3", "Creature: 6 HP, 1 Armor, 12 STR, 10 DEX, 3 WIL"),
    ("6hp 1 armour 12 str, 13 WILL.", "Creature: 6 HP, 1 Armor, 12 STR, 10 DEX, 13 WIL"),
    ("12 HP. 1 Arm, STR 8 DEX 6 WIL 7,", "Creature: 12 HP, 1 Armor, 8 STR, 6 DEX, 7 WIL"),
    ("12 HP, 1 AR 8 STR, , 6 DEX", "Creature: 12 HP, 1 Armor, 8 STR, 6 DEX, 10 WIL"),
    ("\u200b6\xa0HP, 9 STR, jaw (1d6)", "Creature: 6 HP, 9 STR, 10 DEX, 10 WIL, jaw (d6)"),
    ("6 HP 9 STR jaw (D8 *blast*) *detachment*", "Creature: 6 HP, 9 STR, 10 DEX, 10 WIL, jaw (d8, blast), detachment"),
    (
        "6 HP, jaw (2d8) and tail (d6 poison). Treat as detachment",
        "Creature: 6 HP, 10 STR, 10 DEX, 10 WIL, jaw (d8+d8), tail (d6, poison), detachment",
    ),
    (
        "6 HP, jaw (d8; bulky) tail (d6+slime), or horn (d4 and rust)",
        "Creature: 6 HP, 10 STR, 10 DEX, 10 WIL, jaw (d8, bulky), tail (d6, slime), horn (d4, rust)",
    ),
    (
        "6 HP, jaw (d8, ignore Armour, ignores 1 Armor, pierces armor)",
        "Creature: 6 HP, 10 STR, 10 DEX, 10 WIL, jaw (d8, ignores armor, ignores 1 Armor, pierces armor)",
    ),
    (
        "6 HP, jaw (d8, d12 vs. elves), gaze (d6 WIL damage)",
        "Creature: 6 HP, 10 STR, 10 DEX, 10 WIL, jaw (d8, d12 vs. elves), gaze (d6 WIL)",
    ),
    (
        "6 HP, will to live (d3 damage), arm slam (d6)",
        "Creature: 6 HP, 10 STR, 10 DEX, 10 WIL, will to live (d3), arm slam (d6)",
    ),
    ("**Bog Hag** 6 HP \\", "Bog Hag: 6 HP, 10 STR, 10 DEX, 10 WIL"),
    ("3. **Bog Hag** - 6 HP, No attacks", "Bog Hag: 6 HP, 10 STR, 10 DEX, 10 WIL"),
    ("### Bog Hag, 6 HP", "Bog Hag: 6 HP, 10 STR, 10 DEX, 10 WIL"),
    ("|Bog Hag (old) &#124; 6 HP |", "Bog Hag (old): 6 HP, 10 STR, 10 DEX, 10 WIL"),
    ("- Hag of 3 bogs [0 HP, 9 STR]", "Hag of 3 bogs: 0 HP, 9 STR, 10 DEX, 10 WIL"),
]
"""Lines as people write them, and as the library does, with the name in front."""


@pytest.mark.parametrize(("text", "line"), AS_WRITTEN, ids=[text for text, _ in AS_WRITTEN])
def test_lines_as_people_write_them(text: str, line: str) -> None:
    creature = parse_stat_line(text)
    assert f"{creature.name}: {format_stat_line(creature)}" == line


@pytest.mark.parametrize(
    "text",
    [
        "2-6 HP, 9 STR",
        "6 HP, STR 8-12",
        "d6+6 HP",
        "HP 2d6",
        "1,000 HP",
        "HP 6/12",
        "6 HP, X STR",
        "6 HP, 8 CHA",
        "6 HP, 8 CHA claws (d6)",
        "6 HP, 10 will claws (d6)",
        "6 HP, Arm 2 claws (d6)",
        "6 HP, claws (d6+1)",
        "6 HP, claws (d6 - 1)",
        "6 HP, claws (d6+)",
        "6 HP, claws (d6/d8)",
        "6 HP, claws (d6 or d8)",
        "6 HP, claws (d6 x2)",
        "6 HP, claws (1)",
        "6 HP, claws (d6) x2",
        "6 HP, claws d6",
        "6 HP (12)",
        "d4 wolves: 6 HP",
        "2 wolves: 6 HP",
        "Hag (6 HP, claws (d6))",
        "Hag: 6 HP. Wolf: 4 HP",
        "The hag loses 1 STR or drops to 0 HP",
        "Nobody who has met her and lived says that she has 6 HP",
    ],
)
def test_what_is_not_sure_is_refused(text: str) -> None:
    refused(text)


@pytest.mark.parametrize("entry", ["wolf x2", "Wolf \xd7 2"])
def test_the_number_of_fighters_can_stand_behind(entry: str) -> None:
    assert [foe.name for foe in parse_foes(entry)] == ["Wolf 1", "Wolf 2"]


@pytest.mark.parametrize("entry", ["d4 wolf", "2d4 Hag: 6 HP", "1d6+1 wolf"])
def test_a_number_by_dice_is_rolled_first(entry: str) -> None:
    with pytest.raises(SetupError, match="roll the number first, and write it, such as '3 wolf'"):
        parse_foes(entry)


def test_what_no_rule_uses_is_told_with_the_odds() -> None:
    hag = parse_foes("Hag: 3 HP, claws (d6, poison), bite (d4)")
    assumed = odds.text_report(odds.odds(combat.new_game(party=parse_foes("6 HP, axe (d8)"), foes=hag)))
    assert "No rule uses what the brackets say of claws (poison)." in assumed


@pytest.mark.parametrize("entry", ["4 HP, axe (d8)", "4  HP, axe (d8)", "4\tHP, axe (d8)", "1 Foe: 4 HP, axe (d8)"])
def test_hit_points_are_no_number_of_fighters(entry: str) -> None:
    assert [(foe.name, foe.hp.max) for foe in parse_foes(entry)] == [("Foe", 4)]


@pytest.mark.parametrize("entry", ["2 wolf", "2x wolf", "2 x wolf", "2  X  wolf"])
def test_the_number_of_fighters_stands_in_front(entry: str) -> None:
    assert [foe.name for foe in parse_foes(entry)] == ["Wolf 1", "Wolf 2"]


def test_a_hostile_number_of_fighters_is_refused_in_no_time() -> None:
    """Each space could end the number, so that the third power of their number was tried."""
    start = process_time()
    with pytest.raises(SetupError, match="neither a creature of the book nor a stat line"):
        parse_foes(f"2{' ' * 5_000}a\nb")
    assert process_time() - start < 1
