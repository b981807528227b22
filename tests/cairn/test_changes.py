"""What happened between two states, each expected value worked out by hand from the rules page."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import get_args

import pytest
from attrs import frozen
from hypothesis import given
from hypothesis import strategies as st

from cairn_rules import DefinitionError, Outcome, PowerError, Registry, cairn
from cairn_rules.cairn import (
    BASE_SET,
    VILLAGE,
    AddFace,
    Banish,
    BuildMegalith,
    ChooseAction,
    Effect,
    FlipTile,
    JumpFace,
    MoveFace,
    Relocate,
    Space,
    State,
    Summon,
    TakeExtraTurn,
    Tile,
    Together,
    TransformationFace,
    TransformOrPass,
    Tribe,
    UsePower,
    Variant,
    megalith,
)
from cairn_rules.cairn.differences import changes, events_of
from cairn_rules.cairn.event_table import EVENTS
from cairn_rules.cairn.events import (
    Activated,
    Added,
    Arranged,
    Asked,
    Banished,
    Built,
    Change,
    Drawn,
    Exited,
    ExtraTurnGiven,
    Flipped,
    Moved,
    Replaced,
    Scored,
    Slid,
    Swapped,
    TurnPassed,
    Won,
    fold,
    visible,
)
from cairn_rules.cairn.rules.make_state import make_state
from cairn_rules.codec.shapes import tag_of
from support.play import play
from support.random_play import random_states
from support.stones import CUSTOM
from support.strategies import ALL_STONES, live_states, parts, states

SEA, FOREST = Tribe.SEA, Tribe.FOREST
A1, B1, C1, D1, _, A2, B2, C2, D2, _, A3, B3, C3, D3, _, A4, B4, C4, D4, E4, A5, _, C5, D5, E5 = Space
QUIET = "b3=chaos,d3=dawn alley,deer - 0-0"
"""Two megaliths that nobody lands on, two upcoming ones, and no score."""
NEXT = (TurnPassed(1, FOREST), Asked(ChooseAction()))
"""The first turn is over, and the other tribe's begins."""


def position(text: str, *stones: cairn.Megalith, **options: bool | str) -> State:
    """The state of a position text with some more megaliths, under some rule options."""
    return cairn.parse_position(text, BASE_SET | CUSTOM | Registry(stones), Variant(**options))


def told(state: State, *texts: str) -> tuple[Change, ...]:
    """What the last of some decisions changed."""
    before = play(state, *texts[:-1])
    return check(before, play(before, texts[-1]))


def check(before: State, after: State, action: cairn.Action | None = None) -> tuple[Change, ...]:
    """What is told; it makes the later table of the earlier one, and says what is asked at its end."""
    happened = changes(before, after) if action is None else events_of(before, action, after)
    seen = fold(visible(before), happened)
    assert seen == visible(after)
    assert seen.turn == after.turn
    assert (happened == ()) == (before == after and before.turn == after.turn)
    assert not any(isinstance(each, Asked | Won) for each in happened[:-1])
    assert all(isinstance(each, Asked | Won) for each in happened[-1:])
    assert all(str(each).isprintable() for each in happened)
    return happened


@given(states())
def test_every_decision_is_told_whole(state: State) -> None:
    """With any variant and megaliths, what is told of a decision makes the table after it of the one before."""
    for action in cairn.legal_actions(state):
        after = cairn.apply(state, action)
        check(state, after)
        check(state, after, action)


@pytest.mark.parametrize("to", [C2, C4])
def test_a_slide_is_told_of_two_states_alone(to: Space) -> None:
    before, after = (
        cairn.parse_position(f"2s2/5/5/5/4f s wooe {place}=dawn,e5=mound alley,deer - 0-0") for place in (C3, to)
    )
    assert check(before, after)[:-1] == (Slid(BASE_SET["dawn"], C3, to),)


@pytest.mark.untraced
@given(live_states(), st.randoms(use_true_random=False), st.integers(0, 12))
def test_any_two_states_of_a_game_are_told_whole(state: State, rng: Random, decisions: int) -> None:
    """So does what is told of several decisions at once, forwards and backwards."""
    after = state
    for _ in range(decisions):
        if cairn.outcome(after) is None:
            after = cairn.apply(after, rng.choice(cairn.legal_actions(after)))
    check(state, after)
    check(after, state)
    check(after, after)


