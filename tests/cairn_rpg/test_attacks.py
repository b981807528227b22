"""Attacks: dice, pools, positions, blasts, weapons, and what effects make of them (R82 to R95, A16 to A21, A60)."""

from __future__ import annotations

from fractions import Fraction

import pytest
from attrs import evolve

from cairn_rpg.fights import CHAIN, FULL, after, begun, codes, everyone_waits, foe, hero, turn
from cairn_rules.cairn_rpg.characters.attacks import UNARMED, Attack, Feast, Story
from cairn_rules.cairn_rpg.characters.attributes import Attribute, Score
from cairn_rules.cairn_rpg.characters.conditions import Conditions
from cairn_rules.cairn_rpg.characters.effects import (
    ArmorChange,
    AttackChange,
    CannotDie,
    CompanionLoss,
    CriticalHp,
    DamageLink,
    DefenceChange,
    Immunity,
    Loss,
    NextAttack,
    OnlyWhile,
)
from cairn_rules.cairn_rpg.characters.inventory import Inventory
from cairn_rules.cairn_rpg.characters.items import Companion, Container, Item, Uses
from cairn_rules.cairn_rpg.combat.actions import Strike, Wait
from cairn_rules.cairn_rpg.combat.rules.rules import legal_actions, resolve
from cairn_rules.cairn_rpg.combat.rules.setup import arranged, attacks_of, companion, creature, creatures, fighter
from cairn_rules.cairn_rpg.combat.rules.strikes import dice_against, is_blast
from cairn_rules.cairn_rpg.content.book_file import book
from cairn_rules.cairn_rpg.dice_formula import Formula
from cairn_rules.cairn_rpg.rulings import DEFAULT, Rulings
from cairn_rules.chance import DiceError, ScriptedDice, distribution
from cairn_rules.errors import DefinitionError

DAGGER = Item(id="dagger", name="Dagger", attacks=(Attack(name="dagger", dice=(6,)),))
SWORD = Item(id="sword", name="Sword", attacks=(Attack(name="sword", dice=(8,)),))
HALBERD = Item(id="halberd", name="Halberd", slots=2, attacks=(Attack(name="halberd", dice=(10,)),))
BOW = Item(id="bow", name="Bow", attacks=(Attack(name="bow", dice=(6,), ranged=True),))
SHIELD = Item(id="shield", name="Shield", armor=1, armor_is_bonus=True, worn=True)
GUN = Attack(name="gun", dice=(12,), blast=True, ranged=True)
PIERCING = Attack(name="pick", dice=(6,), ignores_armor=True)


def armed(*items: Item, **changes):
    return evolve(hero(attacks=()), inventory=Inventory(items=items), **changes)


def names(character, rulings=DEFAULT, circumstances=()):
    return [str(each) for each in attacks_of(character, rulings, circumstances=circumstances)]


def hp(state):
    return [each.character.hp.value for each in state.fighters]


# One attack


def test_an_attack_always_hits() -> None:
    """The die less armour comes off HP: 5 - 2 leaves 3 of 6 HP (R82, R68)."""
    result = turn(begun([hero()], [foe(armor=2)]), Strike(0, 0, 1), faces=(5,))
    assert hp(result.state) == [4, 3]
    assert codes(result.events) == ["hit", "damage"]


def test_armour_can_stop_an_attack() -> None:
    """Damage is never negative (R68)."""
    result = turn(begun([hero()], [foe(armor=3)]), Strike(0, 0, 1), faces=(2,))
    assert hp(result.state) == [4, 6]
    assert codes(result.events) == ["hit", "armor"]


def test_an_attack_that_ignores_armour() -> None:
    """It subtracts nothing (R68)."""
    assert hp(after(begun([hero(attacks=[PIERCING])], [foe(armor=3)]), Strike(0, 0, 1), faces=(2,))) == [4, 4]


def test_unarmed() -> None:
    """It is always a d4, in any position (R86, A17)."""
    for mode in ("impaired", "normal", "enhanced"):
        bare = fighter(hero(attacks=()), position=mode)
        assert bare.attacks == (UNARMED,)
        assert dice_against(bare, UNARMED, bare, DEFAULT) == (4,)
    enhanced = fighter(hero(), position="enhanced")
    assert dice_against(enhanced, UNARMED, enhanced, Rulings(unarmed_enhanced=True)) == (12,)
    impaired = fighter(hero(), position="impaired")
    assert dice_against(impaired, UNARMED, impaired, Rulings(unarmed_enhanced=True)) == (4,)


def test_several_attacks_in_a_stat_line_are_alternatives() -> None:
    """One of them per action (A82)."""
    owlbear = creature(book().creatures["owlbear"])
    state = everyone_waits(begun([hero()], [owlbear]))
    assert [action for action in legal_actions(state) if isinstance(action, Strike)] == [
        Strike(1, 0, 0),
        Strike(1, 1, 0),
        Strike(1, 2, 0),
    ]
    assert [str(attack) for attack in state.fighters[1].attacks] == ["beak (d10)", "claws (d8+d8)", "unarmed (d4)"]


