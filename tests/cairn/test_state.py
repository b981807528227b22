"""States: what they show, what makes them equal, and which ones cannot be."""

from __future__ import annotations

import pickle
from inspect import signature

import pytest
from attrs import evolve

from cairn_rules import DefinitionError, NotationError, Outcome, Registry, UnsoundStateError, cairn
from cairn_rules.cairn import (
    BASE_SET,
    BuildMegalith,
    ChooseAction,
    Over,
    Relocate,
    Space,
    State,
    TransformOrPass,
    Tribe,
    UsePower,
)
from cairn_rules.cairn.rules.make_state import make_state
from cairn_rules.cairn.state.pending import Snapshot
from support.play import play
from support.strategies import parts

CHAOS, DAWN, ALLEY, DEER, MOUND = (BASE_SET[id] for id in ("chaos", "dawn", "alley", "deer", "mound"))


def state(**changed) -> State:
    sound = {
        "shamans": {Space.C2: Tribe.SEA, Space.E5: Tribe.FOREST},
        "megaliths": {Space.B3: CHAOS, Space.C3: MOUND},
        "upcoming": (ALLEY, DEER),
    }
    return make_state(**sound | changed)


def test_a_state_by_hand_starts_a_turn() -> None:
    made = state()
    assert made.pending == ChooseAction()
    assert made.villages == (4, 4)
    assert made.scores == (0, 0)
    assert (made.turn, made.moved, made.extra_turn, made.waiting, made.seen) == (0, (), None, (), ())
    assert str(made.tiles) == "wooe"
    assert repr(made) == "<State after 0 turns, Sea's turn, ChooseAction(), Sea c2, Forest e5>"
    more = state(shamans=dict.fromkeys((Space.C2, Space.A1), Tribe.SEA))
    assert repr(more).endswith(", Sea a1 c2>")


def test_mappings_are_in_space_order_and_read_only() -> None:
    made = state(megaliths={Space.C3: MOUND, Space.B3: CHAOS}, shamans={Space.E5: Tribe.FOREST, Space.C2: Tribe.SEA})
    assert list(made.megaliths) == [Space.B3, Space.C3]
    assert list(made.shamans) == [Space.C2, Space.E5]
    assert made == state()
    for mapping in (made.shamans, made.megaliths):
        with pytest.raises(TypeError):
            mapping[Space.A1] = None


@pytest.mark.parametrize("name", [*parts(cairn.new_game(seed=1)), "villages", "brand_new"])
def test_a_state_cannot_be_changed(name: str) -> None:
    with pytest.raises(AttributeError):
        setattr(state(), name, None)


@pytest.mark.parametrize(
    ("kind", "parameters"),
    [(cairn.Add, "to"), (cairn.Jump, "origin to"), (cairn.Relocate, "origin to"), (cairn.Pass, ""), (cairn.Effect, "")],
)
def test_a_constructor_says_what_it_takes(kind: type, parameters: str) -> None:
    """Also where equal values are made once."""
    assert [*signature(kind).parameters] == parameters.split()


def test_the_turn_number_is_no_part_of_equality() -> None:
    """The same can follow whatever the number; a position that comes again is an equal state."""
    assert state(turn=7) == state()
    assert hash(state(turn=7)) == hash(state())
    assert state(turn=7).turn == 7


@pytest.mark.parametrize(
    "changed",
    [
        {"active": Tribe.FOREST},
        {"shamans": {Space.C2: Tribe.SEA, Space.E4: Tribe.FOREST}},
        {"megaliths": {Space.B3: MOUND, Space.C3: CHAOS}},
        {"upcoming": (DEER, ALLEY)},
        {"deck": (DAWN,)},
        {"tiles": cairn.Tiles(add=cairn.AddFace.BLACK)},
        {"variant": cairn.Variant(power_exit=True)},
    ],
)
def test_whatever_changes_what_may_follow_is_part_of_equality(changed) -> None:
    assert state(**changed) != state()


def test_knowing_the_deck_is_part_of_equality() -> None:
    assert state(deck=(DAWN,), tucked=1) != state(deck=(DAWN,))


def test_a_state_equals_no_other_thing() -> None:
    assert state() != "state"
    assert state() is not None


SEEN = Snapshot(0, 0, 0, 0, -1, (), (), 0, UsePower(Space.C3, MOUND, Tribe.SEA), ())


