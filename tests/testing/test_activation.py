"""Powers woken in drawn positions."""

from __future__ import annotations

import pytest
from twelve_stones import STONES

from cairn_rules import DefinitionError, IllegalActionError, NotationError, Registry, cairn
from cairn_rules.cairn import BASE_SET, Banish, Space, Tribe, UsePower
from cairn_rules.testing import PLAIN_STONES, activate, parse_drawing
from support.stones import charge, whirl

TWELVE = Registry(STONES)
DRAWN = parse_drawing(
    """
    f     .     .  .  f
    .     .     .  .  .
    deer  .     f  .  .
    .     .     .  .  .
    s     dawn  .  .  s
    """,
    upcoming=["mound", "menhir"],
    deck=["chaos"],
)


def test_a_power_is_woken_by_a_shaman_of_the_active_player() -> None:
    woken = activate(BASE_SET["tumulus"], on=DRAWN, at="b3")
    assert woken.state.shamans[Space.B3] is Tribe.SEA
    assert woken.state.moved == (Space.B3,)
    assert woken.state.scores == (1, 0)
    assert woken.texts == tuple(cairn.format_action(action) for action in cairn.legal_actions(woken.state))
    assert woken.options == cairn.legal_actions(woken.state)
    assert woken.choose(woken.options[0]).state == cairn.apply(woken.state, woken.options[0])


def test_whoever_stands_there_wakes_it() -> None:
    woken = activate(whirl, on=DRAWN, at=Space.C3, owner=Tribe.FOREST)
    assert woken.options == ()
    assert woken.state.active is Tribe.FOREST
    stone = BASE_SET["mound"]
    off_turn = activate(stone, on=DRAWN, at=Space.C3)
    assert off_turn.state.pending == UsePower(Space.C3, stone, Tribe.FOREST)
    assert off_turn.state.active is Tribe.SEA
    assert off_turn.state.moved == ()


@pytest.mark.parametrize(("stone", "at"), [(BASE_SET["mound"], "c2"), (TWELVE["parting"], "d2")])
@pytest.mark.parametrize("owner", Tribe)
def test_an_owner_may_be_a_seat_number(stone: cairn.Megalith, at: str, owner: Tribe) -> None:
    state = activate(stone, on=DRAWN, at=at, owner=int(owner)).state
    assert state == activate(stone, on=DRAWN, at=at, owner=owner).state
    assert isinstance(state.pending, UsePower)
    assert state.pending.owner is owner


def test_a_stone_that_is_upcoming_comes_to_the_board_and_the_display_is_refilled() -> None:
    state = activate(BASE_SET["mound"], on=DRAWN, at="c2").state
    assert [stone.id for stone in state.upcoming] == ["menhir", "chaos"]
    assert state.deck == ()


def test_one_decision_after_the_other() -> None:
    """A power with two decisions, then the next turn."""
    state = parse_drawing(". . . . .\n" * 3 + ". . f . .\n" + ". . . . .\n")
    first = activate(charge, on=state, at="b3")
    assert "b3>b4" in first.texts
    assert first.choose(" B3>A2").texts == ("xc2",)
    second = activate(charge, on=state, at="b3", choose=["b3>b4"])
    assert second.options == (Banish(Space.C2),)
    assert activate(charge, on=state, at="b3", choose=["b3>b4", Banish(Space.C2)]).state.turn == 1


def test_the_turn_goes_on_to_the_transformation() -> None:
    """A power without options: what the shaman that was moved stands in can be transformed (rule 3.1)."""
    state = parse_drawing(". . . . .\n" * 2 + "s . f . .\n" + ". . . . .\n" * 2)
    woken = activate(PLAIN_STONES[6], on=state, at="b3")
    assert woken.options == ()
    assert woken.state.pending == cairn.TransformOrPass()


