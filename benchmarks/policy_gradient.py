"""Train a policy for Endless Winter by policy gradient against random players, then measure it.

The policy is a net with one hidden layer, whose input is the observation tensor of `SeatEnv`. An action index of this
game is a place in `legal_actions`, so the net has weights for each place, counted from the front and from the back. The
method is REINFORCE with a learned baseline. The same command plays the same games.

    python benchmarks/policy_gradient.py --greedy 60
"""

from __future__ import annotations

import argparse
from time import process_time
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cairn_rules import endless_winter
from cairn_rules.adapters.gymnasium import SeatEnv
from cairn_rules.cli.options import natural, positive
from cairn_rules.game import with_options
from cairn_rules.simulation.shares_and_elo import Share

Floats = NDArray[np.float32]
HIDDEN = 64
"""Number of units of the hidden layer."""
BATCH = 20
"""Games between two steps of learning."""
RATE = 1e-3
"""Learning rate of Adam."""
ENTROPY = 0.01
"""Weight of the bonus for policies that stay random."""


class Decision(NamedTuple):
    """A decision of the agent."""

    tensor: NDArray[np.uint8]
    legal: int
    """Number of legal actions; their indices are the numbers below it."""
    chosen: int


class Policy:
    """A net that maps observations to probabilities of the legal actions, and to an estimate of the result."""

    def __init__(self, entries: int, actions: int, rng: np.random.Generator) -> None:
        self.weights: list[Floats] = [
            (rng.standard_normal((entries, HIDDEN)) * 0.05).astype(np.float32),
            np.zeros((HIDDEN + 1, actions), np.float32),  # places from the front
            np.zeros((HIDDEN + 1, actions), np.float32),  # places from the back
            np.zeros((HIDDEN + 1, 1), np.float32),  # the estimate
        ]
        self.moments = [(np.zeros_like(each), np.zeros_like(each)) for each in self.weights]
        self.steps = 0

    def hidden(self, tensors: NDArray[np.uint8]) -> tuple[Floats, Floats]:
        """Return the inputs and the hidden layer, which ends with a constant unit."""
        inputs = np.log1p(tensors, dtype=np.float32)
        units = np.tanh(inputs @ self.weights[0])
        return inputs, np.concatenate([units, np.ones((len(units), 1), np.float32)], axis=1)

    def probabilities(self, hidden: Floats, legal: NDArray[np.int64]) -> Floats:
        """Return the probability of each action; shape (decisions, most legal actions)."""
        places = np.arange(legal.max())
        backwards = legal[:, None] - 1 - places
        front = (hidden @ self.weights[1])[:, places]
        back = np.take_along_axis(hidden @ self.weights[2], np.maximum(backwards, 0), axis=1)
        odds = np.where(backwards >= 0, front + back, -np.inf)
        odds = np.exp(odds - odds.max(axis=1, keepdims=True))
        return odds / odds.sum(axis=1, keepdims=True)

    def choose(self, tensor: NDArray[np.uint8], legal: int, rng: np.random.Generator | None) -> int:
        """Draw an action, or return the most likely one without `rng`."""
        _, hidden = self.hidden(tensor[None])
        chances = self.probabilities(hidden, np.array([legal]))[0]
        if rng is None:
            return int(chances.argmax())
        return int(np.searchsorted(chances.cumsum(), rng.random() * chances.sum(), side="right").clip(0, legal - 1))

    def learn(self, decisions: list[Decision], results: Floats) -> None:
        """Make the actions of games that ended better than estimated more likely."""
        legal = np.array([each.legal for each in decisions])
        chosen = np.array([each.chosen for each in decisions])
        inputs, hidden = self.hidden(np.stack([each.tensor for each in decisions]))
        chances = self.probabilities(hidden, legal)
        estimates = (hidden @ self.weights[3])[:, 0]
        surplus = results - estimates
        # 1. the slopes of the loss by the odds and the estimate
        slopes = chances.copy()
        slopes[np.arange(len(chosen)), chosen] -= 1
        slopes *= (surplus / (surplus.std() + 1e-6))[:, None]
        logs = np.log(np.maximum(chances, 1e-12))
        slopes += ENTROPY * chances * (logs - (chances * logs).sum(axis=1, keepdims=True))
        slopes /= len(chosen)
        # 2. those by the weights
        places = np.arange(slopes.shape[1])
        backwards = legal[:, None] - 1 - places
        turned = np.where(backwards >= 0, np.take_along_axis(slopes, np.maximum(backwards, 0), axis=1), 0)
        error = (-surplus / len(chosen))[:, None]
        by_front, by_back = (np.zeros_like(each) for each in self.weights[1:3])
        by_front[:, places], by_back[:, places] = hidden.T @ slopes, hidden.T @ turned
        below = slopes @ self.weights[1][:, places].T + turned @ self.weights[2][:, places].T
        below += 0.5 * error @ self.weights[3].T
        by_input = inputs.T @ (below[:, :-1] * (1 - hidden[:, :-1] ** 2))
        self._step([by_input, by_front, by_back, hidden.T @ error])

    def _step(self, slopes: list[Any]) -> None:
        """Change the weights by Adam."""
        self.steps += 1
        for weights, (mean, square), slope in zip(self.weights, self.moments, slopes, strict=True):
            mean[...] += 0.1 * (slope - mean)
            square[...] += 0.001 * (slope**2 - square)
            scaled = mean / (1 - 0.9**self.steps)
            weights[...] -= RATE * scaled / (np.sqrt(square / (1 - 0.999**self.steps)) + 1e-8)


