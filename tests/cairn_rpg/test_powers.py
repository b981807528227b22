"""Powers and spells of creatures in a fight, creatures that get up again, and an agreement to stop fighting."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from attrs import evolve

from cairn_rules.cairn_rpg import combat
from cairn_rules.cairn_rpg.characters.attacks import Attack, Consequence, Loss, Spellbound, Story
from cairn_rules.cairn_rpg.characters.attributes import Attribute, Score
from cairn_rules.cairn_rpg.characters.conditions import Conditions
from cairn_rules.cairn_rpg.characters.effects import Immunity, Power, Rises
from cairn_rules.cairn_rpg.combat import (
    FOES,
    Action,
    Cast,
    Destroy,
    Fighter,
    Flee,
    Plight,
    Question,
    Recover,
    Rise,
    State,
    Strike,
    Use,
    Wait,
    creature,
    current_player,
    fighter,
    legal_actions,
    outcome,
    person,
    resolve,
)
from cairn_rules.cairn_rpg.combat.actions import AGREE, OFFER, REFUSE
from cairn_rules.cairn_rpg.combat.documents import DOCUMENTS
from cairn_rules.cairn_rpg.combat.rules.setup import arranged, join
from cairn_rules.cairn_rpg.combat.soundness import check_sound
from cairn_rules.cairn_rpg.combat.terminal_words import CombatWords
from cairn_rules.cairn_rpg.content.book_file import book
from cairn_rules.cairn_rpg.dice_formula import Formula
from cairn_rules.cairn_rpg.events import Event
from cairn_rules.cairn_rpg.odds import TooManyStatesError, focus_fire, odds
from cairn_rules.chance import ScriptedDice
from cairn_rules.codec.envelope import read_state_tag, write_state_tag
from cairn_rules.errors import DefinitionError, IllegalActionError, UnsoundStateError
from support.cairn_rpg.fights import READY, begun, enemy, foe, hero
from support.cairn_rpg.people import PLATE

CREATURES = book().creatures
CALM = evolve(READY, morale=False)
BOUND = Spellbound(condition="confused")
CHARM = Spellbound(condition="charmed")


def monster(id: str, **fields: Any) -> Fighter:
    """A creature of the book as a foe."""
    return enemy(creature(CREATURES[id]), **fields)


def with_power(*consequences: Consequence) -> Fighter:
    """A foe with a power of its own."""
    return enemy(foe("Imp", effects=(Power(name="glare", note=1, consequences=consequences),)))


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


def codes(events: list[Event]) -> list[str]:
    return [event.code for event in events]


def waits(*numbers: int) -> list[tuple[Action, list[int]]]:
    return [(Wait(number), []) for number in numbers]


def refusal(state: State, action: Action) -> str:
    """The code of the reason why an action is illegal."""
    reason = combat.why_illegal(state, action)
    assert reason is not None
    return reason.code


# Powers


def test_a_power_is_an_action_of_the_creature() -> None:
    """Powers of an area take no target, others take each opponent (R52, R79)."""
    state, _ = play(begun(hero("Ada"), hero("Bo"), foes=[monster("banshee"), monster("basilisk")]), *waits(0, 1))
    assert [each for each in legal_actions(state) if isinstance(each, Use)] == [Use(2, "wail")]
    state, _ = play(state, *waits(2))
    assert [each for each in legal_actions(state) if isinstance(each, Use)] == [Use(3, "gaze", 0), Use(3, "gaze", 1)]


def test_a_power_of_an_area_asks_each_opponent_for_a_save() -> None:
    """A wail: WIL saves with 10 and 11 against a WIL of 10; whoever fails falls asleep. The deaf hear nothing (R52)."""
    state, _ = play(begun(hero("Ada"), hero("Bo"), hero("Cy", deaf=True), foes=[monster("banshee")]), *waits(0, 1, 2))
    state, events = play(state, (Use(3, "wail"), [10, 11]))
    assert [each.held for each in state.fighters] == ["", "asleep", "", ""]
    assert [str(event) for event in events] == [
        "Banshee uses wail [R52]",
        "Ada passes the WIL save [R52]",
        "Bo is asleep [R52]",
        "Cy does not hear it [R116]",
    ]
    assert events[0].text_id == "creature/banshee/3"


def test_a_gas_takes_strength_and_deprives() -> None:
    """Chlorine gas: a DEX save, else d4 STR and Deprived (R52, R61)."""
    state, _ = play(begun(foes=[monster("green-dragon")]), *waits(0))
    state, events = play(state, (Use(1, "chlorine gas"), [11, 3]))
    character = state.fighters[0].character
    assert character.strength == Score(7, 10)
    assert character.conditions.needs == {"fresh air"}
    assert codes(events) == ["power", "loss", "deprived"]


def test_metal_armour_doubles_a_thunderclap() -> None:
    """It takes 4 STR, 8 in metal armour, without a save (R52)."""
    ada, bo = hero("Ada", evolve(PLATE, worn=True)), hero("Bo")
    state, _ = play(begun(ada, bo, foes=[monster("storm-giant"), monster("storm-giant")]), *waits(0, 1))
    state, _ = play(state, (Use(2, "thunderclap", 0), []), (Use(3, "thunderclap", 1), []))
    assert [each.character.strength.value for each in state.fighters[:2]] == [2, 6]


def test_a_gaze_petrifies_in_three_rounds() -> None:
    """Doom counts the rounds, and nothing in the fight frees the target (R52, R72)."""
    state, _ = play(begun(hero("Ada"), hero("Bo"), foes=[monster("basilisk")]), *waits(0, 1), (Use(2, "gaze", 0), []))
    for _ in range(2):
        state, _ = play(state, *waits(0, 1, 2))
        assert not state.fighters[0].character.conditions.dead
    state, events = play(state, *waits(0, 1))
    assert state.fighters[0].character.conditions.dead
    assert codes(events) == ["death"]


@pytest.mark.parametrize(
    ("id", "power", "condition"),
    [("dryad", "befuddle", "confused"), ("swine-thing", "charm", "charmed"), ("sea-hag", "hideous gaze", "afraid")],
)
def test_a_save_each_round_ends_a_power(id: str, power: str, condition: Any) -> None:
    """The power takes hold without a save; a WIL save after each turn of the party ends it (R52)."""
    state, _ = play(begun(hero("Ada"), hero("Bo"), foes=[monster(id)]), *waits(0, 1), (Use(2, power, 0), []))
    bound = state.fighters[0]
    source = 2 if power == "charm" else None  # it lasts until the swine-thing is killed, at most
    assert bound.plights == (Plight(Spellbound(condition=condition), save=Attribute.WIL, source=source),)
    assert bound.held == ("" if condition == "afraid" else condition)
    assert bound.character.conditions.panicked == (condition == "afraid")
    able = waits(0) if condition == "afraid" else []
    state, _ = play(state, *able, (Wait(1), [11]), (Use(2, power, 0), []))
    assert len(state.fighters[0].plights) == 1
    state, events = play(state, *able, (Wait(1), [10]))
    freed = state.fighters[0]
    assert (freed.plights, freed.held, freed.character.conditions.panicked) == ((), "", False)
    assert codes(events) == ["free"]


def charmed(*sources: int) -> Fighter:
    """A hero whom some swine-things have charmed."""
    return fighter(
        hero(),
        held="charmed",
        plights=tuple(Plight(CHARM, save=Attribute.WIL, source=each) for each in sources),
    )


def test_a_charm_ends_with_the_death_of_its_maker() -> None:
    """The swine-thing's charm lasts until it is killed (R52), at once and without a save; a gaze outlasts its maker."""
    swine = evolve(creature(CREATURES["swine-thing"]), hp=Score(1, 9), strength=Score(1, 16))
    gaze = Plight(BOUND, save=Attribute.WIL)
    bo, cy = evolve(charmed(3), character=hero("Bo")), fighter(hero("Cy"), held="confused", plights=(gaze,))
    state, events = play(
        begun(hero("Ada"), bo, cy, foes=[enemy(swine), foe()], rulings=CALM), (Strike(0, 0, 3), [4, 20])
    )
    assert state.fighters[3].character.conditions.dead
    assert [(each.held, each.plights) for each in state.fighters[1:3]] == [("", ()), ("confused", (gaze,))]
    assert [str(event) for event in events if event.code == "free"] == ["Bo is no longer charmed [R52]"]


