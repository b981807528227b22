"""A state to text and back, and to JSON and back, beside python-chess's FEN round trip, in the same run on one core.

Every side goes through the positions of random games, one after the other, so that none profits
from having seen a position before. Reading checks that the position can be, on both sides: chess by
`Board(fen)` and `is_valid()`, which Cairn's readers always do.
"""

from __future__ import annotations

import argparse
import platform
from collections.abc import Callable, Sequence
from random import Random
from statistics import median
from time import perf_counter
from typing import Any

import chess

import cairn_rules as cairn

POSITIONS = 2_000


def cairn_states(rng: Random) -> list[cairn.State]:
    """States of random games, all fourteen megaliths in play, also in the middle of turns."""
    states: list[cairn.State] = []
    while len(states) < POSITIONS:
        state = cairn.new_game(seed=rng.randrange(1 << 32))
        while actions := cairn.legal_actions(state):
            states.append(state)
            state = cairn.apply(state, rng.choice(actions))
    return states[:POSITIONS]


def chess_boards(rng: Random) -> list[chess.Board]:
    """Boards of random games."""
    boards: list[chess.Board] = []
    while len(boards) < POSITIONS:
        board = chess.Board()
        while len(moves := list(board.legal_moves)) and board.ply() < 150:
            boards.append(board.copy(stack=False))
            board.push(rng.choice(moves))
    return boards[:POSITIONS]


def through_fen(board: chess.Board) -> object:
    """A board to FEN and back."""
    return chess.Board(board.fen()).is_valid()


def through_position(state: cairn.State) -> object:
    """A state to its position and back."""
    return cairn.parse_position(cairn.format_position(state))


def through_json(state: cairn.State) -> object:
    """A state to JSON and back."""
    return cairn.loads(cairn.dumps(state))


def microseconds(round_trip: Callable[[Any], object], values: Sequence[object]) -> float:
    """The time of one round trip."""
    start = perf_counter()
    for value in values:
        round_trip(value)
    return (perf_counter() - start) / len(values) * 1e6


def main() -> None:
    """Print the times of each round and the medians of their ratios."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=9)
    rounds = parser.parse_args().rounds
    rng = Random(1)
    states, boards = cairn_states(rng), chess_boards(rng)
    between_turns = [state for state in states if isinstance(state.pending, cairn.ChooseAction)]
    sides: dict[str, tuple[Callable[[Any], object], Sequence[object]]] = {
        "python-chess, FEN": (through_fen, boards),
        "Cairn, position text": (through_position, between_turns),
        "Cairn, JSON": (through_json, states),
    }
    times: dict[str, list[float]] = {name: [] for name in sides}
    for _ in range(rounds):
        for name, (round_trip, values) in sides.items():
            times[name].append(microseconds(round_trip, values))
    print(f"CPython {platform.python_version()}, chess {chess.__version__}, {rounds} rounds of {POSITIONS} positions")
    (_, fen), *_ = times.items()
    for name, each in times.items():
        ratios = [base / time for base, time in zip(fen, each, strict=True)]
        print(
            f"{name}: {median(each):.1f} µs, {median(ratios):.2f} times as fast as FEN"
            f" ({min(ratios):.2f} to {max(ratios):.2f})"
        )


if __name__ == "__main__":
    main()