@pytest.mark.untraced
@pytest.mark.parametrize("seed", range(6))
def test_whole_games_are_told_whole(seed: int) -> None:
    """Following what is told from the first state on shows the table of every state of a game."""
    variant = Variant(power_exit=seed % 2 == 0, dawn_banishes=seed % 3 == 0)
    stones = Registry(ALL_STONES) if seed % 2 else BASE_SET
    game = [*random_states(cairn, cairn.new_game(seed=seed, megaliths=stones, variant=variant), 150, seed)]
    seen = visible(game[0])
    for before, after in pairwise(game):
        seen = fold(seen, changes(before, after))
        assert seen == visible(after)
    for before, after in zip(game, Random(seed).sample(game, len(game)), strict=True):
        check(before, after)


def ways(state: State, action: cairn.Action) -> list[Change]:
    """What becomes of shamans by the words of an action. Newcomers are of the tribe whose turn it is."""
    enemy = {space: tribe for space, tribe in state.shamans.items() if tribe is not state.active}
    match action:
        case cairn.Add(to) | Summon(to):
            home = [Banished(enemy[to], to)] if to in enemy else []
            return [*home, Added(state.active, to)]
        case cairn.Move(origin, to) | cairn.Jump(origin, to) | Relocate(origin, to):
            tribe = state.shamans[origin]
            return [Exited(tribe, origin) if to is VILLAGE else Moved(tribe, origin, to)]
        case Banish(space) | cairn.Transform(space):
            return [Banished(state.shamans[space], space)]
        case Together(effects):
            found = []
            for effect in effects:
                found += ways(state, effect)
                state = effect.apply(state)
            return found
        case _:
            return []


@pytest.mark.untraced
@given(states(tuple(stone for stone in ALL_STONES if stone.id not in {"whirl", "whirlpool"})))
def test_shamans_go_the_way_that_the_action_says(state: State) -> None:
    """Each shaman's own path is told, and whether it was banished or left the board (rules 1.7, 4.1 to 4.6, 6.6).

    If only the states are known, of actions with the same result the first one is told. On no space there are ever two
    shamans, or two megaliths.
    """
    known: set[State] = set()
    for action in cairn.legal_actions(state):
        after = cairn.apply(state, action)
        happened = events_of(state, action, after)
        shamans = [each for each in happened if isinstance(each, Moved | Added | Banished | Exited)]
        assert shamans == ways(state, action)
        for told_so_far in range(len(happened)):
            seen = fold(visible(state), happened[:told_so_far])
            assert len(seen.shamans) == len(seen._shamans)
            assert len(seen.megaliths) == len(seen._megaliths)
        if after not in known:
            known.add(after)
            assert changes(state, after) == happened


@pytest.mark.parametrize(
    ("text", "action", "expected"),
    [
        ("f1f1f/5/5/5/s1s1s s wooe", "c1-c2", (Moved(SEA, C1, C2), Flipped(MoveFace.DIAGONAL))),
        ("5/5/5/5/ss3 s wooe", "a1^c1", (Moved(SEA, A1, C1), Flipped(JumpFace.ENEMY))),
        ("f1f1f/5/5/5/s1s1s s wooe", "+d1", (Added(SEA, D1), Flipped(AddFace.BLACK))),
        (
            "f1f2/5/5/5/s1sf1 s wooe",
            "+d1",
            (Banished(FOREST, D1), Added(SEA, D1), Flipped(AddFace.BLACK)),
        ),
    ],
    ids=["move", "jump", "add", "add-onto-an-enemy"],
)
def test_an_action_then_its_tile_then_the_turn(text: str, action: str, expected) -> None:
    """An enemy is banished, a shaman put, the tile flipped, and the turn passes (rules 3.1, 3.3, 4.1 to 4.4)."""
    assert told(position(f"{text} {QUIET}"), action) == (*expected, *NEXT)


def test_exit_by_a_move_and_a_build() -> None:
    """The shaman leaves, the tile flips, and a build is asked; it is scored, then the gap refilled (rules 4.5, 5.3)."""
    state = position("f1s1f/5/5/5/s3s s wooe b3=chaos,d3=dawn cromlech,pillars alley,deer 0-0")
    assert told(state, "c5-x") == (Exited(SEA, C5), Flipped(MoveFace.DIAGONAL), Asked(BuildMegalith(C5, SEA)))
    assert told(state, "c5-x", "=pillars") == (
        Built(C5, BASE_SET["pillars"]),
        Scored(SEA, 1),
        Drawn(BASE_SET["alley"], 1),
        *NEXT,
    )


