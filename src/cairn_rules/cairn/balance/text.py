"""The table of a stone: what was measured with it, what with another one in its place, and whether they differ."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from textwrap import fill
from typing import Final, TypeAlias, final

from attrs import frozen

from cairn_rules.cairn.balance.figures import Figures, Mean, difference
from cairn_rules.cairn.balance.measure import Ending
from cairn_rules.cairn.balance.report import BalanceReport, StoneBalance
from cairn_rules.players.player import Budget
from cairn_rules.simulation.arena import Share

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


WIDTH: Final = 80
NOTE: Final = (
    "In brackets: between which two numbers the true one lies, in 95 of 100 such cases. “More” and “less” are said"
    " where the difference is surer than that; of twenty comparisons one is so by luck."
)
"""How the figures are to be read."""


def verdict(told: StoneBalance) -> str:
    """The report of a stone in one line: whether it is fair, and what should be looked at.

    Example:
        >>> from cairn_rules import BASE_SET
        >>> from cairn_rules.balance import balance
        >>> verdict(balance([BASE_SET["deer"]], games=5, seed=1).stones[0])
        'No unfairness to be seen in 5 games.'
    """
    if not told.alone.games:
        return "It cannot be played: no game came to its end." if told.alone.broken else "No games were played."
    seen = list(_concerns(told))
    if not seen:
        return f"No unfairness to be seen in {_counted(told.alone.games, 'game')}."
    return f"Worth a look: {'; '.join(seen)}."


def _concerns(told: StoneBalance) -> Iterator[str]:
    alone, instead = told.alone, told.instead
    for whose, one, other in (
        ("who begins", alone.first_wins, instead.first_wins),
        ("who builds it", alone.builder_wins, instead.builder_wins),
        ("who is pushed onto it", alone.pushed_wins, instead.pushed_wins),
    ):
        more = Row("", one, other).differs
        if more:
            yield f"{whose} wins {_than(more)} often than with another stone"
    stalemates: tuple[tuple[Ending, str], ...] = (("stuck", "somebody cannot act"), ("undecided", "a game has no end"))
    for ending, what in stalemates:
        if Row("", alone.endings[ending], instead.endings[ending]).differs > 0:
            yield f"more often {what}"
    low, high = told.longer.interval
    if abs(told.longer.value) > 0.1 * instead.turns.value and (low > 0 or high < 0):
        yield f"games are {'longer' if low > 0 else 'shorter'} by more than a tenth"
    if alone.broken:
        yield f"{_counted(alone.broken, 'game')} broken by a misbehaving stone"


def sentences(told: StoneBalance) -> Iterator[str]:
    """The report of a stone in sentences."""
    alone, instead = told.alone, told.instead
    if alone.games:
        yield _compared("Who begins wins", alone.first_wins, instead.first_wins)
        if alone.builder_wins.of:
            yield (
                _compared("Who builds it, and does not win with that, wins", alone.builder_wins, instead.builder_wins)
                + " A point is ahead, whichever stone it is; what counts is the difference."
            )
        yield from _hands(told)
        yield _length(told)
        yield _stalemates(told)
        yield _chains(told)
    if alone.broken or instead.broken:
        yield (
            f"A stone misbehaved in {_counted(alone.broken, 'game')} with it and {instead.broken} without it;"
            f" they are not counted above. {'; '.join(told.faults)}."
        )


def _compared(what: str, one: Share, other: Share) -> str:
    """A share beside that with another stone in the same place."""
    told = f"{what} {shown(one)} of {_counted(one.of, 'game')}"
    more = Row("", one, other).differs
    by = abs(difference(one, other)[0]) * 100
    if not other.of:
        return f"{told}."
    if more:
        return (
            f"{told}, {_than(more)} often, by {by:.0f} in 100, than with another stone in its place ({shown(other)})."
        )
    return f"{told}: no sure difference to another stone in its place ({shown(other)})."


def _than(more: int) -> str:
    return "more" if more > 0 else "less"


def _hands(told: StoneBalance) -> Iterator[str]:
    """How often its power is used, by whom, and what that is good for."""
    alone = told.alone
    if alone.built.of:
        yield f"Where it is on display from the start, it is built in {shown(alone.built)} of the games."
    if not told.stone.powers:
        yield "It has no power to wake: what it forbids is seen in the other figures alone."
        return
    if not alone.used.count:
        yield "Its power was never used."
        return
    yield f"Its power is used {shown(alone.uses)} times a game, in {shown(alone.used)} of the games."
    yield f"Of these uses, {shown(alone.pushes)} are by a tribe that the enemy brought there."
    if alone.walker_wins.of:
        yield f"The tribe that goes there more often by its own will wins {shown(alone.walker_wins)} of such games."
    if alone.pushed_wins.of:
        yield f"The tribe that is pushed there more often wins {shown(alone.pushed_wins)} of such games."
    if alone.idle.count:
        yield f"Of the shamans that come onto it, {shown(alone.idle)} wake nothing."


def _length(told: StoneBalance) -> str:
    low, high = told.longer.interval
    turns = f"A game has {shown(told.alone.turns)} turns"
    if low <= 0 <= high:
        return f"{turns}: no sure difference to the same games with another stone."
    least, most = sorted((abs(low), abs(high)))
    longer = "more" if low > 0 else "fewer"
    return f"{turns}, {abs(told.longer.value):.1f} ({least:.1f} to {most:.1f}) {longer} than with another stone."


def _stalemates(told: StoneBalance) -> str:
    ends, others = told.alone.endings, told.instead.endings
    return (
        f"Somebody cannot act, and loses, in {ends['stuck'].count:.0f} games"
        f" (with another stone: {others['stuck'].count:.0f});"
        f" {ends['undecided'].count:.0f} had no end ({others['undecided'].count:.0f})."
    )


def _chains(told: StoneBalance) -> str:
    alone, instead = told.alone, told.instead
    return (
        f"The guard cut an endless chain in {shown(alone.cut)} of the games (with another stone: {shown(instead.cut)});"
        f" the most powers in one turn were {alone.longest} ({instead.longest})."
    )


def _counted(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def heading(report: BalanceReport) -> str:
    """How the games were played, in a sentence."""
    return (
        f"Each stone in {_counted(report.games, 'game')}, beside the same games with another stone in its place;"
        f" {report.player} on both sides{_spending(report.budget)}, seed {report.seed}."
    )


def _spending(budget: Budget | None) -> str:
    if budget is None:
        return ""
    parts = [] if budget.simulations is None else [_counted(budget.simulations, "simulation")]
    parts += [] if budget.seconds is None else [f"{budget.seconds:g} s"]
    return f" with {' or '.join(parts)} for a decision"


def plain(report: BalanceReport) -> Iterator[str]:
    """The report for a terminal, line by line, at most 80 columns wide."""
    yield fill(heading(report), WIDTH)
    for told in report.stones:
        yield ""
        yield fill(f"{told.stone.name} ({told.stone.id})", WIDTH)
        yield fill(told.stone.text, WIDTH, initial_indent="  ", subsequent_indent="  ")
        yield fill(verdict(told), WIDTH)
        yield ""
        yield _line(("", "with it", "with another stone", ""))
        yield from (_line(row.cells) for row in rows(told))
        yield ""
        yield from (fill(each, WIDTH, initial_indent="- ", subsequent_indent="  ") for each in sentences(told))
    yield ""
    yield fill(NOTE, WIDTH)


def _line(cells: tuple[str, ...]) -> str:
    label, alone, instead, differs = cells
    return f"{label:<33} {alone:<20} {instead:<20} {differs}".rstrip()


def markdown(report: BalanceReport, command: str, *, page: str | None = None) -> Iterator[str]:
    """The report as Markdown, line by line.

    Args:
        report: The report.
        command: What made it, for a shell.
        page: Where the same lies with charts, as a relative URL; None if it does not.
    """
    charts = () if page is None else (f"The same with charts is [a page of its own]({page}).", "")
    yield from ("# Balance", "", heading(report), "", *charts, f"```text\n{command}\n```", "", NOTE, "")
    yield "| stone | who begins wins | who builds it wins | who is pushed onto it wins | used in a game | turns |"
    yield "| --- | --- | --- | --- | --- | --- |"
    for told in report.stones:
        figures = told.alone
        shares = (figures.first_wins, figures.builder_wins, figures.pushed_wins)
        told_all: tuple[Figure, ...] = (*shares, figures.uses, figures.turns)
        yield f"| {_escaped(told.stone.name)} | {' | '.join(map(shown, told_all))} |"
    for told in report.stones:
        yield from ("", f"## {_escaped(told.stone.name)}", "", f"*{_escaped(told.stone.text)}*", "")
        yield from (f"**{_escaped(verdict(told))}**", "")
        yield from ("|  | with it | with another stone |  |", "| --- | --- | --- | --- |")
        yield from (f"| {' | '.join(row.cells)} |" for row in rows(told))
        yield ""
        yield from (f"- {_escaped(each)}" for each in sentences(told))


def _escaped(text: str) -> str:
    """A text that means nothing more in Markdown than its letters."""
    for sign in "\\`*_|<[":
        text = text.replace(sign, "\\" + sign)
    return text
