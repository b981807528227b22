"""Measure facts about Korrigans: gold, seats, the Cauldron, and how often rare rules apply.

    python benchmarks/korrigans_facts.py [--games 4000] [--jobs 2] [--variant final_meetings=true]

All players use the same strategy. They collect a few different companions, after that gold; they move where most
tokens lie, and in the final turn find the way that brings most Korrigans to the Cauldron. They use only
what their seat knows. The seeds are fixed: the same release gives the same tables.
"""

from __future__ import annotations

import argparse
import os
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import product
from random import Random
from statistics import fmean
from typing import Final

from attrs import frozen

from cairn_rules import korrigans
from cairn_rules.codec.variant_text import read_variant
from cairn_rules.korrigans import Action, Carried, Clover, Companion, State, Variant
from cairn_rules.korrigans.rules.movement import goals
from cairn_rules.simulation import Share

SEED: Final = 2026
GAMES_PER_TASK: Final = 100
PLAYERS: Final = (2, 3, 4, 5)
KINDS: Final = (3, 2)
"""Numbers of different companions that the players collect, with a table for each."""
Tokens = tuple[int, ...]
"""Number of companions of each kind."""


@frozen
class Told:
    """The figures of one game."""

    winner: int
    rounds: int
    before: tuple[int, ...]
    """The gold of each seat without the Cauldron."""
    totals: tuple[int, ...]
    carried: tuple[int, ...]
    """The gold of each seat for Elves and Goblins."""
    menhirs: int
    """Number of Menhirs that were taken."""
    reason: str
    """The reason of the outcome."""
    arrived: tuple[int, ...]
    """Number of Korrigans of each seat that reached the Cauldron."""
    moved: Counter[Companion]
    """The companions of normal movements."""
    decisions: int
    sacrifices: int
    passes: int
    empty: int
    """Number of arrivals in a field without tokens before the final turn."""


def wish(state: State, seat: int, kinds: int, clover: Clover) -> tuple[int, int]:
    """Return the value of a token for a seat: a new companion first, then gold."""
    own = state.seats[seat]
    have = {each.companion for each in own.hidden} | {*own.revealed, *own.backups}
    is_new = clover.companion is not None and clover.companion not in have
    return (int(is_new and len(have - {None}) < kinds), clover.gold)


def charm(state: State, seat: int, korrigan: int, field: str) -> int:
    """Return the value of a field for a Korrigan: its tokens, an Elf to meet, an opponent to give a Goblin to."""
    carries = state.seats[seat].korrigans[korrigan].carries
    met = [
        state.seats[number].korrigans[which].carries
        for number, which in state.standing.get(field, ())
        if number != seat
    ]
    return (
        len(state.clovers_in(field))
        + 2 * (Carried.ELF in met and carries is not Carried.ELF)
        + 2 * (carries is Carried.GOBLIN and bool(met))
    )


def companions(state: State, seat: int) -> Counter[Companion]:
    """Return the number of companions of each kind that a seat has."""
    own = state.seats[seat]
    hidden = [each.companion for each in own.hidden if each.companion is not None]
    return Counter((*own.revealed, *own.backups, *hidden))


def ways(state: State, seat: int, korrigan: int, goal: str) -> dict[Tokens, tuple[tuple[Companion, str], ...]]:
    """Return the smallest sets of companions that bring a Korrigan to a field, each with its movements."""
    pool = companions(state, seat)
    origin = state.seats[seat].korrigans[korrigan].field
    assert origin is not None
    found: dict[Tokens, tuple[tuple[Companion, str], ...]] = {}
    level = {((0,) * len(Companion), origin): tuple[tuple[Companion, str], ...]()}
    while level:
        further: dict[tuple[Tokens, str], tuple[tuple[Companion, str], ...]] = {}
        for (used, at), way in level.items():
            if at == goal:
                found.setdefault(used, way)
                continue
            for companion in pool:
                if used[companion] < pool[companion]:
                    more = (*used[:companion], used[companion] + 1, *used[companion + 1 :])
                    for to in goals(state, at, companion):
                        further.setdefault((more, to), (*way, (companion, to)))
        level = further
    return found


def best_way(state: State, seat: int, goal: str) -> tuple[int, tuple[tuple[int, Companion, str], ...]]:
    """Return the number of a seat's Korrigans that can reach a field, and the movements that bring them there."""
    pool = companions(state, seat)
    first, second = (ways(state, seat, korrigan, goal) for korrigan in (0, 1))
    for (one, way), (other, further) in product(first.items(), second.items()):
        if all(one[each] + other[each] <= pool[each] for each in Companion):
            return 2, (*[(0, *step) for step in way], *[(1, *step) for step in further])
    for korrigan, found in enumerate((first, second)):
        for way in found.values():
            return 1, tuple((korrigan, *step) for step in way)
    return 0, ()


def choose(state: State, kinds: int, rng: Random) -> Action:
    """Return the action of the seat that decides."""
    actions = list(korrigans.legal_actions(state))
    seat = korrigans.current_player(state)
    assert seat is not None
    rng.shuffle(actions)
    if isinstance(state.pending, korrigans.ChooseFinalMove):
        assert state.cauldron is not None
        movements = best_way(state, seat, state.cauldron)[1]
        listed = [korrigans.FinalMove(*each) for each in movements]
        return next((each for each in (*listed, *_other_korrigan(listed)) if each in actions), korrigans.EndFinalTurn())
    return max(actions, key=lambda action: _value(state, seat, kinds, action))