def test_exit_by_a_jump_and_a_build_from_an_empty_deck() -> None:
    """The space of the take-off is built on; an empty deck fills no gap (rules 4.6, 5.3)."""
    state = position(f"3f1/3s1/5/5/5 s woee {QUIET}")
    assert told(state, "d4^x") == (Exited(SEA, D4), Flipped(JumpFace.OWN), Asked(BuildMegalith(D4, SEA)))
    assert told(state, "d4^x", "=alley") == (Built(D4, BASE_SET["alley"]), Scored(SEA, 1), *NEXT)


@pytest.mark.parametrize(
    ("text", "action", "expected"),
    [
        ("f1s1f/5/5/5/s3s s wooe", "c5-x", (Exited(SEA, C5), Flipped(MoveFace.DIAGONAL))),
        ("2f2/2s2/5/5/s3s s woee", "c4^x", (Exited(SEA, C4), Flipped(JumpFace.OWN))),
    ],
)
def test_exit_from_a_megalith(text: str, action: str, expected) -> None:
    """Where a megalith lies nothing is built, scored or drawn, and the turn passes (rule 5.2)."""
    state = position(f"{text} c4=dawn,c5=chaos cromlech,pillars alley,deer 0-0")
    assert told(state, action) == (*expected, *NEXT)


FRESH = "5/5/5/2sf1/1s3 s wooe"
"""Sea steps b1-b2 and may then transform the Forest shaman on d2."""


def test_transformation() -> None:
    """First the tile flips, then the victim is banished, then a megalith is built (rule 8.5)."""
    state = position(f"{FRESH} {QUIET}")
    assert told(state, "b1-b2") == (Moved(SEA, B1, B2), Flipped(MoveFace.DIAGONAL), Asked(TransformOrPass()))
    assert told(state, "b1-b2", "*d2") == (
        Flipped(TransformationFace.MIDDLE),
        Banished(FOREST, D2),
        Asked(BuildMegalith(D2, SEA)),
    )
    assert told(state, "b1-b2", "*d2", "=deer") == (Built(D2, BASE_SET["deer"]), Scored(SEA, 1), *NEXT)
    assert told(state, "b1-b2", "pass") == NEXT


def test_transformation_on_a_megalith() -> None:
    """A victim on a megalith leaves nothing to build on (rule 8.6)."""
    state = position(f"{FRESH} d2=chaos,d3=dawn alley,deer - 0-0")
    assert told(state, "b1-b2", "*d2") == (Flipped(TransformationFace.MIDDLE), Banished(FOREST, D2), *NEXT)


def test_the_third_megalith_wins() -> None:
    """It is built, scored and replaced in the display; the turn is complete and remains Sea's (rules 5.3, 9.1)."""
    five = "a2=chaos,e2=dawn,b3=cromlech,d3=deer,e4=menhir pillars,alley sanctuary,fairy"
    assert told(position(f"2s2/5/5/5/f4 s wooe {five} 2-1"), "c5-x", "=pillars") == (
        Built(C5, BASE_SET["pillars"]),
        Scored(SEA, 3),
        Drawn(BASE_SET["sanctuary"], 0),
        TurnPassed(1, SEA),
        Won(Outcome((SEA,), "third-megalith")),
    )


def test_a_tribe_without_an_action_loses() -> None:
    """Sea is walled in, its village is empty and the Jump tile shows own shamans: the turn passes, and it is over."""
    assert told(position(f"5/5/f4/1ffff/sssss f wooe {QUIET}"), "a3-a2") == (
        Moved(FOREST, A3, A2),
        Flipped(MoveFace.DIAGONAL),
        TurnPassed(1, SEA),
        Won(Outcome((FOREST,), "no-action")),
    )


CHAOS, DAWN, DEER, MOUND = (BASE_SET[id] for id in ("chaos", "dawn", "deer", "mound"))
ALONE = "5/5/5/2s2/5"
"""Sea on c2, about to step to c3, and nobody else."""


