"""Every reason why an action is illegal: its code, its sentence, its rule."""

from __future__ import annotations

import pytest

from cairn_rules import IllegalActionError, cairn
from cairn_rules.cairn import Add, Jump, Move, Pass, Space, Transform, Variant
from support.play import play

START = "f1f1f/5/5/5/s1s1s s wooe b3=chaos,d3=dawn cromlech,pillars alley,deer 0-0"
CORNER = "f4/1s3/5/5/4f s wdee c3=chaos,d3=dawn alley,deer - 0-0"


@pytest.mark.parametrize(
    ("text", "action", "code", "rule"),
    [
        (START, Pass(), "pass/not-allowed", "3.2"),
        (START, Transform(Space.A5), "decision/choose-action", "3.1"),
        (START, cairn.TakeExtraTurn(), "decision/choose-action", "3.1"),
        (START, Add(Space.C2), "add/not-a-totem", "4.1"),
        (START, Add(Space.B5), "add/not-a-totem", "4.1"),
        (START, Add(Space.B1), "add/other-face", "4.1"),
        ("f1f1f/5/4s/s4/s1s1s s wooe b3=chaos,d3=dawn - - 0-0", Add(Space.D1), "add/empty-village", "4.1"),
        ("f1f1f/5/5/5/s2ss s wooe b3=chaos,d3=dawn - - 0-0", Add(Space.D1), "add/own-shaman", "4.1"),
        (START, Move(Space.B2, Space.B3), "move/no-shaman", "4.3"),
        (START, Move(Space.A5, Space.A4), "move/not-yours", "4.3"),
        (START, Move(Space.A1, Space.A3), "move/not-one-step", "4.3"),
        (START, Move(Space.A1, Space.A1), "move/not-one-step", "4.3"),
        (START, Move(Space.E1, Space.A2), "move/not-one-step", "4.3"),
        (START, Move(Space.A1, Space.B2), "move/not-straight", "4.3"),
        (START.replace("wooe", "wdoe"), Move(Space.A1, Space.A2), "move/not-diagonal", "4.3"),
        (START.replace("s1s1s", "ss2s"), Move(Space.A1, Space.B1), "move/occupied", "4.3"),
        (START, Move(Space.A1, cairn.VILLAGE), "move/no-exit", "4.5"),
        (START, Jump(Space.B2, Space.B4), "jump/no-shaman", "4.4"),
        (START, Jump(Space.A5, Space.A3), "jump/not-yours", "4.4"),
        (START, Jump(Space.A1, Space.A2), "jump/not-two-steps", "4.4"),
        (START, Jump(Space.A1, Space.B3), "jump/not-two-steps", "4.4"),
        (START, Jump(Space.A1, Space.A1), "jump/not-two-steps", "4.4"),
        (START, Jump(Space.A1, Space.A3), "jump/nothing-to-jump", "4.4"),
        (START.replace("s1s1s", "sf2s").replace("f1f1f", "f1f2"), Jump(Space.A1, Space.C1), "jump/wrong-tribe", "4.4"),
        (START.replace("s1s1s", "sss2"), Jump(Space.A1, Space.C1), "jump/occupied", "4.4"),
        (START, Jump(Space.A1, cairn.VILLAGE), "jump/no-exit", "4.6"),
        ("5/1s3/5/5/4f s wdee c3=chaos,d3=dawn - - 0-0", Jump(Space.B4, cairn.VILLAGE), "jump/nothing-in-front", "4.6"),
        ("5/s4/5/5/4f s wdee c3=chaos,d3=dawn - - 0-0", Jump(Space.A4, cairn.VILLAGE), "jump/nothing-in-front", "4.6"),
        ("sssss/5/5/5/fffff s wdee c3=chaos,d3=dawn - - 0-0", Pass(), "pass/not-allowed", "3.2"),
        ("5/5/5/fffff/sssss s wdoe c3=chaos,d3=dawn - - 0-0", Pass(), "game/over", "9.2"),
        ("5/5/5/5/s3f s wdoe a3=deer,b3=alley,c3=chaos,d3=dawn,e3=menhir - - 3-0", Pass(), "game/over", "9.1"),
        (START, "c1-c2", "action/unknown", "3.1"),
        (START, None, "action/unknown", "3.1"),
    ],
)
def test_choosing_an_action(text: str, action, code: str, rule: str) -> None:
    reason = cairn.why_illegal(cairn.parse_position(text), action)
    assert reason is not None
    assert (reason.code, reason.rule) == (code, rule)


def test_a_jump_over_the_corner() -> None:
    """Rule 4.7: the variant may close the corner; it closes nothing else."""
    jump = Jump(Space.B4, cairn.VILLAGE)
    closed = Variant(corner_exit=False)
    assert cairn.why_illegal(cairn.parse_position(CORNER), jump) is None
    reason = cairn.why_illegal(cairn.parse_position(CORNER, variant=closed), jump)
    assert reason is not None
    assert (reason.code, reason.rule) == ("jump/over-the-corner", "4.7")
    open_too = cairn.parse_position(CORNER.replace("f4/", "ff3/"), variant=closed)
    assert cairn.why_illegal(open_too, jump) is None


