"""Parts of the kernel that whole games hardly ever reach."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import numpy as np
import pytest

from cairn_rules import cairn
from cairn_rules.cairn.batch import Batch, drive, kernel, search_kernel
from cairn_rules.cairn.batch.bridge import write_state
from cairn_rules.cairn.batch.row import ACTED, BANISHING, CHAIN, FIELDS, MARK_SHIFT, ORIGIN_SHIFT, SUMMONED, Row
from cairn_rules.encoding import Encoder

pytestmark = pytest.mark.untraced

C1, B3, C3 = 2, 11, 12


@pytest.mark.parametrize("marked", [0, 1])
def test_a_banished_shaman_has_its_mark_back_in_the_past(marked: int) -> None:
    """A chain from c3 and back to it, in which the enemy on c1 was banished and came again, marked as moved.

    Sea added a shaman onto the enemy on c1; the one on c3 went to b3; Forest added a shaman onto the one on c1; and now
    the one on b3 may return to c3. This is the first position if the enemy counted as moved there, too (rule 6.7).
    """
    row = Row()
    row.active, row.who, row.variant = 0, 1, 0
    row.own, row.enemy, row.moved = 1 << B3, 1 << C1, 1 << C1
    row.space, row.seen = C1, 3
    chain = [
        C3 | BANISHING << ORIGIN_SHIFT | marked << MARK_SHIFT,
        C1 | C3 << ORIGIN_SHIFT,
        B3 | BANISHING << ORIGIN_SHIFT,
    ]
    assert kernel.repeats(row, np.array([chain]), 0, B3, C3) == marked


@pytest.mark.parametrize(("active", "variant", "mark"), [(0, 0, 1), (0, ACTED, 0), (1, 0, 0)])
@pytest.mark.parametrize("marked", [0, 1])
def test_a_shaman_added_onto_an_enemy_may_restore_a_position(active: int, variant: int, mark: int, marked: int) -> None:
    """Sea's shaman on c3 went to b3, Forest added one onto Sea's on c1, the one on b3 went back, and Sea may add one.

    This is the first position if Sea's shaman on c1 counted as moved there as the added one does: when Sea is active,
    and the variant counts it (rules 8.3, 10.3, 10.5).
    """
    row = Row()
    row.active, row.who, row.variant = active, 0, variant
    row.own, row.enemy = (1 << C3, 1 << C1) if active == 0 else (1 << C1, 1 << C3)
    row.moved = 1 << C1 | 1 << C3
    row.space, row.seen = C3, 3
    chain = [
        C1 | C3 << ORIGIN_SHIFT | 1 << MARK_SHIFT,
        B3 | BANISHING << ORIGIN_SHIFT | marked << MARK_SHIFT,
        C1 | B3 << ORIGIN_SHIFT | 1 << MARK_SHIFT,
    ]
    assert kernel.repeats(row, np.array([chain]), 0, SUMMONED, C1) == (marked == mark)


def test_random_numbers_are_spread_evenly() -> None:
    """7,000 draws from 7 numbers, each within five standard deviations: of one game, and the first of many games."""
    keys = [kernel.first_key(1, game) for game in range(7000)]
    assert len(set(keys)) == 7000
    key, along = keys[0], []
    for _ in range(7000):
        key = kernel.next_key(key)
        along.append(key)
    for several in (keys, along):
        counts = np.bincount([kernel.drawn(each, 7) for each in several], minlength=7)
        assert abs(counts - 1000).max() < 5 * (7000 * 6 / 49) ** 0.5


def limit(freedom: int) -> float:
    """The chi-squared that chance exceeds once in a million times, by Wilson and Hilferty."""
    share = 2 / (9 * freedom)
    return freedom * (1 - share + 4.75 * share**0.5) ** 3


def test_the_draws_of_a_set_up_are_independent() -> None:
    """Pairs of what is drawn are equally likely in 4,000 set-ups: the shuffle, the tiles, the first player."""
    drawn, row, key = [], Row(), kernel.first_key(1, 0)
    row.at, row.upcoming, row.deck, row.scores = [0] * 25, [0] * 2, [0] * 11, [0] * 2
    for _ in range(4000):
        key = kernel.set_up(row, (1 << 14) - 1, key)
        order = (row.at[11], row.at[13], *row.upcoming, *row.deck[:10])
        drawn.append((*order, row.faces, row.active))
    values, (tiles, first) = np.array(drawn), (14, 15)
    assert (np.sort(values[:, :14]) == np.arange(14)).all()
    # each megalith comes to each place: (14 - 1)² degrees of freedom
    places = sum(np.bincount(14 * place + values[:, place], minlength=196) for place in range(14))
    assert chi_squared(places, 4000 / 14) < limit(13 * 13)
    # two places hold each pair of megaliths: one after the other, and the first and the last one
    for one, two in [*pairwise(range(14)), (0, 13)]:
        pairs = np.bincount(14 * values[:, one] + values[:, two], minlength=196)
        assert chi_squared(pairs[pairs > 0], 4000 / 182) < limit(181)
        assert (pairs > 0).sum() == 182
    # the tiles with the first player, and both with the megaliths of the circles
    for one, two, count in ((tiles, first, 32), (0, first, 28), (1, first, 28), (0, tiles, 224), (1, tiles, 224)):
        width = {tiles: 16, first: 2}[two]
        cells = np.bincount(width * values[:, one] + values[:, two], minlength=count)
        assert chi_squared(cells, 4000 / count) < limit(count - 1)


@pytest.mark.parametrize("stones", [0b11, 0b10110, (1 << 14) - 1])
def test_a_set_up_leaves_nothing_of_the_game_before(stones: int) -> None:
    rows = []
    for number in (0, 1):
        row = Row()
        for name, _, count in FIELDS:
            setattr(row, name, number if count == 1 else [number] * count)
        row.variant = ACTED
        kernel.set_up(row, stones, 7)
        assert kernel.stones_of(row) == stones
        rows.append([getattr(row, name) for name, _, _ in FIELDS])
    assert rows[0] == rows[1]


def chi_squared(counts: np.ndarray, expected: float) -> float:
    return float(((counts - expected) ** 2 / expected).sum())


def test_draws_are_the_same_on_every_machine() -> None:
    """Those of seed 7 with Numba and without, and the first key of a long seed; calculated once."""
    assert kernel.first_key(7, 3) == 292_963_109_457_855_373
    assert kernel.first_key(10**18, 3) == 1_119_996_694_573_020_540
    assert Batch(2, seed=7)._keys.tolist() == [4_426_548_938_075_949_440, 2_074_212_237_458_034_933]


@pytest.mark.parametrize("marked", [0, 1])
def test_a_chain_remembers_whether_a_banished_shaman_was_marked(marked: int) -> None:
    """Sea adds a shaman onto the enemy on c1, where there is a megalith (rules 6.7, 10.5)."""
    row, chains = Row(), np.zeros((1, CHAIN), np.int16)
    row.active, row.who, row.variant, row.seen, row.space = 0, 0, 0, 0, B3
    row.own, row.enemy, row.moved, row.stones = 1 << B3, 1 << C1, 1 << B3 | marked << C1, 1 << B3 | 1 << C1
    kernel.summon(row, chains, 0, C1)
    assert (row.own, row.enemy, row.seen) == (1 << B3 | 1 << C1, 0, 1)
    assert chains[0, 0] == B3 | BANISHING << ORIGIN_SHIFT | marked << MARK_SHIFT


def test_no_product_or_sum_of_random_numbers_overflows() -> None:
    """Compiled numbers have 63 bits and a sign; keys have 62 bits, and their hashes 32."""
    assert kernel.LOW_32 * max(0x21F0AAAD, 0x735A2D97) < 2**63
    assert kernel.LOW_62 + kernel.WEYL < 2**63
    rng = Random(5)
    for _ in range(500):
        key, number = rng.getrandbits(62), rng.getrandbits(62)
        assert kernel.hashed(key) < 2**32
        assert max(kernel.next_key(key), kernel.branched(key, number), kernel.first_key(key, number)) < 2**62


def test_each_game_and_each_playout_has_a_sequence_of_its_own() -> None:
    """The keys that follow those of neighbouring games do not meet."""
    keys = set()
    for game in range(50):
        key = kernel.first_key(9, game)
        for _ in range(100):
            keys.add(key)
            keys.add(kernel.branched(key, 0))
            key = kernel.next_key(key)
    assert len(keys) == 50 * 100 * 2


@pytest.mark.parametrize(("shamans", "text"), [("5/5/4f/ffff1/sssss f", "e3-e2"), ("fffff/ssss1/4s/5/5 s", "e3-e4")])
def test_the_greedy_player_sees_that_the_other_will_have_no_action(shamans: str, text: str) -> None:
    """One closes its row before the other's five, which wins at once (rule 9.2), whatever the random numbers."""
    state = cairn.parse_position(f"{shamans} wooe c3=chaos,d3=dawn - - 0-0")
    rows, chains, lists, counts = drive.lines(9)
    write_state(state, rows, chains, 0)
    drive.plain.legal(rows, chains, lists, counts, 0, 1)
    winning = Encoder(cairn).index(state, cairn.parse_action(text, state))
    for key in range(20):
        assert search_kernel.best_of_turn(rows, chains, lists, counts, 0, int(counts[0]), key, 99) == winning
