"""Rounds and turns: who acts when, and when a fight ends (R31, R72 to R81, R104, A14, A15, A58, A59)."""

from __future__ import annotations

from random import Random

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

from cairn_rpg.fights import BANDAGES, FULL, after, begun, codes, everyone_waits, fights, foe, hero, turn
from cairn_rules.cairn_rpg.characters.attacks import Attack
from cairn_rules.cairn_rpg.characters.attributes import Attribute, Score
from cairn_rules.cairn_rpg.characters.conditions import Conditions
from cairn_rules.cairn_rpg.characters.effects import ActsFirst, FleeWithoutSave, Immunity, OnUse, PassSaves
from cairn_rules.cairn_rpg.characters.inventory import Inventory
from cairn_rules.cairn_rpg.characters.items import Uses
from cairn_rules.cairn_rpg.combat.actions import BEGIN, OFFER, Aid, Flee, Recover, Strike, Wait
from cairn_rules.cairn_rpg.combat.rules.rules import (
    DEFEAT,
    FLIGHT,
    STALEMATE,
    apply,
    current_player,
    explain,
    legal_actions,
    outcome,
    outcomes,
    resolve,
)
from cairn_rules.cairn_rpg.combat.rules.setup import arranged, fighter, frighten, join, new_game, person, using
from cairn_rules.cairn_rpg.combat.state import State, actor_of, is_able
from cairn_rules.cairn_rpg.rulings import Rulings
from cairn_rules.chance import KeyedDice, ScriptedDice, to_script
from cairn_rules.errors import DefinitionError, IllegalActionError
from cairn_rules.game import Outcome

MOUNTED = FleeWithoutSave(when="mounted")


def hp(state: State) -> list[int]:
    return [each.character.hp.value for each in state.fighters]


def panicked(character):
    return evolve(character, conditions=Conditions(panicked=True))


# The first round


def test_each_character_saves_before_the_first_round() -> None:
    """Those who fail miss the round; opponents never save (R73). A 10 passes against DEX 10, an 11 fails."""
    state = new_game(seed=1, party=[hero(), hero("Bo")], foes=[foe(), foe("Troll")])
    assert legal_actions(state) == (BEGIN,)
    assert current_player(state) == 0
    begin = turn(state, BEGIN, faces=(10, 11))
    assert [each.late for each in begin.state.fighters] == [False, True, False, False]
    assert codes(begin.events) == ["initiative", "late"]
    assert (begin.state.round, actor_of(begin.state)) == (1, 0)
    # Bo does not declare: after Ada, the foes do.
    assert actor_of(after(begin.state, Wait(0))) == 2


def test_no_save_from_the_second_round_on() -> None:
    """Whoever missed the first round acts in the second, without a save (R75)."""
    state = after(new_game(seed=1, party=[hero()], foes=[foe()]), BEGIN, faces=(20,))
    assert (state.side, actor_of(state)) == (1, 1)
    state = after(state, Wait(1))
    assert (state.round, actor_of(state)) == (2, 0)
    assert not state.fighters[0].late


def test_the_save_can_be_waived() -> None:
    """By a flag of one fighter, or by an effect (R74)."""
    quick = evolve(hero("Bo"), effects=(ActsFirst(),))
    state = new_game(seed=1, party=[fighter(hero(), ready=True), quick, hero("Cy")], foes=[foe()])
    begun = after(state, BEGIN, faces=(20,))
    assert [each.late for each in begun.fighters] == [False, False, True, False]


def test_an_item_in_use_can_waive_the_save() -> None:
    """An effect that lasts after the use of an item counts while the caller says so (R51, R74)."""
    quicksilver = OnUse(item="quicksilver", hours=1, effects=(ActsFirst(), PassSaves(attribute=Attribute.WIL)))
    surgeon = evolve(hero(), effects=(quicksilver,))
    assert not fighter(surgeon).ready
    ready = using(surgeon, "quicksilver")
    assert fighter(ready).ready
    assert frighten(fighter(ready), ScriptedDice()).state.character.conditions.panicked is False
    with pytest.raises(DefinitionError, match="'quicksand' has no effect for Ada"):
        using(surgeon, "quicksand")


