"""What is noted of a game, against small games that are played by hand."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from cairn_rules import cairn
from cairn_rules.cairn import (
    Banish,
    Borrow,
    Effect,
    GrantBuild,
    Site,
    Space,
    State,
    Together,
    Tribe,
    Wake,
    When,
    megalith,
)
from cairn_rules.cairn.balance import Measured, Point, measure
from cairn_rules.cairn.balance.measurement import silenced, took_options
from cairn_rules.testing import parse_drawing
from support.play import play
from support.stones import charge, echo


class Script:
    """Says what it was told to, one decision after the other."""

    def __init__(self, *texts: str) -> None:
        self.texts = iter(texts)

    def choose(self, observation, budget=None):  # noqa: ARG002 - as players have it
        state = cairn.sample_hidden(observation, Random(1))
        return cairn.parse_action(next(self.texts), state)


def seen(state: State, sea: str, forest: str = "", watched=None, max_turns: int | None = None) -> Measured:
    players = [Script(*sea.split()), Script(*forest.split())]
    return measure(state, players, watched=watched, max_turns=max_turns)


def box(id: str) -> cairn.Megalith:
    return cairn.BASE_SET[id]


def test_a_third_point_by_an_exit() -> None:
    state = cairn.parse_position("2s2/5/5/5/4f s wooe a1=chaos,b3=pillars,c3=deer,d3=dawn alley,menhir - 2-0")
    told = seen(state, "c5-x =alley", watched=box("alley"))
    assert (told.winner, told.ending, told.turns, told.decisions, told.first) == (0, "exit", 1, 2, 0)
    assert told.options == len(cairn.legal_actions(state)) + 2
    assert (told.turn_options, told.started) == (len(cairn.legal_actions(state)), 1)
    assert (told.on_display, told.builder, told.built_last) == (True, 0, True)
    assert told.points == (
        Point(tribe=0, cause="exit", megalith=box("alley"), display=(box("alley"), box("menhir")), turn=0),
    )
    assert told.fault is None


def test_a_third_point_by_a_transformation() -> None:
    state = parse_drawing(
        """
        . . . . f
        . . . . .
        . . f . .
        . s . . .
        s . . . .
        """,
        scores=(2, 0),
        faces="wooe",
    )
    told = seen(state, "b2-b1 a1-a2", "e5-d4", max_turns=3)
    assert (told.ending, told.winner, told.turns) == ("undecided", None, 3)
    ready = parse_drawing(
        """
        . . . . f
        . . . . .
        . . f . .
        . s . . .
        . s . . .
        """,
        scores=(2, 0),
        faces="wooe",
    )
    told = seen(ready, "b1-a1 *c3 =chaos", watched=box("dawn"))
    assert (told.ending, told.winner, told.decisions, told.builder) == ("transformation", 0, 3, None)
    assert [(each.cause, each.megalith) for each in told.points] == [("transformation", box("chaos"))]


def test_who_goes_on_after_building_is_told_apart() -> None:
    state = cairn.parse_position("2s2/5/5/5/4f s wooe c3=deer,d3=dawn alley,menhir - 0-0")
    told = seen(state, "c5-x =alley", "e1-x =menhir", watched=box("alley"), max_turns=2)
    assert (told.builder, told.built_last, told.ending) == (0, False, "undecided")
    assert [(each.tribe, each.megalith, each.turn, each.display) for each in told.points] == [
        (0, box("alley"), 0, (box("alley"), box("menhir"))),
        (1, box("menhir"), 1, (box("menhir"),)),
    ]
    assert seen(state, "c5-x =alley", "e1-x =menhir", max_turns=2).builder is None


def test_somebody_is_stuck() -> None:
    stuck = cairn.parse_position("5/5/5/fffff/sssss s wdoe c3=chaos,d3=dawn - - 0-0")
    told = seen(stuck, "")
    assert (told.winner, told.ending, told.turns, told.decisions) == (1, "stuck", 0, 0)


WALK = """
    . . . . f
    . . . . .
    . . alley . .
    . . s . f
    s . . . .
