"""An estimate of each seat's result, for look-ahead players: the gold, and the way to the Cauldron."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from math import exp
from typing import Final, TypeAlias, TypeVar, final

from cairn_rules.korrigans.rules.movement import open_goals
from cairn_rules.korrigans.rules.scoring import CARRIED_GOLD, CAULDRON_GOLD
from cairn_rules.korrigans.state.board import Board, Link
from cairn_rules.korrigans.state.pending import Over
from cairn_rules.korrigans.state.seats import Carried, Seat
from cairn_rules.korrigans.state.state import State
from cairn_rules.korrigans.state.tokens import COMPANIONS, PAWNS, Companion, Pawn

A_TURN: Final = 2.0
"""The approximate value of a turn, in gold."""
EVEN_LEAD: Final = 4.0
"""The lead in gold at which a seat is e times as likely to win as the seat behind it."""
LAST_PAWNS: Final = 9
"""Number of drawn pawns at which waiting for the next one hardly pays."""
MOST_ALIKE: Final = 3
"""Maximum number of companions of a kind that are counted."""
MAX_ENTRIES: Final = 5_000
"""A table of ways is cleared when it would grow beyond this."""

KeyT = TypeVar("KeyT")
ValueT = TypeVar("ValueT")

Pool: TypeAlias = int
"""Numbers of companions by kind, in two bits each."""
Fields: TypeAlias = int
"""A set of fields, a bit for each index."""
Chances: TypeAlias = tuple[float, float]
"""The probability that at least one Korrigan of a seat reaches the Cauldron, and that both do."""


def estimate(state: State) -> tuple[float, ...]:
    """Return an estimated result for each seat, from -1 (lost) to 1 (won), using hidden tokens.

    Example:
        >>> from cairn_rules import korrigans
        >>> [round(each, 2) for each in estimate(korrigans.new_game(seed=7, players=3))]
        [-0.33, -0.33, -0.33]
    """
    gold = [expected_gold(state, number) for number in range(len(state.seats))]
    best = max(gold)
    odds = [exp((each - best) / EVEN_LEAD) for each in gold]
    total = sum(odds)
    return tuple([2 * each / total - 1 for each in odds])


def expected_gold(state: State, number: int) -> float:
    """Return the gold that a seat can expect, ignoring future rounds, which are the same for all seats."""
    seat, pending = state.seats[number], state.pending
    gold: float = sum([clover.gold for clover in seat.hidden if clover.gold])
    gold += sum([menhir.gold for menhir in seat.menhirs])
    for korrigan in seat.korrigans:
        if korrigan.carries is not None:
            gold += CARRIED_GOLD if korrigan.carries is Carried.ELF else -CARRIED_GOLD
    if state.cauldron is None and not isinstance(pending, Over) and number >= pending.seat:
        gold += A_TURN  # its turn of this round is still to come
    return gold + _cauldron_gold(state, number, seat)


def _cauldron_gold(state: State, number: int, seat: Seat) -> float:
    """Return the gold that a seat can expect from the Cauldron (rules 7.5, 8.1)."""
    board, pending, cauldron = state.board, state.pending, state.cauldron
    first, second = [korrigan.field for korrigan in seat.korrigans]
    if cauldron is not None and (isinstance(pending, Over) or number < pending.seat):
        return CAULDRON_GOLD[(first == cauldron) + (second == cauldron)]
    ways = _ways(board, state.troll, state.variant.troll_blocks_jumps)
    pool = _pool(seat)
    if first is None or second is None:
        one, both = ways.chances_anywhere(pool)
    else:
        goals = _places(board, state.suns, state.clouds) if cauldron is None else {1 << board.indices[cauldron]: 1.0}
        one, both = ways.chances(board.indices[first], board.indices[second], pool, goals)
    # Until the Cauldron appears, better places and more companions can be found: the more, the more pawns are left.
    drawn = len(PAWNS) - len(state.bag)
    tries = 1.0 if cauldron is not None else 1 + max(0.0, 1 - drawn / LAST_PAWNS)
    for_one, for_both = CAULDRON_GOLD[1], CAULDRON_GOLD[2] - CAULDRON_GOLD[1]
    gold: float = for_one * (1 - (1 - one) ** tries) + for_both * (1 - (1 - both) ** tries)
    return gold


def _pool(seat: Seat) -> Pool:
    counts = [0] * len(COMPANIONS)
    for each in (*seat.hidden, *seat.revealed, *seat.backups):
        if each < len(COMPANIONS):
            counts[each] += 1
    return sum([min(count, MOST_ALIKE) << 2 * kind for kind, count in enumerate(counts) if count])


@lru_cache(maxsize=4096)
def _places(board: Board, suns: tuple[Pawn | None, ...], clouds: tuple[Pawn | None, ...]) -> Mapping[Fields, float]:
    """Return the probability that the Cauldron appears in each field, if all free rows are equally likely."""
    rows = [row for row, pawn in enumerate(suns, 1) if pawn is None]
    columns = [column for column, pawn in enumerate(clouds, 1) if pawn is None]
    likely: dict[Fields, float] = {}
    for row in rows:
        there = sorted({index for column in columns for index in board.fields_at(row, column)})
        for index in there:
            likely[1 << index] = likely.get(1 << index, 0.0) + 1 / len(there) / len(rows)
    return likely


@final
class _Ways:
    """The fields that Korrigans can reach in a final turn, by their companions."""

    def __init__(self, board: Board, goals: Mapping[tuple[Companion, str], tuple[str, ...]]) -> None:
        ids = [field.id for field in board.fields]
        self._steps = [
            [[board.indices[to] for to in goals[companion, origin]] for origin in ids] for companion in COMPANIONS
        ]
        self._size = len(ids)
        self._reached: dict[tuple[int, Pool], Fields] = {}
        self._met: dict[tuple[int, int, Pool], tuple[Fields, Fields]] = {}
        self._anywhere: dict[Pool, Chances] = {}

    def reached(self, origin: int, pool: Pool) -> Fields:
        """Return the fields that one Korrigan can reach when each companion is used once."""
        found = self._reached.get((origin, pool))
        if found is None:
            found = 1 << origin
            for kind, steps in enumerate(self._steps):
                if pool >> 2 * kind & 3:
                    rest = pool - (1 << 2 * kind)
                    for to in steps[origin]:
                        found |= self.reached(to, rest)
            _keep(self._reached, (origin, pool), found)
        return found

    def met(self, first: int, second: int, pool: Pool) -> tuple[Fields, Fields]:
        """Return the fields that at least one of two Korrigans can reach, and those that both can reach."""
        found = self._met.get((first, second, pool))
        if found is None:
            one, both = self.reached(first, pool) | self.reached(second, pool), 0
            for part in _parts(pool):
                both |= self.reached(first, part) & self.reached(second, pool - part)
            found = (one, both)
            _keep(self._met, (first, second, pool), found)
        return found

    def chances(self, first: int, second: int, pool: Pool, places: Mapping[Fields, float]) -> Chances:
        """Return the probabilities that two Korrigans reach the field of the Cauldron."""
        met_one, met_both = self.met(first, second, pool)
        one = both = 0.0
        for place, likely in places.items():
            if met_one & place:
                one += likely
                if met_both & place:
                    both += likely
        return min(1.0, one), min(1.0, both)  # sums of shares can be a little above 1

    def chances_anywhere(self, pool: Pool) -> Chances:
        """Return the same probabilities for Korrigans that are not placed yet, from a sample of pairs of fields."""
        found = self._anywhere.get(pool)
        if found is None:
            size = self._size
            met = [self.met(first, (7 * first + 3) % size, pool) for first in range(size)]
            one = sum(fields.bit_count() for fields, _ in met) / size**2
            found = (one, sum(fields.bit_count() for _, fields in met) / size**2)
            _keep(self._anywhere, pool, found)
        return found


def _keep(table: dict[KeyT, ValueT], key: KeyT, value: ValueT) -> None:
    """Store a value in a table of bounded size."""
    if len(table) >= MAX_ENTRIES:
        table.clear()
    table[key] = value


@lru_cache(maxsize=4096)
def _parts(pool: Pool) -> tuple[Pool, ...]:
    """Return every pool that is part of another one."""
    parts = [0]
    for kind in range(len(COMPANIONS)):
        parts = [part + (number << 2 * kind) for part in parts for number in range((pool >> 2 * kind & 3) + 1)]
    return tuple(parts)


@lru_cache(maxsize=64)
def _ways(board: Board, troll: Link | None, blocks_jumps: bool) -> _Ways:  # noqa: FBT001 - a key
    return _Ways(board, open_goals(board, troll, blocks_jumps))
