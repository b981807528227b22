"""Batches of any game, played by its own functions: the surface of a batch of Cairn, and the same games."""

from __future__ import annotations

from copy import deepcopy
from functools import partial
from pickle import dumps, loads
from random import Random

import numpy as np
import pytest

from cairn_rules import DefinitionError, Outcome, cairn, endless_winter, korrigans
from cairn_rules.cairn import BASE_SET, LIGHT_SET
from cairn_rules.cairn.batch import Batch
from cairn_rules.cairn.learning.observation_tensor import OWN_DECISION, SEAT
from cairn_rules.encoding import Encoder, Encoding, EncodingError
from cairn_rules.manifest import Manifest, Seats
from cairn_rules.simulation import with_options
from cairn_rules.simulation.batches import BatchOfScalar
from support.crowded import VARIANTS, crowded
from support.toys import Stairs

TWO_TO_BUILD = "2s2/5/5/5/f4 s wooe b3=chaos,d3=dawn,e3=menhir,e4=mound alley,deer - 2-0"
EXIT_C5 = 257
STUCK = "5/5/5/fffff/sssss s wdoe c3=chaos,d3=dawn - - 0-0"


@pytest.mark.parametrize("auto_reset", [False, True])
def test_it_plays_cairn_as_the_batch_does(*, auto_reset: bool) -> None:
    """The same arrays for the same positions, until a game ends, after which both draw set-ups of their own."""
    rng = Random(1)
    states = [crowded(rng, rng.choice(VARIANTS)) for _ in range(8)]
    fast = Batch.of(states, auto_reset=auto_reset, seed=1)
    slow = BatchOfScalar.of(cairn, states, auto_reset=auto_reset, seed=1)
    ended = np.zeros(8, np.bool_)
    for step in range(40):
        (lists, counts), (slow_lists, slow_counts) = fast.legal, slow.legal
        same = np.flatnonzero(~ended if auto_reset else np.full(8, fill_value=True))
        width = slow_lists.shape[1]
        assert np.array_equal(lists[same][:, :width], slow_lists[same])
        assert np.array_equal(counts[same], slow_counts[same])
        assert np.array_equal(fast.mask()[same], slow.mask()[same])
        assert np.array_equal(fast.packed_mask()[same], slow.packed_mask()[same])
        assert np.array_equal(fast.observation()[same], slow.observation()[same])
        assert np.array_equal(fast.players[same], slow.players[same])
        assert np.array_equal(fast.turns[same], slow.turns[same])
        one, two = (
            batch.step(batch.legal[0][np.arange(8), step % np.maximum(batch.legal[1], 1)]) for batch in (fast, slow)
        )
        for ours, theirs in zip(one, two, strict=True):
            assert ours.dtype == theirs.dtype
            assert np.array_equal(ours[same], theirs[same])
        ended |= one.terminated
    assert ended.any()


def test_custom_megaliths_are_played() -> None:
    """A power that the 641 indices do not know: its options are counted instead."""

    @cairn.megalith("Lonely Stone", text="Banish any other shaman.")
    def lonely(site: cairn.Site) -> list[cairn.Effect]:
        return [cairn.Banish(space) for space in site.shamans() if space != site.space]

    state = cairn.parse_position("4f/5/1f3/2s2/5 s wooe c3=lonely,d3=dawn deer,menhir - 0-0", BASE_SET | lonely)
    with pytest.raises(DefinitionError, match="or make a BatchOfScalar instead of a Batch"):
        Batch.of([state])
    game = with_options(cairn, megaliths=[*LIGHT_SET, lonely])
    for made in (
        lambda: BatchOfScalar.of(cairn, [cairn.new_game(seed=1), state]),
        lambda: BatchOfScalar.of(game, [state]),
        lambda: BatchOfScalar(game, 2, seed=1),
    ):
        with pytest.raises(EncodingError, match="not the powers of 'lonely'; pass dynamic=, a number of indices"):
            made()
    with pytest.raises(EncodingError, match=r"the custom megalith 'lonely'; .* with_options\(cairn, megaliths=...\)"):
        BatchOfScalar.of(cairn, [state], dynamic=200).observation()
    batch = BatchOfScalar.of(game, [state], dynamic=200)
    assert batch.observation().shape == (1, *batch.observation_shape) == (1, 526 + 29)
    assert batch.observation()[0].tobytes() == Encoder(game, dynamic=200).tensor(state, 0)
    woken = cairn.apply(state, cairn.parse_action("c2-c3", state))
    batch.step([cairn.legal_actions(state).index(cairn.parse_action("c2-c3", state))])
    assert batch.state(0) == woken
    assert batch.legal[0][0, :2].tolist() == [0, 1]
    batch.step([1])
    assert batch.state(0) == cairn.apply(woken, cairn.legal_actions(woken)[1])


