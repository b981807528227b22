"""Fit the weights of the seer's judgement to games: a logistic regression of the winner on the features.

Players of several strengths play from positions after some random turns. Every position at the start of a turn is an
example, with the winner. With `--self-play`, the positions come from the sage's net playing against itself, in the way
in which it learned and with the same targets. A tenth of the games is held out to measure the fit. A match can show how
strong the seer is with the fitted weights.

    python benchmarks/fit_seer.py --self-play 40 --match 600
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from functools import partial
from itertools import cycle, islice
from random import Random
from typing import Any, Final

import numpy as np
import training
from net_positions import position
from timing import table

from cairn_rules import Budget, cairn
from cairn_rules.cairn.batch import drive
from cairn_rules.cairn.players.evaluation import FEATURES, WEIGHTS, features, judged
from cairn_rules.cairn.players.lookahead import Lookahead, Planner
from cairn_rules.cairn.players.net import sage_file
from cairn_rules.game import Game
from cairn_rules.players import GreedyPlayer, SeerPlayer, TreePlayer
from cairn_rules.simulation import Pairing, Simulation

PAIRS: Final = (
    (SeerPlayer, SeerPlayer),
    (SeerPlayer, SeerPlayer),
    (SeerPlayer, SeerPlayer),
    (SeerPlayer, TreePlayer),
    (TreePlayer, SeerPlayer),
    (TreePlayer, GreedyPlayer),
)
"""The players of game 0, 1 and so on, repeated in a cycle."""
RANDOM_TURNS: Final = 8
MOST_TURNS: Final = 120
RIDGE: Final = 2.0
"""The penalty for large weights."""

Examples = tuple[list[tuple[int, ...]], list[float]]
"""The features of some positions, and for each the probability that the tribe to move wins."""


def game(number: int, *, seed: int, simulations: int) -> Examples:
    """Return the positions of one game, with its result."""
    rng = Random(f"{seed} {number}")
    kinds = next(islice(cycle(PAIRS), number % len(PAIRS), None))
    players = [kind(cairn, seed=rng.getrandbits(53)) for kind in kinds]
    state = cairn.new_game(seed=rng.getrandbits(53))
    turns = rng.randrange(RANDOM_TURNS)
    seen: list[tuple[tuple[int, ...], cairn.Tribe]] = []
    while (player := cairn.current_player(state)) is not None and state.turn < MOST_TURNS:
        if state.turn < turns:
            action: Any = rng.choice(cairn.legal_actions(state))
        else:
            if isinstance(state.pending, cairn.ChooseAction):
                seen.append((features(state), player))
            action = players[player].choose(cairn.observe(state, player), Budget(simulations=simulations))
        state = cairn.apply(state, action)
    outcome = cairn.outcome(state)
    if outcome is None:
        return [], []
    return [counted for counted, _ in seen], [float(player in outcome.winners) for _, player in seen]


def self_play(rounds: int, seed: int, pool: Executor) -> Iterator[Examples]:
    """Yield the positions of each task of self-play, two turns deep, with their targets (needs Numba)."""
    plan = training.Plan(depths=(2,) * rounds)
    keys = np.random.default_rng(seed).integers(0, 1 << 62, rounds * plan.games)
    tasks = [keys[start : start + training.SLICE] for start in range(0, len(keys), training.SLICE)]
    net = training.Weights(*drive.weights(sage_file()))
    for part in pool.map(partial(training.self_play, plan, 2, net), tasks):
        inputs = zip(part.inputs.tolist(), part.widths.tolist(), strict=True)
        yield [features(position(each[:width])) for each, width in inputs], part.targets.tolist()


def fitted(counted: np.ndarray, won: np.ndarray) -> np.ndarray:
    """Return the weights of maximum likelihood (Newton's method)."""
    weights = np.zeros(counted.shape[1])
    for _ in range(30):
        likely = 1 / (1 + np.exp(-counted @ weights))
        slope = counted.T @ (won - likely) - RIDGE * weights
        curve = (counted.T * (likely * (1 - likely))) @ counted + RIDGE * np.eye(len(weights))
        weights += np.linalg.solve(curve, slope)
    return weights


def surprise(counted: np.ndarray, won: np.ndarray, weights: np.ndarray) -> float:
    """Return the mean logarithmic loss of the weights (0.693 for a coin toss)."""
    odds = counted @ weights
    return float(np.mean(np.logaddexp(0, odds) - won * odds))


class Refitted:
    """The seer with different weights."""

    def __init__(self, weights: tuple[float, ...], game: Game[Any, Any, Any], *, seed: int | None = None) -> None:
        self._planner = Planner("the refitted seer", game, seed, Lookahead(partial(judged, weights=weights)).line)
        self.choose = self._planner.choose


def main() -> None:
    """Play, fit, print the weights, and play the match."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=600)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--simulations", type=int, default=400, help="Simulations for a decision.")
    parser.add_argument(
        "--self-play",
        type=int,
        default=0,
        metavar="ROUNDS",
        help="Use self-play of the net.",
    )
    parser.add_argument(
        "--match", type=int, default=0, metavar="GAMES", help="Games of the fitted weights against the seer's."
    )
    parser.add_argument("--match-seed", type=int, default=2)
    parser.add_argument("--jobs", type=int)
    asked = parser.parse_args()
    with ProcessPoolExecutor(asked.jobs) as pool:
        if asked.self_play:
            played = list(self_play(asked.self_play, asked.seed, pool))
        else:
            play = partial(game, seed=asked.seed, simulations=asked.simulations)
            played = list(pool.map(play, range(asked.games), chunksize=10))
    apart = max(1, len(played) // 10)
    parts = [
        (
            np.array([row for rows, _ in games for row in rows], float),
            np.array([one for _, won in games for one in won]),
        )
        for games in (played[:apart], played[apart:])
    ]
    weights = np.round(fitted(*parts[1]), 2)
    print(f"{len(parts[0][1]) + len(parts[1][1])} positions")
    print(f"surprise: {surprise(*parts[0], weights):.3f} fitted, {surprise(*parts[0], np.array(WEIGHTS)):.3f} before\n")
    print(table(["counted", "weight"], [(name, f"{one:.2f}") for name, one in zip(FEATURES, weights, strict=True)]))
    print(f"\n{', '.join(f'{one:.2f}' for one in weights)}", flush=True)
    if asked.match:
        simulation = Simulation(
            game=cairn,
            players={"refitted": partial(Refitted, tuple(weights.tolist())), "seer": SeerPlayer},
            seed=asked.match_seed,
            budget=Budget(simulations=asked.simulations),
            max_turns=200,
        )
        with ProcessPoolExecutor(asked.jobs) as pool:
            pairing = Pairing("refitted", "seer", tuple(simulation.play(asked.match, executor=pool)))
        print(
            f"\nthe match: {pairing.wins} / {pairing.draws} / {pairing.losses}, {pairing.decided} of the decided games"
        )


if __name__ == "__main__":
    main()
