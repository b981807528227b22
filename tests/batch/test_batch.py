"""The surface of a batch: what it takes, what it returns, what it refuses."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from copy import deepcopy
from multiprocessing import get_context
from pickle import dumps, loads
from random import Random
from time import sleep

import numpy as np
import pytest

from cairn_rules import DefinitionError, Outcome, cairn, playouts
from cairn_rules.cairn import BASE_SET, LIGHT_SET
from cairn_rules.cairn.batch import Batch, drive
from cairn_rules.cairn.batch.batch import _executor
from cairn_rules.cairn.learning.action_space import action_at
from cairn_rules.cairn.state.state import draft
from cairn_rules.encoding import Encoder, EncodingError
from cairn_rules.simulation import with_options
from cairn_rules.simulation.batches import BaseBatch, BatchOfScalar
from support.crowded import VARIANTS, chained, crowded
from support.play import play

TWO_TO_BUILD = "2s2/5/5/5/f4 s wooe b3=chaos,d3=dawn,e3=menhir,e4=mound alley,deer - 2-0"
"""Sea needs one more megalith, and its only shaman can leave by c5."""
EXIT_C5 = 240 + 10 + 5 + 2
"""The index of an exit from c5: ten origins on the lower two ranks come first, then a4 to e4, then a5 and b5."""


def test_new_games_are_set_up_by_the_rules() -> None:
    """Three shamans each, two megaliths on the circles and on display, the others in the deck (rules 2.1 to 2.6)."""
    batch = Batch(200, seed=1)
    firsts, faces, circles = set(), set(), set()
    for game in range(len(batch)):
        state = batch.state(game)
        assert state == cairn.parse_position(cairn.format_position(state))
        assert cairn.format_position(state).startswith("f1f1f/5/5/5/s1s1s ")
        assert sorted(map(str, state.megaliths)) == ["b3", "d3"]
        assert {*state.megaliths.values(), *state.upcoming, *state.deck} == {*BASE_SET}
        assert (len(state.deck), state.tucked, state.turn, state.scores) == (10, 0, 0, (0, 0))
        firsts.add(state.active)
        faces.add(str(state.tiles))
        circles |= {stone.id for stone in state.megaliths.values()}
    assert len(firsts) == 2
    assert len(faces) == 16
    assert circles == {*BASE_SET.ids}


def test_draws_are_fair() -> None:
    """Each megalith is on a circle in 1 of 7 games; 4,200 games, five standard deviations."""
    batch = Batch(4200 if drive.COMPILED else 420, seed=2)
    on_circle = batch._rows["at"][:, [11, 13]]
    counts = np.bincount(on_circle.ravel(), minlength=14)
    n = len(batch)
    assert np.abs(counts - n / 7).max() < 5 * (n * 6 / 49) ** 0.5
    assert abs(batch.players.sum() - n / 2) < 5 * (n / 4) ** 0.5


@pytest.mark.parametrize("size", [2, 3, 4, 5])
def test_small_sets_start_short_of_megaliths(size: int) -> None:
    stones = tuple(BASE_SET)[:size]
    state = Batch(1, seed=3, megaliths=stones).state(0)
    assert (len(state.megaliths), len(state.upcoming), len(state.deck)) == (2, min(size - 2, 2), max(size - 4, 0))


@pytest.mark.parametrize("size", [2, 3, 4, 5, 14])
def test_equal_positions_have_equal_rows(size: int) -> None:
    batch = Batch(1, seed=3, megaliths=tuple(BASE_SET)[:size])
    assert np.array_equal(batch._rows, Batch.of([batch.state(0)])._rows)


def test_what_is_left_of_the_display_is_in_one_place() -> None:
    """Either megalith of the display is built, from a deck of one and of none (rule 5.4)."""
    for deck in ("mound", ""):
        state = play(cairn.parse_position(f"2s2/5/5/5/f4 s wooe b3=chaos,d3=dawn alley,deer {deck or '-'} 0-0"), "c5-x")
        for index in (638, 639):
            batch = Batch.of([state])
            batch.step([index])
            after = cairn.apply(state, action_at(state, index))
            assert np.array_equal(batch._rows, Batch.of([after])._rows)


def test_the_same_seed_gives_the_same_games() -> None:
    assert Batch(1, seed=5).state(0) == Batch(1, seed=5).state(0) != Batch(1, seed=6).state(0)
    assert Batch(1, seed=-(10**30)).state(0) == Batch(1, seed=-(10**30)).state(0)
    assert any(Batch(1).state(0) != Batch(1).state(0) for _ in range(3))


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize("twin", [deepcopy, lambda batch: loads(dumps(batch))])  # noqa: S301 - our own
def test_batches_are_copied_and_pickled(twin: Callable[[Batch], Batch], threads: int) -> None:
    """The copy goes its own way."""
    batch = Batch(6, seed=5, threads=threads)
    same = twin(batch)
    start = [batch.state(game) for game in range(6)]
    batch.step(batch.legal[0][:, 0])
    assert [same.state(game) for game in range(6)] == start
    same.step(same.legal[0][:, 0])
    assert [same.state(game) for game in range(6)] == [batch.state(game) for game in range(6)] != start


def test_numbers_of_numpy_are_as_good_as_plain_ones() -> None:
    one, two = (
        Batch(n(3), seed=n(5), max_turns=n(9), threads=n(2)).playouts(n(2), seed=n(1)).turns for n in (int, np.int64)
    )
    assert np.array_equal(one, two)


@pytest.mark.parametrize("index", [np.array([263]), np.array([1, 2]), np.float64(263), np.bool_(True)])  # noqa: FBT003
def test_an_index_is_a_single_whole_number(index: object) -> None:
    state = cairn.new_game(seed=7, faces="wooe", first=cairn.Tribe.SEA)
    assert action_at(state, np.int16(263)) == cairn.Add(cairn.Space.D1)
    with pytest.raises(EncodingError, match=f"no legal action has the index {re.escape(repr(index))} here"):
        action_at(state, index)


@pytest.mark.skipif(drive.COMPILED, reason="nothing is slow")
def test_the_warning_names_the_line_that_makes_a_batch() -> None:
    drive.engine.cache_clear()
    with pytest.warns(RuntimeWarning, match="Numba is not installed") as caught:
        Batch(1)
    assert caught[0].filename == __file__
    drive.engine.cache_clear()
    with pytest.warns(RuntimeWarning, match="Numba is not installed"):
        exec("Batch(1)", {"Batch": Batch})  # noqa: S102 - a page or a console may have no name


@pytest.mark.skipif(not hasattr(os, "fork"), reason="the system cannot fork")
@pytest.mark.filterwarnings("ignore:.*use of fork:DeprecationWarning")
def test_a_forked_process_has_threads_of_its_own() -> None:
    """It inherits the batch, but none of the threads that the first step began."""
    batch = Batch(6, seed=5, threads=2)
    batch.step(batch.legal[0][:, 0])
    child = get_context("fork").Process(target=lambda: batch.step(batch.legal[0][:, 0]))
    child.start()
    child.join(60)
    child.kill()  # if it hangs
    child.join()
    assert child.exitcode == 0


def test_masks_have_the_indices_of_the_lists() -> None:
    rng = Random(1)
    batch = Batch.of([crowded(rng, VARIANTS[0]) for _ in range(20)])
    lists, counts = batch.legal
    mask = batch.mask()
    assert mask.shape == (20, 641)
    assert mask.dtype == np.bool_
    for game in range(20):
        assert np.flatnonzero(mask[game]).tolist() == lists[game, : counts[game]].tolist()
    packed = batch.packed_mask()
    assert packed.shape == (20, 81)
    assert np.array_equal(np.unpackbits(packed, axis=1, count=641), mask)
    room = np.ones((20, 641), np.bool_)
    assert batch.mask(out=room) is room
    assert np.array_equal(room, mask)
    small = np.ones((20, 81), np.uint8)
    assert batch.packed_mask(out=small) is small
    assert np.array_equal(small, packed)


def test_observations_are_those_of_the_scalar_encoder() -> None:
    rng = Random(2)
    states = [crowded(rng, variant) for variant in VARIANTS] + [chained(rng, VARIANTS[5], 3) for _ in range(5)]
    for _ in range(6):
        batch = Batch.of(states, auto_reset=False)
        seen = batch.observation()
        assert seen.shape == (len(states), 526)
        encoder = Encoder(cairn)
        for game, state in enumerate(states):
            seat = cairn.current_player(state)
            assert seen[game].tobytes() == encoder.tensor(state, 0 if seat is None else seat)
        states = [
            cairn.apply(state, rng.choice(legal)) if (legal := cairn.legal_actions(state)) else state
            for state in states
        ]
    room = np.ones_like(seen)
    assert batch.observation(out=room) is room
    assert np.array_equal(room, seen)


@pytest.mark.parametrize("active", [0, 1])
@pytest.mark.parametrize("extra", [0, 1])
def test_observations_show_whose_turn_comes_next(active: int, extra: int) -> None:
    """Pillars of Spring gave a seat the next turn (rule 7.4)."""
    state = draft(cairn.new_game(seed=1, first=cairn.Tribe.SEA))
    state._active, state._extra = active, extra
    assert Batch.of([state]).observation().tobytes() == Encoder(cairn).tensor(state, active)


def test_observations_hide_the_order_of_the_deck() -> None:
    """The same but for the order of the unknown part of the deck: the same numbers (rule 2.7)."""
    state = cairn.new_game(seed=1)
    other = cairn.sample_hidden(cairn.observe(state, 0), Random(3))
    assert other.deck != state.deck
    one, two = Batch.of([state, other]).observation()
    assert np.array_equal(one, two)


@pytest.mark.parametrize("batch", [Batch(2, seed=1), Batch(0), BatchOfScalar(cairn, 2, seed=1)])
def test_legal_actions_are_read_only(batch: BaseBatch) -> None:
    """Nor can they be made writable, also by way of their base; they are those of the batch, not a copy."""
    for array, own in zip(batch.legal, (batch._lists, batch._counts), strict=True):
        assert (array.shape, array.dtype) == (own.shape, own.dtype)
        assert np.shares_memory(array, own) == (len(batch) > 0)
        with pytest.raises(ValueError, match="read-only"):
            array[:] = 0
        with pytest.raises(ValueError, match="cannot set WRITEABLE flag"):
            array.flags.writeable = True
        with pytest.raises(ValueError, match="cannot set WRITEABLE flag"):
            array.view().flags.writeable = True


def test_a_game_that_ends_pays_and_stays_over() -> None:
    state = cairn.parse_position(TWO_TO_BUILD)
    other = cairn.new_game(seed=1, first=cairn.Tribe.SEA)
    batch = Batch.of([state, other], auto_reset=False)
    first = int(batch.legal[0][1, 0])
    rewards, terminated, truncated = batch.step([EXIT_C5, first])
    assert (rewards.tolist(), terminated.tolist()) == ([[0, 0], [0, 0]], [False, False])
    rewards, terminated, truncated = batch.step([638, batch.legal[0][1, 0]])
    assert rewards.tolist() == [[1, -1], [0, 0]]
    assert terminated.tolist() == [True, False]
    assert truncated.tolist() == [False, False]
    assert batch.players[0] == -1
    assert cairn.outcome(batch.state(0)) == Outcome(winners=(0,), reason="third-megalith")
    # its action is ignored from now on, whatever it is
    over = batch.state(0)
    rewards, terminated, _ = batch.step([999, batch.legal[0][1, 0]])
    assert rewards.tolist() == [[0, 0], [0, 0]]
    assert terminated.tolist() == [True, False]
    assert batch.state(0) == over
    assert repr(batch) == "<Batch of 2 games, 1 of them over>"


def test_no_shaman_counts_as_moved_once_the_game_is_over() -> None:
    """Haven sent a shaman out, and its owner built the third megalith; the other one stays where it moved to."""
    text = "3s1/5/5/2s2/f4 s wooe a5=menhir,b5=chaos,c3=haven,e5=dawn mound,deer - 2-0"
    state = cairn.parse_position(text, variant=cairn.Variant(power_exit=True))
    batch, encoder = Batch.of([state], auto_reset=False), Encoder(cairn)
    for text in ("c2-c3", "d5>x", "=mound"):
        action = cairn.parse_action(text, state)
        batch.step([encoder.index(state, action)])
        state = cairn.apply(state, action)
    assert cairn.outcome(state) == Outcome((0,), "third-megalith")
    assert np.array_equal(batch._rows, Batch.of([state])._rows)
    assert batch.observation().tobytes() == encoder.tensor(state, 0)


@pytest.mark.parametrize(
    ("shamans", "text", "stuck"), [("5/5/4f/ffff1/sssss f", "e3-e2", 0), ("fffff/ssss1/4s/5/5 s", "e3-e4", 1)]
)
def test_a_seat_without_an_action_pays_the_other(shamans: str, text: str, stuck: int) -> None:
    """One closes its row before the other's five; the tiles now show diagonal moves and jumps over own (rule 9.2)."""
    state = cairn.parse_position(f"{shamans} wooe c3=chaos,d3=dawn - - 0-0")
    action = cairn.parse_action(text, state)
    batch = Batch.of([state], auto_reset=False)
    rewards, terminated, _ = batch.step([Encoder(cairn).index(state, action)])
    assert (rewards.tolist(), terminated.tolist()) == ([[1, -1] if stuck else [-1, 1]], [True])
    assert cairn.outcome(batch.state(0)) == Outcome(winners=(1 - stuck,), reason="no-action")