@pytest.mark.parametrize(
    ("game", "seats"),
    [
        (korrigans, 2),
        (with_options(korrigans, players=3), 3),
        (endless_winter, 2),
        (with_options(endless_winter, players=1), 1),
    ],
)
def test_other_games_are_played_to_their_ends(game: object, seats: int) -> None:
    batch = BatchOfScalar(game, 3, seed=1, auto_reset=False)
    rng = Random(2)
    paid = np.zeros((3, seats), np.int64)
    for _ in range(2000):
        lists, counts = batch.legal
        if not counts.any():
            break
        places = [rng.randrange(max(count, 1)) for count in counts]
        rewards, terminated, truncated = batch.step(lists[np.arange(3), places])
        paid += rewards
        assert not truncated.any()
    assert terminated.all()
    assert (batch.players == -1).all()
    for number in range(3):
        outcome = game.outcome(batch.state(number))
        expected = [0] * seats if outcome.is_draw else [1 if seat in outcome.winners else -1 for seat in range(seats)]
        assert paid[number].tolist() == expected


class Table(Stairs):
    """Two steps for the first of as many players as there are letters, which the last of them wins."""

    MANIFEST = Manifest(name="table", seats=Seats(names=("one", "two", "three"), count=lambda state: len(state[0])))

    def new_game(self, *, seed=None):  # noqa: ARG002 - always the same
        return ("abc",)

    def legal_actions(self, state):
        return ("step",) if len(state) < 3 else ()

    def outcome(self, state):
        return None if len(state) < 3 else Outcome((len(state[0]) - 1,), "prize")


def test_games_of_different_sizes_share_a_batch() -> None:
    """A seat that nobody takes loses nothing, and games that start again may have more players than the states."""
    mixed = BatchOfScalar.of(Table(), [("ab", "step"), ("abc", "step"), ("abcd", "step")], auto_reset=False)
    assert mixed.step([0, 0, 0]).rewards.tolist() == [[-1, 1, 0, 0], [-1, -1, 1, 0], [-1, -1, -1, 1]]
    larger = BatchOfScalar.of(Table(), [("ab", "step")], seed=1)
    assert larger.step([0]).rewards.tolist() == [[-1, 1, 0]]
    larger.step([0])
    assert larger.step([0]).rewards.tolist() == [[-1, -1, 1]]


def test_a_decision_may_have_very_many_actions() -> None:
    """More than a number of 16 bits counts."""

    class Wide(Table):
        def legal_actions(self, state):
            return range(40_000) if len(state) < 3 else ()

    lists, counts = BatchOfScalar(Wide(), 1, dynamic=40_000).legal
    assert counts.tolist() == [40_000]
    assert lists[0, -1] == 39_999


def test_numbers_are_as_short_as_those_of_the_batch() -> None:
    for ours, theirs in zip(BatchOfScalar(cairn, 2, seed=1).legal, Batch(2, seed=1).legal, strict=True):
        assert ours.dtype == theirs.dtype == np.int16
    assert [array.dtype for array in BatchOfScalar(cairn, 1, seed=1, dynamic=2**15).legal] == [np.int64] * 2


class Square(Table):
    """A game whose tensor has two dimensions."""

    MANIFEST = Manifest(
        name="square",
        seats=Seats(names=("one", "two", "three")),
        encoding=Encoding(shape=(2, 3), tensor=lambda seen, seat: bytes((0, 1, 2, 3, len(seen), seat))),
    )


def test_observations_have_the_shape_of_the_tensor() -> None:
    batch = BatchOfScalar(Square(), 4, seed=1)
    batch.step([0] * 4)
    assert batch.observation_shape == (2, 3)
    assert batch.observation().tolist() == [[[0, 1, 2], [3, 2, 0]]] * 4
    room = np.zeros((4, 2, 3), np.uint8)
    assert batch.observation(out=room) is room
    with pytest.raises(DefinitionError, match=r"out should be a writable array of uint8 of shape \(4, 2, 3\)"):
        batch.observation(out=np.zeros((4, 6), np.uint8))
    assert Batch(1, seed=1).observation_shape == (526,)


