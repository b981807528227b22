"""The search for forced wins, in the same subset of Python as the rules in `kernel`.

It finds what the search in `cairn_rules.cairn.proofs.forced_wins` finds, where its steps are explained.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from cairn_rules.cairn.batch.geometry import CHAINING, GOAL, INERT, LANDING, SOURCE, TOTEM
from cairn_rules.cairn.batch.kernel import POINTS_TO_WIN, SHAMANS, SPACES, count_of, hashed, lowest, play
from cairn_rules.cairn.batch.row import BUILD, CHOOSE, NONE, OVER, POWER, Row, close
from cairn_rules.cairn.batch.search_kernel import copy_down

KINDS: Final = INERT + 1
"""Number of different megaliths, with the inert one."""
PLACE: Final = [("first", np.int64), ("second", np.int64), ("third", np.int64)]
TRY: Final = np.dtype(
    [
        *PLACE,
        ("start", np.int16),
        ("next", np.int16),
        ("count", np.int16),
        ("mine", np.int16),
        ("left", np.int32),
        ("drawing", np.int16),
        ("tried", np.int16),
    ],
    align=True,
)
"""Type of what the search notes about the decision in a line:

- `first`, `second` and `third`: the position, if `start` is 1, at the start of a turn.
- `next`: place of the next action to try. `count`: number of the actions.
- `mine`: 1 if one action that wins is enough, 0 if all must win.
- `left`: number of turns that the player has left, the current one included.
- `drawing`: an action that draws a megalith. Not actions are tried then, but the unknown megaliths. Else `NONE`.
- `tried`: the action that was tried last.
"""
ANSWER: Final = np.dtype([*PLACE, ("won", np.int32), ("lost", np.int32)], align=True)
"""Type of a position that the search remembers: a number of turns in which it is won, and one in which it is not."""
ANSWERS: Final = 1 << 16
"""Number of positions that a search remembers. A new one replaces the one in its place."""
TRIES: Final = 256
"""Number of rows that a search may use, one for each decision or draw ahead."""
MOST_LEFT: Final = 15
"""Number of turns from which on the same actions are tried first."""
SEARCHED: Final = 0
"""Place in `effort`: number of states that the search looked at."""
CIRCLE: Final = 1
"""Place in `effort`: the lowest line to which a circle of extra turns has led back."""
EFFORT: Final = 2
"""Length of `effort`."""
OPEN: Final = 2
"""Answer for a decision that needs a search."""
GAVE_UP: Final = 3
"""Answer when there were too many states, or decisions ahead."""


def prove(
    rows: Any,
    chains: Any,
    lists: Any,
    tries: Any,
    answers: Any,
    killers: Any,
    effort: Any,
    count: int,
    player: int,
    left: int,
    once: int,
    limit: int,
    stop: int,
) -> int:
    """Return 1 if a tribe forces a win from the state in line 0 within some turns, 0 if not, else `GAVE_UP`.

    The actions are tried in the order in which `lists` has them, and `next` in the first of `tries` is the number of
    those that were tried.

    Args:
        rows: The state, and room for the search.
        chains: Their chains.
        lists: Their legal actions.
        tries: For each line, what the search notes about its decision: see `TRY`.
        answers: Positions at the starts of turns: see `ANSWER`.
        killers: By the turns that are left, the action that decided last, for the opponent and the tribe.
        effort: The number of states looked at, and a line: see `CIRCLE`.
        count: Number of legal actions of the state.
        player: The tribe.
        left: The number of turns, the current one included.
        once: 1 if a tribe scores at most once in its turn, and never in another.
        limit: Maximum number of states to look at, those of earlier calls included.
        stop: Number of lines.
    """
    who = 0 + int(rows[0]["who"])
    note(tries, 0, count, 1 if who == player else 0, left, NONE)
    effort[CIRCLE] = stop
    won = OPEN
    line = 0
    while line >= 0 and won != GAVE_UP:
        frame = tries[line]
        if won == OPEN or won != frame["mine"]:
            if frame["next"] < frame["count"]:
                won = try_next(rows, chains, lists, tries, answers, killers, effort, line, player, once, limit, stop)
                if won == OPEN:
                    line += 1
                continue
            won = 1 - int(frame["mine"])
        answer(tries, answers, killers, effort, line, won, stop)
        line -= 1
    return won


def note(tries: Any, line: int, count: int, mine: int, left: int, drawing: int) -> None:
    """Begin to try some actions of a line, or the megaliths that an action can draw."""
    frame = tries[line]
    frame["start"] = 0
    frame["next"] = 0
    frame["count"] = count
    frame["mine"] = mine
    frame["left"] = left
    frame["drawing"] = drawing
    frame["tried"] = NONE


def try_next(
    rows: Any,
    chains: Any,
    lists: Any,
    tries: Any,
    answers: Any,
    killers: Any,
    effort: Any,
    line: int,
    player: int,
    once: int,
    limit: int,
    stop: int,
) -> int:
    """Try the next action of a line, or the next megalith that it can draw. If it is `OPEN`, the line below has it."""
    if line + 2 >= stop:
        return GAVE_UP
    # 1. the action, and before it the draw
    frame = tries[line]
    place = 0 + int(frame["next"])
    left = 0 + int(frame["left"])
    action = 0 + int(frame["drawing"])
    frame["next"] = place + 1
    row = copy_down(rows, chains, line)
    active = 0 + row.active
    turn = 0 + row.turn
    if action == NONE:
        action = 0 + int(lists[line, place])
        frame["tried"] = action
        hidden = row.deck_size - row.tucked
        if hidden > 1 and draws(row):
            note(tries, line + 1, hidden, 0, left, action)
            return OPEN
    else:
        top = 0 + row.deck[0]
        row.deck[0] = row.deck[place]
        row.deck[place] = top
    # 2. the state after it
    count = play(row, chains, lists, line + 1, action)
    close(rows, line + 1, row)
    if active == player and row.turn != turn:
        left -= 1
    return examined(row, lists, tries, answers, killers, effort, line + 1, count, player, left, once, limit)


def draws(row: Row) -> bool:
    """Return whether the action of a decision draws a megalith, and the game goes on."""
    if row.kind == BUILD:
        return bool(row.scores[row.who] < POINTS_TO_WIN - 1)
    return bool(row.kind == POWER and row.at[row.space] == SOURCE)


def examined(
    row: Row,
    lists: Any,
    tries: Any,
    answers: Any,
    killers: Any,
    effort: Any,
    line: int,
    count: int,
    player: int,
    left: int,
    once: int,
    limit: int,
) -> int:
    """Return whether the state of a line is won, or `OPEN` if that needs a search."""
    effort[SEARCHED] += 1
    if effort[SEARCHED] > limit:
        return GAVE_UP
    # 1. answers that need no search
    if row.kind == OVER:
        return 1 if left >= 0 and row.winner == player else 0
    if left < 1 or (once == 1 and is_hopeless(row, lists, line, count, player, left)):
        return 0
    mine = 1 if row.who == player else 0
    note(tries, line, count, mine, left, NONE)
    if row.kind != CHOOSE:
        return OPEN
    # 2. a known position
    frame = tries[line]
    frame["start"] = 1
    write_place(row, frame)
    known = remembered(frame, answers)
    if known != OPEN:
        return known
    # 3. a circle of extra turns
    above = place_above(tries, line)
    if above != NONE:
        effort[CIRCLE] = min(effort[CIRCLE], above)
        return 0
    # 4. a new position
    killer = killers[min(left, MOST_LEFT), mine]
    for place in range(count):
        if lists[line, place] == killer:
            lists[line, place] = lists[line, 0]
            lists[line, 0] = killer
    return OPEN


def remembered(frame: Any, answers: Any) -> int:
    """Return whether a position is known to be won or not, or `OPEN`."""
    known = answers[slot_of(frame)]
    if is_same(frame, known):
        if known["lost"] >= frame["left"]:
            return 0
        if 0 < known["won"] <= frame["left"]:
            return 1
    return OPEN


def place_above(tries: Any, line: int) -> int:
    """Return the line above in which the position of a line is searched with as many turns left, or `NONE`."""
    for above in range(line - 1, -1, -1):
        if tries[above]["left"] != tries[line]["left"]:
            break
        if tries[above]["start"] == 1 and is_same(tries[line], tries[above]):
            return above
    return NONE


def is_hopeless(row: Row, lists: Any, line: int, count: int, player: int, left: int) -> bool:
    """Return whether a tribe has too few turns left to score, and cannot block the opponent (rule 9.2)."""
    if row.scores[player] + left >= POINTS_TO_WIN or left > 1 or row.active != player:
        return False
    other = 2 * (1 - player)
    totems = 1 << TOTEM[other] | 1 << TOTEM[other + 1]
    if row.enemy & totems or count_of(row.enemy) == SHAMANS:
        return False
    if row.kind == POWER:
        return not CHAINING >> row.at[row.space] & 1
    if row.kind == CHOOSE:
        for place in range(count):
            action = 0 + int(lists[line, place])
            if LANDING[action] & row.stones and CHAINING >> row.at[GOAL[action]] & 1:
                return False
    return True


def write_place(row: Row, frame: Any) -> None:
    """Write the position at the start of a turn. The order of the deck's unknown part does not matter."""
    stones = 0
    rest = row.stones
    while rest:
        space = lowest(rest)
        rest &= rest - 1
        stones = stones * (SPACES * KINDS + 1) + space * KINDS + row.at[space] + 1
    others = 0
    for place in range(row.deck_size - row.tucked, row.deck_size):
        others = others * (KINDS + 1) + row.deck[place] + 1
    for slot in range(2):
        others = others * (KINDS + 1) + row.upcoming[slot] + 1
    scores = row.scores[0] | row.scores[1] << 2
    frame["first"] = row.own | row.enemy << 25 | row.faces << 50 | row.active << 54 | scores << 55 | 1 << 59
    frame["second"] = stones
    frame["third"] = others


