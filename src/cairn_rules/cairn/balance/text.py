"""The text of balance reports: tables, verdicts and sentences, for terminals and as Markdown."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from textwrap import fill
from typing import Final, TypeAlias, final

from cairn_rules.cairn.balance.measurement import Ending
from cairn_rules.cairn.balance.report import BalanceReport, StoneBalance
from cairn_rules.cairn.balance.statistics import Figures, Mean, p_value, significant
from cairn_rules.frozen_classes import evolve, frozen
from cairn_rules.players.player import Budget
from cairn_rules.simulation.shares_and_elo import Share

Figure: TypeAlias = Share | Mean
"""A number with its confidence interval."""


@final
@frozen
class Row:
    """A figure of one stone."""

    label: str
    """The name of the figure."""
    alone: Figure
    """The figure in games with the stone."""
    instead: Figure
    """The figure in games with another stone in its place."""

    differs: int = 0
    """1 if the figure is significantly higher with the stone, -1 if it is lower, otherwise 0.

    Significant means at the 5 % level, after Holm's correction for all comparisons of the stone.
    """

    @property
    def cells(self) -> tuple[str, str, str, str]:
        """The row as text: label, both figures, and `higher` or `lower` if the difference is significant."""
        return self.label, shown(self.alone), shown(self.instead), ("lower", "", "higher")[self.differs + 1]


_OF_ALL: Final[dict[str, Callable[[Figures], Figure]]] = {
    "first player wins": lambda games: games.first_wins,
    "builder wins": lambda games: games.builder_wins,
}
_OF_POWERS: Final[dict[str, Callable[[Figures], Figure]]] = {
    "more frequent visitor wins": lambda games: games.walker_wins,
    "tribe pushed onto it wins": lambda games: games.pushed_wins,
}
_BUILT: Final[dict[str, Callable[[Figures], Figure]]] = {"built, if on display": lambda games: games.built}
_USE: Final[dict[str, Callable[[Figures], Figure]]] = {
    "games in which it is used": lambda games: games.used,
    "uses per game": lambda games: games.uses,
    "uses after an enemy push": lambda games: games.pushes,
    "arrivals that do not wake it": lambda games: games.idle,
}
_TURNS: Final = "turns per game"
_COURSE: Final[dict[str, Callable[[Figures], Figure]]] = {
    _TURNS: lambda games: games.turns,
    "actions at the start of a turn": lambda games: games.turn_options,
    "games with an endless chain": lambda games: games.cut,
}
_ENDS: Final[dict[Ending, str]] = {
    "exit": "last point: exit",
    "transformation": "last point: transformation",
    "power": "last point: granted by a power",
    "stuck": "a player cannot act",
    "undecided": "stopped as undecided",
}
_GROUPS: Final[dict[str, tuple[str, ...]]] = {
    "Winners": (*_OF_ALL, *_OF_POWERS),
    "Use": (*_BUILT, *_USE),
    "Course": tuple(_COURSE),
    "Endings": tuple(_ENDS.values()),
}
"""The figures by the heading that they are listed under."""
_MEANINGS: Final[dict[str, str]] = {
    "first player wins": "Share of games that the first player wins.",
    "builder wins": (
        "Share of games that the builder of the megalith wins, excluding those that end with its construction."
        " Every construction scores a point, which helps its builder to win, so only the difference matters."
    ),
    "more frequent visitor wins": (
        "Share of games won by the tribe that used the power more often after it brought its own shaman there."
    ),
    "tribe pushed onto it wins": (
        "Share of games won by the tribe that used the power more often after the enemy brought its shaman there."
    ),
    "built, if on display": "Share of games in which it is built, of those that start with it on display.",
    "games in which it is used": "Share of games in which its power is used at least once.",
    "uses per game": "Mean number of uses of its power in a game.",
    "uses after an enemy push": "Share of its uses by a tribe whose shaman the enemy brought there.",
    "arrivals that do not wake it": "Share of the shamans that arrive on it without waking it.",
    _TURNS: "Mean number of turns of both tribes together.",
    "actions at the start of a turn": "Mean number of legal actions at the start of a turn.",
    "games with an endless chain": "Share of games in which the loop guard cut an endless chain (rule 6.7).",
    "last point: exit": "Share of games in which a shaman's exit scores the last point.",
    "last point: transformation": "Share of games in which a transformation scores the last point.",
    "last point: granted by a power": "Share of games in which a power grants the last point.",
    "a player cannot act": "Share of games that a player loses for lack of a legal action.",
    "stopped as undecided": "Share of games that reach the maximum number of turns.",
}


def rows(stone: StoneBalance) -> Iterator[Row]:
    """Yield the rows of a stone's table. A stone with no power lacks the figures of powers.

    Example:
        >>> from cairn_rules.cairn import BASE_SET
        >>> from cairn_rules.cairn.balance import balance
        >>> (deer,) = balance([BASE_SET["deer"]], games=5, seed=1).stones
        >>> [(row.label, row.differs) for row in rows(deer)][0]
        ('first player wins', 0)
    """
    found = list(_compared_figures(stone))
    sure = significant([p_value(*_tested(stone, row)) for row in found])
    for row, is_sure in zip(found, sure, strict=True):
        one, other = _tested(stone, row)
        yield evolve(row, differs=1 if one.value > other.value else -1) if is_sure else row


def _compared_figures(stone: StoneBalance) -> Iterator[Row]:
    """Yield the rows of a stone's table, none of them marked."""
    alone, instead = stone.alone, stone.instead
    powers = bool(stone.stone.powers)
    figures = {**_OF_ALL, **(_OF_POWERS if powers else {}), **_BUILT, **(_USE if powers else {}), **_COURSE}
    for label, figure in figures.items():
        yield Row(label, figure(alone), figure(instead))
    for ending, label in _ENDS.items():
        row = Row(label, alone.endings[ending], instead.endings[ending])
        if ending != "power" or row.alone.value or row.instead.value:
            yield row