def test_a_draw_pays_nobody() -> None:
    """Up and down is a draw; two steps down win for the first player, against one who never decides."""

    class StairsForTwo(Stairs):
        MANIFEST = Manifest(name="stairs", seats=Seats(names=("one", "two")))

    batch = BatchOfScalar(StairsForTwo(), 2, seed=1, auto_reset=False)
    batch.step([0, 1])
    rewards, terminated, _ = batch.step([1, 1])
    assert terminated.tolist() == [True, True]
    assert rewards.tolist() == [[0, 0], [1, -1]]
    assert batch.playouts(2).wins.tolist() == [[0, 0], [2, 0]]


def test_a_game_for_an_unknown_number_of_players_is_refused() -> None:
    with pytest.raises(
        DefinitionError, match=r"Stairs does not say how many players it has; a batch needs Manifest\.seats"
    ):
        BatchOfScalar(Stairs(), 2, seed=1)


def test_games_depend_on_the_seed_and_their_number_alone() -> None:
    many, few = BatchOfScalar(cairn, 5, seed=3), BatchOfScalar(cairn, 2, seed=3)
    assert [many.state(number) for number in (0, 1)] == [few.state(number) for number in (0, 1)]
    assert many.state(0) != many.state(1)
    assert few.state(0) != BatchOfScalar(cairn, 1, seed=4).state(0)
    assert any(BatchOfScalar(cairn, 1).state(0) != few.state(0) for _ in range(3))
    assert np.array_equal(many.playouts(2).turns[:2], few.playouts(2).turns)


def test_a_game_that_ends_starts_again() -> None:
    state = cairn.parse_position(TWO_TO_BUILD)
    batch = BatchOfScalar.of(cairn, [state], seed=1)
    batch.step([EXIT_C5])
    rewards, terminated, truncated = batch.step([638])
    assert (rewards.tolist(), terminated.tolist(), truncated.tolist()) == ([[1, -1]], [True], [False])
    assert batch.state(0).turn == 0
    assert len(batch.state(0).deck) == 10
    assert batch.players[0] == batch.state(0).active


def test_games_are_stopped_after_their_turns() -> None:
    batch = BatchOfScalar(cairn, 2, seed=1, max_turns=2, auto_reset=False)
    twin = BatchOfScalar(cairn, 2, seed=1, max_turns=2)
    stopped = 0
    for _ in range(10):
        _, terminated, truncated = batch.step(batch.legal[0][:, 0])
        stopped += int(twin.step(twin.legal[0][:, 0]).truncated.sum())
        assert (twin.turns < 2).all()
    assert (terminated.tolist(), truncated.tolist()) == ([False, False], [True, True])
    assert batch.turns.tolist() == [2, 2]
    assert batch.players.tolist() == [-1, -1]
    assert stopped >= 4
    assert repr(batch) == "<BatchOfScalar of 2 games, 2 of them over>"


def test_a_finished_state_starts_again_or_is_ignored() -> None:
    stuck = cairn.parse_position(STUCK)
    over = BatchOfScalar.of(cairn, [stuck], auto_reset=False)
    rewards, terminated, truncated = over.step([5])
    assert (rewards.tolist(), terminated.tolist(), truncated.tolist()) == ([[0, 0]], [True], [False])
    again = BatchOfScalar.of(cairn, [stuck], seed=1)
    rewards, terminated, _ = again.step([5])
    assert (rewards.tolist(), terminated.tolist()) == ([[0, 0]], [False])
    assert again.state(0).turn == 0


def test_an_illegal_action_is_refused_and_nothing_is_done() -> None:
    batch = BatchOfScalar(cairn, 2, seed=1)
    before = batch.state(0)
    lists, _ = batch.legal
    for wrong in (640, -1):
        with pytest.raises(EncodingError, match=f"the index {wrong} is not legal in game 1, where "):
            batch.step([lists[0, 0], wrong])
    assert batch.state(0) == before
    with pytest.raises(DefinitionError, match=r"actions should be whole numbers of shape \(2,\)"):
        batch.step([0])


