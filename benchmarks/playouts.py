"""Random playouts through the public API beside python-chess, in the same run on one core.

Both sides do the same: list the legal actions, choose one at random, do it, until the game ends.
Cairn's `apply` checks that the action is legal; python-chess's `push` does not. Rounds alternate,
so that a machine whose speed drifts treats both alike.
"""

from __future__ import annotations

import argparse
import platform
from random import Random
from statistics import median
from time import perf_counter

import chess

import cairn_rules as cairn


def cairn_playouts(seconds: float, rng: Random) -> float:
    """Transitions per second of Cairn with all fourteen megaliths."""
    done, start = 0, perf_counter()
    while perf_counter() - start < seconds:
        state = cairn.new_game(seed=rng.randrange(1 << 32))
        while actions := cairn.legal_actions(state):
            state = cairn.apply(state, rng.choice(actions))
            done += 1
    return done / (perf_counter() - start)


def chess_playouts(seconds: float, rng: Random) -> float:
    """Moves per second of chess, to mate, stalemate, bare kings or the fifty-move rule."""
    done, start = 0, perf_counter()
    while perf_counter() - start < seconds:
        board = chess.Board()
        while moves := list(board.legal_moves):
            if board.halfmove_clock >= 100 or board.is_insufficient_material():
                break
            board.push(rng.choice(moves))
            done += 1
    return done / (perf_counter() - start)


def main() -> None:
    """Print the speeds of each round and the median of their ratios."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=2.0, help="for each side of a round")
    options = parser.parse_args()
    rng = Random(1)
    cairn_playouts(options.seconds, rng)  # warm up both
    chess_playouts(options.seconds / 4, rng)
    ratios: list[float] = []
    for number in range(options.rounds):
        ours, theirs = cairn_playouts(options.seconds, rng), chess_playouts(options.seconds, rng)
        ratios.append(ours / theirs)
        print(f"round {number + 1}: cairn {ours:9.0f}/s  python-chess {theirs:8.0f}/s  ratio {ratios[-1]:.2f}")
    print(f"Python {platform.python_version()}, chess {chess.__version__}")
    print(f"ratio: median {median(ratios):.2f}, from {min(ratios):.2f} to {max(ratios):.2f}")


if __name__ == "__main__":
    main()
