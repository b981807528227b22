"""What a side knows of a fight, and the promises that every game makes."""

from __future__ import annotations

from random import Random

import pytest
from attrs import evolve, fields

from cairn_rules.cairn_rpg import Omen, combat
from cairn_rules.cairn_rpg.combat import Observation, State
from cairn_rules.cairn_rpg.combat.manifest import MANIFEST, estimate, turns, value
from cairn_rules.errors import DefinitionError
from cairn_rules.game import with_options
from cairn_rules.testing import check_game
from support.cairn_rpg.fights import begun, enemy, foe, hero
from support.cairn_rpg.people import BANDAGES

pytestmark = pytest.mark.untraced


def test_the_chance_is_hidden() -> None:
    assert {each.name for each in fields(State)} - {each.name for each in fields(Observation)} == {"chance"}
    state = begun()
    seen = combat.observe(state, 0)
    assert seen == combat.observe(state, 1) == combat.observe(state, None)
    assert "chance" not in repr(seen)
    assert str(state.chance.key) not in repr(seen)


def test_a_private_omen_is_known_to_its_side() -> None:
    """Neither the other side nor a spectator knows it; everyone knows a public one (R20, R21)."""
    ours, theirs, told = Omen(3, private=True), Omen(4, private=True), Omen(5)
    party = [evolve(hero("Ada"), omen=ours), evolve(hero("Bo"), omen=told)]
    state = combat.new_game(seed=1, party=party, foes=[evolve(foe("Cy"), omen=theirs)])
    known = [[each.character.omen for each in combat.observe(state, seat).fighters] for seat in (0, 1, None)]
    assert known == [[ours, told, None], [None, told, theirs], [None, told, None]]


def test_a_drawn_state_has_a_new_key() -> None:
    state = begun()
    drawn = combat.sample_hidden(combat.observe(state, 0), Random(1))
    assert combat.observe(drawn, 1) == combat.observe(state, 1)
    assert drawn.chance != state.chance
    assert combat.sample_hidden(combat.observe(state, 0), Random(1)) == drawn


@pytest.mark.parametrize("player", [2, -1, True, "party"])
def test_there_are_two_seats(player) -> None:
    with pytest.raises(DefinitionError, match="is not a player"):
        combat.observe(begun(), player)


def test_only_states_are_observed() -> None:
    with pytest.raises(DefinitionError, match="is not a state"):
        combat.observe(combat.observe(begun(), 0), 0)  # type: ignore[arg-type]


def test_the_game_keeps_the_promises_of_every_game() -> None:
    check_game(combat, max_examples=15)


@pytest.mark.slow
def test_a_fight_of_many_keeps_them_too() -> None:
    party = (hero("Ada", BANDAGES), hero("Bo", down="critical"), hero("Cy", panicked=True))
    foes = (enemy(foe("Rats", detachment=True)), enemy(), enemy(foe("Ox"), refuge=False))
    check_game(with_options(combat, party=party, foes=foes, leader=1), max_examples=20, depth=12)


def test_turns_are_those_of_sides() -> None:
    """(R72)."""
    assert turns(combat.new_game(seed=1)) == 0
    state = begun()
    assert turns(state) == 0
    assert turns(combat.apply(state, combat.Wait(0))) == 1
    assert turns(begun(round=3)) == 4


def test_a_lead_is_a_share_of_the_hp_and_str_in_the_fight() -> None:
    """4 HP and 10 STR for the party against 6 HP and 10 STR; whoever fled does not count."""
    state = begun(foes=[enemy(), enemy(gone="fled")])
    assert value(state, 0) == (14 - 16) / 30
    assert value(state, 1) == (16 - 14) / 30
    assert estimate(state) == (value(state, 0), value(state, 1))
    assert value(begun(hero(dead=True), foes=[enemy(gone="fled")]), 0) == 0
    assert MANIFEST.pace.key_of(state) is None