@pytest.mark.parametrize(
    ("changed", "faults"),
    [
        ({"shamans": dict.fromkeys(list(Space)[:6], Tribe.SEA)}, ["shamans: 6 Sea shamans"]),
        ({"shamans": dict.fromkeys(list(Space)[:6], 1)}, ["shamans: 6 Forest shamans"]),
        ({"shamans": {"a1": Tribe.SEA}}, ["is not a mapping from Space to Tribe"]),
        ({"shamans": {Space.A1: 2}}, ["is not a mapping from Space to Tribe"]),
        ({"shamans": 3}, ["3 is not a mapping from Space to Tribe"]),
        ({"megaliths": {Space.B3: "chaos", Space.C3: MOUND}}, ["is not a mapping from Space to Megalith"]),
        (
            {"megaliths": {Space.B3: CHAOS}},
            ["0-0 needs 2 megaliths on the board (two from the start, one for each point), not 1"],
        ),
        ({"upcoming": (ALLEY, CHAOS)}, ["upcoming: megalith 'chaos' occurs twice"]),
        ({"upcoming": [ALLEY, DEER]}, ["is not a tuple of Megaliths"]),
        ({"upcoming": (ALLEY, DEER, DAWN)}, ["3 upcoming megaliths; there are at most 2"]),
        ({"upcoming": (ALLEY,), "deck": (DEER,)}, ["1 upcoming although the deck has 1"]),
        ({"deck": (ALLEY,)}, ["deck: megalith 'alley' occurs twice (also in upcoming)"]),
        ({"deck": (DAWN,), "tucked": 2}, ["2 megaliths cannot be known in a deck of 1"]),
        ({"tucked": -1}, ["-1 is not a whole number from 0 up"]),
        ({"tucked": True}, ["True is not a whole number from 0 up"]),
        ({"scores": (1, 0)}, ["1-0 needs 3 megaliths"]),
        ({"scores": (0, 0, 0)}, ["is not a pair of whole numbers from 0 up"]),
        ({"scores": 0}, ["0 is not a pair of whole numbers from 0 up"]),
        ({"tiles": "wooe"}, ["'wooe' is not a Tiles value"]),
        ({"active": 2}, ["2 is not a Tribe, or a seat from 0 to 1"]),
        ({"active": True}, ["True is not a Tribe, or a seat from 0 to 1"]),
        ({"extra_turn": 2}, ["2 is not a Tribe, a seat from 0 to 1, or None"]),
        ({"turn": 1.5}, ["1.5 is not a whole number from 0 up"]),
        ({"pending": "choose"}, ["'choose' is not a decision or None"]),
        ({"variant": {}}, ["{} is not a Variant"]),
        ({"seen": (3,)}, ["(3,) is not a tuple of valid Snapshots"]),
        ({"seen": (Snapshot(0, 0, 0, 0, -1, (), (), 0, None, ()),)}, ["is not a tuple of valid Snapshots"]),
        ({"moved": (Space.C2,)}, ["moved: must not be set between turns, when ChooseAction is pending"]),
        ({"extra_turn": Tribe.SEA}, ["extra_turn: must not be set between turns"]),
        ({"waiting": (Space.C2,)}, ["waiting: must not be set between turns"]),
        ({"pending": TransformOrPass()}, ["no arrangement can be used"]),
        ({"pending": TransformOrPass(), "moved": (Space.A1,)}, ["no shaman stands on a1", "no arrangement"]),
        (
            {"pending": TransformOrPass(), "moved": (Space.C2,), "waiting": (Space.C2,)},
            ["waiting: must be empty when TransformOrPass is pending", "no arrangement"],
        ),
        (
            {"pending": TransformOrPass(), "moved": (Space.C2,), "seen": (SEEN,)},
            ["seen: must be empty when TransformOrPass is pending", "no arrangement"],
        ),
        ({"pending": BuildMegalith(Space.B3, Tribe.SEA)}, ["nothing can be built on b3: a megalith is already there"]),
        ({"pending": BuildMegalith(Space.A3, Tribe.SEA), "upcoming": ()}, ["nothing is upcoming"]),
        ({"pending": BuildMegalith(Space.A3, Tribe.SEA), "waiting": (Space.A1,)}, ["no shaman stands on a1"]),
        ({"pending": UsePower(Space.C3, MOUND, Tribe.SEA)}, ["no Sea shaman stands on c3"]),
        ({"pending": UsePower(Space.C2, MOUND, Tribe.SEA)}, ["'mound' is not on c2"]),
        (
            {"pending": BuildMegalith(Space.A3, Tribe.SEA), "waiting": (Space.C2, Space.C2)},
            ["a shaman arrives once, but a space occurs twice in c2, c2"],
        ),
        (
            {"pending": UsePower(Space.C3, MOUND, Tribe.SEA, (Relocate(Space.A1, Space.A2),))},
            ["'mound' has no decision left to make"],
        ),
        (
            {"pending": UsePower(Space.B3, CHAOS, Tribe.SEA), "shamans": {Space.B3: Tribe.SEA}},
            ["the power of 'chaos' on b3 has no options"],
        ),
        (
            {"pending": Over(Outcome((Tribe.SEA,), "third-megalith"))},
            ["does not fit the position, which asks for ChooseAction()"],
        ),
        (
            {
                "pending": TransformOrPass(),
                "moved": (Space.C2, Space.E5),
                "variant": cairn.Variant(transformation_trigger="acted"),
            },
            ["only the one shaman that acts in a turn", "no arrangement"],
        ),
        (
            {
                "scores": (3, 0),
                "megaliths": dict(zip(Space, list(BASE_SET)[:5], strict=False)),
                "upcoming": (),
                "pending": BuildMegalith(Space.A3, Tribe.SEA),
            },
            ["does not fit the position, in which the game is over", "nothing is upcoming"][:1],
        ),
        (
            {"scores": (9, 9), "tucked": 1, "upcoming": (CHAOS,)},
            ["9-9 is impossible", "9-9 needs 20", "chaos", "cannot be known"],
        ),
    ],
)
def test_every_fault_of_an_unsound_state_is_listed(changed, faults: list[str]) -> None:
    with pytest.raises(UnsoundStateError) as caught:
        state(**changed)
    assert len(caught.value.faults) == len(faults)
    for fault in faults:
        assert fault in str(caught.value)


