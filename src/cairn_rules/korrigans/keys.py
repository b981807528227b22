"""Stable 64-bit hashes of states: `key`."""

from __future__ import annotations

from functools import lru_cache
from hashlib import blake2b
from json import dumps
from typing import Any, assert_never

from cairn_rules.checks import check_state
from cairn_rules.codec.variant_text import changed_options
from cairn_rules.korrigans.state import ledger
from cairn_rules.korrigans.state.board import Board, board_data
from cairn_rules.korrigans.state.pending import DECISIONS, ChooseReceiver, Over, Pending
from cairn_rules.korrigans.state.seats import Korrigan, Seat
from cairn_rules.korrigans.state.state import State
from cairn_rules.korrigans.state.tokens import Pawn
from cairn_rules.korrigans.variant import REVISION_1


def key(state: State) -> int:
    """Return a 64-bit hash of a state that is the same in every process and release.

    Equal states have equal keys. Two different states collide with a probability of one in 2⁶⁴, so keys can index a
    table of states, also in a file. The key covers the whole state, including hidden tokens and the ledger. A key is a
    whole number from 0 to 2⁶⁴ - 1.

    Raises:
        DefinitionError: if it is not a state of Korrigans.

    Example:
        >>> from cairn_rules import korrigans
        >>> one, other = korrigans.new_game(seed=7), korrigans.new_game(seed=8)
        >>> korrigans.key(one) == korrigans.key(korrigans.new_game(seed=7)) != korrigans.key(other)
        True
    """
    check_state(state, State)
    parts = [
        _of_board(state.board),
        sorted(changed_options(state.variant, REVISION_1).items()),
        [_of_seat(seat) for seat in state.seats],
        state.clovers,
        state.menhirs,
        [state.elves, state.goblins, state.backups],
        None if state.troll is None else [state.troll.kind, state.troll.ends],
        [*map(_of_pawn, state.bag)],
        state.bag_holder,
        [*map(_of_pawn, state.suns)],
        [*map(_of_pawn, state.clouds)],
        state.cauldron,
        [_of_entry(entry) for entry in state.ledger],
        [state.round, state.turn],
        _of_pending(state.pending),
    ]
    return int.from_bytes(_digest(parts, 8))


def _digest(parts: object, size: int) -> bytes:
    return blake2b(dumps(parts, separators=(",", ":")).encode(), digest_size=size).digest()


@lru_cache(maxsize=64)
def _of_board(board: Board) -> str:
    return _digest(board_data(board), 16).hex()


def _of_pawn(pawn: Pawn | None) -> str | None:
    return None if pawn is None else pawn.value


def _of_seat(seat: Seat) -> list[Any]:
    korrigans = [*map(_of_korrigan, seat.korrigans)]
    return [korrigans, seat.hidden, seat.revealed, seat.backups, seat.menhirs, seat.discarded, seat.screen]


def _of_korrigan(korrigan: Korrigan) -> list[str | None]:
    return [korrigan.field, None if korrigan.carries is None else korrigan.carries.value]


def _of_entry(entry: ledger.Entry) -> list[Any]:
    match entry:
        case ledger.Taken(seat, field, clover):
            return ["taken", seat, field, clover]
        case ledger.Revealed(seat, companion):
            return ["revealed", seat, companion]
        case ledger.Sacrificed(seat, clover):
            return ["sacrificed", seat, clover]
        case ledger.Unmasked(seat):
            return ["unmasked", seat]
        case ledger.RuledOut(seat, companions):
            return ["ruled-out", seat, companions]
        case ledger.CouldMove(seat, companions):
            return ["could-move", seat, companions]
        case ledger.FinalTurnBegun(seat):
            return ["final-turn-begun", seat]
        case _:
            assert_never(entry)


def _of_pending(pending: Pending) -> list[Any]:
    """Return the stable code of a decision, followed by its parameters."""
    if isinstance(pending, Over):
        return ["over", pending.outcome.winners, pending.outcome.reason]
    gathers = pending.gathers if isinstance(pending, ChooseReceiver) else None
    korrigan, pawn = getattr(pending, "korrigan", None), getattr(pending, "pawn", None)
    return [DECISIONS[type(pending)][0], pending.seat, korrigan, _of_pawn(pawn), gathers]
