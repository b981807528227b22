"""Why an action is illegal in a fight: a reason with a rule for each that is not listed."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from cairn_rules.cairn_rpg import combat
from cairn_rules.cairn_rpg.characters.attributes import Score
from cairn_rules.cairn_rpg.characters.items import Uses
from cairn_rules.cairn_rpg.characters.scars import LIMBS, Scar
from cairn_rules.cairn_rpg.combat import Aid, Cast, Drop, Flee, Lose, Question, Recover, State, Strike, Wait
from cairn_rules.cairn_rpg.combat.actions import BEGIN
from cairn_rules.cairn_rpg.combat.rules.reasons import why_unable
from cairn_rules.cairn_rpg.combat.samples import SAMPLES
from cairn_rules.cairn_rpg.content.book_file import book
from cairn_rules.errors import IllegalActionError
from support.cairn_rpg.fights import READY, begun, conceivable, enemy, foe, held, hero
from support.cairn_rpg.people import BANDAGES, CHALK, ROPE, SHIELD, SWORD
from support.random_play import random_states


def reason(state: State, action: Any) -> tuple[str, str]:
    """The code and the rule of the reason why an action is refused."""
    found = combat.why_illegal(state, action)
    assert found is not None
    with pytest.raises(IllegalActionError) as refused:
        combat.apply(state, action)
    assert refused.value.reason == found
    return found.code, found.rule


def check_listed(state: State) -> None:
    """Legal is what is listed, of all that can be thought of."""
    legal = combat.legal_actions(state)
    assert {*legal} == {action for action in conceivable(state) if combat.why_illegal(state, action) is None}
    for action in conceivable(state):
        if action not in legal:
            with pytest.raises(IllegalActionError):
                combat.apply(state, action)


@pytest.mark.parametrize("number", range(len(list(SAMPLES.states()))))
def test_an_action_is_listed_if_and_only_if_it_is_legal(number: int) -> None:
    check_listed(list(SAMPLES.states())[number])


@pytest.mark.slow
@pytest.mark.untraced
@pytest.mark.parametrize("seed", range(4))
def test_an_action_is_listed_if_and_only_if_it_is_legal_in_a_fight_of_many(seed: int) -> None:
    party = [hero("Ada", BANDAGES, ROPE), hero("Bo", down="critical"), hero("Cy", panicked=True)]
    foes = [enemy(foe("Rats", detachment=True)), enemy(), enemy(foe("Ox"), refuge=False)]
    state = combat.new_game(seed=seed, party=party, foes=foes)
    for each in random_states(combat, state, 20, seed):
        check_listed(each)


def test_what_is_no_action_is_refused_with_a_hint() -> None:
    found = combat.why_illegal(begun(), "1:1>2")  # type: ignore[arg-type]
    assert found is not None
    assert (found.code, found.rule) == ("action/unknown", "R79")
    assert "parse_action('1:1>2', state)" in found.text
    with pytest.raises(IllegalActionError, match="illegal action 7: 7 is not an action"):
        combat.apply(begun(), 7)  # type: ignore[arg-type]


def test_a_fight_begins_once() -> None:
    """(R73)."""
    start = combat.new_game(seed=1)
    assert reason(start, Wait(0)) == ("begin/first", "R73")
    assert combat.why_illegal(start, BEGIN) is None
    assert reason(begun(), BEGIN) == ("begin/begun", "R73")


def test_nothing_is_legal_when_a_side_has_nobody_left() -> None:
    """(R80)."""
    over = begun(foes=[foe(conditions=evolve(foe().conditions, dead=True))])
    assert reason(over, Wait(0)) == ("game/over", "R80")


def test_questions_come_first() -> None:
    """An item is dropped for Fatigue (R65), a limb is lost (R119), and nothing else is possible then."""
    tired = begun(hero("Ada", ROPE, CHALK, fatigue=9), hero("Bo"))
    asked = evolve(tired, questions=(Question("drop", 0),))
    assert reason(asked, Wait(0)) == ("decision/drop", "R65")
    assert reason(asked, Drop(1, "rope")) == ("decision/drop", "R65")
    assert reason(asked, Drop(0, "tent")) == ("drop/not-carried", "R65")
    assert reason(asked, Drop(0, "chalk")) == ("drop/no-room", "R65")
    assert combat.legal_actions(asked) == (Drop(0, "rope"),)
    maimed = evolve(begun(evolve(hero(), scars=(Scar(row=10),))), questions=(Question("limb", 0),))
    assert reason(maimed, Wait(0)) == ("decision/limb", "R119")
    assert reason(maimed, Lose(1, "hand")) == ("decision/limb", "R119")
    assert reason(maimed, Lose(0, "tail")) == ("lose/unknown", "R119")
    assert combat.legal_actions(maimed) == tuple(Lose(0, limb) for limb in LIMBS)
    assert reason(tired, Drop(0, "rope")) == ("drop/not-asked", "R65")
    assert reason(tired, Lose(0, "hand")) == ("lose/not-asked", "R119")


def test_a_dropped_weapon_strikes_no_more_and_a_dropped_shield_protects_no_more() -> None:
    """(R42, R65)."""
    axe = evolve(SWORD, id="axe", attacks=(evolve(SWORD.attacks[0], name="axe", dice=(10,)),))
    shield = evolve(SHIELD, worn=True)
    state = begun(hero("Ada", axe, shield, ROPE, fatigue=7))
    asked = evolve(state, questions=(Question("drop", 0),))
    assert [each.name for each in asked.fighters[0].attacks] == ["sword", "axe", "unarmed"]
    bare, armed = (combat.apply(asked, Drop(0, id)).fighters[0] for id in ("axe", "shield"))
    assert ([each.name for each in bare.attacks], bare.armor) == (["sword", "unarmed"], 1)
    assert ([each.name for each in armed.attacks], armed.armor) == (["sword", "axe", "unarmed"], 0)
    assert combat.apply(asked, Drop(0, "rope")).fighters[0].attacks == asked.fighters[0].attacks


def test_one_fighter_declares_after_the_other() -> None:
    """Fighters declare in order, once, in the turn of their side (R72, R79)."""
    state = combat.apply(begun(hero("Ada"), hero("Bo"), hero("Cy")), Wait(0))
    assert reason(state, Wait(0)) == ("turn/declared", "R79")
    assert reason(state, Wait(2)) == ("turn/not-yet", "R79")
    assert reason(state, Wait(3)) == ("turn/other-side", "R72")
    assert reason(state, Wait(4)) == ("fighter/unknown", "R79")
    assert str(combat.why_illegal(state, Wait(4))).startswith(f"there is no fighter 5 (1 to {len(state.fighters)})")


CANNOT = {
    "dead": (hero(dead=True), {}, "R101"),
    "fled": (hero(), {"gone": "fled"}, "R135"),
    "routed": (hero(), {"gone": "routed"}, "R126"),
    "out": (foe(), {"out": True}, "R99"),
    "critical": (hero(down="critical"), {}, "R99"),
    "stabilised": (hero(down="stabilised"), {}, "R103"),
    "mortal": (hero(down="mortal"), {}, "R120"),
    "hamstrung": (hero(hamstrung=True), {}, "R115"),
    "paralysed": (evolve(hero(), dexterity=Score(0, 9)), {}, "R102"),
    "delirious": (evolve(hero(), willpower=Score(0, 9)), {}, "R102"),
    "late": (hero(), {"late": True}, "R73"),
    "reloading": (hero(), {"reloading": 1}, "R81"),
    "held": (hero(), {"held": "entangled"}, "R81"),
    "panicked": (hero(panicked=True), {}, "R177"),
}
"""Fighters who cannot act in round one, with the rule, by the end of the code."""


@pytest.mark.parametrize("code", CANNOT)
def test_whoever_cannot_act_has_a_reason(code: str) -> None:
    """Each of the causes of R81 with its own rule."""
    character, fields, rule = CANNOT[code]
    state = begun(held(character, **fields), hero("Bo"))
    assert reason(state, Wait(0)) == (f"unable/{code}", rule)
    assert why_unable(state, state.fighters[0]) == combat.why_illegal(state, Wait(0))
    assert why_unable(state, state.fighters[1]) is None


def test_a_mortal_wound_under_care_is_one() -> None:
    """(R120)."""
    assert reason(begun(hero(down="mended"), hero("Bo")), Wait(0)) == ("unable/mortal", "R120")


def test_panic_prevents_nothing_but_the_first_round() -> None:
    """(R177)."""
    assert combat.why_illegal(begun(hero(panicked=True), round=2), Wait(0)) is None


def test_an_attack_needs_a_weapon_and_a_target() -> None:
    """(R80, R82, R135)."""
    dead = evolve(foe().conditions, dead=True)
    state = begun(hero("Ada"), hero("Bo"), foes=[enemy(), enemy(gone="fled"), foe(conditions=dead)])
    assert reason(state, Strike(0, 2, 2)) == ("attack/unknown", "R82")
    assert reason(state, Strike(0, 0, 5)) == ("target/unknown", "R79")
    assert reason(state, Strike(0, 0, 0)) == ("target/self", "R82")
    assert reason(state, Strike(0, 0, 1)) == ("target/own-side", "R82")
    assert reason(state, Strike(0, 0, 3)) == ("target/gone", "R135")
    assert reason(state, Strike(0, 0, 4)) == ("target/dead", "R80")
    assert combat.why_illegal(state, Strike(0, 1, 2)) is None


def test_aid_needs_bandages_and_someone_who_is_dying() -> None:
    """(R54, R103)."""
    dying = hero("Bo", down="critical")
    state = begun(hero("Ada", BANDAGES), dying, hero("Cy"))
    assert reason(state, Aid(0, 4)) == ("target/unknown", "R79")
    assert reason(state, Aid(0, 0)) == ("aid/self", "R103")
    assert reason(state, Aid(0, 3)) == ("aid/other-side", "R103")
    assert reason(state, Aid(0, 2)) == ("aid/not-dying", "R103")
    assert combat.why_illegal(state, Aid(0, 1)) is None
    used_up = evolve(BANDAGES, uses=Uses(0, 3))
    for items in ((), (ROPE,), (used_up,)):
        assert reason(begun(hero("Ada", *items), dying), Aid(0, 1)) == ("aid/no-bandages", "R54")


def test_flight_needs_a_refuge_and_recovery_needs_panic() -> None:
    """(R134, R176)."""
    state = begun(held(hero(), refuge=False))
    assert reason(state, Flee(0)) == ("flee/no-refuge", "R134")
    assert reason(state, Recover(0)) == ("recover/not-panicked", "R176")


SPELLS = book().spells


def test_a_spell_needs_a_book_and_both_hands() -> None:
    """(R145, A53)."""
    state = begun(hero("Ada", ROPE, SPELLS["fog-cloud"].spellbook))
    assert reason(state, Cast(0, "tome")) == ("cast/not-carried", "R145")
    assert reason(state, Cast(0, "rope")) == ("cast/no-magic", "R144")
    fog = SPELLS["fog-cloud"].spellbook.id
    assert combat.why_illegal(state, Cast(0, fog)) is None
    shielded = begun(hero("Ada", SPELLS["fog-cloud"].spellbook, evolve(SHIELD, worn=True)))
    assert reason(shielded, Cast(0, fog)) == ("hands/holding", "R145")


def test_a_spell_on_a_creature_needs_one_within_reach() -> None:
    """(R145)."""
    sleep, fog = SPELLS["sleep"].spellbook, SPELLS["fog-cloud"].spellbook
    dead = foe(conditions=evolve(foe().conditions, dead=True))
    state = begun(hero("Ada", sleep, fog), foes=[enemy(), enemy(gone="fled"), dead])
    assert combat.why_illegal(state, Cast(0, sleep.id, 1)) is None
    assert combat.why_illegal(state, Cast(0, sleep.id, 0)) is None
    assert reason(state, Cast(0, sleep.id)) == ("cast/target", "R145")
    assert reason(state, Cast(0, fog.id, 1)) == ("cast/no-target", "R145")
    assert reason(state, Cast(0, sleep.id, 2)) == ("target/gone", "R135")
    assert reason(state, Cast(0, sleep.id, 3)) == ("target/dead", "R80")
    assert reason(state, Cast(0, sleep.id, 4)) == ("target/unknown", "R79")


def test_a_refusal_names_the_action_and_where_it_was() -> None:
    with pytest.raises(IllegalActionError, match="illegal action 1:1>1: Ada cannot attack itself") as refused:
        combat.apply(begun(), Strike(0, 0, 0))
    assert refused.value.where == "round 1, Ada decides"
    over = begun(foes=[foe(conditions=evolve(foe().conditions, dead=True))], rulings=READY)
    with pytest.raises(IllegalActionError) as refused:
        combat.apply(evolve(over, fighters=(held(hero(), held="asleep"), over.fighters[1])), Wait(0))
    assert refused.value.where == "round 1, nobody decides"
