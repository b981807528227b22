"""Compare dungeons and journeys with random playouts of python-chess, in the same run on one core.

Parties of two and of four explore the barrow of the library, and travel its default journey: legal actions
are listed, one is chosen at random and applied. A turn or a watch is everything up to its event, with a declaration of
each member. Exact forecasts are those of a trail, from the first state to the last.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib.metadata import version
from random import Random
from typing import Any

from attrs import evolve
from sides import load
from sides.side import Quantity, Side, counted
from timing import compare, options

from cairn_rules import manifest_of
from cairn_rules.cairn_rpg import dungeon, wilderness
from cairn_rules.cairn_rpg.characters.character import Character
from cairn_rules.cairn_rpg.forecast import forecast

RNG = Random(1)
LIBRARY = f"cairn-rules {version('cairn-rules')}"
DECISIONS = 150
WAYS: dict[str, wilderness.Distance] = {"two": "short", "four": "long"}
"""The lengths of a trail by the watches of way."""


def wandering(game: Any, party: tuple[Character, ...]) -> Callable[[], int]:
    """Return a function that plays a random game of a party and returns its number of turns or watches."""
    pace = manifest_of(game).pace

    def turns() -> int:
        state = game.new_game(seed=RNG.randrange(1 << 32), party=party)
        for _ in range(DECISIONS):
            actions = [action for action in game.legal_actions(state) if action != dungeon.Leave()]
            if not actions:
                break
            state = game.apply(state, RNG.choice(actions))
        return pace.turns_complete(state, DECISIONS)

    return turns


def foreseeing(party: tuple[Character, ...], distance: wilderness.Distance) -> Callable[[], int]:
    """Return a function that forecasts the journey of a party on a trail exactly."""
    journey = wilderness.new_game(seed=1, party=party, legs=[wilderness.Route(path="trail", distance=distance)])

    def once() -> int:
        forecast(journey, exact=True)
        return 1

    return once


if __name__ == "__main__":
    chosen = options(__doc__, seconds=0.5)
    chess = [side for side in load() if side.name == "python-chess"]
    two = dungeon.new_game(seed=1).party.members
    four = (*two, *(evolve(member, name=f"{member.name} II") for member in two))
    sides = [
        Side(f"{what}, {size} members: a {turn}", LIBRARY, {Quantity.PLAYOUT: counted(wandering(game, party))})
        for what, turn, game in (("Dungeons", "turn", dungeon), ("Journeys", "watch", wilderness))
        for size, party in (("two", two), ("four", four))
    ]
    sides += [
        Side(
            f"Exact forecasts, {size} members: {watches} watches of way",
            LIBRARY,
            {Quantity.PLAYOUT: counted(foreseeing(party, distance))},
        )
        for watches, distance in WAYS.items()
        for size, party in (("two", two), ("four", four))
    ]
    compare([Quantity.PLAYOUT], [*chess, *sides], chosen.rounds, chosen.seconds, "python-chess")