def test_a_side_can_be_ready_or_surprised() -> None:
    """The rulings for surprise roll nothing (A14). Whoever acts first by nature still does (R74)."""
    party = [hero(), evolve(hero("Bo"), effects=(ActsFirst(),))]
    ready = after(new_game(seed=1, party=party, foes=[foe()], rulings=Rulings(initiative="pcs_ready")), BEGIN)
    assert [each.late for each in ready.fighters] == [False, False, False]
    surprised = after(new_game(seed=1, party=party, foes=[foe()], rulings=Rulings(initiative="foes_first")), BEGIN)
    assert [each.late for each in surprised.fighters] == [True, False, False]


def test_the_panicked_do_not_save() -> None:
    """They cannot act in the first round anyway (R177, A58). From the second round on they can."""
    state = after(new_game(seed=1, party=[panicked(hero())], foes=[foe()]), BEGIN)
    assert (state.side, actor_of(state)) == (1, 1)
    state = after(state, Wait(1))
    assert (state.round, actor_of(state)) == (2, 0)


def test_the_dead_and_dying_do_not_save() -> None:
    """Only those in the fight roll (R73, R80)."""
    down = evolve(hero("Bo"), conditions=Conditions(down="stabilised"))
    assert actor_of(after(new_game(seed=1, party=[hero(), down], foes=[foe()]), BEGIN, faces=(1,))) == 0


def test_followers_save_as_characters_do() -> None:
    """Hirelings and companions each make the save (A59)."""
    porter = fighter(person("Porter", hp=3, kind="hireling"), owner=0)
    state = after(new_game(seed=1, party=[hero(), porter], foes=[foe()]), BEGIN, faces=(20, 2))
    assert [each.late for each in state.fighters] == [True, False, False]


def test_followers_can_act_with_their_owner() -> None:
    """By another ruling they make no save of their own, while their owner is in the fight (A59)."""
    porter = person("Porter", hp=3, kind="hireling")
    house = Rulings(ally_initiative="with_owner")
    party = [hero(), fighter(porter, owner=0), hero("Bo"), fighter(porter, owner=2)]
    party += [panicked(hero("Cy")), fighter(porter, owner=4)]
    party += [evolve(hero("Di"), conditions=Conditions(dead=True)), fighter(porter, owner=6)]
    state = after(new_game(seed=1, party=party, foes=[foe()], rulings=house), BEGIN, faces=(20, 1, 15))
    # Ada fails, Bo passes, Cy panics. The follower of the dead Di saves alone and fails.
    assert [each.late for each in state.fighters] == [True, True, False, False, False, True, False, True, False]


# Rounds


def test_the_party_acts_before_the_opponents() -> None:
    """A round is the turn of the party, then that of the opponents (R72)."""
    state = begun([hero()], [foe()])
    seen = []
    for _ in range(4):
        seen.append((state.round, state.side))
        state = everyone_waits(state)
    assert seen == [(1, 0), (1, 1), (2, 0), (2, 1)]


def test_results_of_a_side_are_simultaneous() -> None:
    """Both attacks of a side count, though the first alone would be enough (R76, R79)."""
    state = begun([foe("Ogre", hp=9)], [hero(hp=3, strength=2), hero("Bo", hp=3)])
    state = everyone_waits(state)
    # Ada and Bo attack the ogre together: one pool of two d8, the highest counts.
    state = after(state, Strike(1, 0, 0), Strike(2, 0, 0), faces=(3, 5))
    assert hp(state) == [4, 3, 3]


