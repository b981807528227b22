"""What batches measure is what the scalar engine measures: the same games, and the same statistics of others."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from cairn_rules import Budget, DefinitionError, cairn
from cairn_rules.cairn import BASE_SET, LIGHT_SET
from cairn_rules.cairn.balance import Figures, Measured, balance, difference, measure, measure_batch
from cairn_rules.cairn.batch import drive, net_search_kernel, search_kernel
from cairn_rules.cairn.batch.bridge import write_state
from cairn_rules.cairn.batch.kernel import LOW_62, branched, drawn, first_key, next_key
from cairn_rules.cairn.batch.row import opened
from cairn_rules.cairn.learning.action_space import action_at
from cairn_rules.cairn.players.net import sage_file
from cairn_rules.cairn.players.net_inputs import HIDDEN
from cairn_rules.encoding import Encoder
from cairn_rules.players import GreedyPlayer, RandomPlayer, SagePlayer, TreePlayer
from support.crowded import VARIANTS, chained, crowded
from support.stones import echo

EXIT_C5 = 240 + 10 + 5 + 2
"""The index of an exit from c5: ten origins on the lower two ranks come first, then a4 to e4, then a5 and b5."""
SHARE = 1 if drive.COMPILED else 40
"""The plain text of the kernel is slow, and plays a part of the games."""


class SameChoices:
    """Both tribes, drawing the numbers that the kernel draws for a seed."""

    def __init__(self, seed: int) -> None:
        self.key = first_key(seed & LOW_62, 0)
        self.encoder = Encoder(cairn)

    def choose(self, state: cairn.State, budget: Budget | None = None) -> cairn.Action:  # noqa: ARG002
        indices = sorted(self.encoder.indices(state))
        self.key = next_key(self.key)
        return self.encoder.action(state, indices[drawn(self.key, len(indices))])


class SameSage:
    """Both tribes, as the kernel's plain text plays them for a seed."""

    def __init__(self, seed: int) -> None:
        self.key = first_key(seed & LOW_62, 0)
        self.room = drive.search_room(net_search_kernel.LINES + 1)
        self.turn: int | None = None

    def choose(self, state: cairn.State, budget: Budget | None = None) -> cairn.Action:
        assert budget is not None
        assert budget.simulations is not None
        rows, chains, lists, counts = drive.lines(net_search_kernel.LINES + 1)
        write_state(state, rows, chains, 0)
        drive.plain.legal(rows, chains, lists, counts, 0, 1)
        self.key = next_key(self.key)
        _, _, _, visited, progress, _ = self.room
        if self.turn not in {None, state.turn}:
            net_search_kernel.visit(opened(rows, 0), visited, progress)
        self.turn = state.turn
        index = net_search_kernel.best_of_lookahead(
            net_search_kernel.Room(
                rows, chains, lists, *self.room, *drive.weights(sage_file()), np.zeros(HIDDEN, np.float32)
            ), 0, int(counts[0]), branched(self.key, 0), budget.simulations,
        )  # fmt: skip
        return action_at(state, index)


@pytest.fixture
def everything_seen(monkeypatch) -> None:
    """Players see the states: those that no game leads to cannot be sampled."""
    monkeypatch.setattr("cairn_rules.cairn.balance.measurement.observe", lambda state, _: state)


def same(states: list[cairn.State], watched: list[cairn.Megalith], max_turns: int) -> list[Measured]:
    """The measurements of games by the batch, which are those of the same games by the scalar engine."""
    seeds = list(range(len(states)))
    found = measure_batch(states, RandomPlayer, seeds=seeds, watched=watched, max_turns=max_turns)
    for number, state in enumerate(states):
        player = SameChoices(seeds[number])
        alone = measure(state, [player, player], watched=watched[number], max_turns=max_turns, number=number)
        assert found[number] == alone
    return found


@pytest.mark.usefixtures("everything_seen")
def test_the_same_games_have_the_same_measurements() -> None:
    """All that is measured, of whole games with every variant."""
    rng = Random(1)
    sets = (LIGHT_SET, BASE_SET)
    states = [
        cairn.new_game(seed=rng.getrandbits(50), megaliths=sets[number % 2], variant=variant)
        for number, variant in enumerate(VARIANTS * 4)
    ][::SHARE]
    watched = [rng.choice((*state.megaliths.values(), *state.upcoming)) for state in states]
    found = same(states, watched, 150)
    if drive.COMPILED:
        assert {game.ending for game in found} >= {"exit", "undecided"}
        assert sum(game.builder is not None for game in found)
        assert {point.cause for game in found for point in game.points} >= {"exit", "transformation"}
        assert {len(point.display) for game in found for point in game.points} == {2}
        assert max(len(game.points) for game in found) >= 3


