"""The drawing of a fight, and the log of its events."""

from __future__ import annotations

import pytest
from attrs import evolve

from cairn_rules.cairn_rpg import combat
from cairn_rules.cairn_rpg.characters.attacks import Attack
from cairn_rules.cairn_rpg.characters.attributes import Attribute, Score
from cairn_rules.cairn_rpg.characters.scars import Scar
from cairn_rules.cairn_rpg.combat import Aid, Cast, Drop, Flee, Lose, Question, Recover, State, Strike, Wait
from cairn_rules.cairn_rpg.combat.actions import BEGIN
from cairn_rules.cairn_rpg.combat.notation import ACTIONS
from cairn_rules.cairn_rpg.combat.rules.setup import person
from cairn_rules.cairn_rpg.combat.samples import SAMPLES
from cairn_rules.chance import ScriptedDice
from cairn_rules.errors import DefinitionError
from support.cairn_rpg.fights import begun, enemy, foe, held, hero
from support.cairn_rpg.people import BANDAGES, ROPE
from support.random_play import random_states


def test_a_fight_before_it_begins_and_after_its_end() -> None:
    start = combat.new_game(seed=1, party=[hero()], foes=[foe()])
    assert combat.diagram(start).splitlines() == [
        "Before the fight",
        "  # Party                   HP Armor",
        "  1 Ada                    4/4     0 1 sword d8, 2 unarmed d4",
        "  # Warden                  HP Armor",
        "  2 Wolf                   6/6     0 1 bite d6, 2 unarmed d4",
    ]
    over = begun(foes=[enemy(gone="fled")])
    assert combat.diagram(over).splitlines()[0] == "Round 1, the fight is over"
    assert combat.diagram(over).splitlines()[-1].endswith("bite d6, 2 unarmed d4; fled")


def test_who_decides_is_marked_and_declarations_are_shown() -> None:
    state = combat.apply(begun(hero("Ada"), hero("Bo")), Strike(0, 0, 2))
    lines = combat.diagram(state).splitlines()
    assert lines[0] == "Round 1, the party decides"
    assert lines[2].endswith("1 sword d8, 2 unarmed d4; -> 1:1>3")
    assert [line[:4] for line in lines if line.startswith(">")] == ["> 2 "]
    asked = evolve(begun(hero("Ada", ROPE, fatigue=9)), questions=(Question("drop", 0),))
    assert combat.diagram(asked).splitlines()[2].startswith("> 1 Ada")


def test_everything_that_matters_is_shown() -> None:
    """Lost points, the armour, the position, conditions, scars; the same for a foe."""
    worn = evolve(
        hero("Ada", fatigue=2, panicked=True, doomed=True, deaf=True, diseased=True, needs=frozenset({"food"})),
        strength=Score(3, 12),
        willpower=Score(5, 9),
        scars=(Scar(row=1, detail="eye"), Scar(row=8)),
    )
    spit = Attack(name="spit", dice=(6,), blast=True, attribute=Attribute.DEX)
    rats = evolve(person("Rats", hp=3, armor=2, detachment=True), attacks=(spit,))
    state = evolve(
        begun(
            held(worn, position="impaired", refuge=False),
            held(hero("Bo"), held="asleep"),
            foes=[enemy(rats, exposure="enhanced")],
        ),
        leader=2,
    )
    text = " ".join(combat.diagram(state).split())
    for part in (
        "0/4 0 1 sword d8, 2 unarmed d4; STR 3/12, WIL 5/9; attacks impaired; no refuge; deprived (food); panicked;",
        "doomed; deaf;",
        "diseased; Fatigue 2; Lasting Scar, Deafened",
        "2 Bo 4/4 0 1 sword d8, 2 unarmed d4; asleep",
        "3 Rats 3/3 2 1 spit d6 DEX blast, 2 unarmed d4; detachment; leader; attacked enhanced",
    ):
        assert part in text


def test_whoever_has_no_weapon_is_unarmed() -> None:
    """(R86)."""
    assert combat.diagram(begun(foes=[person("Boar", hp=3)])).endswith(
        "  2 Boar                   3/3     0 1 unarmed d4"
    )


@pytest.mark.parametrize("seed", range(3))
def test_no_line_is_too_wide(seed: int) -> None:
    long = evolve(foe("A name that is far too long for the column"), attacks=(Attack(name="x" * 70, dice=(4,) * 30),))
    strange = foe("Tab\there\x1b[31m")
    state = combat.new_game(seed=seed, party=[hero("Ada", BANDAGES), hero("Bo")], foes=[long, strange, *[foe()] * 90])
    for each in random_states(combat, state, 5, seed):
        drawn = combat.diagram(each)
        assert all(len(line) <= 80 and line.isprintable() for line in drawn.splitlines())
        assert "A name that is far.." in drawn


