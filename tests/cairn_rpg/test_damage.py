"""Damage: Hit Protection, Critical Damage, death, and what follows from failed saves (R95 to R106, A23, A26, A61)."""

from __future__ import annotations

import pytest
from attrs import evolve

from cairn_rpg.fights import FULL, after, begun, codes, everyone_waits, foe, hero, turn
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
from cairn_rules.cairn_rpg.characters.attributes import Attribute, Score
from cairn_rules.cairn_rpg.characters.conditions import Conditions
from cairn_rules.cairn_rpg.characters.effects import CannotDie, CriticalSavePass
from cairn_rules.cairn_rpg.characters.inventory import Inventory
from cairn_rules.cairn_rpg.characters.items import Item
from cairn_rules.cairn_rpg.combat.actions import BEGIN, Strike, Wait
from cairn_rules.cairn_rpg.combat.rules.rules import DEFEAT, apply, outcome
from cairn_rules.cairn_rpg.combat.rules.setup import arranged, creature, person
from cairn_rules.cairn_rpg.combat.state import Plight
from cairn_rules.cairn_rpg.content.book_file import book
from cairn_rules.cairn_rpg.dice_formula import Formula
from cairn_rules.cairn_rpg.procedures.damage import die, hit, lose
from cairn_rules.cairn_rpg.procedures.recovery import harm
from cairn_rules.cairn_rpg.rulings import DEFAULT, Rulings
from cairn_rules.chance import ScriptedDice

D4 = Formula(1, 4)


def wound(character, damage, *faces, rulings=DEFAULT):
    dice = ScriptedDice(faces)
    found = hit(character, damage, dice, rulings)
    dice.finish()
    return found


def down(state: str, **figures):
    """Return a character who is dying, stabilised or the like, without HP."""
    character = hero(**figures)
    return evolve(character, hp=Score(0, 4), conditions=Conditions(down=state))


# Hit Protection and STR


def test_damage_takes_hp_first() -> None:
    """It is not an injury (R58, R96). 4 HP less 3 is 1."""
    found = wound(hero(), 3)
    assert (found.character.hp, found.character.strength) == (Score(1, 4), Score.full(10))
    assert (found.emptied, found.failed) == (False, False)


def test_no_damage() -> None:
    """What armour stops asks nothing (R98), and is no scar at 0 HP (A25)."""
    for character in (hero(), evolve(hero(), hp=Score(0, 4))):
        found = wound(character, 0)
        assert found.character is character
        assert codes(found.events) == ["armor"]


def test_the_excess_is_taken_from_str() -> None:
    """4 HP and 7 damage: 3 of 10 STR, and a save against the 7 that are left (R96, R97)."""
    for face, failed in ((7, False), (8, True)):
        found = wound(hero(), 7, face)
        assert (found.character.hp.value, found.character.strength) == (0, Score(7, 10))
        assert (found.failed, found.emptied) == (failed, True)


def test_the_save_of_critical_damage() -> None:
    """A 1 passes and a 20 fails, whatever the STR (R46, R97)."""
    assert not wound(hero(strength=4), 7, 1).failed
    assert wound(hero(strength=30), 7, 20).failed


def test_damage_equal_to_hp_is_not_critical() -> None:
    """It asks for no STR save (R105): a character gets a scar, others nothing."""
    creature_at_0 = wound(foe(hp=4), 4)
    assert (creature_at_0.character.hp.value, creature_at_0.character.scars) == (0, ())
    assert creature_at_0.emptied
    scarred = wound(hero(), 4, 1)
    assert scarred.character.scars
    assert scarred.emptied


def test_a_character_who_passes_fights_on() -> None:
    """With 0 HP and the lower STR; the next hit asks again (R98)."""
    state = begun([hero()], [foe()])
    state = after(everyone_waits(state), Strike(1, 0, 0), faces=(6, 8))
    ada = state.fighters[0]
    assert (ada.is_in, ada.character.hp.value, ada.character.strength.value) == (True, 0, 8)
    state = after(everyone_waits(state), Strike(1, 0, 0), faces=(3, 6))
    assert outcome(state) is not None
    assert state.fighters[0].character.strength.value == 5


