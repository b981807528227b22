"""Magic in fights."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import pytest
from attrs import evolve

from cairn_rules.cairn_rpg.characters.attacks import Attack
from cairn_rules.cairn_rpg.characters.attributes import Attribute, Score
from cairn_rules.cairn_rpg.characters.character import Character
from cairn_rules.cairn_rpg.characters.effects import ForcedSave, OnUse
from cairn_rules.cairn_rpg.characters.items import Item, Uses
from cairn_rules.cairn_rpg.combat import format_action, parse_action, why_illegal
from cairn_rules.cairn_rpg.combat.actions import BEGIN, Action, Cast, Drop, Strike, Wait
from cairn_rules.cairn_rpg.combat.documents import DOCUMENTS
from cairn_rules.cairn_rpg.combat.rules import casting
from cairn_rules.cairn_rpg.combat.rules.rules import apply, current_player, legal_actions, outcome, outcomes, resolve
from cairn_rules.cairn_rpg.combat.rules.setup import creature, fighter, new_game
from cairn_rules.cairn_rpg.combat.rules.setup import person as foe
from cairn_rules.cairn_rpg.combat.state import FOES, Fighter, State
from cairn_rules.cairn_rpg.content.book import Spell
from cairn_rules.cairn_rpg.content.book_file import book
from cairn_rules.cairn_rpg.events import Event
from cairn_rules.cairn_rpg.odds import odds
from cairn_rules.cairn_rpg.rulings import Rulings
from cairn_rules.chance import ScriptedDice
from cairn_rules.codec.envelope import read_state_tag, write_state_tag
from support.cairn_rpg.people import CART, CHALK, PLATE, ROPE, SHIELD, person

SPELLS = book().spells
SLEEP, CURE, CHARM, DEAFEN = (SPELLS[id].spellbook for id in ("sleep", "cure-wounds", "charm", "deafen"))
MAIL, SWARM, HOVER = (SPELLS[id].spellbook for id in ("shield", "swarm", "hover"))
SCROLL = SPELLS["sleep"].scroll
BOOK = "spellbook-sleep"
DEATH_ROW = book().backgrounds["outrider"].tables[0][2]
PAIN_ROW = book().backgrounds["marchguard"].tables[1][4]


def fight(*party: Character | Fighter, foes: Any = (), **options: Any) -> State:
    """Return a fight in its first round, in which all of the party act."""
    rulings = options.pop("rulings", Rulings(initiative="pcs_ready"))
    foes = foes or (foe("Bear", hp=6, strength=15, willpower=8, attacks=["claws d8"]),)
    state = new_game(seed=1, party=party, foes=foes, rulings=rulings, **options)
    return resolve(state, BEGIN, ScriptedDice()).state


def play(state: State, *steps: tuple[Action, list[int]]) -> tuple[State, list[Event]]:
    """Play actions, each with the faces that it has to use up."""
    events: list[Event] = []
    for action, faces in steps:
        dice = ScriptedDice(faces)
        resolution = resolve(state, action, dice)
        dice.finish()
        state = resolution.state
        events += resolution.events
    return state, events


def casts(state: State) -> list[Action]:
    return [action for action in legal_actions(state) if isinstance(action, Cast)]


def drops(state: State) -> list[Action]:
    assert current_player(state) == 0
    return [action for action in legal_actions(state) if isinstance(action, Drop)]


# What can be cast


def test_spells_that_can_be_cast() -> None:
    """Each book, scroll and relic, with each creature as a target where the spell acts on one (R145, R150 to R152)."""
    caster = person(items=(SLEEP, SLEEP, SCROLL, HOVER, DEAFEN, ROPE, *DEATH_ROW.items), effects=DEATH_ROW.effects)
    state = fight(caster, person("Bo"))
    assert casts(state) == [
        *(Cast(0, BOOK, target) for target in (0, 1, 2)),
        *(Cast(0, "scroll-sleep", target) for target in (0, 1, 2)),
        Cast(0, "spellbook-hover"),
        Cast(0, "spellbook-deafen"),
        Cast(0, "death-whistle"),
    ]
    assert casts(fight(person(items=(ROPE,)))) == []


def test_spells_that_cannot_be_cast() -> None:
    """Not with a shield, a cart or an empty relic (R145, R150, R152, A53)."""
    empty = evolve(DEATH_ROW.items[0], charges=Uses(0, 1))
    assert casts(fight(person(items=(SLEEP, evolve(SHIELD, worn=True))))) == []
    assert casts(fight(person(items=(SLEEP, SCROLL), containers=(evolve(CART, pulled=True),)))) == []
    assert casts(fight(person(items=(empty,)))) == []
    free = Rulings(initiative="pcs_ready", cast_hands=False)
    assert len(casts(fight(person(items=(SLEEP, evolve(SHIELD, worn=True))), rulings=free))) == 2


def test_the_dead_and_the_fled_are_no_targets() -> None:
    """A spell needs somebody who is there (R145)."""
    gone = fighter(person("Cy"), gone="fled")
    dead = fighter(person("Di", dead=True))
    assert casts(fight(person(items=(SLEEP,)), gone, dead)) == [Cast(0, BOOK, 0), Cast(0, BOOK, 3)]


# Sleep


def test_a_sleeping_foe_does_not_act() -> None:
    """The save is due in a fight; the sleeper misses its turns, and wakes when it is hit (R81, R147, R149)."""
    state, events = play(fight(person(items=(SLEEP,))), (Cast(0, BOOK, 1), [10]))
    assert [str(event) for event in events] == [
        "Freya casts Sleep [R145]",
        "Freya passes the WIL save [R147]",
        "Bear is asleep [R145]",
        "Freya adds a Fatigue and has 1 [R145]",
    ]
    assert (state.round, state.side, state.fighters[1].held, state.fighters[0].character.inventory.fatigue) == (
        2,
        0,
        "asleep",
        1,
    )
    state, events = play(state, (Wait(0), []), (Strike(0, 0, 1), [3]))
    assert (state.round, state.side, state.fighters[1].held) == (3, FOES, "")
    assert [event.code for event in events] == ["awake", "hit", "damage"]
    assert (state.fighters[1].character.hp.value, current_player(state)) == (3, FOES)


def test_poison_wakes_a_sleeper() -> None:
    """Whatever hits a sleeper ends the sleep, also if it takes an attribute (R81, R95)."""
    venom = Attack(name="venom", dice=(4,), attribute=Attribute.DEX)
    sleeper = fighter(person("Bo"), held="asleep")
    state, _ = play(fight(person(), sleeper, foes=(foe("Snake", hp=3, attacks=[venom]),)), (Wait(0), []))
    state, _ = play(state, (Strike(2, 0, 1), [2]))
    assert (state.fighters[1].held, state.fighters[1].character.dexterity) == ("", Score(8, 10))


def test_the_failed_save_adds_a_second_fatigue() -> None:
    """The spell works all the same (R148, R149, A36)."""
    state, _ = play(fight(person(items=(SLEEP,))), (Cast(0, BOOK, 1), [11]))
    assert (state.fighters[1].held, state.fighters[0].character.inventory.fatigue) == ("asleep", 2)


def test_a_spell_with_a_duration_wears_off(monkeypatch: pytest.MonkeyPatch) -> None:
    """Twenty seconds are two rounds: the target misses its turn twice (R72, R81)."""
    nap = Spell(id="nap", name="Nap", target="creature", condition="asleep", seconds=20)
    content = evolve(book(), spells={"nap": nap})
    monkeypatch.setattr(casting, "the_book", lambda _: content)
    state, _ = play(fight(person(items=(nap.spellbook,))), (Cast(0, "spellbook-nap", 1), [10]))
    assert (state.round, state.side) == (2, 0)
    state, _ = play(state, (Wait(0), []))
    assert (state.round, state.side) == (3, 0)
    state, _ = play(state, (Wait(0), []))
    assert (state.round, state.side, state.fighters[1].held) == (3, FOES, "")
    # The foe's spell lasts as long for the party, whose turn comes next.
    mage = foe("Mage", hp=4, willpower=12)
    mage = evolve(mage, inventory=evolve(mage.inventory, items=(nap.spellbook,)))
    state = fight(person(), foes=(mage,))
    state, _ = play(state, (Wait(0), []), (Cast(1, "spellbook-nap", 0), [12]))
    assert (state.round, state.side) == (2, FOES)
    state, _ = play(state, (Wait(1), []))
    assert (state.round, state.side) == (3, FOES)
    state, _ = play(state, (Wait(1), []))
    assert (state.round, state.side, state.fighters[0].held) == (4, 0, "")


def test_if_everyone_sleeps_the_fight_is_over() -> None:
    """Nobody is left who could act (R80, R81)."""
    state, _ = play(fight(person(items=(SLEEP,))), (Cast(0, BOOK, 0), [10]), (Strike(1, 1, 0), [3]))
    assert state.fighters[0].held == ""
    mage = evolve(foe("Mage", hp=4, willpower=12), inventory=person(items=(SLEEP,)).inventory)
    state, _ = play(fight(person(items=(SLEEP,)), foes=(mage,)), (Cast(0, BOOK, 0), [10]), (Cast(1, BOOK, 1), [12]))
    assert current_player(state) is None
    assert outcome(state) is not None


def test_a_charmed_foe_does_not_fight() -> None:
    """It takes the caster for a friend, also when it is hit (R81, R145)."""
    state, _ = play(
        fight(person(items=(CHARM,)), person("Bo")), (Cast(0, "spellbook-charm", 2), []), (Strike(1, 0, 2), [3, 10])
    )
    assert (state.fighters[2].held, state.side) == ("charmed", 0)


# Fatigue


def test_a_cast_with_full_slots_asks_what_to_drop() -> None:
    """After the dice the caster chooses an item, and the fight goes on (R65, R145, R149)."""
    state, events = play(fight(person(items=(SLEEP, ROPE, CHALK), fatigue=8)), (Cast(0, BOOK, 1), [10]))
    assert "fatigue" not in [event.code for event in events]
    assert drops(state) == [Drop(0, BOOK), Drop(0, "rope")]
    state, events = play(state, (Drop(0, "rope"), []))
    assert [event.code for event in events] == ["dropped", "fatigue"]
    inventory = state.fighters[0].character.inventory
    assert (inventory.items, inventory.fatigue, state.round, state.side) == ((SLEEP, CHALK), 9, 2, 0)


def test_two_fatigue_can_ask_twice() -> None:
    """A failed save asks again, as long as there is something to drop (R65, R148)."""
    state, _ = play(fight(person(items=(SLEEP, ROPE), fatigue=8)), (Cast(0, BOOK, 1), [11]))
    state, _ = play(state, (Drop(0, "rope"), []))
    assert drops(state) == [Drop(0, BOOK)]
    state, _ = play(state, (Drop(0, BOOK), []))
    assert (state.fighters[0].character.inventory.fatigue, state.questions, state.round) == (10, (), 2)


def test_a_bulky_item_makes_room_for_both() -> None:
    """The second Fatigue needs no drop then (R65, R148)."""
    state, _ = play(fight(person(items=(SLEEP, PLATE), fatigue=7)), (Cast(0, BOOK, 1), [11]))
    assert len(state.questions) == 2
    state, events = play(state, (Drop(0, "plate"), []))
    assert [event.code for event in events] == ["dropped", "fatigue", "fatigue", "full"]
    assert (state.fighters[0].character.inventory.fatigue, state.questions) == (9, ())


def test_the_last_free_slot_is_used_first() -> None:
    """Only the second Fatigue asks (R65, R148)."""
    state, events = play(fight(person(items=(SLEEP, ROPE), fatigue=7)), (Cast(0, BOOK, 1), [11]))
    assert [event.code for event in events][-2:] == ["fatigue", "full"]
    assert len(state.questions) == 1
    state, _ = play(state, (Drop(0, BOOK), []))
    assert state.fighters[0].character.inventory.fatigue == 9


def test_nothing_to_drop() -> None:
    """The Fatigue is discarded (R65, A12)."""
    light = evolve(SLEEP, slots=0)
    state, events = play(fight(person(items=(light,), fatigue=10)), (Cast(0, BOOK, 1), [11]))
    assert [event.code for event in events][-2:] == ["overwhelmed", "overwhelmed"]
    assert (state.questions, state.fighters[0].character.inventory.fatigue) == ((), 10)


def test_the_dead_drop_nothing() -> None:
    """A caster whom the spell kills needs no room (R65, R101, R148)."""
    rulings = Rulings(initiative="pcs_ready", cast_fail="injury")
    weak = person(items=(SLEEP, ROPE), fatigue=8, strength=Score(1, 10))
    state, events = play(fight(weak, rulings=rulings), (Cast(0, BOOK, 1), [11, 4]))
    assert events[-1].code == "death"
    assert (state.questions, current_player(state)) == ((), None)


# Wards and armour


def test_the_book_of_shield() -> None:
    """It is armour while it is held, and its spell stops weapons for six rounds (R68, R69, R72, R145)."""
    state, _ = play(fight(person(items=(MAIL,))), (Cast(0, "spellbook-shield", 0), [10]))
    hero = state.fighters[0]
    assert (hero.armor, hero.ward, hero.ward_for) == (1, "magic", 11)
    for _ in range(6):
        assert state.side == FOES
        state, events = play(state, (Strike(1, 0, 0), []), (Wait(0), []))
        assert events[0].text == "claws does not harm Freya: only magic does"
    assert state.fighters[0].ward == ""
    state, _ = play(state, (Strike(1, 0, 0), [4]))
    assert state.fighters[0].character.hp.value == 1


def test_a_swarm_is_harmed_by_blasts_only() -> None:
    """As long as the fight lasts; a detachment's attack is a blast (R88, R125, R145)."""
    bomber = foe("Bomber", hp=4, attacks=[Attack(name="bomb", dice=(6,), blast=True), "knife d6"])
    crowd = foe("Crowd", hp=4, attacks=["spears d6"], detachment=True)
    state, _ = play(fight(person(items=(SWARM,)), foes=(bomber, crowd)), (Cast(0, "spellbook-swarm"), [10]))
    assert (state.fighters[0].ward, state.fighters[0].ward_for) == ("blast", 0)
    state, events = play(state, (Strike(1, 1, 0), []), (Wait(2), []))
    assert [event.code for event in events] == ["unharmed"]
    state, _ = play(state, (Wait(0), []), (Strike(1, 0, 0), []), (Wait(2), [1]))
    assert state.fighters[0].character.hp.value == 3
    state, _ = play(state, (Wait(0), []), (Wait(1), []), (Strike(2, 0, 0), [2]))
    assert state.fighters[0].character.hp.value == 1


