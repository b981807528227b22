"""Learning from self-play: the net in the kernel, its search, and the steps of learning."""

from __future__ import annotations

from concurrent.futures import Executor, ThreadPoolExecutor
from math import exp, log
from random import Random
from typing import Any

import numpy as np
import pytest
from attrs import evolve

import cairn_rules as cairn
from cairn_rules.cairn.action_space import action_at
from cairn_rules.cairn.batch import drive, learning, training
from cairn_rules.cairn.batch.bridge import read_state, write_state
from cairn_rules.cairn.batch.kernel import LONGEST_LIST, settle
from cairn_rules.cairn.batch.learning import BEST, LINES, VICTORY
from cairn_rules.cairn.batch.row import CHAIN, NONE, ROW, close, opened
from cairn_rules.cairn.batch.training import Plan, Training
from cairn_rules.cairn.players.net import Net, pack_net
from cairn_rules.cairn.players.net_inputs import HIDDEN, INPUTS, WIDTH

TINY = Plan(depths=(1, 2), games=2, seed=1, max_turns=4, random_turns=2, surprise=0.3, passes=1)


def small_net(seed: int) -> tuple[Any, Any, Net]:
    """Random weights in whole 64ths: as arrays of the kernel, and as the net of a player."""
    rng = np.random.default_rng(seed)
    inputs, outputs = rng.integers(-40, 41, (INPUTS, HIDDEN)), rng.integers(-90, 91, HIDDEN)
    net = Net(pack_net(inputs.ravel().tolist(), outputs.tolist(), 700))
    return (inputs / 64).astype(np.float32), np.append(outputs / 64, 700 / 4096).astype(np.float32), net


def middles(count: int, seed: int = 1) -> list[cairn.State]:
    """States of random games, also in the middle of a turn."""
    rng, found = Random(seed), []
    while len(found) < count:
        state = cairn.new_game(seed=rng.getrandbits(32))
        for _ in range(rng.randrange(50)):
            if legal := cairn.legal_actions(state):
                state = cairn.apply(state, rng.choice(legal))
        if cairn.outcome(state) is None:
            found.append(state)
    return found


def room() -> tuple[Any, ...]:
    """Rows, chains, lists, frames, bounds and inputs, as the search needs them."""
    return (
        np.zeros(LINES, ROW),
        np.zeros((LINES, CHAIN), np.int16),
        np.zeros((LINES, LONGEST_LIST), np.int16),
        np.zeros((LINES, 4), np.int16),
        np.zeros((LINES, 3)),
        np.zeros((1, WIDTH), np.int16),
    )


def test_a_row_is_judged_as_the_player_judges_the_state() -> None:
    inputs, outputs, net = small_net(1)
    rows, chains, _, _, _, found = room()
    for state in middles(40):
        write_state(state, rows, chains, 0)
        row = opened(rows, 0)
        for tribe in cairn.Tribe:
            odds = learning.judged(row, found, inputs, outputs, np.zeros(HIDDEN, np.float32), tribe)
            assert odds == pytest.approx(net(state, tribe), abs=1e-4)


def value(state: cairn.State, net: Net, viewer: int, horizon: int) -> float:
    """The value of a state by trying everything."""
    if (outcome := cairn.outcome(state)) is not None:
        return (VICTORY - state.turn) * (1 if viewer in outcome.winners else -1)
    if isinstance(state.pending, cairn.ChooseAction) and state.turn >= horizon:
        return net(state, viewer)
    values = [value(after, net, viewer, horizon) for _, after in cairn.successors(state)]
    return max(values) if cairn.current_player(state) == viewer else min(values)