@pytest.mark.parametrize("tribe", Tribe)
def test_a_seat_number_stands_for_its_tribe(tribe: Tribe) -> None:
    """Functions that take a tribe also take its number, as `observe` does, and return the same."""
    start = cairn.new_game(seed=7, first=int(tribe))
    assert (start, start.active) == (cairn.new_game(seed=7, first=tribe), tribe)
    assert start.active is tribe
    assert cairn.svg(start, perspective=int(tribe)) == cairn.svg(start, perspective=tribe)
    assert cairn.threats(start, by=int(tribe)) == cairn.threats(start, by=tribe)
    face = cairn.TransformationFace.END
    assert cairn.find_arrangements(start.shamans, face, int(tribe)) == cairn.find_arrangements(
        start.shamans, face, tribe
    )
    shamans = {Space.A1: Tribe.SEA, Space.A3: Tribe.FOREST}
    numbers = {space: int(each) for space, each in shamans.items()}
    assert state(shamans=numbers, active=int(tribe)) == state(shamans=shamans, active=tribe)
    landed = play(state(), "c2-c3")
    moved = {**landed.shamans, Space.A3: tribe}
    numbers = {space: int(each) for space, each in moved.items()}
    replaced = landed.replace(shamans=numbers, extra_turn=int(landed.active))
    assert replaced == landed.replace(shamans=moved, extra_turn=landed.active)


def test_a_state_within_a_turn_can_be_made_by_hand() -> None:
    """The state that landing on Mound gives, part by part."""
    landed = play(state(), "c2-c3")
    assert isinstance(landed.pending, UsePower)
    by_hand = state(
        shamans={Space.C3: Tribe.SEA, Space.E5: Tribe.FOREST},
        tiles=cairn.Tiles(move=cairn.MoveFace.DIAGONAL),
        pending=UsePower(Space.C3, MOUND, Tribe.SEA),
        moved=(Space.C3,),
    )
    assert by_hand == landed
    assert cairn.legal_actions(by_hand) == cairn.legal_actions(landed)


def test_a_finished_game_can_be_made_by_hand() -> None:
    over = state(scores=(3, 0), megaliths=dict(zip(Space, list(BASE_SET)[:5], strict=False)), upcoming=())
    assert cairn.outcome(over) == Outcome((Tribe.SEA,), "third-megalith")
    assert cairn.current_player(over) is None
    assert cairn.legal_actions(over) == ()


def test_the_past_of_a_chain_is_part_of_equality() -> None:
    """Rule 6.7: what was seen in this turn changes what may follow."""
    start = cairn.parse_position("4f/5/5/2s2/5 s wooe c3=cromlech,e1=menhir - - 0-0")
    chained = play(start, "c2-c3", "c3>e1")
    assert len(chained.seen) == 1
    assert chained != make_state(**parts(chained) | {"seen": ()})
    other = evolve(chained.seen[0], faces=0)
    assert chained != make_state(**parts(chained) | {"seen": (other,)})