def test_a_charm_of_two_ends_with_the_last_of_them() -> None:
    """One of two who were charmed stays so while the other maker lives; the dead are not freed (R52)."""
    swine = evolve(creature(CREATURES["swine-thing"]), hp=Score(1, 9), strength=Score(1, 16))
    dead = evolve(charmed(3), character=evolve(hero("Di"), conditions=Conditions(dead=True)))
    state = begun(hero("Ada"), charmed(3, 4), dead, foes=[enemy(swine), enemy(swine)], rulings=CALM)
    state, events = play(state, (Strike(0, 0, 3), [4, 20]))
    assert state.fighters[1].held == "charmed"
    assert [each.source for each in state.fighters[1].plights] == [4]
    assert state.fighters[2].plights == ()
    assert "free" not in codes(events)


def test_a_charm_that_ended_otherwise_frees_nobody_twice() -> None:
    """The death of the maker says nothing of one who is awake already (R52)."""
    swine = evolve(creature(CREATURES["swine-thing"]), hp=Score(1, 9), strength=Score(1, 16))
    free = evolve(charmed(2), held="")
    state = begun(hero("Ada"), free, foes=[enemy(swine), foe()], rulings=CALM)
    state, events = play(state, (Strike(0, 0, 2), []), (Wait(1), [4]))
    assert (state.fighters[1].plights, "free" in codes(events)) == ((), False)


