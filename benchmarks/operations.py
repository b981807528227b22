"""What a playout or a search is made of, each by itself: lists of legal actions, actions done, branches, perft.

Every side goes through positions of random games, one after the other. A state of Cairn remembers its legal
actions: it is a new one, made while no time is taken, wherever they are part of what is measured. Only a branch
starts from states that know them, as it does in a search that has chosen among them.
"""

from __future__ import annotations

from sides import load
from sides.side import Quantity
from timing import compare, options

if __name__ == "__main__":
    chosen = options(__doc__, seconds=0.25)
    quantities = [
        Quantity.LEGAL,
        Quantity.CHECKED,
        Quantity.UNCHECKED,
        Quantity.BRANCH,
        Quantity.EXPAND,
        Quantity.PERFT,
    ]
    compare(quantities, load(), chosen.rounds, chosen.seconds)
