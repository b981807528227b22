"""Loops over many games, in the same subset of Python as the rules in `kernel`.

Each function works on the games from `start` to `stop - 1` of its arrays. `drive` offers them, compiled where
possible, and describes the arrays.
"""

from __future__ import annotations

from typing import Any

from cairn_rules.cairn.batch.geometry import MEGALITHS
from cairn_rules.cairn.batch.kernel import (
    SPACES,
    branched,
    drawn,
    first_key,
    lowest,
    next_key,
    play,
    set_up,
    settle,
    stones_of,
    tile_actions,
)
from cairn_rules.cairn.batch.row import NONE, OVER, Row, close, opened
from cairn_rules.cairn.learning.observation_tensor import (
    FIRST_DISPLAY,
    FIRST_ENEMY,
    FIRST_EXTRA,
    FIRST_FACE,
    FIRST_KIND,
    FIRST_KNOWN,
    FIRST_MEGALITH,
    FIRST_MOVED,
    FIRST_OPTION,
    FIRST_OWN,
    FIRST_PENDING,
    FIRST_SCORE,
    FIRST_UNKNOWN,
    OWN_DECISION,
    OWN_TURN,
    SEAT,
)


def first_keys(keys: Any, seed: int, start: int, stop: int) -> None:
    """Write the first key of each game, by a seed of 62 bits."""
    for game in range(start, stop):
        keys[game] = first_key(seed, game)


def legal(rows: Any, chains: Any, lists: Any, counts: Any, start: int, stop: int) -> None:
    """List the legal actions of rows that were made elsewhere."""
    for game in range(start, stop):
        row = opened(rows, game)
        count = settle(row, chains, lists, game)
        lists[game, count:] = NONE
        counts[game] = count


def find_illegal(lists: Any, counts: Any, actions: Any, start: int, stop: int) -> int:
    """Return the first game whose action is not legal, or -1. Games without legal actions are skipped."""
    for game in range(start, stop):
        action = int(actions[game])
        count = int(counts[game])
        found = count == 0
        for place in range(count):
            found |= int(lists[game, place]) == action
        if not found:
            return game
    return -1


def new_games(rows: Any, keys: Any, stones: int, variant: int, start: int, stop: int) -> None:
    """Start a new game in each row, with some megaliths (bits by number) and rule options (bits)."""
    for game in range(start, stop):
        row = opened(rows, game)
        row.variant = variant
        keys[game] = set_up(row, stones, int(keys[game]))
        close(rows, game, row)


def step(
    rows: Any,
    chains: Any,
    keys: Any,
    lists: Any,
    counts: Any,
    actions: Any,
    rewards: Any,
    terminated: Any,
    truncated: Any,
    max_turns: int,
    auto_reset: int,
    start: int,
    stop: int,
) -> None:
    """Apply a legal action in each game, and list the next ones.

    A game that is over is `terminated`; its rewards are 1 for the winner and -1 for the loser. A game that has
    completed `max_turns` turns (0: no limit) is `truncated`. With `auto_reset` (1), such a game restarts at once;
    without it (0), the game keeps its flag, and later actions in it are ignored.
    """
    for game in range(start, stop):
        row = opened(rows, game)
        ongoing = int(counts[game]) > 0
        count = 0
        rewards[game, 0] = 0
        rewards[game, 1] = 0
        if ongoing:
            count = play(row, chains, lists, game, int(actions[game]))
            if row.kind == OVER:
                rewards[game, row.winner] = 1
                rewards[game, 1 - row.winner] = -1
            elif max_turns and row.turn >= max_turns:
                count = 0
        ended = count == 0 and (ongoing or not auto_reset)
        terminated[game] = ended and row.kind == OVER
        truncated[game] = ended and row.kind != OVER
        if count == 0 and auto_reset:
            keys[game] = set_up(row, stones_of(row), int(keys[game]))
            count = tile_actions(row, lists, game)
        lists[game, count:] = NONE
        counts[game] = count
        close(rows, game, row)


