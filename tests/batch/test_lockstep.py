"""The batch plays by the rules of the scalar engine: the same actions, decisions and states, step by step."""

from __future__ import annotations

from pathlib import Path
from random import Random

import numpy as np
import pytest

from cairn_rules import cairn
from cairn_rules.cairn import BASE_SET, LIGHT_SET, UsePower, Variant
from cairn_rules.cairn.batch import Batch, drive
from cairn_rules.cairn.state.pending import Snapshot
from cairn_rules.cairn.state.state import draft
from cairn_rules.simulation import perft_turns
from support.crowded import VARIANTS, chained, crowded
from support.lockstep import along_chains, at_random, lockstep

pytestmark = pytest.mark.untraced

SHARE = 1 if drive.COMPILED else 20
"""The plain text of the kernel is slow, and plays a part of the games."""


def test_random_games_of_every_variant(pytestconfig: pytest.Config) -> None:
    """About 100,000 decisions, of whole games with either set.

    With the thorough profile a million, others each time.
    """
    thorough = pytestconfig.getoption("--hypothesis-profile") == "thorough"
    rng = Random(pytestconfig.getoption("--hypothesis-seed") if thorough else 1)
    games = (180 if thorough else 18) if drive.COMPILED else 1
    done = 0
    for number, variant in enumerate(VARIANTS):
        sets = (BASE_SET, LIGHT_SET) if number % 4 else (BASE_SET, tuple(rng.sample(tuple(BASE_SET), 3)))
        for megaliths in sets:
            starts = [
                cairn.new_game(seed=rng.getrandbits(50), megaliths=megaliths, variant=variant) for _ in range(games)
            ]
            done += lockstep(starts, 100, at_random(rng))
    assert done > 5_560 * games