def test_a_healing_spell_in_a_fight() -> None:
    """Cure Wounds helps a friend at once (R56)."""
    hurt = person("Bo", strength=Score(4, 10))
    state, _ = play(fight(person(items=(CURE,)), hurt), (Cast(0, "spellbook-cure-wounds", 1), []), (Wait(1), [10, 3]))
    assert state.fighters[1].character.strength == Score(7, 10)


def test_everyone_near_is_deafened() -> None:
    """Friends and foes, but not the caster (R116, R145)."""
    state, _ = play(fight(person(items=(DEAFEN,)), person("Bo")), (Cast(0, "spellbook-deafen"), []), (Wait(1), [10]))
    assert [each.character.conditions.deaf for each in state.fighters] == [False, True, True]


def test_a_foe_that_cannot_sleep() -> None:
    """Fatigue is spent in vain (R144, R145)."""
    sleepless = next(each for each in book().creatures.values() if "sleep" in each.immune)
    state, events = play(fight(person(items=(SLEEP,)), foes=(creature(sleepless),)), (Cast(0, BOOK, 1), [10]))
    assert ("immune" in [event.code for event in events], state.fighters[1].held) == (True, "")
    assert state.fighters[0].character.inventory.fatigue == 1


def test_a_spell_on_a_thing() -> None:
    """What acts on no creature is left to the table (R145)."""
    _, events = play(fight(person(items=(HOVER,))), (Cast(0, "spellbook-hover"), [10]))
    assert [event.code for event in events] == ["cast", "save", "fatigue"]


