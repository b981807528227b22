"""Random playouts through the public API beside python-chess, in the same run on one core.

Each side lists the legal actions, chooses one at random and does it, until the game ends. Cairn's
`apply` checks that the action is legal; python-chess's `push` does not. The sides take turns, so that
a machine whose speed drifts treats all alike.
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
    """Moves per second of chess as its users write it: on until the board says that the game is over."""
    done, start = 0, perf_counter()
    while perf_counter() - start < seconds:
        board = chess.Board()
        while not board.is_game_over():
            board.push(rng.choice(list(board.legal_moves)))
            done += 1
    return done / (perf_counter() - start)


def bare_chess_playouts(seconds: float, rng: Random) -> float:
    """Moves per second of chess at its leanest: no rule ends the game but having no move, or 200 moves."""
    done, start = 0, perf_counter()
    while perf_counter() - start < seconds:
        board = chess.Board()
        for _ in range(200):
            moves = list(board.legal_moves)
            if not moves:
                break
            board.push(rng.choice(moves))
            done += 1
    return done / (perf_counter() - start)


def main() -> None:
    """Print the speeds of each round and the medians of their ratios."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--seconds", type=float, default=2.0, help="for each side of a round")
    options = parser.parse_args()
    rng = Random(1)
    sides = (cairn_playouts, chess_playouts, bare_chess_playouts)
    for side in sides:
        side(options.seconds / 2, rng)  # warm up
    rounds = [[side(options.seconds, rng) for side in sides] for _ in range(options.rounds)]
    print(f"Python {platform.python_version()}, chess {chess.__version__}, transitions per second")
    for name, column in zip(("cairn", "chess", "chess, bare"), zip(*rounds, strict=True), strict=True):
        print(f"{name:12} median {median(column):9.0f}  from {min(column):9.0f} to {max(column):9.0f}")
    for name, peer in (("chess", 1), ("chess, bare", 2)):
        ratios = [speeds[0] / speeds[peer] for speeds in rounds]
        print(f"cairn / {name:12} median {median(ratios):.2f}  from {min(ratios):.2f} to {max(ratios):.2f}")


if __name__ == "__main__":
    main()