def test_newcomers_move_the_makers_of_charms() -> None:
    """Who joins the party comes before the foes, whose numbers change (R72)."""
    state = begun(hero("Ada"), charmed(2), foes=[monster("swine-thing")])
    gaze = Plight(BOUND, save=Attribute.WIL)
    state = arranged(state, 0, plights=(gaze,))
    joined = join(state, hero("Cy"))
    assert [each.source for each in joined.fighters[1].plights] == [3]
    assert joined.fighters[0].plights == (gaze,)


@pytest.mark.parametrize(
    ("plight", "fault"),
    [
        (Plight(BOUND, save=Attribute.WIL, source=7), "7 is not the index of a fighter"),
        (Plight(Loss(attribute=Attribute.STR, dice=Formula(1, 6)), source=1), "only a Spellbound ends with the death"),
    ],
)
def test_makers_that_cannot_be(plight: Plight, fault: str) -> None:
    with pytest.raises(UnsoundStateError, match=rf"fighters\[0\]\.plights\[0\]\.source: {fault}"):
        check_sound(arranged(begun(hero(), foes=[foe()]), 0, plights=(plight,)))


def test_what_ended_in_another_way_asks_for_no_save() -> None:
    """One who overcomes the terror alone makes no further save (R52, R176)."""
    state, _ = play(begun(foes=[monster("sea-hag")]), *waits(0), (Use(1, "hideous gaze", 0), []))
    state, _ = play(state, (Recover(0), [10]))
    assert state.fighters[0].plights == ()


def test_those_whom_only_a_save_frees_do_not_stop_the_fight() -> None:
    """A fight in which nobody can act any more ends, even if a save may free somebody (R52, R81)."""
    bound = Plight(BOUND, save=Attribute.WIL)
    ada = fighter(hero(), held="confused", plights=(bound, bound))
    state = begun(hero("Bo"), ada, foes=[enemy(held="asleep")])
    state, _ = play(state, (Flee(0), [1, 20, 20, 20, 20]))
    assert current_player(state) is None


def test_terror_may_cost_the_hit_protection_itself() -> None:
    """By the other reading of A7, panic takes all HP (R177)."""
    state = begun(foes=[monster("sea-hag")], rulings=evolve(READY, zero_hp="lose"))
    state, _ = play(state, *waits(0), (Use(1, "hideous gaze", 0), []))
    assert state.fighters[0].character.hp == Score(0, 4)


def test_some_are_immune() -> None:
    """Nothing that works on minds affects a zombie, and an immunity to charms keeps a charm away (R52)."""
    zombie, charmless = creature(CREATURES["zombie"]), evolve(hero(), effects=(Immunity(to="charms"),))
    state, _ = play(begun(zombie, charmless, foes=[monster("harpy"), monster("naga")]), *waits(0, 1))
    state, events = play(state, (Use(2, "song"), []), (Use(3, "gaze", 1), []))
    assert [each.held for each in state.fighters[:2]] == ["", ""]
    assert codes(events) == ["power", "immune", "immune", "power", "immune"]


