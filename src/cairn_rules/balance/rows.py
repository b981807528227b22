"""The table of a stone: what was measured with it, what with another one in its place, and whether they differ."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, TypeAlias, final

from attrs import frozen

from cairn_rules.arena import Share
from cairn_rules.balance.figures import Figures, Mean, difference
from cairn_rules.balance.measured import Ending
from cairn_rules.balance.report import StoneBalance

Figure: TypeAlias = Share | Mean
"""A number with its interval."""


@final
@frozen
class Row:
    """A line of the table."""

    label: str
    """What was measured."""
    alone: Figure
    """With the stone."""
    instead: Figure
    """With another one in its place."""

    @property
    def differs(self) -> int:
        """1 when it is surely more with the stone, -1 when it is surely less, 0 when that cannot be told.

        Example:
            >>> Row("who begins wins", Share(70, 100), Share(50, 100)).differs
            1
        """
        if isinstance(self.alone, Share) and isinstance(self.instead, Share):
            if not self.alone.of or not self.instead.of:
                return 0
            _, low, high = difference(self.alone, self.instead)
        else:
            low, high = _apart(self.alone, self.instead)
        return int(low > 0) - int(high < 0)

    @property
    def cells(self) -> tuple[str, str, str, str]:
        """The line as text: the label, both figures, and how they differ."""
        return self.label, shown(self.alone), shown(self.instead), ("less", "", "more")[self.differs + 1]


def _apart(one: Figure, other: Figure) -> tuple[float, float]:
    """The least and the most by which one figure is larger than another."""
    by = one.value - other.value
    spread = sum(((high - low) / 2) ** 2 for low, high in (one.interval, other.interval)) ** 0.5
    return by - spread, by + spread


_ROWS: Final[dict[str, Callable[[Figures], Figure]]] = {
    "who begins wins": lambda told: told.first_wins,
    "who builds it wins": lambda told: told.builder_wins,
    "who goes onto it more often wins": lambda told: told.walker_wins,
    "who is pushed onto it more wins": lambda told: told.pushed_wins,
    "it is built, if on display": lambda told: told.built,
    "its power is used in a game": lambda told: told.used,
    "how often in a game": lambda told: told.uses,
    "of these, by who is pushed": lambda told: told.pushes,
    "of its visitors, wake nothing": lambda told: told.idle,
    "turns in a game": lambda told: told.turns,
    "choices at the start of a turn": lambda told: told.turn_options,
    "an endless chain is cut": lambda told: told.cut,
}
_OF_POWERS: Final = {
    "who goes onto it more often wins",
    "who is pushed onto it more wins",
    "its power is used in a game",
    "how often in a game",
    "of these, by who is pushed",
    "of its visitors, wake nothing",
}
"""What is only told of a stone that has a power."""
_ENDS: Final[dict[Ending, str]] = {
    "exit": "last point: an exit",
    "transformation": "last point: a transformation",
    "power": "last point: given by a power",
    "stuck": "somebody cannot act, and loses",
    "undecided": "undecided, and stopped",
}


def rows(told: StoneBalance) -> Iterator[Row]:
    """The lines of a stone's table."""
    for label, figure in _ROWS.items():
        if told.stone.powers or label not in _OF_POWERS:
            yield Row(label, figure(told.alone), figure(told.instead))
    for ending, label in _ENDS.items():
        row = Row(label, told.alone.endings[ending], told.instead.endings[ending])
        if ending != "power" or row.alone.value or row.instead.value:
            yield row


def shown(figure: Figure) -> str:
    """A figure with its interval, in few signs.

    Example:
        >>> shown(Share(56, 100)), shown(Share(0, 0)), shown(Mean(2.25, 0.5))
        ('56 % (46 to 65)', 'never', '2.2 (1.8 to 2.8)')
    """
    low, high = figure.interval
    if isinstance(figure, Mean):
        digits = 1 if high >= 1 else 2
        return f"{figure.value:.{digits}f} ({low:.{digits}f} to {high:.{digits}f})" if high < float("inf") else "-"
    if not figure.of:
        return "never"
    digits = 1 if high < 0.1 else 0
    return f"{figure.value * 100:.{digits}f} % ({low * 100:.{digits}f} to {high * 100:.{digits}f})"