def test_a_declaration_cannot_be_changed() -> None:
    """All declare before any die is rolled, and what is too much is lost (R79)."""
    state = begun([hero(), hero("Bo")], [foe(hp=1, strength=1), foe("Troll")])
    declared = after(state, Strike(0, 0, 2))
    assert declared.declared == (Strike(0, 0, 2),)
    assert actor_of(declared) == 1
    with pytest.raises(IllegalActionError):
        resolve(declared, Strike(0, 0, 3), ScriptedDice())
    # Bo strikes the same ogre: the surplus does not pass to the troll. The morale save of the side passes.
    state = after(declared, Strike(1, 0, 2), faces=(8, 7, 1))
    assert state.fighters[2].character.conditions.dead
    assert hp(state)[3] == 6


def test_sides_are_sequential() -> None:
    """A foe put out in the turn of the party does not act in that round (R77, A15)."""
    state = begun([hero()], [foe(hp=1, strength=1), foe("Troll")])
    state = after(state, Strike(0, 0, 1), faces=(8, 1))
    assert [is_able(state, each) for each in state.fighters] == [True, False, True]
    assert actor_of(state) == 2


def test_sides_can_be_simultaneous() -> None:
    """By another ruling the fallen foe acts once more, even as the last of its side (A15)."""
    house = {"cross_side_simultaneous": True}
    state = begun([hero(hp=3)], [foe(hp=1, strength=1)], rulings=house)
    state = after(state, Strike(0, 0, 1), faces=(8,))
    assert state.fighters[1].character.conditions.dead
    assert (state.side, actor_of(state)) == (1, 1)
    # Its last blow empties Ada's 3 HP: a scar of row 3, and the fight is over.
    end = after(state, Strike(1, 0, 0), faces=(3,))
    assert [scar.row for scar in end.fighters[0].character.scars] == [3]
    assert outcome(end) == Outcome((0,), DEFEAT)


def test_a_fallen_foe_that_reloads_does_not_act() -> None:
    """What would keep it from acting still does (R81, A15)."""
    state = begun([hero()], [fighter(foe(hp=1, strength=1), 1, reloading=2)], rulings={"cross_side_simultaneous": True})
    assert outcome(after(state, Strike(0, 0, 1), faces=(8,))) == Outcome((0,), DEFEAT)


def test_a_turn_is_one_action() -> None:
    """One declaration of each fighter; moving is not tracked, so waiting stands for it (R78)."""
    state = begun([hero()], [foe()])
    assert legal_actions(state) == (Strike(0, 0, 1), Strike(0, 1, 1), OFFER, Flee(0), Wait(0))


# Who can act


@pytest.mark.parametrize(
    "conditions",
    [{"dead": True}, {"down": "critical"}, {"down": "stabilised"}, {"down": "mortal"}, {"hamstrung": True}],
)
def test_conditions_that_prevent_acting(conditions) -> None:
    """The dead, dying, stabilised, mortally wounded and hamstrung do not act (R81, R103, R115, R120)."""
    out = evolve(hero("Bo"), conditions=Conditions(**conditions))
    assert legal_actions(after(begun([hero(), out], [foe()]), Wait(0)))[0] == Strike(2, 0, 0)


@pytest.mark.parametrize(
    "conditions", [{"deaf": True}, {"doomed": True}, {"diseased": True}, {"needs": frozenset({"food"})}]
)
def test_conditions_that_do_not(conditions) -> None:
    """The deprived, the doomed, the ill and the deaf fight on (R61, R81, R122a)."""
    state = begun([hero(), evolve(hero("Bo"), conditions=Conditions(**conditions))], [foe()])
    assert actor_of(after(state, Wait(0))) == 1


@pytest.mark.parametrize("attribute", ["dexterity", "willpower"])
def test_paralysed_and_delirious_characters_do_not_act(attribute) -> None:
    """An attribute lost down to 0 prevents acting (R81, R102); a printed 0 does not (A81)."""
    lost = evolve(hero("Bo"), **{attribute: Score(0, 9)})
    printed = evolve(hero("Cy"), **{attribute: Score.full(0)})
    state = begun([hero(), lost, printed], [foe()])
    assert actor_of(after(state, Wait(0))) == 2