def _tested(stone: StoneBalance, row: Row) -> tuple[Figure, Figure]:
    """Return the figures of a row to compare. Turns are compared game by game."""
    return (stone.longer, Mean(0.0, 0.0)) if row.label == _TURNS else (row.alone, row.instead)


@final
@frozen
class Comparison:
    """One figure of several stones."""

    label: str
    """The name of the figure."""
    meaning: str
    """Its explanation, in a sentence."""
    rows: tuple[tuple[StoneBalance, Row], ...]
    """The stones that have the figure, in the order of the report."""


def comparisons(report: BalanceReport) -> Mapping[str, tuple[Comparison, ...]]:
    """Return the figures of a report by heading, each for all stones."""
    by_label: dict[str, list[tuple[StoneBalance, Row]]] = {}
    for stone in report.stones:
        for row in rows(stone):
            by_label.setdefault(row.label, []).append((stone, row))
    return {
        heading: tuple(
            Comparison(label, _MEANINGS[label], tuple(by_label[label])) for label in labels if label in by_label
        )
        for heading, labels in _GROUPS.items()
    }


@final
@frozen
class Extra:
    """A table of several stones that does not consist of figures."""

    label: str
    """The name of the table."""
    meaning: str
    """Its explanation, in a sentence."""
    columns: tuple[str, ...]
    """The headings of the columns after the first."""
    rows: tuple[tuple[str, ...], ...]
    """The cells of each stone, its name first."""


def extras(report: BalanceReport) -> tuple[Extra, ...]:
    """Return the further tables on the course of the games."""
    stones = report.stones
    return (
        Extra(
            "difference in turns",
            "Mean difference in turns between a game with the megalith and the same game with another one.",
            ("turns per game",),
            tuple((each.stone.name, _turns_more(each)) for each in stones),
        ),
        Extra(
            "longest chain",
            "Maximum number of powers used in one turn.",
            COLUMNS,
            tuple((each.stone.name, str(each.alone.longest), str(each.instead.longest)) for each in stones),
        ),
    )