def test_a_character_who_fails_is_dying() -> None:
    """Critical Damage: out of the fight, not dead (R99). The order of the events is that of R106."""
    result = turn(everyone_waits(begun([hero()], [foe()])), Strike(1, 0, 0), faces=(6, 9))
    ada = result.state.fighters[0].character
    assert (ada.conditions.down, ada.conditions.dead) == ("critical", False)
    assert codes(result.events) == ["hit", "damage", "strength", "critical"]
    assert outcome(result.state).winners == (1,)


@pytest.mark.parametrize("kind", ["creature", "npc", "hireling"])
def test_others_who_fail_are_dead(kind) -> None:
    """Or out, if the caller spares them (R99, A23)."""
    other = foe(kind=kind)
    assert wound(other, 9, 8).character.conditions.dead
    spared = wound(other, 9, 8, rulings=Rulings(npc_crit="out"))
    assert (spared.failed, spared.character.conditions.dead) == (True, False)
    state = after(
        begun([hero(attacks=["axe d10"])], [other], rulings={"npc_crit": "out"}), Strike(0, 0, 1), faces=(9, 8)
    )
    assert (state.fighters[1].out, outcome(state).reason) == (True, DEFEAT)


def test_no_str_left() -> None:
    """Death without a save, for all (R97, R101); a detachment is destroyed (R126)."""
    assert wound(hero(strength=3), 7).character.conditions.dead
    assert wound(foe(strength=3), 12).character.conditions.dead
    found = wound(foe(strength=3, detachment=True), 12)
    assert found.character.conditions.dead
    assert found.events[-1].text == "Ogre is destroyed"


def test_held_hp() -> None:
    """While full slots or panic hold HP at 0, all damage goes to STR, without a scar (R31, R177, A7, A25)."""
    for held in (evolve(hero(), inventory=FULL), evolve(hero(), conditions=Conditions(panicked=True))):
        found = wound(held, 4, 1)
        assert (found.character.hp.value, found.character.strength.value, found.emptied) == (4, 6, False)
    lost = Rulings(zero_hp="lose")
    assert wound(evolve(hero(), inventory=FULL), 3, rulings=lost).character.hp.value == 1


# Hits on the fallen


@pytest.mark.parametrize("state", ["critical", "mortal"])
def test_a_hit_on_the_dying(state) -> None:
    """It takes STR without another save; by another ruling it kills (A61)."""
    found = wound(down(state), 3)
    assert (found.character.strength.value, found.failed) == (7, False)
    assert found.character.conditions.down == state
    killed = wound(down(state), 3, rulings=Rulings(hit_while_down="deadly"))
    assert killed.character.conditions.dead
    assert killed.events[-1].rule == "R99"
    assert wound(down(state, strength=3), 3).character.conditions.dead


def test_a_hit_on_the_stabilised() -> None:
    """A new save, which can bring back Critical Damage or the Mortal Wound (A61)."""
    assert wound(down("stabilised"), 3, 7).character.conditions.down == "stabilised"
    assert wound(down("stabilised"), 3, 8).character.conditions.down == "critical"
    assert wound(down("mended"), 3, 8).character.conditions.down == "mortal"


def test_the_fallen_have_no_hp_to_lose() -> None:
    """Their damage goes to STR even if they have HP (A61)."""
    cursed = evolve(hero(), conditions=Conditions(down="critical"))
    assert wound(cursed, 3).character.hp.value == 4


def test_strikes_at_the_fallen_are_legal() -> None:
    """Not at the dead, though (R79, A61)."""
    dead = evolve(hero("Cy"), conditions=Conditions(dead=True))
    state = everyone_waits(begun([hero(), down("critical"), dead], [foe()]))
    assert after(state, Strike(3, 0, 1), faces=(5,)).fighters[1].character.strength.value == 5


