"""Scenarios of the rules page, each from a position text, with every expected value worked out by hand.

Where a rule is not about megaliths, two lie out of the way: each position has two more than its scores.
"""

from __future__ import annotations

import pytest

from cairn_rules import NotationError, Outcome, cairn
from cairn_rules.cairn import Space, State, Tribe, Variant
from support.play import play
from support.play import texts as listed

pytestmark = pytest.mark.untraced

SEA, FOREST = Tribe.SEA, Tribe.FOREST
QUIET = "b3=chaos,d3=dawn alley,deer - 0-0"
"""Two megaliths that nobody lands on, two upcoming ones, and no score."""


def position(text: str, **options: bool | str) -> State:
    """The state of a position text under some rule options."""
    return cairn.parse_position(text, variant=Variant(**options))


def texts(state: State) -> set[str]:
    """The legal actions as text; each of them is listed once."""
    actions = listed(state)
    assert len(actions) == len(set(actions))
    return set(actions)


def exits(state: State) -> set[str]:
    """The legal actions that leave the board."""
    return {text for text in texts(state) if text.endswith("x")}


def jumps(state: State) -> set[str]:
    """The legal jumps."""
    return {text for text in texts(state) if "^" in text}


def code(state: State, action: str) -> str:
    """The code of the reason why an action is illegal."""
    reason = cairn.why_illegal(state, cairn.parse_action(action, state))
    assert reason is not None
    return reason.code


def megaliths(state: State) -> dict[str, str]:
    """The ids of the megaliths on the board, by space."""
    return {str(space): megalith.id for space, megalith in state.megaliths.items()}


def woken(state: State) -> str | None:
    """The id of the megalith whose power is to be used; None when none is."""
    return state.pending.megalith.id if isinstance(state.pending, cairn.UsePower) else None


STEPS = {
    ("s", "o"): {"a1-a2", "a1-b1", "c1-b1", "c1-c2", "c1-d1", "e1-d1", "e1-e2"},
    ("s", "d"): {"a1-b2", "c1-b2", "c1-d2", "e1-d2"},
    ("f", "o"): {"a5-a4", "a5-b5", "c5-b5", "c5-c4", "c5-d5", "e5-d5", "e5-e4"},
    ("f", "d"): {"a5-b4", "c5-b4", "c5-d4", "e5-d4"},
}
TOTEMS = {("s", "w"): "+d1", ("s", "b"): "+b1", ("f", "w"): "+b5", ("f", "b"): "+d5"}


@pytest.mark.parametrize("jump", ["o", "e"])
@pytest.mark.parametrize(("move", "count"), [("o", 8), ("d", 5)])
@pytest.mark.parametrize("add", ["w", "b"])
@pytest.mark.parametrize("tribe", ["s", "f"])
def test_01_start_position(tribe, add, move, count, jump):
    """At the start there are seven straight moves or four slanting ones, one Add and no jump (rule 4.3)."""
    state = position(f"f1f1f/5/5/5/s1s1s {tribe} {add}{move}{jump}e {QUIET}")
    assert texts(state) == STEPS[tribe, move] | {TOTEMS[tribe, add]}
    assert len(cairn.legal_actions(state)) == count
    assert cairn.current_player(state) == (SEA if tribe == "s" else FOREST)
    assert code(state, "a1^c1" if tribe == "s" else "a5^c5") == "jump/nothing-to-jump"


@pytest.mark.parametrize(
    ("text", "add"),
    [
        ("f1f1f/5/5/5/s2s1 s wooe", "+d1"),
        ("f1f1f/5/5/5/1s2s s booe", "+b1"),
        ("1f2f/5/5/5/s1s1s f wooe", "+b5"),
        ("f2f1/5/5/5/s1s1s f booe", "+d5"),
    ],
)
def test_02_add_onto_an_own_shaman(text, add):
    """A totem with an own shaman takes no other one (rule 4.1)."""
    state = position(f"{text} {QUIET}")
    assert not any(action.startswith("+") for action in texts(state))
    assert code(state, add) == "add/own-shaman"


def test_02_add_onto_an_enemy():
    """An enemy on the totem does not prevent the Add: it goes home first, and nobody scores (rule 4.2)."""
    state = position(f"f1f2/5/5/5/s1sf1 s wooe {QUIET}")
    assert "+d1" in texts(state)
    assert state.villages == (3, 2)
    after = play(state, "+d1")
    assert cairn.format_position(after) == f"f1f2/5/5/5/s1ss1 f booe {QUIET}"
    assert after.villages == (2, 3)


@pytest.mark.parametrize(("face", "other"), [("o", "d"), ("d", "o")])
def test_03_exit_by_a_move(face, other):
    """From the far row either Move face leads out in one way, and the last space is built on (rules 4.5, 4.8, 5.1)."""
    state = position(f"f1s1f/5/5/5/s3s s w{face}oe b3=chaos,d3=dawn cromlech,pillars alley,deer 0-0")
    assert exits(state) == {"c5-x"}
    outside = play(state, "c5-x")
    assert outside.villages == (3, 3)
    assert outside.pending == cairn.BuildMegalith(Space.C5, SEA)
    assert cairn.current_player(outside) == SEA
    assert texts(outside) == {"=cromlech", "=pillars"}
    after = play(outside, "=pillars")
    assert cairn.format_position(after) == (
        f"f3f/5/5/5/s3s f w{other}oe b3=chaos,d3=dawn,c5=pillars cromlech,alley deer 1-0"
    )
    assert after.villages == (3, 3)


