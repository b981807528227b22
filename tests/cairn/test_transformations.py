"""Seeing arrangements, threats, and the options around them, from positions drawn as text."""

from __future__ import annotations

import sys
from collections.abc import Callable

import pytest
import twelve_stones

from cairn_rules import Registry, cairn
from cairn_rules.cairn import Add, Arrangement, Move, Space, TransformationFace, Tribe, Variant
from support.play import play, texts

LINE = "5/5/5/1ssf1/4s s woo{face} b4=chaos,d4=dawn alley,deer - 0-0"


def to(*places: Space) -> Callable[[cairn.Site], list[cairn.Effect]]:
    """A power that sends the shaman to one of some places."""
    return lambda site: [cairn.Relocate(site.space, place) for place in site.free(places)]


def after(text: str, *decisions: str, variant: Variant | None = None) -> cairn.State:
    return play(cairn.parse_position(text, variant=variant), *decisions)


def test_the_two_faces_see_different_lines() -> None:
    """Rule 8.2: own-own-enemy, or own-enemy-own."""
    state = cairn.parse_position(LINE.format(face="e"))
    end = cairn.find_arrangements(state.shamans, TransformationFace.END, Tribe.SEA)
    assert end == (Arrangement((Space.B2, Space.C2), Space.D2),)
    assert cairn.find_arrangements(state.shamans, TransformationFace.MIDDLE, Tribe.SEA) == ()
    middle = {Space.B2: Tribe.SEA, Space.C2: Tribe.FOREST, Space.D2: Tribe.SEA}
    assert cairn.find_arrangements(middle, TransformationFace.MIDDLE, Tribe.SEA) == (
        Arrangement((Space.B2, Space.D2), Space.C2),
    )
    assert cairn.find_arrangements(middle, TransformationFace.END, Tribe.SEA) == ()
    assert cairn.find_arrangements(middle, TransformationFace.MIDDLE, Tribe.FOREST) == ()


def test_an_old_arrangement_beside_a_fresh_one() -> None:
    """Rule 8.3: the row to d2 is fresh, since Sea came to c2; the column above d2 stood before."""
    state = after("5/3s1/3s1/1s1f1/2s2 s wooe b4=chaos,a5=dawn alley,deer - 0-0", "c1-c2")
    assert texts(state) == ["*d2", "pass"]
    assert cairn.transformations(state) == (Arrangement((Space.B2, Space.C2), Space.D2),)
    assert cairn.find_arrangements(state.shamans, TransformationFace.END, Tribe.SEA) == (
        Arrangement((Space.B2, Space.C2), Space.D2),
        Arrangement((Space.D3, Space.D4), Space.D2),
    )


def test_threats_go_through_powers() -> None:
    """Sea reaches c2 only by way of Menhir on d1: from e1, or added onto the totem there."""
    state = cairn.parse_position("5/5/5/1s1f1/4s f wooe d1=menhir,d3=dawn alley,deer - 0-0")
    assert cairn.threats(state) == {Space.D2: (Add(Space.D1), Move(Space.E1, Space.D1))}
    assert cairn.threats(state, by=Tribe.SEA) == cairn.threats(state)
    assert cairn.threats(state, by=Tribe.FOREST) == {}


def test_threats_follow_powers_that_may_be_cut_short() -> None:
    """A chain whose every option leads back ends where it is (rule 6.7), and somebody may be hit from there.

    Sea d4 steps onto Cromlech on c3; Menhir on b2 has no free neighbour but c3: the chain ends on b2.
    """
    state = cairn.parse_position("5/3s1/ff3/f1s2/sss2 f wdoe b2=menhir,c3=cromlech alley,deer - 0-0")
    found = cairn.threats(state)
    step = Move(Space.D4, Space.C3)
    assert {victim for victim, actions in found.items() if step in actions} == {Space.A2, Space.A3, Space.B3}


def test_threats_follow_circles_of_powers() -> None:
    """Three stones send a shaman round; the third one cannot, as the first would be used twice in a turn (rule 6.7).

    Whoever steps onto a3 ends on c4, beside b4 and in line with d4.
    """
    a3, e3, c4 = (
        cairn.megalith(f"Stone to {place}", text="Move on.", id=f"to-{place}")(to(place))
        for place in (Space.E3, Space.C4, Space.A3)
    )
    registry = Registry([*cairn.BASE_SET, a3, e3, c4])
    text = "5/1s1f1/5/s4/5 s boee a3=to-e3,c4=to-a3,e3=to-c4 alley,deer - 1-0"
    state = cairn.parse_position(text, registry)
    assert cairn.threats(state, by=Tribe.SEA) == {Space.D4: (Move(Space.A2, Space.A3),)}
    assert texts(play(state, "a2-a3", "a3>e3", "e3>c4")) == ["*d4", "pass"]
    state = cairn.parse_position(text.replace("s4/5", "s3s/4f"), registry)  # where it would be hit from e3
    found = cairn.threats(state, by=Tribe.SEA)
    assert {victim for victim, actions in found.items() if Move(Space.A2, Space.A3) in actions} == {Space.D4}