# Positions


@pytest.mark.parametrize(
    ("position", "exposure", "expected"),
    [
        ("normal", "normal", (8,)),
        ("impaired", "normal", (4,)),
        ("enhanced", "normal", (12,)),
        ("normal", "impaired", (4,)),
        ("normal", "enhanced", (12,)),
        ("enhanced", "impaired", (8,)),
        ("impaired", "enhanced", (8,)),
    ],
)
def test_positions(position, exposure, expected) -> None:
    """Impaired makes the die a d4, enhanced a d12, both cancel (R85, R87, A18)."""
    attacker, target = fighter(hero(), position=position), fighter(foe(), 1, exposure=exposure)
    assert dice_against(attacker, attacker.attacks[0], target, DEFAULT) == expected


@pytest.mark.parametrize(("both", "expected"), [("impaired", (4,)), ("enhanced", (12,)), ("cancel", (8,))])
def test_both_at_once(both, expected) -> None:
    """What impaired and enhanced make together is a ruling (A18)."""
    attacker, target = fighter(hero(), position="impaired"), fighter(foe(), 1, exposure="enhanced")
    assert dice_against(attacker, attacker.attacks[0], target, Rulings(both=both)) == expected


def test_a_larger_die_is_kept() -> None:
    """Advantage allows a d12, but forces nobody to give up a d20 (R87)."""
    attacker = fighter(hero(attacks=[Attack(name="ballista", dice=(20,))]), position="enhanced")
    assert dice_against(attacker, attacker.attacks[0], attacker, DEFAULT) == (20,)


def test_the_panicked_are_impaired() -> None:
    """All their attacks are (R94, R177)."""
    afraid = fighter(evolve(hero(), conditions=Conditions(panicked=True)))
    assert dice_against(afraid, afraid.attacks[0], fighter(foe(), 1), DEFAULT) == (4,)


def test_two_weapons_in_a_position() -> None:
    """Impaired they are two d4, enhanced two d12, or one d12 by another ruling (R91, A21)."""
    daggers = hero(attacks=["daggers d6+d6"])
    impaired, enhanced = fighter(daggers, position="impaired"), fighter(daggers, position="enhanced")
    assert dice_against(impaired, impaired.attacks[0], impaired, DEFAULT) == (4, 4)
    assert dice_against(enhanced, enhanced.attacks[0], enhanced, DEFAULT) == (12, 12)
    assert dice_against(enhanced, enhanced.attacks[0], enhanced, Rulings(dual_enhanced="one")) == (12,)


def test_a_distant_target() -> None:
    """The Warden makes attacks on it impaired (R92)."""
    state = arranged(begun([hero(attacks=[BOW.attacks[0]])], [foe()]), 1, exposure="impaired")
    assert hp(after(state, Strike(0, 0, 1), faces=(4,))) == [4, 2]


# Pools


def test_attackers_of_one_target_keep_the_highest_die() -> None:
    """All their dice are rolled, the highest counts, and armour is subtracted once (R83)."""
    state = begun([hero(), hero("Bo", attacks=["dagger d6"]), hero("Cy")], [foe(hp=12, armor=1)])
    result = turn(state, Strike(0, 0, 3), Strike(1, 0, 3), Strike(2, 0, 3), faces=(3, 6, 5))
    assert hp(result.state) == [4, 4, 4, 7]
    assert codes(result.events) == ["hit", "damage"]


def test_no_more_than_the_largest_die() -> None:
    """One hit a turn on each target, of at most the largest die (R84). Two d8 leave at least 4 of 12 HP."""
    state = begun([hero(), hero("Bo")], [foe(hp=12), foe("Troll", hp=12)])
    assert hp(after(state, Strike(0, 0, 2), Strike(1, 0, 2), faces=(8, 8))) == [4, 4, 4, 12]
    # On different targets, both count.
    assert hp(after(state, Strike(0, 0, 2), Strike(1, 0, 3), faces=(8, 8))) == [4, 4, 4, 4]


def test_the_dice_of_a_pool_name_whose_each_is() -> None:
    """So that people at a table know who throws what; one attacker needs no such list (R82, R83)."""
    state = after(begun([hero(), hero("Bo", attacks=[PIERCING])], [foe()]), Strike(0, 0, 2))
    two, one = ScriptedDice((5, 4)), ScriptedDice((5,))
    resolve(state, Strike(1, 0, 2), two)
    assert [roll.request.purpose for roll in two.log] == ["damage to Ogre by Ada (d8) and Bo (d6)"]
    resolve(begun([hero()], [foe()]), Strike(0, 0, 1), one)
    assert [roll.request.purpose for roll in one.log] == ["damage to Ogre by Ada"]


