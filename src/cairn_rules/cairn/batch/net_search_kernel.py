"""A net's evaluation of rows, and the search that uses it, in the same subset of Python as `kernel`.

Arrays of a net are `inputs`, the weights (`INPUTS`, `HIDDEN`) from inputs to hidden units, and `outputs`, those of the
hidden units and a constant (`HIDDEN` + 1); a hidden unit that is below zero counts as zero.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np

from cairn_rules.cairn.batch.geometry import LOW_32, MEGALITHS
from cairn_rules.cairn.batch.kernel import (
    LONGEST_LIST,
    LOW_62,
    SHAMANS,
    SPACES,
    count_of,
    drawn,
    hashed,
    lowest,
    next_key,
)
from cairn_rules.cairn.batch.row import BUILD, CHOOSE, NONE, OVER, Row, close, opened
from cairn_rules.cairn.batch.search_kernel import copy_down, descend
from cairn_rules.cairn.learning.action_space import SIZE
from cairn_rules.cairn.players.lookahead import A_POINT, AT_LEAST, FORCED, MOST_POWERS, MOST_TURNS, VICTORY
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
from cairn_rules.cairn.state.tiles import ADD_BIT

LINES: Final = 32
"""Number of rows that a search may use, one for each decision ahead."""
EVERYTHING: Final = 1 << 62
"""A number of positions that no search judges."""
UNKNOWN: Final = 2 * VICTORY
"""Greater than any value: no value is known."""
AGAIN: Final = -2.0
"""Log-odds of leaving the opponent in a position for another time, unless it is worse by itself."""
FIRST: Final = 1e9
"""Worth of the action to try first."""
FRAME: Final = np.dtype(
    [
        ("key", np.int64),
        ("value", np.float64),
        ("low", np.float64),
        ("high", np.float64),
        ("least", np.float64),
        ("most", np.float64),
        ("next", np.int16),
        ("count", np.int16),
        ("mine", np.int16),
        ("turns", np.int16),
        ("planned", np.int16),
        ("plan", np.int16, (LINES,)),
        ("worths", np.float64, (LONGEST_LIST,)),
    ],
    align=True,
)
"""Type of a frame, which has what a search notes about the decision in a line:

- `key`: key of the position in the memory; -1 in the middle of a turn.
- `value`: the value of the best action so far.
- `low` and `high`: smaller and greater values need not be exact. `least` and `most` are what they were at first.
- `next`: place of the next action to try. `count`: number of the actions.
- `mine`: 1 if the tribe that searches decides.
- `turns`: number of turns to look ahead from here.
- `plan`: the best decisions from here on, of which `planned` are known.
- `worths`: how promising each action is.
"""
POSITION: Final = np.dtype(
    [("key", np.int64), ("least", np.float64), ("most", np.float64), ("turns", np.int16), ("action", np.int16)],
    align=True,
)
"""Type of a position in the memory: its key, bounds on its value by a search of some turns, and its best action."""
MEMORY: Final = 1 << 17
"""Number of positions that a search remembers. A new one replaces the one in its place."""
LINE: Final = 0
"""Place in `progress`: the line that the search looks at. The line above its root means that it has ended."""
DEPTH: Final = 1
"""Place in `progress`: number of turns that the search looks ahead."""
REMAINING: Final = 2
"""Place in `progress`: number of positions that a decision may still judge."""
SALT: Final = 3
"""Place in `progress`: a number that tells the keys of a decision from those of others in the memory."""
DEEPEST: Final = 4
"""Place in `progress`: maximum number of turns to look ahead."""
VISITS: Final = 5
"""Place in `progress`: number of the keys in `visited`."""
PROGRESS: Final = 6
"""Length of `progress`."""
MOST_VISITS: Final = 1 << 10
"""Length of `visited`."""

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


# Positions that a search remembers.


def position_key(row: Row) -> int:
    """Return a key of the position at the start of a turn, of 62 bits. It does not depend on the number of turns."""
    stones = 0
    rest = row.stones
    while rest:
        space = lowest(rest)
        rest &= rest - 1
        stones = stones * MEGALITHS + row.at[space]
    deck = row.deck_size
    for place in range(row.deck_size - row.tucked, row.deck_size):
        deck = deck * MEGALITHS + row.deck[place] & LOW_32
    display = row.display
    for slot in range(row.display):
        display = display << 4 | row.upcoming[slot]
    first = row.own | row.enemy << 25 | row.faces << 50 | row.active << 54 | row.scores[0] << 55 | row.scores[1] << 57
    second = row.stones | display << 25 | row.tucked << 37
    low = hashed(first ^ hashed(stones ^ hashed(deck) << 20) << 16)
    high = hashed(second ^ low << 24 ^ hashed(stones) << 7)
    return (high << 30 ^ low ^ stones << 3) & LOW_62


def recall(row: Row, memory: Any, progress: Any, turns: int, low: float, high: float) -> float:
    """Return what the memory knows of a position's value, if that suffices between two bounds, else `UNKNOWN`."""
    got: float = UNKNOWN
    if row.kind == CHOOSE:
        key = salted_key(row, progress)
        position = memory[key & MEMORY - 1]
        if position["key"] == key and position["turns"] >= turns:
            if position["least"] >= high or position["least"] == position["most"]:
                got = position["least"]
            elif position["most"] <= low:
                got = position["most"]
    return got


