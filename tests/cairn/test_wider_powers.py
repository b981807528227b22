"""Powers beyond the box (section 12), by the twelve stones of the examples and a few of our own."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Iterable

import pytest
from attrs import frozen
from twelve_stones import STONES

from cairn_rules import (
    DefinitionError,
    IllegalActionError,
    Outcome,
    PowerError,
    Registry,
    UnsoundStateError,
    cairn,
    dumps,
    loads,
)
from cairn_rules.cairn import (
    BASE_SET,
    VILLAGE,
    Banish,
    Borrow,
    BuildMegalith,
    ChooseAction,
    Effect,
    FlipTile,
    GrantBuild,
    Jump,
    Megalith,
    Over,
    Relocate,
    RelocateAll,
    Site,
    Space,
    State,
    Tile,
    Together,
    Transform,
    TransformOrPass,
    Tribe,
    UsePower,
    Wake,
    When,
    megalith,
    opponent_decides,
    ward,
)
from cairn_rules.cairn.rules.make_state import make_state
from cairn_rules.cairn.state.pending import NextTurn
from cairn_rules.cairn.texts.words import title
from support.play import play, texts
from support.stones import charge, strike
from support.strategies import ALL_STONES, parts

SEA, FOREST = Tribe.SEA, Tribe.FOREST


@megalith("Stride", text="Before your turn, move a shaman of yours one space.", wakes=When.BEFORE_TURN)
def stride(site: Site) -> Iterable[Effect]:
    return [step for own in site.own() for step in site.steps(own)]


@megalith("Push", text="Before your turn, move an enemy one space.", wakes=When.BEFORE_TURN)
def push(site: Site) -> Iterable[Effect]:
    return [step for enemy in site.enemies() for step in site.steps(enemy)]


@ward("Siege", text="Nobody does anything.")
def siege(_: Site, __: cairn.Action) -> bool:
    return True


@ward("Anchor", text="The shaman here is not moved by powers.")
def anchor(site: Site, action: cairn.Action) -> bool:
    return isinstance(action, Relocate) and action.origin == site.space


@ward("Barrier", text="No enemy of the tribe that acts is moved here.")
def barrier(site: Site, action: cairn.Action) -> bool:
    return isinstance(action, Relocate) and action.to == site.space and action.origin in site.enemies()


ALL = BASE_SET | Registry((*STONES, charge, stride, push, siege, anchor, barrier))


def position(text: str, **options: object) -> State:
    return cairn.parse_position(text, ALL, variant=cairn.Variant(**options))


def test_two_steps_of_one_option_wake_both_megaliths() -> None:
    """The first shaman wakes what it stands on, and then the second one (rules 6.5, 6.8)."""
    option = Together(Relocate(Space.B2, Space.A2), Relocate(Space.D2, Space.E2))
    stone = offering(option)
    text = f"5/5/5/1f1f1/2s2 s wooe c2={stone.id},a2=menhir,e2=deer alley,dawn - 0-1"
    state = play(cairn.parse_position(text, ALL | Registry([stone])), "c1-c2")
    after = cairn.apply(state, option)
    assert isinstance(after.pending, cairn.UsePower)
    assert after.pending.space == Space.A2
    assert after.waiting == (Space.E2,)


def offering(*options: Effect) -> Megalith:
    """A stone that offers just these."""
    return megalith("Offer", text="It offers.", id="offer")(lambda _: options)


def woken(text: str, *options: Effect) -> State:
    """Sea has gone from c2 to c3, where a stone lies that offers these options."""
    return play(cairn.parse_position(text, ALL | offering(*options)), "c2-c3")


def test_each_effect_of_a_combined_one_is_described_in_the_state_before_it() -> None:
    both = Together(Relocate(Space.E5, Space.E4), Relocate(Space.A5, Space.B5), Relocate(Space.E4, Space.D4))
    state = woken("f3s/5/5/2s2/5 s wooe c3=offer,e1=deer alley,menhir - 0-0", both)
    told = "Move Sea's shaman from e5 to e4; Move Forest's shaman from a5 to b5; Move Sea's shaman from e4 to d4"
    assert cairn.describe(state, both) == cairn.describe(cairn.observe(state, 0), both) == told
    illegal = Together(Banish(Space.A1), Banish(Space.A5))
    assert cairn.describe(state, illegal) == "Banish the shaman on a1; Banish the shaman on a5"


def power(state: State) -> UsePower:
    assert isinstance(state.pending, UsePower)
    return state.pending


# Rule 12.1: a decision of the opponent.


def test_the_opponent_chooses_what_the_owner_suffers_or_gains() -> None:
    state = play(position("5/1f3/3f1/2s2/5 s wooe c3=tribute,e5=menhir alley,deer - 0-0"), "c2-c3")
    assert power(state) == UsePower(Space.C3, ALL["tribute"], SEA)
    assert power(state).decider is FOREST
    assert cairn.current_player(state) is FOREST
    assert texts(state) == ["xd3", "xb4"]
    assert title(state) == "Cairn, turn 1: Forest must decide how Sea uses Tribute Stone on c3"
    assert str(cairn.changes(state, play(state, "xd3"))[0]) == "Forest's shaman on d3 is banished"
    reason = cairn.why_illegal(state, cairn.Pass())
    assert reason is not None
    assert reason.text == "Forest must use Tribute Stone on c3 now"
    after = play(state, "xd3")
    assert (after.active, dict(after.shamans)) == (FOREST, {Space.C3: SEA, Space.B4: FOREST})


def test_the_change_that_is_asked_names_who_decides() -> None:
    before = position("5/1f3/3f1/2s2/5 s wooe c3=tribute,e5=menhir alley,deer - 0-0")
    told = [str(change) for change in cairn.changes(before, play(before, "c2-c3"))]
    assert told[-2:] == ["Sea wakes Tribute Stone on c3", "Forest must use Tribute Stone on c3"]


def test_one_decision_of_several_is_the_opponents() -> None:
    """What comes back is Sea's, and was moved by Sea's power: it counts as moved (rules 8.3, 12.1)."""
    state = play(position("5/5/5/2s2/4f s wooe c3=gate,e5=menhir alley,deer - 0-0"), "c2-c3")
    assert cairn.current_player(state) is SEA
    assert texts(state) == ["xc3", "nothing"]
    assert play(state, "nothing").active is FOREST
    state = play(state, "xc3")
    assert (cairn.current_player(state), power(state).owner) == (FOREST, SEA)
    assert texts(state) == ["&a1", "&b1", "&c1", "&d1"]
    after = play(state, "&b1")
    assert dict(after.shamans) == {Space.B1: SEA, Space.E1: FOREST}


def test_a_power_that_the_opponent_decides_has_the_names_of_its_function() -> None:
    assert ALL["tribute"].id == "tribute"
    assert copy.deepcopy(ALL["tribute"]) is ALL["tribute"]
    assert pickle.loads(pickle.dumps(ALL["tribute"])) is ALL["tribute"]  # noqa: S301 - made here
    assert isinstance(opponent_decides(lambda _: ())(None), tuple)  # type: ignore[arg-type]


# Rule 12.2: waking when a shaman leaves.


def test_a_shaman_wakes_what_it_leaves() -> None:
    state = play(position("5/3f1/1fs2/5/5 s wooe c3=parting,e5=menhir alley,deer - 0-0"), "c3-c2")
    assert power(state) == UsePower(Space.C3, ALL["parting"], SEA)
    assert state.moved == (Space.C2,)
    assert texts(state) == ["xb3", "xd4"]
    after = play(state, "xb3")
    assert (after.active, after.turn, dict(after.shamans)) == (FOREST, 1, {Space.C2: SEA, Space.D4: FOREST})


def test_nobody_wakes_it_by_arriving() -> None:
    state = play(position("5/3f1/1f3/2s2/5 s wooe c3=parting,e5=menhir alley,deer - 0-0"), "c2-c3")
    assert (state.active, state.pending) == (FOREST, ChooseAction())


def test_what_is_left_wakes_before_what_is_reached() -> None:
    state = play(position("5/3f1/1fs2/5/5 s wooe c2=tribute,c3=parting alley,deer - 0-0"), "c3-c2")
    assert (power(state).megalith.id, state.waiting) == ("parting", (Space.C2,))
    state = play(state, "xb3")
    assert (power(state).megalith.id, texts(state)) == ("tribute", ["xd4"])


def test_a_shaman_wakes_what_it_leaves_by_a_jump_and_by_an_exit() -> None:
    """Where the megalith lies nothing is built (rule 5.2)."""
    state = play(position("5/3f1/2s2/2s2/5 s wooe c3=parting,e5=menhir alley,deer - 0-0"), "c3^c1")
    assert texts(state) == ["xd4"]
    state = play(position("2s2/1f3/5/5/5 s wooe c5=parting,e1=menhir alley,deer - 0-0"), "c5-x")
    assert (power(state).space, texts(state), state.moved) == (Space.C5, ["xb4"], ())
    assert state.waiting == (BuildMegalith(Space.C5, SEA),)
    after = play(state, "xb4")
    assert (after.active, after.scores, dict(after.shamans)) == (FOREST, (0, 0), {})


def test_without_options_the_turn_goes_on() -> None:
    state = play(position("5/5/2s2/5/4f s wooe c3=parting,e5=menhir alley,deer - 0-0"), "c3-c2")
    assert (state.active, state.pending) == (FOREST, ChooseAction())
    state = play(position("5/5/2s2/5/4f s wooe c2=mound,c3=parting alley,deer - 0-0"), "c3-c2")
    assert power(state).megalith.id == "mound"


def test_an_exit_from_another_space_still_builds() -> None:
    state = play(position("2s2/1f3/2s2/5/5 s wooe c3=parting,e1=menhir alley,deer - 0-0"), "c5-x")
    assert state.pending == BuildMegalith(Space.C5, SEA)


def test_a_power_makes_the_other_tribe_leave() -> None:
    """The owner of the shaman that left decides, also off-turn (rules 6.2, 12.2)."""
    state = play(position("5/5/2f2/5/1s3 s wooe b2=deer,c3=parting alley,menhir - 0-0"), "b1-b2", "c3>d4")
    assert power(state) == UsePower(Space.C3, ALL["parting"], FOREST)
    assert (state.active, cairn.current_player(state), texts(state)) == (SEA, FOREST, ["xb2"])
    assert play(state, "xb2").active is FOREST


def test_a_power_that_leads_out_makes_it_leave_too() -> None:
    """Forest stands on c1, Sea's first row; its way out leads through Sea's village (rule 6.6)."""
    before = position("5/5/5/5/1sf2 s wooe b2=deer,c1=parting alley,menhir - 0-0", power_exit=True)
    state = play(before, "b1-b2", "c1>x")
    assert (power(state).megalith.id, texts(state)) == ("parting", ["xb2"])
    assert state.waiting == (BuildMegalith(Space.C1, FOREST),)
    assert play(state, "xb2").pending == ChooseAction()  # a megalith lies on c1: nothing is built


def test_who_is_banished_does_not_leave() -> None:
    state = play(position("5/5/2f2/5/1s3 s wooe b2=alley,c3=parting deer,menhir - 0-0"), "b1-b2", "xc3")
    assert (state.active, state.pending) == (FOREST, ChooseAction())


# Rule 12.3: waking before a turn.


def test_it_wakes_for_who_stands_on_it_when_its_turn_is_next() -> None:
    state = play(position("5/2f2/5/5/s4 s wooe c4=watchfire,e5=menhir alley,deer - 0-0"), "a1-a2")
    assert power(state) == UsePower(Space.C4, ALL["watchfire"], FOREST)
    assert (state.active, state.turn, state.waiting) == (SEA, 0, (NextTurn(),))
    assert cairn.current_player(state) is FOREST
    assert texts(state) == ["!add", "!move", "!jump", "nothing"]
    after = play(state, "!move")
    assert cairn.format_position(after) == "5/2f2/5/s4/5 f wooe c4=watchfire,e5=menhir alley,deer - 0-0"
    assert (after.turn, after.waiting, after.seen) == (1, (), ())


def test_it_does_not_wake_before_the_other_tribes_turn_or_at_the_start() -> None:
    start = position("5/2s2/5/5/s3f s wooe c4=watchfire,e5=menhir alley,deer - 0-0")
    assert start.pending == ChooseAction()
    state = play(start, "a1-a2")
    assert (state.active, state.pending) == (FOREST, ChooseAction())
    state = play(state, "e1-d2")
    assert (power(state).owner, state.active) == (SEA, FOREST)


def test_an_extra_turn_wakes_it_for_the_same_tribe() -> None:
    state = play(position("5/2s2/5/5/1s2f s wooe b2=pillars,c4=watchfire alley,deer - 0-0"), "b1-b2", "again")
    assert (power(state).owner, state.active, state.extra_turn) == (SEA, SEA, SEA)
    after = play(state, "nothing")
    assert (after.active, after.turn, after.extra_turn) == (SEA, 1, None)


def test_it_wakes_after_the_transformation_and_what_is_built() -> None:
    start = position("5/2f2/5/1sf2/s4 s wooe c4=watchfire,e5=menhir alley,deer - 0-0")
    state = play(start, "a1-a2")
    assert state.pending == TransformOrPass()
    assert power(play(state, "pass")).megalith.id == "watchfire"
    state = play(state, "*c2", "=alley")
    assert (power(state).megalith.id, state.scores, state.moved) == ("watchfire", (1, 0), ())
    won = position("5/2f2/5/1sf2/s4 s wooe e1=deer,e2=mound,c4=watchfire,e5=menhir alley,dawn - 2-0")
    assert isinstance(play(won, "a1-a2", "*c2", "=alley").pending, Over)


def test_what_is_moved_before_a_turn_counts_for_no_transformation() -> None:
    """Stride brings Sea to a2, b2 against c2, but no turn of Sea's is under way (rules 8.3, 12.3)."""
    start = position("5/3s1/1s3/s1f2/5 s wooe b3=stride,d5=pillars alley,deer - 0-0")
    state = play(start, "d4-d5", "again")
    assert power(state).megalith.id == "stride"
    after = play(state, "b3>b2")
    assert (after.active, after.turn, after.pending, after.moved) == (SEA, 1, ChooseAction(), ())


