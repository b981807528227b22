"""Reports on forecasts, of one plan or of several to compare: plain text, Markdown, and an HTML page with a chart."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import inf
from textwrap import fill
from typing import Final, Literal, final

from attrs import field, frozen

from cairn_rules.cairn_rpg.argument_checks import checked
from cairn_rules.cairn_rpg.estimates import Estimate
from cairn_rules.cairn_rpg.forecast.result import Forecast, Measure, difference, shown_mean
from cairn_rules.cairn_rpg.report_parts import (
    WIDTH,
    bar_rules,
    changed_rulings,
    html_list,
    html_page,
    html_table,
    listed,
    markdown_line,
    markdown_table,
    svg_bar,
)
from cairn_rules.errors import DefinitionError
from cairn_rules.pictures.colours import Styling, css_colour
from cairn_rules.pictures.svg import escape, labelled, opening, wrapped

_NAMES: Final[dict[Measure, str]] = {
    "days": "Days",
    "watches": "Watches",
    "rations": "Meals used",
    "fatigue": "Most Fatigue",
    "losses": "Items lost",
}
_MOST_ROWS: Final = 12
"""Maximum number of days that are listed one by one."""
_ROW: Final = 24
_WIDTH: Final = 560
_LABEL: Final = 70
_BAR: Final = 300
"""Length of a bar that stands for 100 %."""


@final
@frozen(kw_only=True)
class Colours:
    """The colours of a chart, each as CSS writes it.

    Raises:
        DefinitionError: if a colour could not be put into a style sheet.

    Example:
        >>> ink = Colours(text="#000", line="#ccc", first="navy", second="rgb(180 70 20)")
    """

    text: str = field(validator=css_colour)
    """The colour of labels, numbers and error bars."""
    line: str = field(validator=css_colour)
    """The colour of the rest of a bar, up to 100 %."""
    first: str = field(validator=css_colour)
    """The colour of the bars of the first plan."""
    second: str = field(validator=css_colour)
    """The colour of the bars of the other plans."""


_STYLING: Final = Styling(
    prefix="forecast",
    rules=bar_rules("forecast", "first", "second"),
    light=Colours(text="#26241f", line="#e6e0d3", first="#1d6f8a", second="#b5480f"),
    dark=Colours(text="#f1efe9", line="#3d4650", first="#6cb8d4", second="#f2a33c"),
)


@checked
def forecast_chart(
    *plans: Forecast, colours: Colours | Literal["auto", "light", "dark"] = "auto", size: int | None = None
) -> str:
    """Return a bar chart as SVG: the probability to have arrived by the end of each day, for each plan.

    Simulated forecasts have error bars.

    Args:
        plans: The forecasts, at least one.
        colours: The colours, or `auto` to follow the reader's system, `light` or `dark`.
        size: The width in pixels (default: the available width).

    Raises:
        DefinitionError: if there is no forecast, or the size or the colours are not valid.

    Example:
        >>> from cairn_rules.cairn_rpg import wilderness
        >>> from cairn_rules.cairn_rpg.forecast import forecast
        >>> forecast_chart(forecast(wilderness.new_game(), exact=False, games=20)).startswith("<svg")
        True
    """
    _check(plans)
    bars = [
        (f"Day {day}" if not index else "", plan, index, by_day(plan, day))
        for day in _days(plans)
        for index, plan in enumerate(plans)
    ]
    room = (_WIDTH, _ROW * (len(bars) + len(plans)) + 8)
    opened = opening(_STYLING, room=room, size=size, colours=colours)
    description = "; ".join(f"{plan.name}, {label or 'same day'}: {share}" for label, plan, _, share in bars)
    drawn = [_key(plan, index) for index, plan in enumerate(plans)]
    drawn += [
        _bar(label, index, share, _ROW * (place + len(plans))) for place, (label, _, index, share) in enumerate(bars)
    ]
    return f"{labelled(opened, title(plans), description, prefix='forecast')}{''.join(drawn)}</svg>"


def _check(plans: Sequence[Forecast]) -> None:
    if not plans:
        raise DefinitionError("a report needs at least one forecast, got none")


def _colour(index: int) -> str:
    return "second" if index else "first"


def _key(plan: Forecast, index: int) -> str:
    (shown,) = wrapped(f"{plan.name}: arrived by the end of the day", _WIDTH / 15, 1)
    top = _ROW * index
    return (
        f'<rect class="forecast-{_colour(index)}" x="0" y="{top + 6}" width="14" height="14"/>'
        f'<text x="22" y="{top + 18}">{escape(shown)}</text>'
    )


def _bar(label: str, index: int, share: Estimate, top: int) -> str:
    return (
        f'<text x="0" y="{top + 18}">{label}</text>'
        f"{svg_bar('forecast', _colour(index), share, left=_LABEL, top=top + 4, length=_BAR)}"
        f'<text class="forecast-end" x="{_WIDTH}" y="{top + 18}">{escape(str(share))}</text>'
    )


def by_day(plan: Forecast, day: int) -> Estimate:
    """Return the probability to have arrived by the end of a day, whether or not all journeys arrive."""
    part = plan.days.at_most(day)
    if plan.games is None:
        return Estimate(min(1.0, part * float(plan.arrives.value)))
    return Estimate.share(round(part * float(plan.arrives.value) * plan.games), plan.games)


def _days(plans: Sequence[Forecast]) -> range:
    """Return the days that are listed: up to that by which nearly all have arrived."""
    ends = [plan.days.least_with(0.999) for plan in plans]
    starts = [plan.days.shares[0][0] for plan in plans if plan.days.shares]
    first = min(starts, default=1)
    return range(first, min(max((end or first) for end in ends), first + _MOST_ROWS - 1) + 1)


def title(plans: Sequence[Forecast]) -> str:
    """Return the title of a report, such as `To the mill and the tower: on foot or with a mule`."""
    way = listed([leg.to for leg in plans[0].journey.legs])
    return f"To {way}: {' or '.join(plan.name for plan in plans)}"


def verdicts(plans: Sequence[Forecast]) -> Iterator[str]:
    """Yield the result of each plan in a sentence."""
    for plan in plans:
        food = plan.rations.least_with(0.9)
        if food is None:
            yield f"{plan.name}: the party does not arrive."
            continue
        yield (
            f"{plan.name}: the party arrives with a probability of {plan.arrives}, on day {plan.days} on average. "
            f"{max(0, food)} meals are enough in 9 of 10 cases."
        )


def rows(plans: Sequence[Forecast]) -> Iterator[tuple[str, ...]]:
    """Yield the rows of the table of means, with the differences to the first plan."""
    yield "Arrives", *(str(plan.arrives) for plan in plans), *("" for _ in plans[1:])
    yield "Hungry at the end", *(str(plan.hungry) for plan in plans), *("" for _ in plans[1:])
    for measure, name in _NAMES.items():
        means = (str(plan.spread(measure)) for plan in plans)
        yield name, *means, *(_signed(difference(plans[0], other, measure)) for other in plans[1:])


def _signed(change: Estimate) -> str:
    return f"{'+' * (0 < change.value < inf)}{shown_mean(change)}"


def columns(plans: Sequence[Forecast]) -> tuple[str, ...]:
    """Return the heads of the table of means."""
    return (*(plan.name for plan in plans), *(f"change: {plan.name}" for plan in plans[1:]))


def day_rows(plans: Sequence[Forecast]) -> Iterator[tuple[str, ...]]:
    """Yield the rows of the table of arrivals."""
    for day in _days(plans):
        yield f"Day {day}", *(str(by_day(plan, day)) for plan in plans)


def assumptions(plans: Sequence[Forecast]) -> Iterator[str]:
    """Yield what the forecasts depend on: policies, rulings, how they were found."""
    for plan in plans:
        yield f"{plan.name}: the party's policy is to {plan.policy}; the table's is {plan.table}."
        if plan.exact:
            yield f"{plan.name}: exact, through {plan.states:,} states."
        else:
            why = f" because {plan.note}" if plan.note else ""
            yield f"{plan.name}: {plan.games:,} journeys were simulated{why}, seed {plan.seed}."
    yield changed_rulings(plans[0].journey.rulings)
    yield "Days, meals, Fatigue and losses are those of the journeys that arrive. Brackets hold 95 % intervals."


@checked
def text_report(*plans: Forecast) -> str:
    """Return a report as plain text, at most 80 columns wide.

    Raises:
        DefinitionError: if there is no forecast.

    Example:
        >>> from cairn_rules.cairn_rpg import wilderness
        >>> from cairn_rules.cairn_rpg.forecast import forecast
        >>> found = forecast(wilderness.new_game(), exact=False, games=20, name="on foot")
        >>> text_report(found).splitlines()[0]
        'To the mill and the tower: on foot'
    """
    _check(plans)
    lines = [fill(title(plans), WIDTH), ""]
    lines += (fill(each, WIDTH) for each in verdicts(plans))
    for first, *cells in (*rows(plans), *((f"Arrived by day {row[0][4:]}", *row[1:]) for row in day_rows(plans))):
        heads = columns(plans)
        if len(plans) == 1:
            lines.append(f"{first:<20}{cells[0]}")
        else:
            lines += ["", first]
            lines += (f"    {head:<28}{cell}" for head, cell in zip(heads, cells, strict=False) if cell)
    lines.append("")
    lines += (fill(each, WIDTH) for each in assumptions(plans))
    return "\n".join(lines)


@checked
def markdown_report(*plans: Forecast) -> str:
    """Return a report as Markdown.

    Raises:
        DefinitionError: if there is no forecast.

    Example:
        >>> from cairn_rules.cairn_rpg import wilderness
        >>> from cairn_rules.cairn_rpg.forecast import forecast
        >>> markdown_report(forecast(wilderness.new_game(), exact=False, games=20)).splitlines()[0]
        '# To the mill and the tower: the plan'
    """
    _check(plans)
    lines = [f"# {markdown_line(title(plans))}", "", *map(markdown_line, verdicts(plans)), ""]
    lines += markdown_table(("", *map(markdown_line, columns(plans))), rows(plans))
    lines += ["", "## Arrived by the end of the day", ""]
    lines += markdown_table(("", *(markdown_line(plan.name) for plan in plans)), day_rows(plans))
    lines += ["", "## Assumptions", ""]
    lines += (f"- {markdown_line(each)}" for each in assumptions(plans))
    return "\n".join(lines)


@checked
def forecast_page(*plans: Forecast) -> str:
    """Return a report as an HTML page that needs nothing else.

    Raises:
        DefinitionError: if there is no forecast.

    Example:
        >>> from cairn_rules.cairn_rpg import wilderness
        >>> from cairn_rules.cairn_rpg.forecast import forecast
        >>> page = forecast_page(forecast(wilderness.new_game(), exact=False, games=20))
        >>> "<svg" in page, "<script" in page
        (True, False)
    """
    _check(plans)
    body = f"""<h1>{escape(title(plans))}</h1>
{_paragraphs(verdicts(plans))}
{forecast_chart(*plans)}
<h2>Means</h2>
{html_table("Measure", columns(plans), rows(plans))}
<h2>Arrived by the end of the day</h2>
{html_table("Day", (plan.name for plan in plans), day_rows(plans))}
<h2>Assumptions</h2>
{html_list(assumptions(plans))}"""
    return html_page(title(plans), body)


def _paragraphs(lines: Iterable[str]) -> str:
    return "\n".join(f'<p class="verdict">{escape(each)}</p>' for each in lines)
