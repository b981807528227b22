"""Compare sage's net with the seer's features on the positions that a search judges, in turn on one core.

The positions are those of one decision of sage at its default budget, in the order of the search. Caches are empty at
the start of a pass, as at the first decision of a game; only those of the last side are full from the pass before.
"""

from __future__ import annotations

from importlib.metadata import version
from typing import Any

from sides.side import Quantity, Side, called
from timing import compare, options

from cairn_rules import cairn
from cairn_rules.cairn.players import evaluation
from cairn_rules.cairn.players.lookahead import Lookahead
from cairn_rules.cairn.players.net import Net, sage_file, sage_net
from cairn_rules.players import Judgement, SagePlayer

POSITION = "1f2f/2s2/1fs2/5/s3s s bdoe b3=stormwell,d2=tumulus,a5=haven fairy,mound source,deer,menhir 1-0"


def positions() -> list[tuple[cairn.State, int]]:
    """Return the positions that a search judges, each with the tribe for which it judges them."""
    met: list[tuple[cairn.State, int]] = []

    def judged(state: cairn.State, tribe: int, /) -> float:
        met.append((state, tribe))
        return sage_net()(state, tribe)

    Lookahead(judged).line(cairn.parse_position(POSITION), SagePlayer.default)
    return met


def fresh_seer() -> Judgement:
    """Return the judgement of the seer, with empty caches."""
    for function in (evaluation._near, evaluation.completed_by):
        function.cache_clear()
    return evaluation.judged


def judge(judgement: Judgement, state: cairn.State, tribe: int) -> float:
    """Judge a position."""
    return judgement(state, tribe)


if __name__ == "__main__":
    chosen = options(__doc__, seconds=0.25)
    met = positions()
    library = f"cairn-rules {version('cairn-rules')}"

    def side(name: str, fresh: Any) -> Side:
        """Return a player's judgement."""

        def arguments() -> list[tuple[Judgement, cairn.State, int]]:
            judgement = fresh()
            return [(judgement, *each) for each in met]

        return Side(name, library, {Quantity.JUDGEMENT: called(judge, arguments)})

    sides = [
        side("sage", lambda: Net(sage_file())),
        side("seer", fresh_seer),
        side("sage, everything cached", sage_net),
    ]
    print(f"{len(met)} positions")
    compare([Quantity.JUDGEMENT], sides, chosen.rounds, chosen.seconds, ours_is="sage")
