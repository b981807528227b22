"""Write a state as text and as JSON and read it again, and draw it as a picture.

Every side goes through the positions of random games, one after the other. Reading checks that the position is
possible, if a library offers that: Cairn's readers always do, python-chess by `Board(fen)` and `is_valid()`.

Cairn caches the parts of texts, and the states of a game share most of them. To show the effect, two more tables use
states that are each from a different game, so many that no part is in the cache.
"""

from __future__ import annotations

from sides import load
from sides.side import Quantity
from timing import compare, options

if __name__ == "__main__":
    chosen = options(__doc__, seconds=0.25)
    sides = load()
    compare([Quantity.TEXT, Quantity.JSON, Quantity.PICTURE], sides, chosen.rounds, chosen.seconds)
    compare([Quantity.STRANGE_TEXT, Quantity.STRANGE_JSON], sides, chosen.rounds, chosen.seconds)
