"""Cairn, by this library, with all fourteen megaliths in play."""

from __future__ import annotations

import pickle
from collections.abc import Iterator, Sequence
from functools import cache
from importlib.metadata import version
from itertools import pairwise
from random import Random

import cairn_rules as cairn
from sides.side import POSITIONS, Quantity, Side, called, counted, growth, python_start

RNG = Random(1)
PERFT_DEPTH = 4


def playout() -> int:
    """One random game through the public API; how many actions it had."""
    done = 0
    state = cairn.new_game(seed=RNG.randrange(1 << 32))
    while actions := cairn.legal_actions(state):
        state = cairn.apply(state, RNG.choice(actions))
        done += 1
    return done


def games() -> Iterator[list[tuple[cairn.State, cairn.Action]]]:
    """Random games without end: each state with the action that is chosen there."""
    while True:
        game: list[tuple[cairn.State, cairn.Action]] = []
        state = cairn.new_game(seed=RNG.randrange(1 << 32))
        while actions := cairn.legal_actions(state):
            game.append((state, RNG.choice(actions)))
            state = cairn.apply(*game[-1])
        yield game


@cache
def kept() -> Sequence[tuple[cairn.State, cairn.Action, cairn.Action]]:
    """States of random games, with the action that is chosen there and the one after it."""
    steps: list[tuple[cairn.State, cairn.Action, cairn.Action]] = []
    for game in games():
        steps += [(*step, following) for step, (_, following) in pairwise(game)]
        if len(steps) >= POSITIONS:
            break
    return steps[:POSITIONS]


def fresh() -> Sequence[tuple[cairn.State, cairn.Action]]:
    """States that nobody has asked yet what is legal, each with a legal action."""
    return [(cairn.apply(state, action), following) for state, action, following in kept()]


def asked() -> Sequence[tuple[cairn.State, cairn.Action]]:
    """States that remember their legal actions, each with a legal action."""
    return [(state, action) for state, action, _ in kept()]


def between_turns() -> Sequence[tuple[cairn.State]]:
    """Those states that have a position text."""
    return [(state,) for state, _ in asked() if isinstance(state.pending, cairn.ChooseAction)]


@cache
def strangers() -> Sequence[bytes]:
    """States between turns of random games, each of another one, pickled."""
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
    """These states, made anew, so that nothing is known of how they are written."""
    return [(pickle.loads(state),) for state in strangers()]  # noqa: S301 - our own


def through_text(state: cairn.State) -> cairn.State:
    """A state to its position text and back."""
    return cairn.parse_position(cairn.format_position(state))


def through_json(state: cairn.State) -> cairn.Document:
    """A state to JSON and back."""
    return cairn.loads(cairn.dumps(state))


def sides() -> Sequence[Side]:
    """Cairn, which every other side is compared with."""
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
        Quantity.PERFT: counted(lambda: cairn.perft(cairn, start, PERFT_DEPTH)),
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
            start=python_start("import cairn_rules"),
            keep=growth(lambda: (state for game in games() for state, _ in game)),
        )
    ]
