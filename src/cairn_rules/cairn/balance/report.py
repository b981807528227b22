"""Balance reports from pairs of games: one with a stone, and the same one with another in its place."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Sequence
from concurrent.futures import Executor
from functools import partial
from html import escape
from importlib import import_module
from random import Random
from typing import Final, TypeVar, final

import cairn_rules.cairn as rules
from cairn_rules.cairn.balance.batch_measurement import check_batch, measure_batch
from cairn_rules.cairn.balance.measurement import Measured, measure
from cairn_rules.cairn.balance.statistics import Figures, Mean
from cairn_rules.cairn.megaliths.megaliths import BASE_SET
from cairn_rules.cairn.rules.make_state import make_state
from cairn_rules.cairn.rules.setup import new_game
from cairn_rules.cairn.state.board import CIRCLES
from cairn_rules.cairn.state.megalith_data import Megalith
from cairn_rules.cairn.state.state import State
from cairn_rules.checks import check_least, check_seed, checked
from cairn_rules.errors import DefinitionError
from cairn_rules.frozen_classes import frozen
from cairn_rules.game import SEED_BITS
from cairn_rules.players.player import Budget, MakesPlayer
from cairn_rules.players.simple import GreedyPlayer
from cairn_rules.simulation.playouts import in_tasks
from cairn_rules.steps import finished

T = TypeVar("T")

PAIRS_PER_TASK: Final = 25
"""Number of pairs in one task of an executor. Without one, each pair is a step."""
PAIRS_PER_BATCH: Final = 500
"""Number of pairs in one task that plays them as a batch."""


@final
@frozen
class Task:
    """The settings that all pairs of games of a stone share."""

    stone: Megalith
    others: tuple[Megalith, ...]
    """The other stones in the games."""
    seed: int
    """Seed of all games."""
    player: MakesPlayer
    budget: Budget | None
    """The budget for each decision; None for the player's default."""
    max_turns: int
    """Maximum number of turns, after which a game is stopped."""
    batch: bool = False
    """True to play batches of games."""

    def play(self, number: int) -> tuple[Measured, Measured]:
        """Play the pair of games with this number, and return the one with the stone first."""
        rng = Random(f"{self.seed} {number}")
        pair = self.pair(rng)
        # the same players for both games
        seeds = [rng.getrandbits(SEED_BITS) for _ in range(2)]
        with_it, without_it = (
            measure(
                state,
                [self.player(rules, seed=seed) for seed in seeds],
                watched=watched,
                budget=self.budget,
                max_turns=self.max_turns,
                number=number,
            )
            for state, watched in pair
        )
        return with_it, without_it

    def pair(self, rng: Random) -> tuple[tuple[State, Megalith], tuple[State, Megalith]]:
        """Return the starts of a pair of games, each with its megalith to observe, the one with the stone first."""
        # 1. a game among the other stones, and the visible one to replace
        without = new_game(seed=rng.getrandbits(SEED_BITS), megaliths=self.others)
        shown = (*without.megaliths.values(), *without.upcoming)
        replaced = shown[rng.randrange(len(shown))]
        # 2. the same game with the stone in its place
        return (exchanged(without, replaced, self.stone), self.stone), (without, replaced)

    def play_batch(self, numbers: range) -> list[tuple[Measured, Measured]]:
        """Play the pairs of games with these numbers side by side."""
        rngs = [Random(f"{self.seed} {number}") for number in numbers]
        pairs = [self.pair(rng) for rng in rngs]
        seeds = [rng.getrandbits(SEED_BITS) for rng in rngs]
        with_it, without_it = (
            measure_batch(
                [pair[game][0] for pair in pairs],
                self.player,
                seeds=seeds,
                watched=[pair[game][1] for pair in pairs],
                budget=self.budget,
                max_turns=self.max_turns,
            )
            for game in range(2)
        )
        return list(zip(with_it, without_it, strict=True))


def play_all(task: Task, numbers: range) -> list[tuple[Measured, Measured]]:
    """Play some pairs, in the worker's process."""
    return task.play_batch(numbers) if task.batch else [task.play(number) for number in numbers]


