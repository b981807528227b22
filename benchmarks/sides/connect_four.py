"""PettingZoo's connect four: as its users write it, and its bare environment without wrappers.

A kept state is not measured: an environment cannot be copied, and a deep copy starts a new game.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from importlib.metadata import version
from random import Random

import numpy as np
from pettingzoo import AECEnv
from pettingzoo.classic import connect_four_v3

from sides.side import Quantity, Side, called, counted, python_start

RNG = Random(1)
GAMES = 20


def playout(env: AECEnv) -> int:
    """Play a random game, and return its number of moves."""
    env.reset()
    done = 0
    for agent in env.agent_iter():
        observation, _, terminated, truncated, _ = env.last()
        if terminated or truncated:
            env.step(None)
        else:
            env.step(env.action_space(agent).sample(observation["action_mask"]))
            done += 1
    return done


def legal(env: AECEnv) -> list[int]:
    """Return the legal moves, which users read from the mask of an observation."""
    observation, *_ = env.last()
    return np.flatnonzero(observation["action_mask"]).tolist()


def lean_playout(env: AECEnv) -> int:
    """Play a random game with as few calls as possible, and return its number of moves."""
    env.reset()
    done = 0
    while not env.terminations[env.agent_selection]:
        env.step(RNG.choice(legal(env)))
        done += 1
    return done


@cache
def games() -> Sequence[Sequence[int]]:
    """Return the moves of random games."""

    def game(env: AECEnv) -> Iterator[int]:
        env.reset()
        while not env.terminations[env.agent_selection]:
            move = RNG.choice(legal(env))
            yield move
            env.step(move)

    return [list(game(connect_four_v3.raw_env())) for _ in range(GAMES)]


def replay(env: AECEnv) -> int:
    """Replay the games, because an environment cannot start elsewhere, and return the number of moves."""
    for game in games():
        env.reset()
        for move in game:
            env.step(move)
    return sum(map(len, games()))


@cache
def positions() -> Sequence[tuple[AECEnv]]:
    """Return environments in the middle of the games."""
    envs: list[tuple[AECEnv]] = []
    for game in games():
        env = connect_four_v3.env()
        env.reset()
        for move in game[: len(game) // 2]:
            env.step(move)
        envs.append((env,))
    return envs


def sides() -> Sequence[Side]:
    """Return the environment with its wrappers, which check moves, and without, where an assertion does."""
    installed = f"pettingzoo {version('pettingzoo')}"
    name = "PettingZoo, connect four"
    env, bare = connect_four_v3.env(), connect_four_v3.raw_env()
    return [
        Side(
            name=name,
            version=installed,
            speeds={
                Quantity.PLAYOUT: counted(lambda: playout(env)),
                Quantity.LEGAL: called(legal, positions),
                Quantity.CHECKED: counted(lambda: replay(env)),
                Quantity.UNCHECKED: counted(lambda: replay(bare)),
            },
            start=python_start("from pettingzoo.classic import connect_four_v3"),
        ),
        Side(f"{name}, without wrappers", installed, {Quantity.PLAYOUT: counted(lambda: lean_playout(bare))}),
    ]
