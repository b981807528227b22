"""Searches in the tree of decisions, in the same subset of Python as the rules in `kernel`.

A search keeps the states from its root down to the one that it looks at in the lines of arrays, one below the other:
`rows`, `chains` and `lists`, as `drive` describes them, and `counts`, the number of actions of each line.
"""

from __future__ import annotations

from typing import Any

from cairn_rules.cairn.batch.kernel import POINTS_TO_WIN, drawn, next_key, play
from cairn_rules.cairn.batch.row import OVER, Row, close, opened


def perft(
    rows: Any,
    chains: Any,
    lists: Any,
    counts: Any,
    places: Any,
    progress: Any,
    goal: int,
    by_turns: int,
    steps: int,
    stop: int,
) -> None:
    """Count the sequences of decisions from the state in line 0, a part at a time.

    It stops after a number of steps, or if there are not enough lines, and continues when it is called again.

    Args:
        rows: The states.
        chains: Their chains.
        lists: Their legal actions.
        counts: The number of legal actions of each line.
        places: The number of actions of each line that were tried.
        progress: The line that the search looks at, which is -1 at the end; and the number of sequences found.
        goal: The number of decisions, or the number of turns that are complete at the end of a sequence.
        by_turns: 1 to count complete turns, 0 to count decisions.
        steps: Maximum number of steps.
        stop: Number of lines.
    """
    level = int(progress[0])
    found = int(progress[1])
    for _ in range(steps):
        if level < 0 or level + 1 == stop:
            break
        if places[level] == counts[level]:
            level -= 1
        elif level + 1 == goal and not by_turns:
            found += int(counts[level])
            level -= 1
        else:
            action = 0 + int(lists[level, places[level]])
            places[level] += 1
            count = descend(rows, chains, lists, level, action)
            if by_turns and int(rows[level + 1]["turn"]) == goal:
                found += 1
            else:
                level += 1
                counts[level] = count
                places[level] = 0
    progress[0] = level
    progress[1] = found


def copy_down(rows: Any, chains: Any, level: int) -> Row:
    """Copy a state to the next line, and return its row."""
    below = level + 1
    rows[below] = rows[level]
    row = opened(rows, below)
    for place in range(row.seen):
        chains[below, place] = chains[level, place]
    return row


def descend(rows: Any, chains: Any, lists: Any, level: int, action: int) -> int:
    """Write the state after an action to the next line, and list its actions; return their number."""
    row = copy_down(rows, chains, level)
    count = play(row, chains, lists, level + 1, action)
    close(rows, level + 1, row)
    return count


def best_of_turn(
    rows: Any, chains: Any, lists: Any, counts: Any, line: int, count: int, key: int, simulations: int
) -> int:
    """Return the action of a `GreedyPlayer` in a state: the beginning of the best line of its own decisions.

    The state is in line `line`, with room for a turn below. `key` is that of the random numbers, which decide between
    equal lines; at most `simulations` states are looked at.
    """
    # 1. the first actions in random order
    first = line + 1
    row = copy_down(rows, chains, line)
    for place in range(count):
        lists[first, place] = lists[line, place]
    for left in range(count, 1, -1):
        key = next_key(key)
        place = drawn(key, left)
        kept = int(lists[first, place])
        lists[first, place] = lists[first, left - 1]
        lists[first, left - 1] = kept
    counts[first] = count
    # 2. every line to the end of the own decisions in this turn, from the last action to the first
    who = row.who
    turn = row.turn
    chosen = 0 + int(lists[first, 0])
    begun = chosen
    best = -POINTS_TO_WIN - 1
    level = first
    while simulations and level >= first:
        if not counts[level]:
            level -= 1
            continue
        counts[level] -= 1
        action = 0 + int(lists[level, counts[level]])
        if level == first:
            begun = action
        simulations -= 1
        listed = descend(rows, chains, lists, level, action)
        after = opened(rows, level + 1)
        if after.turn == turn and after.who == who:
            level += 1
            counts[level] = listed
            continue
        value = after.scores[who] - after.scores[1 - who]
        if after.kind == OVER:
            value = POINTS_TO_WIN if after.winner == who else -POINTS_TO_WIN
        if value > best:
            best = value
            chosen = begun
    return chosen