@pytest.mark.parametrize(("face", "other"), [("o", "d"), ("d", "o")])
def test_04_exit_from_a_megalith(face, other):
    """A shaman may leave from a megalith, but then nothing is built, scored or drawn (rule 5.2)."""
    state = position(f"f1s1f/5/5/5/s3s s w{face}oe d3=dawn,c5=chaos cromlech,pillars alley,deer 0-0")
    assert exits(state) == {"c5-x"}
    after = play(state, "c5-x")
    assert cairn.format_position(after) == (
        f"f3f/5/5/5/s3s f w{other}oe d3=dawn,c5=chaos cromlech,pillars alley,deer 0-0"
    )
    assert after.villages == (3, 3)


def test_05_exit_by_a_jump():
    """A jump over the far row leads out; the jumped shaman stays, and the space of the take-off counts (rule 4.6)."""
    state = position("3f1/3s1/5/5/5 s woee b3=chaos,d3=dawn cromlech,pillars alley,deer 0-0")
    assert exits(state) == {"d4^x"}
    outside = play(state, "d4^x")
    assert outside.pending == cairn.BuildMegalith(Space.D4, SEA)
    assert dict(outside.shamans) == {Space.D5: FOREST}
    assert outside.villages == (5, 4)
    after = play(outside, "=cromlech")
    assert cairn.format_position(after) == ("3f1/5/5/5/5 f wooe b3=chaos,d3=dawn,d4=cromlech alley,pillars deer 1-0")


def test_05_exit_by_a_jump_needs_the_face():
    """On the own face an enemy on the far row cannot be jumped over (rule 4.6)."""
    state = position(f"3f1/3s1/5/5/5 s wooe {QUIET}")
    assert exits(state) == set()
    assert code(state, "d4^x") == "jump/nothing-in-front"


@pytest.mark.parametrize(
    ("text", "origin"),
    [
        ("f4/1s3/5/5/5 s", "b4"),
        ("4f/3s1/5/5/5 s", "d4"),
        ("5/5/5/1f3/s4 f", "b2"),
        ("5/5/5/3f1/4s f", "d2"),
    ],
)
def test_06_exit_over_the_corner(text, origin):
    """A jump over a corner leads out unless the option says otherwise (rule 4.7)."""
    allowed = position(f"{text} woee {QUIET}", corner_exit=True)
    assert allowed == position(f"{text} woee {QUIET}")
    assert exits(allowed) == {f"{origin}^x"}
    assert play(allowed, f"{origin}^x").pending == cairn.BuildMegalith(Space[origin.upper()], allowed.active)
    forbidden = position(f"{text} woee {QUIET}", corner_exit=False)
    assert jumps(forbidden) == set()
    assert code(forbidden, f"{origin}^x") == "jump/over-the-corner"


@pytest.mark.parametrize(
    ("face", "steps"),
    [
        ("o", {"b1-a1", "b1-c1", "b1-b2", "a3-a2", "a3-a4", "a3-b3"}),
        ("d", {"b1-a2", "b1-c2", "a3-b2", "a3-b4"}),
    ],
)
def test_07_no_step_over_the_other_edges(face, steps):
    """No move leads through the own village or over a side of the board (rule 4.5)."""
    state = position(f"5/5/s4/5/1s3 s w{face}oe {QUIET}")
    assert texts(state) == {*steps, "+d1"}
    assert code(state, "b1-x") == "move/no-exit"
    assert code(state, "a3-x") == "move/no-exit"


def test_07_no_jump_over_the_other_edges():
    """No jump leads through the own village or over a side of the board either (rule 4.5)."""
    state = position("5/5/ss3/1s3/1s3 s wooe e4=chaos,e5=dawn alley,deer - 0-0")
    assert jumps(state) == {"a3^c3", "a3^c1", "b2^b4"}
    assert code(state, "b2^x") == "jump/no-exit"
    assert code(state, "b3^x") == "jump/no-exit"


def test_08_arrangement_with_the_enemy_at_the_end():
    """On the end face two own shamans in line with an enemy transform it (rules 8.2, 8.5)."""
    state = play(position(f"5/5/5/2sf1/1s3 s wooe {QUIET}"), "b1-b2")
    assert state.pending == cairn.TransformOrPass()
    assert cairn.current_player(state) == SEA
    assert texts(state) == {"*d2", "pass"}
    assert cairn.transformations(state) == (cairn.Arrangement(own=(Space.B2, Space.C2), victim=Space.D2),)
    transformed = play(state, "*d2")
    assert transformed.pending == cairn.BuildMegalith(Space.D2, SEA)
    assert transformed.villages == (3, 5)
    after = play(transformed, "=alley")
    assert cairn.format_position(after) == "5/5/5/1ss2/5 f wdom d2=alley,b3=chaos,d3=dawn deer - 1-0"