def test_what_arrives_before_a_turn_wakes_before_the_turn() -> None:
    start = position("5/3s1/1s3/s3f/5 s wooe b2=mound,b3=stride,d5=pillars alley,deer - 1-0")
    state = play(start, "d4-d5", "again", "b3>b2")
    assert (power(state).megalith.id, state.waiting) == ("mound", (NextTurn(),))
    assert play(state, "!add").pending == ChooseAction()


def test_each_wakes_once_also_when_the_turn_is_given_away() -> None:
    """Forest pushes Sea onto the Pillars; Sea takes the turn, and its own Watchfire does not wake any more."""
    start = position("5/2f2/5/s4/s3s s wooe a2=watchfire,e2=pillars,c4=push alley,deer - 1-0")
    state = play(start, "a1-b1")
    assert (power(state).megalith.id, power(state).owner) == ("push", FOREST)
    state = play(state, "e1>e2")
    assert (power(state).megalith.id, power(state).owner) == ("pillars", SEA)
    after = play(state, "again")
    assert (after.active, after.turn, after.pending) == (SEA, 1, ChooseAction())


def test_several_wake_in_the_order_of_their_spaces_while_somebody_stands_there() -> None:
    """Forest stands on a4 (Push) and c4 (Stride); Stride is left by the step of another, so it still wakes."""
    start = position("5/f1f2/5/5/s4 s wooe a4=stride,c4=push alley,deer - 0-0")
    state = play(start, "a1-a2")
    assert [each.megalith.id for each in (power(state), *state.waiting[:1]) if isinstance(each, UsePower)] == [
        "stride",
        "push",
    ]
    assert power(play(state, "a4>a5")).megalith.id == "push"
    assert play(state, "c4>c5").pending == ChooseAction()  # nobody is left on Push