@pytest.mark.parametrize(
    ("faces", "left"),
    [((5, 4), 4), ((4, 5), 1), ((5, 5), 4)],
)
def test_the_kept_die_has_the_qualities_of_its_attack(faces, left) -> None:
    """5 from the sword less 3 armour; 5 from the pick without; equal faces: the first declared (R83, A60)."""
    state = begun([hero(), hero("Bo", attacks=[PIERCING])], [foe(armor=3)])
    assert hp(after(state, Strike(0, 0, 2), Strike(1, 0, 2), faces=faces))[2] == left


def test_equal_faces_can_count_for_the_most_damage() -> None:
    """By another ruling the pick counts, whose dice are rolled first then (A60)."""
    house = {"pool_tie": "most_damage"}
    party = [hero(), hero("Bo", attacks=[PIERCING])]
    assert (
        hp(after(begun(party, [foe(armor=3)], rulings=house), Strike(0, 0, 2), Strike(1, 0, 2), faces=(5, 5)))[2] == 1
    )
    # Without armour there is no difference, and the first declared is rolled first.
    assert hp(after(begun(party, [foe(hp=9)], rulings=house), Strike(0, 0, 2), Strike(1, 0, 2), faces=(8, 5)))[2] == 1


def test_the_consequences_are_those_of_the_kept_die() -> None:
    """Only the attack whose die was kept has its effect (R83, R100)."""
    sickle = Attack(name="sickle", dice=(6,), consequences=(Story(text="tale"),))
    state = begun([hero(), hero("Bo", attacks=[sickle])], [foe(hp=1, strength=9), foe("Troll")])
    by_sickle = turn(state, Strike(0, 0, 2), Strike(1, 0, 2), faces=(2, 6, 20, 1))
    assert [event.text_id for event in by_sickle.events if event.code == "story"] == ["tale"]
    by_sword = turn(state, Strike(0, 0, 2), Strike(1, 0, 2), faces=(6, 6, 20, 1))
    assert "story" not in codes(by_sword.events)


def test_means_of_the_highest_die() -> None:
    """The mean of the kept die of pools (R83, R90)."""
    means = {
        (4, 4): Fraction(25, 8),
        (6, 6): Fraction(161, 36),
        (8, 8): Fraction(93, 16),
        (10, 10): Fraction(143, 20),
        (12, 12): Fraction(611, 72),
        (6, 6, 6): Fraction(119, 24),
        (6, 6, 8): Fraction(179, 32),
    }
    for sizes, mean in means.items():
        found = distribution(lambda dice, sizes=sizes: dice.highest(sizes, purpose="damage"))
        assert sum(face * chance for face, chance in found.items()) == mean


def test_the_mean_of_a_pool_in_a_fight() -> None:
    """Two d6 and a d8 on one target with 99 HP deal 179/32 on average (R83)."""
    party = [hero(attacks=["dagger d6"]), hero("Bo", attacks=["dagger d6"]), hero("Cy")]
    state = after(begun(party, [foe(hp=99)]), Strike(0, 0, 3), Strike(1, 0, 3))

    def lost(dice):
        return 99 - hp(resolve(state, Strike(2, 0, 3), dice).state)[3]

    assert sum(face * chance for face, chance in distribution(lost).items()) == Fraction(179, 32)


# Blasts


def test_a_blast_hits_everyone_in_the_area() -> None:
    """Each target with a roll of its own, less its own armour (R88, A19)."""
    state = begun([hero(attacks=[GUN])], [foe(hp=12), foe("Troll", hp=12, armor=2), foe("Rat", hp=12)])
    state = arranged(state, 3, area=7)
    assert hp(after(state, Strike(0, 0, 1), faces=(5, 7))) == [4, 7, 7, 12]
    assert hp(after(state, Strike(0, 0, 3), faces=(9,))) == [4, 12, 12, 3]


def test_a_blast_hits_friends_and_the_fallen_too() -> None:
    """All who are there, but not the attacker, the dead and those who are gone (R88, A61, A76)."""
    dying = evolve(hero("Bo"), hp=Score(0, 4), conditions=Conditions(down="critical"))
    dead = evolve(hero("Cy"), conditions=Conditions(dead=True))
    party = [fighter(hero(attacks=[GUN]), area=1), fighter(dying, area=1), fighter(dead, area=1), hero("Di")]
    state = arranged(begun([*party], [foe(hp=12)]), 3, area=1)
    # The ogre first, then Bo and Di. Bo loses 3 STR without a save; Di drops from 4 to 2 HP.
    result = after(state, Strike(0, 0, 4), Wait(3), faces=(1, 3, 2))
    assert hp(result) == [4, 0, 4, 2, 11]
    assert result.fighters[1].character.strength.value == 7


