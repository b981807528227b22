"""The results of an analysis: `Analysis` and `AnalysedLine`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, Generic, final

from cairn_rules.argument_checks import checked_class
from cairn_rules.frozen_classes import evolve, field, frozen
from cairn_rules.game import ActionT, Game, reduced
from cairn_rules.manifest import manifest_of, picture_for, seat_name
from cairn_rules.pictures.svg import escape


@final
@checked_class
@frozen(kw_only=True)
class AnalysedLine(Generic[ActionT]):
    """A line of play from a position, and its value for the seat that decides there.

    Example:
        >>> line = AnalysedLine(actions=("take-2", "take-1"), value=0.5, chances=(0.75, 0.25))
        >>> line.values
        (0.5, -0.5)
        >>> print(line)
        take-2 take-1: value +0.50
    """

    actions: tuple[ActionT, ...]
    """The actions, those of other seats included.

    The first one is legal. The others are what the player expects, until its search ends or an action reveals
    something hidden.
    """
    value: float
    """The expected result for the seat that decides, from -1 (lost) to 1 (won)."""
    chances: tuple[float, ...]
    """The chance of winning for each seat; together 1. Draws and shared victories are divided."""
    depth: int | None = None
    """Number of turns that the player looked ahead in this line; None if it does not count them."""
    visits: int | None = None
    """Number of simulations that began with the first action; None if they are not counted."""
    wins_in: int | None = None
    """Number of its turns, this one included, in which the seat that decides has won, whatever others do and whatever
    is hidden; None if no such win is proven."""
    is_rough: bool = False
    """True if its value is not as sure as that of the first line: found at a lesser depth, or with few simulations."""

    @property
    def values(self) -> tuple[float, ...]:
        """The expected result for each seat, from -1 (lost) to 1 (won), as a record holds it."""
        return tuple(2 * chance - 1 for chance in self.chances)

    def __str__(self) -> str:
        wins = "" if self.wins_in is None else f", wins in {self.wins_in} turn{'s' * (self.wins_in > 1)}"
        return f"{' '.join(map(str, self.actions))}: value {about(self)}{self.value:+.2f}{wins}"


def about(line: AnalysedLine[Any]) -> str:
    """Return the word before a rough value; empty for a sure one."""
    return "about " if line.is_rough else ""


FEW: Final = 0.1
"""A line with a smaller share of the first line's simulations is rough."""


def in_order(lines: Sequence[AnalysedLine[ActionT]]) -> tuple[AnalysedLine[ActionT], ...]:
    """Return lines in an order in which their values can be read: the first line, the sure ones, the rough ones.

    The first line stays what the player would play. Among the sure lines, the first included, values never rise, nor
    among the rough ones: a value above that of the first line rests on less, or the player would play it.
    """
    first, *others = lines
    deepest = max((line.depth or 0 for line in lines if line.wins_in is None), default=0)
    least = FEW * (first.visits or 0)
    doubts = (
        (line.is_rough, line.value > first.value, (line.depth or 0) < deepest, (line.visits or 0) < least)
        for line in others
    )
    marked = [evolve(line, is_rough=any(each)) for line, each in zip(others, doubts, strict=True)]
    return (first, *sorted(marked, key=lambda line: (line.is_rough, -line.value)))


@final
@checked_class
@frozen(kw_only=True)
class Analysis(Generic[ActionT]):
    """The best lines that a player has found in a position so far.

    Example:
        >>> from cairn_rules import Budget, analyse, cairn
        >>> *_, last = analyse(cairn, cairn.new_game(seed=7, first=0), budget=Budget(simulations=100), lines=2, seed=1)
        >>> last.seat == 0, len(last.lines)
        (True, 2)
    """

    seat: int
    """The seat that decides."""
    lines: tuple[AnalysedLine[ActionT], ...]
    """The lines, each with another first action: what the player would play, then the best others, then those whose
    value `is_rough`."""
    simulations: int
    """Number of simulations so far; for more than a small budget, see `Budget.simulations`."""
    game: Game[Any, ActionT, Any] | None = field(default=None, eq=False, repr=False)
    """The rules, which `analyse` adds; None in what an analyst of your own yields."""
    position: Any = field(default=None, eq=False, repr=False)
    """The state or observation that was analysed, which `analyse` adds as well."""

    def _repr_html_(self) -> str:
        """Return the board with the first action of each line as an arrow, and the lines in a table, for a notebook."""
        if self.game is None:
            return f"<pre>{escape(repr(self))}</pre>"
        game, firsts = self.game, [line.actions[0] for line in self.lines]
        board = picture_for(game, self.position, arrows=firsts) or f"<pre>{escape(game.diagram(self.position))}</pre>"
        seats = range(len(self.lines[0].chances))
        names = manifest_of(game).seats.names
        heads = "".join(f"<th>{escape(seat_name(names, seat))}</th>" for seat in seats)
        rows = "".join(
            f"<tr><td>{escape(' '.join(map(game.format_action, line.actions)))}</td>"
            f"{''.join(f'<td>{about(line)}{chance * 100:.0f} %</td>' for chance in line.chances)}</tr>"
            for line in self.lines
        )
        caption = f"<caption>{self.simulations} simulations</caption>"
        return f"{board}<table>{caption}<tr><th>line</th>{heads}</tr>{rows}</table>"

    def __reduce__(self) -> tuple[object, ...]:
        return reduced(self)