def test_bad_arguments_are_refused() -> None:
    with pytest.raises(DefinitionError, match="n must be a whole number from 0 to 2147483647, got -1"):
        BatchOfScalar(cairn, -1)
    with pytest.raises(DefinitionError, match="k must be a whole number from 0 to 2147483647, got -1"):
        BatchOfScalar(cairn, 1, seed=1).playouts(-1)
    with pytest.raises(DefinitionError, match="max_turns should be a whole number from 1 up, not 0"):
        BatchOfScalar(cairn, 1, max_turns=0)
    with pytest.raises(DefinitionError, match="3 is not a collection of states"):
        BatchOfScalar.of(cairn, 3)


def test_seeds_may_be_of_any_length() -> None:
    one, two = (BatchOfScalar(cairn, 1, seed=10**5000 + number) for number in range(2))
    assert one.state(0) != two.state(0)
    assert one.playouts(1, seed=-(10**5000)).wins.sum() == 1


def test_more_actions_than_indices_are_refused() -> None:
    with pytest.raises(EncodingError, match="legal actions"):
        BatchOfScalar(cairn, 1, seed=1, dynamic=2)


def test_a_step_that_fails_changes_no_game() -> None:
    """Step by step, one more action is legal in the third game than in the others."""

    class Growing(Table):
        MANIFEST = Manifest(name="growing", seats=Seats(names=("one", "two", "three")))

        def legal_actions(self, state):
            return ("step",) * (len(state) + (state[0] == "abcd"))

        def outcome(self, state):  # noqa: ARG002 - it has no end
            return None

    batch = BatchOfScalar.of(Growing(), [("abc",), ("abc",), ("abcd",)], dynamic=3)
    batch.step([0, 0, 1])
    states, lists = [batch.state(game) for game in range(3)], batch.legal[0].copy()
    with pytest.raises(EncodingError, match=r"growing has 4 legal actions, .*; pass dynamic=4 or more"):
        batch.step([0, 1, 2])
    assert [batch.state(game) for game in range(3)] == states
    assert np.array_equal(batch.legal[0], lists)
    assert batch.turns.tolist() == [1, 1, 1]


BATCHES = [Batch, partial(BatchOfScalar, cairn)]


@pytest.mark.parametrize("make", BATCHES)
def test_a_game_is_reset_as_auto_reset_does(make) -> None:
    """The same set-ups, whichever way; the other games are left alone, and so is a game that is named twice."""
    by_itself, by_hand = make(3, seed=5, max_turns=3), make(3, seed=5, max_turns=3, auto_reset=False)
    ended = np.zeros(3, np.int64)
    for _ in range(25):
        steps = [batch.step(batch.legal[0][:, 0]) for batch in (by_itself, by_hand)]
        assert all(map(np.array_equal, *steps))
        over = np.flatnonzero(steps[1].truncated | steps[1].terminated)
        before = [by_hand.state(game) for game in range(3)]
        by_hand.reset(np.repeat(over, 2))
        ended[over] += 1
        for game in range(3):
            assert by_hand.state(game) == by_itself.state(game)
            assert game in over or by_hand.state(game) == before[game]
        assert all(map(np.array_equal, by_itself.legal, by_hand.legal))
        assert np.array_equal(by_itself.turns, by_hand.turns)
    assert ended.min() >= 2


@pytest.mark.parametrize("make", BATCHES)
def test_a_game_is_reset_before_its_end_too(make) -> None:
    batch, few = make(3, seed=5), make(1, seed=5)
    first = batch.state(0)
    batch.reset([0])
    few.reset([0])
    assert first != batch.state(0) == few.state(0)
    short = make(1, seed=5, max_turns=1)
    while not short.step(short.legal[0][:, 0]).truncated.any():
        pass
    assert batch.state(0) == short.state(0)
    batch.reset([])
    assert batch.state(0) == few.state(0)
    for games in ([3], [-1]):
        with pytest.raises(DefinitionError, match="is not a game; there are games 0 to 2"):
            batch.reset(games)
    with pytest.raises(DefinitionError, match="games should be whole numbers in one row, not bool"):
        batch.reset([True, False, False])


def test_some_games_can_be_taken_several_times() -> None:
    """They go their own way, and start again and play on at random as the games that they are copies of."""
    batch = BatchOfScalar(cairn, 3, seed=1)
    some = batch.take([2, 0, 2])
    assert [some.state(game) for game in range(3)] == [batch.state(game) for game in (2, 0, 2)]
    assert some.playouts(1).decisions.tolist() == [batch.playouts(1).decisions[game] for game in (2, 0, 2)]
    some.step(some.legal[0][:, 0])
    assert some.state(1) != batch.state(0) == BatchOfScalar(cairn, 1, seed=1).state(0)
    some.reset([0])
    batch.reset([2])
    assert some.state(0) == batch.state(2)
    assert len(batch.take([])) == 0
    with pytest.raises(DefinitionError, match="3 is not a game; there are games 0 to 2"):
        batch.take([3])


