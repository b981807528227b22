"""Learning from self-play: the targets, and the steps of learning."""

from __future__ import annotations

from concurrent.futures import Executor, ThreadPoolExecutor
from math import exp, log
from typing import Any

import learning
import numpy as np
import pytest
import training
from attrs import evolve
from training import Plan, Training

from cairn_rules.cairn.batch import drive, net_search_kernel
from cairn_rules.cairn.batch.net_search_kernel import VICTORY
from cairn_rules.cairn.batch.row import NONE
from cairn_rules.cairn.players.net import Net
from cairn_rules.cairn.players.net_inputs import HIDDEN, INPUTS

TINY = Plan(depths=(1, 2), games=2, seed=1, max_turns=4, random_turns=2, surprise=0.3, passes=1)


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
        odds = net_search_kernel.output(found, 0, 6, inputs, outputs, sums)
        return log(1 + exp(odds)) - wanted * odds

    slopes, output_slopes = np.zeros_like(inputs), np.zeros_like(outputs)
    odds = net_search_kernel.output(found, 0, 6, inputs, outputs, sums)
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


@pytest.mark.untraced
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
    training.learner.cache_clear()
    monkeypatch.setattr(drive, "COMPILED", False)
    try:
        again, plain = trained(plan)
    finally:
        training.learner.cache_clear()
    assert again[0][:3] == rounds[0][:3]
    assert np.allclose(*[np.frombuffer(each[20:], np.int8) for each in (file, plain)], atol=1)
