"""A position judged by the net of sage, and by the features of the seer, in the same run on one core.

The positions are those that a search of two turns meets in games of the full set, so that what the judgements cache
is as often known as in a search.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib.metadata import version
from random import Random

from sides.side import Quantity, Side, called
from timing import compare, options

import cairn_rules as cairn
from cairn_rules.cairn.players.evaluation import judged
from cairn_rules.cairn.players.net import sage_net

GAMES = 6
ACTIONS = 30
"""Random actions before the position from which a search starts."""


def positions() -> Iterator[cairn.State]:
    """The states after two actions from positions of random games."""
    for seed in range(GAMES):
        state, rng = cairn.new_game(seed=seed), Random(seed)
        for _ in range(ACTIONS):
            if cairn.outcome(state) is None:
                state = cairn.apply(state, rng.choice(cairn.legal_actions(state)))
        for _, after in cairn.successors(state):
            for _, last in cairn.successors(after):
                if cairn.outcome(last) is None:
                    yield last


if __name__ == "__main__":
    chosen = options(__doc__, seconds=0.25)
    met = [(state, 0) for state in positions()]
    library = f"cairn-rules {version('cairn-rules')}"
    judgements = {"sage": sage_net(), "seer": judged}
    sides = [
        Side(name, library, {Quantity.JUDGEMENT: called(judgement, lambda: met)})
        for name, judgement in judgements.items()
    ]
    compare([Quantity.JUDGEMENT], sides, chosen.rounds, chosen.seconds, ours_is="sage")