def test_08_same_shamans_on_the_middle_face():
    """On the middle face an enemy at the end of the line is safe (rule 8.2)."""
    state = play(position(f"5/5/5/2sf1/1s3 s woom {QUIET}"), "b1-b2")
    assert cairn.format_position(state) == f"5/5/5/1ssf1/5 f wdom {QUIET}"


def test_09_old_arrangement():
    """An arrangement that no moved shaman is part of gives nothing (rule 8.3)."""
    state = play(position(f"5/5/5/5/sssf1 s wooe {QUIET}"), "a1-a2")
    assert cairn.format_position(state) == f"5/5/5/s4/1ssf1 f wdoe {QUIET}"
    standing = cairn.find_arrangements(state.shamans, cairn.TransformationFace.END, SEA)
    assert standing == (cairn.Arrangement(own=(Space.B1, Space.C1), victim=Space.D1),)


def test_09_old_arrangement_beside_a_fresh_one():
    """When something can be transformed, an old arrangement still cannot (rule 8.3)."""
    state = play(position(f"5/5/5/1sf2/sssf1 s wooe {QUIET}"), "a1-a2")
    assert texts(state) == {"*c2", "pass"}
    assert code(state, "*d1") == "transform/not-fresh"


def test_10_add_completes_an_arrangement():
    """A shaman that was added counts as moved (rule 8.3)."""
    state = play(position(f"5/5/5/5/1fs2 s wooe {QUIET}"), "+d1")
    assert texts(state) == {"*b1", "pass"}
    after = play(state, "*b1", "=deer")
    assert cairn.format_position(after) == "5/5/5/5/2ss1 f boom b1=deer,b3=chaos,d3=dawn alley - 1-0"


@pytest.mark.parametrize(
    ("text", "jump", "victim"),
    [
        ("5/5/5/5/ss1f1 s wooe", "a1^c1", "d1"),
        ("5/5/5/sf1fs/5 s woem", "a2^c2", "d2"),
    ],
)
def test_11_jump_completes_an_arrangement(text, jump, victim):
    """A shaman that jumped counts as moved (rule 8.3)."""
    state = play(position(f"{text} {QUIET}"), jump)
    assert texts(state) == {f"*{victim}", "pass"}
    assert cairn.current_player(state) == SEA


def test_12_victim_on_a_megalith():
    """A victim on a megalith goes home and the tile is turned, but nothing is built or scored (rule 8.6)."""
    ground = "d2=chaos,d3=dawn alley,deer - 0-0"
    state = play(position(f"5/5/5/2sf1/1s3 s wooe {ground}"), "b1-b2")
    assert texts(state) == {"*d2", "pass"}
    after = play(state, "*d2")
    assert cairn.format_position(after) == f"5/5/5/1ss2/5 f wdom {ground}"
    assert after.villages == (3, 5)


def test_13_declining():
    """Who declines to transform ends the turn and leaves the Transformation tile as it lies (rule 8.4)."""
    state = play(position(f"5/5/5/2sf1/1s3 s wooe {QUIET}"), "b1-b2", "pass")
    assert cairn.format_position(state) == f"5/5/5/1ssf1/5 f wdoe {QUIET}"
    assert cairn.current_player(state) == FOREST


@pytest.mark.parametrize(
    ("text", "actions", "winner", "scores"),
    [
        ("2s2/5/5/5/f4 s wooe {five} 2-1", ["c5-x", "=pillars"], SEA, (3, 1)),
        ("s4/5/5/5/2f2 f wooe {five} 1-2", ["c1-x", "=alley"], FOREST, (1, 3)),
        ("5/5/5/2sf1/1s3 s wooe {five} 2-1", ["b1-b2", "*d2", "=alley"], SEA, (3, 1)),
        ("3f1/1sf2/5/5/5 f wooe {five} 1-2", ["d5-d4", "*b4", "=pillars"], FOREST, (1, 3)),
    ],
    ids=["sea-exit", "forest-exit", "sea-transformation", "forest-transformation"],
)
def test_14_third_build(text, actions, winner, scores):
    """Whoever builds a third megalith wins at once, by an exit or by a transformation (rule 9.1)."""
    five = "a2=chaos,e2=dawn,b3=cromlech,d3=deer,e4=menhir pillars,alley sanctuary,fairy"
    state = play(position(text.format(five=five)), *actions[:-1])
    assert cairn.outcome(state) is None
    over = play(state, actions[-1])
    assert cairn.outcome(over) == Outcome(winners=(winner,), reason="third-megalith")
    assert over.scores == scores
    assert cairn.current_player(over) is None
    assert cairn.legal_actions(over) == ()
    assert code(over, "pass") == "game/over"