def test_a_mind_that_nothing_touches_dodges_no_breath() -> None:
    """Only powers that a WIL save averts work on minds (R52)."""
    loss = Loss(attribute=Attribute.STR, dice=Formula(bonus=3))
    mindless = evolve(hero(), effects=(Immunity(to="mind"),))
    for save, lost, faces in ((Attribute.DEX, 3, [20]), (None, 3, []), (Attribute.WIL, 0, [])):
        breath = Power(name="breath", note=1, save=save, consequences=(loss,))
        state, _ = play(begun(mindless, foes=[enemy(foe("Imp", effects=(breath,)))]), *waits(0))
        after, _ = play(state, (Use(1, "breath", 0), faces))
        assert after.fighters[0].character.strength.value == mindless.strength.value - lost


def test_an_attack_respects_immunities_too() -> None:
    """Critical Damage charms nobody whose mind nothing touches (R100)."""
    attack = Attack(name="kiss", dice=(8,), consequences=(Spellbound(condition="charmed"),))
    mindless = evolve(hero(), effects=(Immunity(to="mind"),))
    state, _ = play(begun(mindless, hero("Bo"), foes=[foe(attacks=(attack,))]), *waits(0, 1))
    _, events = play(state, (Strike(2, 0, 0), [8, 20]))
    assert codes(events)[-1] == "immune"


def test_a_power_without_figures_names_its_text() -> None:
    """The table reads on there (R52). A creature outside the book has no text."""
    state, _ = play(begun(foes=[with_power(Story())]), *waits(0))
    _, events = play(state, (Use(1, "glare", 0), []))
    assert [(event.code, event.text_id) for event in events] == [("power", ""), ("story", "")]
    kind = evolve(CREATURES["wolf"], powers=(Power(name="howl", note=2, consequences=(Story(),)),))
    state, _ = play(begun(foes=[creature(kind)]), *waits(0))
    _, events = play(state, (Use(1, "howl", 0), []))
    assert [(each.code, each.text_id) for each in events] == [
        ("power", "creature/wolf/2"),
        ("story", "creature/wolf/2"),
    ]


def test_a_power_may_kill() -> None:
    """The loss of all STR kills (R101); the dead come under no condition."""
    deadly = with_power(Loss(attribute=Attribute.STR, dice=Formula.parse("12")), BOUND)
    state, _ = play(begun(hero("Ada"), hero("Bo"), foes=[deadly]), *waits(0, 1))
    state, _ = play(state, (Use(2, "glare", 0), []))
    assert state.fighters[0].character.conditions.dead
    assert state.fighters[0].held == ""


def test_why_a_power_cannot_be_used() -> None:
    """(R52, R79)."""
    state, _ = play(begun(foes=[monster("banshee"), monster("naga")]), *waits(0))
    assert refusal(state, Use(1, "gaze", 0)) == "use/unknown"
    assert refusal(state, Use(1, "wail", 0)) == "use/no-target"
    assert refusal(state, Rise(1)) == "rise/alive"
    assert refusal(state, Destroy(1, 0)) == "destroy/needless"
    assert refusal(state, Destroy(1, 2)) == "target/own-side"
    assert refusal(state, Destroy(1, 3)) == "target/unknown"
    state, _ = play(state, *waits(1))
    assert refusal(state, Use(2, "gaze")) == "use/target"
    assert refusal(state, Use(2, "gaze", 1)) == "target/own-side"
    assert refusal(state, Use(2, "gaze", 3)) == "target/unknown"


# Spells of creatures


def test_creatures_bring_their_spells() -> None:
    """Books are items, as many as they own; other spells are powers of the body (R144, R145, R152)."""
    hooded = creature(CREATURES["hooded-men"])
    assert [item.id for item in hooded.inventory.items] == ["spellbook-charm", "spellbook-hypnotize"]
    chosen = creature(CREATURES["hooded-men"], spells=["shield"])
    assert [item.id for item in chosen.inventory.items] == ["spellbook-shield"]
    elf = creature(CREATURES["frost-elf"])
    assert [(item.id, item.slots, item.charges) for item in elf.inventory.items] == [
        ("innate-sleep", 0, None),
        ("innate-teleport", 0, None),
        ("innate-detect-magic", 0, None),
    ]
    assert str(creature(CREATURES["acolyte"]).inventory.items[0]) == "Innate: Ward (1 of 1)"
    assert creature(CREATURES["wolf"]).inventory.items == ()


