"""The set-up of a game: `new_game` (rules page, section 2)."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from random import Random
from typing import Final, TypeVar

from cairn_rules.checks import check_setup, plain_number
from cairn_rules.errors import SetupError, quoted
from cairn_rules.korrigans.state.board import Board
from cairn_rules.korrigans.state.board_checks import COLUMNS, ROWS
from cairn_rules.korrigans.state.board_file import default_board
from cairn_rules.korrigans.state.pending import PlaceKorrigan
from cairn_rules.korrigans.state.seats import Seat
from cairn_rules.korrigans.state.state import BACKUPS, FEWEST, MOST, SUPPLY, State
from cairn_rules.korrigans.state.tokens import PAWNS, Clover, Menhir, Pawn
from cairn_rules.korrigans.variant import STANDARD, Variant

T = TypeVar("T")

_SEAT: Final = Seat()
_FIRST: Final = PlaceKorrigan(0, 0)
MANY: Final = 4
"""Minimum number of players for the extra Clover tokens, one more in each field (rule 2.1)."""


def new_game(
    *, seed: int | None = None, players: int = 2, board: Board | None = None, variant: Variant | None = None
) -> State:
    """Return the initial state of a game, in which the First Player places a Korrigan.

    The same arguments with the same seed produce the same state.

    Args:
        seed: The seed of all shuffles (default: a different game each time).
        players: Number of players, from 2 to 5 (default: 2).
        board: The map and the token distributions (default: `default_board()`). For other distributions on the
            same map, use `attrs.evolve(default_board(), menhirs={...})`.
        variant: The rule options (default: those of the rules page).

    Raises:
        SetupError: if an argument is not of its kind, or the number of players is not from 2 to 5.

    Example:
        >>> from cairn_rules import korrigans
        >>> state = korrigans.new_game(seed=7, players=4)
        >>> len(state.seats), sum(map(len, state.clovers)), len(state.bag)
        (4, 65, 14)
    """
    seed = plain_number(seed)
    check_setup("seed", seed, int, type(None))
    check_setup("board", board, Board, type(None))
    check_setup("variant", variant, Variant, type(None))
    players = plain_number(players)
    if type(players) is not int or not FEWEST <= players <= MOST:
        raise SetupError(f"Korrigans is for {FEWEST} to {MOST} players, not {quoted(players)}")
    rng = Random(seed)
    ground = default_board() if board is None else board
    clovers = _shuffled(clovers_of(ground, players), rng)
    menhirs = _shuffled(ground.menhirs, rng)
    bag = _shuffled(PAWNS, rng)
    return first_state(ground, players, clovers, menhirs, bag, STANDARD if variant is None else variant)


def clovers_of(board: Board, players: int) -> tuple[Clover, ...]:
    """Return the Clover tokens in the game (rule 2.1)."""
    return (*board.base_clovers, *(board.extra_clovers if players >= MANY else ()))


def pile_sizes(board: Board, players: int) -> tuple[int, ...]:
    """Return the number of Clover tokens in each field at the start (rule 2.1)."""
    return tuple([field.clovers + (players >= MANY) for field in board.fields])


def first_state(
    board: Board,
    players: int,
    clovers: Iterable[Clover],
    menhirs: Iterable[Menhir],
    bag: Iterable[Pawn],
    variant: Variant,
) -> State:
    """Return the initial state of a game, dealt in the given order."""
    tokens, stones = iter(clovers), iter(menhirs)
    return State(
        board=board,
        variant=variant,
        seats=(_SEAT,) * players,
        clovers=tuple([tuple(sorted(islice(tokens, size))) for size in pile_sizes(board, players)]),
        menhirs=tuple([next(stones) if field.menhir else None for field in board.fields]),
        elves=SUPPLY,
        goblins=SUPPLY,
        backups=BACKUPS,
        troll=None,
        bag=tuple(bag),
        bag_holder=0,
        suns=(None,) * ROWS,
        clouds=(None,) * COLUMNS,
        cauldron=None,
        ledger=(),
        round=0,
        turn=0,
        pending=_FIRST,
    )


def _shuffled(things: Iterable[T], rng: Random) -> list[T]:
    order = list(things)
    rng.shuffle(order)
    return order
