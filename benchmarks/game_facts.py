"""Measure facts about Cairn: its length, the causes of points, the first player's share, the effect of each megalith.

    python benchmarks/game_facts.py [--games 20000] [--batch] [--jobs 2]
    python benchmarks/game_facts.py --batch --player sage --simulations 5000 --strong 5000 --results FOLDER

A greedy player plays both sides, and on request a stronger one as well. The seeds are fixed: the same release gives the
same tables. Strong games are written to a file of the folder as they are played, and the program resumes.
"""

from __future__ import annotations

import argparse
import json
import os
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor, as_completed
from functools import partial
from pathlib import Path
from random import Random
from typing import Final

import cattrs
from attrs import evolve
from timing import table

from cairn_rules import Budget, cairn, players_for
from cairn_rules.cairn.balance import Cause, Figures, Mean, Measured, measure, measure_batch, p_value, significant
from cairn_rules.cairn.state.board import CIRCLES
from cairn_rules.simulation import Share

SEED: Final = 2026
GAMES_PER_TASK: Final = 10
GAMES_PER_BATCH: Final = 250
MAX_TURNS: Final = 200
FULL: Final = "full set"
SETS: Final[Mapping[str, Callable[..., cairn.State]]] = {
    "light set": partial(cairn.new_game, megaliths=cairn.LIGHT_SET, circles=("chaos", "dawn")),
    FULL: cairn.new_game,
}


def start(name: str, number: int) -> tuple[cairn.State, Random]:
    """Return the start of a game, and the random numbers for its players, by its number."""
    rng = Random(f"{SEED} {number}")
    return SETS[name](seed=rng.getrandbits(53)), rng


def play(name: str, player: str, budget: Budget | None, numbers: Iterable[int]) -> list[Measured]:
    """Return some games of a player against itself."""
    games: list[Measured] = []
    for number in numbers:
        state, rng = start(name, number)
        players = [players_for(cairn)[player](cairn, seed=rng.getrandbits(53)) for _ in range(2)]
        games.append(measure(state, players, budget=budget, max_turns=MAX_TURNS, number=number))
    return games


def play_batch(name: str, player: str, budget: Budget | None, numbers: Sequence[int]) -> list[Measured]:
    """Return the same with compiled rules."""
    starts = [start(name, number) for number in numbers]
    seeds = [rng.getrandbits(53) for _, rng in starts]
    maker = players_for(cairn)[player]
    games = measure_batch([state for state, _ in starts], maker, seeds=seeds, budget=budget, max_turns=MAX_TURNS)
    return [evolve(game, number=number) for number, game in zip(numbers, games, strict=True)]


def all_games(
    name: str,
    number: int,
    pool: Executor,
    player: str = "greedy",
    budget: Budget | None = None,
    results: Path | None = None,
    *,
    batch: bool,
) -> list[Measured]:
    """Yield games of a player against itself: first those of a file, then new ones, which are added to it."""
    games = {game.number: game for game in read(results)} if results else {}
    missing = [each for each in range(number) if each not in games]
    work = partial(play_batch if batch else play, name, player, budget)
    size = GAMES_PER_BATCH if batch else GAMES_PER_TASK
    tasks = [pool.submit(work, missing[first : first + size]) for first in range(0, len(missing), size)]
    for task in as_completed(tasks):
        games.update((game.number, game) for game in task.result())
        if results:
            with results.open("a", encoding="utf-8") as file:
                file.writelines(f"{json.dumps(_converter.unstructure(game))}\n" for game in task.result())
    return [games[each] for each in range(number)]


def read(results: Path) -> Iterator[Measured]:
    """Return the games of a file; an incomplete last line is removed from it."""
    if results.exists():
        lines = results.read_bytes().splitlines(keepends=True)
        whole = [line for line in lines if line.endswith(b"\n")]
        if whole != lines:
            results.write_bytes(b"".join(whole))
        yield from (_converter.structure(json.loads(line), Measured) for line in whole)