def test_creatures_have_no_other_spells() -> None:
    with pytest.raises(DefinitionError, match="does not know the spell 'sleep'"):
        creature(CREATURES["hooded-men"], spells=["sleep"])
    with pytest.raises(DefinitionError, match="has at most 2 spells, not 3"):
        creature(CREATURES["hooded-men"], spells=["charm", "hypnotize", "shield"])
    with pytest.raises(DefinitionError, match="the book has no spell 'ward'"):
        creature(CREATURES["acolyte"], book=evolve(book(), spells={}))


def test_a_creature_casts_at_will_and_from_books() -> None:
    """At will: no Fatigue and no save (R152). From a book: a WIL save in a fight and a Fatigue (R147, R149)."""
    state, _ = play(begun(hero("Ada"), hero("Bo"), foes=[monster("pixie"), monster("aranea")]), *waits(0, 1))
    state, events = play(state, (Cast(2, "innate-sleep", 0), []), (Cast(3, "spellbook-charm", 1), [1]))
    assert [each.held for each in state.fighters[:2]] == ["asleep", "charmed"]
    assert [each.character.inventory.fatigue for each in state.fighters[2:]] == [0, 1]
    assert "save" in codes(events)


def test_a_spell_of_once_a_day_is_cast_once() -> None:
    """(R152)."""
    state, _ = play(begun(foes=[monster("acolyte")]), *waits(0))
    ward = next(each for each in legal_actions(state) if isinstance(each, Cast))
    state, _ = play(state, (ward, []), *waits(0))
    assert refusal(state, ward) == "item/no-uses"


# Creatures that get up again


def bones(**fields: Any) -> Fighter:
    """A skeleton slain in the first round."""
    slain = evolve(creature(CREATURES["skeleton"]), conditions=Conditions(dead=True), strength=Score(0, 8))
    return enemy(slain, fell=1, **fields)


def test_a_slain_creature_gets_up_again() -> None:
    """In a later round, as its action and unhurt (R81, R101)."""
    state, _ = play(begun(foes=[bones(), enemy()], rulings=CALM), *waits(0))
    assert legal_actions(state)[0] == Strike(2, 0, 0)
    state, _ = play(state, *waits(2, 0))
    assert legal_actions(state) == (Wait(1), Rise(1), OFFER)
    assert refusal(state, Strike(1, 0, 0)) == "unable/dead"
    state, events = play(state, (Rise(1), []), *waits(2))
    up = state.fighters[1]
    assert (up.character.hp.value, up.character.strength.value, up.is_in, up.fell) == (5, 8, True, 0)
    assert [(event.code, event.text_id) for event in events] == [("risen", "creature/skeleton/3")]


def test_it_lies_still_after_an_offer() -> None:
    """An offer is made once a turn, before anyone of the side declares (R80)."""
    state = evolve(begun(foes=[bones(), enemy()], rulings=CALM), round=2)
    state, _ = play(state, *waits(0), (OFFER, []), (REFUSE, []))
    assert legal_actions(state) == (Wait(1), Rise(1))


def test_a_death_names_the_text_of_the_return() -> None:
    """The table learns that it may get up, and when (R101)."""
    weak = evolve(creature(CREATURES["phoenix"]), hp=Score(0, 9), strength=Score(1, 9))
    _, events = play(begun(foes=[enemy(weak), enemy()], rulings=CALM), (Strike(0, 0, 1), [8]))
    assert ("remains", "creature/phoenix/2") in [(event.code, event.text_id) for event in events]