def exchanged(state: State, old: Megalith, new: Megalith) -> State:
    """Return an initial state with one visible stone replaced by another.

    Example:
        >>> from cairn_rules import cairn
        >>> state = cairn.parse_position("f1f1f/5/5/5/s1s1s s wooe b3=chaos,d3=dawn alley,menhir deer 0-0")
        >>> after = exchanged(state, cairn.BASE_SET["alley"], cairn.BASE_SET["mound"])
        >>> cairn.format_position(after)
        'f1f1f/5/5/5/s1s1s s wooe b3=chaos,d3=dawn mound,menhir deer 0-0'
    """

    def swapped(stones: Sequence[Megalith]) -> tuple[Megalith, ...]:
        return tuple(new if stone == old else stone for stone in stones)

    circles = swapped([state.megaliths[space] for space in CIRCLES])
    return make_state(
        shamans=state.shamans,
        megaliths=dict(zip(CIRCLES, circles, strict=True)),
        upcoming=swapped(state.upcoming),
        deck=state.deck,
        tiles=state.tiles,
        active=state.active,
    )


MAX_TURNS: Final = 300
"""Default maximum number of turns. A longer game counts as undecided; greedy players need about 40."""
_MAX_FAULTS: Final = 5


@final
@frozen
class StoneBalance:
    """Statistics of games with a stone, and of the same games with another one in its place."""

    stone: Megalith
    """The stone under test."""
    alone: Figures
    """Statistics of the games with it."""
    instead: Figures
    """Statistics of the same games with another stone in its place. Figures of a stone are those of the other one."""
    longer: Mean
    """Difference in turns between a game with it and the same game with the other stone."""
    faults: tuple[str, ...]
    """Distinct errors in broken games, each with the number of its first game; at most five."""

    @classmethod
    def of(cls, stone: Megalith, pairs: Iterable[tuple[Measured, Measured]]) -> StoneBalance:
        """Compute the statistics of pairs of games, each with the stone first."""
        both = list(pairs)
        whole = [pair for pair in both if pair[0].fault is None and pair[1].fault is None]
        faults = {game.fault: game.number for pair in reversed(both) for game in pair if game.fault is not None}
        return cls(
            stone,
            Figures.of(with_it for with_it, _ in both),
            Figures.of(without for _, without in both),
            Mean.of(with_it.turns - without.turns for with_it, without in whole),
            tuple(f"game {number}: {fault}" for fault, number in reversed(faults.items()))[:_MAX_FAULTS],
        )


@final
@frozen(repr=False)
class BalanceReport:
    """A balance report on some stones."""

    stones: tuple[StoneBalance, ...]
    """The results for each stone."""
    games: int
    """Number of pairs of games for each stone."""
    seed: int
    """Seed of the games."""
    player: str
    """Name of the player of both sides."""
    budget: Budget | None
    """The player's budget for each decision; None for its default."""
    max_turns: int
    """Maximum number of turns, after which a game was stopped."""

    def __repr__(self) -> str:
        tested = ", ".join(each.stone.id for each in self.stones)
        return f"<BalanceReport on {tested}: {self.games} pairs of games each, by {self.player}>"

    def _repr_html_(self) -> str:
        """Return the report as text, for a notebook."""
        # The module that writes reports imports this one, so that it can only be imported here.
        lines: Iterable[str] = import_module("cairn_rules.cairn.balance.text").plain(self)
        return f"<pre>{escape(chr(10).join(lines))}</pre>"