def test_a_build_before_a_turn() -> None:
    """With `power_exit`, Forest's Push sends Sea out of c5, which Sea builds on (rules 6.6, 12.3)."""
    start = position("2s2/2f2/5/5/s4 s wooe c4=push,e1=menhir alley,deer - 0-0", power_exit=True)
    state = play(start, "a1-a2", "c5>x")
    assert state.pending == BuildMegalith(Space.C5, SEA)
    after = play(state, "=alley")
    assert (after.active, after.scores, after.pending) == (FOREST, (1, 0), ChooseAction())


# Rule 12.4: forbidding.


def test_nobody_jumps_over_the_wall() -> None:
    state = position("5/5/2s2/2s2/4f s wooe c3=wall,e5=menhir alley,deer - 0-0")
    assert "c2^c4" not in texts(state)
    assert "c3^c1" in texts(state)
    reason = cairn.why_illegal(state, Jump(Space.C2, Space.C4))
    assert reason is not None
    assert (reason.code, reason.text, reason.rule) == ("ward/forbidden", "Long Wall on c3 forbids it", "12.4")
    with pytest.raises(IllegalActionError, match="Long Wall"):
        cairn.apply(state, Jump(Space.C2, Space.C4))


def test_of_two_wards_the_one_that_forbids_is_named() -> None:
    state = position("5/5/2s2/2s2/4f s wooe a3=asylum,c3=wall alley,deer - 0-0")
    assert str(cairn.why_illegal(state, Jump(Space.C2, Space.C4))).startswith("Long Wall on c3 forbids it")


@pytest.mark.parametrize(("row", "leaves"), [("2s2", False), ("1ss2", True), ("1s3", True), ("1fs2", False)])
def test_an_exit_needs_one_way_that_is_not_walled(row: str, leaves) -> None:
    """From c4 a jump leads out over b5, c5 or d5; the wall lies on c5 (rules 4.6, 4.8)."""
    state = position(f"{row}/2s2/5/5/4f s wooe c5=wall,e1=menhir alley,deer - 0-0")
    assert ("c4^x" in texts(state)) is leaves


