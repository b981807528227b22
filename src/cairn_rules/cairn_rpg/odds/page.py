"""Reports on the odds of a fight as a self-contained HTML page, with a chart and no script."""

from __future__ import annotations

from typing import Final, Literal, final

from cairn_rules.cairn_rpg.argument_checks import checked
from cairn_rules.cairn_rpg.combat.state import FOES, PARTY
from cairn_rules.cairn_rpg.estimates.chart import WIDTH, ChartColours, bar, chart, chart_styling
from cairn_rules.cairn_rpg.estimates.estimate import Estimate
from cairn_rules.cairn_rpg.estimates.markup import html_list, html_page, html_table
from cairn_rules.cairn_rpg.odds import report
from cairn_rules.cairn_rpg.odds.result import Odds
from cairn_rules.frozen_classes import frozen
from cairn_rules.pictures.colours import colour
from cairn_rules.pictures.svg import escape, wrapped

_ROW: Final = 44
_BAR: Final = 360
"""Length of a bar that stands for 100 %."""


@final
@frozen(kw_only=True)
class Colours(ChartColours):
    """The colours of a chart, as CSS colours. Each default is that of the light scheme.

    Raises:
        DefinitionError: if a colour is not a valid CSS colour.

    Example:
        >>> ink = Colours(party="navy", foes="rgb(180 70 20)")
    """

    party: str = colour("#1d6f8a", "#6cb8d4")
    """The colour of the party's bars."""
    foes: str = colour("#b5480f", "#f2a33c")
    """The colour of the foes' bars."""


_STYLING: Final = chart_styling("odds", Colours, ("party", "foes"))


@checked
def odds_chart(
    odds: Odds, *, colours: Colours | Literal["auto", "light", "dark"] = "auto", size: int | None = None
) -> str:
    """Return a bar chart as SVG: the odds of winning, and of standing at the end. Simulated odds have error bars.

    The colours are a `Colours`, `light`, `dark`, or `auto` to follow the reader's system; `size` is the width in pixels
    (default: the available width).

    Raises:
        DefinitionError: if the size or the colours are not valid.

    Example:
        >>> from cairn_rules.cairn_rpg.combat import new_game
        >>> from cairn_rules.cairn_rpg.odds import odds
        >>> odds_chart(odds(new_game())).startswith("<svg")
        True
    """
    bars = [
        ("The party wins", PARTY, odds.wins[PARTY]),
        ("The foes win", FOES, odds.wins[FOES]),
        *(
            (f"{name} stands at the end", each.side, each.standing)
            for name, each in zip(report.names(odds), odds.fighters, strict=True)
        ),
    ]
    return chart(
        _STYLING,
        (_bar(label, side, share, _ROW * place) for place, (label, side, share) in enumerate(bars)),
        height=_ROW * len(bars) + 8,
        title=report.title(odds),
        description="; ".join(f"{label}: {share}" for label, _, share in bars),
        colours=colours,
        size=size,
    )


def _bar(label: str, side: int, share: Estimate, top: int) -> str:
    """Return a bar with its label above and its value on the right."""
    (shown,) = wrapped(label, _BAR / 15, 1)
    return (
        f'<text x="0" y="{top + 18}">{escape(shown)}</text>'
        f"{bar('odds', ('party', 'foes')[side], share, top=top + 24, length=_BAR)}"
        f'<text class="odds-end" x="{WIDTH}" y="{top + 36}">{escape(str(share))}</text>'
    )


@checked
def odds_page(odds: Odds) -> str:
    """Return a report as a self-contained HTML page, which prints on one page for a small fight.

    Example:
        >>> from cairn_rules.cairn_rpg.combat import new_game
        >>> from cairn_rules.cairn_rpg.odds import odds
        >>> page = odds_page(odds(new_game()))
        >>> "<h1>Hestia and Basil against Bear</h1>" in page, "<script" in page
        (True, False)
    """
    name = escape(report.title(odds))
    facts = (
        *report.assumptions(odds),
        *(f"{each.character.name}: {report.stat_line(each)}" for each in odds.fight.fighters),
    )
    body = f"""<h1>{name}</h1>
<p class="verdict">{escape(report.verdict(odds))} {escape(report.rounds(odds))}</p>
{odds_chart(odds)}
<h2>How it ends</h2>
{html_table("Ending", ("Probability",), report.endings(odds))}
<h2>The fate of each fighter</h2> {html_table("Fighter", map(str.capitalize, report.COLUMNS), report.fate_rows(odds))}
<h2>Assumptions</h2> {html_list(facts)}"""
    return html_page(report.title(odds), body)