# Scrolls and relics


def test_a_scroll_in_a_fight() -> None:
    """It needs the save, and is gone without Fatigue (R151, A37)."""
    state, _ = play(fight(person(items=(SCROLL,))), (Cast(0, "scroll-sleep", 1), [10]))
    assert state.fighters[0].character.inventory == person().inventory
    assert state.fighters[1].held == "asleep"


def test_the_whistle_makes_foes_flee() -> None:
    """Every foe makes a WIL save or flees; the owner makes none (R52, R152)."""
    owner = person(items=DEATH_ROW.items, effects=DEATH_ROW.effects)
    foes = (foe("Wolf", hp=4, willpower=5), foe("Bear", hp=6, willpower=8))
    state, _ = play(fight(owner, foes=foes), (Cast(0, "death-whistle"), [6, 8]))
    assert [each.gone for each in state.fighters] == ["", "fled", ""]
    assert casts(play(state, (Wait(2), []))[0]) == []


def test_the_band_in_a_fight() -> None:
    """Losses of STR are swapped (R152)."""
    owner = person(items=PAIN_ROW.items, effects=PAIN_ROW.effects, strength=Score(6, 10))
    state, _ = play(fight(owner), (Cast(0, "pain-band", 1), []))
    assert [each.character.strength for each in state.fighters] == [Score(10, 10), Score(11, 15)]