def test_a_blast_joins_the_pool() -> None:
    """Its die is one of those against a target, or counts apart by another ruling (A16)."""
    party = [hero(attacks=[GUN]), hero("Bo")]
    foes = [foe(hp=20), foe("Troll", hp=20)]
    joined = after(begun(party, foes), Strike(0, 0, 2), Strike(1, 0, 2), faces=(5, 7, 3))
    assert hp(joined) == [4, 4, 13, 17]
    apart = after(begun(party, foes, rulings={"blast_pools": False}), Strike(0, 0, 2), Strike(1, 0, 2), faces=(5, 3, 7))
    assert hp(apart) == [4, 4, 8, 17]


def test_an_unclear_number_of_targets() -> None:
    """The die of the attack says how many are hit, at most those present (R89)."""
    state = begun([hero(attacks=[GUN])], [foe(hp=20), foe("Troll", hp=20), foe("Rat", hp=20)], crowd=True)
    assert hp(after(state, Strike(0, 0, 2), faces=(2, 5, 6))) == [4, 14, 15, 20]
    assert hp(after(state, Strike(0, 0, 2), faces=(12, 1, 2, 3))) == [4, 18, 19, 17]


def test_the_die_that_counts_the_targets_of_an_enhanced_blast() -> None:
    """The die being rolled, or that of the weapon (A20)."""
    bomb = hero(attacks=[Attack(name="bomb", dice=(4,), blast=True)])
    foes = [foe(hp=20), foe("Troll", hp=20)]
    rolled = arranged(begun([bomb], foes, crowd=True), 0, position="enhanced")
    assert hp(after(rolled, Strike(0, 0, 1), faces=(12, 11, 10))) == [4, 9, 10]
    weapon = begun([bomb], foes, crowd=True, rulings={"blast_count": "weapon_die"})
    assert hp(after(arranged(weapon, 0, position="enhanced"), Strike(0, 0, 1), faces=(1, 11))) == [4, 9, 20]


# Weapons


def test_two_weapons() -> None:
    """Two that are held in one hand each make one attack with both dice (R90)."""
    assert names(armed(DAGGER, SWORD)) == ["dagger (d6)", "sword (d8)", "dagger and sword (d6+d8)", "unarmed (d4)"]
    assert names(armed(DAGGER, DAGGER)) == ["dagger (d6)", "two daggers (d6+d6)", "unarmed (d4)"]
    for other in (HALBERD, BOW, evolve(DAGGER, uses=Uses.full(2))):
        assert len(attacks_of(armed(SWORD, other))) == 3
    poisoned = evolve(DAGGER, attacks=(evolve(DAGGER.attacks[0], consequences=(Feast(),)),))
    chilling = evolve(DAGGER, attacks=(evolve(DAGGER.attacks[0], attribute=Attribute.STR),))
    assert len(attacks_of(armed(SWORD, poisoned))) == 3
    assert len(attacks_of(armed(SWORD, chilling))) == 3
    assert len(attacks_of(armed(chilling, SWORD))) == 3


def test_hands() -> None:
    """A shield takes a hand. Only by another ruling a bulky weapon takes both (A71)."""
    assert names(armed(DAGGER, SWORD, SHIELD)) == ["dagger (d6)", "sword (d8)", "unarmed (d4)"]
    assert names(armed(HALBERD, SHIELD)) == ["halberd (d10)", "unarmed (d4)"]
    assert names(armed(HALBERD, SHIELD), Rulings(hands="two_for_bulky")) == ["unarmed (d4)"]
    assert names(armed(HALBERD), Rulings(hands="two_for_bulky")) == ["halberd (d10)", "unarmed (d4)"]


def test_pulling_a_cart_takes_both_hands() -> None:
    """No weapon can be used meanwhile, but a part of the body can (R35, A57)."""
    cart = Container(id="cart", name="Cart", capacity=4, load=2, pulled=True)
    claw = Item(id="claw", name="Claw", bodily=True, slots=0, attacks=(Attack(name="claw", dice=(6,)),))
    puller = evolve(hero(attacks=()), inventory=Inventory(items=(SWORD, claw), containers=(cart,)))
    assert names(puller) == ["claw (d6)", "unarmed (d4)"]
    parked = evolve(puller, inventory=evolve(puller.inventory, containers=(evolve(cart, pulled=False),)))
    assert "sword (d8)" in names(parked)