def salted_key(row: Row, progress: Any) -> int:
    """Return the key of the start of a turn in the memory."""
    return (position_key(row) ^ int(progress[SALT]) ^ hashed(row.turn) << 16) & LOW_62


# The search.


class Room(NamedTuple):
    """The arrays of a search."""

    rows: Any
    """The state in the line where the search begins, and room for `LINES` - 1 rows below."""
    chains: Any
    """Their chains."""
    lists: Any
    """Their legal actions."""
    frames: Any
    """For each line, what the search notes about its decision: see `FRAME`."""
    memory: Any
    """Positions at the starts of turns: see `POSITION`."""
    tallies: Any
    """For each tribe and action, how much searching it has saved."""
    visited: Any
    """Keys of the positions in which the player has left the opponent before."""
    progress: Any
    """How far the search is: see `LINE` and the constants after it."""
    found: Any
    """Room for the inputs of a row."""
    inputs: Any
    """Weights of the net."""
    outputs: Any
    """Weights of the net."""
    sums: Any
    """Room for the hidden units."""


def best_of_lookahead(room: Room, line: int, count: int, key: int, simulations: int) -> int:
    """Return the action that a search prefers: of one turn, then of two, and so on, until its budget is spent.

    The state is in line `line`, with room for the search below. `key` is that of the guess at the hidden order of the
    deck. A search of one turn may judge `AT_LEAST` positions, any other at most `simulations`.
    """
    look_at(room, line, count, key, simulations)
    row = opened(room.rows, line + 1)
    shuffle_deck(row, key)
    close(room.rows, line + 1, row)
    deepen(room, line, simulations, EVERYTHING)
    return 0 + int(room.frames[line + 1]["plan"][0])


def consider(
    rows: Any,
    chains: Any,
    lists: Any,
    frames: Any,
    memory: Any,
    tallies: Any,
    visited: Any,
    progress: Any,
    found: Any,
    inputs: Any,
    outputs: Any,
    sums: Any,
    count: int,
    key: int,
    simulations: int,
    most: int,
    stop: int,  # noqa: ARG001 - the last parameter of every loop
) -> int:
    """Search for the decision of the state in line 0, whose deck is known, and return whether there is more to find.

    The first call has a key, which tells the decision from others; later calls have -1, and go on. Other arguments are
    those of `best_of_lookahead` and `deepen`; `stop` is the number of lines.
    """
    room = Room(rows, chains, lists, frames, memory, tallies, visited, progress, found, inputs, outputs, sums)
    if key >= 0:
        look_at(room, 0, count, key, simulations)
    return deepen(room, 0, simulations, most)


def look_at(room: Room, line: int, count: int, key: int, simulations: int) -> None:
    """Copy a state and its actions to the next line, from which `deepen` searches; see `best_of_lookahead`."""
    copy_down(room.rows, room.chains, line)
    for place in range(count):
        room.lists[line + 1, place] = room.lists[line, place]
    start_over(room, line, count, MOST_TURNS, key, simulations if count > 1 else 0)


def start_over(room: Room, line: int, count: int, deepest: int, key: int, simulations: int) -> None:
    """Forget what the last search found, before `deepen` searches below a line."""
    root = line + 1
    room.frames[root]["count"] = count
    room.frames[root]["planned"] = 1
    room.frames[root]["plan"][0] = room.lists[root, 0]
    for action in range(SIZE):
        room.tallies[0, action] = 0
        room.tallies[1, action] = 0
    room.progress[LINE] = line
    room.progress[DEPTH] = 0
    room.progress[DEEPEST] = deepest
    room.progress[REMAINING] = max(simulations, AT_LEAST) if simulations else 0
    room.progress[SALT] = key