"""


def test_a_shaman_that_comes_by_itself_and_finds_nothing() -> None:
    told = seen(parse_drawing(WALK, megaliths=cairn.BASE_SET), "c2-c3", watched=box("alley"), max_turns=1)
    assert (told.walked, told.pushed, told.arrivals, told.idle) == ((0, 0), (0, 0), 1, 1)


def test_a_shaman_that_comes_by_itself_and_uses_it() -> None:
    near = parse_drawing(WALK.replace("s . f", "s f ."))
    told = seen(near, "c2-c3 xd2", watched=box("alley"), max_turns=1)
    assert (told.walked, told.pushed, told.arrivals, told.idle, told.longest) == ((1, 0), (0, 0), 1, 0, 1)
    other = seen(near, "c2-c3 xd2", watched=box("dawn"), max_turns=1)
    assert (other.walked, other.arrivals, other.longest) == ((0, 0), 0, 1)


PUSH = """
    . . . . f
    . . . . .
    . fairy . alley .
    . s s . f
    . . . . .
"""


def test_a_shaman_that_the_enemy_pushes_there() -> None:
    """Sea wakes the Fairy Circle and moves the enemy onto the Alley, whose owner banishes a Sea shaman."""
    told = seen(parse_drawing(PUSH), "b2-b3 e2>d3", "xc2", watched=box("alley"), max_turns=1)
    assert (told.walked, told.pushed, told.arrivals, told.idle, told.longest) == ((0, 0), (0, 1), 1, 0, 2)


def test_a_megalith_that_slides_away_from_the_one_it_wakes_for() -> None:
    state = parse_drawing(
        """
        . . . . f
        . . . . .
        . sanctuary . . .
        . s . . .
        . . . . .
        """
    )
    slides = [each for each in map(cairn.format_action, cairn.legal_actions(play(state, "b2-b3"))) if "b3" in each]
    told = seen(state, f"b2-b3 {slides[0]}", watched=box("sanctuary"), max_turns=1)
    assert (told.walked, told.arrivals, told.idle) == ((1, 0), 1, 0)


@megalith("Dawn Fire", text="Before your turn, you may do nothing.", wakes=When.BEFORE_TURN)
def fire(_: Site) -> Iterator[Effect]:
    yield Together()


def test_who_stands_there_before_a_turn_is_there_by_itself() -> None:
    state = parse_drawing(
        """
        . . . . f
        . . . . .
        . . f:fire . .
        . . . . .
        s . . . .
        """,
        megaliths=cairn.BASE_SET | fire,
    )
    woken = cairn.apply(state, cairn.parse_action("a1-a2", state))
    assert woken.pending.owner is Tribe.FOREST  # type: ignore[union-attr]
    told = seen(state, "a1-a2", cairn.format_action(cairn.legal_actions(woken)[0]), watched=fire, max_turns=1)
    assert (told.walked, told.pushed, told.arrivals) == ((0, 1), (0, 0), 0)


@megalith("Farewell", text="Who leaves it banishes an enemy anywhere.", wakes=When.LEAVING)
def farewell(site: Site) -> Iterator[Effect]:
    yield from map(Banish, site.enemies())


def test_who_is_moved_away_by_the_enemy_was_pushed() -> None:
    state = parse_drawing(
        """
        . . . . f
        . . . . .
        . fairy . f:farewell .
        . s . . .
        . . . . s
        """,
        megaliths=cairn.BASE_SET | farewell,
    )
    told = seen(state, "b2-b3 d3>d4", "xe1", watched=farewell, max_turns=1)
    assert (told.walked, told.pushed) == ((0, 0), (0, 1))


@megalith("Copy", text="Use a megalith elsewhere as if it lay here, or wake it.")
def copy(site: Site) -> Iterator[Effect]:
    for space, stone in site.megaliths.items():
        if stone.powers and stone.id != "copy":
            yield Borrow(space)
            if space in site.own():
                yield Wake(space)


def test_a_borrowed_power_is_not_used_there_and_a_woken_one_is() -> None:
    state = parse_drawing(
        """
        f f . . f
        s:alley . . . .
        . copy . . .
        . s . . .
        . . . . .
        """,
        megaliths=cairn.BASE_SET | copy,
    )
    both = list(map(cairn.format_action, cairn.legal_actions(play(state, "b2-b3"))))
    assert both == ["~a4", "@a4"]
    borrowed = seen(state, "b2-b3 ~a4", watched=box("alley"), max_turns=1)
    assert (borrowed.walked, borrowed.arrivals) == ((0, 0), 0)
    woken = seen(state, "b2-b3 @a4 xa5", watched=box("alley"), max_turns=1)
    assert (woken.walked, woken.pushed, woken.arrivals) == ((1, 0), (0, 0), 0)


def test_a_chain_whose_way_back_is_cut() -> None:
    """The example of rule 6.7: the Menhir has no use, because the only one would lead back."""
    state = cairn.parse_position("f4/3s1/ff3/f1s2/sss2 s wdoe b2=menhir,c3=cromlech alley,deer - 0-0")
    told = seen(state, "d4-c3 c3>b2 pass", watched=box("menhir"), max_turns=1)
    assert (told.cuts, told.walked, told.arrivals, told.idle) == (1, (0, 0), 1, 1)


def test_a_use_that_leads_back_is_taken_away() -> None:
    """Two ways lead on from the Menhir; the one back to the Cromlech is not among them."""
    state = cairn.parse_position("f4/3s1/5/f1s2/sss2 s wdoe b2=menhir,c3=cromlech alley,deer - 0-0")
    on_menhir = play(state, "d4-c3", "c3>b2")
    assert took_options(on_menhir)
    assert not silenced(state, cairn.legal_actions(state)[0])
    told = seen(state, "d4-c3 c3>b2 b2>b3", max_turns=1)
    assert told.cuts == 1


def test_a_power_that_repeats_itself_at_once() -> None:
    """Echo's hops lead back to itself; staying is all that is left."""
    state = parse_drawing(WALK.replace("alley", "echo"), megaliths=cairn.BASE_SET | echo)
    assert took_options(play(state, "c2-c3"))
    stay = cairn.format_action(cairn.legal_actions(play(state, "c2-c3"))[0])
    assert seen(state, f"c2-c3 {stay}", watched=echo, max_turns=1).cuts == 1