def test_only_states_are_drawn() -> None:
    with pytest.raises(DefinitionError, match="is not a state"):
        combat.diagram(None)  # type: ignore[arg-type]


def test_the_events_of_a_declaration_are_the_declaration() -> None:
    before = begun(hero("Ada"), hero("Bo"))
    after = combat.apply(before, Strike(0, 0, 2))
    assert list(map(str, combat.events_of(before, Strike(0, 0, 2), after))) == [
        "Ada attacks Wolf with sword (d8) [R79]"
    ]
    assert combat.changes(before, after) == combat.events_of(before, Strike(0, 0, 2), after)


def test_the_events_of_a_turn_are_those_of_its_rules() -> None:
    axe = evolve(hero(), attacks=(Attack(name="sword", dice=(8,), ignores_armor=True),))
    before = begun(axe, foes=[foe(), foe("Ox", armor=1)])
    after = combat.apply(before, Strike(0, 0, 2))
    first, *events = combat.events_of(before, Strike(0, 0, 2), after)
    assert str(first) == "Ada attacks Ox with sword (d8) [R79]"
    assert tuple(events) == combat.explain(before, Strike(0, 0, 2))
    assert combat.changes(after, before) == ()
    assert combat.events_of(before, Strike(0, 0, 2), evolve(after, round=7)) == (first,)


def test_changes_that_several_actions_could_have_made_are_those_of_the_first() -> None:
    """Ada's two swords are alike, so that either of them hit. Whoever knows the action asks `events_of`."""
    twin = evolve(hero(), attacks=(Attack(name="left", dice=(8,)), Attack(name="right", dice=(8,))))
    before = begun(twin)
    left, right = Strike(0, 0, 1), Strike(0, 1, 1)
    after = combat.apply(before, right)
    assert combat.changes(before, after) == combat.events_of(before, left, after)
    assert "right" in str(combat.events_of(before, right, after)[0])


def test_the_log_has_the_rolls_and_the_events() -> None:
    """Both with their rules (R2): 7 of d8 takes all 6 HP and 1 of 10 STR, and a 9 passes the save against 9."""
    log = combat.log(begun(), Strike(0, 0, 1), ScriptedDice([7, 9, 20]))
    assert [(roll.request.rule, roll.values) for roll in log.rolls[:2]] == [("R82", (7,)), ("R97", (9,))]
    assert [event.rule for event in log.events[:4]] == ["R82", "R96", "R96", "R98"]
    lines = str(log).splitlines()
    assert lines[0] == "damage to Wolf by Ada [R82]: highest of d8: 7 = 7"
    assert lines[len(log.rolls)] == "Ada hits Wolf with sword: 7 [R82]"
    state = begun()
    keyed = combat.log(state, Strike(0, 0, 1))
    assert keyed.events == combat.explain(state, Strike(0, 0, 1))


SENTENCES = {
    BEGIN: "The fight begins",
    Strike(0, 0, 2): "Ada attacks Wolf (3) with sword (d8)",
    Strike(0, 0, 4): "Ada attacks Rats with sword (d4)",
    Cast(0, "rope"): "Ada uses Rope",
    Cast(0, "tome"): "Ada uses tome",
    Cast(0, "rope", 3): "Ada uses Rope on Wolf (4)",
    Aid(0, 1): "Ada bandages Bo",
    Flee(0): "Ada tries to get away",
    Recover(0): "Ada tries to overcome the panic",
    Wait(1): "Bo waits",
    Drop(0, "rope"): "Ada drops Rope",
    Lose(0, "hand"): "Ada loses a limb: hand",
}


@pytest.mark.parametrize("action", SENTENCES, ids=str)
def test_actions_have_sentences(action) -> None:
    """With the dice of the attacker's position (R124), and the number of those who are called the same."""
    state = begun(hero("Ada", ROPE), hero("Bo"), foes=[foe(), foe(), foe("Rats", detachment=True)])
    assert ACTIONS.sentence(state, action) == SENTENCES[action]


def test_samples_ask_every_question() -> None:
    states: list[State] = list(SAMPLES.states())
    legal = {type(action) for state in states for action in combat.legal_actions(state)}
    assert {type(action) for action in SAMPLES.actions()} == {*legal, *combat.MANIFEST.referee_actions}
    assert {combat.current_player(state) for state in states} == {0, 1, None}