# What changes the save


def test_an_item_that_counts_as_a_passed_save() -> None:
    """It breaks when the save fails; STR stays lost (R98)."""
    band = Item(id="band", name="Band", slots=0)
    wearer = evolve(hero(), inventory=Inventory(items=(band,)), effects=(CriticalSavePass(item="band"),))
    passed = wound(wearer, 6, 1)
    assert passed.character.inventory.items == (band,)
    saved = wound(wearer, 6, 20)
    assert (saved.failed, saved.character.inventory.items, saved.character.strength.value) == (False, (), 8)
    assert wound(saved.character, 6, 20).failed


def test_a_creature_that_fights_on() -> None:
    """Only STR 0 stops a troll; a hydra has as many failed saves as heads (R100)."""
    troll = creature(book().creatures["troll"])
    found = wound(troll, troll.hp.max + 1, 20)
    assert (found.failed, found.character.conditions.dead) == (True, False)
    hydra = evolve(creature(book().creatures["hydra"]), heads=2)
    one = wound(hydra, hydra.hp.max + 1, 20)
    assert (one.character.heads, one.character.conditions.dead) == (1, False)
    assert wound(one.character, 1, 20).character.conditions.dead


def test_a_troll_stays_in_the_fight() -> None:
    """A failed save does not put it out (R100)."""
    troll = creature(book().creatures["troll"])
    state = begun(
        [hero(attacks=[Attack(name="pike", dice=(12, 12), ignores_armor=True)])], [evolve(troll, hp=Score(1, 10))]
    )
    state = after(state, Strike(0, 0, 1), faces=(4, 5, 20, 1))
    assert state.fighters[1].is_in


def test_one_who_cannot_die() -> None:
    """Neither by STR 0 nor by a doom (R101)."""
    cursed = evolve(hero(strength=2), effects=(CannotDie(until="later"),))
    found = wound(cursed, 9)
    assert (found.character.conditions.down, found.character.conditions.dead) == ("critical", False)
    assert found.events[-1].code == "undying"


# Attributes


@pytest.mark.parametrize(("attribute", "code"), [(Attribute.DEX, "paralysed"), (Attribute.WIL, "delirious")])
def test_attributes_at_zero(attribute, code) -> None:
    """DEX 0 paralyses, WIL 0 makes delirious (R102, A77)."""
    character, events = lose(hero(), attribute, 12)
    assert character.score(attribute) == Score(0, 10)
    assert codes(events) == ["loss", code]
    assert not character.is_able
    _, events = lose(character, attribute, 1)
    assert codes(events) == ["loss"]


def test_str_at_zero() -> None:
    """It kills (R101)."""
    character, events = lose(hero(), Attribute.STR, 10)
    assert character.conditions.dead
    assert codes(events) == ["loss", "death"]


def test_a_permanent_loss() -> None:
    """The maximum falls too, though not below the value (R57)."""
    assert lose(hero(), Attribute.STR, 3, permanent=True)[0].strength == Score.full(7)
    hurt = evolve(hero(), strength=Score(4, 10))
    assert lose(hurt, Attribute.STR, 3, permanent=True)[0].strength == Score(1, 7)


def test_damage_outside_combat() -> None:
    """It goes to an attribute of a character, without a save, and to the HP of others (R95, A22, A42)."""
    fallen = harm(hero(), 3, ScriptedDice()).state
    assert (fallen.hp.value, fallen.strength.value) == (4, 7)
    asked = harm(hero(), 3, ScriptedDice([8]), rulings=Rulings(attr_damage_save=True)).state
    assert (asked.hp.value, asked.conditions.down) == (4, "critical")
    assert harm(foe(), 3, ScriptedDice()).state.hp.value == 3
    assert harm(foe(), 3, ScriptedDice(), rulings=Rulings(npc_noncombat="attribute")).state.strength.value == 7