def test_a_finished_state_starts_again_at_the_next_step() -> None:
    stuck = cairn.parse_position("5/5/5/fffff/sssss s wdoe c3=chaos,d3=dawn - - 0-0")
    batch = Batch.of([stuck], seed=1)
    assert batch.players.tolist() == [-1]
    rewards, terminated, truncated = batch.step([0])
    assert (rewards.tolist(), terminated.tolist(), truncated.tolist()) == ([[0, 0]], [False], [False])
    assert {stone.id for stone in batch.state(0).megaliths.values()} == {"chaos", "dawn"}
    assert batch.state(0).turn == 0


def test_games_are_stopped_after_their_turns() -> None:
    batch = Batch(4, seed=1, max_turns=3, auto_reset=False)
    for _ in range(30):
        lists, _ = batch.legal
        rewards, terminated, truncated = batch.step(lists[:, 0])
        assert not rewards.any()
        assert not terminated.any()
        assert truncated.tolist() == (batch.turns == 3).tolist()
    assert truncated.all()
    assert batch.turns.tolist() == [3] * 4
    assert batch.players.tolist() == [-1] * 4
    assert not batch.legal[1].any()
    assert not batch.mask().any()


def test_a_number_of_turns_may_be_of_any_size() -> None:
    batch = Batch(1, seed=1, max_turns=10**30)
    assert not batch.step(batch.legal[0][:, 0]).truncated.any()


