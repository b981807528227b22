"""Compare random playouts through the public API of each library, in the same run on one core.

Each side lists the legal actions, chooses one at random and does it, until the game ends. Cairn's `apply`
checks that the action is legal, with all fourteen megaliths in play; python-chess's `push` does not.
A table for each of the library's other games compares it with chess in the same way. Two more tables measure the
sampling of a state that agrees with what a seat knows, and the drawing of a picture.
"""

from __future__ import annotations

from sides import load, other_games
from sides.side import Quantity
from timing import compare, options

if __name__ == "__main__":
    chosen = options(__doc__, seconds=0.5)
    compare([Quantity.PLAYOUT], load(), chosen.rounds, chosen.seconds)
    chess = [side for side in load() if side.name == "python-chess"]
    for name in other_games.GAMES:
        sides = [*other_games.sides(name), *chess]
        compare([Quantity.PLAYOUT], sides, chosen.rounds, chosen.seconds, f"{name} for two")
        compare([Quantity.HIDDEN, Quantity.PICTURE], sides, chosen.rounds, chosen.seconds, name)
