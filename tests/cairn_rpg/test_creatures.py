"""The creatures of the bestiary: figures, what their attacks and powers do, and their texts."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from cairn_rules.cairn_rpg.characters.attacks import (
    Affliction,
    Attack,
    Doom,
    Feast,
    Loss,
    Rend,
    Ruin,
    Spellbound,
    Story,
    Wither,
)
from cairn_rules.cairn_rpg.characters.attributes import Attribute
from cairn_rules.cairn_rpg.characters.effects import Rises
from cairn_rules.cairn_rpg.content.book import Creature, Leader
from cairn_rules.cairn_rpg.content.book_file import book, content_codec
from cairn_rules.cairn_rpg.content.texts import texts
from cairn_rules.cairn_rpg.dice_formula import Formula
from cairn_rules.errors import DefinitionError

CREATURES = book().creatures


def dice(text: str) -> Formula:
    """Return a sum of dice."""
    return Formula.parse(text)


def ids_of(creatures: list[Creature]) -> set[str]:
    """Return the ids of some creatures."""
    return {each.id for each in creatures}


def test_there_are_84_in_alphabetical_order() -> None:
    names = [each.name for each in CREATURES.values()]
    assert len(names) == 84
    assert names == sorted(names)
    assert list(CREATURES) == [name.lower().replace(" ", "-") for name in names]


@pytest.mark.parametrize(
    ("id", "figures"),
    [
        ("acolyte", (4, 1, 8, 11, 14)),
        ("boggart", (3, 0, 4, 17, 13)),
        ("cobblehounds", (12, 2, 14, 1, 8)),
        ("creeping-vines", (8, 0, 10, 12, 2)),
        ("grizzly-bear", (6, 0, 15, 13, 5)),
        ("purple-worm", (18, 1, 18, 8, 6)),
        ("root-goblin", (4, 0, 8, 14, 8)),
        ("shadow", (14, 0, 1, 18, 14)),
        ("skeleton", (5, 1, 8, 13, 0)),
        ("titan", (18, 3, 16, 15, 18)),
        ("warrior-snail", (4, 2, 14, 6, 3)),
        ("zombie", (2, 0, 12, 6, 3)),
    ],
)
def test_figures(id: str, figures: tuple[int, ...]) -> None:
    """HP, armour, STR, DEX, WIL."""
    one = CREATURES[id]
    assert (one.hp, one.armor, one.strength, one.dexterity, one.willpower) == figures


def test_attacks() -> None:
    """Qualities of attacks: blast (R88), ignoring armour (R68), several dice (R90), bows and slings (R92)."""
    assert CREATURES["gelatinous-ooze"].attacks[0].dice == (8,)
    assert CREATURES["giant-scorpion"].attacks[0].dice == (10, 10)
    assert CREATURES["hellhound"].attacks == (
        Attack(name="bite", dice=(8,)),
        Attack(name="fire breath", dice=(6,), blast=True),
    )
    assert CREATURES["unicorn"].attacks == (Attack(name="horn", dice=(10,), ignores_armor=True),)
    assert ids_of([each for each in CREATURES.values() if not each.attacks]) == {"boggart", "pixie", "will-o-wisp"}
    ranged = {(each.id, attack.name) for each in CREATURES.values() for attack in each.attacks if attack.ranged}
    assert ranged == {
        ("bandit", "short bow"),
        ("centaur", "short bow"),
        ("goblin", "sling"),
        ("manticore", "tail spike"),
        ("skeleton", "bow"),
    }


def test_sixteen_creatures_choose_between_attacks() -> None:
    """Alternatives are one of them per action (A82)."""
    assert len([each for each in CREATURES.values() if len(each.attacks) > 1]) == 16


def test_the_stalker_damages_strength_after_armour() -> None:
    """Armour reduces damage to an attribute only where the text says so (R71)."""
    (fists,) = CREATURES["invisible-stalker"].attacks
    assert (fists.attribute, fists.armor_applies) == (Attribute.STR, True)
    assert str(fists) == "fists (d4+d4 STR, armor applies)"


def test_detachments() -> None:
    """Ten are a detachment each; bandits and gnolls may form one (R123)."""
    assert ids_of([each for each in CREATURES.values() if each.detachment]) == {
        "bone-construct",
        "green-dragon",
        "griffon",
        "hydra",
        "killer-bees",
        "purple-worm",
        "shambling-mound",
        "sky-giant",
        "storm-giant",
        "titan",
    }
    assert ids_of([each for each in CREATURES.values() if each.may_be_detachment]) == {"bandit", "gnoll"}
    assert {each.id: each.detachment_from for each in CREATURES.values() if each.detachment_from} == {"bandit": 4}


def test_leaders() -> None:
    """Bandits save with the WIL of their leader, and flee without one (R130); hobgoblins need no save."""
    leader = CREATURES["bandit"].leader
    assert leader == Leader(
        willpower=13,
        armor=2,
        attacks=(Attack(name="long sword", dice=(10,)), Attack(name="crossbow", dice=(8,), ranged=True)),
        fall_routs=True,
    )
    assert CREATURES["hobgoblin"].leader == Leader(bold=True)
    assert ids_of([each for each in CREATURES.values() if each.leader]) == {"bandit", "hobgoblin"}
    assert ids_of([each for each in CREATURES.values() if each.pack]) == {"hobgoblin"}


@pytest.mark.parametrize(
    ("id", "consequences"),
    [
        ("blood-elk", (Story(),)),
        ("burrowing-horror", (Ruin(chance=1), Story())),
        ("gelatinous-ooze", (Loss(attribute=Attribute.STR, dice=dice("d6"), each_round=True),)),
        ("ghost", (Ruin(save=Attribute.WIL),)),
        ("ghoul", (Affliction(need="treatment"), Doom(after=dice("d4"), unit="days"))),
        ("giant-scorpion", (Loss(attribute=Attribute.STR, dice=dice("d8"), permanent=True),)),
        ("grizzly-bear", (Loss(attribute=Attribute.STR, dice=dice("d6")), Story())),
        ("hooded-men", (Loss(attribute=Attribute.WIL, dice=dice("d4")),)),
        ("lamia", (Loss(attribute=Attribute.WIL, dice=dice("d6")), Spellbound(condition="charmed"))),
        ("manticore", (Affliction(need="sleep"), Story())),
        ("mind-lasher", (Ruin(),)),
        ("mummy", (Affliction(need="cure"),)),
        ("night-cat", (Loss(attribute=Attribute.STR, dice=dice("d4")),)),
        ("owlbear", (Rend(),)),
        ("purple-worm", (Loss(attribute=Attribute.STR, dice=dice("d8")), Ruin())),
        ("red-cap", (Feast(),)),
        ("rust-monster", (Rend(metal=True),)),
        ("shadow", (Loss(attribute=Attribute.STR, dice=dice("d4")),)),
        ("shambling-mound", (Ruin(),)),
        ("vampire", (Loss(attribute=Attribute.WIL, dice=dice("d12"), deadly=True),)),
        ("viper", (Doom(after=dice("d12"), unit="hours"),)),
        ("water-elemental", (Doom(after=dice("3"), unit="rounds"),)),
        ("wight", (Wither(),)),
        ("wyvern", (Ruin(),)),
        ("zombie", (Affliction(need="treatment"), Doom(after=dice("d4"), unit="days"))),
    ],
)
def test_critical_damage(id: str, consequences: tuple[Any, ...]) -> None:
    """Effects on a target that fails the Critical Damage save, by whichever attack (R100)."""
    assert {each.consequences for each in CREATURES[id].attacks} == {consequences}
    assert CREATURES[id].critical_text == f"creature/{id}/critical"


def test_twenty_nine_creatures_have_an_effect_of_critical_damage() -> None:
    others = {"creeping-vines", "griffon", "werewolf", "wood-troll"}
    with_text = [each for each in CREATURES.values() if each.critical_text]
    assert len(with_text) == 29
    assert {each.consequences for id in others for each in CREATURES[id].attacks} == {(Story(),)}


def test_the_troll_and_the_hydra_fight_on() -> None:
    """Failing the save does not stop them (R99); the hydra loses one of nine heads each time."""
    fighting_on = [each for each in CREATURES.values() if each.fights_on]
    assert {each.id: each.heads for each in fighting_on} == {"hydra": 9, "troll": None}


def test_who_comes_back_after_death() -> None:
    returning = {"phoenix", "skeleton", "troll", "vampire", "wood-troll", "zombie"}
    rising = [each for each in CREATURES.values() if any(isinstance(effect, Rises) for effect in each.effects)]
    assert ids_of(rising) == returning
    assert CREATURES["vampire"].attacks[0].heals == 6


def test_immunities() -> None:
    assert {each.id: each.immune for each in CREATURES.values() if each.immune} == {
        "banshee": ("cold", "heat", "elements"),
        "gargoyle": ("charm", "sleep"),
        "ghost": ("mundane",),
        "hellhound": ("fire", "heat"),
        "sea-hag": ("spellbooks",),
        "shadow": ("mundane", "sleep", "mind"),
        "sphinx": ("magic",),
        "storm-giant": ("lightning",),
        "zombie": ("mind",),
    }
    assert ids_of([each for each in CREATURES.values() if each.resists_magic]) == {"eye-of-terror", "warp-panther"}


def test_attacks_against_them_that_are_impaired_or_enhanced() -> None:
    """Impaired attacks roll a d4 (R85), Enhanced ones a d12 (R87)."""
    assert {each.id: each.impairs for each in CREATURES.values() if each.impairs} == {
        "basilisk": ("facing",),
        "blink-dog": ("melee",),
        "crypt-guardian": ("mundane",),
        "nightmare": ("melee",),
        "sky-giant": ("ranged",),
        "water-elemental": ("mundane",),
        "werewolf": ("mundane",),
    }
    assert {each.id: each.enhances for each in CREATURES.values() if each.enhances} == {
        "aranea": ("fire",),
        "banshee": ("iron",),
        "werewolf": ("silver",),
    }


@pytest.mark.parametrize(
    ("id", "area", "save", "each_round", "consequences"),
    [
        ("banshee", True, "WIL", False, (Spellbound(condition="asleep"),)),
        ("basilisk", False, None, False, (Doom(after=dice("3"), unit="rounds"),)),
        ("dryad", False, "WIL", True, (Spellbound(condition="confused"),)),
        (
            "green-dragon",
            True,
            "DEX",
            False,
            (Loss(attribute=Attribute.STR, dice=dice("d4")), Affliction(need="fresh air")),
        ),
        ("harpy", True, "WIL", False, (Spellbound(condition="charmed"),)),
        (
            "mind-lasher",
            True,
            "WIL",
            False,
            (Loss(attribute=Attribute.WIL, dice=dice("d4")), Spellbound(condition="paralysed")),
        ),
        ("naga", False, None, False, (Spellbound(condition="charmed"),)),
        ("sea-hag", False, "WIL", True, (Spellbound(condition="afraid"),)),
        ("sphinx", True, "WIL", False, (Spellbound(condition="fleeing"),)),
        ("storm-giant", False, None, False, (Loss(attribute=Attribute.STR, dice=dice("4")),)),
        ("swine-thing", False, "WIL", True, (Spellbound(condition="charmed"),)),
    ],
)
def test_powers(*, id: str, area: bool, save: str | None, each_round: bool, consequences: tuple[Any, ...]) -> None:
    """Saves that creatures force, at once or once a round (R52)."""
    (power,) = CREATURES[id].powers
    assert (power.area, power.save, power.each_round, power.consequences) == (area, save, each_round, consequences)
    assert power.metal_doubles == (id == "storm-giant")
    assert texts()[f"creature/{id}/{power.note}"].lower().startswith(power.name)


def test_eleven_creatures_have_a_power() -> None:
    assert len([each for each in CREATURES.values() if each.powers]) == 11


def test_spells() -> None:
    """Every spell is one of the hundred."""
    have = {each.id: each.repertoire for each in CREATURES.values() if each.repertoire}
    assert {id: (len(each.spells), each.number, each.use) for id, each in have.items()} == {
        "acolyte": (1, None, "once a day"),
        "aranea": (2, None, "spellbooks"),
        "eye-of-terror": (6, None, "at will"),
        "frost-elf": (3, None, "at will"),
        "hooded-men": (4, 2, "spellbooks"),
        "lich": (22, 6, "spellbooks"),
        "night-hag": (5, 3, "spellbooks"),
        "pixie": (2, None, "at will"),
    }
    assert {spell for each in have.values() for spell in each.spells} <= set(book().spells)


def test_every_text_is_there_and_no_other() -> None:
    wanted = {f"creature/{each.id}/{note}" for each in CREATURES.values() for note in range(1, each.notes + 1)}
    wanted |= {each.critical_text for each in CREATURES.values() if each.critical_text}
    assert {id for id in texts() if id.startswith("creature/")} == wanted
    assert all(len(texts()[id].split()) <= 26 for id in wanted)


def test_creatures_are_written_and_read_as_they_were() -> None:
    kind = tuple[Creature, ...]
    all_of_them = tuple(CREATURES.values())
    assert content_codec().read(content_codec().write(all_of_them, kind), kind) == all_of_them


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("hp", -1, "hp is a whole number from 0 to 999, not -1"),
        ("armor", 4, "armor is a whole number from 0 to 3, not 4"),
        ("strength", -1, "strength is a whole number from 0 to 99, not -1"),
        ("dexterity", 100, "dexterity is a whole number from 0 to 99, not 100"),
        ("willpower", True, "willpower is a whole number from 0 to 99, not True"),
    ],
)
def test_figures_out_of_range_are_refused(field: str, value: Any, message: str) -> None:
    """Nobody has more than 3 Armor (R70)."""
    with pytest.raises(DefinitionError, match=message):
        evolve(CREATURES["wolf"], **{field: value})


@pytest.mark.parametrize("chance", [0, 7, True, "1"])
def test_a_chance_in_six_is_from_one_to_six(chance: Any) -> None:
    """Odds in six are at least 1, and 6 is certain (R5)."""
    with pytest.raises(DefinitionError, match="a chance in six is a whole number from 1 to 6"):
        Ruin(chance=chance)


@pytest.mark.parametrize("sizes", [(), (1,), (101,), (True,), [True], 6])
def test_an_attack_needs_dice(sizes: Any) -> None:
    """An attack rolls at least one die (R82)."""
    with pytest.raises(DefinitionError, match="an attack needs a tuple of dice such as"):
        Attack(name="bite", dice=sizes)