@pytest.mark.untraced
@pytest.mark.parametrize(
    ("ground", "field", "option", "expected"),
    [
        ("c3=chaos,e5=dawn alley,deer -", "5/5/5/2s2/f4", "xa1", (Banished(FOREST, A1), *NEXT)),
        ("c3=dawn,e5=chaos alley,deer -", ALONE, "&b1", (Added(SEA, B1), *NEXT)),
        (
            "c3=cromlech,e5=mound alley,deer -",
            ALONE,
            "c3>e5",
            (Moved(SEA, C3, E5), Activated(E5, MOUND, SEA), Asked(UsePower(E5, MOUND, SEA))),
        ),
        (
            "c3=pillars,e5=chaos alley,deer -",
            ALONE,
            "again",
            (ExtraTurnGiven(SEA), TurnPassed(1, SEA), Asked(ChooseAction())),
        ),
        ("c3=alley,e5=chaos dawn,deer -", "5/5/3f1/2s2/5", "xd3", (Banished(FOREST, D3), *NEXT)),
        ("c3=deer,e5=chaos alley,dawn -", "5/5/5/1fs2/5", "b2>b1", (Moved(FOREST, B2, B1), *NEXT)),
        ("c3=menhir,e5=chaos alley,deer -", ALONE, "c3>d4", (Moved(SEA, C3, D4), *NEXT)),
        ("c3=sanctuary,e5=chaos alley,deer -", ALONE, "c3~b2", (Slid(BASE_SET["sanctuary"], C3, B2), *NEXT)),
        ("c3=sanctuary,e5=chaos alley,deer -", ALONE, "c3~b4", (Slid(BASE_SET["sanctuary"], C3, B4), *NEXT)),
        ("c3=tumulus,e5=chaos alley,deer -", ALONE, "xc3", (Banished(SEA, C3), *NEXT)),
        ("c3=stormwell,e5=chaos alley,deer -", ALONE, "c3%e5", (Swapped(C3, E5), *NEXT)),
        ("c3=fairy,e5=chaos alley,deer -", "5/f4/5/2s2/5", "a4>b3", (Moved(FOREST, A4, B3), *NEXT)),
        ("c3=haven,e5=chaos alley,deer -", "5/5/5/2s2/s4", "a1>a2", (Moved(SEA, A1, A2), *NEXT)),
        ("c3=mound,e5=chaos alley,deer -", ALONE, "!move", (Flipped(MoveFace.ORTHOGONAL), *NEXT)),
        ("c3=mound,e5=chaos alley,deer -", ALONE, "!jump", (Flipped(JumpFace.ENEMY), *NEXT)),
        (
            "c3=source,e5=chaos alley,dawn deer",
            ALONE,
            "e5:dawn",
            (Replaced(E5, CHAOS, DAWN), Drawn(DEER, 1), *NEXT),
        ),
        (
            "c3=source,e5=chaos alley,dawn |deer,fairy",
            ALONE,
            "e5:dawn",
            (Replaced(E5, CHAOS, DAWN), Drawn(DEER, 1), *NEXT),
        ),
        (
            "c3=source,e5=chaos alley,dawn -",
            ALONE,
            "e5:dawn",
            (Replaced(E5, CHAOS, DAWN), Drawn(CHAOS, 1), *NEXT),
        ),
    ],
)
def test_the_megaliths_of_the_box(ground: str, field: str, option: str, expected) -> None:
    """The megalith wakes after the flip, and its power does what section 7 says (rules 3.3, 6.1, 7.1 to 7.14).

    What Source of Silver puts under the deck lies there last; under an empty deck it comes straight back.
    """
    state = position(f"{field} s wooe {ground} 0-0")
    woken = state.megaliths[C3]
    assert told(state, "c2-c3") == (
        Moved(SEA, C2, C3),
        Flipped(MoveFace.DIAGONAL),
        Activated(C3, woken, SEA),
        Asked(UsePower(C3, woken, SEA)),
    )
    assert told(state, "c2-c3", option) == expected


def test_a_shaman_pushed_onto_a_megalith() -> None:
    """Its owner uses the power off-turn; Pillars of Spring gives a turn that was next anyway (rules 6.2, 7.4)."""
    state = position("5/1f3/5/3s1/5 s wooe a3=pillars,d3=fairy chaos,dawn - 0-0")
    pillars = BASE_SET["pillars"]
    assert told(state, "d2-d3", "b4>a3") == (
        Moved(FOREST, B4, A3),
        Activated(A3, pillars, FOREST),
        Asked(UsePower(A3, pillars, FOREST)),
    )
    assert told(state, "d2-d3", "b4>a3", "again") == (ExtraTurnGiven(FOREST), *NEXT)