def test_a_relic_that_entangles() -> None:
    """One target saves, or is held (R52, R81, R152)."""
    vine = Item(id="vine", name="Vine", magic="relic")
    save = ForcedSave(attribute=Attribute.STR, who="target", fail="entangled")
    owner = person(items=(vine, ROPE), effects=(OnUse(item="rope", effects=()), OnUse(item="vine", effects=(save,))))
    state = fight(owner)
    assert casts(state) == [Cast(0, "vine", 0), Cast(0, "vine", 1)]
    state, _ = play(state, (Cast(0, "vine", 1), [16]))
    assert (state.fighters[1].held, state.side) == ("entangled", 0)
    stone = Item(id="stone", name="Stone", magic="relic")
    quiet = ForcedSave(attribute=Attribute.WIL, who="self", fail="stays")
    owner = person(items=(stone,), effects=(OnUse(item="stone", effects=(quiet,)),))
    assert casts(fight(owner)) == [Cast(0, "stone")]
    state, events = play(fight(owner), (Cast(0, "stone"), []))
    assert [event.code for event in events] == ["cast"]


def test_exact_odds_of_a_spell() -> None:
    """With WIL 8 the save passes with 2 in 5, which decides the Fatigue (R46, R147)."""
    state = fight(person(items=(SLEEP,), willpower=Score.full(8)))
    found = {
        branch.result.fighters[0].character.inventory.fatigue: branch.probability
        for branch in outcomes(state, Cast(0, BOOK, 1))
    }
    assert found == {1: Fraction(2, 5), 2: Fraction(3, 5)}