def test_who_stands_in_the_asylum_is_not_banished() -> None:
    start = position("5/5/f1f2/5/1s3 s wooe b2=alley,c3=asylum deer,menhir - 0-0")
    state = play(start, "b1-b2")
    assert texts(state) == ["xa3"]
    reason = cairn.why_illegal(state, Banish(Space.C3))
    assert reason is not None
    assert (reason.code, reason.text) == ("ward/forbidden", "Asylum on c3 forbids it")
    alone = position("5/5/2f2/5/1s3 s wooe b2=alley,c3=asylum deer,menhir - 0-0")
    assert play(alone, "b1-b2").pending == ChooseAction()


def test_who_stands_in_the_asylum_is_not_transformed() -> None:
    """a1-a2 makes two arrangements, a2 b2 against c2 and a2 a3 against a4; the Asylum lies on c2."""
    start = position("5/f4/s4/1sf2/s4 s wooe c2=asylum,e5=menhir alley,deer - 0-0")
    state = play(start, "a1-a2")
    assert texts(state) == ["*a4", "pass"]
    assert [each.victim for each in cairn.transformations(state)] == [Space.A4]
    reason = cairn.why_illegal(state, Transform(Space.C2))
    assert reason is not None
    assert reason.code == "ward/forbidden"
    assert dict(cairn.threats(start, by=SEA)) == {
        Space.A4: (cairn.Move(Space.A1, Space.A2), cairn.Move(Space.B2, Space.A2))
    }


def test_without_a_permitted_victim_nobody_is_asked_to_transform() -> None:
    start = position("5/5/5/1sf2/s4 s wooe c2=asylum,e5=menhir alley,deer - 0-0", transformation_mandatory=True)
    state = play(start, "a1-a2")
    assert (state.active, state.pending) == (FOREST, ChooseAction())
    with pytest.raises(UnsoundStateError, match="no arrangement can be used"):
        make_state(
            shamans={Space.A2: SEA, Space.B2: SEA, Space.C2: FOREST},
            megaliths={Space.C2: ALL["asylum"], Space.E5: ALL["menhir"]},
            pending=TransformOrPass(),
            moved=(Space.A2,),
        )


def test_a_shaman_limits_which_tile_the_enemy_may_use() -> None:
    """Forest stands on the Hush Stone: Sea does not jump, Forest does."""
    hushed = position("2f2/2f2/5/ss3/5 s wooe c4=hush,e5=menhir alley,deer - 0-0")
    assert not [text for text in texts(hushed) if "^" in text]
    heard = position("2f2/2f2/5/ss3/5 f wooe c4=hush,e5=menhir alley,deer - 0-0")
    assert "c5^c3" in texts(heard)
    free = position("2f2/5/5/ss3/5 s wooe c4=hush,e5=menhir alley,deer - 0-0")
    assert "a2^c2" in texts(free)


def test_whoever_may_do_nothing_loses() -> None:
    """Rule 9.2: at the start of a turn; a state can be written, read and made by hand like that."""
    blocked = position("5/5/5/s4/4f s wooe c3=siege,e5=menhir alley,deer - 0-0")
    assert cairn.outcome(blocked) == Outcome((FOREST,), "no-action")
    start = position("5/5/5/2s2/4f s wooe c3=source,e5=menhir siege,deer - 0-0")
    state = play(start, "c2-c3", "e5:siege")
    assert (state.pending, state.active) == (Over(Outcome((SEA,), "no-action")), FOREST)


def test_an_option_is_forbidden_when_one_of_its_effects_is() -> None:
    text = "5/5/5/2s2/f3f s wooe c3=offer,e1=asylum alley,deer - 0-0"
    both = Together(FlipTile(Tile.ADD), Together(Banish(Space.E1)))
    state = woken(text, both, Together(FlipTile(Tile.ADD), Banish(Space.A1)))
    assert texts(state) == ["!add,xa1"]
    assert woken(text, both).pending == ChooseAction()
    moved = RelocateAll(Relocate(Space.A1, Space.A2), Relocate(Space.E1, Space.E2))
    anchored = woken("5/5/5/2s2/f3f s wooe c3=offer,e1=anchor alley,deer - 0-0", moved, Relocate(Space.A1, Space.A2))
    assert texts(anchored) == ["a1>a2"]


def test_a_ward_judges_every_effect_on_the_board_before_the_option() -> None:
    """No enemy is on e5 then (rule 12.4)."""
    text = "5/3f1/5/2s2/s4 s wooe c3=offer,b1=barrier alley,deer - 0-0"
    by_way = Together(Relocate(Space.D4, Space.E5), Relocate(Space.E5, Space.B1))
    assert texts(woken(text, Relocate(Space.D4, Space.B1), by_way)) == ["d4>e5,e5>b1"]


def test_a_ward_that_misbehaves_is_named() -> None:
    def failing(_: Site, __: cairn.Action) -> bool:
        raise ZeroDivisionError("oops")

    for forbids, told in (
        (failing, r"the ward of 'cracked' on c3 failed with ZeroDivisionError\('oops'\); a ward takes a Site"),
        (lambda _, __: None, "the ward of 'cracked' on c3 returned None; it should return True or False"),
    ):
        stone = ward("Cracked", text="It is cracked.", id="cracked")(forbids)  # type: ignore[arg-type]
        with pytest.raises(PowerError, match=told):
            cairn.parse_position("5/5/5/s4/4f s wooe c3=cracked,e5=menhir - - 0-0", ALL | stone)


def test_a_state_can_be_observed_although_a_ward_misbehaves() -> None:
    """Listing its actions fails, from the observation as from the state."""
    stone = ward("Cracked", text="It is cracked.", id="cracked")(lambda _, __: None)  # type: ignore[arg-type]
    state = cairn.new_game(megaliths=[*cairn.LIGHT_SET, stone], circles=("cracked", "dawn"), first=0)
    seen = cairn.observe(state, 0)
    assert seen == cairn.observe(state, 1)
    for value in (state, seen):
        with pytest.raises(PowerError, match="the ward of 'cracked' on b3 returned None"):
            cairn.legal_actions(value)