def test_it_takes_its_time() -> None:
    """A zombie needs minutes: twelve rounds at least; a phoenix takes days (R72)."""
    for id, rounds in (("zombie", 12), ("phoenix", None)):
        (rises,) = CREATURES[id].effects
        assert rises == Rises(note=2, rounds=rounds, unless=("fire",) if rounds else ())
        slain = evolve(creature(CREATURES[id]), conditions=Conditions(dead=True))
        state = begun(foes=[enemy(slain, fell=1), enemy()], rulings=CALM)
        for number in (12, 13):
            later, _ = play(evolve(state, round=number), *waits(0))
            assert (Rise(1) in legal_actions(later)) == (id == "zombie" and number == 13)


def test_remains_can_be_destroyed() -> None:
    """As an action of an opponent; then the creature stays dead (R101)."""
    state = begun(hero(), foes=[bones(), enemy()], round=2, rulings=CALM)
    assert Destroy(0, 1) in legal_actions(state)
    state, events = play(state, (Destroy(0, 1), []))
    assert codes(events) == ["destroyed"]
    assert legal_actions(state)[0] == Strike(2, 0, 0)
    state, _ = play(state, *waits(2))
    assert Destroy(0, 1) not in legal_actions(state)


def test_fire_destroys_what_it_slays() -> None:
    """The last blow by fire keeps a zombie down (R101)."""
    torch = evolve(hero(), attacks=(Attack(name="fire", dice=(8,)), Attack(name="club", dice=(8,))))
    weak = evolve(creature(CREATURES["zombie"]), hp=Score(0, 2), strength=Score(1, 12))
    for attack, destroyed in ((0, True), (1, False)):
        _, events = play(begun(torch, foes=[enemy(weak), enemy()]), (Strike(0, attack, 1), [8, 1]))
        assert ("destroyed" in codes(events)) == destroyed
        assert "remains" in codes(events)


# Both sides agree to stop


def test_both_sides_can_agree_to_stop() -> None:
    """The fight ends without a winner (R80)."""
    state, events = play(begun(), (OFFER, []))
    assert current_player(state) == FOES
    assert legal_actions(state) == (REFUSE, AGREE)
    state, more = play(state, (AGREE, []))
    assert current_player(state) is None
    end = outcome(state)
    assert end is not None
    assert (end.winners, end.reason) == ((), "truce")
    assert [str(event) for event in (*events, *more)] == [
        "the side of the party offers to stop fighting [R80]",
        "the side of the warden agrees, and the fight ends [R80]",
    ]
    assert refusal(state, AGREE) == "game/over"


def test_an_offer_can_be_refused() -> None:
    """Then the side declares as before, and can offer again in its next turn (R79, R80)."""
    state, events = play(begun(), (OFFER, []), (REFUSE, []))
    assert codes(events) == ["offer", "refusal"]
    assert current_player(state) == 0
    assert OFFER not in legal_actions(state)
    assert refusal(state, OFFER) == "truce/refused"
    assert refusal(state, AGREE) == "truce/not-offered"
    state, _ = play(state, *waits(0, 1))
    assert OFFER in legal_actions(state)


def test_an_offer_is_made_before_declarations_and_answered_at_once() -> None:
    """(R80)."""
    state, _ = play(begun(hero("Ada"), hero("Bo")), *waits(0))
    assert refusal(state, OFFER) == "truce/late"
    state, _ = play(begun(), (OFFER, []))
    with pytest.raises(IllegalActionError, match="the warden must agree") as refused:
        combat.apply(state, Flee(0))
    assert refused.value.reason.code == "truce/offered"


def test_an_offer_is_part_of_a_document() -> None:
    """(R80)."""
    state, _ = play(begun(), (OFFER, []))
    assert read_state_tag(DOCUMENTS, write_state_tag(DOCUMENTS, state), (), None) == state
    assert combat.sample_hidden(combat.observe(state, 0), Random(1)).truce == "offered"


@pytest.mark.parametrize(
    "fields",
    [
        {"truce": "offered", "round": 0},
        {"truce": "agreed", "declared": (Wait(0),)},
        {"truce": "offered", "questions": (Question("drop", 0),)},
    ],
)
def test_an_impossible_offer_is_a_fault(fields: dict[str, Any]) -> None:
    """(R80)."""
    with pytest.raises(UnsoundStateError):
        check_sound(evolve(begun(hero("Ada"), hero("Bo")), **fields))