def test_stones_change_places_or_make_room() -> None:
    deer, dawn, mound = BASE_SET["deer"], BASE_SET["dawn"], BASE_SET["mound"]
    assert activate(deer, on=DRAWN, at="a3").state.megaliths == DRAWN.megaliths
    assert activate(deer, on=DRAWN, at="b1").state.megaliths == {Space.A3: dawn, Space.B1: deer}
    assert activate(deer, on=DRAWN, at="e5").state.megaliths == {Space.B1: dawn, Space.E5: deer}
    assert activate(mound, on=DRAWN, at="a3").state.megaliths == {Space.A3: mound, Space.B1: dawn}
    plain = activate(mound, on=parse_drawing(". . . . .\n" * 5), at="c3").state
    assert plain.megaliths == {Space.A1: PLAIN_STONES[0], Space.C3: mound}
    behind = activate(mound, on=parse_drawing("deer dawn menhir . .\n" + ". . . . .\n" * 4), at="c3").state
    assert behind.scores == (1, 1)


def test_what_is_not_offered_is_refused_with_what_is() -> None:
    woken = activate(BASE_SET["mound"], on=DRAWN, at="c2")
    with pytest.raises(IllegalActionError, match="'mound' does not offer xa1; offered: !add !move !jump") as caught:
        woken.choose(Banish(Space.A1))
    assert caught.value.reason.code == "power/not-offered"
    with pytest.raises(IllegalActionError, match="'no power' does not offer !add"):
        woken.choose("!add").choose("!add")


FULL = parse_drawing("mound cromlech deer dawn chaos\nhaven . . . .\n. . . . .\n. . . . .\nf f f f f\n")


@pytest.mark.parametrize(
    ("on", "at", "owner", "message"),
    [
        (activate(BASE_SET["mound"], on=DRAWN, at="c2").state, "c2", None, "a position between turns"),
        (parse_drawing("deer . . . .\n" + ". . . . .\n" * 4, scores=(3, 0)), "c2", None, "of a game that is not over"),
        (DRAWN, "c2", 2, "owner should be None, a tribe, its name, or a seat from 0 to 1, not 2"),
        (DRAWN, "c2", True, "owner should be None, a tribe, its name, or a seat from 0 to 1, not True"),
        (DRAWN, "c3", 0, "Sea cannot use the power on c3, because a Forest shaman is there"),
        (DRAWN, "c3", Tribe.SEA, "Sea cannot use the power on c3, because a Forest shaman is there"),
        (FULL, "a5", Tribe.FOREST, "all 5 Forest shamans are on the board"),
        (FULL, "c3", None, "the board is full with 6 megaliths"),
    ],
)
def test_what_cannot_be_is_refused(on, at, owner, message: str) -> None:
    with pytest.raises(DefinitionError, match=message):
        activate(BASE_SET["menhir"], on=on, at=at, owner=owner)


def test_a_space_that_is_none_is_refused() -> None:
    with pytest.raises(NotationError, match="'d9' is not a space"):
        activate(BASE_SET["menhir"], on=DRAWN, at="d9")


def test_stones_that_wake_in_another_way_are_woken_in_theirs() -> None:
    """By one that has just left, and by the turn that is about to begin (rules 12.2, 12.3)."""
    left = activate(TWELVE["parting"], on=DRAWN, at="d4", owner=Tribe.SEA)
    assert left.texts == ("xc3", "xe5")
    assert Space.D4 not in left.state.shamans
    assert left.choose("xc3").state.active is Tribe.FOREST
    own = activate(TWELVE["watchfire"], on=DRAWN, at="a1")
    assert own.texts == ("!add", "!move", "!jump", "nothing")
    assert own.choose("nothing").state.active is Tribe.SEA
    theirs = activate(TWELVE["watchfire"], on=DRAWN, at="c3")
    assert theirs.choose("!add").state.active is Tribe.FOREST


def test_a_ward_is_not_woken() -> None:
    with pytest.raises(DefinitionError, match="'wall' has only a ward, not a power"):
        activate(TWELVE["wall"], on=DRAWN, at="c3")