def _other_korrigan(listed: Iterable[korrigans.FinalMove]) -> Iterator[korrigans.FinalMove]:
    """Yield the same movements with Korrigan 0, for Korrigans in the same field."""
    return (korrigans.FinalMove(0, each.companion, each.to) for each in listed)


def _value(state: State, seat: int, kinds: int, action: Action) -> tuple[float, ...]:
    match action:
        case korrigans.Place(field):
            return (len(state.clovers_in(field)),)
        case korrigans.Take(clover):
            return wish(state, seat, kinds, clover)
        case korrigans.Move(korrigan, _, to):
            return (2, charm(state, seat, korrigan, to))
        case korrigans.Decline():
            return (2, 0.5)
        case korrigans.Sacrifice(clover):
            return (1, -clover.gold)
        case korrigans.PlaceCauldron(field):
            return (best_way(state, seat, field)[0],)
        case _:
            return (0,)


def play(players: int, kinds: int, variant: Variant, numbers: Sequence[int]) -> list[Told]:
    """Return some games; each depends only on the seed and its number."""
    return [one_game(players, kinds, variant, Random(f"{SEED} {players} {kinds} {number}")) for number in numbers]


def one_game(players: int, kinds: int, variant: Variant, rng: Random) -> Told:
    """Play a game to its end."""
    state = korrigans.new_game(seed=rng.getrandbits(53), players=players, variant=variant)
    done: Counter[type] = Counter()
    moved: Counter[Companion] = Counter()
    empty = 0
    while korrigans.outcome(state) is None:
        action = choose(state, kinds, rng)
        done[type(action)] += 1
        if isinstance(action, korrigans.Move):
            moved[action.companion] += 1
            empty += not state.clovers_in(action.to)
        state = korrigans.apply(state, action)
    told, outcome = korrigans.scores(state), korrigans.outcome(state)
    assert outcome is not None
    return Told(
        winner=outcome.winners[0],
        rounds=state.round,
        before=tuple(score.total - score.cauldron for score in told),
        totals=tuple(score.total for score in told),
        carried=tuple(score.elves + score.goblins for score in told),
        menhirs=len(state.board.menhirs) - sum(menhir is not None for menhir in state.menhirs),
        reason=outcome.reason,
        arrived=tuple((0, 10, 15).index(score.cauldron) for score in told),
        moved=moved,
        decisions=done.total(),
        sacrifices=done[korrigans.Sacrifice],
        passes=done[korrigans.Pass],
        empty=empty,
    )


def rows(games: Sequence[Told], players: int) -> dict[str, str]:
    """Yield the rows of the table for one number of players."""
    arrived = [each for game in games for each in game.arrived]
    moved = sum((game.moved for game in games), Counter[Companion]())
    won = [Share(sum(game.winner == seat for game in games), len(games)) for seat in range(players)]
    return {
        "games": str(len(games)),
        "decisions in a game": f"{fmean(game.decisions for game in games):.1f}",
        "the final round": f"{fmean(game.rounds for game in games):.2f}",
        "gold of a player before the Cauldron": f"{fmean(gold for game in games for gold in game.before):.2f}",
        "gold of a player in the end": f"{fmean(gold for game in games for gold in game.totals):.2f}",
        "both Korrigans reach the Cauldron": f"{Share(arrived.count(2), len(arrived)).value:.1%}",
        "one does": f"{Share(arrived.count(1), len(arrived)).value:.1%}",
        **{
            f"{name} wins": str(won[seat]) if seat < players else "-"
            for seat, name in enumerate(("the First Player", "the second", "the third", "the fourth", "the fifth"))
        },
        "the First Player's gold for Elves and Goblins": f"{fmean(game.carried[0] for game in games):+.2f}",
        "the last player's": f"{fmean(game.carried[-1] for game in games):+.2f}",
        "Menhirs taken in a game": f"{fmean(game.menhirs for game in games):.2f}",
        "several have most gold": f"{fmean(game.reason != 'most-gold' for game in games):.1%}",
        "movements by companion, the rarest and the commonest": (
            f"{min(moved.values()) / moved.total():.0%} ({min(moved, key=moved.__getitem__)}) and "
            f"{max(moved.values()) / moved.total():.0%} ({max(moved, key=moved.__getitem__)})"
        ),
        "sacrifices in a game": f"{fmean(game.sacrifices for game in games):.3f}",
        "turns passed, in all games": str(sum(game.passes for game in games)),
        "arrivals in an empty field in a game": f"{fmean(game.empty for game in games):.2f}",
    }


def main() -> None:
    """Play, and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=4_000, help="Games for each number of players.")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--variant", default="", help="Rule options (default: those of the rules page).")
    options = parser.parse_args()
    variant = read_variant(options.variant, Variant)
    numbers = range(options.games)
    tasks = [numbers[first : first + GAMES_PER_TASK] for first in range(0, options.games, GAMES_PER_TASK)]
    with ProcessPoolExecutor(options.jobs) as pool:
        for kinds in KINDS:
            table = [
                rows(
                    [game for played in pool.map(partial(play, players, kinds, variant), tasks) for game in played],
                    players,
                )
                for players in PLAYERS
            ]
            print(f"\nPlayers who want {kinds} different companions:\n")
            print(f"|  | {' | '.join(f'{players} players' for players in PLAYERS)} |")
            print("| --- | --- | --- | --- | --- |")
            for name in table[0]:
                print(f"| {name} | {' | '.join(column[name] for column in table)} |", flush=True)


if __name__ == "__main__":
    main()