def playouts(
    rows: Any,
    chains: Any,
    keys: Any,
    scratch: Any,
    scratch_chains: Any,
    scratch_lists: Any,
    line: int,
    games: int,
    max_turns: int,
    wins: Any,
    turns: Any,
    decisions: Any,
    start: int,
    stop: int,
) -> None:
    """Play random games from each row, which is unchanged, and add up their results.

    The random numbers of a playout depend on the key of its row and on its number, from 0. `scratch`, with its chains
    and lists, has room for the games in `line`. (A constant would be compiled for itself.) A game is stopped after
    `max_turns`, those before it included; 0: no limit. `wins` has the number of games won by row and tribe; `turns` and
    `decisions` have those that were played, by row.
    """
    for game in range(start, stop):
        for number in range(games):
            scratch[line] = rows[game]
            row = opened(scratch, line)
            for place in range(row.seen):
                scratch_chains[line, place] = chains[game, place]
            key = branched(int(keys[game]), number)
            before = row.turn
            chosen = 0
            count = settle(row, scratch_chains, scratch_lists, line)
            while count and not (max_turns and row.turn >= max_turns):
                key = next_key(key)
                action = 0 + int(scratch_lists[line, drawn(key, count)])  # of 64 bits, as in `step`
                count = play(row, scratch_chains, scratch_lists, line, action)
                chosen += 1
            if row.kind == OVER:
                wins[game, row.winner] += 1
            turns[game] += row.turn - before
            decisions[game] += chosen


def mask(lists: Any, counts: Any, flags: Any, start: int, stop: int) -> None:
    """Write 1 for each legal action of each game, and 0 for the other indices."""
    for game in range(start, stop):
        flags[game, :] = 0
        for place in range(int(counts[game])):
            flags[game, int(lists[game, place])] = 1


def packed_mask(lists: Any, counts: Any, bits: Any, start: int, stop: int) -> None:
    """Write the masks as bits, eight indices to a byte, the first of them in the highest bit."""
    for game in range(start, stop):
        bits[game, :] = 0
        for place in range(int(counts[game])):
            action = int(lists[game, place])
            bits[game, action >> 3] |= 128 >> (action & 7)


def observation(rows: Any, seen: Any, start: int, stop: int) -> None:
    """Write the observation of the tribe that decides in each game, as numbers from 0 to 255.

    The layout is that of `cairn_rules.cairn.learning.observation_tensor`. In a game that is over, it is the observation
    of Sea.
    """
    for game in range(start, stop):
        row = opened(rows, game)
        seat = max(row.who, 0)
        mine = row.own
        theirs = row.enemy
        if seat != row.active:
            mine = row.enemy
            theirs = row.own
        seen[game, :] = 0
        # 1. planes of spaces
        plane(mine, seen, game, FIRST_OWN)
        plane(theirs, seen, game, FIRST_ENEMY)
        plane(row.moved, seen, game, FIRST_MOVED)
        rest = row.stones
        while rest:
            space = lowest(rest)
            seen[game, FIRST_MEGALITH + SPACES * row.at[space] + space] = 1
            rest &= rest - 1
        if row.space >= 0:
            seen[game, FIRST_PENDING + row.space] = 1
        # 2. megaliths that are not on the board
        display_and_deck(row, seen, game)
        # 3. numbers
        for bit in range(4):
            seen[game, FIRST_FACE + bit] = row.faces >> bit & 1
        seen[game, FIRST_SCORE] = row.scores[seat]
        seen[game, FIRST_SCORE + 1] = row.scores[1 - seat]
        if row.kind != OVER:
            seen[game, FIRST_KIND + row.kind] = 1
        seen[game, FIRST_EXTRA] = row.extra == seat
        seen[game, FIRST_EXTRA + 1] = row.extra == 1 - seat
        for bit in range(5):
            seen[game, FIRST_OPTION + bit] = row.variant >> bit & 1
        seen[game, OWN_TURN] = row.active == seat
        seen[game, OWN_DECISION] = row.kind != OVER
        seen[game, SEAT] = seat


def display_and_deck(row: Row, out: Any, game: int) -> None:
    """Write the megaliths on display and in the deck."""
    for slot in range(row.display):
        out[game, FIRST_DISPLAY + MEGALITHS * slot + row.upcoming[slot]] = 1
    hidden = row.deck_size - row.tucked
    for place in range(hidden):
        out[game, FIRST_UNKNOWN + row.deck[place]] = 1
    for place in range(hidden, row.deck_size):
        out[game, FIRST_KNOWN + row.deck[place]] = place + 1


def plane(bits: int, out: Any, game: int, first: int) -> None:
    """Write 1 for each space of a bitboard, from an index of the observation."""
    while bits:
        out[game, first + lowest(bits)] = 1
        bits &= bits - 1
