"""Chess in python-chess. Its playouts are the leanest loop that its users can write."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import islice
from random import Random

import chess
import chess.svg

from sides.side import POSITIONS, Quantity, Side, called, counted, growth, python_start

RNG = Random(1)
PERFT_DEPTH = 3
LONGEST = 200


def playout() -> int:
    """Play a random game until there is no move, or for 200 moves, and return its number of moves.

    Every ratio to playouts of python-chess is a ratio to this loop.
    """
    board = chess.Board()
    for _ in range(LONGEST):
        moves = list(board.legal_moves)
        if not moves:
            break
        board.push(RNG.choice(moves))
    return board.ply()


def checked_playout() -> int:
    """Play a random game until the board reports its end, and return its number of moves."""
    board = chess.Board()
    while not board.is_game_over():
        board.push(RNG.choice(list(board.legal_moves)))
    return board.ply()


def steps() -> Iterator[tuple[chess.Board, chess.Move]]:
    """Yield the positions of an endless series of random games, each with the move chosen there."""
    while True:
        board = chess.Board()
        while (moves := list(board.legal_moves)) and board.ply() < LONGEST:
            move = RNG.choice(moves)
            yield board.copy(stack=False), move
            board.push(move)


@cache
def kept() -> Sequence[tuple[chess.Board, chess.Move]]:
    """Return positions of random games, each with a legal move."""
    return list(islice(steps(), POSITIONS))


def boards() -> Sequence[tuple[chess.Board]]:
    """Return the positions without the moves."""
    return [(board,) for board, _ in kept()]


def copies() -> Sequence[tuple[chess.Board, chess.Move]]:
    """Return copies of the positions, which may be changed."""
    return [(board.copy(stack=False), move) for board, move in kept()]


def push_checked(board: chess.Board, move: chess.Move) -> None:
    """Make a move from outside if it is legal."""
    if not board.is_legal(move):
        raise chess.IllegalMoveError
    board.push(move)


def branch(board: chess.Board, move: chess.Move) -> chess.Board:
    """Return the board after a move; the given board is unchanged."""
    after = board.copy(stack=False)
    after.push(move)
    return after


def perft(board: chess.Board, depth: int) -> int:
    """Return the number of sequences of moves of some length."""
    if depth == 1:
        return board.legal_moves.count()
    count = 0
    for move in board.legal_moves:
        board.push(move)
        count += perft(board, depth - 1)
        board.pop()
    return count


def sides() -> Sequence[Side]:
    """Return chess, its playout with a check for the end, and FEN in place of JSON, which it does not have."""
    name = "python-chess"
    version = f"chess {chess.__version__}"
    moves = counted(playout)
    fen = called(lambda board: chess.Board(board.fen()).is_valid(), boards)
    speeds = {
        Quantity.PLAYOUT: moves,
        Quantity.HIDDEN: lambda seconds: moves(seconds) / 50,
        Quantity.LEGAL: called(lambda board: list(board.legal_moves), boards),
        Quantity.CHECKED: called(push_checked, copies),
        Quantity.UNCHECKED: called(chess.Board.push, copies),
        Quantity.BRANCH: called(branch, kept),
        Quantity.EXPAND: counted(lambda board: len([branch(board, move) for move in board.legal_moves]), boards),
        Quantity.PERFT: counted(lambda: perft(chess.Board(), PERFT_DEPTH)),
        Quantity.TEXT: fen,
        Quantity.STRANGE_TEXT: fen,
        Quantity.PICTURE: called(chess.svg.board, boards),
    }
    return [
        Side(
            name=name,
            version=version,
            speeds=speeds,
            start=python_start("import chess"),
            keep=growth(lambda: (board for board, _ in steps())),
        ),
        Side(f"{name}, with a check for the end", version, {Quantity.PLAYOUT: counted(checked_playout)}),
        Side(f"{name}, FEN (it has no JSON)", version, {Quantity.JSON: fen, Quantity.STRANGE_JSON: fen}),
    ]