def test_weapons_with_uses() -> None:
    """Only where an item says so, a use is spent; then it is gone (R37, R93, A9)."""
    eggs = Item(id="eggs", name="Eggs", uses=Uses.full(2), attacks=(Attack(name="eggs", dice=(8,), blast=True),))
    state = begun([armed(CHAIN, eggs)], [foe(hp=50)])
    for left in (1, 0):
        result = turn(state, Strike(0, 0, 1), faces=(1,))
        items = result.state.fighters[0].character.inventory.items
        assert [item.uses for item in items if item.uses] == ([Uses(left, 2)] if left else [])
        state = everyone_waits(result.state)
    assert state.fighters[0].attacks == (UNARMED,)
    assert codes(result.events) == ["hit", "damage", "used", "spent"]
    kept = begun([armed(evolve(eggs, uses=Uses(1, 2)))], [foe(hp=50)], rulings={"spent": "keep"})
    assert after(kept, Strike(0, 0, 1), faces=(1,)).fighters[0].attacks == (UNARMED,)


def test_a_spent_stack_is_passed_over() -> None:
    """The uses of the second stack are spent then (R37)."""
    eggs = Item(id="eggs", name="Eggs", uses=Uses(0, 2), attacks=(Attack(name="eggs", dice=(8,)),))
    state = begun([armed(eggs, evolve(eggs, uses=Uses(2, 2)))], [foe(hp=50)])
    items = after(state, Strike(0, 0, 1), faces=(1,)).fighters[0].character.inventory.items
    assert [item.uses for item in items] == [Uses(0, 2), Uses(1, 2)]


def test_weapons_and_armour_that_work_only_while() -> None:
    """A tally stick strikes while a vow is marked on it; sigils protect without other metal armour (R42, R69)."""
    stick = Item(id="tally-stick", name="Tally Stick", attacks=(Attack(name="tally stick", dice=(8,)),))
    vow = OnlyWhile(item="tally-stick", when="a vow is marked on it")
    outrider = armed(stick, effects=(vow,))
    assert names(outrider) == ["unarmed (d4)"]
    assert names(outrider, circumstances=["a vow is marked on it"]) == ["tally stick (d8)", "unarmed (d4)"]
    sigils = Item(id="sigils", name="Sigils", slots=0, armor=1, worn=True, bodily=True)
    surgeon = armed(sigils, effects=(OnlyWhile(item="sigils", without_metal_armor=True),))
    assert fighter(surgeon).armor == 1
    mail = Item(id="mail", name="Mail", armor=1, armor_is_bonus=True, metal=True, worn=True)
    assert fighter(evolve(surgeon, inventory=Inventory(items=(sigils, mail)))).armor == 1
    assert fighter(evolve(surgeon, inventory=Inventory(items=(sigils, evolve(mail, worn=False))))).armor == 1


def test_armour_under_a_condition() -> None:
    """A bow held as a shield in melee adds 1, up to 3 in all (R69, R70)."""
    held = "in melee, held as a shield"
    effect = ArmorChange(amount=1, item="bow", when=held)
    assert fighter(armed(BOW, effects=(effect,))).armor == 0
    assert fighter(armed(BOW, effects=(effect,)), circumstances=[held]).armor == 1
    assert fighter(armed(effects=(effect,)), circumstances=[held]).armor == 0
    assert fighter(armed(armor=3, effects=(ArmorChange(amount=1),))).armor == 3


def test_armour_does_not_add_up() -> None:
    """The best base armour and all bonuses, at most 3; by another ruling the sum (R69, R70, A13)."""
    coat = Item(id="coat", name="Coat", armor=1, worn=True)
    both = armed(coat, evolve(coat, id="mail", armor=1), SHIELD)
    assert fighter(both).armor == 2
    assert fighter(both, rulings=Rulings(armor_stack="sum")).armor == 3


# Damage to attributes


def test_damage_to_an_attribute() -> None:
    """Armour helps only where the attack says so, once (R71, A78). HP stay."""
    chill = Attack(name="chill", dice=(6,), attribute=Attribute.WIL)
    fists = Attack(name="fists", dice=(4, 4), attribute=Attribute.STR, armor_applies=True)
    state = begun([hero(attacks=[chill, fists])], [foe(armor=2)])
    result = turn(state, Strike(0, 0, 1), faces=(5,))
    character = result.state.fighters[1].character
    assert (character.willpower.value, character.hp.value) == (5, 6)
    assert codes(result.events) == ["hit", "loss"]
    assert after(state, Strike(0, 1, 1), faces=(3, 4)).fighters[1].character.strength.value == 8
    stopped = turn(state, Strike(0, 1, 1), faces=(1, 2))
    assert codes(stopped.events) == ["hit", "armor"]


def test_damage_to_an_attribute_can_ask_for_a_save() -> None:
    """By another ruling STR lost so asks for the Critical Damage save (A42)."""
    fists = Attack(name="fists", dice=(4,), attribute=Attribute.STR)
    state = begun([hero(attacks=[fists])], [foe()], rulings={"attr_damage_save": True})
    result = turn(state, Strike(0, 0, 1), faces=(4, 7))
    assert result.state.fighters[1].character.conditions.dead
    assert hp(result.state)[1] == 6


