"""Cairn in this library, with all fourteen megaliths in play."""

from __future__ import annotations

import pickle
from collections.abc import Iterator, Sequence
from functools import cache
from importlib.metadata import version
from itertools import pairwise
from random import Random

from cairn_rules import cairn, dumps, loads, perft
from sides.side import POSITIONS, Quantity, Side, called, counted, growth, python_start

RNG = Random(1)
PERFT_DEPTH = 4


def playout() -> int:
    """Play a random game through the public API, and return its number of actions."""
    done = 0
    state = cairn.new_game(seed=RNG.randrange(1 << 32))
    while actions := cairn.legal_actions(state):
        state = cairn.apply(state, RNG.choice(actions))
        done += 1
    return done


def games() -> Iterator[list[tuple[cairn.State, cairn.Action]]]:
    """Yield the states of an endless series of random games, each with the action chosen there."""
    while True:
        game: list[tuple[cairn.State, cairn.Action]] = []
        state = cairn.new_game(seed=RNG.randrange(1 << 32))
        while actions := cairn.legal_actions(state):
            game.append((state, RNG.choice(actions)))
            state = cairn.apply(*game[-1])
        yield game


@cache
def kept() -> Sequence[tuple[cairn.State, cairn.Action, cairn.Action]]:
    """Return states of random games, each with the action chosen there and the state after it."""
    steps: list[tuple[cairn.State, cairn.Action, cairn.Action]] = []
    for game in games():
        steps += [(*step, following) for step, (_, following) in pairwise(game)]
        if len(steps) >= POSITIONS:
            break
    return steps[:POSITIONS]


def fresh() -> Sequence[tuple[cairn.State, cairn.Action]]:
    """Return states that have not listed their legal actions, each with a legal action."""
    return [(cairn.apply(state, action), following) for state, action, following in kept()]


def asked() -> Sequence[tuple[cairn.State, cairn.Action]]:
    """Return states that have cached their legal actions, each with a legal action."""
    return [(state, action) for state, action, _ in kept()]


def between_turns() -> Sequence[tuple[cairn.State]]:
    """Return the states that have a position text."""
    return [(state,) for state, _ in asked() if isinstance(state.pending, cairn.ChooseAction)]


@cache
def strangers() -> Sequence[bytes]:
    """Return pickled states between turns, each from a different random game."""
    found: list[bytes] = []
    while len(found) < POSITIONS:
        state = cairn.new_game(seed=RNG.randrange(1 << 32))
        for _ in range(RNG.randrange(30)):
            if actions := cairn.legal_actions(state):
                state = cairn.apply(state, RNG.choice(actions))
        if isinstance(state.pending, cairn.ChooseAction):
            found.append(pickle.dumps(state))
    return found


def strange() -> Sequence[tuple[cairn.State]]:
    """Return these states, unpickled again, so that nothing about their text is cached."""
    return [(pickle.loads(state),) for state in strangers()]  # noqa: S301 - our own


def through_text(state: cairn.State) -> cairn.State:
    """Write a state as a position text, and read it again."""
    return cairn.parse_position(cairn.format_position(state))


def through_json(state: cairn.State) -> object:
    """Write a state as JSON, and read it again."""
    return loads(dumps(state))


def sides() -> Sequence[Side]:
    """Return Cairn, with which every other side is compared."""
    compiled = "yes" if cairn.compiled else "no"
    start = cairn.new_game(seed=7, faces="wooe")
    expand = counted(lambda state, _: len(cairn.successors(state)), fresh)
    speeds = {
        Quantity.PLAYOUT: counted(playout),
        Quantity.LEGAL: called(cairn.legal_actions, lambda: [(state,) for state, _ in fresh()]),
        Quantity.CHECKED: called(cairn.apply, fresh),
        Quantity.UNCHECKED: expand,
        Quantity.BRANCH: called(cairn.apply, asked),
        Quantity.EXPAND: expand,
        Quantity.PERFT: counted(lambda: perft(cairn, start, PERFT_DEPTH)),
        Quantity.TEXT: called(through_text, between_turns),
        Quantity.JSON: called(through_json, lambda: [(state,) for state, _ in asked()]),
        Quantity.PICTURE: called(lambda state, _: cairn.svg(state), asked),
        Quantity.STRANGE_TEXT: called(through_text, strange),
        Quantity.STRANGE_JSON: called(through_json, strange),
    }
    return [
        Side(
            name="Cairn",
            version=f"cairn-rules {version('cairn-rules')} (compiled: {compiled})",
            speeds=speeds,
            start=python_start("import cairn_rules.cairn"),
            keep=growth(lambda: (state for game in games() for state, _ in game)),
        )
    ]
