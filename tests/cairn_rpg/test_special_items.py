"""Items with rules of their own: summoners, books of one owner, burdened mounts, free services, bags."""

from __future__ import annotations

from fractions import Fraction

import pytest
from attrs import evolve

from cairn_rules.cairn_rpg import Character, Item, Rulings, combat
from cairn_rules.cairn_rpg.characters.effects import OwnerOnly, Summons
from cairn_rules.cairn_rpg.characters.items import Companion, Container
from cairn_rules.cairn_rpg.combat import Cast, Question, State, Strike, Wait, legal_actions, resolve
from cairn_rules.cairn_rpg.combat.rules.setup import joined
from cairn_rules.cairn_rpg.content.book_file import book
from cairn_rules.cairn_rpg.odds import TooManyStatesError, odds
from cairn_rules.cairn_rpg.procedures.carrying import burden, stow, take
from cairn_rules.cairn_rpg.procedures.magic import cast_reasons
from cairn_rules.cairn_rpg.procedures.market import buy, price_of, sell
from cairn_rules.cairn_rpg.validation import validate
from cairn_rules.chance import ScriptedDice
from cairn_rules.errors import IllegalActionError
from support.cairn_rpg.fights import begun, enemy, foe, hero
from support.cairn_rpg.people import ROPE, person

BACKGROUNDS = book().backgrounds
PAIL_ROW = BACKGROUNDS["bonekeeper"].tables[0][2]
PAIL = Cast(0, "blood-pail")


def caller() -> Character:
    """A character with a relic that summons a servant."""
    return evolve(hero("Ada", *PAIL_ROW.items), effects=PAIL_ROW.effects)


# Relics that summon


def test_a_relic_summons_a_fighter() -> None:
    """It joins the side of its owner at the end of the turn, with its printed figures, and acts from then on (R152)."""
    state = begun(caller(), foes=[enemy(), enemy(foe("Ox"))])
    resolution = resolve(state, PAIL, ScriptedDice())
    state = resolution.state
    assert [each.character.name for each in state.fighters] == ["Ada", "Servant", "Wolf", "Ox"]
    servant = state.fighters[1]
    assert (servant.character.hp.value, servant.armor, servant.side, servant.owner) == (6, 1, 0, 0)
    assert "Servant appears [R152]" in map(str, resolution.events)
    assert legal_actions(state)[0] == Strike(2, 0, 0)
    for number in (2, 3, 0):
        state = combat.apply(state, Wait(number))
    assert Strike(1, 0, 2) in legal_actions(state)


def test_no_more_appear_than_there_may_be() -> None:
    """One servant at a time (R152)."""
    state = combat.apply(begun(caller()), PAIL)
    recharged = evolve(state.fighters[0], character=caller())
    state = combat.apply(evolve(state, fighters=(recharged, *state.fighters[1:])), Wait(2))
    state = combat.apply(combat.apply(state, PAIL), Wait(1))
    assert len(state.fighters) == 3


def test_without_figures_only_the_event_tells() -> None:
    """What has no printed HP does not join (R152)."""
    wolf = Summons(companion=Companion(id="wolf", name="Wolf"), item="blood-pail")
    resolution = resolve(begun(evolve(caller(), effects=(wolf,))), PAIL, ScriptedDice())
    assert len(resolution.state.fighters) == 2
    assert "Wolf appears [R152]" in map(str, resolution.events)


def test_whoever_joins_moves_the_numbers_of_the_foes() -> None:
    """Also in questions and for the leader (R65, R130)."""
    state = evolve(
        begun(foes=[enemy(), enemy(owner=1)]), leader=2, questions=(Question("drop", 0), Question("drop", 2))
    )
    after = joined(state, combat.fighter(hero("Bo")))
    assert after.leader == 3
    assert [each.fighter for each in after.questions] == [0, 3]
    assert after.fighters[3].owner == 2


def test_odds_with_a_summoner_are_simulated() -> None:
    """The fates are those of the fighters of the start."""

    def call(state: State) -> combat.Action:
        return PAIL if PAIL in legal_actions(state) else legal_actions(state)[0]

    start = begun(caller(), foes=[foe()])
    with pytest.raises(TooManyStatesError, match="summons a creature"):
        odds(start, party=call, exact=True)
    found = odds(start, party=call, games=5, seed=1)
    assert [each.name for each in found.fighters] == ["Ada", "Wolf"]