def mid_turn(text: str, *decisions: str, variant: Variant | None = None) -> cairn.State:
    return play(cairn.parse_position(text, variant=variant), *decisions)


@pytest.mark.parametrize(
    ("action", "code", "rule"),
    [
        (Move(Space.A1, Space.A2), "decision/use-power", "6.3"),
        (Pass(), "decision/use-power", "6.3"),
        (cairn.Banish(Space.A5), "power/not-offered", "6.3"),
        (cairn.FlipTile(cairn.Tile.ADD), None, None),
    ],
)
def test_using_a_power(action, code: str | None, rule: str | None) -> None:
    state = mid_turn("4f/5/5/2s2/5 s wooe c3=mound,d3=dawn - - 0-0", "c2-c3")
    reason = cairn.why_illegal(state, action)
    assert (reason and reason.code, reason and reason.rule) == (code, rule)


@pytest.mark.parametrize(
    ("action", "code"),
    [
        (Move(Space.A1, Space.A2), "decision/build"),
        (cairn.Construct(cairn.BASE_SET["menhir"]), "construct/not-upcoming"),
        (cairn.Construct(cairn.BASE_SET["deer"]), None),
    ],
)
def test_building(action, code: str | None) -> None:
    state = mid_turn("2s2/5/5/5/4f s wooe c3=mound,d3=dawn alley,deer - 0-0", "c5-x")
    reason = cairn.why_illegal(state, action)
    assert (reason and reason.code) == code
    assert reason is None or reason.rule == "5.3"


@pytest.mark.parametrize(
    ("action", "code", "rule"),
    [
        (Add(Space.D1), "decision/transform", "8.4"),
        (Transform(Space.B2), "transform/no-enemy", "8.1"),
        (Transform(Space.A5), "transform/no-enemy", "8.1"),
        (Transform(Space.E5), "transform/no-arrangement", "8.2"),
        (Transform(Space.D4), "transform/not-fresh", "8.3"),
        (Transform(Space.D2), None, None),
        (Pass(), None, None),
    ],
)
def test_transforming(action, code: str | None, rule: str | None) -> None:
    """Sea moves to b2: b2-c2-d2 is fresh, b4-c4-d4 stood before."""
    state = mid_turn("4f/1ssf1/5/2sf1/1s3 s wooe c3=mound,d3=dawn alley,deer - 0-0", "b1-b2")
    reason = cairn.why_illegal(state, action)
    assert (reason and reason.code, reason and reason.rule) == (code, rule)


@pytest.mark.parametrize(
    ("row", "face", "where"), [("2sf1", "e", "at the end"), ("2fs1", "m", "in the middle")], ids=["end", "middle"]
)
def test_the_face_of_the_tile_is_named(row: str, face: str, where: str) -> None:
    """Rule 8.2: Sea moves to b2 and may transform Forest's shaman next to it, but not the one on e5."""
    state = mid_turn(f"4f/5/5/{row}/1s3 s woo{face} c3=mound,d3=dawn alley,deer - 0-0", "b1-b2")
    reason = cairn.why_illegal(state, Transform(Space.E5))
    assert reason is not None
    assert reason.text == f"e5 is not in an arrangement with the enemy {where}"


def test_only_the_shaman_that_acted_may_count() -> None:
    """Rule 8.7: Sea moved b2 by a power, but under this option only the shaman of its action counts."""
    state = mid_turn(
        "5/5/ss1f1/s1s2/2f1f s wooe c3=haven,e3=dawn - - 0-0",
        "c2-c3",
        "a2>b2",
        variant=Variant(transformation_trigger="acted"),
    )
    reason = cairn.why_illegal(state, Transform(Space.C1))
    assert reason is not None
    assert (reason.code, reason.rule) == ("transform/not-acted", "8.7")
    assert "the shaman of Sea's action" in reason.text


def test_passing_where_transforming_is_mandatory() -> None:
    """Rule 8.4, with the option of rule 10.4."""
    state = mid_turn(
        "4f/5/5/2sf1/1s3 s wooe b3=mound,d3=dawn - - 0-0", "b1-b2", variant=Variant(transformation_mandatory=True)
    )
    assert cairn.legal_actions(state) == (Transform(Space.D2),)
    reason = cairn.why_illegal(state, Pass())
    assert reason is not None
    assert (reason.code, reason.rule) == ("pass/mandatory", "8.4")


def test_the_error_says_it_all() -> None:
    state = cairn.parse_position(START)
    before = cairn.format_position(state)
    with pytest.raises(IllegalActionError) as caught:
        cairn.apply(state, Move(Space.A1, Space.B2))
    assert caught.value.reason.code == "move/not-straight"
    assert caught.value.action == Move(Space.A1, Space.B2)
    for part in ("a1 to b2 is diagonal", "orthogonal", "move/not-straight", "rule 4.3"):
        assert part in str(caught.value)
    assert "State" not in str(caught.value)
    assert "Sea's turn" in caught.value.where
    assert cairn.format_position(state) == before