def test_fights_with_magic_end_well() -> None:
    """Slots add up in every state of random fights with a lot of magic (R44)."""
    random = Random(7)
    for seed in range(20):
        items = (SLEEP, CURE, MAIL, SWARM, DEAFEN, SCROLL, *DEATH_ROW.items)
        mage = person("Mia", items=items, fatigue=3, effects=DEATH_ROW.effects)
        witch = evolve(foe("Witch", hp=5, willpower=14), inventory=person(items=(SLEEP, PLATE), fatigue=6).inventory)
        state = new_game(seed=seed, party=(mage, person("Bo", items=(CHARM,))), foes=(witch,))
        for _ in range(40):
            if current_player(state) is None:
                break
            actions = legal_actions(state)
            magic = [action for action in actions if isinstance(action, Cast)]
            state = apply(state, random.choice(magic or actions))
            for each in state.fighters:
                inventory = each.character.inventory
                assert 0 <= inventory.free() == inventory.capacity - inventory.used()
                assert all(item.charges is None or item.charges.left >= 0 for item in inventory.items)


@pytest.mark.parametrize(
    ("action", "reason"),
    [
        (Cast(0, "web", None), "Freya does not carry 'web' [cast/not-carried, rule R145]"),
        (Cast(0, "rope", None), "Rope has no magic [cast/no-magic, rule R144]"),
        (Cast(0, BOOK), "Spellbook: Sleep acts on one creature: name it [cast/target, rule R145]"),
        (Cast(0, BOOK, 9), "there is no fighter 10 (1 to 4) [target/unknown, rule R79]"),
        (Cast(0, BOOK, 1), "Bo is dead [target/dead, rule R80]"),
        (Cast(0, BOOK, 2), "Cy has left the fight [target/gone, rule R135]"),
        (
            Cast(0, "spellbook-hover", 3),
            "Spellbook: Hover does not act on one chosen creature [cast/no-target, rule R145]",
        ),
    ],
)
def test_why_a_spell_cannot_be_cast(action: Cast, reason: str) -> None:
    """Each reason names its rule (R79, R80, R135, R144, R145)."""
    others = (fighter(person("Bo", dead=True)), fighter(person("Cy"), gone="fled"))
    state = fight(person(items=(ROPE, SLEEP, HOVER)), *others)
    assert str(why_illegal(state, action)) == reason
    for legal in casts(state):
        assert why_illegal(state, legal) is None


