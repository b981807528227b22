"""Measurements of whole games, in the same subset of Python as the rules in `kernel`.

They are those of `cairn_rules.cairn.balance.measurement`, which explains each of them.
"""

from __future__ import annotations

from typing import Any, Final

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
from cairn_rules.cairn.batch.net_search_kernel import VISITS, Room, best_of_lookahead, visit
from cairn_rules.cairn.batch.row import BUILD, CHOOSE, NONE, OVER, POWER, TRANSFORM, Row, close, opened
from cairn_rules.cairn.batch.search_kernel import best_of_turn
from cairn_rules.cairn.learning.action_space import FIRST_BUILD, FIRST_EXIT, FIRST_SPACE

# Players.

RANDOM: Final = 0
"""Every legal action is equally likely."""
GREEDY: Final = 1
"""As `GreedyPlayer`."""
SAGE: Final = 2
"""As `SagePlayer` with a compiled search, which plans each decision anew."""

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
BUILDS: Final = 17
"""Number of builds."""
BUILD_AT: Final = 18
"""The first of `MOST_BUILDS` columns, each with the numbers of a build, packed by these shifts."""
MOST_BUILDS: Final = 5
"""Maximum number of builds: the loser of a game may have two points."""
CAUSE_SHIFT: Final = 1
"""The lowest bit is the tribe; the cause, from here on, is a number of an ending."""
PLACE_SHIFT: Final = 3
"""The place on display that the megalith was taken from."""
DISPLAY_SHIFT: Final = 4
"""The display before: two places, `DISPLAY_BITS` each, with 1 more than the number of the megalith."""
DISPLAY_BITS: Final = 4
TURN_SHIFT: Final = 12
"""The number of the turn, in the highest bits."""
MEASURED: Final = 23
"""Number of the columns above."""

# Columns with notes about the game so far, which the measurements need.

POINT: Final = 23
"""Ending of the game if the build that is pending, or was last, ends it."""
SPACE: Final = 24
"""Space of the observed megalith as a bit; 0 if it is not on the board."""
LEFT: Final = 25
"""Space from which a shaman exited by a tile in this turn, or `NONE`."""
BY_FOREST: Final = 26
"""Spaces that a decision of Forest changed last in this turn, as a bitboard."""
UNANSWERED: Final = 27
"""1 if a shaman arrived on the observed megalith in this turn, and it has not woken yet."""
COLUMNS: Final = 28

# Endings, by their places in `ENDINGS`.

BY_EXIT: Final = 0
BY_TRANSFORMATION: Final = 1
BY_POWER: Final = 2
STUCK: Final = 3
UNDECIDED: Final = 4

MOST_LINES: Final = 256
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
    frames: Any,
    memory: Any,
    tallies: Any,
    visited: Any,
    progress: Any,
    found: Any,
    inputs: Any,
    outputs: Any,
    sums: Any,
    line: int,
    player: int,
    simulations: int,
    max_turns: int,
    out: Any,
    start: int,
    stop: int,
) -> None:
    """Play a game from each row, which is unchanged, and write its measurements.

    The rows have `chains`, and `keys` of their random numbers. `watched` has the megalith to observe in each game, or
    `NONE`. `scratch`, with its chains, its lists and the numbers of their actions, has room for the game and its
    searches, from `line` on. (A constant would be compiled for itself.) `frames` and the next eight are room for the
    search of `SAGE`; see `net_search_kernel.Room`. For each decision, `GREEDY` looks at `simulations` states, or `SAGE`
    judges as many positions. A game is stopped after `max_turns`; 0: no limit. `out` has the measurements, and room for
    notes: a line of `COLUMNS` numbers for each game.
    """
    room = Room(
        scratch, scratch_chains, scratch_lists, frames, memory, tallies, visited, progress, found, inputs, outputs, sums
    )
    for game in range(start, stop):
        scratch[line] = rows[game]
        row = opened(scratch, line)
        for place in range(row.seen):
            scratch_chains[line, place] = chains[game, place]
        key = int(keys[game])
        stone = int(watched[game])
        begun = row.turn
        progress[VISITS] = 0
        out[game, :] = 0
        out[game, BUILDER] = NONE
        out[game, POINT] = BY_POWER
        out[game, SPACE] = bit_of(row, stone)
        out[game, LEFT] = NONE
        count = settle(row, scratch_chains, scratch_lists, line)
        while count and not (max_turns and row.turn - begun >= max_turns):
            key = next_key(key)
            action = 0 + int(scratch_lists[line, drawn(key, count)])
            if player == GREEDY:
                close(scratch, line, row)
                action = best_of_turn(
                    scratch, scratch_chains, scratch_lists, scratch_counts, line, count, branched(key, 0), simulations
                )
            elif player == SAGE:
                close(scratch, line, row)
                action = best_of_lookahead(room, line, count, branched(key, 0), simulations)
            turn = row.turn
            count = decide(row, scratch_chains, scratch_lists, line, count, action, stone, out, game)
            if player == SAGE and row.turn != turn:
                visit(row, visited, progress)
        out[game, WINNER] = row.winner
        out[game, TURNS] = row.turn - begun
        out[game, ENDING] = UNDECIDED
        if row.kind == OVER:
            out[game, ENDING] = out[game, POINT] if row.scores[row.winner] == POINTS_TO_WIN else STUCK