@checked
def balance(
    stones: Iterable[Megalith],
    *,
    games: int,
    seed: int,
    player: MakesPlayer = GreedyPlayer,
    budget: Budget | None = None,
    among: Iterable[Megalith] = BASE_SET,
    executor: Executor | None = None,
    max_turns: int = MAX_TURNS,
    batch: bool = False,
    progress: Callable[[str], None] = lambda _: None,
) -> BalanceReport:
    """Measure the effect of stones on the game: a player plays against itself, with and without each stone.

    Games come in pairs. Both games of a pair have the same deck, faces and first player. They differ in one of the four
    stones visible at the start, on a Stone Circle or on display: in one game it is the stone under test, in the other
    game another stone of `among`. Each stone is tested separately.

    A misbehaving stone aborts only its game, which counts as broken. An error of a player propagates. The report has
    the results in the order of `stones`.

    Args:
        stones: The stones to test.
        games: Number of pairs of games for each stone.
        seed: The same seed gives the same report on any executor, unless the budget limits time.
        player: The factory of the players. Other processes need a class or function at module level.
        budget: The budget for each decision; None for the player's default.
        among: The other stones in the games. One with the same id as the stone under test is excluded.
        executor: The executor that plays the games, as for `playouts`; None for this process.
        max_turns: Maximum number of turns, after which a game is stopped and counts as undecided.
        batch: True to play batches of games with compiled rules, 20 to 80 times as fast; it needs the extra `batch`,
            base megaliths only, and `GreedyPlayer`, `RandomPlayer` or `SagePlayer`. The games start from the same
            states, but the players draw other random numbers, so that the figures agree only within their intervals.
        progress: Called with a line of text after each pair of games.

    Raises:
        DefinitionError: if a number is out of range, there are no stones to test, or fewer than two others; or if a
            batch cannot play them, or not with this player.
        CairnRulesError: with `batch`, if the extra for it is missing.

    Example:
        >>> from cairn_rules.cairn import BASE_SET
        >>> from cairn_rules.cairn.balance import balance
        >>> (deer,) = balance([BASE_SET["deer"]], games=4, seed=7).stones
        >>> deer.alone.games, deer.instead.games
        (4, 4)
        >>> 10 < deer.alone.turns.value < 100
        True
    """
    steps = balance_in_steps(
        stones,
        games=games,
        seed=seed,
        player=player,
        budget=budget,
        among=among,
        executor=executor,
        max_turns=max_turns,
        batch=batch,
    )
    return finished(steps, progress)


@checked
def balance_in_steps(
    stones: Iterable[Megalith],
    *,
    games: int,
    seed: int,
    player: MakesPlayer = GreedyPlayer,
    budget: Budget | None = None,
    among: Iterable[Megalith] = BASE_SET,
    executor: Executor | None = None,
    max_turns: int = MAX_TURNS,
    batch: bool = False,
) -> Generator[str, None, BalanceReport]:
    """Return a generator that measures stones step by step, for programs that must do other things meanwhile.

    It takes the arguments of `balance`, yields a line about its progress after each pair of games, and returns the
    report.

    Raises:
        DefinitionError: as `balance`, at the first step.
        CairnRulesError: as `balance`, at the first step.

    Example:
        >>> from cairn_rules.cairn import BASE_SET
        >>> steps = balance_in_steps([BASE_SET["deer"]], games=4, seed=7)
        >>> next(steps)
        'Deer Rock: 1 of 4 pairs of games are played'
    """
    games, seed = check_least("games", games, 0), check_seed(seed)
    max_turns = check_least("max_turns", max_turns, 1)
    tried, known = tuple(stones), tuple(among)
    if not tried:
        raise DefinitionError("stones should contain at least one megalith to test, but is empty")
    if batch:
        check_batch((*tried, *known), player, budget)
    tasks = [Task(stone, _others(stone, known), seed, player, budget, max_turns, batch) for stone in tried]
    size = PAIRS_PER_BATCH if batch else 1 if executor is None else PAIRS_PER_TASK
    results: list[StoneBalance] = []
    for task in tasks:
        pairs: list[tuple[Measured, Measured]] = []
        for pair in in_tasks(partial(play_all, task), range(games), size, executor):
            pairs.append(pair)
            yield f"{task.stone}: {len(pairs)} of {games} pairs of games are played"
        results.append(StoneBalance.of(task.stone, pairs))
    return BalanceReport(tuple(results), games, seed, getattr(player, "__name__", repr(player)), budget, max_turns)


def _others(stone: Megalith, among: tuple[Megalith, ...]) -> tuple[Megalith, ...]:
    """Return the other stones of a stone's games."""
    others = tuple(each for each in among if each.id != stone.id)
    if len(others) < 2:
        raise DefinitionError(f"games with {stone.id!r} need at least two other stones, not {len(others)}")
    return others
