"""Learning from self-play: the net's judgement of rows, games between nets, and the steps that improve one.

The text keeps to the same plain part of Python as the rules in `kernel`, with numbers of floating point besides, and
`training` compiles it. Arrays of a net are `inputs`, the weights (`INPUTS`, `HIDDEN`) from inputs to hidden units, and
`outputs`, those of the hidden units and a constant (`HIDDEN` + 1); a hidden unit that is below zero counts as zero.
"""

from __future__ import annotations

from math import exp, log
from typing import Any, Final

from cairn_rules.cairn.batch.geometry import MEGALITHS
from cairn_rules.cairn.batch.kernel import (
    SHAMANS,
    SPACES,
    count_of,
    drawn,
    hashed,
    lowest,
    next_key,
    play,
    set_up,
    settle,
)
from cairn_rules.cairn.batch.row import CHOOSE, NONE, OVER, Row, close, opened
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
DECAY: Final = 0.9
"""The share of the mean gradient that stays at each step."""
DECAY_OF_SQUARES: Final = 0.999
"""The share of the mean square of gradients that stays at each step."""

# The net.


def list_inputs(row: Row, found: Any, line: int) -> int:
    """List the inputs that are on in a line of an array, and return their number. Within a turn, the turn ends now."""
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
    """Return the log-odds for some inputs that are on; the hidden units stay in `sums`."""
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


# Games.


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
    count: int,
    depth: int,
) -> float:
    """Return the value of the first row for the tribe that decides, by alpha-beta search.

    The place of its best action is in `frames[0, BEST]`. The search keeps a stack of its own, because Numba cannot
    store the machine code of a function that calls itself.

    Args:
        rows: `LINES` rows; all after the first are overwritten.
        chains: Their chains.
        lists: Their lists of actions.
        frames: For each line, `NEXT`, `COUNT`, `MINE` and `BEST`.
        bounds: For each line, `VALUE`, `LOW` and `HIGH`.
        found: Room for the inputs of a row.
        inputs: Weights of the net.
        outputs: Weights of the net.
        sums: Room for the hidden units.
        count: Number of actions of the first row.
        depth: Number of turns to look ahead: positions at their end are judged.
    """
    row = opened(rows, 0)
    viewer = 0 + row.who
    horizon = row.turn + depth
    line = 0
    bounds[0, LOW] = -2 * VICTORY
    bounds[0, HIGH] = 2 * VICTORY
    begin(frames, bounds, 0, count, 1)
    while True:
        if frames[line, NEXT] < frames[line, COUNT] and bounds[line, LOW] < bounds[line, HIGH]:
            # 1. the next action
            place = 0 + int(frames[line, NEXT])
            frames[line, NEXT] += 1
            rows[line + 1] = rows[line]
            row = opened(rows, line + 1)
            for entry in range(row.seen):
                chains[line + 1, entry] = chains[line, entry]
            listed = play(row, chains, lists, line + 1, 0 + int(lists[line, place]))
            close(rows, line + 1, row)
            if row.kind == OVER:
                got = VICTORY - row.turn if row.winner == viewer else row.turn - VICTORY
            elif (row.kind == CHOOSE and row.turn >= horizon) or row.seen > MOST_POWERS or line + 2 == LINES:
                got = judged(row, found, inputs, outputs, sums, viewer)
            else:
                line += 1
                bounds[line, LOW] = bounds[line - 1, LOW]
                bounds[line, HIGH] = bounds[line - 1, HIGH]
                begin(frames, bounds, line, listed, row.who == viewer)
                continue
        elif line > 0:
            # 2. back from the last one
            got = bounds[line, VALUE]
            line -= 1
        else:
            value: float = bounds[0, VALUE]
            return value
        # 3. what an action leads to
        mine = frames[line, MINE] == 1
        if got != bounds[line, VALUE] and (got > bounds[line, VALUE]) == mine:
            bounds[line, VALUE] = got
            frames[line, BEST] = frames[line, NEXT] - 1
            if mine:
                bounds[line, LOW] = max(bounds[line, LOW], got)
            else:
                bounds[line, HIGH] = min(bounds[line, HIGH], got)


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