@pytest.mark.parametrize("held", ["asleep", "entangled", "charmed", "confused", "paralysed"])
def test_the_held_do_not_act(held) -> None:
    """They stay in the fight, though (R80, R81)."""
    state = begun([hero(), hero("Bo")], [foe()])
    state = arranged(state, 1, held=held)
    after_ada = after(state, Wait(0))
    assert after_ada.side == 1
    assert state.fighters[1].is_in


def test_a_weapon_that_reloads() -> None:
    """A blunderbuss is shot in one round, reloaded in the next, and ready in the third (R81)."""
    gun = Attack(name="blunderbuss", dice=(12,), reload=1, ranged=True)
    state = begun([hero(attacks=[gun])], [foe(hp=12)])
    state = after(state, Strike(0, 0, 1), faces=(1,))
    state = everyone_waits(state)
    # Nobody of the party can act in round two: the turn of the foes follows.
    assert (state.round, state.side) == (2, 1)
    state = everyone_waits(state)
    assert (state.round, state.side, actor_of(state)) == (3, 0, 0)
    assert legal_actions(state)[0] == Strike(0, 0, 1)


def test_full_slots_hold_hp_at_zero() -> None:
    """With ten slots used, damage goes to STR, and the stored HP stay (R31, A7)."""
    state = begun([evolve(hero(), inventory=FULL)], [foe()])
    state = everyone_waits(state)
    result = turn(state, Strike(1, 0, 0), faces=(3, 7))
    character = result.state.fighters[0].character
    assert (character.hp.value, character.strength.value, character.scars) == (4, 7, ())
    assert codes(result.events) == ["hit", "strength", "save"]


# Panic


def test_panic() -> None:
    """A WIL save against panic; those who fail are panicked, which holds HP at 0 (R175, R177)."""
    assert not frighten(fighter(hero()), ScriptedDice([10])).state.character.conditions.panicked
    afraid = frighten(fighter(hero()), ScriptedDice([11])).state
    assert afraid.character.conditions.panicked
    assert afraid.character.hp.value == 4
    again = frighten(afraid, ScriptedDice())
    assert (again.state, again.events) == (afraid, ())
    lost = frighten(fighter(hero()), ScriptedDice([11]), Rulings(zero_hp="lose")).state
    assert lost.character.hp == Score(0, 4)


def test_immunity_to_panic() -> None:
    """It holds always, or under the circumstances that it names (R175)."""
    milkflower = evolve(hero(), effects=(Immunity(to="panic"),))
    assert codes(frighten(fighter(milkflower), ScriptedDice()).events) == ["fearless"]
    friend = evolve(hero(), effects=(Immunity(to="panic", when="acting alone"),))
    assert frighten(fighter(friend), ScriptedDice([20])).state.character.conditions.panicked
    alone = fighter(friend, circumstances=["acting alone"])
    assert not frighten(alone, ScriptedDice()).state.character.conditions.panicked


def test_recovering_from_panic() -> None:
    """A WIL save as the action of a turn ends panic (R176)."""
    state = begun([panicked(hero())], [foe()])
    state = everyone_waits(state)
    assert Recover(0) in legal_actions(state)
    stays = turn(state, Recover(0), faces=(11,))
    assert (codes(stays.events), stays.state.fighters[0].character.conditions.panicked) == (["panicked"], True)
    calm = turn(state, Recover(0), faces=(10,))
    assert (codes(calm.events), calm.state.fighters[0].character.conditions.panicked) == (["calm-again"], False)


# Retreat


def test_retreat() -> None:
    """A DEX save; whoever passes is out of the fight, whoever fails has lost the action (R134, R135)."""
    state = begun([hero(), hero("Bo")], [foe()])
    result = turn(state, Flee(0), Flee(1), faces=(10, 11))
    assert [each.gone for each in result.state.fighters] == ["fled", "", ""]
    assert codes(result.events) == ["fled", "caught"]