def test_delirium_in_a_fight() -> None:
    """A foe brought to WIL 0 is out of the fight (R102, A77)."""
    chill = Attack(name="chill", dice=(6,), attribute=Attribute.WIL)
    state = begun([hero(attacks=[chill])], [foe(willpower=3), foe("Troll")])
    # First casualty: the morale save of the troll passes.
    state = after(state, Strike(0, 0, 1), faces=(3, 1))
    assert not state.fighters[1].is_in


# Effects


def test_chosen_weapons() -> None:
    """A vow about one kind of weapon changes attacks with it, or against its bearer (R85, R87)."""
    mercy = evolve(
        hero(attacks=["sword d8", "bow d6"]), effects=(AttackChange(change="enhanced", weapon="chosen type"),)
    )
    honesty = evolve(hero("Bo"), effects=(DefenceChange(change="impaired", against="chosen type"),))
    plain = fighter(foe(attacks=["long sword d10", "claws d6"]), 1)
    chosen = fighter(mercy, chosen="sword")
    assert [dice_against(chosen, each, plain, DEFAULT) for each in chosen.attacks] == [(12,), (6,), (4,)]
    assert fighter(mercy).effects == ()
    safe = fighter(honesty, chosen="sword")
    assert [dice_against(plain, each, safe, DEFAULT) for each in plain.attacks] == [(4,), (6,), (4,)]
    assert fighter(honesty).effects == ()


def test_creatures_that_withstand_attacks() -> None:
    """Attacks of a kind are impaired against them, others enhanced, and the latter wins (R85, R87)."""
    wolf = fighter(creature(book().creatures["werewolf"]), 1)
    party = fighter(hero(attacks=["sword d8", "silver dagger d6", "magic spear d8"]))
    assert [dice_against(party, each, wolf, DEFAULT) for each in party.attacks] == [(4,), (12,), (8,), (4,)]
    dog = fighter(creature(book().creatures["blink-dog"]), 1)
    archer = fighter(hero(attacks=["sword d8", BOW.attacks[0]]))
    assert [dice_against(archer, each, dog, DEFAULT) for each in archer.attacks[:2]] == [(4,), (6,)]
    giant = fighter(creature(book().creatures["sky-giant"]), 1)
    assert dice_against(archer, archer.attacks[1], giant, DEFAULT) == (4,)
    basilisk = fighter(creature(book().creatures["basilisk"]), 1)
    assert dice_against(archer, archer.attacks[0], basilisk, DEFAULT) == (8,)
    facing = fighter(hero(), circumstances=["facing"])
    assert dice_against(facing, facing.attacks[0], basilisk, DEFAULT) == (4,)


def test_creatures_that_are_immune() -> None:
    """An attack without magic does nothing to a ghost, and one with magic does (R82)."""
    state = begun([hero()], [creature(book().creatures["ghost"])])
    result = turn(state, Strike(0, 0, 1), faces=(8,))
    assert codes(result.events) == ["hit", "immune"]
    blessed = arranged(state, 0, circumstances=("magic",))
    assert codes(turn(blessed, Strike(0, 0, 1), faces=(1,)).events) == ["hit", "damage"]
    doubtful = evolve(hero(), effects=(Immunity(to="mundane", certain=False),))
    state = everyone_waits(begun([doubtful], [foe()]))
    assert codes(turn(state, Strike(1, 0, 0), faces=(1,)).events) == ["hit", "damage"]


def test_a_pack() -> None:
    """Attacks of a hobgoblin are enhanced while another attacks the same target (R87)."""
    pair = creatures(book().creatures["hobgoblin"], 2)
    state = everyone_waits(begun([hero(hp=20), hero("Bo", hp=20)], pair))
    assert hp(after(state, Strike(2, 0, 0), Strike(3, 0, 1), faces=(8, 7)))[:2] == [12, 13]
    assert hp(after(state, Strike(2, 0, 0), Strike(3, 0, 0), faces=(12, 7)))[:2] == [8, 20]


def test_a_shriek_impairs_all_attacks() -> None:
    """Those of both sides (R85)."""
    trumpet = AttackChange(change="impaired", weapon="all nearby", when="it screams in the light")
    forager = fighter(evolve(hero(), effects=(trumpet,)), circumstances=["it screams in the light"])
    state = begun([forager], [foe(hp=9)])
    state = after(state, Strike(0, 0, 1), faces=(4,))
    assert hp(after(state, Strike(1, 0, 0), faces=(3,))) == [1, 5]
    with pytest.raises(DiceError, match="5 is not a face of a d4"):
        after(state, Strike(1, 0, 0), faces=(5,))