def test_the_count_of_turns_never_overflows() -> None:
    """A game without a limit is stopped at the highest number that its row counts."""
    batch = Batch(2, seed=1, auto_reset=False)
    batch._rows["turn"] = 2**31 - 3
    while not (truncated := batch.step(batch.legal[0][:, 0]).truncated).any():
        assert (batch.turns >= 2**31 - 3).all()
    assert (batch.turns[truncated] == 2**31 - 1).all()
    batch._rows["turn"] = 2**31 - 2
    assert (batch.playouts(5).turns <= 5).all()


def test_stopped_games_start_again_with_other_set_ups() -> None:
    batch = Batch(4, seed=1, max_turns=3)
    set_ups = [[cairn.format_position(batch.state(game))] for game in range(4)]
    for _ in range(30):
        _, _, truncated = batch.step(batch.legal[0][:, 0])
        assert (batch.turns[truncated] == 0).all()
        assert (batch.turns < 3).all()
        for game in np.flatnonzero(truncated):
            set_ups[game].append(cairn.format_position(batch.state(game)))
    for drawn in set_ups:
        assert len({*drawn}) == len(drawn) >= 5


def test_an_illegal_action_is_refused_and_nothing_is_done() -> None:
    batch = Batch(3, seed=1)
    before = [batch.state(game) for game in range(3)]
    lists, _ = batch.legal
    actions = lists[:, 0].astype(np.int64)
    legal = ", ".join(str(index) for index in lists[1] if index >= 0)
    for wrong in (640, 641, -1, 10**12):
        actions[1] = wrong
        with pytest.raises(
            EncodingError, match=f"the index {wrong} is not legal in game 1, where {legal} are; no game"
        ):
            batch.step(actions)
        assert [batch.state(game) for game in range(3)] == before


