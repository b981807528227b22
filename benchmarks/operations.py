"""Measure the parts of a playout or a search separately: lists of legal actions, applied actions, branches, perft.

Every side goes through positions of random games, one after the other. A state of Cairn caches its legal actions, so
new states, made outside the measured time, are used wherever listing actions is part of the measurement. Only a branch
starts from states that have listed them before, as in a search.
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