def test_threats_follow_powers_that_come_back_without_their_last_decision() -> None:
    """The third stone sends the shaman back to a3, then has no option; a3 is not used twice in a turn (rule 6.7)."""
    one = cairn.megalith("One", text="Go to e3.", id="one")(to(Space.E3))
    two = cairn.megalith("Two", text="Go to c5.", id="two")(to(Space.C5))
    three = cairn.megalith("Three", text="Go to a3, then nowhere.", id="three", then=(to(),))(to(Space.A3))
    text = "5/5/1sf2/s4/5 s wooe a3=one,e3=two,c5=three alley,deer - 1-0"
    state = cairn.parse_position(text, cairn.BASE_SET | Registry((one, two, three)))
    assert cairn.threats(state, by=Tribe.SEA) == {Space.C3: (Move(Space.A2, Space.A3),)}
    assert texts(play(state, "a2-a3", "a3>e3", "e3>c5", "c5>a3")) == ["*c3", "pass"]


def test_threats_follow_each_arrangement_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of four stones each sends the shaman to any other one; there are four arrangements, in sixteen orders.

    Whoever has been on all four rests on the last one: on c4, beside b4 and in line with d4.
    """
    monkeypatch.setattr(sys.modules[cairn.threats.__module__], "MOST_STATES", 4)
    places = (Space.A1, Space.A3, Space.C4, Space.E3)
    wide = [cairn.megalith("Wide", text="Go to another.", id=f"wide-{place}")(to(*places)) for place in places]
    stones = ",".join(f"{place}={stone.id}" for place, stone in zip(places, wide, strict=True))
    text = f"5/1s1f1/5/s4/5 s booe {stones} alley,deer - 1-1"
    state = cairn.parse_position(text, cairn.BASE_SET | Registry(wide))
    onto = (Move(Space.A2, Space.A1), Move(Space.A2, Space.A3))
    assert cairn.threats(state, by=Tribe.SEA) == {Space.D4: onto}
    assert texts(play(state, "a2-a3", "a3>e3", "e3>a1", "a1>c4")) == ["*d4", "pass"]


def test_threats_see_where_wards_go() -> None:
    """Sanctuary can slide the Asylum away from Forest's shaman on c2, but the Mound comes first (rules 7.8, 12.4)."""
    registry = cairn.BASE_SET | twelve_stones.asylum
    text = "5/5/5/1sf2/s4 s wooe b1=mound,a2=sanctuary,c2=asylum alley,deer - 1-0"
    state = cairn.parse_position(text, registry)
    assert cairn.threats(state, by=Tribe.SEA) == {Space.C2: (Move(Space.A1, Space.A2),)}
    woken = play(state, "a1-a2")
    assert texts(woken)[0].startswith("b1~")
    assert texts(play(woken, "c2~c3")) == ["*c2", "pass"]


def test_threats_see_where_wards_go_if_every_stone_is_one() -> None:
    """The Sledge moves the Asylum away from c2, but can also move another stone, which is its first option."""
    quiet = [cairn.ward("Quiet", text="Forbid nothing.", id=f"quiet-{n}")(lambda _, __: False) for n in range(3)]
    sledge = cairn.megalith("Sledge", text="Move one on.", id="sledge", ward=lambda _, __: False)(
        lambda _: [cairn.SlideMegalith(Space.B1, Space.B2), cairn.SlideMegalith(Space.C2, Space.C3)]
    )
    text = "5/5/5/1sf2/s4 s wooe b1=quiet-0,a2=sledge,c2=asylum quiet-1,quiet-2 - 1-0"
    state = cairn.parse_position(text, cairn.BASE_SET | Registry((*quiet, sledge, twelve_stones.asylum)))
    assert cairn.threats(state, by=Tribe.SEA) == {Space.C2: (Move(Space.A1, Space.A2),)}


def test_nobody_is_threatened_when_the_game_is_over() -> None:
    state = cairn.parse_position("5/5/5/fffff/sssss s wdoe c3=chaos,d3=dawn - - 0-0")
    assert cairn.outcome(state) is not None
    assert cairn.threats(state) == {}


def test_dawn_may_banish_where_the_variant_says_so() -> None:
    """Rules 7.2 and 10.5: onto an enemy, who goes home; never onto an own shaman."""
    text = "4f/5/5/2s2/f3s s wooe c3=dawn,d3=mound alley,deer - 0-0"
    assert texts(after(text, "c2-c3")) == ["&b1", "&c1", "&d1"]
    banishing = Variant(dawn_banishes=True)
    assert texts(after(text, "c2-c3", variant=banishing)) == ["&a1", "&b1", "&c1", "&d1"]
    state = after(text, "c2-c3", "&a1", variant=banishing)
    assert state.villages == (2, 4)
    assert state.shamans[Space.A1] is Tribe.SEA
    assert state.active is Tribe.FOREST
