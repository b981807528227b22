"""Facts about the game, measured: how long it is, how much there is to choose, how it ends, whether beginning helps.

    python benchmarks/game_facts.py [--games 20000] [--jobs 2] [--batch]

A greedy player plays both sides. The seeds are fixed: the same release gives the same table. With `--batch` the same
set-ups are played by compiled rules, far faster; the players draw other random numbers.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Mapping
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from random import Random
from time import perf_counter
from typing import Final

import cairn_rules as cairn
from cairn_rules.arena import Share, arena
from cairn_rules.balance import Figures, Mean, Measured, measure, measure_batch
from cairn_rules.players import GreedyPlayer, RandomPlayer

SEED: Final = 2026
GAMES_PER_TASK: Final = 100
MAX_TURNS: Final = 300
SETS: Final[Mapping[str, Callable[..., cairn.State]]] = {
    "light set": partial(cairn.new_game, megaliths=cairn.LIGHT_SET, circles=("chaos", "dawn")),
    "full set": cairn.new_game,
}


def play(name: str, numbers: range) -> list[Measured]:
    """Some games; each follows from the seed and its number."""
    told: list[Measured] = []
    for number in numbers:
        rng = Random(f"{SEED} {number}")
        state = SETS[name](seed=rng.getrandbits(53))
        players = [GreedyPlayer(cairn, seed=rng.getrandbits(53)) for _ in range(2)]
        told.append(measure(state, players, max_turns=MAX_TURNS, number=number))
    return told


def play_batch(name: str, numbers: range) -> list[Measured]:
    """The same set-ups, played side by side."""
    rngs = [Random(f"{SEED} {number}") for number in numbers]
    states = [SETS[name](seed=rng.getrandbits(53)) for rng in rngs]
    return measure_batch(states, GreedyPlayer, seeds=[rng.getrandbits(53) for rng in rngs], max_turns=MAX_TURNS)


def mean(value: Mean) -> str:
    """A mean, with its interval."""
    low, high = value.interval
    return f"{value.value:.2f} ({low:.2f} to {high:.2f})"


def share(value: Share) -> str:
    """A share, with its interval."""
    low, high = value.interval
    return f"{value.value:.2%} ({low:.2%} to {high:.2%})"


def rows(figures: Mapping[str, Figures]) -> Mapping[str, tuple[str, ...]]:
    """The lines of the table."""
    told = tuple(figures.values())
    ends = [dict(each.endings) for each in told]
    return {
        "games": tuple(f"{each.games} ({each.broken} broken)" for each in told),
        "turns in a game": tuple(mean(each.turns) for each in told),
        "the shortest and the longest game, in turns": tuple(
            f"{min(each.lengths)} and {max(each.lengths)}" for each in told
        ),
        "decisions in a game": tuple(mean(each.decisions) for each in told),
        "legal actions at the start of a turn": tuple(mean(each.turn_options) for each in told),
        "legal actions of a decision": tuple(mean(each.options) for each in told),
        "the first player wins": tuple(share(each.first_wins) for each in told),
        "the last point is for an exit": tuple(share(each["exit"]) for each in ends),
        "… for a transformation": tuple(share(each["transformation"]) for each in ends),
        "a player is stuck without an action": tuple(share(each["stuck"]) for each in ends),
        f"undecided after {MAX_TURNS} turns": tuple(share(each["undecided"]) for each in ends),
        "the loop guard cuts a chain": tuple(share(each.cut) for each in told),
        "the most powers used in one turn": tuple(str(each.longest) for each in told),
    }


def main() -> None:
    """Play, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=20_000, help="for each set")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--batch", action="store_true", help="play batches of games with compiled rules")
    options = parser.parse_args()
    facts = play_batch if options.batch else play
    figures: dict[str, Figures] = {}
    with ProcessPoolExecutor(options.jobs) as pool:
        both = {"greedy": GreedyPlayer, "random": RandomPlayer}
        (pairing,) = arena(cairn, both, min(2_000, options.games), seed=SEED, executor=pool, max_turns=MAX_TURNS)
        for name in SETS:
            start = perf_counter()
            numbers = range(0, options.games, GAMES_PER_TASK)
            tasks = [range(first, min(first + GAMES_PER_TASK, options.games)) for first in numbers]
            games = [game for played in pool.map(facts, [name] * len(tasks), tasks) for game in played]
            figures[name] = Figures.of(games)
            print(f"{name}: {options.games / (perf_counter() - start):.0f} games a second", flush=True)
    print(f"\nThe player: {pairing}\n")
    print(f"|  | {' | '.join(figures)} |\n| --- | --- | --- |")
    for name, cells in rows(figures).items():
        print(f"| {name} | {' | '.join(cells)} |")


if __name__ == "__main__":
    main()
