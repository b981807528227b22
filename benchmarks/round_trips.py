"""A state to text and back, and to JSON and back, beside python-chess's FEN round trip, in the same run on one core.

Every side goes through the positions of random games, one after the other. Reading checks that the
position can be, on both sides: chess by `Board(fen)` and `is_valid()`, which Cairn's readers always do.

Cairn knows texts by their parts, and the states of a game share most of theirs. What that is worth is
shown by states of which each is of another game: so many that none has parts that are known.
"""

from __future__ import annotations

import argparse
import pickle
import platform
from collections import defaultdict
from collections.abc import Callable, Sequence
from random import Random
from statistics import median
from time import perf_counter
from typing import Any, TypeAlias

import chess

import cairn_rules as cairn

POSITIONS = 2_000

Sides: TypeAlias = dict[str, tuple[Callable[[Any], object], Sequence[object]]]
"""What each side does, and with which values."""


def cairn_states(rng: Random) -> list[cairn.State]:
    """States of random games, all fourteen megaliths in play, also in the middle of turns."""
    states: list[cairn.State] = []
    while len(states) < POSITIONS:
        state = cairn.new_game(seed=rng.randrange(1 << 32))
        while actions := cairn.legal_actions(state):
            states.append(state)
            state = cairn.apply(state, rng.choice(actions))
    return states[:POSITIONS]


def strangers(rng: Random) -> list[cairn.State]:
    """States between turns of random games, each of another one."""
    states: list[cairn.State] = []
    while len(states) < POSITIONS:
        state = cairn.new_game(seed=rng.randrange(1 << 32))
        for _ in range(rng.randrange(30)):
            if actions := cairn.legal_actions(state):
                state = cairn.apply(state, rng.choice(actions))
        if isinstance(state.pending, cairn.ChooseAction):
            states.append(state)
    return states


def unknown(states: Sequence[cairn.State]) -> list[cairn.State]:
    """The same states, made anew, so that nothing is known of how they are written."""
    return [pickle.loads(pickle.dumps(state)) for state in states]  # noqa: S301 - our own


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


def compare(sides: Callable[[], Sides], rounds: int) -> None:
    """Print the medians of some sides' times, and of the ratios to the first of them."""
    times: dict[str, list[float]] = defaultdict(list)
    for _ in range(rounds):
        for name, (round_trip, values) in sides().items():
            times[name].append(microseconds(round_trip, values))
    (_, fen), *_ = times.items()
    for name, each in times.items():
        ratios = [base / time for base, time in zip(fen, each, strict=True)]
        print(
            f"{name}: {median(each):.1f} µs, {median(ratios):.2f} times as fast as FEN"
            f" ({min(ratios):.2f} to {max(ratios):.2f})"
        )


def main() -> None:
    """Print the times and ratios of states of the same games, then of states of different ones."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=9)
    rounds = parser.parse_args().rounds
    rng = Random(1)
    states, boards = cairn_states(rng), chess_boards(rng)
    between_turns = [state for state in states if isinstance(state.pending, cairn.ChooseAction)]
    others = strangers(rng)
    print(f"CPython {platform.python_version()}, chess {chess.__version__}, {rounds} rounds of {POSITIONS} positions")
    fen: Sides = {"python-chess, FEN": (through_fen, boards)}
    known: Sides = {
        "Cairn, position text": (through_position, between_turns),
        "Cairn, JSON": (through_json, states),
    }
    compare(lambda: {**fen, **known}, rounds)
    print("Every state of another game:")
    compare(
        lambda: {
            **fen,
            "Cairn, position text": (through_position, unknown(others)),
            "Cairn, JSON": (through_json, unknown(others)),
        },
        rounds,
    )


if __name__ == "__main__":
    main()