def shown(figure: Figure) -> str:
    """Return a figure with its confidence interval, as short text.

    Example:
        >>> shown(Share(56, 100)), shown(Share(0, 0)), shown(Mean(2.25, 0.5))
        ('56% (46 to 65)', 'no data', '2.2 (1.8 to 2.8)')
    """
    low, high = figure.interval
    if isinstance(figure, Mean):
        digits = 1 if high >= 1 else 2
        return f"{figure.value:.{digits}f} ({low:.{digits}f} to {high:.{digits}f})" if high < float("inf") else "-"
    if not figure.of:
        return "no data"
    digits = 1 if high < 0.1 else 0
    return f"{figure.value * 100:.{digits}f}% ({low * 100:.{digits}f} to {high * 100:.{digits}f})"


COLUMNS: Final = ("with it", "with another")
WIDTH: Final = 80
"""The width of the report on a terminal, in columns."""
NOTE: Final = (
    "The range in brackets is the 95% confidence interval. “Higher” and “lower” mark differences that are"
    " significant at the 5% level after Holm's correction for all comparisons of the megalith:"
    " of megaliths without any effect, at most about one in twenty gets a mark by chance."
)
"""The explanation of intervals and marks."""


def verdict(stone: StoneBalance) -> str:
    """Return the result for a stone in one line: fair, or worth a look and why.

    Example:
        >>> from cairn_rules.cairn import BASE_SET
        >>> from cairn_rules.cairn.balance import balance
        >>> verdict(balance([BASE_SET["deer"]], games=5, seed=1).stones[0])
        'No sign of unfairness in 5 games.'
    """
    if not stone.alone.games:
        return "It is unplayable: every game was aborted." if stone.alone.broken else "No games were played."
    concerns = list(_concerns(stone))
    if not concerns:
        return f"No sign of unfairness in {_counted(stone.alone.games, 'game')}."
    return f"Worth a look: {'; '.join(concerns)}."


def _concerns(stone: StoneBalance) -> Iterator[str]:
    """Yield the figures of a stone that may make it unfair."""
    alone, instead = stone.alone, stone.instead
    differs = {row.label: row.differs for row in rows(stone)}
    for whose, label in (
        ("the first player", "first player wins"),
        ("its builder", "builder wins"),
        ("the tribe pushed onto it", "tribe pushed onto it wins"),
    ):
        if more := differs.get(label, 0):
            yield f"{whose} wins {_than(more)} often than with another megalith"
    stalemates: tuple[tuple[Ending, str], ...] = (
        ("stuck", "players are more often unable to act"),
        ("undecided", "games are more often undecided"),
    )
    for ending, concern in stalemates:
        if differs[_ENDS[ending]] > 0:
            yield concern
    if differs[_TURNS] and abs(stone.longer.value) > 0.1 * instead.turns.value:
        yield f"games are more than 10% {'longer' if differs[_TURNS] > 0 else 'shorter'}"
    if alone.broken:
        yield f"{_counted(alone.broken, 'game')} aborted by a misbehaving megalith"


def sentences(stone: StoneBalance) -> Iterator[str]:
    """Yield the result for a stone in sentences."""
    alone, instead = stone.alone, stone.instead
    by_label = {row.label: row for row in rows(stone)}
    if alone.games:
        yield _compared("The first player wins", alone.first_wins, by_label["first player wins"])
        if alone.builder_wins.of:
            yield (
                _compared("Its builder wins", alone.builder_wins, by_label["builder wins"])
                + " Games that end with its construction do not count."
                " Every construction scores a point, which helps its builder to win, so only the difference matters."
            )
        yield from _uses(stone)
        yield _length(stone, by_label[_TURNS].differs)
        yield _stalemates(stone)
        yield _chains(stone)
    if alone.broken or instead.broken:
        yield (
            f"A megalith misbehaved in {_counted(alone.broken, 'game')} with it and {instead.broken} without it;"
            f" these games are excluded above. {'; '.join(stone.faults)}."
        )


def _compared(what: str, one: Share, row: Row) -> str:
    """Return a sentence about a share, compared with that of another stone in the same place."""
    base = f"{what} {shown(one)} of {_counted(one.of, 'game')}"
    other = row.instead
    if isinstance(other, Share) and not other.of:
        return f"{base}."
    if row.differs:
        by = abs(one.value - other.value) * 100
        return f"{base}, {by:.0f} percentage points {_than(row.differs)} than with another megalith ({shown(other)})."
    return f"{base}. The difference from another megalith in its place ({shown(other)}) is not significant."