def test_15_pushed_onto_sanctuary():
    """A pushed shaman's owner uses the power off-turn, and then the active player may transform (rules 6.2, 8.1)."""
    state = play(position("4f/5/5/1ss2/5 s wooe c3=fairy,d4=sanctuary chaos,dawn - 0-0"), "c2-c3")
    assert woken(state) == "fairy"
    assert cairn.current_player(state) == SEA
    assert texts(state) == {"e5>d5", "e5>e4", "e5>d4"}
    pushed = play(state, "e5>d4")
    assert woken(pushed) == "sanctuary"
    assert (pushed.active, cairn.current_player(pushed)) == (SEA, FOREST)
    of_fairy = {f"c3~{to}" for to in ("b2", "c2", "d2", "b3", "d3", "b4", "c4")}
    of_sanctuary = {f"d4~{to}" for to in ("d3", "e3", "c4", "e4", "c5", "d5", "e5")}
    assert texts(pushed) == of_fairy | of_sanctuary
    slid = play(pushed, "d4~d5")
    assert slid.pending == cairn.TransformOrPass()
    assert cairn.current_player(slid) == SEA
    assert texts(slid) == {"*d4", "pass"}
    after = play(slid, "*d4", "=chaos")
    assert cairn.format_position(after) == "5/5/2s2/1s3/5 f wdom c3=fairy,d4=chaos,d5=sanctuary dawn - 1-0"


PUSHED_BETWEEN = "5/3s1/5/1f3/s1s2 s woom d3=fairy,b4=chaos dawn,alley - 0-0"


def test_16_enemy_moved_into_an_arrangement():
    """An enemy that you moved makes an arrangement of standing shamans fresh (rule 8.3)."""
    state = play(position(PUSHED_BETWEEN), "d4-d3")
    assert texts(state) == {"b2>b1", "b2>a2", "b2>c2", "b2>a3", "b2>b3", "b2>c3"}
    pushed = play(state, "b2>b1")
    assert pushed.moved == (Space.B1, Space.D3)
    assert cairn.current_player(pushed) == SEA
    assert texts(pushed) == {"*b1", "pass"}


def test_16_enemy_moved_under_the_narrower_trigger():
    """Where only the shaman of the action counts, an enemy moved by a power does not (rule 8.7)."""
    state = play(position(PUSHED_BETWEEN, transformation_trigger="acted"), "d4-d3", "b2>b1")
    assert state.pending == cairn.ChooseAction()
    assert cairn.current_player(state) == FOREST


def test_17_pushed_onto_the_tumulus():
    """The Tumulus sends the shaman that arrives home to its own village, whoever moved it there (rule 7.9)."""
    ground = "a3=tumulus,d3=fairy dawn,alley - 0-0"
    state = play(position(f"5/1f3/5/3s1/5 s wooe {ground}"), "d2-d3", "b4>a3")
    assert woken(state) == "tumulus"
    assert (state.active, cairn.current_player(state)) == (SEA, FOREST)
    assert texts(state) == {"xa3"}
    after = play(state, "xa3")
    assert cairn.format_position(after) == f"5/5/3s1/5/5 f wdoe {ground}"
    assert after.villages == (4, 5)


def test_18_own_shaman_on_pillars():
    """Pillars of Spring gives its owner the next turn, and from there turns alternate again (rule 7.4)."""
    ground = "c3=pillars,d3=dawn alley,deer - 0-0"
    state = play(position(f"f1f1f/5/5/2s2/s3s s wooe {ground}"), "c2-c3")
    assert cairn.current_player(state) == SEA
    assert texts(state) == {"again"}
    second = play(state, "again")
    assert cairn.format_position(second) == f"f1f1f/5/2s2/5/s3s s wdoe {ground}"
    third = play(second, "a1-b2")
    assert cairn.format_position(third) == f"f1f1f/5/2s2/1s3/4s f wooe {ground}"
    fourth = play(third, "a5-a4")
    assert cairn.format_position(fourth) == f"2f1f/f4/2s2/1s3/4s s wdoe {ground}"
    assert [each.turn - state.turn for each in (second, third, fourth)] == [1, 2, 3]


def test_18_enemy_pushed_onto_pillars():
    """Woken by the other player's shaman, Pillars changes nothing: that player is next anyway (rule 7.4)."""
    ground = "a3=pillars,d3=fairy chaos,dawn - 0-0"
    state = play(position(f"5/1f3/5/3s1/5 s wooe {ground}"), "d2-d3", "b4>a3")
    assert (state.active, cairn.current_player(state)) == (SEA, FOREST)
    assert texts(state) == {"again"}
    second = play(state, "again")
    assert cairn.format_position(second) == f"5/5/f2s1/5/5 f wdoe {ground}"
    third = play(second, "+b5")
    assert cairn.format_position(third) == f"1f3/5/f2s1/5/5 s bdoe {ground}"


@pytest.mark.parametrize(("flip", "faces"), [("!add", "bdoe"), ("!move", "wooe"), ("!jump", "wdee")])
def test_19_mound(flip, faces):
    """Memorial Mound turns over one of the three action tiles, never the Transformation tile (rule 7.13)."""
    ground = "c3=mound,d3=dawn alley,deer - 0-0"
    state = play(position(f"5/5/5/2s2/5 s wooe {ground}"), "c2-c3")
    assert cairn.current_player(state) == SEA
    assert texts(state) == {"!add", "!move", "!jump"}
    with pytest.raises(NotationError):
        cairn.parse_action("!transformation", state)
    assert cairn.format_position(play(state, flip)) == f"5/5/2s2/5/5 f {faces} {ground}"