@pytest.mark.parametrize("make", BATCHES)
def test_a_stopped_game_is_seen_by_the_seat_that_would_decide(make) -> None:
    """Nobody decides, but what a learner needs to value the position is there; a game that is over, Sea sees."""
    batch = make(6, seed=1, max_turns=2, auto_reset=False)
    while batch.legal[1].any():
        batch.step(batch.legal[0][:, 0])
    assert (batch.players == -1).all()
    seats = [cairn.current_player(batch.state(game)) for game in range(6)]
    assert {*seats} == {0, 1}
    seen = batch.observation()
    for game, seat in enumerate(seats):
        assert seen[game].tobytes() == Encoder(cairn).tensor(batch.state(game), seat)
    assert seen[:, SEAT].tolist() == seats
    assert seen[:, OWN_DECISION].all()
    over = (Batch.of if make is Batch else partial(BatchOfScalar.of, cairn))([cairn.parse_position(STUCK)])
    assert over.observation()[0, [SEAT, OWN_DECISION]].tolist() == [0, 0]


def test_turns_before_the_first_state_count() -> None:
    state = cairn.new_game(seed=1)
    while state.turn < 4:
        state = cairn.apply(state, cairn.legal_actions(state)[0])
    for batch in (Batch.of([state], max_turns=4), BatchOfScalar.of(cairn, [state], max_turns=4)):
        assert batch.turns.tolist() == [4]
        assert batch.step(batch.legal[0][:, 0]).truncated.tolist() == [True]


@pytest.mark.parametrize("game", [cairn, with_options(korrigans, players=3), Table()])
@pytest.mark.parametrize("twin", [deepcopy, lambda batch: loads(dumps(batch))])  # noqa: S301 - our own
def test_batches_are_copied_and_pickled(game, twin) -> None:
    batch = BatchOfScalar(game, 2, seed=1)
    batch.step(batch.legal[0][:, 0])
    before, copied = batch.state(0), twin(batch)
    copied.step(copied.legal[0][:, 0])
    assert batch.state(0) == before != copied.state(0)
    batch.step(batch.legal[0][:, 0])
    assert [batch.state(number) for number in range(2)] == [copied.state(number) for number in range(2)]
    assert copied.playouts(1).decisions.tolist() == batch.playouts(1).decisions.tolist()


def test_a_copy_goes_its_own_way() -> None:
    batch = BatchOfScalar(cairn, 2, seed=1)
    before = batch.state(0)
    twin = batch.copy()
    twin.step(twin.legal[0][:, 0])
    assert batch.state(0) == before != twin.state(0)
    assert batch.turns.tolist() == [0, 0]
    batch.step(batch.legal[0][:, 0])
    assert [batch.state(0), batch.state(1)] == [twin.state(0), twin.state(1)]


def test_playouts_end_every_game_and_leave_the_batch_alone() -> None:
    state = cairn.parse_position(TWO_TO_BUILD)
    building = cairn.apply(state, cairn.parse_action("c5-x", state))
    won = cairn.apply(building, cairn.legal_actions(building)[0])
    batch = BatchOfScalar.of(cairn, [building, won, cairn.new_game(seed=1)], seed=1)
    totals = batch.playouts(4)
    assert totals.games == 4
    assert totals.wins[:2].tolist() == [[4, 0], [4, 0]]
    assert totals.wins[2].sum() == 4
    assert totals.decisions[:2].tolist() == [4, 0]
    assert totals.turns[:2].tolist() == [4, 0]
    assert totals.decisions[2] > totals.turns[2] > 20
    assert batch.state(0) == building
    assert batch.playouts(4, seed=1).decisions[2] != totals.decisions[2]
    stopped = BatchOfScalar(cairn, 1, seed=1, max_turns=3).playouts(2)
    assert (stopped.turns.tolist(), stopped.wins.tolist()) == ([6], [[0, 0]])


def test_no_games_are_a_batch_too() -> None:
    batch = BatchOfScalar(cairn, 0, seed=1)
    assert batch.step(np.zeros(0, np.int64)).rewards.shape == (0, 2)
    assert (batch.mask().shape, batch.observation().shape) == ((0, 641), (0, 526))
