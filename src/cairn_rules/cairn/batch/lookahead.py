"""A net's evaluation of rows, and the search that uses it, in the same subset of Python as `kernel`.

Arrays of a net are `inputs`, the weights (`INPUTS`, `HIDDEN`) from inputs to hidden units, and `outputs`, those of the
hidden units and a constant (`HIDDEN` + 1); a hidden unit that is below zero counts as zero.
"""

from __future__ import annotations

from typing import Any, Final

from cairn_rules.cairn.batch.kernel import SHAMANS, SPACES, count_of, drawn, lowest, next_key
from cairn_rules.cairn.batch.row import CHOOSE, OVER, Row, close, opened
from cairn_rules.cairn.batch.search import copy_down, descend
from cairn_rules.cairn.players.net_inputs import (
    ALWAYS,
    FACES,
    FIRST_AWAKE,
    FIRST_COUNT,
    FIRST_SCORES,
    FIRST_SHAMAN,
    FIRST_STONE,
    FIRST_UPCOMING,
    HIDDEN,
    SEEN_AT,
)
from cairn_rules.cairn.tiles import ADD_BIT

LINES: Final = 32
"""Number of rows that a search may use, one for each decision ahead."""
MOST_POWERS: Final = 8
"""Maximum number of powers in a turn that are searched. A longer chain is judged as it is."""
VICTORY: Final = 1000.0
"""Value of a victory, before one is subtracted for each turn until then."""
FORCED: Final = 500.0
"""A greater value is a victory that the opponent cannot prevent."""
MOST_TURNS: Final = 12
"""Maximum number of turns that a search with a budget looks ahead."""
AT_LEAST: Final = 1_000
"""Number of positions that a search of one turn may judge, even beyond the budget."""
EVERYTHING: Final = 1 << 62
"""A number of positions that no search judges."""
NEXT: Final = 0
"""Column of `frames`: the next action to try, by its place."""
COUNT: Final = 1
"""Column of `frames`: the number of actions."""
MINE: Final = 2
"""Column of `frames`: 1 if the tribe that searches decides."""
BEST: Final = 3
"""Column of `frames`: the best action so far, by its place."""
VALUE: Final = 0
"""Column of `bounds`: the value of the best action so far."""
LOW: Final = 1
"""Column of `bounds`: smaller values need not be exact."""
HIGH: Final = 2
"""Column of `bounds`: greater values need not be exact."""

# The net.


def list_inputs(row: Row, found: Any, line: int) -> int:
    """List the inputs that are on in a line of an array, and return their number. A turn under way counts as ended."""
    own = row.own
    enemy = row.enemy
    mover = row.active
    if row.kind != CHOOSE:
        own = row.enemy
        enemy = row.own
        mover = 1 - mover
    view = SPACES * (2 * (row.faces & ADD_BIT) + mover)
    found[line, 0] = ALWAYS
    found[line, 1] = FIRST_SCORES + 3 * row.scores[mover] + row.scores[1 - mover]
    count = 2
    for side in range(2):
        rest = own if side == 0 else enemy
        found[line, count] = FIRST_COUNT + (SHAMANS + 1) * side + count_of(rest)
        count += 1
        first = FIRST_SHAMAN + SPACES * (FACES * side + (row.faces >> 1))
        while rest:
            space = lowest(rest)
            rest &= rest - 1
            found[line, count] = first + SEEN_AT[view + space]
            count += 1
            if row.stones >> space & 1:
                found[line, count] = FIRST_AWAKE + SPACES * side + SEEN_AT[view + space]
                count += 1
    rest = row.stones
    while rest:
        space = lowest(rest)
        rest &= rest - 1
        found[line, count] = FIRST_STONE + SPACES * row.at[space] + SEEN_AT[view + space]
        count += 1
    for slot in range(row.display):
        found[line, count] = FIRST_UPCOMING + row.upcoming[slot]
        count += 1
    return count


def output(found: Any, line: int, count: int, inputs: Any, outputs: Any, sums: Any) -> float:
    """Return the log-odds for some inputs that are on, leaving the hidden units in `sums`."""
    for unit in range(HIDDEN):
        sums[unit] = inputs[ALWAYS, unit]
    place = 1
    while place + 3 < count:  # four at once, which is four times as fast
        one = 0 + int(found[line, place])
        two = 0 + int(found[line, place + 1])
        three = 0 + int(found[line, place + 2])
        four = 0 + int(found[line, place + 3])
        for unit in range(HIDDEN):
            sums[unit] += inputs[one, unit] + inputs[two, unit] + inputs[three, unit] + inputs[four, unit]
        place += 4
    while place < count:
        one = 0 + int(found[line, place])
        for unit in range(HIDDEN):
            sums[unit] += inputs[one, unit]
        place += 1
    total: float = 0.0 + outputs[HIDDEN]
    for unit in range(HIDDEN):
        total += max(sums[unit], 0) * outputs[unit]
    return total


def judged(row: Row, found: Any, inputs: Any, outputs: Any, sums: Any, viewer: int) -> float:
    """Return the log-odds that a tribe wins from a row."""
    odds = output(found, 0, list_inputs(row, found, 0), inputs, outputs, sums)
    return odds if (row.active == viewer) == (row.kind == CHOOSE) else -odds


# The search.