def deepen(room: Room, line: int, simulations: int, most: int) -> bool:
    """Search one turn ahead, then two, and so on; return whether there is more to find. A later call goes on.

    The best decisions so far are in the `plan` of the first frame. The state is below line `line`. `simulations` is as
    `look_at` had it; this call judges at most `most` positions.
    """
    root = line + 1
    row = opened(room.rows, root)
    while is_going_on(room.progress, root) and most > 0:
        if room.progress[LINE] < root:
            # 1. the next depth, the best action of the last one first
            room.progress[DEPTH] += 1
            count = 0 + int(room.frames[root]["count"])
            first = 0 + int(room.frames[root]["plan"][0])
            most = begin(room, root, count, -UNKNOWN, UNKNOWN, 0 + row.who, 0 + row.turn, first, most)
            room.progress[LINE] = root
        # 2. the search
        most = searched(room, root, most)
        # 3. enough
        if room.progress[LINE] < root:
            if room.progress[DEPTH] == 1:
                room.progress[REMAINING] += simulations - max(simulations, AT_LEAST)
            if abs(room.frames[root]["value"]) > FORCED:
                room.progress[DEEPEST] = room.progress[DEPTH]
    return is_going_on(room.progress, root)


def is_going_on(progress: Any, root: int) -> bool:
    """Return whether a search has more to find, and may."""
    return bool(progress[REMAINING] > 0 and (progress[LINE] >= root or progress[DEPTH] < progress[DEEPEST]))


def searched(room: Room, root: int, left: int) -> int:
    """Search by alpha-beta until the value of the root is known or the budget is spent; return what is left of it.

    The search keeps a stack of its own, because Numba cannot store the machine code of a function that calls itself.
    The search has begun in line `root`. The budget `left` is a number of positions to judge.
    """
    row = opened(room.rows, root)
    viewer = 0 + row.who
    begun = 0 + row.turn
    depth = 0 + int(room.progress[DEPTH])
    line = 0 + int(room.progress[LINE])
    while line >= root and left > 0 and room.progress[REMAINING] > 0:
        frame = room.frames[line]
        if frame["next"] < frame["count"] and frame["low"] < frame["high"]:
            # 1. the most promising of the other actions
            listed = descend(room.rows, room.chains, room.lists, line, next_action(frame, room.lists, line))
            row = opened(room.rows, line + 1)
            turns = row.turn - begun
            planned = 0
            if row.kind == OVER:
                got = VICTORY - turns if row.winner == viewer else turns - VICTORY
            elif (row.kind == CHOOSE and turns >= depth) or row.seen > MOST_POWERS or line + 2 == root + LINES:
                left -= 1
                room.progress[REMAINING] -= 1
                got = judged(row, room.found, room.inputs, room.outputs, room.sums, viewer)
            else:
                low, high = 0.0 + frame["low"], 0.0 + frame["high"]
                got = recall(row, room.memory, room.progress, depth - turns, low, high)
                if got == UNKNOWN:
                    line += 1
                    left = begin(room, line, listed, low, high, viewer, begun, NONE, left)
                    room.frames[line]["planned"] = 0
                    continue
        else:
            # 2. back from the line below
            got = 0.0 + frame["value"]
            planned = 0 + int(frame["planned"])
            conclude(room, line)
            line -= 1
            if line < root:
                break
            frame = room.frames[line]
        # 3. what the action leads to
        if room.progress[VISITS] and was_visited(opened(room.rows, line + 1), begun, room.visited, room.progress):
            got = min(got, AGAIN)
        weigh(room, line, got, planned)
    room.progress[LINE] = line
    return left


