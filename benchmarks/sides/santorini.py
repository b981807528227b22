"""Santorini in SantorinAI: five by five spaces, two players; a pawn moves, and then it builds.

It checks every action, and has no way to skip the check.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from importlib.metadata import version
from itertools import islice
from random import Random

from santorinai.board import Board

from sides.side import POSITIONS, Quantity, Side, called, counted, growth, python_start

RNG = Random(1)
PERFT_DEPTH = 2

Space = tuple[int, int]
Action = tuple[Space, Space | None]
"""The space to which the pawn moves, and the one on which it builds (none when it enters the board)."""


def legal(board: Board) -> list[Action]:
    """Return the legal actions of the pawn whose turn it is; none if it is stuck."""
    return board.get_possible_movement_and_building_positions(board.get_playing_pawn())


def apply(board: Board, action: Action) -> None:
    """Take an action, which the board checks."""
    to, build = action
    done, why = board.place_pawn(to) if build is None else board.play_move(to, build)
    if not done:
        raise ValueError(why)


def branch(board: Board, action: Action) -> Board:
    """Return the board after an action; the given board is unchanged."""
    after = board.copy()
    apply(after, action)
    return after


def playout() -> int:
    """Play a random game, and return its number of actions."""
    board = Board(2)
    done = 0
    while not board.is_game_over():
        if actions := legal(board):
            apply(board, RNG.choice(actions))
            done += 1
        else:
            board.next_turn()
    return done


def steps() -> Iterator[tuple[Board, Action]]:
    """Yield the positions of an endless series of random games, each with the action chosen there."""
    while True:
        board = Board(2)
        while not board.is_game_over():
            if actions := legal(board):
                action = RNG.choice(actions)
                yield board, action
                board = branch(board, action)
            else:
                board.next_turn()


@cache
def kept() -> Sequence[tuple[Board, Action]]:
    """Return positions of random games, each with a legal action."""
    return list(islice(steps(), POSITIONS))


def boards() -> Sequence[tuple[Board]]:
    """Return the positions without the actions."""
    return [(board,) for board, _ in kept()]


def perft(board: Board, depth: int) -> int:
    """Return the number of sequences of actions of some length."""
    actions = legal(board)
    return len(actions) if depth == 1 else sum(perft(branch(board, action), depth - 1) for action in actions)


def sides() -> Sequence[Side]:
    """Return Santorini as its users write it."""
    placed = next(board for board, action in steps() if action[1])
    speeds = {
        Quantity.PLAYOUT: counted(playout),
        Quantity.LEGAL: called(legal, boards),
        Quantity.CHECKED: called(apply, lambda: [(board.copy(), action) for board, action in kept()]),
        Quantity.BRANCH: called(branch, kept),
        Quantity.EXPAND: counted(lambda board: len([branch(board, action) for action in legal(board)]), boards),
        Quantity.PERFT: counted(lambda: perft(placed, PERFT_DEPTH)),
    }
    return [
        Side(
            name="SantorinAI",
            version=f"santorinai {version('santorinai')}",
            speeds=speeds,
            start=python_start("import santorinai.board"),
            keep=growth(lambda: (board for board, _ in steps())),
        )
    ]