def test_a_megalith_can_have_a_power_and_a_ward() -> None:
    stone = megalith("Both", text="Again, and no jumps.", id="both", ward=lambda _, action: isinstance(action, Jump))(
        lambda _: [cairn.TakeExtraTurn()]
    )
    state = cairn.parse_position("5/5/5/2s2/2s1f s wooe c3=both,e5=menhir - - 0-0", ALL | stone)
    assert not [text for text in texts(state) if "^" in text]
    assert texts(play(state, "c2-c3")) == ["again"]


def test_what_a_ward_is_made_of_is_checked() -> None:
    with pytest.raises(DefinitionError, match="ward should be a function that takes a Site and an Action"):
        ward("One", text="It takes one.", id="one")(lambda _: True)  # type: ignore[arg-type, misc]
    with pytest.raises(DefinitionError, match="wakes should be a When, not 'leaving'"):
        megalith("When", text="It wakes.", id="when", wakes="leaving")(lambda _: ())  # type: ignore[arg-type]
    with pytest.raises(DefinitionError, match="effects should be a tuple of subclasses of Effect"):
        megalith("Own", text="Its own.", id="own", effects=(Wake,))(lambda _: ())
    assert copy.deepcopy(ALL["wall"]) is ALL["wall"]
    assert pickle.loads(pickle.dumps(ALL["wall"])) is ALL["wall"]  # noqa: S301 - made here


# Rule 12.5: several shamans at once.


def test_all_around_go_one_space_in_a_circle() -> None:
    start = position("5/1ff2/5/2ss1/5 s wooe c3=whirlpool,e5=menhir alley,deer - 0-0")
    state = play(start, "c2-c3")
    assert texts(state) == ["b4>c4+c4>d4+d2>c2", "b4>b3+c4>b4+d2>d3"]
    after = play(state, "b4>c4+c4>d4+d2>c2")
    assert dict(after.shamans) == {Space.C2: SEA, Space.C3: SEA, Space.C4: FOREST, Space.D4: FOREST}
    assert after.pending == TransformOrPass()  # c2, c3 against c4: all were moved by Sea
    assert after.moved == (Space.C2, Space.C3, Space.C4, Space.D4)
    told = [str(change) for change in cairn.changes(state, after)]
    assert told[:2] == ["Sea moves d2-c2", "Forest moves b4-d4"]  # a Forest shaman is on c4 before and after


def test_what_is_moved_at_once_wakes_in_the_order_of_the_moves() -> None:
    swap = RelocateAll(Relocate(Space.A1, Space.E1), Relocate(Space.E1, Space.A1))
    state = woken("5/5/5/2s2/f3s s wooe a1=mound,e1=tribute,c3=offer alley,deer - 1-0", swap)
    assert swap.notation == "a1>e1+e1>a1"
    state = play(state, "a1>e1+e1>a1")
    assert (power(state).space, power(state).owner, state.waiting) == (Space.E1, FOREST, (Space.A1,))
    assert RelocateAll().notation == "nobody"


def test_moving_at_once_keeps_who_counts_as_moved() -> None:
    """Where only the acting shaman counts, the mark goes with it (rule 8.7)."""
    turn_about = RelocateAll(Relocate(Space.C3, Space.E1), Relocate(Space.E1, Space.C3))
    stones = ALL | offering(turn_about)
    variant = cairn.Variant(transformation_trigger="acted", transformation_mandatory=True)
    start = cairn.parse_position("5/5/5/2ss1/4f s wooe c3=offer,e5=menhir - - 0-0", stones, variant)
    state = play(start, "c2-c3")
    after = turn_about.apply(state)
    assert (after.moved, after.waiting) == ((Space.E1,), (Space.E1, Space.C3))


@pytest.mark.parametrize(
    ("moves", "why"),
    [
        (
            [Relocate(Space.C3, VILLAGE)],
            "every move needs its own origin, and its own destination elsewhere on the board",
        ),
        (
            [Relocate(Space.C3, Space.C3)],
            "every move needs its own origin, and its own destination elsewhere on the board",
        ),
        ([Relocate(Space.C3, Space.C4), Relocate(Space.C3, Space.C5)], "every move needs its own origin"),
        ([Relocate(Space.C3, Space.C4), Relocate(Space.E1, Space.C4)], "every move needs its own origin"),
        ([Relocate(Space.B1, Space.B2)], "no shaman stands on b1"),
        ([Relocate(Space.C3, Space.E1)], "e1 is occupied"),
    ],
)
def test_moves_that_cannot_be_made_at_once(moves: list[Relocate], why: str) -> None:
    with pytest.raises(PowerError, match=rf"'offer' on c3 offers .*, but {why}"):
        woken("5/5/5/2s2/f3f s wooe c3=offer,e5=menhir alley,deer - 0-0", RelocateAll(*moves))


def test_leaving_at_once_wakes_too() -> None:
    away = RelocateAll(Relocate(Space.E1, Space.E2))
    state = woken("5/5/5/2s2/f3f s wooe e1=parting,e2=mound,c3=offer alley,deer - 1-0", away)
    assert play(state, "e1>e2").pending == UsePower(Space.E2, ALL["mound"], FOREST)  # nobody to banish around e1
    state = woken("5/5/5/2s2/f2sf s wooe e1=parting,e2=mound,c3=offer alley,deer - 1-0", away)
    assert play(state, "e1>e2").pending == UsePower(Space.E1, ALL["parting"], FOREST)


# Rule 12.6: borrowing.


@pytest.mark.untraced
def test_a_neighbours_power_is_used_here() -> None:
    start = position("5/3f1/5/2s2/5 s wooe b3=deer,c3=mimic alley,menhir - 0-0")
    state = play(start, "c2-c3")
    assert texts(state) == ["~b3"]
    state = play(state, "~b3")
    assert power(state) == UsePower(Space.C3, ALL["deer"], SEA, borrowed=True)
    assert texts(state) == [f"d4>{to}" for to in ("d3", "e3", "c4", "e4", "c5", "d5", "e5")]
    assert loads(dumps(state), registry=ALL) == state
    assert play(state, "d4>d5").active is FOREST