def test_no_retreat_without_a_refuge() -> None:
    """Without a safe place to run to, there is no such action (R134)."""
    state = arranged(begun([hero()], [foe()]), 0, refuge=False)
    assert Flee(0) not in legal_actions(state)


def test_retreat_of_a_group() -> None:
    """By another ruling the slowest makes one save for all who run (A33, R50)."""
    party = [hero(), hero("Bo", dexterity=5), hero("Cy", dexterity=2)]
    state = begun(party, [foe()], rulings={"retreat": "worst"})
    # Cy stays: Bo is the slowest who runs. A 6 fails for both, a 5 passes for both.
    assert [each.gone for each in after(state, Flee(0), Flee(1), Wait(2), faces=(6,)).fighters] == ["", "", "", ""]
    fled = after(state, Flee(0), Flee(1), Wait(2), faces=(5,))
    assert [each.gone for each in fled.fighters] == ["fled", "fled", "", ""]


def test_retreat_without_a_save() -> None:
    """A rider needs no save while mounted (R134), and does not count as the slowest (A33)."""
    rider = evolve(hero(dexterity=1), effects=(MOUNTED,))
    on_foot = begun([rider], [foe()])
    assert not after(on_foot, Flee(0), faces=(20,)).fighters[0].gone
    mounted = arranged(on_foot, 0, circumstances=("mounted",))
    assert after(mounted, Flee(0)).fighters[0].gone == "fled"
    house = {"retreat": "worst"}
    both = begun([fighter(rider, circumstances=["mounted"]), hero("Bo", dexterity=5)], [foe()], rulings=house)
    assert [each.gone for each in after(both, Flee(0), Flee(1), faces=(5,)).fighters] == ["fled", "fled", ""]


# Aid


def test_aid_in_a_fight() -> None:
    """A use of bandages stabilises; the patient does not act before resting (R54, R103, A24)."""
    nurse = evolve(hero("Bo"), inventory=Inventory(items=(BANDAGES,)))
    dying = evolve(hero(), conditions=Conditions(down="critical"), hp=Score(0, 4))
    state = begun([dying, nurse], [foe()])
    assert Aid(1, 0) in legal_actions(state)
    result = turn(state, Aid(1, 0))
    patient, helper, _ = (each.character for each in result.state.fighters)
    assert patient.conditions.down == "stabilised"
    assert helper.inventory.items[0].uses == Uses(2, 3)
    assert actor_of(everyone_waits(result.state)) == 1


def test_two_who_aid_the_same_character() -> None:
    """Both have declared it, so that both spend a use (R76, R79)."""
    nurse = evolve(hero("Bo"), inventory=Inventory(items=(BANDAGES,)))
    dying = evolve(hero(), conditions=Conditions(down="mortal"), hp=Score(0, 4))
    state = after(begun([dying, nurse, nurse], [foe()]), Aid(1, 0), Aid(2, 0))
    assert state.fighters[0].character.conditions.down == "mended"
    assert [each.character.inventory.items[0].uses for each in state.fighters[1:3]] == [Uses(2, 3)] * 2


def test_aid_needs_bandages_and_somebody_dying() -> None:
    """Not without uses, not for the dead, and not for foes (R54, R103)."""
    dying = evolve(hero(), conditions=Conditions(down="critical"))
    spent = evolve(BANDAGES, uses=Uses(0, 3))
    for helper, patient in (
        (hero("Bo"), dying),
        (evolve(hero("Bo"), inventory=Inventory(items=(spent,))), dying),
        (
            evolve(hero("Bo"), inventory=Inventory(items=(BANDAGES,))),
            evolve(dying, conditions=Conditions(down="critical", dead=True)),
        ),
        (evolve(hero("Bo"), inventory=Inventory(items=(BANDAGES,))), hero()),
    ):
        state = begun([patient, helper], [foe()])
        assert not any(isinstance(action, Aid) for action in legal_actions(state))


