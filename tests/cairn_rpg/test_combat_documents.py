"""Fights as JSON: written, read, described by schemas, and refused with all their faults."""

from __future__ import annotations

import json
import subprocess
import sys
from functools import partial
from time import process_time
from typing import Any

import jsonschema
import pytest
from attrs import evolve

from cairn_rules import Record, dumps, format_record, json_schema, loads, parse_record
from cairn_rules.cairn_rpg import combat
from cairn_rules.cairn_rpg.characters.attacks import Doom, Feast, Spellbound
from cairn_rules.cairn_rpg.characters.attributes import Attribute
from cairn_rules.cairn_rpg.characters.scars import Scar
from cairn_rules.cairn_rpg.combat import Question, State, Strike, Wait
from cairn_rules.cairn_rpg.combat.actions import BEGIN
from cairn_rules.cairn_rpg.combat.documents import START
from cairn_rules.cairn_rpg.combat.samples import SAMPLES
from cairn_rules.cairn_rpg.combat.soundness import check_sound
from cairn_rules.cairn_rpg.combat.state import Plight
from cairn_rules.cairn_rpg.dice_formula import Formula
from cairn_rules.cairn_rpg.rulings import Rulings
from cairn_rules.chance import Chance
from cairn_rules.errors import DocumentError, NotationError
from cairn_rules.manifest import record_start
from support.cairn_rpg.faults import faults_of
from support.cairn_rpg.fights import begun, enemy, foe, held, hero
from support.cairn_rpg.people import ROPE
from support.random_play import random_match, random_states

STATES = list(SAMPLES.states())


faults = partial(faults_of, check_sound)


def changed(state: State, index: int, **fields: Any) -> State:
    """A state in which a fighter has other fields."""
    fighters = list(state.fighters)
    fighters[index] = evolve(fighters[index], **fields)
    return evolve(state, fighters=tuple(fighters))


@pytest.mark.untraced
@pytest.mark.parametrize("number", range(len(STATES)))
def test_states_and_observations_are_written_and_read(number: int) -> None:
    state = STATES[number]
    seen = combat.observe(state, None)
    for value, document in ((state, "state"), (seen, "observation")):
        text = dumps(value)
        assert loads(text) == value
        assert json.loads(text)["document"] == document
    assert "chance" not in json.loads(dumps(seen))["value"]


@pytest.mark.untraced
@pytest.mark.parametrize("document", ["state", "observation", "action", "event"])
def test_documents_have_schemas(document: str) -> None:
    schema = json_schema(document, game="cairn-rpg-combat")
    validator = jsonschema.Draft202012Validator(schema)
    values = {
        "state": STATES[-3:],
        "observation": [combat.observe(STATES[-3], 0)],
        "action": list(SAMPLES.actions()),
        "event": combat.explain(begun(), Strike(0, 0, 1)),
    }
    for value in values[document]:
        data = json.loads(dumps(value))
        validator.validate(data)
        data["value"]["unknown"] = 1
        assert not validator.is_valid(data)


def test_actions_and_events_are_written_and_read() -> None:
    state = begun()
    for value in (*SAMPLES.actions(), *combat.explain(state, Strike(0, 0, 1))):
        assert loads(dumps(value)) == value
    assert json.loads(dumps(Strike(0, 1, 2)))["value"] == {"type": "strike", "by": 0, "attack": 1, "target": 2}


@pytest.mark.parametrize("seed", range(3))
def test_every_state_of_a_fight_is_sound(seed: int) -> None:
    start = combat.new_game(seed=seed, foes=[foe(), foe("Rats", detachment=True)])
    for state in random_states(combat, start, seed=seed):
        check_sound(state)


def test_both_sides_have_fighters_and_the_party_comes_first() -> None:
    state = begun(hero("Ada"), hero("Bo"))
    assert faults(evolve(state, fighters=state.fighters[:2]))[0] == "fighters"
    assert faults(evolve(state, fighters=()))[:2] == ["fighters", "fighters"]
    assert "fighters" in faults(evolve(state, fighters=state.fighters[::-1]))
    assert "fighters" in faults(evolve(state, fighters=state.fighters[:1] * 101 + state.fighters[2:]))


WRONG: dict[str, Any] = {
    "side": 2,
    "attacks": (),
    "armor": 4,
    "owner": 1,
    "area": -1,
    "reloading": -1,
    "held_for": 10**7,
    "ward_for": -5,
    "surge": -1,
    "fell": 2,
}
"""Impossible values of a fighter of round one, by field."""


