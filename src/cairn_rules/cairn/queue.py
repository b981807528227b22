"""What waits to be resolved in a turn, as a queue (rules 6.8, 12.3)."""

from __future__ import annotations

from cairn_rules.cairn.board import Space
from cairn_rules.cairn.pending import NextTurn, Waiting


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