def test_a_healed_mortal_wound_lets_its_bearer_fight_on() -> None:
    """By another ruling aid heals it at once (A67)."""
    nurse = evolve(hero("Bo"), inventory=Inventory(items=(BANDAGES,)))
    dying = evolve(hero(), conditions=Conditions(down="mortal", needs=frozenset({"mortal wound"})))
    state = after(begun([dying, nurse], [foe()], rulings={"mortal_aid": "heal"}), Aid(1, 0))
    assert state.fighters[0].is_in


# The end


def test_the_end_of_a_fight() -> None:
    """A fight ends when a side has nobody left who is neither out nor fled (R80, R135)."""
    state = begun([hero()], [foe(hp=1, strength=1)])
    assert outcome(state) is None
    won = after(state, Strike(0, 0, 1), faces=(2,))
    assert outcome(won) == Outcome((0,), DEFEAT)
    assert (current_player(won), legal_actions(won)) == (None, ())
    fled = after(state, Flee(0), faces=(1,))
    assert outcome(fled) == Outcome((1,), FLIGHT)


def test_a_fight_in_which_nobody_can_act_is_a_stalemate() -> None:
    """Both sides sleep (R81)."""
    state = begun([hero()], [foe()])
    state = arranged(arranged(state, 0, held="asleep"), 1, held="asleep")
    state = resolve(evolve(state, round=0), BEGIN, ScriptedDice()).state
    assert outcome(state) == Outcome((), STALEMATE)


def test_a_fight_in_which_all_fall_is_a_stalemate() -> None:
    """The last foe, fallen in this round, takes the last character along (A15)."""
    state = begun([hero(hp=1, strength=1)], [foe(hp=1, strength=1)], rulings={"cross_side_simultaneous": True})
    state = after(state, Strike(0, 0, 1), faces=(8,))
    assert outcome(after(state, Strike(1, 0, 0), faces=(10,))) == Outcome((), STALEMATE)


def test_a_replacement_joins_at_once() -> None:
    """A new character, or a hireling taken over, acts from now on (R104)."""
    rat = fighter(foe("Rat"), 1, owner=1)
    state = begun([hero(hp=1, strength=1)], [foe(), rat], leader=1)
    joined = join(state, hero("Bo"))
    assert actor_of(after(joined, Wait(0))) == 1
    assert [each.character.name for each in joined.fighters] == ["Ada", "Bo", "Ogre", "Rat"]
    assert (joined.numbers, joined.leader, joined.fighters[3].owner) == ((1, 2), 3, 2)
    more = join(state, foe("Third"), 1)
    assert (more.fighters[-1].character.name, more.leader, more.fighters[2].owner) == ("Third", 2, 1)
    assert join(begun([hero(), fighter(hero("Dog"), owner=0)], [foe()]), hero("Bo")).fighters[1].owner == 0
    with pytest.raises(DefinitionError, match="Bo cannot join in the middle of a turn"):
        join(after(begun([hero(), hero("Cy")], [foe()]), Wait(0)), hero("Bo"))


# What callers arrange


def test_arranged_fighters() -> None:
    """The Warden judges positions; attacks and armour follow the circumstances."""
    state = begun([hero()], [foe()])
    with pytest.raises(DefinitionError, match="'armour' is not a circumstance of a fighter"):
        arranged(state, 0, armour=2)
    with pytest.raises(DefinitionError, match="the index of a fighter must be a whole number from 0 to 1"):
        arranged(state, 2, area=1)
    assert arranged(state, 0, area=3).fighters[0].area == 3