def test_a_blast_by_an_effect() -> None:
    """A bow that shoots with blast in the first round hits all in the area (R88)."""
    when = "first to attack, in round 1"
    archer = evolve(hero(attacks=[BOW.attacks[0]]), effects=(AttackChange(change="blast", weapon="bow", when=when),))
    state = begun([fighter(archer, circumstances=[when])], [foe(), foe("Troll")])
    assert is_blast(state.fighters[0], BOW.attacks[0])
    assert hp(after(state, Strike(0, 0, 1), faces=(3, 2))) == [4, 3, 4]
    later = arranged(state, 0, circumstances=())
    assert hp(after(later, Strike(0, 0, 1), faces=(3,))) == [4, 3, 6]


def test_the_next_attack_after_critical_damage() -> None:
    """A bone knife is enhanced once after its target failed the save; a whip is a blast (R100)."""
    for item, change in (("bone-knife", "enhanced"), ("whip", "blast")):
        name = item.replace("-", " ")
        other = AttackChange(change="enhanced", weapon="bow")
        owner = evolve(hero(attacks=[f"{name} d6"]), effects=(other, NextAttack(item=item, change=change)))
        state = begun([owner], [foe(hp=1, strength=9), foe("Troll", hp=30), foe("Rat", hp=30)])
        # 4 - 1 leaves STR 6; 7 fails. The first casualty: the morale save passes.
        state = after(state, Strike(0, 0, 1), faces=(4, 7, 1))
        assert state.fighters[0].boosts == (item,)
        state = everyone_waits(state)
        faces, left = ((12,), [18, 30]) if change == "enhanced" else ((6, 5), [24, 25])
        state = after(state, Strike(0, 0, 2), faces=faces)
        assert hp(state)[2:] == left
        state = everyone_waits(state)
        assert not state.fighters[0].boosts
        assert hp(after(state, Strike(0, 0, 3), faces=(1,)))[3] == left[1] - 1


def test_hp_lent_for_a_fight() -> None:
    """The first Critical Damage that a character inflicts adds 1d4 HP, which are lost first (R100, A73)."""
    valiant = evolve(hero(hp=3), effects=(CriticalHp(dice=Formula(1, 4)),))
    weak = foe(hp=1, strength=9)
    state = begun([valiant], [weak, weak, foe("Troll")])
    state = after(state, Strike(0, 0, 1), faces=(4, 7, 4, 1))
    assert (state.fighters[0].surge, hp(state)[0]) == (4, 3)
    # 5 of the 7 HP: no scar. The 2 that are left are of the 3 at the start.
    state = after(state, Wait(2), Strike(3, 0, 0), faces=(5,))
    assert (state.fighters[0].surge, hp(state)[0]) == (0, 2)
    # Only once a fight; the second casualty of three is half of them: the save passes.
    state = after(state, Strike(0, 0, 2), faces=(4, 7, 1))
    assert state.fighters[0].surge == 0
    assert not arranged(state, 0, chosen="sword").fighters[0].effects
    fresh = arranged(begun([valiant], [weak]), 0, chosen="sword")
    assert fresh.fighters[0].effects == valiant.effects


def test_lent_hp_scar_and_hold() -> None:
    """The scar is that of the HP really lost (A73); lent HP do not help while HP is held at 0 (A7)."""
    state = arranged(begun([hero(hp=3)], [foe()]), 0, surge=4)
    state = everyone_waits(state)
    lent = after(state, Strike(1, 0, 0), faces=(3,))
    assert (lent.fighters[0].surge, hp(lent)[0]) == (1, 3)
    emptied = after(state, Strike(1, 0, 0), faces=(7,))
    assert emptied.fighters[0].character.scars[0].row == 7
    assert (emptied.fighters[0].surge, hp(emptied)[0]) == (0, 0)
    held = arranged(begun([evolve(hero(hp=3), inventory=FULL)], [foe()]), 0, surge=4)
    held = after(everyone_waits(held), Strike(1, 0, 0), faces=(5, 5))
    assert (held.fighters[0].surge, held.fighters[0].character.strength.value) == (4, 5)


# Companions


HOMUNCULUS = Companion(id="homunculus", name="Homunculus", hp=3, strength=4, dexterity=13, willpower=5)


def test_wounds_shared_with_a_companion() -> None:
    """What hurts the homunculus hurts its owner as much (R96)."""
    owner = evolve(hero(armor=2), effects=(DamageLink(source="homunculus"),))
    follower = fighter(companion(HOMUNCULUS, owner), owner=0)
    state = everyone_waits(begun([owner, follower], [foe()]))
    result = turn(state, Strike(2, 0, 1), faces=(2,))
    assert hp(result.state) == [2, 1, 6]
    assert codes(result.events) == ["hit", "damage", "linked", "damage"]
    # An owner who chose to spare themself, or who shares only attributes.
    spared = evolve(owner, effects=(DamageLink(source="homunculus", optional=True),))
    state = everyone_waits(begun([spared, follower], [foe()]))
    assert hp(after(state, Strike(2, 0, 1), faces=(2,))) == [4, 1, 6]
    inked = evolve(owner, effects=(DamageLink(source="homunculus", attribute=Attribute.STR),))
    state = everyone_waits(begun([inked, follower], [foe()]))
    assert after(state, Strike(2, 0, 1), faces=(2,)).fighters[0].character.strength.value == 8