def play(env: SeatEnv, policy: Policy, rng: np.random.Generator | None) -> tuple[list[Decision], float]:
    """Play a game; return the decisions of the agent and its reward."""
    decisions: list[Decision] = []
    seen, _ = env.reset()
    while True:
        legal = int(seen["action_mask"].sum())
        chosen = policy.choose(seen["observation"], legal, rng)
        decisions.append(Decision(seen["observation"], legal, chosen))
        seen, reward, terminated, _, _ = env.step(chosen)
        if terminated:
            return decisions, reward


def environment(opponent: str, seed: int) -> SeatEnv:
    """Return an environment in which the agent takes a random seat in each game."""
    env = SeatEnv(with_options(endless_winter, players=2), seat=None, opponent=opponent)
    env.reset(seed=seed)
    return env


def train(games: int, seed: int) -> Policy:
    """Return a policy after learning from so many games."""
    rng = np.random.default_rng(seed)
    env = environment("random", seed)
    policy = Policy(env.observation_space["observation"].shape[0], env.action_space.n, rng)
    won = 0
    for number in range(0, games, BATCH):
        played = [play(env, policy, rng) for _ in range(BATCH)]
        won += sum(reward > 0 for _, reward in played)
        results = np.array([reward for decisions, reward in played for _ in decisions], np.float32)
        policy.learn([each for decisions, _ in played for each in decisions], results)
        if (number + BATCH) % (10 * BATCH) == 0:
            share = won / (10 * BATCH)
            print(
                f"{number + BATCH} games, {share:.0%} of the last {10 * BATCH} won, {process_time():.0f} s", flush=True
            )
            won = 0
    return policy


def measure(policy: Policy, opponent: str, games: int, seed: int) -> Share:
    """Return the share of games that the most likely actions of a policy win."""
    env = environment(opponent, seed)
    return Share(sum(play(env, policy, None)[1] > 0 for _ in range(games)), games)


def main() -> None:
    """Train a policy and print its shares of victories."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=positive, default=3000, help="Games of the training (default: 3000).")
    parser.add_argument("--random", type=natural, default=500, help="Games against random, to measure (default: 500).")
    parser.add_argument("--greedy", type=natural, default=0, help="Games against greedy, to measure (default: 0).")
    parser.add_argument("--seed", type=natural, default=1, help="Seed of everything random (default: 1).")
    asked = parser.parse_args()
    policy = train(asked.games, asked.seed)
    print(f"trained in {process_time():.0f} s of processor time")
    for number, (opponent, games) in enumerate((("random", asked.random), ("greedy", asked.greedy)), 1):
        if games:
            print(f"against {opponent}: {measure(policy, opponent, games, asked.seed + number)} of {games} games won")


if __name__ == "__main__":
    main()