@pytest.mark.usefixtures("everything_seen")
def test_crowded_games_have_the_same_measurements() -> None:
    """Positions full of shamans and megaliths, and long chains: the loop guard removes options, powers wait."""
    rng = Random(2)
    states = [crowded(rng, variant) for variant in VARIANTS for _ in range(12 // SHARE or 1)]
    states += [chained(rng, variant, powers) for variant in VARIANTS for powers in (1, 2, 3, 5)[: 4 // SHARE or 1]]
    stones = [[*state.megaliths.values()] for state in states]
    found = same(states, [rng.choice(each) for each in stones], 12)
    assert sum(game.cuts > 0 for game in found) > 20 / SHARE
    if drive.COMPILED:
        assert sum(sum(game.pushed) for game in found)
        assert sum(game.idle for game in found)
        assert max(game.longest for game in found) >= 4
        assert {game.ending for game in found} >= {"exit", "undecided", "transformation", "stuck"}


@pytest.mark.usefixtures("everything_seen")
def test_sage_plays_the_same_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """It looks ahead by the same search, compiled or not, with what is left of the budget after one turn."""
    if not drive.COMPILED:
        monkeypatch.setattr(net_search_kernel, "AT_LEAST", 10)
    budget = Budget(simulations=1_200 if drive.COMPILED else 20)
    states = [cairn.new_game(seed=seed, variant=variant) for seed, variant in enumerate(VARIANTS[:4])][::SHARE]
    found = measure_batch(states, SagePlayer, seeds=range(len(states)), budget=budget, max_turns=4)
    for number, state in enumerate(states):
        player = SameSage(number)
        assert found[number] == measure(state, [player, player], budget=budget, max_turns=4, number=number)


def test_nothing_is_observed_unless_it_is_named() -> None:
    states = [cairn.new_game(seed=seed) for seed in range(5)]
    for game in measure_batch(states, RandomPlayer, seeds=range(5)):
        assert (game.walked, game.pushed, game.arrivals, game.builder, game.on_display) == (
            (0, 0),
            (0, 0),
            0,
            None,
            False,
        )
    assert measure_batch([], RandomPlayer, seeds=[]) == []


def best_choices(state: cairn.State, simulations: int, trials: int) -> set[int]:
    """Indices of the actions that the kernel's greedy player chooses, with different random numbers."""
    lines = 230
    rows, chains, lists, counts = drive.lines(lines)
    write_state(state, rows, chains, 0)
    drive.plain.legal(rows, chains, lists, counts, 0, 1)
    return {
        search_kernel.best_of_turn(rows, chains, lists, counts, 0, int(counts[0]), first_key(key, 0), simulations)
        for key in range(trials)
    }


class Open:
    """Cairn without secrets: states that no game leads to cannot be sampled."""

    def sample_hidden(self, state: cairn.State, _: Random) -> cairn.State:
        return state

    def observe(self, state: cairn.State, _: int) -> cairn.State:
        return state

    def __getattr__(self, name: str) -> object:
        return getattr(cairn, name)


def their_choices(state: cairn.State, simulations: int, trials: int) -> set[int]:
    """The same of `GreedyPlayer`."""
    budget, encoder = Budget(simulations=simulations), Encoder(cairn)
    players = (GreedyPlayer(Open(), seed=seed) for seed in range(trials))  # type: ignore[arg-type]
    return {encoder.index(state, player.choose(state, budget)) for player in players}


@pytest.mark.untraced
@pytest.mark.parametrize("simulations", [2000, 1])
def test_the_greedy_player_is_the_same_in_a_batch(simulations: int) -> None:
    """Of the actions that lead to the greatest lead it chooses any, and keeps to its budget."""
    rng = Random(3)
    narrow = 0
    for number in range(40):
        state = crowded(rng, VARIANTS[number % 4])
        legal = len(cairn.legal_actions(state))
        if 1 < legal <= 6:
            theirs = their_choices(state, simulations, 60)
            assert best_choices(state, simulations, 60) == theirs
            narrow += len(theirs) < legal
    assert narrow or simulations == 1


def test_the_greedy_player_takes_a_line_of_its_own_decisions() -> None:
    """Out of the board, and build: only both together score."""
    state = cairn.parse_position("2s2/5/5/5/4f s wooe c3=deer,d3=dawn alley,menhir - 0-0")
    assert best_choices(state, 2000, 20) == {EXIT_C5}
    assert best_choices(state, 1, 40) == their_choices(state, 1, 40) != {EXIT_C5}


@pytest.mark.untraced
@pytest.mark.parametrize(("player", "games"), [(RandomPlayer, 60), (GreedyPlayer, 150)])
def test_statistics_agree(player, games: int) -> None:
    """The intervals of 99.99 % around the figures of both overlap, on a fixed seed."""
    games //= 1 if drive.COMPILED else 15
    starts = [cairn.new_game(seed=seed) for seed in range(games)]
    stone = BASE_SET["deer"]
    batch = Figures.of(measure_batch(starts, player, seeds=range(games), watched=[stone] * games, max_turns=300))
    scalar = Figures.of(
        measure(start, [player(cairn, seed=2 * n), player(cairn, seed=2 * n + 1)], watched=stone, max_turns=300)
        for n, start in enumerate(starts)
    )
    for name in ("turns", "decisions", "options", "turn_options", "uses"):
        one, two = getattr(batch, name), getattr(scalar, name)
        assert abs(one.value - two.value) < 2 * (one.spread**2 + two.spread**2) ** 0.5, name
    for name in ("first_wins", "built", "used", "cut"):
        by, low, high = difference(getattr(batch, name), getattr(scalar, name))
        assert by - 2 * (by - low) < 0 < by + 2 * (high - by), name


def test_a_balance_report_by_batches() -> None:
    """The first states are those of the report without batches, and the same on any executor."""
    stones = [BASE_SET["deer"], BASE_SET["menhir"]]
    options = {"games": 12 if drive.COMPILED else 2, "seed": 5, "player": RandomPlayer}
    report = balance(stones, batch=True, **options)
    alone = balance(stones, **options)
    for one, two in zip(report.stones, alone.stones, strict=True):
        assert (one.stone, one.alone.games, one.alone.built.of) == (two.stone, two.alone.games, two.alone.built.of)
        assert one.alone.turns != two.alone.turns
    assert report == balance(stones, batch=True, **options)


def test_a_batch_of_pairs_is_played_in_parts(monkeypatch) -> None:
    stones = [BASE_SET["deer"]]
    whole = balance(stones, games=5, seed=1, player=RandomPlayer, batch=True)
    monkeypatch.setattr("cairn_rules.cairn.balance.report.PAIRS_PER_BATCH", 2)
    assert balance(stones, games=5, seed=1, player=RandomPlayer, batch=True) == whole


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (
            {"player": TreePlayer},
            "a batch is played by RandomPlayer, GreedyPlayer or SagePlayer, not by TreePlayer",
        ),
        ({"player": lambda game, *, seed: GreedyPlayer(game, seed=seed)}, "not by <lambda>"),
        ({"budget": Budget(seconds=1)}, "a batch has no clock: limit the simulations"),
        ({"budget": Budget(seconds=1, simulations=5)}, "a batch has no clock"),
        (
            {"among": [*LIGHT_SET, echo]},
            "not one of the base megaliths, .*; leave out the batch, or make a",
        ),
        ({"batch": 1}, "batch should be True or False, not 1"),
    ],
)
def test_what_a_batch_cannot_play_is_refused_at_once(options, told: str) -> None:
    with pytest.raises(DefinitionError, match=told):
        balance([BASE_SET["deer"]], **{"games": 10**6, "seed": 1, "batch": True, **options})


def test_sage_needs_a_limit_of_turns() -> None:
    with pytest.raises(DefinitionError, match="two sages can move back and forth forever: give a number of turns"):
        measure_batch([cairn.new_game(seed=1)], SagePlayer, seeds=[1])


def test_each_state_needs_a_seed_and_a_megalith() -> None:
    state = cairn.new_game(seed=1)
    with pytest.raises(DefinitionError, match="seeds should have one value for each of 1 states, not 2"):
        measure_batch([state], RandomPlayer, seeds=[1, 2])
    with pytest.raises(DefinitionError, match="watched should have one value for each of 2 states, not 0"):
        measure_batch([state, state], RandomPlayer, seeds=[1, 2], watched=[])
