"""Korrigans, by this library, for two and for three players."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib.metadata import version
from random import Random

from cairn_rules import korrigans
from sides.side import Quantity, Side, counted

RNG = Random(1)


def playout(players: int) -> Callable[[], int]:
    """Return a function that plays a random game through the public API and returns its number of actions."""

    def play() -> int:
        done = 0
        state = korrigans.new_game(seed=RNG.randrange(1 << 32), players=players)
        while actions := korrigans.legal_actions(state):
            state = korrigans.apply(state, RNG.choice(actions))
            done += 1
        return done

    return play


def sides() -> Sequence[Side]:
    """Return Korrigans by number of players."""
    return [
        Side(f"Korrigans for {word}", f"cairn-rules {version('cairn-rules')}", {Quantity.PLAYOUT: counted(playout(n))})
        for n, word in ((2, "two"), (3, "three"))
    ]
