"""Reports on the odds of a fight as a self-contained HTML page, with a chart and no script."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, Literal, final

from attrs import field, frozen

from cairn_rules.cairn_rpg.combat.state import FOES, PARTY
from cairn_rules.cairn_rpg.odds.report import (
    COLUMNS,
    assumptions,
    endings,
    fate_rows,
    names,
    rounds,
    stat_line,
    title,
    verdict,
)
from cairn_rules.cairn_rpg.odds.result import Estimate, Odds
from cairn_rules.pictures.colours import Styling, css_colour
from cairn_rules.pictures.svg import escape, labelled, opening, wrapped

_ROW: Final = 44
"""Height of a row of the chart."""
_WIDTH: Final = 560
"""Width of the chart."""
_BAR: Final = 360
"""Length of a bar that stands for 100 %."""


@final
@frozen(kw_only=True)
class Colours:
    """The colours of a chart, each as CSS writes it.

    Raises:
        DefinitionError: if a colour could not be put into a style sheet.

    Example:
        >>> ink = Colours(text="#000", line="#ccc", party="navy", foes="rgb(180 70 20)")
    """

    text: str = field(validator=css_colour)
    """The colour of labels, numbers and error bars."""
    line: str = field(validator=css_colour)
    """The colour of the rest of a bar, up to 100 %."""
    party: str = field(validator=css_colour)
    """The colour of the party's bars."""
    foes: str = field(validator=css_colour)
    """The colour of the foes' bars."""


_STYLING: Final = Styling(
    prefix="odds",
    rules={
        "text": "fill:@text;font:15px system-ui,sans-serif",
        ".odds-end": "text-anchor:end",
        ".odds-track": "fill:@line",
        ".odds-party": "fill:@party",
        ".odds-foes": "fill:@foes",
        ".odds-error": "stroke:@text;stroke-width:2;fill:none",
    },
    light=Colours(text="#26241f", line="#e6e0d3", party="#1d6f8a", foes="#b5480f"),
    dark=Colours(text="#f1efe9", line="#3d4650", party="#6cb8d4", foes="#f2a33c"),
)


def odds_chart(
    odds: Odds, *, colours: Colours | Literal["auto", "light", "dark"] = "auto", size: int | None = None
) -> str:
    """Return a bar chart as SVG: the odds of winning, and of standing at the end. Simulated odds have error bars.

    Args:
        odds: The odds.
        colours: The colours, or `auto` to follow the reader's system, `light` or `dark`.
        size: The width in pixels (default: the available width).

    Raises:
        DefinitionError: if the size or the colours are not valid.

    Example:
        >>> from cairn_rules.cairn_rpg.combat.setup import new_game
        >>> from cairn_rules.cairn_rpg.odds import odds
        >>> odds_chart(odds(new_game())).startswith("<svg")
        True
    """
    bars = [
        ("The party wins", PARTY, odds.wins[PARTY]),
        ("The foes win", FOES, odds.wins[FOES]),
        *(
            (f"{name} stands at the end", each.side, each.standing)
            for name, each in zip(names(odds), odds.fighters, strict=True)
        ),
    ]
    opened = opening(_STYLING, room=(_WIDTH, _ROW * len(bars) + 8), size=size, colours=colours)
    description = "; ".join(f"{label}: {share}" for label, _, share in bars)
    drawn = (_bar(label, side, share, _ROW * place) for place, (label, side, share) in enumerate(bars))
    return f"{labelled(opened, title(odds), description, prefix='odds')}{''.join(drawn)}</svg>"


def _bar(label: str, side: int, share: Estimate, top: int) -> str:
    """Return a bar with its label above and its value on the right."""
    (shown,) = wrapped(label, _BAR / 15, 1)
    filled = float(share.value) * _BAR
    error = ""
    if share.interval is not None:
        low, high = (each * _BAR for each in share.interval)
        ends = f"M{low:.1f} {top + 26}v10M{high:.1f} {top + 26}v10"
        error = f'<path class="odds-error" d="M{low:.1f} {top + 31}H{high:.1f}{ends}"/>'
    return (
        f'<text x="0" y="{top + 18}">{escape(shown)}</text>'
        f'<rect class="odds-track" x="0" y="{top + 24}" width="{_BAR}" height="14"/>'
        f'<rect class="odds-{("party", "foes")[side]}" x="0" y="{top + 24}" width="{filled:.1f}" height="14"/>{error}'
        f'<text class="odds-end" x="{_WIDTH}" y="{top + 36}">{escape(str(share))}</text>'
    )


_STYLE: Final = """
:root { color-scheme: light dark; --paper: #fffdf8; --ink: #26241f; --quiet: #5f5a50; --line: #d9d2c3; }
@media (prefers-color-scheme: dark) {
  :root { --paper: #101418; --ink: #f1efe9; --quiet: #b0ada6; --line: #3d4650; }
}
@media print { :root { --paper: #fff; --ink: #000; --quiet: #333; } body { padding: 0; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 50rem; padding: 1.25rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.45 system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { margin: 0; font-size: 1.5rem; }
h2 { margin: 1.25rem 0 .25rem; font-size: 1.15rem; }
.verdict { margin: .5rem 0 1rem; font-weight: 600; }
svg { display: block; width: 100%; max-width: 36rem; height: auto; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: .9rem; }
th, td { padding: .25rem .75rem .25rem 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top;
  font-weight: inherit; }
thead th { color: var(--quiet); }
th[scope="row"] { min-width: 7rem; }
td { font-variant-numeric: tabular-nums; }
ul { margin: .25rem 0; padding-left: 1.2rem; color: var(--quiet); }
"""


def odds_page(odds: Odds) -> str:
    """Return a report as an HTML page that needs nothing else, and prints on one page for a small fight.

    Example:
        >>> from cairn_rules.cairn_rpg.combat.setup import new_game
        >>> from cairn_rules.cairn_rpg.odds import odds
        >>> page = odds_page(odds(new_game()))
        >>> "<h1>Hestia and Basil against Bear</h1>" in page, "<script" in page
        (True, False)
    """
    name = escape(title(odds))
    facts = (*assumptions(odds), *(f"{each.character.name}: {stat_line(each)}" for each in odds.fight.fighters))
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>{name}</title>
<style>{_STYLE}</style>
</head>
<body>
<main>
<h1>{name}</h1>
<p class="verdict">{escape(verdict(odds))} {escape(rounds(odds))}</p>
{odds_chart(odds)}
<h2>How it ends</h2>
{_table("Ending", ("Probability",), endings(odds))}
<h2>What becomes of each</h2>
{_table("Fighter", map(str.capitalize, COLUMNS), fate_rows(odds))}
<h2>Assumptions</h2>
<ul>
{"".join(f"<li>{escape(each)}</li>" for each in facts)}
</ul>
</main>
</body>
</html>
"""


def _table(first: str, columns: Iterable[str], rows: Iterable[tuple[str, ...]]) -> str:
    """Return a table, the first column of which holds names."""
    head = "".join(f'<th scope="col">{escape(each)}</th>' for each in (first, *columns))
    body = "\n".join(_rows(rows))
    region = f'<div class="scroll" role="region" aria-label="{escape(first)}" tabindex="0">'
    return f"{region}<table><thead><tr>{head}</tr></thead><tbody>\n{body}\n</tbody></table></div>"


def _rows(rows: Iterable[tuple[str, ...]]) -> Iterator[str]:
    for name, *cells in rows:
        shown = "".join(f"<td>{escape(cell)}</td>" for cell in cells)
        yield f'<tr><th scope="row">{escape(name)}</th>{shown}</tr>'