def slot_of(frame: Any) -> int:
    """Return the place of a position among those that the search remembers."""
    low = hashed(0 + int(frame["third"]))
    low = hashed(0 + int(frame["second"]) ^ low << 20)
    return hashed(0 + int(frame["first"]) ^ low << 25) & ANSWERS - 1


def is_same(frame: Any, other: Any) -> bool:
    """Return whether two positions are the same."""
    return bool(
        frame["first"] == other["first"] and frame["second"] == other["second"] and frame["third"] == other["third"]
    )


def answer(tries: Any, answers: Any, killers: Any, effort: Any, line: int, won: int, stop: int) -> None:
    """Remember the answer for the decision of a line."""
    frame = tries[line]
    if frame["start"] == 0:
        return
    if won == frame["mine"]:
        killers[min(frame["left"], MOST_LEFT), won] = frame["tried"]
    if won or effort[CIRCLE] >= line:
        known = answers[slot_of(frame)]
        if not is_same(frame, known):
            known["first"] = frame["first"]
            known["second"] = frame["second"]
            known["third"] = frame["third"]
            known["won"] = 0
            known["lost"] = 0
        if won:
            known["won"] = frame["left"]
        else:
            known["lost"] = frame["left"]
    if effort[CIRCLE] == line:
        effort[CIRCLE] = stop