@pytest.mark.parametrize(
    "actions", [[0, 0], [[0, 0, 0]], 0, [0.0, 0.0, 0.0], [True, False, True], ["a", "b", "c"], None, [[0], [0, 0], [0]]]
)
def test_actions_of_another_shape_or_type_are_refused(actions: object) -> None:
    with pytest.raises(DefinitionError, match=r"actions should be whole numbers of shape \(3,\), not "):
        Batch(3, seed=1).step(actions)


@pytest.mark.parametrize("dtype", [np.int8, np.int16, np.int32, np.int64, np.uint8, np.uint16, np.uint32])
def test_actions_may_be_of_any_type_of_whole_numbers(dtype: type) -> None:
    state = cairn.new_game(seed=1, faces="wooe", first=cairn.Tribe.SEA)
    batch = Batch.of([state])
    batch.step(np.array([0], dtype))  # from a1 to b1, the first of all steps
    assert batch.state(0) == cairn.apply(state, cairn.parse_action("a1-b1", state))


@pytest.mark.parametrize(
    "out",
    [
        np.zeros((3, 640), np.bool_),
        np.zeros((3, 641), np.uint8),
        np.zeros((641, 3), np.bool_).T,
        np.zeros((6, 641), np.bool_)[::2],
        [[False] * 641] * 3,
    ],
)
def test_results_are_only_written_where_they_fit(out: object) -> None:
    with pytest.raises(
        DefinitionError, match=r"out should be a writable array of bool of shape \(3, 641\), contiguous"
    ):
        Batch(3, seed=1).mask(out=out)