def test_nobody_offers_once_the_fight_is_decided() -> None:
    """(R80)."""
    state = begun(foes=[enemy(gone="fled")])
    with pytest.raises(UnsoundStateError, match="an offer to stop fighting is impossible"):
        check_sound(evolve(state, truce="offered"))


def test_words_for_powers_and_offers() -> None:
    words = CombatWords(combat)
    state, _ = play(begun(foes=[monster("banshee"), monster("basilisk"), bones()], rulings=CALM), *waits(0))
    assert [words.sentence(state, each) for each in (Use(1, "wail"), Use(2, "gaze", 0), Rise(3), Destroy(0, 3))] == [
        "Banshee uses wail",
        "Basilisk uses gaze on Ada",
        "Skeleton gets up again",
        "Ada destroys the remains of Skeleton",
    ]
    assert "power: wail" in words.explained(state)
    assert "power wail" in " ".join(combat.diagram(state).split())
    assert words.sentence(state, OFFER) == "The warden offers to stop fighting"
    state, _ = play(state, (OFFER, []))
    assert words.question(state) == "Party: stop fighting? [R80]"
    assert "the party decides on the offer to stop fighting" in combat.diagram(state)
    assert [words.sentence(state, each) for each in (AGREE, REFUSE)] == [
        "The party agrees to stop fighting",
        "The party refuses to stop fighting",
    ]


# Odds


def test_odds_ignore_powers_returns_and_offers() -> None:
    """Policies of the library use none of them: the odds are those of a fight without (R80)."""
    plain = evolve(person("Imp", hp=2, strength=4, willpower=0, attacks=["claw d4"]), kind="creature")
    effects = (Power(name="glare", note=1, consequences=(BOUND,)), Rises(note=1, rounds=1))
    found = [
        odds(combat.new_game(party=[hero()], foes=foes, rulings=READY), fractions=True).wins
        for foes in ([plain, plain], [evolve(plain, effects=effects)] * 2)
    ]
    assert found[0] == found[1]
    offered = combat.apply(begun(foes=[plain]), OFFER)
    assert odds(offered).wins == odds(begun(foes=[plain])).wins


def test_odds_of_a_policy_with_a_power_are_exact() -> None:
    """Whoever is down loses 6 of 10 STR twice, and dies (R101)."""
    deadly = with_power(Loss(attribute=Attribute.STR, dice=Formula.parse("6")))

    def glare(state: State) -> Action:
        used = [each for each in legal_actions(state) if isinstance(each, Use)]
        return used[-1] if used else focus_fire(state)

    start = begun(hero("Ada"), hero("Bo", down="critical"), foes=[deadly])
    found = odds(start, party=lambda _: Wait(0), foes=glare, most_states=1000)
    assert found.exact
    assert (found.fighters[1].dead.value, found.rounds.value) == (1, 4)


def test_exact_odds_follow_no_offer_and_no_return() -> None:
    """Such policies are simulated (R80)."""
    with pytest.raises(TooManyStatesError, match="offers to stop fighting"):
        odds(begun(), party=lambda _: OFFER, exact=True)
    found = odds(begun(), party=lambda _: OFFER, foes=lambda _: AGREE, games=10, seed=1)
    assert [(each.winner, each.reason) for each in found.endings] == [(None, "truce")]


# Hits of several attackers


def test_the_event_of_a_pooled_hit_names_whose_die_it_was() -> None:
    """The attacker whose die is kept, or all where nothing tells their attacks apart (R83)."""
    armed = [evolve(hero(name), attacks=(Attack(name="axe", dice=(8,)),)) for name in ("Ada", "Bo", "Cy")]
    state, _ = play(begun(*armed, foes=[foe()]), (Strike(0, 0, 3), []), (Strike(1, 0, 3), []))
    _, events = play(state, (Strike(2, 0, 3), [1, 5, 2]))
    assert str(events[0]) == "Ada, Bo and Cy hit Wolf with axe: 5 [R83]"
    sharp = evolve(armed[1], attacks=(Attack(name="pick", dice=(8,), ignores_armor=True),))
    state, _ = play(begun(armed[0], sharp, foes=[foe()]), (Strike(0, 0, 2), []))
    _, events = play(state, (Strike(1, 0, 2), [1, 5]))
    assert str(events[0]) == "Bo hits Wolf with pick: 5 [R82]"