def test_death_ends_a_doom() -> None:
    """A dead character is no longer doomed (R101)."""
    doomed = evolve(hero(), conditions=Conditions(doomed=True))
    assert die(doomed)[0].conditions == Conditions(dead=True)


# Consequences


def struck(*consequences, faces, target=None, foes=(), **setup):
    """Return the result of an attack on a character with 1 HP and 10 STR, which takes 4 STR; then come the faces."""
    claws = Attack(name="claws", dice=(6,), consequences=consequences)
    target = target or hero(hp=1)
    state = everyone_waits(begun([target, hero("Bo")], [foe(attacks=[claws]), *foes], **setup))
    return turn(state, *(Wait(3) for _ in foes), Strike(2, 0, 0), faces=(5, *faces))


def test_consequences_need_a_failed_save() -> None:
    """Nothing happens to those who pass (R100)."""
    assert "loss" not in codes(struck(Loss(attribute=Attribute.WIL, dice=D4), faces=(6,)).events)


def test_a_further_loss() -> None:
    """The attack takes 1d4 WIL too (R100)."""
    ada = struck(Loss(attribute=Attribute.WIL, dice=D4), faces=(20, 3)).state.fighters[0].character
    assert (ada.willpower.value, ada.conditions.down) == (7, "critical")


def test_a_deadly_loss() -> None:
    """Those whose attribute reaches 0 die (R100); STR 0 kills anyway (R101)."""
    weak = hero(hp=1, willpower=2)
    loss = Loss(attribute=Attribute.WIL, dice=D4, deadly=True)
    assert struck(loss, faces=(20, 4), target=weak).state.fighters[0].character.conditions.dead
    assert not struck(loss, faces=(20, 1), target=weak).state.fighters[0].character.conditions.dead
    mild = struck(evolve(loss, deadly=False), faces=(20, 4), target=weak)
    assert codes(mild.events)[-2:] == ["loss", "delirious"]
    poison = Loss(attribute=Attribute.STR, dice=Formula(bonus=6), deadly=True)
    assert codes(struck(poison, faces=(20,)).events).count("death") == 1


def test_an_affliction() -> None:
    """The target is deprived (R61, R100)."""
    assert struck(Affliction(need="cure"), faces=(20,)).state.fighters[0].character.conditions.needs == {"cure"}


@pytest.mark.parametrize(
    ("ruin", "faces", "dead"),
    [
        (Ruin(), (20,), True),
        (Ruin(save=Attribute.WIL), (20, 10), False),
        (Ruin(save=Attribute.WIL), (20, 11), True),
        (Ruin(chance=1), (20, 1), True),
        (Ruin(chance=1), (20, 2), False),
        (Ruin(save=Attribute.WIL, chance=3), (20, 11, 3), True),
    ],
)
def test_ruin(ruin, faces, dead) -> None:
    """A save can prevent it, and a chance in six decide about it (R5, R100)."""
    assert struck(ruin, faces=faces).state.fighters[0].character.conditions.dead is dead


def test_withering() -> None:
    """The 4 STR that the attack took are lost for good (R100)."""
    assert struck(Wither(), faces=(20,)).state.fighters[0].character.strength == Score.full(6)
    hurt = evolve(hero(hp=1), strength=Score(6, 10))
    assert struck(Wither(), faces=(20,), target=hurt).state.fighters[0].character.strength == Score(2, 6)


def test_a_feast() -> None:
    """The attacker regains its STR (R100)."""
    state = everyone_waits(
        begun([hero(hp=1)], [foe(attacks=[Attack(name="bite", dice=(6,), consequences=(Feast(),))])])
    )
    hurt = evolve(state.fighters[1], character=evolve(state.fighters[1].character, strength=Score(2, 10)))
    state = evolve(state, fighters=(state.fighters[0], hurt))
    assert after(state, Strike(1, 0, 0), faces=(5, 20)).fighters[1].character.strength == Score.full(10)