def test_results_are_not_written_to_read_only_arrays() -> None:
    room = np.zeros((3, 526), np.uint8)
    room.flags.writeable = False
    with pytest.raises(DefinitionError, match=r"out should be a writable array of uint8 of shape \(3, 526\)"):
        Batch(3, seed=1).observation(out=room)


@pytest.mark.parametrize("game", [-1, 3, 1.0, "1", None])
def test_games_that_are_not_there_are_refused(game: object) -> None:
    with pytest.raises(DefinitionError, match="is not a game; there are games 0 to 2"):
        Batch(3, seed=1).state(game)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"n": -1}, "n must be a whole number from 0 to 2147483647, got -1"),
        ({"n": 1.0}, "n must be a whole number from 0 to 2147483647, got 1.0"),
        ({"n": True}, "n must be a whole number from 0 to 2147483647, got True"),
        ({"n": 2**31}, "n must be a whole number from 0 to 2147483647, got 2147483648"),
        ({"threads": 1025}, "threads must be a whole number from 1 to 1024, got 1025"),
        ({"seed": "x"}, "seed should be a whole number, not 'x'"),
        ({"threads": 0}, "threads must be a whole number from 1 to 1024, got 0"),
        ({"max_turns": 0}, "max_turns should be a whole number from 1 up, not 0"),
        ({"auto_reset": 1}, "auto_reset should be True or False, not 1"),
        ({"variant": "strict"}, "variant should be a Variant, not 'strict'"),
        ({"megaliths": 3}, "3 is not a collection of megaliths"),
        ({"megaliths": ["deer"]}, r"a megalith should be a Megalith such as BASE_SET\['deer'\], not 'deer'"),
        ({"megaliths": [BASE_SET["deer"]] * 2}, "a game needs at least 2 megaliths for the Stone Circles, not 1"),
    ],
)
def test_bad_arguments_are_refused(arguments: dict[str, object], message: str) -> None:
    with pytest.raises(DefinitionError, match=message):
        Batch(**{"n": 1, "seed": 1, **arguments})