def test_wrong_fights() -> None:
    """A fight is between characters, at most 100 on a side, with a leader of the foes and owners that are there."""
    with pytest.raises(DefinitionError, match="at most 100 fighters"):
        new_game(party=[hero()] * 101)
    with pytest.raises(DefinitionError, match="the index of the leader must be a whole number from 0 to 0, got 1"):
        new_game(leader=1)
    with pytest.raises(DefinitionError, match="Porter cannot follow fighter 7"):
        new_game(party=[fighter(person("Porter", hp=3), owner=7)])
    with pytest.raises(DefinitionError, match="Porter cannot follow fighter 0"):
        new_game(party=[fighter(person("Porter", hp=3), owner=0)])
    with pytest.raises(DefinitionError, match="Rat cannot follow fighter 0"):
        new_game(foes=[fighter(person("Rat", hp=3), 1, owner=0)])
    with pytest.raises(DefinitionError, match=r"party\[0\] should be a Character or a Fighter, not 'Ada'"):
        new_game(party=["Ada"])
    with pytest.raises(DefinitionError, match="armour must be a whole number from 0 to 3, got 4"):
        person("Wall", hp=3, armor=4)


def test_an_illegal_action_is_refused() -> None:
    with pytest.raises(IllegalActionError):
        resolve(begun([hero()], [foe()]), Strike(0, 5, 1), ScriptedDice())


# Properties


@pytest.mark.untraced
@settings(max_examples=30, deadline=None)
@given(fights(), st.randoms(use_true_random=False))
def test_random_fights(state, random) -> None:
    """Play random fights: figures stay in bounds, listed actions apply, replays agree, and fights end (R3, R84)."""
    for _ in range(300):
        actions = legal_actions(state)
        if not actions:
            break
        action = random.choice(actions)
        before = (repr(state), hash(state))
        dice = KeyedDice(state.chance)
        result = resolve(state, action, dice)
        new = apply(state, action)
        assert (repr(state), hash(state)) == before
        assert new == evolve(result.state, chance=dice.chance)
        assert explain(state, action) == result.events
        script = ScriptedDice(to_script(dice.log))
        assert resolve(state, action, script) == result
        script.finish()
        hits = [event.who for event in result.events if event.code == "hit"]
        if len({each.character.name for each in state.fighters}) == len(state.fighters):
            assert len(hits) == len(set(hits))
        for old, each in zip(state.fighters, new.fighters, strict=True):
            was, now = old.character, each.character
            for score in (now.hp, now.strength, now.dexterity, now.willpower):
                assert 0 <= score.value <= score.max
            assert now.hp.value <= was.hp.value or any(attack.heals for attack in old.attacks)
            assert (
                now.strength.value <= was.strength.value
                or now.scars
                or any(attack.consequences for attack in old.attacks)
            )
        state = new
    if current_player(state) is None:
        assert outcome(state) is not None
        assert legal_actions(state) == ()


@pytest.mark.untraced
@settings(max_examples=15, deadline=None)
@given(fights())
def test_equal_states_have_equal_futures(state) -> None:
    """Equality covers all that matters: a copy plays the same (R3)."""
    copy = evolve(state, fighters=tuple(evolve(each) for each in state.fighters))
    for _ in range(20):
        assert copy == state
        actions = legal_actions(state)
        assert legal_actions(copy) == actions
        if not actions:
            return
        state, copy = apply(state, actions[0]), apply(copy, actions[0])


@pytest.mark.untraced
@pytest.mark.parametrize("seed", range(20))
def test_fights_end(seed) -> None:
    """Random play of the default fight comes to an end (R80)."""
    random, state = Random(seed), new_game(seed=seed)
    for _ in range(200):
        if current_player(state) is None:
            break
        state = apply(state, random.choice(legal_actions(state)))
    assert outcome(state) is not None


def test_branches_of_a_turn_add_up() -> None:
    """The probabilities of all results of a turn are 1 (R2)."""
    state = begun([hero(), hero("Bo", attacks=["daggers d6+d6"])], [foe(hp=3, strength=4)])
    state = after(state, Strike(0, 0, 2))
    branches = outcomes(state, Strike(1, 0, 2))
    assert sum(branch.probability for branch in branches) == 1