def test_all_decisions_of_a_borrowed_power_are_made_here() -> None:
    start = position("5/3f1/5/2s2/5 s wooe b3=charge,c3=mimic alley,menhir - 0-0")
    state = play(start, "c2-c3", "~b3", "c3>c4")
    assert (power(state).borrowed, power(state).chosen) == (True, (Relocate(Space.C3, Space.C4),))
    assert texts(state) == ["xd4"]


def test_what_cannot_be_borrowed() -> None:
    text = "5/5/5/2s2/f3f s wooe b3=wall,c3=offer alley,deer - 0-0"
    with pytest.raises(PowerError, match="but 'wall' on b3 has no power"):
        woken(text, Borrow(Space.B3))
    with pytest.raises(PowerError, match="but there is no megalith on b4"):
        woken(text, Borrow(Space.B4))


def test_who_is_gone_borrows_nothing_but_what_is_woken_by_leaving() -> None:
    gone = Together(Banish(Space.C3), Borrow(Space.B3))
    state = woken("5/5/5/2s2/f3f s wooe b3=mound,c3=offer alley,deer - 0-0", gone)
    assert play(state, gone.notation).pending == ChooseAction()
    state = woken("5/5/3f1/2s2/f4 s wooe b3=parting,c3=offer alley,deer - 0-0", gone)
    assert texts(play(state, gone.notation)) == ["xd3"]


# Rule 12.7: waking a standing shaman's megalith.


def test_another_shaman_wakes_what_it_stands_on() -> None:
    start = position("5/4s/5/2s2/4f s wooe c3=bell,e4=mound alley,deer - 0-0")
    state = play(start, "c2-c3")
    assert texts(state) == ["@e4"]
    state = play(state, "@e4")
    assert power(state) == UsePower(Space.E4, ALL["mound"], SEA)
    assert state.moved == (Space.C3,)


def test_an_enemy_that_is_woken_decides_and_wakes_once() -> None:
    twice = Together(Wake(Space.E1), Wake(Space.E1))
    state = play(woken("5/5/5/2s2/f3f s wooe e1=mound,c3=offer alley,deer - 0-0", twice), twice.notation)
    assert (cairn.current_player(state), state.waiting) == (FOREST, ())


def test_who_stands_on_nothing_wakes_nothing() -> None:
    text = "5/5/5/2s2/f3f s wooe c3=offer,e5=menhir alley,deer - 0-0"
    assert play(woken(text, Wake(Space.A1)), "@a1").pending == ChooseAction()
    with pytest.raises(PowerError, match="'offer' on c3 offers @b1, but no shaman stands on b1"):
        woken(text, Wake(Space.B1))


# Rule 12.8: granting a build.


def test_a_sacrifice_builds_and_scores() -> None:
    start = position("5/4f/5/2s2/s4 s wooe c3=altar,e5=menhir alley,deer mound 0-0")
    state = play(start, "c2-c3")
    assert texts(state) == ["xa1,:a1"]
    state = play(state, "xa1,:a1")
    assert state.pending == BuildMegalith(Space.A1, SEA)
    after = play(state, "=deer")
    assert (after.scores, after.active, after.megaliths[Space.A1].id) == ((1, 0), FOREST, "deer")
    assert loads(dumps(state), registry=ALL) == state


def test_a_granted_build_can_win_off_turn() -> None:
    """Sea's Deer Rock pushes Forest onto the Altar, and Forest builds its third."""
    start = position("4f/5/2f2/1s3/5 s wooe e1=mound,e2=menhir,b3=deer,c4=altar alley,dawn - 0-2")
    state = play(start, "b2-b3", "c3>c4", "xe5,:e5")
    assert state.pending == BuildMegalith(Space.E5, FOREST)
    assert play(state, "=dawn").pending == Over(Outcome((FOREST,), "third-megalith"))


def test_nothing_is_built_where_a_megalith_lies_by_then() -> None:
    state = woken("5/5/5/2s2/f3f s wooe c3=offer,e5=menhir alley,deer - 0-0", GrantBuild(Space.C3))
    assert play(state, ":c3").pending == ChooseAction()


def test_nobody_leaves_the_field_for_a_granted_build() -> None:
    """A shaman stands where is built: it is not told to go, and does not wake what is built under it."""
    state = woken("5/5/5/2s2/f3s s wooe c3=offer,e5=menhir mound,deer - 0-0", GrantBuild(Space.E1))
    building = play(state, ":e1")
    assert cairn.changes(state, building) == (cairn.events.Asked(BuildMegalith(Space.E1, SEA)),)
    assert play(building, "=mound").pending == ChooseAction()


# The drifting Raft, and texts that nobody offers.


def test_a_megalith_carries_its_shaman_until_it_would_come_back() -> None:
    """On the raft's way no place comes twice: c3 is where it first woke (rule 6.7)."""
    start = position("5/5/5/2s2/4f s wooe c3=raft,e5=menhir alley,deer - 0-0")
    state = play(start, "c2-c3", "c3~c4,c3>c4")
    assert "c4~c3,c4>c3" not in texts(state)
    assert "c4~c5,c4>c5" in texts(state)


@pytest.mark.parametrize(
    ("text", "action"), [("~b3", Borrow(Space.B3)), ("@c3", Wake(Space.C3)), (":a1", GrantBuild(Space.A1))]
)
def test_the_notations_are_read_wherever_they_stand(text: str, action: Effect) -> None:
    assert cairn.parse_action(text, cairn.new_game(seed=1)) == action
    assert cairn.format_action(action) == text


