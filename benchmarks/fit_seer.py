"""Fits the weights of the seer's judgement to games: a logistic regression of who won on what could be counted.

Players of several strengths play from positions after some random turns; every position at the start of a turn
counts, with the winner. A tenth of the games is kept apart to tell how well the odds foretell.
"""

from __future__ import annotations

import argparse
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import cycle, islice
from random import Random
from typing import Any, Final

import numpy as np
from timing import table

import cairn_rules as cairn
from cairn_rules.cairn.players.evaluation import FEATURES, WEIGHTS, features
from cairn_rules.players import Budget, GreedyPlayer, SeerPlayer, TreePlayer

PAIRS: Final = (
    (SeerPlayer, SeerPlayer),
    (SeerPlayer, SeerPlayer),
    (SeerPlayer, SeerPlayer),
    (SeerPlayer, TreePlayer),
    (TreePlayer, SeerPlayer),
    (TreePlayer, GreedyPlayer),
)
"""Who plays game 0, 1 and so on, and again from the first."""
RANDOM_TURNS: Final = 8
MOST_TURNS: Final = 120
RIDGE: Final = 2.0
"""How much large weights are held back."""


def game(number: int, *, seed: int, simulations: int) -> tuple[list[tuple[int, ...]], list[int]]:
    """What was counted in the positions of one game, and for each whether the tribe to move won."""
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
    return [counted for counted, _ in seen], [int(player in outcome.winners) for _, player in seen]


def fitted(counted: np.ndarray, won: np.ndarray) -> np.ndarray:
    """The weights that make what happened likeliest (Newton's method)."""
    weights = np.zeros(counted.shape[1])
    for _ in range(30):
        likely = 1 / (1 + np.exp(-counted @ weights))
        slope = counted.T @ (won - likely) - RIDGE * weights
        curve = (counted.T * (likely * (1 - likely))) @ counted + RIDGE * np.eye(len(weights))
        weights += np.linalg.solve(curve, slope)
    return weights


def surprise(counted: np.ndarray, won: np.ndarray, weights: np.ndarray) -> float:
    """How much the winners surprise who believes in the weights (mean logarithmic loss; a coin: 0.693)."""
    return float(np.mean(np.log1p(np.exp(-(2 * won - 1) * (counted @ weights)))))


def main() -> None:
    """Play, fit, and print the weights."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=600)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--simulations", type=int, default=400)
    asked = parser.parse_args()
    play = partial(game, seed=asked.seed, simulations=asked.simulations)
    with ProcessPoolExecutor() as pool:
        played = list(pool.map(play, range(asked.games), chunksize=10))
    apart = max(1, len(played) // 10)
    parts = [
        (
            np.array([row for rows, _ in games for row in rows], float),
            np.array([one for _, won in games for one in won]),
        )
        for games in (played[:apart], played[apart:])
    ]
    weights = fitted(*parts[1])
    print(f"{asked.games} games, {len(parts[0][1]) + len(parts[1][1])} positions")
    print(f"surprise: {surprise(*parts[0], weights):.3f} fitted, {surprise(*parts[0], np.array(WEIGHTS)):.3f} before\n")
    print(table(["counted", "weight"], [(name, f"{one:.2f}") for name, one in zip(FEATURES, weights, strict=True)]))
    print(f"\n{', '.join(f'{one:.2f}' for one in weights)}")


if __name__ == "__main__":
    main()