@pytest.mark.parametrize("on", ["critical", "destroyed"])
def test_the_loss_of_a_companion(on) -> None:
    """Its owner loses points when it takes Critical Damage, or when it is destroyed (R95)."""
    loss = Loss(attribute=Attribute.WIL, dice=Formula(1, 4))
    owner = evolve(hero(), effects=(CompanionLoss(companion="homunculus", on=on, loss=loss),))
    follower = fighter(companion(HOMUNCULUS, owner), owner=0)
    house = {"npc_crit": "out"}
    state = everyone_waits(begun([owner, follower], [foe()], rulings=house))
    # 3 HP and 2 of 4 STR: 3 fails. It is out, not destroyed.
    out = after(state, Strike(2, 0, 1), faces=(5, 3, 4) if on == "critical" else (5, 3))
    assert out.fighters[0].character.willpower.value == (6 if on == "critical" else 10)
    dead = after(state, Strike(2, 0, 1), faces=(7, 4))
    assert dead.fighters[0].character.willpower.value == 6
    unhurt = after(state, Strike(2, 0, 1), faces=(1,))
    assert unhurt.fighters[0].character.willpower.value == 10


def test_companions_without_figures() -> None:
    """A companion has the scores that it lacks from its owner, and needs HP (R82)."""
    nightmare = Companion(id="nightmare", name="Nightmare", owner_scores=True)
    assert companion(nightmare, hero(hp=5, strength=7)).strength == Score.full(7)
    assert companion(nightmare, hero(hp=5)).hp == Score.full(5)
    with pytest.raises(DefinitionError, match="Wolf has no printed HP"):
        companion(Companion(id="wolf", name="Wolf"), hero())


# The book


def test_creatures_of_the_book() -> None:
    """A leader has figures of its own (R130), a large group is a detachment (R123)."""
    bandit = book().creatures["bandit"]
    leader = creature(bandit, leading=True)
    assert (leader.armor, leader.willpower.max, leader.attacks[0].name) == (2, 13, "long sword")
    assert creature(bandit, size=6).detachment
    assert [each.detachment for each in creatures(bandit, 3)] == [False] * 3
    assert [(each.detachment, each.size) for each in creatures(bandit, 4)] == [(True, 4)]
    assert [each.name for each in creatures(bandit, 1, led=True)] == ["Bandit leader", "Bandit"]
    assert creature(book().creatures["hydra"]).heads == 9
    assert creature(book().creatures["hobgoblin"], leading=True).attacks == book().creatures["hobgoblin"].attacks
    with pytest.raises(DefinitionError, match="describes no leader of creatures of the kind Wolf"):
        creature(book().creatures["wolf"], leading=True)
    with pytest.raises(DefinitionError, match="from 2 up, not 1"):
        creature(bandit, size=1)
    with pytest.raises(DefinitionError, match="the number of creatures"):
        creatures(bandit, 0)


def test_every_creature_can_fight() -> None:
    """Every attack of every creature of the book hits a character and costs HP or an attribute (R82)."""
    for kind in book().creatures.values():
        state = everyone_waits(begun([hero(hp=99)], [creature(kind)]))
        target, by = state.fighters
        strikes = [action for action in legal_actions(state) if isinstance(action, Strike)]
        assert {action.attack for action in strikes} == {*range(len(by.attacks))}, kind.name
        for action in strikes:
            sizes = dice_against(by, by.attacks[action.attack], target, state.rulings)
            result = turn(state, action, faces=[1] * len(sizes))
            assert codes(result.events)[:2] in (["hit", "damage"], ["hit", "loss"]), kind.name
            assert result.state.fighters[0].character != target.character, kind.name


def test_the_undying() -> None:
    """A character that cannot die is dying instead (R101)."""
    cursed = evolve(hero(hp=1, strength=1), effects=(CannotDie(until="the debt is lifted"),))
    state = after(everyone_waits(begun([cursed, hero("Bo")], [foe()])), Strike(2, 0, 0), faces=(9,))
    assert state.fighters[0].character.conditions.down == "critical"
    assert not state.fighters[0].character.conditions.dead


def test_scripts_are_used_up() -> None:
    """The pools of a turn take the dice in the order of the declarations (R2)."""
    state = begun([hero(attacks=["daggers d6+d6"]), hero("Bo")], [foe(hp=20)])
    dice = ScriptedDice([1, 2, 7])
    resolve(after(state, Strike(0, 0, 2)), Strike(1, 0, 2), dice)
    dice.finish()
    assert [roll.request.sizes for roll in dice.log] == [(6, 6, 8)]