def test_healing_by_attacks() -> None:
    """A vampire regains HP when it hits, up to its maximum (R57)."""
    bite = Attack(name="bite", dice=(6,), heals=6)
    state = everyone_waits(begun([hero(hp=9, armor=2)], [foe(attacks=[bite])]))
    hurt = evolve(state.fighters[1], character=evolve(state.fighters[1].character, hp=Score(1, 6)))
    state = evolve(state, fighters=(state.fighters[0], hurt))
    assert after(state, Strike(1, 0, 0), faces=(3,)).fighters[1].character.hp == Score.full(6)
    assert after(state, Strike(1, 0, 0), faces=(2,)).fighters[1].character.hp == Score(1, 6)


def test_rending() -> None:
    """A piece of armour is destroyed, or all that is of metal (R100)."""
    mail = Item(id="mail", name="Mail", armor=1, metal=True, worn=True)
    helmet = Item(id="helmet", name="Helmet", armor=1, armor_is_bonus=True, metal=True, worn=True)
    coat = Item(id="coat", name="Coat", armor=1, armor_is_bonus=True, worn=True)
    hide = Item(id="hide", name="Hide", armor=1, bodily=True, worn=True)
    wearer = evolve(hero(hp=1), inventory=Inventory(items=(hide, coat, mail, helmet)))
    # The face of 5 less 3 armour: 1 HP and 1 STR.
    torn = struck(Rend(), faces=(20,), target=wearer)
    assert [item.id for item in torn.state.fighters[0].character.inventory.items] == ["hide", "mail", "helmet"]
    assert torn.state.fighters[0].armor == 2
    rusted = struck(Rend(metal=True), faces=(20,), target=wearer)
    assert [item.id for item in rusted.state.fighters[0].character.inventory.items] == ["hide", "coat"]
    assert struck(Rend(), faces=(20,)).state.fighters[0].armor == 0


def test_stories() -> None:
    """What only the table can judge is an event with the id of its text (R100)."""
    assert struck(Story(text="tale/1"), faces=(20,)).events[-1].text_id == "tale/1"
    assert struck(Story(), faces=(20,)).events[-1].text_id == ""
    elk = creature(book().creatures["blood-elk"])
    state = everyone_waits(begun([hero(hp=1)], [elk]))
    assert turn(state, Strike(1, 0, 0), faces=(5, 20)).events[-1].text_id == "creature/blood-elk/critical"


@pytest.mark.parametrize("condition", ["asleep", "charmed", "confused", "paralysed"])
def test_spellbound_fighters_do_not_act(condition) -> None:
    """They are held (R81, R100)."""
    assert struck(Spellbound(condition=condition), faces=(20,)).state.fighters[0].held == condition


def test_spellbound_by_fear() -> None:
    """The afraid are panicked (R177), the fleeing leave the fight (R135)."""
    afraid = struck(Spellbound(condition="afraid"), faces=(20,)).state.fighters[0]
    assert afraid.character.conditions.panicked
    assert struck(Spellbound(condition="fleeing"), faces=(20,)).state.fighters[0].gone == "fled"


def test_the_dead_suffer_no_more() -> None:
    """Those whom the failed save killed lose nothing more; the attacker still feasts (R99, R100)."""
    porter = person("Porter", hp=1, kind="hireling")
    result = struck(Loss(attribute=Attribute.WIL, dice=D4), Ruin(), Feast(), faces=(20,), target=porter)
    assert codes(result.events) == ["hit", "damage", "strength", "death", "feast"]