# Books of one owner


def test_a_book_serves_its_owner_alone() -> None:
    """The Disassemble book of the vow of poverty (R145)."""
    row = BACKGROUNDS["hexenbane"].tables[1][1]
    (tome,) = row.items
    assert not cast_reasons(person(items=(tome,), effects=row.effects), tome)
    other = OwnerOnly(item="another-book")
    (reason,) = cast_reasons(person(items=(tome,), effects=(other,)), tome)
    assert (reason.code, reason.rule) == ("cast/not-owner", "R145")
    assert not cast_reasons(person(), book().spells["disassemble"].spellbook)


# Mounts with a burden

DONKEY = Container(id="donkey", name="Donkey", capacity=4, reduced=2, kind="mount")


def test_a_burdened_mount_carries_less() -> None:
    """A donkey that pulls a wagon has two slots instead of four (R35)."""
    ada = burden(person(items=(ROPE,) * 3, containers=(DONKEY,)), DONKEY)
    for _ in range(2):
        ada = stow(ada, ROPE, ada.inventory.containers[0])
    with pytest.raises(IllegalActionError, match="Donkey has only 0 of 2 slots free"):
        stow(ada, ROPE, ada.inventory.containers[0])
    free = burden(ada, ada.inventory.containers[0], burdened=False)
    assert free.inventory.containers[0].room == 4
    full = stow(free, ROPE, free.inventory.containers[0])
    (mount,) = full.inventory.containers
    with pytest.raises(IllegalActionError, match="Donkey carries 3 slots and would have only 2"):
        burden(full, mount)
    wrong = evolve(full, inventory=evolve(full.inventory, containers=(evolve(mount, burdened=True),)))
    assert [reason.rule for reason in validate(wrong)] == ["R35"]


def test_only_some_mounts_carry_a_burden() -> None:
    """(R35)."""
    mule = evolve(DONKEY, reduced=None)
    assert evolve(mule, burdened=True).room == 4
    with pytest.raises(IllegalActionError, match="container/no-burden"):
        burden(person(containers=(mule,)), mule)


# Services, gems and bags


def test_some_services_cost_some_people_nothing() -> None:
    """A captain travels free; a performer eats and sleeps free at taverns (R216)."""
    services = {row.id: row for rows in book().goods.values() for row in rows}
    captain = person(effects=BACKGROUNDS["rill-runner"].tables[1][4].effects)
    assert price_of(captain, services["ships-passage"]) == 0
    assert buy(captain, services["ships-passage"]).inventory.gold == 0
    singer = person(effects=BACKGROUNDS["rill-runner"].tables[1][0].effects, gold=9)
    room = services["room-and-board"]
    with pytest.raises(IllegalActionError, match="gold/short"):
        buy(singer, room)
    assert buy(singer, room, circumstances=["performing at taverns"]).inventory.gold == 9


def test_a_cursed_gem_comes_back() -> None:
    """The sapphire is sold for 200gp, and is there again (R41, R221)."""
    row = BACKGROUNDS["mountebank"].tables[1][4]
    (gem,) = row.items
    rulings = Rulings(sell_rate=Fraction(1))
    owner = sell(person(items=(gem,), effects=row.effects), gem, rulings=rulings)
    assert (owner.inventory.gold, owner.inventory.items) == (200, (gem,))
    assert sell(person(items=(gem,)), gem, rulings=rulings).inventory.items == ()


def test_a_sack_is_a_bag() -> None:
    """With it, more than four slots are carried even without a backpack (R33, A8)."""
    strict = Rulings(no_backpack="limit")
    (row,) = (row for row in book().goods["gear"] if row.id == "containers")
    bare = person(items=(ROPE,) * 4, backpack=False)
    with pytest.raises(IllegalActionError, match="no-backpack"):
        take(bare, Item(id="tent", name="Tent"), rulings=strict)
    assert len(take(bare, row.named("Sack"), rulings=strict).inventory.items) == 5