_converter: Final = cattrs.Converter()
_converter.register_unstructure_hook_func(lambda kind: kind is cairn.Megalith, lambda megalith: megalith.id)
_converter.register_structure_hook_func(lambda kind: kind is cairn.Megalith, lambda text, _: cairn.BASE_SET[text])


def mean(value: Mean, digits: int = 2) -> str:
    """Return a mean with its interval."""
    low, high = value.interval
    return f"{value.value:.{digits}f} ({low:.{digits}f} to {high:.{digits}f})"


def share(value: Share) -> str:
    """Return a share with its interval."""
    low, high = value.interval
    return f"{value.value:.2%} ({low:.2%} to {high:.2%})"


def points_by(cause: Cause, games: Iterable[Measured]) -> str:
    """Return the mean share of a game's points that have a cause, over the games with points."""
    shares = [[point.cause for point in game.points].count(cause) / len(game.points) for game in games if game.points]
    value = Mean.of(shares)
    low, high = value.interval
    return f"{value.value:.2%} ({low:.2%} to {high:.2%})"


def facts(games: Sequence[Measured]) -> Mapping[str, str]:
    """Yield the cells of a column of the first table. All but the first two and the last two cover decided games."""
    every = Figures.of(games)
    ended = [game for game in games if game.winner is not None]
    figures = Figures.of(ended)
    led = [(game.points[0].tribe, game) for game in ended if game.points]
    lost = [sum(point.tribe != game.winner for point in game.points) for game in ended]
    return {
        "games": f"{every.games} ({every.broken} broken)",
        f"undecided after {MAX_TURNS} turns": f"{len(games) - len(ended)}: {share(every.endings['undecided'])}",
        "turns in a decided game": mean(figures.turns),
        "the shortest and the longest, in turns": f"{min(figures.lengths)} and {max(figures.lengths)}",
        "decisions in a game": mean(figures.decisions),
        "legal actions at the start of a turn": mean(figures.turn_options),
        "legal actions of a decision": mean(figures.options),
        "the first player wins": share(figures.first_wins),
        "the tribe with the first point wins": share(Share(sum(who == game.winner for who, game in led), len(led))),
        "points of the loser": mean(Mean.of(lost)),
        "points for an exit": points_by("exit", ended),
        "points for a transformation": points_by("transformation", ended),
        "the last point is for an exit": share(figures.endings["exit"]),
        "the last point is for a transformation": share(figures.endings["transformation"]),
        "a player is stuck without an action": share(figures.endings["stuck"]),
        "the loop guard cuts a chain": share(every.cut),
        "the most powers used in one turn": str(every.longest),
    }


def offers(game: Measured) -> Mapping[cairn.Megalith, bool]:
    """Return whether each megalith was built the first time that it was on display with another when a tribe built."""
    found: dict[cairn.Megalith, bool] = {}
    for point in game.points:
        for megalith in point.display if len(point.display) > 1 else ():
            found.setdefault(megalith, megalith == point.megalith)
    return found


def builds(games: Iterable[Measured]) -> Mapping[cairn.Megalith, list[float]]:
    """Return how much more often than expected the builder of each megalith won, build by build: from -1 to 1.

    Builds that end the game are left out. Expected is the share of wins of all builders at the same scores, so that it
    does not matter how late a megalith is built.
    """
    seen: list[tuple[cairn.Megalith, tuple[int, int], bool]] = []
    for game in games:
        scores = [0, 0]
        for point in game.points:
            before = (scores[point.tribe], scores[1 - point.tribe])
            scores[point.tribe] += 1
            if max(scores) < 3:
                seen.append((point.megalith, before, point.tribe == game.winner))
    by_score: defaultdict[tuple[int, int], list[bool]] = defaultdict(list)
    for _, before, won in seen:
        by_score[before].append(won)
    expected = {before: sum(won) / len(won) for before, won in by_score.items()}
    found: defaultdict[cairn.Megalith, list[float]] = defaultdict(list)
    for megalith, before, won in seen:
        found[megalith].append(won - expected[before])
    return found