def best_of_lookahead(
    rows: Any,
    chains: Any,
    lists: Any,
    frames: Any,
    bounds: Any,
    found: Any,
    inputs: Any,
    outputs: Any,
    sums: Any,
    line: int,
    count: int,
    key: int,
    simulations: int,
) -> int:
    """Return the action that a search prefers: of one turn, then of two, and so on, until its budget is spent.

    Args:
        rows: The state in line `line`, and room for a search below.
        chains: Their chains.
        lists: Their legal actions.
        frames: As in `searched`.
        bounds: As in `searched`.
        found: As in `searched`.
        inputs: Weights of the net.
        outputs: Weights of the net.
        sums: Room for the hidden units.
        line: The line of the state.
        count: Number of its legal actions.
        key: The key of the guess at the hidden order of the deck.
        simulations: Maximum number of positions to judge. A search of one turn may judge `AT_LEAST`.
    """
    # 1. a state that agrees with what the tribe knows
    root = line + 1
    row = copy_down(rows, chains, line)
    shuffle_deck(row, key)
    close(rows, root, row)
    for place in range(count):
        lists[root, place] = lists[line, place]
    # 2. deeper and deeper, the best action of the last search first
    depth = 1
    left = max(simulations, AT_LEAST)
    while count > 1 and left > 0 and depth <= MOST_TURNS:
        value, left = searched(
            rows, chains, lists, frames, bounds, found, inputs, outputs, sums, root, count, depth, left
        )
        best = 0 + int(frames[root, BEST])
        kept = int(lists[root, best])
        lists[root, best] = lists[root, 0]
        lists[root, 0] = kept
        if depth == 1:
            left += simulations - max(simulations, AT_LEAST)
        if abs(value) > FORCED:
            break
        depth += 1
    return 0 + int(lists[root, 0])


def searched(
    rows: Any,
    chains: Any,
    lists: Any,
    frames: Any,
    bounds: Any,
    found: Any,
    inputs: Any,
    outputs: Any,
    sums: Any,
    root: int,
    count: int,
    depth: int,
    simulations: int,
) -> tuple[float, int]:
    """Return the value of a state for the tribe that decides, by alpha-beta search, and the remaining budget.

    The place of its best action is in `frames[root, BEST]`. If the budget runs out, it is the best one so far, which is
    the first one or better, and -1 is left. The search keeps a stack of its own, because Numba cannot store the machine
    code of a function that calls itself.

    Args:
        rows: The state in line `root`, and room for `LINES` - 1 rows below.
        chains: Their chains.
        lists: Their lists of actions.
        frames: For each line, `NEXT`, `COUNT`, `MINE` and `BEST`.
        bounds: For each line, `VALUE`, `LOW` and `HIGH`.
        found: Room for the inputs of a row.
        inputs: Weights of the net.
        outputs: Weights of the net.
        sums: Room for the hidden units.
        root: The line of the state.
        count: Number of its actions.
        depth: Number of turns to look ahead: positions at their end are judged.
        simulations: Maximum number of positions to judge.
    """
    row = opened(rows, root)
    viewer = 0 + row.who
    begun = 0 + row.turn
    left = simulations
    line = root
    bounds[root, LOW] = -2 * VICTORY
    bounds[root, HIGH] = 2 * VICTORY
    begin(frames, bounds, root, count, 1)
    while True:
        if frames[line, NEXT] < frames[line, COUNT] and bounds[line, LOW] < bounds[line, HIGH]:
            # 1. the next action
            place = 0 + int(frames[line, NEXT])
            frames[line, NEXT] += 1
            listed = descend(rows, chains, lists, line, 0 + int(lists[line, place]))
            row = opened(rows, line + 1)
            turns = row.turn - begun
            if row.kind == OVER:
                got = VICTORY - turns if row.winner == viewer else turns - VICTORY
            elif (row.kind == CHOOSE and turns >= depth) or row.seen > MOST_POWERS or line + 2 == root + LINES:
                left -= 1
                if left < 0:
                    break
                got = judged(row, found, inputs, outputs, sums, viewer)
            else:
                line += 1
                bounds[line, LOW] = bounds[line - 1, LOW]
                bounds[line, HIGH] = bounds[line - 1, HIGH]
                begin(frames, bounds, line, listed, row.who == viewer)
                continue
        elif line > root:
            # 2. back from the last one
            got = bounds[line, VALUE]
            line -= 1
        else:
            break
        # 3. what an action leads to
        mine = frames[line, MINE] == 1
        if got != bounds[line, VALUE] and (got > bounds[line, VALUE]) == mine:
            bounds[line, VALUE] = got
            frames[line, BEST] = frames[line, NEXT] - 1
            if mine:
                bounds[line, LOW] = max(bounds[line, LOW], got)
            else:
                bounds[line, HIGH] = min(bounds[line, HIGH], got)
    value: float = 0.0 + bounds[root, VALUE]
    return value, left


def begin(frames: Any, bounds: Any, line: int, count: int, mine: int) -> None:
    """Begin with the actions of a line."""
    frames[line, NEXT] = 0
    frames[line, COUNT] = count
    frames[line, MINE] = mine
    frames[line, BEST] = 0
    bounds[line, VALUE] = -2 * VICTORY if mine else 2 * VICTORY


def shuffle_deck(row: Row, key: int) -> int:
    """Shuffle the unknown part of the deck, and return the key after the draws."""
    for left in range(row.deck_size - row.tucked, 1, -1):
        key = next_key(key)
        place = drawn(key, left)
        kept = row.deck[place]
        row.deck[place] = row.deck[left - 1]
        row.deck[left - 1] = kept
    return next_key(key)