def test_threats_are_found_where_a_turn_has_very_many_ways() -> None:
    """Two powers that move shamans anywhere or all at once; the search stops, always at the same point."""
    text = "2ssf/2s2/2f2/1s1f1/1f1f1 f wdoe d1=acme.far-stone,c2=whirlpool,b3=whirl,a5=hearth,b5=mimic,e5=charge"
    state = cairn.parse_position(f"{text} gate,gale deer,stormwell 2-2", Registry(ALL_STONES))
    found = cairn.threats(state)
    assert found
    assert found == cairn.threats(copy.deepcopy(state))


# States by hand, and the symmetries.


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"waiting": (NextTurn(), Space.C3)}, "waiting: NextTurn must be the last item"),
        ({"waiting": (UsePower(Space.C3, ALL["mound"], SEA),)}, "waiting: 'mound' is not in the game"),
        ({"pending": UsePower(Space.C3, ALL["mound"], SEA, borrowed=True)}, "pending: 'mound' is not in the game"),
        (
            {"pending": UsePower(Space.C3, ALL["wall"], SEA, borrowed=True)},
            "'wall' has no decision left to make",
        ),
        ({"waiting": (UsePower(Space.C3, ALL["raft"], SEA),)}, "waiting: an arrival on c3 waits as a Space"),
        ({"waiting": (UsePower(Space.C3, ALL["wall"], SEA, borrowed=True),)}, "'wall' on c3 cannot wait"),
        ({"pending": UsePower(Space.A1, ALL["parting"], SEA)}, "pending: 'parting' is not on a1"),
        ({"waiting": ("next",)}, "is not a tuple of Spaces, BuildMegaliths, UsePowers, and a NextTurn"),
    ],
)
def test_odd_queues_cannot_be(changed: dict[str, object], told: str) -> None:
    state = play(position("5/5/5/2s2/4f s wooe b3=deer,c3=raft wall,menhir - 0-0"), "c2-c3")
    with pytest.raises(UnsoundStateError, match=told):
        make_state(**parts(state) | changed)


def test_what_is_borrowed_or_waits_can_be_made_by_hand() -> None:
    state = play(position("5/3f1/5/2s2/5 s wooe b3=deer,c3=mimic alley,menhir - 0-0"), "c2-c3", "~b3")
    assert make_state(**parts(state)) == state
    state = play(position("5/3f1/1fs2/5/5 s wooe c2=tribute,c3=parting alley,deer - 0-0"), "c3-c2")
    assert make_state(**parts(state)) == state
    state = play(position("5/2f2/5/5/s4 s wooe c4=watchfire,e5=menhir alley,deer - 0-0"), "a1-a2")
    assert make_state(**parts(state)) == state


def test_the_images_of_wider_effects_and_queues() -> None:
    """Rule 1.8: half a turn takes c3 to c3 and a1 to e5."""
    swap = RelocateAll(Relocate(Space.C3, Space.D4), Relocate(Space.D4, Space.C3))
    assert cairn.rotate(swap) == RelocateAll(Relocate(Space.C3, Space.B2), Relocate(Space.B2, Space.C3))
    state = play(position("5/2f2/5/5/s4 s wooe c4=watchfire,e5=menhir alley,deer - 0-0"), "a1-a2")
    image = cairn.rotate(state)
    assert image.waiting == (NextTurn(),)
    assert image.pending == UsePower(Space.C2, ALL["watchfire"], SEA)
    assert cairn.rotate(image) == state


def test_what_wakes_before_a_turn_needs_the_next_turn_to_wait() -> None:
    state = play(position("5/2f2/5/5/s4 s wooe c4=watchfire,e5=menhir alley,deer - 0-0"), "a1-a2")
    with pytest.raises(UnsoundStateError, match="'watchfire' wakes before a turn, but NextTurn is not waiting"):
        make_state(**parts(state) | {"waiting": ()})


# Several of these stones together.


@megalith("Sledge", text="Before your turn it slides.", wakes=When.BEFORE_TURN)
def sledge(site: Site) -> Iterable[Effect]:
    return site.slides(site.space)


@megalith("Ox", text="Before your turn, slide a megalith.", wakes=When.BEFORE_TURN)
def ox(site: Site) -> Iterable[Effect]:
    return [slide for space in site.megaliths for slide in site.slides(space)]


@megalith("Skid", text="Whoever leaves it slides it.", wakes=When.LEAVING)
def skid(site: Site) -> Iterable[Effect]:
    return site.slides(site.space)


def test_a_megalith_that_is_gone_by_then_is_not_used() -> None:
    """The Ox has pulled the Sledge away before it woke (rule 12.3)."""
    stones = ALL | Registry((sledge, ox))
    start = cairn.parse_position("5/2f2/5/f4/s4 s wooe a2=ox,c4=sledge mound,deer - 0-0", stones)
    state = play(start, "a1-b1")
    assert power(state).megalith.id == "ox"
    assert power(play(state, "a2~a3")).megalith.id == "sledge"
    after = play(state, "c4~b3")
    assert (after.active, after.pending) == (FOREST, ChooseAction())


def test_who_leaves_the_field_builds_if_the_megalith_has_gone_from_there() -> None:
    """The same whether an action or a power leads out (rules 6.6, 12.2)."""
    stones = ALL | skid
    start = cairn.parse_position("2s2/5/5/5/4f s wooe c5=skid,e5=menhir alley,deer - 0-0", stones)
    assert play(start, "c5-x", "c5~c4").pending == BuildMegalith(Space.C5, SEA)
    by_power = cairn.parse_position(
        "2s2/5/5/3s1/4f s wooe c5=skid,d3=haven alley,deer - 0-0", stones, cairn.Variant(power_exit=True)
    )
    assert play(by_power, "d2-d3", "c5>x", "c5~c4").pending == BuildMegalith(Space.C5, SEA)


def test_who_is_built_under_does_not_wake_it() -> None:
    """Also when it has just come there (rule 12.8)."""
    come = Together(GrantBuild(Space.E1), Relocate(Space.D1, Space.E1))
    state = woken("5/5/5/2s2/f2s1 s wooe c3=offer,e5=menhir mound,deer - 0-0", come)
    assert play(state, come.notation, "=mound").pending == ChooseAction()