def test_only_states_of_cairn_are_taken() -> None:
    with pytest.raises(DefinitionError, match="3 is not a collection of states"):
        Batch.of(3)
    with pytest.raises(DefinitionError, match="'x' is not a state"):
        Batch.of(["x"])


def test_a_copy_goes_its_own_way() -> None:
    batch = Batch(3, seed=1)
    before = [batch.state(game) for game in range(3)]
    twin = batch.copy()
    twin.step(twin.legal[0][:, 0])
    assert [batch.state(game) for game in range(3)] == before
    batch.step(batch.legal[0][:, 0])
    assert [batch.state(game) for game in range(3)] == [twin.state(game) for game in range(3)] != before


def test_some_games_can_be_taken_several_times() -> None:
    batch = Batch(3, seed=1)
    some = batch.take(np.array([2, 0, 2]))
    assert [some.state(game) for game in range(3)] == [batch.state(game) for game in (2, 0, 2)]
    assert len(batch.take(np.array([], np.int64))) == len(batch.take([])) == 0
    for games in ([3], [0, -1], np.array([2**63], np.uint64)):
        with pytest.raises(DefinitionError, match="is not a game; there are games 0 to 2"):
            batch.take(games)
    for games in ([0.0], [[0]], [True], [[0], [1, 2]]):
        with pytest.raises(DefinitionError, match="games should be whole numbers in one row"):
            batch.take(games)


def test_no_games_are_a_batch_too() -> None:
    batch = Batch(0, seed=1)
    rewards, terminated, _ = batch.step([])
    assert (len(batch), rewards.shape, terminated.shape, batch.mask().shape) == (0, (0, 2), (0,), (0, 641))
    assert batch.playouts(3).wins.shape == (0, 2)


@pytest.mark.untraced
def test_playouts_end_every_game_and_leave_the_batch_alone() -> None:
    batch = Batch(10, seed=1)
    before = [batch.state(game) for game in range(10)]
    totals = batch.playouts(3)
    assert [batch.state(game) for game in range(10)] == before
    assert totals.games == 3
    assert totals.wins.sum(axis=1).tolist() == [3] * 10
    assert (totals.turns >= 3 * 5).all()
    assert (totals.decisions > totals.turns).all()
    assert np.array_equal(batch.playouts(3).decisions, totals.decisions)
    assert not np.array_equal(batch.playouts(3, seed=1).decisions, totals.decisions)
    assert not batch.playouts(0).wins.any()


