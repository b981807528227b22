"""Reports on forecasts as a self-contained HTML page, with a chart and no script."""

from __future__ import annotations

from typing import Final, Literal, final

from cairn_rules.cairn_rpg.argument_checks import checked
from cairn_rules.cairn_rpg.estimates.chart import WIDTH, ChartColours, bar, chart, chart_styling
from cairn_rules.cairn_rpg.estimates.estimate import Estimate
from cairn_rules.cairn_rpg.estimates.markup import html_list, html_page, html_table
from cairn_rules.cairn_rpg.forecast import report
from cairn_rules.cairn_rpg.forecast.result import Forecast
from cairn_rules.frozen_classes import frozen
from cairn_rules.pictures.colours import colour
from cairn_rules.pictures.svg import escape, wrapped

_ROW: Final = 24
_LABEL: Final = 70
"""Width of the labels on the left."""
_BAR: Final = 300
"""Length of a bar that stands for 100 %."""


@final
@frozen(kw_only=True)
class Colours(ChartColours):
    """The colours of a chart, as CSS colours. Each default is that of the light scheme.

    Raises:
        DefinitionError: if a colour is not a valid CSS colour.

    Example:
        >>> ink = Colours(first="navy", second="rgb(180 70 20)")
    """

    first: str = colour("#1d6f8a", "#6cb8d4")
    """The colour of the bars of the first plan."""
    second: str = colour("#b5480f", "#f2a33c")
    """The colour of the bars of the other plans."""


_STYLING: Final = chart_styling("forecast", Colours, ("first", "second"))


@checked
def forecast_chart(
    *plans: Forecast, colours: Colours | Literal["auto", "light", "dark"] = "auto", size: int | None = None
) -> str:
    """Return a bar chart as SVG: the probability to have arrived by the end of each day, for each plan.

    Simulated forecasts have error bars. The colours are a `Colours`, `light`, `dark`, or `auto` to follow the reader's
    system; `size` is the width in pixels (default: the available width).

    Raises:
        DefinitionError: if there is no forecast, or the size or the colours are not valid.

    Example:
        >>> from cairn_rules.cairn_rpg import wilderness
        >>> from cairn_rules.cairn_rpg.forecast import forecast
        >>> forecast_chart(forecast(wilderness.new_game(), exact=False, games=20)).startswith("<svg")
        True
    """
    report.check_plans(plans)
    bars = [
        (f"Day {day}" if not index else "", plan, index, report.by_day(plan, day))
        for day in report.days(plans)
        for index, plan in enumerate(plans)
    ]
    keys = [_key(plan, index) for index, plan in enumerate(plans)]
    drawn = [_bar(label, index, share, _ROW * place) for place, (label, _, index, share) in enumerate(bars, len(plans))]
    return chart(
        _STYLING,
        (*keys, *drawn),
        height=_ROW * (len(bars) + len(plans)) + 8,
        title=report.title(plans),
        description="; ".join(f"{plan.name}, {label or 'same day'}: {share}" for label, plan, _, share in bars),
        colours=colours,
        size=size,
    )


def _colour(index: int) -> str:
    return "second" if index else "first"


def _key(plan: Forecast, index: int) -> str:
    (shown,) = wrapped(f"{plan.name}: arrived by the end of the day", WIDTH / 15, 1)
    top = _ROW * index
    return (
        f'<rect class="forecast-{_colour(index)}" x="0" y="{top + 6}" width="14" height="14"/>'
        f'<text x="22" y="{top + 18}">{escape(shown)}</text>'
    )


def _bar(label: str, index: int, share: Estimate, top: int) -> str:
    return (
        f'<text x="0" y="{top + 18}">{label}</text>'
        f"{bar('forecast', _colour(index), share, left=_LABEL, top=top + 4, length=_BAR)}"
        f'<text class="forecast-end" x="{WIDTH}" y="{top + 18}">{escape(str(share))}</text>'
    )


@checked
def forecast_page(*plans: Forecast) -> str:
    """Return a report as a self-contained HTML page.

    Raises:
        DefinitionError: if there is no forecast.

    Example:
        >>> from cairn_rules.cairn_rpg import wilderness
        >>> from cairn_rules.cairn_rpg.forecast import forecast
        >>> page = forecast_page(forecast(wilderness.new_game(), exact=False, games=20))
        >>> "<svg" in page, "<script" in page
        (True, False)
    """
    report.check_plans(plans)
    paragraphs = "\n".join(f'<p class="verdict">{escape(each)}</p>' for each in report.verdicts(plans))
    body = f"""<h1>{escape(report.title(plans))}</h1>
{paragraphs}
{forecast_chart(*plans)}
<h2>Means</h2>
{html_table("Measure", report.columns(plans), report.rows(plans))}
<h2>Arrived by the end of the day</h2>
{html_table("Day", (plan.name for plan in plans), report.day_rows(plans))}
<h2>Assumptions</h2>
{html_list(report.assumptions(plans))}"""
    return html_page(report.title(plans), body)
