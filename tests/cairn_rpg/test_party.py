"""The party outside a fight: its lights, and Fatigue for several members at once."""

from __future__ import annotations

import pytest
from attrs import evolve

from cairn_rules.cairn_rpg.characters.character import Omen
from cairn_rules.cairn_rpg.characters.effects import FatigueRelief
from cairn_rules.cairn_rpg.characters.items import Item, Uses
from cairn_rules.cairn_rpg.procedures.lights import kindle, quench
from cairn_rules.cairn_rpg.procedures.party import (
    Drop,
    Light,
    Party,
    Question,
    add_fatigue,
    drop_item,
    drops,
    party_seen_by,
    with_member,
)
from cairn_rules.errors import IllegalActionError
from support.cairn_rpg.people import CHALK, ROPE, person

TORCH = Item(id="torch", name="Torch", uses=Uses(1, 3), light="torch")
NEW = evolve(TORCH, uses=Uses.full(3))


def party(*members) -> Party:
    return Party(members=members)


def refused(call) -> str:
    with pytest.raises(IllegalActionError) as error:
        call()
    return error.value.reason.code


def test_all_who_live_are_tired_or_some() -> None:
    """(R64) The dead are left out, and one who is named twice adds two."""
    group = party(person("Ada"), person("Bo", dead=True), person("Cy"))
    assert [each.inventory.fatigue for each in add_fatigue(group).party.members] == [1, 0, 1]
    assert [each.inventory.fatigue for each in add_fatigue(group, [2, 2]).party.members] == [0, 0, 2]
    assert group.living == (0, 2)


def test_only_seat_0_knows_private_omens() -> None:
    """(R21)."""
    group = party(evolve(person("Ada"), omen=Omen(3, private=True)), evolve(person("Bo"), omen=Omen(4)))
    assert party_seen_by(group, 0) == group
    for other in (1, None):
        assert [each.omen for each in party_seen_by(group, other).members] == [None, Omen(4)]


def test_only_those_without_room_are_asked() -> None:
    """(R65) Others, and those whom a spirit spares (R67a), are not."""
    full = person("Bo", items=(ROPE, CHALK), fatigue=9)
    spared = evolve(person("Cy", fatigue=10), effects=(FatigueRelief(amount=1, mode="absorbs"),))
    tiring = add_fatigue(party(person("Ada"), full, spared), rule="R193")
    assert tiring.questions == (Question(1, "R193"),)
    assert [event.code for event in tiring.events] == ["fatigue", "absorbed"]
    assert drops(tiring.party, tiring.questions) == (Drop(1, "rope"),)
    assert drops(tiring.party, ()) == ()
    after = drop_item(tiring.party, tiring.questions, Drop(1, "rope"))
    assert [event.rule for event in after.events] == ["R65", "R193"]


@pytest.mark.parametrize(
    ("action", "code"),
    [
        (Drop(0, "rope"), "decision/drop"),
        ("1:drop:rope", "decision/drop"),
        (Drop(1, "chalk"), "drop/no-room"),
        (Drop(1, "gold"), "drop/not-carried"),
    ],
)
def test_only_an_answer_is_taken(action, code: str) -> None:
    """(R65)."""
    tiring = add_fatigue(party(person("Ada"), person("Bo", items=(ROPE, CHALK), fatigue=9)))
    assert refused(lambda: drop_item(tiring.party, tiring.questions, action)) == code


def test_of_several_torches_the_most_used_is_lit() -> None:
    """(R170) Then the other one; a third is not there. Put out, the spent one is gone."""
    group = party(person("Ada", items=(NEW, TORCH)))
    one = kindle(group, 0, "torch").state
    assert [item.uses.left for item in one.members[0].inventory.items] == [3, 0]
    both = kindle(one, 0, "torch").state
    assert both.lights == (Light(0, "torch"), Light(0, "torch"))
    assert refused(lambda: kindle(both, 0, "torch")) == "light/burning"
    dark = quench(both, Light(0, "torch")).state
    assert (dark.lights, [item.uses.left for item in dark.members[0].inventory.items]) == ((Light(0, "torch"),), [2])


def test_only_what_is_there_burns() -> None:
    """(R169, R170)."""
    group = party(person("Ada", items=(ROPE, evolve(TORCH, uses=Uses(0, 3)))))
    assert refused(lambda: kindle(group, 0, "lantern")) == "item/not-carried"
    assert refused(lambda: kindle(group, 0, "rope")) == "item/no-light"
    assert refused(lambda: kindle(group, 0, "torch")) == "item/no-uses"
    assert refused(lambda: quench(group, Light(0, "torch"))) == "light/not-burning"
    assert refused(lambda: quench(group, Light(7, "torch"))) == "light/not-burning"


def test_a_light_that_is_dropped_is_out() -> None:
    """(R169) Lights of others burn on."""
    group = Party(members=(person("Ada", items=(TORCH,)), person("Bo", items=(TORCH,))))
    group = evolve(group, lights=(Light(0, "torch"), Light(1, "torch")))
    assert with_member(group, 0, person("Ada")).lights == (Light(1, "torch"),)