def test_a_loss_of_every_round() -> None:
    """It goes on before each turn of those who inflicted it, until somebody frees the target (R100)."""
    engulf = Loss(attribute=Attribute.STR, dice=Formula(1, 6), each_round=True)
    # 10 STR less 4, then 1: 5.
    state = struck(engulf, faces=(20, 1)).state
    assert state.fighters[0].character.strength.value == 5
    assert state.fighters[0].plights == (Plight(engulf),)
    # After the turn of the party in round two: 5 less 2. Bo does nothing about it.
    state = after(state, Wait(1), faces=(2,))
    assert (state.side, state.fighters[0].character.strength.value) == (1, 3)
    state = everyone_waits(state)
    freed = after(arranged(state, 0, plights=()), Wait(1))
    assert freed.fighters[0].character.strength.value == 3
    dissolved = after(state, Wait(1), faces=(3,))
    assert dissolved.fighters[0].character.conditions.dead
    assert after(everyone_waits(dissolved), Wait(1)).round == 4
    # On both sides: Ada's loss comes before the ogre's turn, and the ogre's before hers.
    both = arranged(arranged(begun([hero()], [foe()]), 0, plights=(Plight(engulf),)), 1, plights=(Plight(engulf),))
    both = after(after(both, Wait(0), faces=(2,)), Wait(1), faces=(3,))
    assert [each.character.strength.value for each in both.fighters] == [8, 7]


def test_a_doom_in_rounds() -> None:
    """A drowning character dies after three rounds, unless freed (R100)."""
    drowning = Doom(after=Formula(bonus=3), unit="rounds")
    state = struck(drowning, faces=(20,)).state
    for left in (3, 2, 1):
        assert [each.left for each in state.fighters[0].plights] == [left]
        assert not state.fighters[0].character.conditions.dead
        state = everyone_waits(after(state, Wait(1)))
    assert state.fighters[0].character.conditions.dead


def test_a_doom_in_hours_or_days() -> None:
    """It is longer than a fight: an event says how long (R100)."""
    result = struck(Doom(after=D4, unit="days"), faces=(20, 3))
    assert (result.events[-1].code, result.events[-1].amount) == ("doom", 3)
    assert result.state.fighters[0].plights == ()


def test_what_goes_on_for_foes() -> None:
    """Before the next turn of the party, with a morale save for a casualty (R100, R129); also while nobody can act."""
    net = Attack(name="net", dice=(6,), consequences=(Doom(after=Formula(bonus=1), unit="rounds"),))
    party = [hero(attacks=[net])]
    tough = evolve(foe(hp=1, attacks=["claw d6"]), fights_on=True)
    state = after(begun(party, [tough, foe("Troll")]), Strike(0, 0, 1), faces=(5, 20))
    state = after(state, Wait(1))
    state = after(state, Wait(2), faces=(10,))
    assert state.round == 2
    assert state.fighters[1].character.conditions.dead
    assert state.tested[1] == {"first", "half"}
    # Everyone sleeps: time goes on until the doom is over.
    doom = Plight(Doom(after=Formula(bonus=4), unit="rounds"), 4)
    asleep = begun([hero(), hero("Bo")], [foe()])
    asleep = arranged(arranged(arranged(asleep, 0, held="asleep"), 1, plights=(doom,)), 2, held="asleep")
    end = after(evolve(arranged(asleep, 1, held="asleep"), round=0), BEGIN)
    assert end.fighters[1].character.conditions.dead
    assert end.round == 5


def test_plights_end_with_flight() -> None:
    """Whoever is gone is free (R135)."""
    gone = evolve(
        arranged(begun([hero(), hero("Bo")], [foe()]), 0, plights=(Plight(Doom(after=D4, unit="rounds"), 2),))
    )
    fled = evolve(gone, fighters=(evolve(gone.fighters[0], gone="fled"), *gone.fighters[1:]))
    state = everyone_waits(fled)
    assert state.fighters[0].plights[0].left == 2


def test_apply_uses_the_key() -> None:
    """The dice of a fight come from its key (R3)."""
    state = begun([hero()], [foe()])
    assert apply(state, Strike(0, 0, 1)).chance.used >= 1