def decide(
    row: Row, chains: Any, lists: Any, line: int, count: int, action: int, stone: int, out: Any, game: int
) -> int:
    """Apply a legal action and measure it; list the next actions."""
    kind = row.kind
    who = row.who
    turn = row.turn
    sea = of_sea(row)
    forest = of_forest(row)
    out[game, DECISIONS] += 1
    out[game, OPTIONS] += count
    if kind == CHOOSE:
        out[game, TURN_OPTIONS] += count
        out[game, STARTED] += 1
        if FIRST_EXIT <= action < FIRST_SPACE:
            out[game, LEFT] = ORIGIN[action]
    builds = kind == BUILD and note_build(row, action - FIRST_BUILD, stone, out, game)
    if kind == POWER:
        out[game, CUTS] += use_guarded(row, chains, lists, line, count, action)
        count = settle(row, chains, lists, line)
    else:
        count = play(row, chains, lists, line, action)
    if builds:
        out[game, BUILDER] = who
        out[game, BUILT_LAST] = row.kind == OVER
    if kind == BUILD or kind == POWER:  # noqa: PLR1714, SIM109 - compiled, this is the faster way
        out[game, SPACE] = bit_of(row, stone)
    if row.kind == BUILD:
        out[game, POINT] = BY_EXIT if row.space == out[game, LEFT] else BY_POWER
        if kind == TRANSFORM:
            out[game, POINT] = BY_TRANSFORMATION
    note_steps(of_sea(row), of_forest(row), sea, forest, who, out, game)
    if row.kind == POWER:
        note_use(row, stone, out, game)
    if row.turn != turn:
        out[game, LEFT] = NONE
        out[game, BY_FOREST] = 0
        out[game, UNANSWERED] = 0
    return count


def note_build(row: Row, place: int, stone: int, out: Any, game: int) -> bool:
    """Note a build from a place on display, before it; return whether it is the first of the observed megalith."""
    shown = 0
    for other in range(row.display):
        shown |= row.upcoming[other] + 1 << DISPLAY_BITS * other
    cause = int(out[game, POINT])
    packed = row.who | cause << CAUSE_SHIFT | place << PLACE_SHIFT | shown << DISPLAY_SHIFT | row.turn << TURN_SHIFT
    out[game, BUILD_AT + int(out[game, BUILDS])] = packed
    out[game, BUILDS] += 1
    return bool(row.upcoming[place] == stone and out[game, BUILDER] == NONE)


def use_guarded(row: Row, chains: Any, lists: Any, line: int, count: int, action: int) -> int:
    """Apply an option of a power; return 1 if the loop guard removed another, or all of the power that woke."""
    cut = row.seen > 0 and unguarded(row, lists, line + 1) > count
    use(row, chains, line, action)
    if row.kind == POWER and not power_options(row, chains, lists, line):
        cut |= unguarded(row, lists, line + 1) > 0
    return 1 if cut else 0


def note_steps(new_sea: int, new_forest: int, sea: int, forest: int, who: int, out: Any, game: int) -> None:
    """Note who changed which spaces, and count the arrivals on the observed megalith."""
    changed = sea ^ new_sea | forest ^ new_forest
    out[game, BY_FOREST] &= ~changed
    if who:
        out[game, BY_FOREST] |= changed
    bit = int(out[game, SPACE])
    arrived = (1 if new_sea & ~sea & bit else 0) + (1 if new_forest & ~forest & bit else 0)
    if arrived:
        out[game, ARRIVALS] += arrived
        out[game, IDLE] += arrived
        out[game, UNANSWERED] = 1


def note_use(row: Row, stone: int, out: Any, game: int) -> None:
    """Count the power that is now pending, by the tribe whose decision brought the shaman there."""
    out[game, LONGEST] = max(int(out[game, LONGEST]), row.seen + 1)
    if row.at[row.space] == stone:
        out[game, IDLE] -= out[game, UNANSWERED]
        out[game, UNANSWERED] = 0
        mover = int(out[game, BY_FOREST]) >> row.space & 1
        out[game, (WALKED if mover == row.who else PUSHED) + row.who] += 1


def of_sea(row: Row) -> int:
    """Return the shamans of Sea."""
    return row.enemy if row.active else row.own


def of_forest(row: Row) -> int:
    """Return the shamans of Forest."""
    return row.own if row.active else row.enemy


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
