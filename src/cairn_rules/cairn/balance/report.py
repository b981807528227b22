"""Pairs of games: one with a stone, and the same one with another stone in its place."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Executor
from random import Random
from typing import Final, TypeVar, final

from attrs import frozen

import cairn_rules.cairn as rules
from cairn_rules.cairn.balance.figures import Figures, Mean
from cairn_rules.cairn.balance.measure import Measured, measure
from cairn_rules.cairn.board import CIRCLES
from cairn_rules.cairn.box_megaliths import BASE_SET
from cairn_rules.cairn.make_state import make_state
from cairn_rules.cairn.megalith_data import Megalith
from cairn_rules.cairn.setup import new_game
from cairn_rules.cairn.state import State
from cairn_rules.errors import DefinitionError
from cairn_rules.game import SEED_BITS
from cairn_rules.players.player import Budget, MakesPlayer
from cairn_rules.players.simple import GreedyPlayer
from cairn_rules.simulation.playouts import check_numbers, gathered

T = TypeVar("T")

PAIRS_PER_TASK: Final = 25
"""So many pairs are one task of an executor."""


@final
@frozen
class Task:
    """Everything that the pairs of games of a stone have in common."""

    stone: Megalith
    """The stone that is tried."""
    others: tuple[Megalith, ...]
    """The stones that it is played among."""
    seed: int
    """The same seed gives the same games."""
    player: MakesPlayer
    """What makes the players."""
    budget: Budget | None
    """What they may spend on a decision."""
    max_turns: int
    """A game is stopped when so many turns are complete."""

    def play(self, number: int) -> tuple[Measured, Measured]:
        """A pair of games: with the stone, and without it; they follow from the seed and the number."""
        rng = Random(f"{self.seed} {number}")
        without = new_game(seed=rng.getrandbits(SEED_BITS), megaliths=self.others)
        shown = (*without.megaliths.values(), *without.upcoming)
        replaced = shown[rng.randrange(len(shown))]
        seeds = [rng.getrandbits(SEED_BITS) for _ in range(2)]
        pair = ((exchanged(without, replaced, self.stone), self.stone), (without, replaced))
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


def play_all(task: Task, numbers: range) -> list[tuple[Measured, Measured]]:
    """Some pairs, in the process that was given them."""
    return [task.play(number) for number in numbers]


def exchanged(state: State, old: Megalith, new: Megalith) -> State:
    """A state at the start of a game with a stone in place of one that lies open.

    Example:
        >>> import cairn_rules as cairn
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
"""A game that has so many turns counts as undecided; between greedy players one has about forty."""
_FAULTS_TOLD: Final = 5


@final
@frozen
class StoneBalance:
    """How games go with a stone, and how with another one in its place."""

    stone: Megalith
    """The stone."""
    alone: Figures
    """The games with it."""
    instead: Figures
    """The same games with another stone in its place, which is then the one that is watched."""
    longer: Mean
    """By how many turns a game with it is longer than the same one without it."""
    faults: tuple[str, ...]
    """What went wrong in broken games, each thing once, with the number of a game; the first few of them."""

    @classmethod
    def of(cls, stone: Megalith, pairs: Iterable[tuple[Measured, Measured]]) -> StoneBalance:
        """What pairs of games tell: one with the stone, and one without it."""
        told = list(pairs)
        whole = [pair for pair in told if pair[0].fault is None and pair[1].fault is None]
        faults = {game.fault: game.number for pair in reversed(told) for game in pair if game.fault is not None}
        return cls(
            stone,
            Figures.of(with_it for with_it, _ in told),
            Figures.of(without for _, without in told),
            Mean.of(with_it.turns - without.turns for with_it, without in whole),
            tuple(f"game {number}: {fault}" for fault, number in reversed(faults.items()))[:_FAULTS_TOLD],
        )


@final
@frozen
class BalanceReport:
    """What games with and without some stones tell of each of them."""

    stones: tuple[StoneBalance, ...]
    """Each stone."""
    games: int
    """How many pairs of games were played for each."""
    seed: int
    """The seed that they came from."""
    player: str
    """What the player is called who played both sides."""
    budget: Budget | None
    """What it could spend on a decision; None for as much as suited it."""
    max_turns: int
    """After so many turns a game was stopped."""


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
    progress: Callable[[str], None] = lambda _: None,
) -> BalanceReport:
    """Find out what a stone does to the game: one player plays against itself, with it and without it.

    Games come in pairs. The two of a pair have the same deck, faces and first player, but one of the four
    stones that lie open at the start, on a Stone Circle or on display, is the stone to be tried in one game
    and another one of the set in the other. Each stone is tried by itself: the others are those of `among`.

    A misbehaving stone stops its game, which is counted as broken; the others go on. A player that does
    what it must not ends the whole, with its own error.

    Args:
        stones: The stones to try.
        games: How many pairs of games there are for each.
        seed: The same seed gives the same report, whoever plays, unless the budget is a time.
        player: What makes the players; to be sent to other processes, a class or function of a module.
        budget: What a player may spend on a decision; None for as much as suits it.
        among: The stones to play with; one with the id of the stone to be tried is left out.
        executor: Who plays, as for `playouts`; None for this process.
        max_turns: A game is stopped, and counts as undecided, when so many turns are complete.
        progress: Called with a line when the games of a stone are done.

    Raises:
        DefinitionError: when a number is none, there are no stones, or fewer than two others to play with.

    Example:
        >>> from cairn_rules import BASE_SET
        >>> from cairn_rules.balance import balance
        >>> (deer,) = balance([BASE_SET["deer"]], games=4, seed=7).stones
        >>> deer.alone.games, deer.instead.games
        (4, 4)
        >>> 10 < deer.alone.turns.value < 100
        True
    """
    check_numbers(games, seed, 0, max_turns)
    tried, known = tuple(stones), tuple(among)
    if not tried or not all(isinstance(each, Megalith) for each in (*tried, *known)):
        raise DefinitionError(f"stones and among should be megaliths, at least one of them to try, not {tried!r:.200}")
    tasks = [Task(stone, _others(stone, known), seed, player, budget, max_turns) for stone in tried]
    ranges = [range(start, min(start + PAIRS_PER_TASK, games)) for start in range(0, games, PAIRS_PER_TASK)]
    told: list[StoneBalance] = []
    for task in tasks:
        if executor is None:
            pairs = iter(play_all(task, range(games)))
        else:
            pairs = gathered(executor.submit(play_all, task, numbers) for numbers in ranges)
        told.append(StoneBalance.of(task.stone, pairs))
        progress(f"{task.stone}: games played: {games}, and as many without it")
    return BalanceReport(tuple(told), games, seed, getattr(player, "__name__", repr(player)), budget, max_turns)


def _others(stone: Megalith, among: tuple[Megalith, ...]) -> tuple[Megalith, ...]:
    """The stones that one is played among."""
    others = tuple(each for each in among if each.id != stone.id)
    if len(others) < 2:
        raise DefinitionError(f"{stone.id!r} should be played among at least two other stones, not {len(others)}")
    return others
