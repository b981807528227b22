"""The decisions that the engine asks, ready to be asked."""

from __future__ import annotations

from functools import cache
from typing import Final

from cairn_rules.cairn.board import Space
from cairn_rules.cairn.pending import BuildMegalith, ChooseAction, NextTurn, Over, TransformOrPass, Waiting
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
    return Over(Outcome(winners=(winner,), reason=reason))


def is_between_turns(waiting: tuple[Waiting, ...]) -> bool:
    """Whether the turn is complete but for the powers that wake before the next one."""
    return bool(waiting) and isinstance(waiting[-1], NextTurn)


def joined(waiting: tuple[Waiting, ...], *new: Waiting) -> tuple[Waiting, ...]:
    """A queue with something more at its end, where only the next turn comes later."""
    if not waiting:
        return new
    if is_between_turns(waiting):
        return (*waiting[:-1], *new, waiting[-1])
    return (*waiting, *new)


def without_shaman(waiting: tuple[Waiting, ...], space: Space) -> tuple[Waiting, ...]:
    """What still waits when the shaman on a space goes away: not that it wakes what lies there."""
    return tuple([each for each in waiting if each != space]) if waiting else waiting