def begin(
    room: Room, line: int, count: int, low: float, high: float, viewer: int, begun: int, first: int, left: int
) -> int:
    """Begin with the decision of a line, and find out how promising its actions are; return the remaining budget.

    The action `first`, or the best one of an earlier search, comes first. With two turns or more to look ahead, the
    others are judged at once; with one, those come first that have saved the most searching elsewhere.
    """
    row = opened(room.rows, line)
    who = 0 + row.who
    turns = int(room.progress[DEPTH]) - (row.turn - begun)
    frame = room.frames[line]
    frame["next"] = 0
    frame["count"] = count
    frame["mine"] = who == viewer
    frame["turns"] = turns
    frame["value"] = -UNKNOWN if who == viewer else UNKNOWN
    frame["low"] = low
    frame["high"] = high
    frame["least"] = low
    frame["most"] = high
    frame["key"] = -1
    judging = row.kind == CHOOSE and turns > 1
    if row.kind == CHOOSE:
        key = salted_key(row, room.progress)
        frame["key"] = key
        position = room.memory[key & MEMORY - 1]
        if position["key"] == key and first == NONE:
            first = 0 + int(position["action"])
    for place in range(count):
        action = 0 + int(room.lists[line, place])
        worth: float = 0.0 + room.tallies[who, action]
        if action == first:
            worth = FIRST
        elif judging and room.progress[REMAINING] > 0:
            left -= 1
            room.progress[REMAINING] -= 1
            descend(room.rows, room.chains, room.lists, line, action)
            after = opened(room.rows, line + 1)
            if after.kind == OVER:
                worth = VICTORY if after.winner == who else -VICTORY
            else:
                worth = judged(after, room.found, room.inputs, room.outputs, room.sums, who)
                if after.kind == BUILD and after.who == who:
                    worth += A_POINT
        frame["worths"][place] = worth
    return left


def next_action(frame: Any, lists: Any, line: int) -> int:
    """Return the most promising of the actions that a line has not tried, and count it as tried."""
    place = 0 + int(frame["next"])
    best = place
    for other in range(place + 1, frame["count"]):
        if frame["worths"][other] > frame["worths"][best]:
            best = other
    action = 0 + int(lists[line, best])
    lists[line, best] = lists[line, place]
    lists[line, place] = action
    frame["worths"][best] = frame["worths"][place]
    frame["next"] = place + 1
    return action


def weigh(room: Room, line: int, value: float, planned: int) -> None:
    """Compare the value of the action that was tried last with that of the best one.

    The line below has planned some decisions that follow.
    """
    frame = room.frames[line]
    mine = frame["mine"] == 1
    if value == frame["value"] or (value > frame["value"]) != mine:
        return
    frame["value"] = value
    if mine:
        frame["low"] = max(frame["low"], value)
    else:
        frame["high"] = min(frame["high"], value)
    frame["plan"][0] = room.lists[line, frame["next"] - 1]
    for place in range(planned):
        frame["plan"][place + 1] = room.frames[line + 1]["plan"][place]
    frame["planned"] = planned + 1


def conclude(room: Room, line: int) -> None:
    """Remember what a search found out about the decision of a line."""
    frame = room.frames[line]
    value: float = 0.0 + frame["value"]
    if frame["planned"] and frame["low"] >= frame["high"]:
        room.tallies[int(room.rows[line]["who"]), int(frame["plan"][0])] += frame["turns"] * frame["turns"]
    key = 0 + int(frame["key"])
    if key >= 0:
        position = room.memory[key & MEMORY - 1]
        position["key"] = key
        position["turns"] = frame["turns"]
        position["action"] = frame["plan"][0] if frame["planned"] else NONE
        position["least"] = -UNKNOWN if value <= frame["least"] else value
        position["most"] = UNKNOWN if value >= frame["most"] else value


def visit(row: Row, visited: Any, progress: Any) -> None:
    """Note the position in which a turn ended."""
    if row.kind == CHOOSE and progress[VISITS] < MOST_VISITS:
        visited[progress[VISITS]] = position_key(row)
        progress[VISITS] += 1


def was_visited(row: Row, begun: int, visited: Any, progress: Any) -> bool:
    """Return whether a turn of the tribe that searches ends where an earlier one did."""
    if row.turn - begun == 1 and row.kind == CHOOSE:
        key = position_key(row)
        for place in range(progress[VISITS]):
            if visited[place] == key:
                return True
    return False


def shuffle_deck(row: Row, key: int) -> int:
    """Shuffle the unknown part of the deck, and return the key after the draws."""
    for left in range(row.deck_size - row.tucked, 1, -1):
        key = next_key(key)
        place = drawn(key, left)
        kept = row.deck[place]
        row.deck[place] = row.deck[left - 1]
        row.deck[left - 1] = kept
    return next_key(key)