def test_dawn_onto_an_enemy() -> None:
    """Where the option allows it, the enemy goes home before the new shaman arrives (rule 10.5)."""
    state = position("5/5/5/2s2/f4 s wooe c3=dawn,e5=chaos alley,deer - 0-0", dawn_banishes=True)
    assert told(state, "c2-c3", "&a1") == (Banished(FOREST, A1), Added(SEA, A1), *NEXT)


def test_exits_by_powers() -> None:
    """Where the option allows it, a step of a power leaves the board, and the owner builds if he can (rule 6.6)."""
    state = position("s4/5/5/2s2/5 s wooe c3=haven,e1=chaos alley,deer - 0-0", power_exit=True)
    assert told(state, "c2-c3", "a5>x") == (Exited(SEA, A5), Asked(BuildMegalith(A5, SEA)))
    state = position("5/2s2/5/5/5 s wooe c5=menhir,e1=chaos alley,deer - 0-0", power_exit=True)
    assert told(state, "c4-c5", "c5>x") == (Exited(SEA, C5), *NEXT)


def offering(*options: Effect, **arguments) -> cairn.Megalith:
    """A megalith that always offers the same."""
    return megalith("StoneColour", text="Many things at once.", id="stone", **arguments)(lambda _: options)


def waking(stone: cairn.Megalith, field: str = ALONE, rest: str = "e5=mound alley,dawn deer,fairy", **options) -> State:
    """Sea has stepped to c3 and woken a megalith there; the Move tile is flipped."""
    return play(position(f"{field} s wooe c3={stone.id},{rest} 0-0", stone, **options), "c2-c3")


def did(state: State, option: Effect) -> tuple[Change, ...]:
    """What an option changed."""
    return check(state, cairn.apply(state, option))


def test_several_effects_as_one() -> None:
    """Two enemies are blown one step each (rule 6.8)."""
    state = position("5/f1f2/5/1s3/5 s wooe b3=gale,d3=menhir alley,deer - 0-0")
    assert told(state, "b2-b3", "a4>a5,c4>c5") == (Moved(FOREST, A4, A5), Moved(FOREST, C4, C5), *NEXT)


def test_each_shaman_goes_its_own_way() -> None:
    """One goes on and the other takes its place: what is told is no leap of the second over the first (rule 6.8)."""
    shift = Together(Relocate(B4, A4), Relocate(C4, B4))
    assert did(waking(offering(shift), "5/1ff2/5/2s2/5"), shift) == (
        Moved(FOREST, B4, A4),
        Moved(FOREST, C4, B4),
        *NEXT,
    )


def test_away_and_back_again() -> None:
    """A shaman that ends where it began has moved twice all the same, and wakes its megalith anew (rules 6.1, 6.8)."""
    dance = Together(Together(Relocate(C3, C4), Relocate(C4, C3)), FlipTile(Tile.ADD))
    stone = offering(dance, Together())
    assert did(waking(stone), dance) == (
        Moved(SEA, C3, C4),
        Moved(SEA, C4, C3),
        Flipped(AddFace.BLACK),
        Activated(C3, stone, SEA),
        Asked(UsePower(C3, stone, SEA)),
    )


def test_out_and_up_after_it() -> None:
    """One shaman leaves the board, the next one takes its place and leaves too (rules 6.6, 6.8)."""
    leave = Together(Relocate(A5, VILLAGE), Relocate(A4, A5), Relocate(A5, VILLAGE))
    assert did(waking(offering(leave), "s4/s4/5/2s2/5", power_exit=True), leave) == (
        Exited(SEA, A5),
        Moved(SEA, A4, A5),
        Exited(SEA, A5),
        Asked(BuildMegalith(A5, SEA)),
    )


def test_who_steps_to_the_space_of_an_exit_has_not_left() -> None:
    """The exit still waits for its build, but the next shaman on that space stays there (rules 6.6, 6.8)."""
    option = Together(Relocate(A5, VILLAGE), Relocate(A4, A5), FlipTile(Tile.ADD))
    assert did(waking(offering(option), "s4/s4/5/2s2/5", power_exit=True), option) == (
        Exited(SEA, A5),
        Moved(SEA, A4, A5),
        Flipped(AddFace.BLACK),
        Asked(BuildMegalith(A5, SEA)),
    )


