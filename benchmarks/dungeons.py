"""Dungeons of the role-playing game beside random playouts of python-chess, in the same run on one core.

Parties of two and of four wander about in the barrow of the library: legal actions are listed, one is chosen at random
and applied. A turn is everything from its movement to its event, with a declaration of each member.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib.metadata import version
from random import Random

from attrs import evolve
from sides import load
from sides.side import Quantity, Side, counted
from timing import compare, options

from cairn_rules.cairn_rpg.character import Character
from cairn_rules.cairn_rpg.dungeon import LEAVE, apply, legal_actions, new_game

RNG = Random(1)
LIBRARY = f"cairn-rules {version('cairn-rules')}"
DECISIONS = 150


def wandering(party: tuple[Character, ...]) -> Callable[[], int]:
    """Return a function that plays a random game of a party and returns its number of turns."""

    def turns() -> int:
        state = new_game(seed=RNG.randrange(1 << 32), party=party)
        for _ in range(DECISIONS):
            actions = [action for action in legal_actions(state) if action != LEAVE]
            if not actions:
                break
            state = apply(state, RNG.choice(actions))
        return state.turn

    return turns


if __name__ == "__main__":
    chosen = options(__doc__, seconds=0.5)
    chess = [side for side in load() if side.name == "python-chess"]
    two = new_game(seed=1).party.members
    four = (*two, *(evolve(member, name=f"{member.name} II") for member in two))
    pair = Side("Dungeons, two members: a turn", LIBRARY, {Quantity.PLAYOUT: counted(wandering(two))})
    band = Side("Dungeons, four members: a turn", LIBRARY, {Quantity.PLAYOUT: counted(wandering(four))})
    compare([Quantity.PLAYOUT], [pair, band, *chess], chosen.rounds, chosen.seconds, "Dungeons, two members")
