"""A state to text and back, to JSON and back, and drawn as a picture.

Every side goes through the positions of random games, one after the other. Reading checks that the position
can be, where a library offers it: Cairn's readers always do, python-chess by `Board(fen)` and `is_valid()`.

Cairn knows texts by their parts, and the states of a game share most of theirs. What that is worth is shown by
states of which each is of another game: so many that none has parts that are known.
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
