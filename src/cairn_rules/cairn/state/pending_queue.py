"""Shared instances of decisions, and operations on the queue of items to resolve."""

from __future__ import annotations

from functools import cache
from typing import Final

from cairn_rules.cairn.state.board import Space
from cairn_rules.cairn.state.pending import BuildMegalith, ChooseAction, NextTurn, Over, TransformOrPass, Waiting
from cairn_rules.game import Outcome

CHOOSE_ACTION: Final = ChooseAction()
TRANSFORM_OR_PASS: Final = TransformOrPass()
NEXT_TURN: Final = NextTurn()
build_on: Final = cache(BuildMegalith)
"""Cached constructor of `BuildMegalith`."""
THIRD_MEGALITH: Final = "third-megalith"
"""Reason of an outcome: the winner built a third megalith (rule 9.1)."""
NO_ACTION: Final = "no-action"
"""Reason of an outcome: the loser had no legal action (rule 9.2)."""


@cache
def over(winner: int, reason: str) -> Over:
    """Return the pending value of a finished game, one of four."""
    return Over(Outcome(winners=(winner,), reason=reason))


def is_between_turns(waiting: tuple[Waiting, ...]) -> bool:
    """Return whether the turn is complete except for powers that wake before the next one."""
    return bool(waiting) and isinstance(waiting[-1], NextTurn)


def joined(waiting: tuple[Waiting, ...], *new: Waiting) -> tuple[Waiting, ...]:
    """Return a queue with items added at its end, but before the next turn."""
    if not waiting:
        return new
    if is_between_turns(waiting):
        return (*waiting[:-1], *new, waiting[-1])
    return (*waiting, *new)


def without_shaman(waiting: tuple[Waiting, ...], space: Space) -> tuple[Waiting, ...]:
    """Return a queue without the arrival on a space that its shaman has left."""
    return tuple([each for each in waiting if each != space]) if waiting else waiting
