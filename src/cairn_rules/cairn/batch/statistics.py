"""Measurements of whole games, in the same plain part of Python as the rules in `kernel`.

They are those of `cairn_rules.cairn.balance.measure`, which explains each of them.
"""

from __future__ import annotations

from typing import Any, Final

from cairn_rules.cairn.action_space import FIRST_BUILD, FIRST_EXIT, FIRST_SPACE
from cairn_rules.cairn.batch.geometry import CHAINING, ORIGIN
from cairn_rules.cairn.batch.kernel import (
    POINTS_TO_WIN,
    SPACES,
    branched,
    drawn,
    moving_options,
    next_key,
    play,
    power_options,
    settle,
    use,
)
from cairn_rules.cairn.batch.row import BUILD, CHOOSE, NONE, OVER, POWER, TRANSFORM, Row, close, opened
from cairn_rules.cairn.batch.search import best_of_turn

# Columns of the measurements of a game.

WINNER: Final = 0
ENDING: Final = 1
TURNS: Final = 2
DECISIONS: Final = 3
OPTIONS: Final = 4
TURN_OPTIONS: Final = 5
STARTED: Final = 6
BUILDER: Final = 7
BUILT_LAST: Final = 8
WALKED: Final = 9
"""The first of two columns, one for each tribe."""
PUSHED: Final = 11
"""The first of two columns, one for each tribe."""
ARRIVALS: Final = 13
IDLE: Final = 14
CUTS: Final = 15
LONGEST: Final = 16
COLUMNS: Final = 17

# Endings, by their places in `ENDINGS`.

BY_EXIT: Final = 0
BY_TRANSFORMATION: Final = 1
BY_POWER: Final = 2
STUCK: Final = 3
UNDECIDED: Final = 4

LINES: Final = 256
"""Number of lines to play and to search in: more than the decisions of any turn."""


def measure(
    rows: Any,
    chains: Any,
    keys: Any,
    watched: Any,
    scratch: Any,
    scratch_chains: Any,
    scratch_lists: Any,
    scratch_counts: Any,
    line: int,
    simulations: int,
    max_turns: int,
    out: Any,
    start: int,
    stop: int,
) -> None:
    """Play a game from each row, which stays as it is, and write its measurements.

    Args:
        rows: The rows to start from.
        chains: Their chains.
        keys: The keys of their random numbers.
        watched: The megalith to observe in each game, or `NONE`.
        scratch: Rows for the game and its searches.
        scratch_chains: Their chains.
        scratch_lists: Their lists.
        scratch_counts: The numbers of their actions.
        line: Number of the first of these lines to use. (A constant would be compiled for itself.)
        simulations: 0 for random players, else the number of states that a greedy one looks at for each decision.
        max_turns: Number of turns after which a game is stopped; 0: no limit.
        out: The measurements, a line of `COLUMNS` numbers for each game.
        start: The first game.
        stop: The game after the last one.
    """
    spare = line + 1
    for game in range(start, stop):
        scratch[line] = rows[game]
        row = opened(scratch, line)
        for place in range(row.seen):
            scratch_chains[line, place] = chains[game, place]
        key = int(keys[game])
        stone = int(watched[game])
        out[game, :] = 0
        out[game, BUILDER] = NONE
        begun = row.turn
        point = BY_POWER
        # within a turn: the space of a shaman that exited by a tile; the spaces that changed, and those of them that
        # a decision of Forest changed last; whether a shaman arrived on the megalith and did not wake it yet
        left = NONE
        touched = 0
        by_forest = 0
        unanswered = 0
        bit = bit_of(row, stone)
        count = settle(row, scratch_chains, scratch_lists, line)
        while count and not (max_turns and row.turn - begun >= max_turns):
            # 1. the choice
            key = next_key(key)
            action = 0 + int(scratch_lists[line, drawn(key, count)])
            if simulations:
                close(scratch, line, row)
                action = best_of_turn(
                    scratch, scratch_chains, scratch_lists, scratch_counts, line, count, branched(key, 0), simulations
                )
            # 2. the decision before it is made
            kind = row.kind
            who = row.who
            turn = row.turn
            sea = row.enemy if row.active else row.own
            forest = row.own if row.active else row.enemy
            out[game, DECISIONS] += 1
            out[game, OPTIONS] += count
            if kind == CHOOSE:
                out[game, TURN_OPTIONS] += count
                out[game, STARTED] += 1
                if FIRST_EXIT <= action < FIRST_SPACE:
                    left = ORIGIN[action]
            cut = kind == POWER and row.seen > 0 and unguarded(row, scratch_lists, spare) > count
            builds = kind == BUILD and out[game, BUILDER] == NONE and row.upcoming[action - FIRST_BUILD] == stone
            # 3. the decision
            if kind == POWER:
                use(row, scratch_chains, line, action)
                if row.kind == POWER and not power_options(row, scratch_chains, scratch_lists, line):
                    cut |= unguarded(row, scratch_lists, spare) > 0
                count = settle(row, scratch_chains, scratch_lists, line)
            else:
                count = play(row, scratch_chains, scratch_lists, line, action)
            out[game, CUTS] += cut
            # 4. builds
            if builds:
                out[game, BUILDER] = who
                out[game, BUILT_LAST] = row.kind == OVER
            if kind == BUILD or kind == POWER:
                bit = bit_of(row, stone)
            if row.kind == BUILD:
                point = BY_EXIT if row.space == left else BY_POWER
                if kind == TRANSFORM:
                    point = BY_TRANSFORMATION
            # 5. steps of shamans
            new_sea = row.enemy if row.active else row.own
            new_forest = row.own if row.active else row.enemy
            changed = sea ^ new_sea | forest ^ new_forest
            touched |= changed
            by_forest &= ~changed
            if who:
                by_forest |= changed
            arrived = (new_sea & ~sea & bit != 0) + (new_forest & ~forest & bit != 0)
            if arrived:
                out[game, ARRIVALS] += arrived
                out[game, IDLE] += arrived
                unanswered = 1
            # 6. uses of powers
            if row.kind == POWER:
                out[game, LONGEST] = max(int(out[game, LONGEST]), row.seen + 1)
                if row.at[row.space] == stone:
                    out[game, IDLE] -= unanswered
                    unanswered = 0
                    mover = by_forest >> row.space & 1 if touched >> row.space & 1 else who
                    out[game, (WALKED if mover == row.who else PUSHED) + row.who] += 1
            if row.turn != turn:
                touched = 0
                by_forest = 0
                left = NONE
                unanswered = 0
        out[game, WINNER] = row.winner
        out[game, TURNS] = row.turn - begun
        out[game, ENDING] = UNDECIDED
        if row.kind == OVER:
            out[game, ENDING] = point if row.scores[row.winner] == POINTS_TO_WIN else STUCK


def bit_of(row: Row, stone: int) -> int:
    """Return the space of a megalith as a bit; 0 if it is not on the board."""
    for space in range(SPACES):
        if row.at[space] == stone and stone != NONE:
            return 1 << space
    return 0


def unguarded(row: Row, lists: Any, line: int) -> int:
    """Return the number of options that the power of a decision would have without the loop guard (rule 6.7).

    It is 0 for a power that the guard never concerns.
    """
    own = row.own
    enemy = row.enemy
    if row.who != row.active:
        own = row.enemy
        enemy = row.own
    if CHAINING >> row.at[row.space] & 1:
        return moving_options(row, own, enemy, lists, line)
    return 0
