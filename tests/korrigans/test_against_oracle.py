"""The engine against the rules worked out another way: all variants, all numbers of players, odd boards."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random

import pytest

from cairn_rules import korrigans
from cairn_rules.korrigans import (
    Board,
    ChooseCauldronField,
    ChooseReceiver,
    FinalMove,
    GiveGoblin,
    Move,
    Over,
    State,
    TakeClover,
    Variant,
)
from cairn_rules.korrigans.rules.observation import observe
from cairn_rules.korrigans.rules.soundness import state_faults
from support.korrigans import oracle
from support.korrigans.odd_boards import ODD_BOARDS
from support.tables import final, seat, table, texts

pytestmark = pytest.mark.untraced

VARIANTS = [
    Variant(
        side=side,
        backup=backup,
        fairy_gathers=gathers,
        troll_blocks_jumps=blocks,
        cauldron_match=match,
        memory_aid=aid,
        final_meetings=meetings,
    )
    for (side, backup, gathers, blocks, match), aid, meetings in zip(
        product(
            ("standard", "advanced"), ("forced", "voluntary"), (True, False), (False, True), ("cell", "projection")
        ),
        (False, True) * 16,
        (False, False, True, True) * 8,
        strict=True,
    )
]


def game(players: int, variant: Variant, seed: int, board: Board | None = None) -> Iterator[tuple[State, State | None]]:
    """Each state of a random game, with the one before."""
    rng = Random(seed)
    before, state = None, korrigans.new_game(seed=seed, players=players, variant=variant, board=board)
    for _ in range(2_000):
        yield state, before
        actions = korrigans.legal_actions(state)
        if not actions:
            assert isinstance(state.pending, Over)
            return
        before, state = state, korrigans.apply(state, rng.choice(actions))
    raise AssertionError("the game does not end")


def every_second(states: Iterator[tuple[State, State | None]]) -> list[tuple[State, State | None]]:
    """Every second one from the end, which is one of them."""
    return [*states][::-2][::-1]


def carries(state: State) -> dict[tuple[int, int], str | None]:
    """What each Korrigan carries."""
    return {
        (number, which): None if each.carries is None else each.carries.value
        for number, owner in enumerate(state.seats)
        for which, each in enumerate(owner.korrigans)
    }


def assert_entered(state: State, action: korrigans.Action) -> None:
    """Elves and Goblins pass as the oracle says when a Korrigan enters a field (rules 6.8 to 6.11)."""
    data, asked = oracle.read(state), state.pending
    after = korrigans.apply(state, action)
    if isinstance(action, GiveGoblin):
        which, receiver = asked.korrigan, (action.seat, action.korrigan)
    else:
        which = action.korrigan
        data["seats"][asked.seat]["korrigans"][which][0] = action.to
        receivers = oracle.receivers(data, asked.seat, which) if oracle.may_pass(data) else set()
        if len(receivers) > 1:
            assert isinstance(after.pending, ChooseReceiver)
            assert carries(after) == carries(state)
            return
        receiver = next(iter(receivers), None)
    assert not isinstance(after.pending, ChooseReceiver)
    assert carries(after) == oracle.after_entering(data, asked.seat, which, receiver)


def assert_as_the_oracle_says(state: State) -> None:
    """What is legal, what everybody scores, and who wins (sections 2 to 8)."""
    listed = texts(state)
    assert set(listed) == oracle.legal(state)
    data = oracle.read(state)
    expected = [oracle.score(data, number) for number in range(len(state.seats))]
    assert [(score.total, score.companions) for score in korrigans.scores(state)] == expected
    if isinstance(state.pending, Over):
        outcome = korrigans.outcome(state)
        assert (outcome.winners, outcome.reason) == ((oracle.winner(data)[0],), oracle.winner(data)[1])
    else:
        assert listed, "somebody decides, and can do something"


@pytest.mark.parametrize("number", range(len(VARIANTS)))
def test_every_variant(number):
    """Every second state of a game, and every movement in it, is what the rules say; games end."""
    for state, _ in every_second(game(2 + number % 4, VARIANTS[number], number)):
        assert_as_the_oracle_says(state)
        for action in korrigans.legal_actions(state)[:3]:
            if isinstance(action, Move | FinalMove | GiveGoblin):
                assert_entered(state, action)


@pytest.mark.slow
@pytest.mark.parametrize("name", ODD_BOARDS)
def test_odd_boards(name):
    """Without tokens, links, colours or ways the game goes on all the same, and ends (rule 11.6)."""
    for players, number in ((5, 9), (2, 22)):
        for state, _ in every_second(game(players, VARIANTS[number], players, ODD_BOARDS[name])):
            assert_as_the_oracle_says(state)
            if state.turn % 9 == 0:
                assert state_faults(state) == []


def crowd(rng: Random, *, is_final: bool, meetings: bool) -> State:
    """A state in which many Korrigans stand together, with Elves and Goblins and all companions."""
    fields = "AKPBV"
    tokens = ["elf", "elf", "goblin", "goblin", *[""] * 6]
    rng.shuffle(tokens)
    players = rng.randint(3, 5)
    seats = [
        seat(" ".join(f"{rng.choice(fields)}{carried and '+' + carried}" for carried in tokens[2 * n : 2 * n + 2]))
        for n in range(players)
    ]
    animals = "hare squirrel bird mouse mole frog"
    first = seat(
        " ".join(f"{each.field}{'+' + each.carries.value if each.carries else ''}" for each in seats[0].korrigans),
        open=animals,
    )
    make = final if is_final else table
    troll = rng.choice([None, "A-K", "A|B", "B=C", "P-V"])
    return make(first, *seats[1:], troll=troll, variant={"final_meetings": meetings})


@pytest.mark.parametrize(("is_final", "meetings"), [(False, False), (True, True), (True, False)])
def test_meetings_in_a_crowd(is_final, meetings):
    """Whoever comes where, with whatever: both kinds of tokens pass as they should (rules 6.3, 6.8 to 6.11, 7.6)."""
    rng = Random(20_140 + is_final)
    asked = 0
    for _ in range(80):
        state = crowd(rng, is_final=is_final, meetings=meetings)
        assert_as_the_oracle_says(state)
        for action in korrigans.legal_actions(state):
            if isinstance(action, Move | FinalMove):
                assert_entered(state, action)
                after = korrigans.apply(state, action)
                if isinstance(after.pending, ChooseReceiver):
                    asked += 1
                    assert_as_the_oracle_says(after)
                    for choice in korrigans.legal_actions(after):
                        assert_entered(after, choice)
    assert (asked > 20) is (meetings or not is_final), "the test is about choices too"


@pytest.mark.parametrize("match", ["cell", "projection"])
def test_every_way_to_cover_suns_and_clouds(match):
    """Where the Cauldron may appear, with any row and any columns free, and Korrigans in the way (7.2, 7.3, 10.6)."""
    rng = Random(2_014)
    in_the_way = 0
    for free_row, covered in product(range(7), range(7)):
        colours = [pawn.value for pawn in korrigans.Pawn][:6]
        suns = [*colours[:free_row], ".", *colours[free_row:]]
        clouds = [*rng.sample(colours, covered), *["."] * (7 - covered)]
        rng.shuffle(clouds)
        rainbow = {"suns": " ".join(suns), "clouds": " ".join(clouds), "variant": {"cauldron_match": match}}
        asked = table(seat("A A"), pending=ChooseCauldronField(0), **rainbow)
        found = sorted(oracle.candidates(oracle.read(asked)))
        for places in ((rng.choice(found), rng.choice("AV")), (found[0], found[-1]), (found[-1], found[0])):
            state = table(seat(" ".join(places)), pending=ChooseCauldronField(0), **rainbow)
            assert_as_the_oracle_says(state)
            in_the_way += set(found) <= set(places)
    assert in_the_way


@pytest.mark.parametrize("players", [2, 5])
def test_a_choice_behind_the_screen_shows_nothing(players):
    """Whichever token is taken or given up, the others see the same (rules 4.12, 5.2, 9.1, 9.2)."""
    compared = 0
    for state, _ in game(players, Variant(side="advanced", backup="voluntary"), players):
        owner = korrigans.current_player(state)
        if owner is None or not state.seats[owner].screen:
            continue
        actions = korrigans.legal_actions(state)
        taken = [each for each in actions if isinstance(each, korrigans.Take)]
        paid = [each for each in actions if isinstance(each, korrigans.Sacrifice) and not each.backup]
        if isinstance(state.pending, TakeClover) and len(state.clovers_in(standing(state))) == 1:
            taken = []  # its Menhir is shown
        for alike in (taken, paid):
            for other in {*range(players), None} - {owner}:
                seen = {observe(korrigans.apply(state, action), other) for action in alike}
                assert len(seen) <= 1
                compared += len(alike) > 1
    assert compared > 10


def standing(state: State) -> str:
    """The field that is gathered."""
    return state.seats[state.pending.seat].korrigans[state.pending.korrigan].field