def others(shares: Mapping[cairn.Megalith, Share], megalith: cairn.Megalith) -> Share:
    """Return the share of all megaliths but one."""
    rest = [value for each, value in shares.items() if each != megalith]
    return Share(sum(value.count for value in rest), sum(value.of for value in rest))


def influences(games: Iterable[Measured]) -> Iterator[tuple[str, ...]]:
    """Yield the rows of the table of megaliths in the full set; bold cells are significant after Holm's correction."""
    ended = [game for game in games if game.winner is not None]
    taken: defaultdict[cairn.Megalith, list[bool]] = defaultdict(list)
    lying: defaultdict[cairn.Megalith, list[bool]] = defaultdict(list)
    first_wins = [game.winner == game.first for game in ended]
    for game, won in zip(ended, first_wins, strict=True):
        for megalith, at_once in offers(game).items():
            taken[megalith].append(at_once)
        megaliths = start(FULL, game.number)[0].megaliths
        for space in CIRCLES:
            lying[megaliths[space]].append(won)
    built = builds(ended)
    takes = {each: Share(sum(taken[each]), len(taken[each])) for each in cairn.BASE_SET}
    everywhere = Share(sum(first_wins), len(first_wins))
    cells: list[tuple[str, float]] = []
    for each in cairn.BASE_SET:
        ahead = Mean.of(100 * by for by in built[each])
        lies = Share(sum(lying[each]), len(lying[each]))
        elsewhere = Share(everywhere.count - lies.count, everywhere.of - lies.of)
        cells.append((str(takes[each]), p_value(takes[each], others(takes, each))))
        cells.append((mean(ahead, 1), p_value(ahead, Mean(0.0, 0.0))))
        cells.append((str(lies), p_value(lies, elsewhere)))
    sure = significant([p for _, p in cells])
    bold = [f"**{text}**" if is_sure else text for (text, _), is_sure in zip(cells, sure, strict=True)]
    for place, each in enumerate(cairn.BASE_SET):
        yield each.name, *bold[3 * place : 3 * place + 3]
    everything = Share(sum(value.count for value in takes.values()), sum(value.of for value in takes.values()))
    yield "all", str(everything), "0", str(everywhere)


INFLUENCES: Final = (
    "",
    "built, when first offered",
    "its builder's wins above expectation, in percentage points",
    "the first player wins, if it starts in a circle",
)


def main() -> None:
    """Play, and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=20_000, help="Games between greedy players, for each set.")
    parser.add_argument("--batch", action="store_true", help="Play batches, 20 to 100 times as fast (extra `batch`).")
    parser.add_argument("--player", default="sage", help="The stronger player.")
    parser.add_argument("--simulations", type=int, help="Its budget for a decision (default: its own).")
    parser.add_argument("--strong", type=int, default=0, help="Games between stronger players, for each set.")
    parser.add_argument("--results", type=Path, help="Folder for these games, for one player and budget.")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    asked = parser.parse_args()
    columns: dict[str, Mapping[str, str]] = {}
    tables: dict[str, list[tuple[str, ...]]] = {}
    budget = Budget.of(asked.simulations, None)
    with ProcessPoolExecutor(asked.jobs) as pool:
        for name in SETS if asked.games else ():
            games = all_games(name, asked.games, pool, batch=asked.batch)
            columns[f"{name}, greedy"] = facts(games)
            if name == FULL:
                tables["greedy"] = list(influences(games))
        if asked.strong and asked.results:
            asked.results.mkdir(exist_ok=True)
        for name in SETS if asked.strong else ():
            results = asked.results and asked.results / f"{name.replace(' ', '-')}.jsonl"
            games = all_games(name, asked.strong, pool, asked.player, budget, results, batch=asked.batch)
            columns[f"{name}, {asked.player}"] = facts(games)
            if name == FULL:
                tables[asked.player] = list(influences(games))
    lines = [(row, *(column[row] for column in columns.values())) for row in next(iter(columns.values()))]
    print(table(["", *columns], lines))
    for player, rows in tables.items():
        print(f"\nThe megaliths of the full set, {player}:\n\n{table(INFLUENCES, rows)}")


if __name__ == "__main__":
    main()