def test_a_second_decision_wakes_nothing() -> None:
    """The power that asks it was woken before (rule 6.8)."""
    state = position("5/5/2f2/1s3/f4 s wooe b3=charge,d3=menhir alley,deer - 0-0")
    second = UsePower(B3, CUSTOM["charge"], SEA, (Relocate(B3, B4),))
    assert told(state, "b2-b3", "b3>b4") == (Moved(SEA, B3, B4), Asked(second))
    assert told(state, "b2-b3", "b3>b4", "xc3") == (Banished(FOREST, C3), *NEXT)


def test_an_extra_turn_in_the_middle_of_a_turn() -> None:
    """It is told when it is given, not again when the turn passes, and taken back only when looking backwards."""
    lead = Together(TakeExtraTurn(), Relocate(C3, E5))
    stone = offering(lead)
    asked = waking(stone)
    given = cairn.apply(asked, lead)
    waking_mound = (Activated(E5, MOUND, SEA), Asked(UsePower(E5, MOUND, SEA)))
    assert changes(asked, given) == (ExtraTurnGiven(SEA), Moved(SEA, C3, E5), *waking_mound)
    assert told(given, "!jump") == (Flipped(JumpFace.ENEMY), TurnPassed(1, SEA), Asked(ChooseAction()))
    back = (Activated(C3, stone, SEA), Asked(UsePower(C3, stone, SEA)))
    assert changes(given, asked) == (Moved(SEA, E5, C3), ExtraTurnGiven(None), *back)
    assert changes(play(given, "!jump"), given) == (
        Flipped(JumpFace.OWN),
        TurnPassed(0, SEA),
        ExtraTurnGiven(SEA),
        *waking_mound,
    )


@frozen
class AtOnce(Effect):
    """Several effects as one that nobody can look into."""

    effects: tuple[Effect, ...]

    def apply(self, state: State) -> State:
        return Together(*self.effects).apply(state)


def test_an_effect_of_ones_own() -> None:
    """Two shamans change places, and the one that arrives on the Whirl Stone wakes it (rules 6.1, 6.8)."""
    state = position("5/5/2f2/1s3/f4 s wooe b3=whirl,d5=menhir alley,deer - 0-0")
    assert told(state, "b2-b3", "exchangeshamans(b3,c3)") == (
        Moved(SEA, B3, C3),
        Moved(FOREST, C3, B3),
        Activated(B3, CUSTOM["whirl"], FOREST),
        Asked(UsePower(B3, CUSTOM["whirl"], FOREST)),
    )


def test_the_nearest_are_taken_for_one_shaman() -> None:
    """Of an effect of one's own only the result is known: who goes home, who moves to the next space, who comes."""
    storm = AtOnce((Summon(A1), Relocate(A4, A5), Banish(E4), Relocate(C4, C5)))
    assert did(waking(offering(storm), "5/f1f1f/5/2s2/5"), storm) == (
        Banished(FOREST, E4),
        Moved(FOREST, A4, A5),
        Moved(FOREST, C4, C5),
        Added(SEA, A1),
        *NEXT,
    )
    storm = AtOnce((Relocate(A2, A5), Relocate(C4, D4)))
    assert did(waking(offering(storm), "5/2f2/5/f1s2/5"), storm) == (
        Moved(FOREST, C4, D4),
        Moved(FOREST, A2, A5),
        *NEXT,
    )


@pytest.mark.parametrize(
    ("field", "effects", "expected"),
    [
        ("s4/s4/5/2s2/5", (Relocate(A5, VILLAGE), Relocate(A4, A5)), (Exited(SEA, A5), Moved(SEA, A4, A5))),
        (
            "5/s3s/3f1/2s2/5",
            (Relocate(A4, A5), Relocate(A5, VILLAGE), Banish(E4), Banish(D3)),
            (Banished(FOREST, D3), Exited(SEA, A4), Banished(SEA, E4)),
        ),
    ],
)
def test_exits_within_an_effect_of_ones_own(field: str, effects: tuple[Effect, ...], expected) -> None:
    """Who leaves the board is owed a build; the others that are missing were banished (rules 1.7, 6.6)."""
    option = AtOnce(effects)
    state = waking(offering(option), field, power_exit=True)
    assert did(state, option) == (*expected, Asked(BuildMegalith(A5, SEA)))