def test_what_goes_on_every_round_is_a_loss_or_a_doom() -> None:
    """(R100)."""
    doom = Doom(after=Formula.parse("d4"), unit="rounds")
    check_sound(changed(begun(), 0, plights=(Plight(doom, 3),)))
    assert faults(changed(begun(), 0, plights=(Plight(doom, -1),))) == ["fighters[0].plights[0].left"]
    bound = Spellbound(condition="confused")
    check_sound(changed(begun(), 0, plights=(Plight(bound, save=Attribute.WIL),)))
    for plight in (Plight(Feast()), Plight(bound), Plight(doom, 3, Attribute.WIL)):
        assert faults(changed(begun(), 0, plights=(plight,))) == ["fighters[0].plights[0]"]


@pytest.mark.parametrize("name", WRONG)
def test_fighters_have_possible_values(name: str) -> None:
    assert f"fighters[1].{name}" in faults(changed(begun(hero("Ada"), hero("Bo")), 1, **{name: WRONG[name]}))


def test_characters_and_attacks_have_possible_values() -> None:
    state = begun(hero("Ada"), hero("Bo"))
    fighter = state.fighters[0]
    long = evolve(fighter.character, name="x" * 101, hp=evolve(fighter.character.hp, max=10**6 + 1))
    assert faults(changed(state, 0, character=long)) == ["fighters[0].character.name", "fighters[0].character.hp"]
    assert faults(changed(state, 0, character=evolve(long, name="a\nb"))) == [
        "fighters[0].character.name",
        "fighters[0].character.hp",
    ]
    odd = evolve(fighter.attacks[0], name=" ", dice=(4,) * 11, reload=-1)
    assert faults(changed(state, 0, attacks=(odd, *fighter.attacks[1:]))) == [
        f"fighters[0].attacks[0].{name}" for name in ("dice", "name", "reload")
    ]
    assert faults(changed(state, 0, attacks=fighter.attacks[:1])) == ["fighters[0].attacks"]
    assert faults(changed(state, 0, attacks=fighter.attacks[1:] * 101)) == ["fighters[0].attacks"]


def test_only_the_party_is_late_and_only_in_round_one() -> None:
    """(R73)."""
    late = changed(begun(hero("Ada"), hero("Bo")), 1, late=True)
    check_sound(late)
    assert faults(evolve(late, round=2)) == ["fighters[1].late"]
    assert faults(changed(late, 2, late=True)) == ["fighters[2].late"]


def test_owners_come_before_their_companions() -> None:
    check_sound(changed(begun(hero("Ada"), hero("Bo")), 1, owner=0))
    assert faults(changed(begun(hero("Ada"), hero("Bo")), 2, owner=0)) == ["fighters[2].owner"]


@pytest.mark.parametrize(
    ("where", "fields"),
    [
        ("round", {"round": -1}),
        ("round", {"round": 10**6 + 1}),
        ("round", {"round": 0, "side": 1}),
        ("round", {"round": 0, "tested": (frozenset(), frozenset({"first"}))}),
        ("side", {"side": 2}),
        ("numbers[0]", {"numbers": (0, 1)}),
        ("numbers[1]", {"numbers": (2, 2)}),
        ("leader", {"leader": 0}),
        ("leader", {"leader": 3}),
        ("leader", {"leader": -1}),
        ("declared[0]", {"declared": (Wait(1),)}),
        ("declared[1]", {"declared": (Wait(0), Strike(1, 5, 2))}),
        ("declared[1]", {"declared": (Wait(0), Wait(1))}),
        ("declared[1]", {"declared": (Wait(0), Wait(1), Wait(2))}),
        ("declared[0]", {"side": 1, "declared": (Wait(0),)}),
        ("declared", {"declared": (Wait(0),), "questions": (Question("limb", 0),)}),
        ("questions[0].fighter", {"questions": (Question("limb", 3),)}),
        ("questions[0]", {"questions": (Question("limb", 0),)}),
        ("questions[0]", {"questions": (Question("drop", 0),)}),
    ],
)
def test_a_turn_is_possible(where: str, fields: dict[str, Any]) -> None:
    """Numbers in range, questions that can be asked, declarations that were legal in their order (R79)."""
    assert where in faults(evolve(begun(hero("Ada"), hero("Bo")), **fields))


def test_questions_can_be_asked() -> None:
    """(R65, R119)."""
    state = begun(hero("Ada", ROPE, fatigue=9), evolve(hero("Bo"), scars=(Scar(row=10),)))
    check_sound(evolve(state, questions=(Question("drop", 0), Question("drop", 0), Question("limb", 1))))