def test_crowded_positions_of_every_variant() -> None:
    """About 30,000 decisions from positions full of shamans and megaliths, mostly along chains of powers."""
    rng = Random(2)
    done = sum(
        lockstep([crowded(rng, variant) for _ in range(max(2, 60 // SHARE))], 17, along_chains(rng))
        for variant in VARIANTS
    )
    assert done > 30_000 / SHARE


def test_long_chains_of_every_variant() -> None:
    """Turns in which up to 199 powers were used: the guard against repetition decides (rule 6.7)."""
    rng = Random(3)
    cut = 0
    for variant in VARIANTS:
        for powers in (1, 2, 3, 5, 8, 20, 197, 198, 199) if drive.COMPILED else (1, 8, 198, 199):
            states = [chained(rng, variant, powers) for _ in range(4 if drive.COMPILED else 1)]
            cut += sum(
                len(cairn.legal_actions(state)) < len(cairn.legal_actions(_without_past(state))) for state in states
            )
            lockstep(states, 12, along_chains(rng))
    assert cut > 200 / SHARE


def _without_past(state: cairn.State) -> cairn.State:
    """A state whose turn has just come to its first power."""
    after = draft(state)
    after._seen = ()
    return after


@pytest.mark.parametrize("active", [0, 1])
def test_banished_shamans_stand_in_positions_seen_before(active: int) -> None:
    """The guard against repetition puts back whom a summoned shaman banished (rules 6.7, 10.5).

    One seat stands on e5 throughout. The other came to Menhir on c3, was banished there by a shaman from the village,
    which went to Cromlech on b2 and was banished there in turn: back on c3, everything would be as in the beginning.
    """
    variant = Variant(dawn_banishes=True, transformation_trigger="acted")
    e5, c3, b2 = (1 << space for space in (cairn.Space.E5, cairn.Space.C3, cairn.Space.B2))
    stones = (("b2", "cromlech"), ("c3", "menhir"), ("a4", "deer"))
    text = ",".join(f"{space}={stone}" for space, stone in stones)
    layout = cairn.parse_position(f"5/5/5/s4/5 s wooe {text} alley,mound - 1-0", variant=variant)._layout

    def snapshot(first: int, second: int, space: cairn.Space, owner: int) -> Snapshot:
        mine, theirs = (first, second) if active == 0 else (second, first)
        power = UsePower(space, layout.megaliths[space], cairn.Tribe(owner))
        return Snapshot(mine, theirs, 0, 0, -1, layout.stones, layout.upcoming, 0, power, ())

    seen = (
        snapshot(e5, c3, cairn.Space.C3, 1),
        snapshot(e5 | c3, 0, cairn.Space.C3, 0),
        snapshot(e5 | b2, 0, cairn.Space.B2, 0),
    )
    now = snapshot(e5, b2, cairn.Space.B2, 1)
    state = cairn.State(now.own, now.enemy, 0, active, layout, now.pending, 3, seen=seen)
    assert list(map(cairn.format_action, cairn.legal_actions(state))) == ["b2>a4"]
    lockstep([state], 3, at_random(Random(1)))


def test_chains_are_met_on_the_way() -> None:
    """The positions above do lead to chains of several powers, to exits by powers, and to Dawn's banishments."""
    rng = Random(4)
    longest = 0
    for _ in range(150):
        state = crowded(rng, rng.choice(VARIANTS))
        choose = along_chains(rng)
        for _ in range(12):
            legal = cairn.legal_actions(state)
            if not legal:
                break
            state = cairn.apply(state, legal[choose(state, legal)])
            longest = max(longest, len(state.seen))
    assert longest >= 5


GOLDEN = [
    line.partition(" | ")[::2]
    for line in Path(__file__).parents[1].joinpath("cairn", "perft.txt").read_text(encoding="utf-8").splitlines()
    if not line.startswith("#")
]
"""Positions, and the numbers of sequences that complete 1, 2, … turns."""


def perft(state: cairn.State, turns: int) -> int:
    """The number of sequences of decisions that complete so many turns, as a batch finds it."""
    count = 0
    batch = Batch.of([state], auto_reset=False)
    while len(batch):
        lists, counts = batch.legal
        after = batch.take(np.repeat(np.arange(len(batch)), counts))
        after.step(lists[lists >= 0])
        complete = after.turns == state.turn + turns
        count += int(complete.sum())
        batch = after.take(np.flatnonzero(~complete & (after.players >= 0)))
    return count


@pytest.mark.parametrize(("text", "counts"), GOLDEN)
def test_turns_are_counted_as_in_the_golden_file(text: str, counts: str) -> None:
    known = list(map(int, counts.split()))[: None if drive.COMPILED else 3]
    assert [perft(cairn.parse_position(text), turns + 1) for turns in range(len(known))] == known


@pytest.mark.skipif(not drive.COMPILED, reason="plain Python is slow")
@pytest.mark.parametrize("text", [text for text, _ in GOLDEN])
def test_turns_are_counted_as_by_the_scalar_engine(text: str) -> None:
    """Five turns deep."""
    state = cairn.parse_position(text)
    assert perft(state, 5) == perft_turns(cairn, state, 5)


def test_turns_from_crowded_positions_are_counted_as_by_the_scalar_engine() -> None:
    rng = Random(5)
    for _ in range(40 // SHARE + 1):
        state = crowded(rng, rng.choice(VARIANTS))
        assert perft(state, 1) == perft_turns(cairn, state, 1)


def rolled(batch: Batch, steps: int) -> None:
    """Play some steps, with choices that depend on each game alone."""
    for step in range(steps):
        lists, counts = batch.legal
        batch.step(lists[np.arange(len(batch)), (7 * step + 3) % np.maximum(counts, 1)])


def same(one: Batch, two: Batch) -> bool:
    """Whether all that two batches hold is equal, bit by bit."""
    names = ("_rows", "_keys", "_lists", "_counts")
    seen = one._rows["seen"].max(initial=0)
    return all(np.array_equal(getattr(one, name), getattr(two, name)) for name in names) and np.array_equal(
        one._chains[:, :seen], two._chains[:, :seen]
    )


@pytest.mark.parametrize("threads", [2, 4])
def test_threads_change_nothing(threads: int) -> None:
    n, steps = (501, 300) if drive.COMPILED else (9, 60)
    alone, shared = Batch(n, seed=11), Batch(n, seed=11, threads=threads)
    rolled(alone, steps)
    rolled(shared, steps)
    assert same(alone, shared)
    assert np.array_equal(alone.observation(), shared.observation())
    assert np.array_equal(alone.mask(), shared.mask())
    one, two = alone.playouts(1, seed=3), shared.playouts(1, seed=3)
    assert np.array_equal(one.wins, two.wins)
    assert np.array_equal(one.decisions, two.decisions)


def test_the_number_of_games_changes_nothing() -> None:
    """Game i depends on the seed and on i alone, also once it has started again."""
    n, steps = (64, 400) if drive.COMPILED else (6, 60)
    many, few = Batch(n, seed=12, max_turns=20), Batch(3, seed=12, max_turns=20)
    rolled(many, steps)
    rolled(few, steps)
    assert same(many.take([0, 1, 2]), few)
    assert np.array_equal(many.playouts(2).decisions[:3], few.playouts(2).decisions)
    assert not same(few, Batch(3, seed=13))


def test_games_that_start_again_are_new_games() -> None:
    """A game that ends starts again in the same step, by the same variant, from another set-up (rules 2.1 to 2.6)."""
    variant = Variant(power_exit=True)
    batch = Batch(8, seed=14, megaliths=LIGHT_SET, variant=variant)
    starts: list[set[str]] = [{cairn.format_position(batch.state(game))} for game in range(8)]
    ended = 0
    for step in range(600 if drive.COMPILED else 200):
        lists, counts = batch.legal
        rewards, terminated, _ = batch.step(lists[np.arange(8), (7 * step + 3) % counts])
        for game in np.flatnonzero(terminated):
            state = batch.state(game)
            assert sorted(rewards[game]) == [-1, 1]
            assert state.turn == 0
            assert state.variant == variant
            assert state.scores == (0, 0)
            assert {*state.megaliths.values(), *state.upcoming, *state.deck} == {*LIGHT_SET}
            assert isinstance(state.pending, cairn.ChooseAction)
            assert state == cairn.parse_position(cairn.format_position(state), variant=variant)
            starts[game].add(cairn.format_position(state))
            ended += 1
    assert ended
    assert sum(map(len, starts)) == 8 + ended


def test_powers_off_turn_belong_to_the_other_seat() -> None:
    """A shaman pushed onto a megalith belongs to its owner, who decides during the other's turn (rule 6.2)."""
    rng = Random(6)
    states = []
    while len(states) < 5:
        state = crowded(rng, Variant())
        for _ in range(6):
            legal = cairn.legal_actions(state)
            if not legal:
                break
            state = cairn.apply(state, rng.choice(legal))
            if isinstance(state.pending, UsePower) and state.pending.owner != state.active:
                states.append(state)
    batch = Batch.of(states)
    assert batch.players.tolist() == [cairn.current_player(state) for state in states]