@frozen
class Deal(Effect):
    """Other megaliths lie on e5 and on display."""

    laid: str
    upcoming: str

    def apply(self, state: State) -> State:
        megaliths = {C3: state.megaliths[C3], E5: BASE_SET[self.laid]}
        return state.replace(megaliths=megaliths, upcoming=stones(self.upcoming))


@frozen
class TurnDisplay(Effect):
    """The upcoming megaliths change places."""

    def apply(self, state: State) -> State:
        return make_state(**parts(state) | {"upcoming": state.upcoming[::-1]})


def stones(ids: str) -> tuple[cairn.Megalith, ...]:
    """Megaliths of the box by their ids."""
    return tuple(BASE_SET[id] for id in ids.split())


@pytest.mark.parametrize(
    ("deal", "laid", "upcoming", "unknown", "tucked"),
    [
        pytest.param(Deal("alley", "mound dawn"), "alley", "mound dawn", "deer fairy", "", id="one-exchanged"),
        pytest.param(Deal("mound", "dawn"), "mound", "deer dawn", "fairy", "alley", id="one-drawn"),
        pytest.param(Deal("alley", ""), "alley", "deer fairy", "", "mound dawn", id="all-drawn"),
        pytest.param(TurnDisplay(), "mound", "dawn alley", "deer fairy", "", id="the-display-turned"),
    ],
)
def test_whatever_else_happens_to_megaliths(deal: Effect, laid: str, upcoming: str, unknown: str, tucked: str) -> None:
    """What no effect of the box does is told as a whole, and says no more of the deck than is known (rule 2.7)."""
    stone = offering(deal)
    assert did(waking(stone), deal) == (
        Arranged(((C3, stone), (E5, BASE_SET[laid])), stones(upcoming), stones(unknown), stones(tucked)),
        *NEXT,
    )


def test_what_cannot_be_tried_is_told_by_its_result() -> None:
    """A megalith that fails does not keep the others, and what lies on the table, from being told."""

    @frozen
    class Fail(Effect):
        def apply(self, state: State) -> State:
            raise PowerError(f"out of order in {state}")

    flip = FlipTile(Tile.ADD)
    state = waking(offering(Fail(), flip, then=(lambda _: (),)))
    assert did(state, flip) == (Flipped(AddFace.BLACK), *NEXT)

    stone = offering(Fail())
    start = position("5/5/2s2/5/5 s wdoe c3=stone,e5=mound alley,dawn deer,fairy 0-0", stone)
    asked = make_state(**parts(start) | {"pending": UsePower(C3, stone, SEA)})
    assert changes(asked, start) == (Asked(ChooseAction()),)


def test_several_decisions_at_once() -> None:
    """The difference is told: the shaman that left a turn ago is missing, its megalith is there, two turns are over."""
    start = position("f1s1f/5/5/5/s3s s wooe b3=chaos,d3=dawn cromlech,pillars alley,deer 0-0")
    after = play(start, "c5-x", "=pillars", "a5-b4")
    assert changes(start, after) == (
        Banished(SEA, C5),
        Moved(FOREST, A5, B4),
        Built(C5, BASE_SET["pillars"]),
        Scored(SEA, 1),
        Drawn(BASE_SET["alley"], 1),
        TurnPassed(2, SEA),
        Asked(ChooseAction()),
    )
    assert changes(after, start) == (
        Moved(FOREST, B4, A5),
        Added(SEA, C5),
        Arranged(
            tuple(start.megaliths.items()), start.upcoming, tuple(sorted(start.deck, key=lambda each: each.id)), ()
        ),
        Scored(SEA, 0),
        TurnPassed(0, SEA),
        Asked(ChooseAction()),
    )


def test_a_position_that_comes_again() -> None:
    """Equal states are nothing new, but for the turns that went by (rule 9.3)."""
    start = position(f"f1f1f/5/5/5/s1s1s s wooe {QUIET}")
    later = make_state(**parts(start) | {"turn": 8})
    assert later == start
    assert changes(start, start) == ()
    assert changes(start, later) == (TurnPassed(8, SEA), Asked(ChooseAction()))