def test_whoever_cannot_act_does_not_hold_the_fight_up() -> None:
    """Before the fight, when nobody at all can act, and at its end, that is no fault (R80)."""
    asleep = held(hero(), held="asleep")
    state = begun(asleep)
    assert state.side == 1
    assert faults(evolve(state, side=0)) == ["side"]
    stuck = begun(asleep, foes=[enemy(held="asleep")])
    assert combat.outcome(stuck) == combat.outcome(loads(dumps(stuck)))
    check_sound(begun(asleep, foes=[enemy(gone="fled")]))


def test_all_faults_are_found_at_once() -> None:
    """Those of the fighters, of the numbers, and those that JSON itself has."""
    state = changed(changed(begun(), 0, armor=9, area=-1), 1, armor=-1)
    assert faults(evolve(state, leader=7)) == [
        *("fighters[0].armor", "fighters[0].area", "fighters[1].armor", "leader")
    ]
    data = json.loads(dumps(begun()))
    data["value"]["round"] = "one"
    data["value"]["fighters"][0]["gone"] = "lost"
    del data["value"]["chance"]
    data["value"]["tested"] = [["third"], ["half", "lone", "half"]]
    with pytest.raises(DocumentError) as refused:
        loads(json.dumps(data))
    assert {fault.where for fault in refused.value.faults} == {
        f"$.value.{name}" for name in ("round", "fighters[0].gone", "chance", "tested[0][0]", "tested[1]")
    }


@pytest.mark.slow
def test_hostile_documents_are_refused_in_no_time() -> None:
    """Many fighters, many attacks, many declarations: it takes about a second."""
    data = json.loads(dumps(begun()))
    value = data["value"]
    several = 100
    party = [value["fighters"][0] | {"attacks": value["fighters"][0]["attacks"][:1] * 20}] * several
    data["value"] = value | {
        "fighters": party + value["fighters"][1:] * several,
        "declared": [{"type": "strike", "by": number, "attack": 0, "target": 150} for number in range(1000)],
    }
    text = json.dumps(data)
    start = process_time()
    with pytest.raises(DocumentError) as refused:
        loads(text)
    assert process_time() - start < 10
    assert len(refused.value.faults) == 100


@pytest.mark.untraced
def test_many_declarations_are_checked_in_no_time() -> None:
    state = begun(*[hero()] * 100, foes=[foe()] * 100)
    full = evolve(state, declared=tuple(Strike(number, 0, 199) for number in range(99)))
    start = process_time()
    check_sound(full)
    assert process_time() - start < 5


# Records


def test_the_start_of_a_record_is_a_key_or_a_document() -> None:
    start = combat.new_game(seed=7)
    assert START.tags(start) == {"Key": str(start.chance.key)}
    assert START.state(START.tags(start), None) == start
    for other in (
        combat.new_game(seed=7, rulings=Rulings(armor_stack="sum")),
        combat.apply(start, BEGIN),
        evolve(start, chance=Chance(1, 1)),
    ):
        assert list(START.tags(other)) == ["State"]
        assert START.state(START.tags(other), None) == other
    assert record_start(combat) is START


@pytest.mark.parametrize("key", ["", "x", "-1", str(1 << 52), "²"])
def test_a_bad_key_is_refused(key: str) -> None:
    with pytest.raises(NotationError, match=r"tag Key: .* is not a key: a whole number below 2\*\*52"):
        START.state({"Key": key}, None)
    with pytest.raises(NotationError, match="tag Key"):
        START.state({}, None)


def test_a_key_and_a_document_exclude_each_other() -> None:
    tags = START.tags(combat.apply(combat.new_game(seed=7), BEGIN)) | {"Key": "1"}
    with pytest.raises(NotationError, match="tag Key: not allowed together with the tag State"):
        START.state(tags, None)


@pytest.mark.parametrize("options", [{}, {"rulings": Rulings(initiative="pcs_ready"), "foes": (foe(), foe())}])
def test_records_are_written_and_read(options: dict[str, Any]) -> None:
    match = random_match(combat, **options)
    record = Record.of(match)
    again = parse_record(format_record(record), combat)
    assert again == record == loads(dumps(record))
    assert list(again.replay())[-1] == match.state


@pytest.mark.untraced
def test_the_game_is_imported_without_what_documents_need() -> None:
    program = (
        "import sys; from cairn_rules.cairn_rpg import combat; combat.new_game(seed=1); print('cattrs' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)  # noqa: S603
    assert done.stdout == "False\n"