def _than(more: int) -> str:
    return "more" if more > 0 else "less"


def _uses(stone: StoneBalance) -> Iterator[str]:
    """Yield sentences about the use of a stone's power, and its value."""
    alone = stone.alone
    if alone.built.of:
        yield f"If it is on display from the start, it is built in {shown(alone.built)} of the games."
    if not stone.stone.powers:
        yield "It has no power; the other figures show the effect of its ward."
        return
    if not alone.used.count:
        yield "Its power was never used."
        return
    yield f"Its power is used {shown(alone.uses)} times per game, in {shown(alone.used)} of the games."
    yield f"Of these uses, {shown(alone.pushes)} are by a tribe whose shaman the enemy brought there."
    if alone.walker_wins.of:
        visitor = "A tribe that visits it more often than the enemy, by its own decisions, wins"
        yield f"{visitor} {shown(alone.walker_wins)} of the games."
    if alone.pushed_wins.of:
        yield f"A tribe that is pushed onto it more often than the enemy wins {shown(alone.pushed_wins)} of the games."
    if alone.idle.count:
        yield f"Of the shamans that arrive on it, {shown(alone.idle)} do not wake it."


def _length(stone: StoneBalance, differs: int) -> str:
    turns = f"A game takes {shown(stone.alone.turns)} turns"
    if not differs:
        return f"{turns}. The difference from the same games with another megalith is not significant."
    least, most = sorted(map(abs, stone.longer.interval))
    longer = "more" if differs > 0 else "fewer"
    return f"{turns}, {abs(stone.longer.value):.1f} ({least:.1f} to {most:.1f}) {longer} than with another megalith."


def _turns_more(stone: StoneBalance) -> str:
    """Return the difference in turns that a stone makes, as short text."""
    low, high = stone.longer.interval
    if not any(row.differs for row in rows(stone) if row.label == _TURNS):
        return "not significant"
    return f"{stone.longer.value:+.1f} ({low:+.1f} to {high:+.1f})"


def _stalemates(stone: StoneBalance) -> str:
    ends, others = stone.alone.endings, stone.instead.endings
    return (
        f"A player cannot act, and loses, in {_counted(ends['stuck'].count, 'game')}"
        f" (with another megalith: {others['stuck'].count:.0f});"
        f" {_counted(ends['undecided'].count, 'game')} stopped as undecided ({others['undecided'].count:.0f})."
    )


def _chains(stone: StoneBalance) -> str:
    alone, instead = stone.alone, stone.instead
    return (
        f"The loop guard cut an endless chain in {shown(alone.cut)} of the games"
        f" (with another megalith: {shown(instead.cut)}); the longest chain had {_counted(alone.longest, 'power')}"
        f" ({instead.longest})."
    )


def _counted(number: float, what: str) -> str:
    return f"{number:.0f} {what}{'' if number == 1 else 's'}"


def title(report: BalanceReport) -> str:
    """Return the title of a report.

    Example:
        >>> from cairn_rules.cairn import BASE_SET
        >>> from cairn_rules.cairn.balance import balance
        >>> title(balance([BASE_SET["deer"]], games=0, seed=1))
        'Cairn: balance of Deer Rock'
    """
    names = [stone.stone.name for stone in report.stones]
    return f"Cairn: balance of {names[0] if len(names) == 1 else f'{len(names)} megaliths'}"


def heading(report: BalanceReport) -> str:
    """Return the conditions of the games, in two sentences."""
    return (
        f"Each megalith is tested in {_counted(report.games, 'game')} and compared with another megalith"
        f" in its place in the same games. {report.player} plays both sides{_spending(report.budget)};"
        f" seed {report.seed}."
    )


def _spending(budget: Budget | None) -> str:
    if budget is None:
        return ""
    parts = [] if budget.simulations is None else [_counted(budget.simulations, "simulation")]
    parts += [] if budget.seconds is None else [f"{budget.seconds:g} s"]
    return f" with {' or '.join(parts)} per decision"