def self_play(
    keys: Any,
    rows: Any,
    chains: Any,
    lists: Any,
    frames: Any,
    bounds: Any,
    found: Any,
    inputs: Any,
    outputs: Any,
    sums: Any,
    depth: int,
    random_turns: int,
    surprise: int,
    max_turns: int,
    seen: Any,
    widths: Any,
    movers: Any,
    values: Any,
    ends: Any,
    lengths: Any,
    winners: Any,
    start: int,
    stop: int,
) -> None:
    """Play games from new set-ups, and write down the positions at the starts of turns.

    Every decision is that of a search which does not know the order of the deck: the unknown part is shuffled after
    each search.

    Args:
        keys: Key of each game.
        rows: `LINES` rows to play on.
        chains: Their chains.
        lists: Their lists.
        frames: Room for the search.
        bounds: Room for the search.
        found: Room for the inputs of a row.
        inputs: Weights of the net.
        outputs: Weights of the net.
        sums: Room for the hidden units.
        depth: Number of turns that a search looks ahead.
        random_turns: Maximum number of random turns at the start; the number is drawn.
        surprise: Probability of a random action at the start of a turn, of 4096.
        max_turns: Turn at which a game is stopped.
        seen: Inputs that are on, by game and position.
        widths: Their number.
        movers: The tribe to move.
        values: The value of the search for it, in log-odds.
        ends: 1 if the action was a random one, so that what followed says nothing about the position.
        lengths: Number of positions, by game.
        winners: Winner of each game, or `NONE`.
        start: The first game.
        stop: The game after the last one.
    """
    for game in range(start, stop):
        key = 0 + int(keys[game])
        row = opened(rows, 0)
        row.variant = 0
        key = set_up(row, (1 << MEGALITHS) - 1, key)
        close(rows, 0, row)
        opening = drawn(key, random_turns + 1)
        positions = 0
        count = settle(row, chains, lists, 0)
        while count and row.turn < max_turns:
            place = 0
            choosing = row.kind == CHOOSE and row.turn >= opening
            if choosing:
                widths[game, positions] = list_inputs(row, found, 0)
                for each in range(widths[game, positions]):
                    seen[game, positions, each] = found[0, each]
                movers[game, positions] = row.active
            if row.turn < opening:
                key = next_key(key)
                place = drawn(key, count)
            else:
                value = searched(rows, chains, lists, frames, bounds, found, inputs, outputs, sums, count, depth)
                place = 0 + int(frames[0, BEST])
                if choosing:
                    key = next_key(key)
                    random = hashed(key) & 4095 < surprise
                    if random:
                        key = next_key(key)
                        place = drawn(key, count)
                    values[game, positions] = value
                    ends[game, positions] = random
                    positions += 1
            key = shuffle_deck(row, key)
            count = play(row, chains, lists, 0, 0 + int(lists[0, place]))
            close(rows, 0, row)
        lengths[game] = positions
        winners[game] = row.winner if row.kind == OVER else NONE


def likelihood(odds: float) -> float:
    """Return the probability for some log-odds."""
    return 1 / (1 + exp(-min(max(odds, -30.0), 30.0)))


def set_targets(movers: Any, values: Any, ends: Any, lengths: Any, winners: Any, trace: float, targets: Any) -> None:
    """Write the probability of winning that each position should have: TD(lambda), backwards through each game.

    Args:
        movers: As in `self_play`.
        values: As in `self_play`.
        ends: As in `self_play`.
        lengths: As in `self_play`.
        winners: As in `self_play`.
        trace: The share of what followed (lambda); the rest is the value of the search.
        targets: The targets.
    """
    for game in range(len(lengths)):
        later = -1.0  # the probability that Sea wins, by what followed; below 0: unknown
        if winners[game] != NONE:
            later = 1.0 - winners[game]
        for position in range(lengths[game] - 1, -1, -1):
            mover = movers[game, position]
            target = likelihood(values[game, position])
            if later >= 0 and not ends[game, position]:
                target += trace * ((later if mover == 0 else 1 - later) - target)
            targets[game, position] = target
            later = target if mover == 0 else 1 - target


# Learning.


def add_gradient(
    found: Any, line: int, count: int, error: float, outputs: Any, sums: Any, slopes: Any, output_slopes: Any
) -> None:
    """Add the gradient of a position's loss, whose derivative by the log-odds is `error`, after `output`."""
    output_slopes[HIDDEN] += error
    for unit in range(HIDDEN):
        if sums[unit] > 0:
            output_slopes[unit] += error * sums[unit]
            sums[unit] = error * outputs[unit]
        else:
            sums[unit] = 0
    for place in range(count):
        number = 0 + int(found[line, place])
        for unit in range(HIDDEN):
            slopes[number, unit] += sums[unit]


def adapt(weights: Any, moments: Any, rate: float, limit: float) -> None:
    """Change weights by a step of Adam, keep them within a limit, and clear the gradient."""
    for place in range(len(weights)):
        slope = moments[0, place]
        moments[1, place] += (1 - DECAY) * (slope - moments[1, place])
        moments[2, place] += (1 - DECAY_OF_SQUARES) * (slope * slope - moments[2, place])
        weight = weights[place] - rate * moments[1, place] / (moments[2, place] ** 0.5 + 1e-8)
        weights[place] = min(max(weight, -limit), limit)
        moments[0, place] = 0


def learn(
    found: Any,
    widths: Any,
    targets: Any,
    order: Any,
    size: int,
    inputs: Any,
    outputs: Any,
    moments: Any,
    output_moments: Any,
    sums: Any,
    rate: float,
    limit: float,
) -> float:
    """Improve a net by positions and their targets, and return the sum of the losses before each step.

    Args:
        found: Inputs that are on, by position.
        widths: Their number, by position.
        targets: Probabilities of winning, by position.
        order: The positions to learn from.
        size: Number of positions of a step.
        inputs: Weights of the net, one after the other.
        outputs: Weights of the net.
        moments: Gradient, mean gradient and mean square of gradients, for each of `inputs`.
        output_moments: The same for each of `outputs`.
        sums: Room for the hidden units.
        rate: Length of a step.
        limit: The largest weight.
    """
    loss = 0.0
    slopes = moments[0].reshape(inputs.shape)
    for first in range(0, len(order), size):
        for each in range(first, min(first + size, len(order))):
            line = order[each]
            odds = output(found, line, widths[line], inputs, outputs, sums)
            wanted = targets[line]
            loss += max(odds, 0.0) - odds * wanted + log(1 + exp(-abs(odds)))
            add_gradient(found, line, widths[line], likelihood(odds) - wanted, outputs, sums, slopes, output_moments[0])
        adapt(inputs.reshape(-1), moments, rate, limit)
        adapt(outputs, output_moments, rate, limit)
    return loss