@pytest.mark.parametrize(
    ("one", "other", "message"),
    [
        (3, cairn.new_game(seed=1), "should be States of Cairn, not 3"),
        (cairn.new_game(seed=1), None, "should be States of Cairn, not None"),
        (cairn.new_game(seed=1), visible(cairn.new_game(seed=1)), "should be States of Cairn, not <Observation"),
        (cairn.new_game(seed=1), cairn.new_game(seed=1, variant=Variant(power_exit=True)), "power_exit=True"),
        (position(f"5/5/5/5/s4 s wooe {QUIET}"), cairn.new_game(seed=1), "only one has the megaliths cromlech, fairy,"),
    ],
)
def test_only_states_of_one_game_can_be_compared(one, other, message: str) -> None:
    with pytest.raises(DefinitionError, match=message):
        changes(one, other)
    with pytest.raises(DefinitionError, match=message):
        events_of(one, cairn.Move(C1, C2), other)


def test_only_an_action_has_events() -> None:
    state = cairn.new_game(seed=1)
    with pytest.raises(DefinitionError, match="action should be an Action of Cairn, not 'c1-c2'"):
        events_of(state, "c1-c2", state)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "change",
    [
        "a1-a2",
        Moved(SEA, A2, A3),
        Banished(FOREST, A1),
        Exited(SEA, A2),
        Built(C3, MOUND),
        Drawn(CHAOS, 0),
        Slid(CHAOS, D3, C3),
        Replaced(B3, DAWN, DEER),
        Replaced(B3, CHAOS, MOUND),
    ],
)
def test_what_does_not_fit_is_refused(change) -> None:
    """Nobody stands there, nothing lies there, or it is no change at all."""
    seen = visible(position(f"5/5/5/5/s4 s wooe {QUIET}"))
    with pytest.raises(DefinitionError, match=r"does not fit the position|should contain events such as"):
        fold(seen, [change])


@pytest.mark.parametrize(
    ("change", "text"),
    [
        (Moved(SEA, A1, A2), "Sea moves a1-a2"),
        (Added(FOREST, B2), "Forest adds a shaman on b2"),
        (Banished(FOREST, A5), "Forest's shaman on a5 is banished"),
        (Exited(SEA, A5), "Sea leaves the board from a5"),
        (Flipped(AddFace.BLACK), "The Add tile shows black now"),
        (Flipped(TransformationFace.MIDDLE), "The Transformation tile shows middle now"),
        (Built(C5, DEER), "Deer Rock is built on c5"),
        (Scored(SEA, 2), "Sea's score is 2"),
        (Drawn(DEER, 1), "Deer Rock is drawn"),
        (Slid(DEER, C5, C4), "Deer Rock slides c5-c4"),
        (Swapped(B3, D5), "The megaliths on b3 and d5 change places"),
        (Replaced(B3, CHAOS, DEER), "Deer Rock takes the place of Chaos of the Giants on b3"),
        (Arranged((), (), (), ()), "The megaliths are rearranged"),
        (ExtraTurnGiven(SEA), "The next turn is Sea's"),
        (ExtraTurnGiven(None), "Turns alternate again"),
        (TurnPassed(5, FOREST), "Turn 5 is complete, Forest is active"),
        (Activated(C5, DEER, SEA), "Sea wakes Deer Rock on c5"),
        (Asked(ChooseAction()), "An action must be chosen"),
        (Asked(UsePower(C5, DEER, SEA)), "Sea must use Deer Rock on c5"),
        (Asked(BuildMegalith(C5, FOREST)), "Forest must build on c5"),
        (Asked(TransformOrPass()), "A transformation or a pass must be chosen"),
        (Won(Outcome((FOREST,), "no-action")), "Forest wins: Sea cannot act"),
        (Won(Outcome((SEA,), "third-megalith")), "Sea wins: the third megalith"),
    ],
)
def test_changes_tell_themselves(change: Change, text: str) -> None:
    assert str(change) == text


def test_only_what_is_visible_is_folded() -> None:
    with pytest.raises(DefinitionError, match="visible should be an Observation"):
        fold(cairn.new_game(seed=1), ())


def test_every_change_and_every_question_has_a_template() -> None:
    codes = {tag_of(kind) for kind in get_args(Change)} - {"asked"}
    asked = {"asked/choose-action", "asked/use-power", "asked/build", "asked/transform"}
    assert EVENTS.english.templates.keys() == codes | asked