@pytest.mark.parametrize("depth", [1, 2])
def test_the_search_finds_the_value_of_trying_everything(depth: int) -> None:
    winning = cairn.parse_position("2s2/5/5/5/4f s wooe a3=pillars,b3=chaos,c3=deer,d3=dawn alley,menhir - 2-0")
    inputs, outputs, net = small_net(2)
    rows, chains, lists, frames, bounds, found = room()
    for state in (winning, *middles(30 if drive.COMPILED else 3 // depth, seed=3)):
        write_state(state, rows, chains, 0)
        row = opened(rows, 0)
        count = settle(row, chains, lists, 0)
        viewer, horizon = row.who, row.turn + depth
        got = learning.searched(
            rows, chains, lists, frames, bounds, found, inputs, outputs, np.zeros(HIDDEN, np.float32), count, depth
        )  # fmt: skip
        assert got == pytest.approx(value(state, net, viewer, horizon), abs=1e-4)
        after = cairn.apply(state, action_at(state, int(lists[0, frames[0, BEST]])))
        assert value(after, net, viewer, horizon) == pytest.approx(got, abs=1e-4)


@pytest.mark.parametrize("most", ["MOST_POWERS", "LINES"])
def test_a_search_ends_in_long_chains_and_after_many_decisions(most: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The position is then judged as if the turn ended now: here, with the shaman on the megalith and not beyond."""
    monkeypatch.setattr(learning, most, {"MOST_POWERS": -1, "LINES": 2}[most])
    inputs, outputs, net = small_net(2)
    rows, chains, lists, frames, bounds, found = room()
    state = cairn.parse_position("4f/5/5/2s2/5 s wooe c3=menhir,d3=dawn alley,deer - 0-0")
    write_state(state, rows, chains, 0)
    count = settle(opened(rows, 0), chains, lists, 0)
    got = learning.searched(
        rows, chains, lists, frames, bounds, found, inputs, outputs, np.zeros(HIDDEN, np.float32), count, 1
    )  # fmt: skip
    assert got == pytest.approx(max(net(after, 0) for _, after in cairn.successors(state)), abs=1e-4)


def test_only_the_unknown_part_of_the_deck_is_shuffled() -> None:
    rows, chains, *_ = room()
    write_state(
        cairn.parse_position("f4/5/5/5/s4 s wooe b3=chaos,d3=dawn alley,deer menhir,mound|fairy 0-0"), rows, chains, 0
    )
    decks = set()
    for key in range(40):
        row = opened(rows, 0)
        assert learning.shuffle_deck(row, key * 977) != key * 977
        close(rows, 0, row)
        decks.add(tuple(stone.id for stone in read_state(rows, chains, 0).deck))
    assert decks == {("menhir", "mound", "fairy"), ("mound", "menhir", "fairy")}


def test_targets_follow_the_game_up_to_a_random_action() -> None:
    """Sea, Forest, Sea, Forest; Forest's first action was random, and Sea won."""
    movers, ends = np.array([[0, 1, 0, 1, 9]]), np.array([[0, 1, 0, 0, 9]])
    values, targets = np.array([[0.5, 1.5, -0.5, 0.25, 9.0]]), np.zeros((1, 5))
    learning.set_targets(movers, values, ends, np.array([4]), np.array([0]), 0.75, targets)
    likely = [1 / (1 + exp(-odds)) for odds in values[0]]
    last = 0.25 * likely[3] + 0.75 * 0
    third = 0.25 * likely[2] + 0.75 * (1 - last)
    second = likely[1]
    first = 0.25 * likely[0] + 0.75 * (1 - second)
    assert targets[0].tolist() == pytest.approx([first, second, third, last, 0])


def test_the_last_target_of_a_game_without_a_winner_is_the_value_of_its_search() -> None:
    targets = np.zeros((1, 1))
    learning.set_targets(
        np.zeros((1, 1)), np.full((1, 1), 2 * VICTORY), np.zeros((1, 1)), np.array([1]), np.array([NONE]), 0.75, targets
    )
    assert targets[0, 0] == pytest.approx(1)


def test_the_gradient_is_the_slope_of_the_loss() -> None:
    """By differences of the loss for slightly larger and smaller weights."""
    rng = np.random.default_rng(4)
    inputs, outputs = rng.normal(0, 0.5, (INPUTS, HIDDEN)), rng.normal(0, 0.5, HIDDEN + 1)
    found, wanted, sums = np.array([[0, 7, 300, 500, 820, 830]]), 0.3, np.zeros(HIDDEN)

    def loss() -> float:
        odds = learning.output(found, 0, 6, inputs, outputs, sums)
        return log(1 + exp(odds)) - wanted * odds

    slopes, output_slopes = np.zeros_like(inputs), np.zeros_like(outputs)
    odds = learning.output(found, 0, 6, inputs, outputs, sums)
    learning.add_gradient(found, 0, 6, learning.likelihood(odds) - wanted, outputs, sums, slopes, output_slopes)
    assert not slopes[[1, 835]].any()
    for weights, gradient, places in (
        (inputs, slopes, [(number, unit) for number in (0, 7, 830) for unit in (0, 1, 2, 47)]),
        (outputs, output_slopes, [(unit,) for unit in (0, 1, 2, 47, 48)]),
    ):
        for place in places:
            kept = weights[place]
            weights[place] = kept + 1e-6
            more = loss()
            weights[place] = kept - 1e-6
            assert gradient[place] == pytest.approx((more - loss()) / 2e-6, abs=1e-5)
            weights[place] = kept


def test_learning_approaches_the_targets() -> None:
    rng = np.random.default_rng(4)
    inputs, outputs = rng.normal(0, 0.1, (10, HIDDEN)), rng.normal(0, 0.1, HIDDEN + 1)
    found, targets = np.array([[0, 7, 9], [0, 8, 9]]), np.array([0.9, 0.2])
    moments, output_moments = np.zeros((3, inputs.size)), np.zeros((3, HIDDEN + 1))
    losses = [
        learning.learn(
            found, np.array([3, 3]), targets, np.array([0, 1]), 2, inputs, outputs, moments, output_moments,
            np.zeros(HIDDEN), 0.01, 1.5,
        )
        for _ in range(20)
    ]  # fmt: skip
    assert losses[-1] < losses[0] - 0.1


def test_no_weight_exceeds_the_limit() -> None:
    moments = np.array([[-1.0, 1.0, 0.0], [0.0, 0.0, 0.0], [0.0, 0.0, 0.0]])
    weights = np.array([1.4, -1.4, 0.3])
    learning.adapt(weights, moments, 1.0, 1.5)
    assert weights.tolist() == [1.5, -1.5, 0.3]
    assert not moments[0].any()


def trained(plan: Plan, executor: Executor | None = None) -> tuple[list[Any], bytes]:
    of_net = Training(plan, executor)
    return list(of_net.rounds()), of_net.file()


def test_the_same_seed_trains_the_same_net() -> None:
    rounds, file = trained(TINY)
    assert [each.number for each in rounds] == [1, 2]
    assert all(2 <= each.positions <= 8 and each.loss > 0 for each in rounds)
    Net(file)


def test_where_the_games_are_played_does_not_matter(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three tasks for two threads, instead of one task here."""
    plan = evolve(TINY, games=3)
    here = trained(plan)
    monkeypatch.setattr(training, "SLICE", 1)
    with ThreadPoolExecutor(2) as threads:
        assert trained(plan, threads) == here


@pytest.mark.skipif(not drive.COMPILED, reason="plain Python is slow")
def test_training_goes_by_its_plan() -> None:
    """Other numbers give other nets; with enough rounds, games end sooner, and the winner is foreseen."""
    assert trained(Plan(depths=(1, 2), games=2, seed=6, max_turns=4))[1] != trained(TINY)[1]
    rounds, _ = trained(Plan(depths=(1,) * 12, games=64))
    assert rounds[-1].loss < rounds[0].loss - 0.05
    assert rounds[-1].decided > 0.9
    assert rounds[-1].positions < rounds[0].positions


@pytest.mark.skipif(not drive.COMPILED, reason="there is nothing to compare without Numba")
def test_compiled_training_is_the_same_as_plain(monkeypatch: pytest.MonkeyPatch) -> None:
    plan = Plan(depths=(1,), games=1, seed=5, max_turns=3, random_turns=0)
    rounds, file = trained(plan)
    drive.learner.cache_clear()
    monkeypatch.setattr(drive, "COMPILED", False)
    try:
        again, plain = trained(plan)
    finally:
        drive.learner.cache_clear()
    assert again[0][:3] == rounds[0][:3]
    assert np.allclose(*[np.frombuffer(each[20:], np.int8) for each in (file, plain)], atol=1)