@pytest.mark.parametrize(
    ("text", "action", "flip"),
    [
        ("5/5/5/5/5 s wooe d1=mound", "+d1", "!add"),
        ("5/5/5/5/3s1 s wooe d2=mound", "d1-d2", "!move"),
        ("5/5/5/5/ss3 s wooe c1=mound", "a1^c1", "!jump"),
    ],
)
def test_19_mound_turns_the_used_tile_back(text, action, flip):
    """The used tile is turned before the power, so the Mound can give it its old face back (rule 3.3)."""
    start = position(f"{text},b3=chaos alley,deer - 0-0")
    state = play(start, action)
    assert state.tiles != start.tiles
    assert play(state, flip).tiles == start.tiles


@pytest.mark.parametrize(
    "row",
    [
        pytest.param("ss1ss", id="empty-village"),
        pytest.param("ssfsf", id="full-row"),
    ],
)
def test_20_dawn_without_a_use(row):
    """With an empty village or a full first row Cairn of Dawn does nothing (rule 7.2)."""
    ground = "c3=dawn,e5=chaos alley,deer - 0-0"
    state = play(position(f"5/5/5/2s2/{row} s wooe {ground}"), "c2-c3")
    assert cairn.format_position(state) == f"5/5/2s2/5/{row} f wdoe {ground}"


def test_20_dawn_onto_a_megalith():
    """The shaman that Cairn of Dawn adds wakes what it is put on (rule 7.2)."""
    ground = "a1=alley,c3=dawn chaos,deer - 0-0"
    state = play(position(f"5/5/5/ffs2/5 s wooe {ground}"), "c2-c3")
    assert texts(state) == {"&a1", "&b1", "&c1", "&d1", "&e1"}
    added = play(state, "&a1")
    assert woken(added) == "alley"
    assert cairn.current_player(added) == SEA
    assert added.villages == (3, 3)
    assert texts(added) == {"xa2", "xb2"}
    assert cairn.format_position(play(added, "xa2")) == f"5/5/2s2/1f3/s4 f wdoe {ground}"


def test_20_dawn_banishes_for_forest():
    """With the option Forest, too, may add onto an enemy in its first row, on whichever space (rule 7.2)."""
    field = "2s2/4f/5/2f2/5 f wooe c3=dawn,e1=chaos alley,deer - 0-0"
    state = play(position(field, dawn_banishes=True), "c2-c3")
    assert texts(state) == {"&a5", "&b5", "&c5", "&d5", "&e5"}
    after = play(state, "&c5")
    assert after.shamans == {Space.E4: Tribe.FOREST, Space.C3: Tribe.FOREST, Space.C5: Tribe.FOREST}
    assert texts(play(position(field), "c2-c3")) == {"&a5", "&b5", "&d5", "&e5"}


@pytest.mark.parametrize(("origin", "over", "inside"), [("c4", "b5", True), ("b4", "a5", False), ("d4", "e5", False)])
def test_10_a_jump_that_leaves_behind_an_edge_file(origin, over, inside):
    """Without exits over the corner, what counts is where the jump would land, not whom it leads over (rule 4.7)."""
    field = {"c4": "1f3/2s2", "b4": "f4/1s3", "d4": "4f/3s1"}[origin]
    state = position(f"{field}/5/5/5 s woee {QUIET}", corner_exit=False)
    assert exits(state) == ({f"{origin}^x"} if inside else set())
    reason = cairn.why_illegal(state, cairn.Jump(Space[origin.upper()], cairn.VILLAGE))
    assert (None if reason is None else reason.code) == (None if inside else "jump/over-the-corner")
    assert f"{origin}^x" in exits(position(f"{field}/5/5/5 s woee {QUIET}"))
    assert state.shamans[Space[over.upper()]] is FOREST


def test_20_dawn_banishes_in_the_other_players_turn():
    """Forest's shaman, pushed onto Cairn of Dawn by Sea, lets Forest add onto an enemy (rules 6.2, 7.2)."""
    field = "2s2/3f1/5/2s2/5 s wooe c3=fairy,e3=dawn alley,deer - 0-0"
    state = play(position(field, dawn_banishes=True), "c2-c3", "d4>e3")
    assert cairn.current_player(state) == FOREST
    assert texts(state) == {"&a5", "&b5", "&c5", "&d5", "&e5"}
    after = play(state, "&c5")
    assert after.shamans == {Space.C3: Tribe.SEA, Space.E3: Tribe.FOREST, Space.C5: Tribe.FOREST}


def test_20_dawn_completes_an_arrangement():
    """A shaman that the active player added through Cairn of Dawn counts as moved (rule 7.2)."""
    state = play(position("5/5/5/2s2/1fs2 s wooe c3=dawn,e5=chaos alley,deer - 0-0"), "c2-c3")
    assert texts(state) == {"&a1", "&d1", "&e1"}
    assert code(state, "&b1") == "power/not-offered"
    assert texts(play(state, "&d1")) == {"*b1", "pass"}
    assert play(state, "&e1").pending == cairn.ChooseAction()


@pytest.mark.parametrize("who", ["f", "s"])
def test_21_cromlech_without_a_use(who):
    """With all other megaliths occupied the Cromlech does nothing (rule 7.3)."""
    ground = "c3=cromlech,e5=alley chaos,dawn - 0-0"
    state = play(position(f"4{who}/5/5/2s2/5 s wooe {ground}"), "c2-c3")
    assert cairn.format_position(state) == f"4{who}/5/2s2/5/5 f wdoe {ground}"