@pytest.mark.untraced
@pytest.mark.slow
def test_a_turn_ends_though_powers_start_powers() -> None:
    """Two stones that borrow all their neighbours, and so each other; after 200 powers none is used (rule 6.7).

    The only option of the 200th power would bring another one, so it has none.
    """

    def chorus(id: str) -> Megalith:
        def sing(site: Site) -> Iterable[Effect]:
            yield Together(*(Borrow(space) for space in site.adjacent if space in site.megaliths))

        return megalith("Chorus", text="It sings.", id=id)(sing)

    stones = ALL | Registry((chorus("one"), chorus("two")))
    state = cairn.parse_position("5/5/5/2s2/4f s wooe b3=one,c3=mimic,d3=two alley,deer - 1-0", stones)
    state = play(state, "c2-c3")
    decisions = 0
    while state.turn == 0:
        state = cairn.apply(state, cairn.legal_actions(state)[0])
        decisions += 1
    assert decisions == 199
    assert len(state.seen) == 0


def test_the_power_after_the_200th_is_not_used() -> None:
    """With 199 powers before, Memorial Mound would be the 201st of the turn (rule 6.7)."""
    start = woken(
        "5/5/5/2s2/4f s wooe c3=offer,e5=mound alley,deer - 0-0", Relocate(Space.C3, Space.E5), FlipTile(Tile.ADD)
    )
    used = play(start, "c3>e5").seen
    for before, options in ((198, ["c3>e5", "!add"]), (199, ["!add"])):
        assert texts(make_state(**{**parts(start), "seen": used * before})) == options


def test_what_cannot_be_done_is_refused_when_it_is_chosen() -> None:
    """Nobody stands on a1; also when another power was used before in the turn."""
    stones = ALL | offering(Banish(Space.A1))
    state = cairn.parse_position("5/5/5/2s2/4f s wooe c3=cromlech,e5=offer alley,deer - 0-0", stones)
    state = play(state, "c2-c3", "c3>e5")
    assert texts(state) == ["xa1"]
    with pytest.raises(PowerError, match="'offer' on e5 offers xa1, but no shaman stands on a1"):
        play(state, "xa1")


def test_a_power_with_two_decisions_counts_once() -> None:
    """Charge moves the shaman to c4, onto the Mound, and banishes Forest's on d4 (rules 6.7, 6.8)."""
    start = position("5/3f1/5/2s2/5 s wooe c3=charge,c4=mound alley,deer - 0-0")
    state = play(start, "c2-c3", "c3>c4", "xd4")
    assert power(state) == UsePower(Space.C4, ALL["mound"], SEA)
    assert [each.pending for each in state.seen] == [UsePower(Space.C3, ALL["charge"], SEA)]


def test_an_option_repeats_a_position_also_by_what_waits() -> None:
    """Turning the tile back brings back a position in which a waiting power was used (rule 6.7)."""
    again = Together(Borrow(Space.E5), Borrow(Space.E5))
    stones = ALL | offering(again)
    state = cairn.parse_position("5/5/5/2s2/4f s wooe c3=offer,e5=mound alley,deer - 0-0", stones)
    state = play(state, "c2-c3", again.notation)
    assert (power(state).megalith.id, len(state.waiting)) == ("mound", 1)
    assert texts(play(state, "!add")) == ["!add", "!move", "!jump"]


def test_only_who_can_leave_is_told_to_leave() -> None:
    """An effect of one's own that banishes and grants a build there is no exit (rule 12.8)."""
    off = Sacrifice(Space.E1)
    state = woken("5/5/5/2s2/f3s s wooe c3=offer,e5=menhir mound,deer - 0-0", off)
    assert str(cairn.changes(state, play(state, off.notation))[0]) == "Sea's shaman on e1 is banished"


def test_who_decides_is_part_of_a_stones_value() -> None:
    def power_of(site: Site) -> Iterable[Effect]:
        return map(Banish, site.enemies())

    assert opponent_decides(power_of) == opponent_decides(power_of) != power_of
    stone = megalith("Local", text="It is local.", id="local")(opponent_decides(power_of))
    assert copy.deepcopy(stone) == stone
    assert pickle.loads(pickle.dumps(let_in)) is let_in  # noqa: S301 - made here
    assert pickle.loads(pickle.dumps(opponent_decides(strike))) == opponent_decides(strike)  # noqa: S301 - made here


@opponent_decides
def let_in(site: Site) -> Iterable[Effect]:
    return map(cairn.Summon, site.free(site.first_row))


@pytest.mark.parametrize("thing", ["x", None, ALL["deer"], pow])
def test_what_is_no_power_cannot_be_the_opponents(thing: object) -> None:
    with pytest.raises(DefinitionError, match="is not a power; a power is a function that takes only a Site"):
        opponent_decides(thing)  # type: ignore[arg-type]


def test_a_ward_is_nobodys_decision() -> None:
    with pytest.raises(DefinitionError, match="ward should be a function"):
        ward("Odd", text="It is odd.", id="odd")(opponent_decides(lambda _: ()))  # type: ignore[arg-type]


def test_the_error_of_a_power_is_told_once() -> None:
    def asking(_: Site) -> Iterable[Effect]:
        raise PowerError("the mound is empty")

    def forbidding(_: Site, __: cairn.Action) -> bool:
        raise PowerError("the wall is down")

    stone = megalith("Asking", text="It asks.", id="asking")(asking)
    with pytest.raises(PowerError, match=r"^the mound is empty$"):
        play(cairn.parse_position("5/5/5/2s2/4f s wooe c3=asking,e5=menhir - - 0-0", ALL | stone), "c2-c3")
    fallen = ward("Fallen", text="It has fallen.", id="fallen")(forbidding)
    with pytest.raises(PowerError, match=r"^the wall is down$"):
        cairn.parse_position("5/5/5/s4/4f s wooe c3=fallen,e5=menhir - - 0-0", ALL | fallen)


@frozen
class Sacrifice(Effect):
    """Banishes, and grants a build in the same place."""

    space: Space

    def apply(self, state: State) -> State:
        return GrantBuild(self.space).apply(Banish(self.space).apply(state))
