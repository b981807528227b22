"""The decisions that the engine asks, ready to be asked."""

from __future__ import annotations

from functools import cache
from typing import Final

from cairn_rules.cairn.board import TRIBES
from cairn_rules.cairn.pending import BuildMegalith, ChooseAction, NextTurn, Over, TransformOrPass
from cairn_rules.game import Outcome

CHOOSE_ACTION: Final = ChooseAction()
TRANSFORM_OR_PASS: Final = TransformOrPass()
NEXT_TURN: Final = NextTurn()
build_on: Final = cache(BuildMegalith)
"""The decision which megalith a tribe builds on a space; each is made but once."""
THIRD_MEGALITH: Final = "third-megalith"
"""The reason of an outcome: a third megalith was built (rule 9.1)."""
NO_ACTION: Final = "no-action"
"""The reason of an outcome: a player had no legal action (rule 9.2)."""


def over(winner: int, reason: str) -> Over:
    """The end of the game."""
    return Over(Outcome(winners=(TRIBES[winner],), reason=reason))
