"""A state to text and back, to JSON and back, and drawn as a picture.

Every side goes through the positions of random games, one after the other. Reading checks that the position
can be, where a library offers it: Cairn's readers always do, python-chess by `Board(fen)` and `is_valid()`.
"""

from __future__ import annotations

from sides import load
from sides.side import Quantity
from timing import compare, options

if __name__ == "__main__":
    chosen = options(__doc__, seconds=0.25)
    compare([Quantity.TEXT, Quantity.JSON, Quantity.PICTURE], load(), chosen.rounds, chosen.seconds)
