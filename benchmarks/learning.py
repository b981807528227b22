"""Learning from self-play: games between nets, and the steps that improve one.

The code is written in the same subset of Python as the rules in `cairn_rules.cairn.batch.kernel`, plus floating-point
numbers, and `training` compiles it. The arrays of a net are those of `cairn_rules.cairn.batch.net_search_kernel`.
"""

from __future__ import annotations

from math import exp, log
from typing import Any, Final

from cairn_rules.cairn.batch.geometry import MEGALITHS
from cairn_rules.cairn.batch.kernel import drawn, hashed, next_key, play, set_up, settle
from cairn_rules.cairn.batch.net_search_kernel import (
    DEPTH,
    EVERYTHING,
    Room,
    deepen,
    list_inputs,
    output,
    shuffle_deck,
    start_over,
)
from cairn_rules.cairn.batch.row import CHOOSE, NONE, OVER, close, opened
from cairn_rules.cairn.players.net_inputs import HIDDEN

DECAY: Final = 0.9
"""The share of the mean gradient that stays at each step."""
DECAY_OF_SQUARES: Final = 0.999
"""The share of the mean square of gradients that stays at each step."""

# Games.


def self_play(
    keys: Any,
    room: Room,
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

    Every decision comes from a search that does not know the order of the deck: the unknown part is shuffled after each
    search.

    Args:
        keys: Key of each game.
        room: `LINES` lines to play and to search in.
        depth: Number of turns that a search looks ahead.
        random_turns: Maximum number of random turns at the start; the number is drawn.
        surprise: Probability of a random action at the start of a turn, of 4096.
        max_turns: Turn at which a game is stopped.
        seen: Inputs that are on, by game and position.
        widths: Their number.
        movers: The tribe to move.
        values: The value of the search for it, in log-odds.
        ends: 1 if the action was random, so that the rest of the game is no evidence about the position.
        lengths: Number of positions, by game.
        winners: Winner of each game, or `NONE`.
        start: The first game.
        stop: The game after the last one.
    """
    for game in range(start, stop):
        key = 0 + int(keys[game])
        row = opened(room.rows, 0)
        row.variant = 0
        key = set_up(row, (1 << MEGALITHS) - 1, key)
        close(room.rows, 0, row)
        opening = drawn(key, random_turns + 1)
        positions = 0
        count = settle(row, room.chains, room.lists, 0)
        while count and row.turn < max_turns:
            action = 0 + int(room.lists[0, 0])
            choosing = row.kind == CHOOSE and row.turn >= opening
            if choosing:
                widths[game, positions] = list_inputs(row, room.found, 0)
                for each in range(widths[game, positions]):
                    seen[game, positions, each] = room.found[0, each]
                movers[game, positions] = row.active
            if row.turn < opening:
                key = next_key(key)
                action = 0 + int(room.lists[0, drawn(key, count)])
            else:
                value = value_of(room, 0, count, depth, key)
                action = 0 + int(room.frames[0]["plan"][0])
                if choosing:
                    key = next_key(key)
                    random = hashed(key) & 4095 < surprise
                    if random:
                        key = next_key(key)
                        action = 0 + int(room.lists[0, drawn(key, count)])
                    values[game, positions] = value
                    ends[game, positions] = random
                    positions += 1
            key = shuffle_deck(row, key)
            count = play(row, room.chains, room.lists, 0, action)
            close(room.rows, 0, row)
        lengths[game] = positions
        winners[game] = row.winner if row.kind == OVER else NONE


def value_of(room: Room, root: int, count: int, depth: int, key: int) -> float:
    """Return the value of a state for the tribe that decides, by a search of some turns.

    The state is in line `root`, and the best decisions will be in the `plan` of its frame. Other arguments are those of
    `best_of_lookahead`.
    """
    start_over(room, root - 1, count, depth, key, EVERYTHING)
    room.progress[DEPTH] = depth - 1
    deepen(room, root - 1, EVERYTHING, EVERYTHING)
    value: float = 0.0 + room.frames[root]["value"]
    return value


def likelihood(odds: float) -> float:
    """Return the probability for some log-odds."""
    return 1 / (1 + exp(-min(max(odds, -30.0), 30.0)))


def set_targets(movers: Any, values: Any, ends: Any, lengths: Any, winners: Any, trace: float, targets: Any) -> None:
    """Write the target probability of winning for each position: TD(lambda), backwards through each game.

    Args:
        movers: As in `self_play`.
        values: As in `self_play`.
        ends: As in `self_play`.
        lengths: As in `self_play`.
        winners: As in `self_play`.
        trace: The weight of the rest of the game (lambda); the search has the remaining weight.
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