def test_a_power_with_a_further_decision_is_no_end_of_a_chain() -> None:
    state = parse_drawing(WALK.replace("alley", "charge").replace("s . f", "s . ."), megaliths=cairn.BASE_SET | charge)
    woken = play(state, "c2-c3")
    assert not silenced(woken, cairn.legal_actions(woken)[0])


def test_what_a_misbehaving_megalith_does_is_told() -> None:
    @megalith("Broken Stone", text="It fails.", id="broken")
    def broken(_: Site) -> Iterator[Effect]:
        raise ZeroDivisionError

    state = parse_drawing(WALK.replace("alley", "broken"), megaliths=cairn.BASE_SET | broken)
    told = seen(state, "c2-c3", watched=broken)
    assert told.ending == "broken"
    assert told.winner is None
    assert "the power of 'broken' on c3 failed with ZeroDivisionError()" in str(told.fault)


def test_a_build_that_a_power_grants_is_no_exit() -> None:
    @megalith("Giver", text="Build on c4.", id="giver")
    def giver(_: Site) -> Iterator[Effect]:
        yield GrantBuild(Space.C4)

    state = parse_drawing(
        WALK.replace("alley", "giver"), megaliths=cairn.BASE_SET | giver, upcoming=("menhir",), scores=(2, 0)
    )
    told = seen(state, "c2-c3 :c4 =menhir", watched=giver)
    assert (told.ending, told.winner) == ("power", 0)
    assert [each.cause for each in told.points] == ["power"]