def test_playouts_from_a_position_that_decides_itself() -> None:
    """Sea chooses between two megaliths, and either wins: one decision, one turn (rule 9.1)."""
    state = cairn.parse_position(TWO_TO_BUILD)
    building = cairn.apply(state, cairn.parse_action("c5-x", state))
    totals = Batch.of([building, cairn.apply(building, cairn.legal_actions(building)[0])]).playouts(5)
    assert totals.wins.tolist() == [[5, 0], [5, 0]]
    assert totals.decisions.tolist() == [5, 0]
    assert totals.turns.tolist() == [5, 0]


def test_playouts_stop_after_the_turns_of_the_batch() -> None:
    totals = Batch(5, seed=1, max_turns=4).playouts(2)
    assert totals.turns.tolist() == [8] * 5
    assert not totals.wins.any()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"k": -1}, "k must be a whole number from 0 to 2147483647, got -1"),
        ({"k": 10**5000}, "k must be a whole number from 0 to 2147483647, got a number of thousands of digits"),
        ({"k": 1.5}, "k must be a whole number from 0 to 2147483647, got 1.5"),
        ({"k": 1, "seed": 0.5}, "seed should be a whole number, not 0.5"),
    ],
)
def test_bad_arguments_of_playouts_are_refused(arguments: dict[str, object], message: str) -> None:
    with pytest.raises(DefinitionError, match=message):
        Batch(1, seed=1).playouts(**arguments)


@pytest.mark.parametrize("threads", [1, 2])
def test_an_interruption_ends_playouts(monkeypatch: pytest.MonkeyPatch, threads: int) -> None:
    """The first task is interrupted; of the other 39, the threads play only those that they have begun."""
    begun = []

    def interrupted(*arguments: object) -> None:
        begun.append(arguments[-2:])
        if arguments[-2] == 0:
            raise KeyboardInterrupt
        sleep(0.01)

    batch = Batch(40, seed=1, threads=threads)
    monkeypatch.setattr(drive, "playouts", interrupted)
    monkeypatch.setattr("cairn_rules.cairn.batch.batch.SLICE", 1)
    with pytest.raises(KeyboardInterrupt):
        batch.playouts(1)
    _executor(threads, os.getpid()).shutdown()
    _executor.cache_clear()
    assert begun[0] == (0, 1)
    assert len(begun) < 20


@pytest.mark.untraced
def test_random_games_are_as_long_as_those_of_the_scalar_engine() -> None:
    """Every legal action is equally likely: the mean number of decisions agrees, within four standard errors."""
    n = 2000 if drive.COMPILED else 60
    found = Batch(n, seed=3, megaliths=LIGHT_SET).playouts(1).decisions
    scalar = [result.decisions for result in playouts(with_options(cairn, megaliths=LIGHT_SET), n // 4, seed=3)]
    error = (np.var(found) / len(found) + np.var(scalar) / len(scalar)) ** 0.5
    assert abs(np.mean(found) - np.mean(scalar)) < 4 * error


def test_playouts_from_the_middle_of_a_chain_know_its_past() -> None:
    """Cromlech sent the shaman to Menhir, from where c3 would repeat the position: a3 is the only step (rule 6.7).

    Back on c3 it could transform the enemy on c4, which would be one decision more. The second position is the same
    one file to the right, so that each has a past of its own.
    """
    states = []
    for text, texts in (
        ("5/2fs1/1f3/f1s2/sss2 s wdoe b2=menhir,c3=cromlech - - 0-0", ("d4-c3", "c3>b2")),
        ("5/3fs/2f2/1f1s1/1sss1 s wdoe c2=menhir,d3=cromlech - - 0-0", ("e4-d3", "d3>c2")),
    ):
        states.append(play(cairn.parse_position(text), *texts))
    totals = Batch.of(states, max_turns=1).playouts(40)
    assert (totals.decisions.tolist(), totals.turns.tolist()) == ([40, 40], [40, 40])


def test_each_playout_is_another_game() -> None:
    """Of forty random games from one position, either tribe wins some."""
    assert Batch(1, seed=1).playouts(40).wins.min() > 0