def test_actions_are_one_value_each() -> None:
    assert cairn.Move(Space.A1, Space.A2) is cairn.Move(origin=Space.A1, to=Space.A2)
    assert cairn.Move(0, 5) is cairn.Move(Space.A1, Space.A2)
    assert cairn.Pass() is cairn.Pass()
    assert cairn.Move(Space.A1, Space.A2) != cairn.Jump(Space.A1, Space.A2)
    assert {cairn.Add(Space.D1): 1}[cairn.Add(to=Space.D1)] == 1
    with pytest.raises(AttributeError):
        cairn.Pass().x = 1


@pytest.mark.parametrize(
    "make",
    [
        lambda: cairn.Add(["d1"]),
        lambda: cairn.Move(Space.A1, 25),
        lambda: cairn.Move(-1, Space.A1),
        lambda: cairn.Jump(Space.A1, None),
        lambda: cairn.Banish([]),
        lambda: cairn.Add(to=cairn.VILLAGE),
        lambda: cairn.SwapMegaliths(Space.A1, Space.A1),
        lambda: cairn.Tiles(add="w"),
        lambda: cairn.Tiles(move=cairn.AddFace.WHITE),
        lambda: cairn.Variant(power_exit=1),
        lambda: cairn.Variant(transformation_trigger="never"),
        lambda: cairn.observe(cairn.new_game(seed=1), 2),
        lambda: cairn.observe(cairn.new_game(seed=1), player=True),
        lambda: cairn.sample_hidden(cairn.observe(cairn.new_game(seed=1), None), None),
        lambda: cairn.threats(cairn.new_game(seed=1), by=2),
        lambda: cairn.threats(cairn.new_game(seed=1), by=True),
        lambda: cairn.find_arrangements({}, "e", Tribe.SEA),
        lambda: cairn.find_arrangements({}, cairn.TransformationFace.END, 3),
        lambda: cairn.format_action(None),
        lambda: cairn.parse_position("", {"chaos": CHAOS}),
        lambda: cairn.FlipTile("add"),
        lambda: cairn.FlipTile([]),
        lambda: cairn.Together(3),
        lambda: cairn.Construct("deer"),
        lambda: cairn.ReplaceMegalith(Space.A1, None),
        lambda: BuildMegalith(99, Tribe.SEA),
        lambda: BuildMegalith(Space.A1, -1),
        lambda: UsePower(Space.A1, None, Tribe.SEA),
        lambda: UsePower(Space.A1, MOUND, 0),
        lambda: UsePower(Space.A1, MOUND, Tribe.SEA, ("again",)),
        lambda: Over("sea"),
        lambda: Registry("a1"),
        lambda: BASE_SET | 3,
    ],
)
def test_values_are_checked_when_they_are_made(make) -> None:
    with pytest.raises(DefinitionError):
        make()


def test_values_show_themselves_as_they_are_written() -> None:
    assert repr(cairn.Move(Space.C5, cairn.VILLAGE)) == "Move(origin=C5, to=VILLAGE)"
    assert repr(cairn.FlipTile(cairn.Tile.ADD)) == "FlipTile(tile=Tile.ADD)"
    assert repr(cairn.Tiles().move) == "MoveFace.ORTHOGONAL"
    assert repr(cairn.StoneColour.LIGHT) == "StoneColour.LIGHT"
    assert (str(Tribe.SEA), str(Space.C5), str(cairn.VILLAGE)) == ("Sea", "c5", "x")
    assert (Space.C5.file, Space.C5.rank) == (2, 4)


def test_an_error_with_a_great_many_faults_stays_readable() -> None:
    with pytest.raises(NotationError) as caught:
        cairn.parse_position("q" * 5000 + "/5/5/5/5 s wooe - - - 0-0")
    assert len(caught.value.faults) == 100
    assert len(str(caught.value)) < 3000
    assert "and 80 more" in str(caught.value)


def test_the_match_statement_takes_actions_apart() -> None:
    match cairn.parse_action("c4^x", state()):
        case cairn.Jump(origin, cairn.VILLAGE):
            assert origin is Space.C4
        case other:
            pytest.fail(f"{other} is no jump out")


def test_a_state_that_was_sent_goes_on_like_the_other() -> None:
    state = cairn.new_game(seed=3)
    assert {pickle.loads(pickle.dumps(state, protocol)) for protocol in range(6)} == {state}  # noqa: S301 - made here
    sent = pickle.loads(pickle.dumps(state))  # noqa: S301 - made here
    assert sent.turn == state.turn
    assert cairn.legal_actions(sent) == cairn.legal_actions(state)
    for action in cairn.legal_actions(sent):
        assert cairn.apply(sent, action) == cairn.apply(state, action)