def test_21_cromlech():
    """If a megalith is free, the Cromlech's shaman must go there, and wakes it (rule 7.3)."""
    ground = "c3=cromlech,e4=alley,a5=deer chaos,dawn - 1-0"
    state = play(position(f"f3f/5/5/2s2/5 s wooe {ground}"), "c2-c3")
    assert texts(state) == {"c3>e4"}
    assert code(state, "pass") == "decision/use-power"
    assert code(state, "c3>a5") == "power/not-offered"
    gone = play(state, "c3>e4")
    assert woken(gone) == "alley"
    assert cairn.current_player(gone) == SEA
    assert texts(gone) == {"xe5"}
    assert cairn.format_position(play(gone, "xe5")) == f"f4/4s/5/5/5 f wdoe {ground}"


@pytest.mark.parametrize(
    ("slide", "moved"),
    [
        ("e5~d4", "c3=sanctuary,d4=alley"),
        ("e5~e4", "c3=sanctuary,e4=alley"),
        ("c3~d4", "d4=sanctuary,e5=alley"),
        ("c3~c2", "c2=sanctuary,e5=alley"),
    ],
)
def test_22_sanctuary(slide, moved):
    """Sanctuary slides itself or any other megalith, also under a shaman, and nothing wakes (rules 7.8, 6.9)."""
    state = play(position("5/3sf/5/2s2/5 s wooe c3=sanctuary,e5=alley chaos,dawn - 0-0"), "c2-c3")
    itself = {f"c3~{to}" for to in ("b2", "c2", "d2", "b3", "d3", "b4", "c4", "d4")}
    assert texts(state) == itself | {"e5~d4", "e5~e4", "e5~d5"}
    assert code(state, "e5~c5") == "power/not-offered"
    after = play(state, slide)
    assert cairn.format_position(after) == f"5/3sf/2s2/5/5 f wdoe {moved} chaos,dawn - 0-0"


@pytest.mark.parametrize(
    ("swap", "moved"),
    [
        ("d4%e5", "c3=stormwell,d4=alley,e5=menhir"),
        ("c3%d4", "c3=menhir,d4=stormwell,e5=alley"),
        ("c3%e5", "c3=alley,d4=menhir,e5=stormwell"),
    ],
)
def test_22_stormwell(swap, moved):
    """Stormwell swaps any two megaliths, itself included, also under shamans, and nothing wakes (rules 7.10, 6.9)."""
    state = play(position("5/3sf/5/2s2/5 s wooe c3=stormwell,d4=menhir,e5=alley chaos,dawn - 1-0"), "c2-c3")
    assert texts(state) == {"d4%e5", "c3%d4", "c3%e5"}
    after = play(state, swap)
    assert cairn.format_position(after) == f"5/3sf/2s2/5/5 f wdoe {moved} chaos,dawn - 1-0"


@pytest.mark.parametrize(
    ("replacement", "moved"),
    [
        ("d4:alley", {"c3": "source", "d4": "alley"}),
        ("c3:deer", {"c3": "deer", "d4": "menhir"}),
    ],
)
def test_22_source(replacement, moved):
    """Source replaces itself or any other megalith, also under a shaman, and nothing wakes (rules 7.14, 6.9)."""
    state = play(position("5/3sf/5/2s2/5 s wooe c3=source,d4=menhir alley,deer chaos,dawn 0-0"), "c2-c3")
    assert texts(state) == {"c3:alley", "c3:deer", "d4:alley", "d4:deer"}
    after = play(state, replacement)
    assert after.pending == cairn.ChooseAction()
    assert cairn.current_player(after) == FOREST
    assert dict(after.shamans) == {Space.C3: SEA, Space.D4: SEA, Space.E4: FOREST}
    assert megaliths(after) == moved


@pytest.mark.parametrize(
    ("replacement", "ground"),
    [
        ("e5:alley", "c3=source,e5=alley chaos,deer dawn,cromlech|menhir 0-0"),
        ("e5:deer", "c3=source,e5=deer alley,chaos dawn,cromlech|menhir 0-0"),
        ("c3:alley", "c3=alley,e5=menhir chaos,deer dawn,cromlech|source 0-0"),
    ],
)
def test_23_source_and_the_deck(replacement, ground):
    """The replaced megalith goes under the deck, a new one is drawn, and nobody scores (rule 7.14)."""
    state = position("5/5/5/2s2/5 s wooe c3=source,e5=menhir alley,deer chaos,dawn,cromlech 0-0")
    after = play(state, "c2-c3", replacement)
    assert cairn.format_position(after) == f"5/5/2s2/5/5 f wdoe {ground}"


def test_23_source_with_an_empty_deck():
    """The tuck comes before the draw: from an empty deck the replaced megalith comes straight back (rule 7.14)."""
    state = position("5/5/5/2s2/5 s wooe c3=source,e5=menhir alley,deer - 0-0")
    after = play(state, "c2-c3", "e5:alley")
    assert cairn.format_position(after) == "5/5/2s2/5/5 f wdoe c3=source,e5=alley menhir,deer - 0-0"