def test_fights_with_magic_can_be_written_and_read() -> None:
    """Actions and states survive (R145)."""
    state = fight(person(items=(SLEEP, MAIL, ROPE, PLATE), fatigue=5))
    for action in casts(state):
        assert parse_action(format_action(action), state) == action
        after = apply(state, action)
        assert read_state_tag(DOCUMENTS, write_state_tag(DOCUMENTS, after), (), None) == after


def test_exact_odds_of_a_fight_with_a_spell() -> None:
    """Half of the spells kill their caster, whose Fatigue then needs no drop; the others win (R46, R65, R101, R148)."""
    curse = Attack(name="curse", dice=(4,), attribute=Attribute.STR)
    weak = person(items=(SLEEP, ROPE), fatigue=8, strength=Score(1, 10), attacks=(curse,))
    rulings = Rulings(initiative="pcs_ready", cast_fail="injury")
    state = fight(weak, foes=(foe("Rat", hp=4, strength=1),), rulings=rulings)

    def policy(state: State) -> Action:
        asleep = bool(state.questions or state.fighters[1].held)
        return legal_actions(state)[0] if asleep else Cast(0, BOOK, 1)

    found = odds(state, party=policy, foes=policy, exact=True, fractions=True, most_states=100)
    assert found.fighters[1].dead.value == found.fighters[0].dead.value == Fraction(1, 2)