def plain(report: BalanceReport) -> Iterator[str]:
    """Yield the report for a terminal, line by line, at most 80 columns wide."""
    yield fill(heading(report), WIDTH)
    for stone in report.stones:
        yield ""
        yield fill(f"{stone.stone.name} ({stone.stone.id})", WIDTH)
        yield fill(stone.stone.text, WIDTH, initial_indent="  ", subsequent_indent="  ")
        yield fill(verdict(stone), WIDTH)
        yield ""
        yield _line(("", *COLUMNS, ""))
        yield from (_line(row.cells) for row in rows(stone))
        yield ""
        yield from (fill(each, WIDTH, initial_indent="- ", subsequent_indent="  ") for each in sentences(stone))
    yield ""
    yield fill(NOTE, WIDTH)


def _line(cells: tuple[str, ...]) -> str:
    label, alone, instead, differs = cells
    return f"{label:<31} {alone:<20} {instead:<20} {differs}".rstrip()


def markdown(report: BalanceReport, command: str, *, page: str | None = None) -> Iterator[str]:
    """Yield the report as Markdown, line by line.

    A report on one stone has a table of its figures. A report on several has a table for each figure, to compare the
    stones. All tables have three columns, so that they fit a phone. `command` is the shell command that made it, `page`
    the relative URL of the same report as a page with charts.
    """
    charts = () if page is None else (f"The [same report with charts]({page}) is a separate page.", "")
    yield from (f"# {escaped(title(report))}", "", heading(report), "", *charts, NOTE, "")
    yield from (_one(report.stones[0]) if len(report.stones) == 1 else _several(report))
    yield from ("", "## Method", "", "This command made the report:", "", f"```text\n{command}\n```")


def _one(stone: StoneBalance) -> Iterator[str]:
    """Yield the sections on the only stone of a report."""
    yield from (f"*{escaped(stone.stone.text)}*", "", f"**{escaped(verdict(stone))}**", "")
    yield from (f"- {escaped(each)}" for each in sentences(stone))
    yield from ("", "## Figures", "")
    yield from _table(COLUMNS, (_cells(row.label, row) for row in rows(stone)))


def _several(report: BalanceReport) -> Iterator[str]:
    """Yield the sections that compare several stones."""
    yield from ("## Findings", "")
    for found, names in findings(report).items():
        yield f"- **{escaped(', '.join(names))}**: {escaped(found)}"
    for name, figures in comparisons(report).items():
        yield from ("", f"## {name}")
        for figure in figures:
            yield from ("", f"### {figure.label.capitalize()}", "", figure.meaning, "")
            yield from _table(COLUMNS, (_cells(stone.stone.name, row) for stone, row in figure.rows))
        for extra in extras(report) if name == "Course" else ():
            yield from ("", f"### {extra.label.capitalize()}", "", extra.meaning, "")
            yield from _table(extra.columns, extra.rows)
    yield from ("", "## The megaliths", "")
    yield from (f"- **{escaped(each.stone.name)}**: {escaped(each.stone.text)}" for each in report.stones)


def findings(report: BalanceReport) -> Mapping[str, tuple[str, ...]]:
    """Return the names of the stones by their verdict, those worth a look first."""
    by_verdict: dict[str, list[str]] = {}
    for stone in sorted(report.stones, key=lambda each: not any(_concerns(each))):
        by_verdict.setdefault(verdict(stone), []).append(stone.stone.name)
    return {each: tuple(names) for each, names in by_verdict.items()}


def _table(columns: tuple[str, ...], lines: Iterable[tuple[str, ...]]) -> Iterator[str]:
    """Yield a table, the first column of which holds names."""
    yield f"|  | {' | '.join(columns)} |"
    yield "| --- " * (1 + len(columns)) + "|"
    for name, *cells in lines:
        yield f"| {escaped(name)} | {' | '.join(cells)} |"


def _cells(name: str, row: Row) -> tuple[str, str, str]:
    """Return the cells of a figure. A significant difference is bold."""
    _, alone, instead, differs = row.cells
    return name, f"**{alone}, {differs}**" if differs else alone, instead


def escaped(text: str) -> str:
    """Return a text with the special characters of Markdown escaped."""
    for sign in "\\`*_|<[":
        text = text.replace(sign, "\\" + sign)
    return text
