"""Reports on forecasts, of one plan or of several to compare: plain text and Markdown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import inf
from textwrap import fill
from typing import Final

from cairn_rules.cairn_rpg.argument_checks import checked
from cairn_rules.cairn_rpg.estimates.estimate import Estimate
from cairn_rules.cairn_rpg.estimates.markup import WIDTH, changed_rulings, listed, markdown_line, markdown_table
from cairn_rules.cairn_rpg.forecast.result import Forecast, Measure, difference, shown_mean
from cairn_rules.errors import DefinitionError

_NAMES: Final[dict[Measure, str]] = {
    "days": "Days",
    "watches": "Watches",
    "rations": "Meals used",
    "fatigue": "Most Fatigue",
    "losses": "Items lost",
}
_MOST_ROWS: Final = 12
"""Maximum number of days that are listed one by one."""


def check_plans(plans: Sequence[Forecast]) -> None:
    """Check that there are plans to report on. Raise a `DefinitionError` if there are none."""
    if not plans:
        raise DefinitionError("a report needs at least one forecast, got none")


def by_day(plan: Forecast, day: int) -> Estimate:
    """Return the probability of an arrival by the end of a day, among all journeys."""
    part = plan.days.at_most(day)
    if plan.games is None:
        return Estimate(min(1.0, part * float(plan.arrives.value)))
    return Estimate.share(round(part * float(plan.arrives.value) * plan.games), plan.games)


def days(plans: Sequence[Forecast]) -> range:
    """Return the days to list, up to the day by which nearly all journeys have arrived."""
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
    for day in days(plans):
        yield f"Day {day}", *(str(by_day(plan, day)) for plan in plans)


def assumptions(plans: Sequence[Forecast]) -> Iterator[str]:
    """Yield the assumptions of the forecasts: policies, rulings, and the method."""
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
    check_plans(plans)
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
    check_plans(plans)
    lines = [f"# {markdown_line(title(plans))}", "", *map(markdown_line, verdicts(plans)), ""]
    lines += markdown_table(("", *map(markdown_line, columns(plans))), rows(plans))
    lines += ["", "## Arrived by the end of the day", ""]
    lines += markdown_table(("", *(markdown_line(plan.name) for plan in plans)), day_rows(plans))
    lines += ["", "## Assumptions", ""]
    lines += (f"- {markdown_line(each)}" for each in assumptions(plans))
    return "\n".join(lines)