def test_24_deer_rock():
    """Who wakes Deer Rock steers any neighbour; where it lands, its own owner decides (rule 7.6)."""
    ground = "c3=deer,e5=menhir chaos,dawn - 0-0"
    state = play(position(f"f4/3f1/5/1ss2/5 s wooe {ground}"), "c2-c3")
    assert cairn.current_player(state) == SEA
    own = {f"b2>{to}" for to in ("a1", "b1", "c1", "a2", "c2", "a3", "b3")}
    enemy = {f"d4>{to}" for to in ("d3", "e3", "c4", "e4", "c5", "d5", "e5")}
    assert texts(state) == own | enemy
    assert code(state, "a5>a4") == "power/not-offered"
    assert code(state, "c3>c4") == "power/not-offered"
    steered = play(state, "d4>e5")
    assert woken(steered) == "menhir"
    assert (steered.active, cairn.current_player(steered)) == (SEA, FOREST)
    assert texts(steered) == {"e5>d4", "e5>e4", "e5>d5"}
    assert cairn.format_position(play(steered, "e5>d5")) == f"f2f1/5/2s2/1s3/5 f wdoe {ground}"
    back = play(steered, "e5>d4")
    assert cairn.current_player(back) == SEA
    assert texts(back) == {"*d4", "pass"}


def test_25_forced_loop():
    """A power that could only bring a position of the turn back does nothing, and the turn goes on (rule 6.7)."""
    state = play(position("5/3s1/ff3/f1s2/sss2 s wdoe b2=menhir,c3=cromlech chaos,dawn - 0-0"), "d4-c3")
    assert woken(state) == "cromlech"
    assert cairn.current_player(state) == SEA
    assert texts(state) == {"c3>b2"}
    stopped = play(state, "c3>b2")
    assert stopped.pending == cairn.TransformOrPass()
    assert cairn.current_player(stopped) == SEA
    assert stopped.shamans[Space.B2] == SEA
    assert Space.C3 not in stopped.shamans
    assert texts(stopped) == {"*a2", "*a3", "*b3", "pass"}
    after = play(stopped, "*b3", "=chaos")
    assert cairn.format_position(after) == ("5/5/f4/fss2/sss2 f woom b2=menhir,b3=chaos,c3=cromlech dawn - 1-0")


@pytest.mark.parametrize("faces", ["wooe", "wdoe", "booe", "bdom"])
def test_26_stuck(faces):
    """A player who begins a turn without any action has lost (rule 9.2)."""
    state = position(f"5/5/5/fffff/sssss s {faces} {QUIET}")
    assert cairn.outcome(state) == Outcome(winners=(FOREST,), reason="no-action")
    assert cairn.current_player(state) is None
    assert cairn.legal_actions(state) == ()
    assert code(state, "a1-a2") == "game/over"


def test_26_stuck_after_the_other_turn():
    """The loss comes as soon as the turn passes to the player without an action (rule 9.2)."""
    state = play(position(f"5/5/f4/1ffff/sssss f wooe {QUIET}"), "a3-a2")
    assert cairn.outcome(state) == Outcome(winners=(FOREST,), reason="no-action")


def test_26_stuck_with_shamans_left():
    """Forest's shaman is walled in on the totem where the others could be added (rules 4.1, 9.2)."""
    state = play(position(f"sfs2/1s3/5/5/5 s booe {QUIET}"), "+b1")
    assert cairn.outcome(state) == Outcome(winners=(SEA,), reason="no-action")


@pytest.mark.parametrize("move", ["o", "d"])
def test_26_not_stuck_with_the_other_jump_face(move):
    """With the Jump tile on enemy the same player has eleven jumps (rule 9.2)."""
    state = position(f"5/5/5/fffff/sssss s w{move}ee {QUIET}")
    over_the_own_file = {"a1^a3", "b1^b3", "c1^c3", "d1^d3", "e1^e3"}
    slanting = {"a1^c3", "b1^d3", "c1^a3", "c1^e3", "d1^b3", "e1^c3"}
    assert texts(state) == over_the_own_file | slanting
    assert len(cairn.legal_actions(state)) == 11
    assert cairn.outcome(state) is None


def test_27_light_set():
    """Four builds empty the deck of the light set, but two megaliths are left for the fifth (rule 2.6)."""
    light = "b3=chaos,d3=dawn cromlech,pillars alley,deer,menhir,sanctuary 0-0"
    state = position(f"s1s1s/5/5/5/f1f2 s wooe {light}")
    assert {*state.megaliths.values(), *state.upcoming, *state.deck} == set(cairn.LIGHT_SET)
    exits_and_builds = [("a5-x", "=cromlech"), ("a1-x", "=pillars"), ("c5-x", "=alley"), ("c1-x", "=deer")]
    for left, (leave, build) in zip((3, 2, 1, 0), exits_and_builds, strict=True):
        state = play(state, leave, build)
        assert (len(state.deck), len(state.upcoming)) == (left, 2)
    assert cairn.format_position(state) == (
        "4s/5/5/5/5 s wooe a1=pillars,c1=deer,b3=chaos,d3=dawn,a5=cromlech,c5=alley menhir,sanctuary - 2-2"
    )
    fifth = play(state, "e5-x")
    assert texts(fifth) == {"=menhir", "=sanctuary"}
    assert cairn.outcome(play(fifth, "=menhir")) == Outcome(winners=(SEA,), reason="third-megalith")


def test_28_chaos_off_turn():
    """Woken off-turn, Chaos clears the first row of the pushed shaman's owner (rule 7.1)."""
    ground = "a3=chaos,d3=fairy alley,deer - 0-0"
    state = play(position(f"2s1s/1f3/5/3s1/s3f s wooe {ground}"), "d2-d3", "b4>a3")
    assert (state.active, cairn.current_player(state)) == (SEA, FOREST)
    assert texts(state) == {"xc5", "xe5"}
    after = play(state, "xc5")
    assert cairn.format_position(after) == f"4s/5/f2s1/5/s3f f wdoe {ground}"
    assert after.villages == (2, 3)


def test_28_dawn_off_turn():
    """Woken off-turn, Dawn adds for the pushed shaman's owner, which is not moved by the active player (rule 7.2)."""
    ground = "a3=dawn,d3=fairy alley,deer - 0-0"
    state = play(position(f"fss2/1f3/5/3s1/5 s wooe {ground}"), "d2-d3", "b4>a3")
    assert (state.active, cairn.current_player(state)) == (SEA, FOREST)
    assert texts(state) == {"&d5", "&e5"}
    after = play(state, "&d5")
    assert cairn.format_position(after) == f"fssf1/5/f2s1/5/5 f wdoe {ground}"
    assert after.villages == (2, 2)


def test_28_dawn_off_turn_with_an_empty_village():
    """Woken off-turn, Dawn needs a shaman in the village of the pushed shaman's owner (rule 7.2)."""
    ground = "a3=dawn,d3=fairy alley,deer - 0-0"
    state = play(position(f"f4/1f3/5/3s1/1fff1 s wooe {ground}"), "d2-d3", "b4>a3")
    assert cairn.format_position(state) == f"f4/5/f2s1/5/1fff1 f wdoe {ground}"


def test_29_menhir_on_the_far_row():
    """The Menhir leads off the board only with the option, and then without a build or a score (rules 6.6, 7.7)."""
    ground = "d3=dawn,c5=menhir alley,deer - 0-0"
    text = f"5/2s2/5/5/5 s wooe {ground}"
    steps = {"c5>b5", "c5>d5", "c5>b4", "c5>c4", "c5>d4"}
    printed = play(position(text), "c4-c5")
    assert texts(printed) == steps
    assert code(printed, "c5>x") == "power/not-offered"
    optional = play(position(text, power_exit=True), "c4-c5")
    assert texts(optional) == {*steps, "c5>x"}
    after = play(optional, "c5>x")
    assert cairn.format_position(after) == f"5/5/5/5/5 f wdoe {ground}"
    assert after.villages == (5, 5)


def test_29_haven_on_the_far_row():
    """With the option a shaman that Haven leads out is built for on its last space (rules 6.6, 7.12)."""
    text = "2s2/5/5/2s2/5 s wooe c3=haven,d3=dawn alley,deer - 0-0"
    steps = {"c5>b5", "c5>d5", "c5>b4", "c5>c4", "c5>d4"}
    assert texts(play(position(text), "c2-c3")) == steps
    state = play(position(text, power_exit=True), "c2-c3")
    assert texts(state) == {*steps, "c5>x"}
    outside = play(state, "c5>x")
    assert outside.pending == cairn.BuildMegalith(Space.C5, SEA)
    assert cairn.current_player(outside) == SEA
    assert texts(outside) == {"=alley", "=deer"}
    after = play(outside, "=alley")
    assert cairn.format_position(after) == "5/5/2s2/5/5 f wdoe c3=haven,d3=dawn,c5=alley deer - 1-0"
    assert after.villages == (4, 5)


def test_29_enemy_led_out():
    """With the option an enemy leaves by its own way out only, and its owner builds off-turn (rule 6.6)."""
    text = "f4/5/5/3s1/2f2 s wooe d3=fairy,b4=dawn alley,deer - 0-0"
    state = play(position(text, power_exit=True), "d2-d3")
    assert exits(state) == {"c1>x"}
    outside = play(state, "c1>x")
    assert outside.pending == cairn.BuildMegalith(Space.C1, FOREST)
    assert (outside.active, cairn.current_player(outside)) == (SEA, FOREST)
    after = play(outside, "=alley")
    assert cairn.format_position(after) == "f4/5/3s1/5/5 f wdoe c1=alley,d3=fairy,b4=dawn deer - 0-1"


def test_29_enemy_led_out_for_the_third_time():
    """With the option a third megalith wins at once in the other player's turn, too (rule 6.6)."""
    text = "f4/5/5/3s1/2f2 s wooe d3=fairy,b4=dawn,e4=chaos,e5=menhir alley,deer - 0-2"
    state = play(position(text, power_exit=True), "d2-d3", "c1>x", "=deer")
    assert cairn.outcome(state) == Outcome(winners=(FOREST,), reason="third-megalith")
    assert state.scores == (0, 3)
