"""A balance report as a self-contained HTML page, with charts by matplotlib and no script."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from html import escape
from importlib import import_module
from importlib.resources import files
from io import StringIO
from typing import Any, Final, TypeAlias
from zlib import crc32

from cairn_rules.cairn.balance.report import BalanceReport, StoneBalance
from cairn_rules.cairn.balance.text import (
    COLUMNS,
    NOTE,
    Row,
    comparisons,
    extras,
    findings,
    heading,
    rows,
    sentences,
    shown,
    title,
    verdict,
)
from cairn_rules.errors import missing_extra
from cairn_rules.simulation.shares_and_elo import Share

Compared: TypeAlias = tuple[str, Share, Share]
"""A line of a chart: its label, the share with the stone, and the share with another one in its place."""

_VARIABLES: Final = {"#010101": "ink", "#020202": "quiet", "#030303": "line", "#040404": "mark", "#050505": "other"}
_INK, _QUIET, _LINE, _MARK, _OTHER = _VARIABLES
_WIDTH: Final = 5.0
"""Width of a chart, in inches."""
_SMALL: Final = 2.2
"""Width of a small multiple, in inches: two of them fit a phone at full size."""
_SIZE: Final = 12
_STEP: Final = 5
"""Number of turns in one bar of a histogram."""
_DRAWN: Final = 0.99
"""Share of the games that histograms show. The longest games would squeeze the others."""
_SETTINGS: Final = {"svg.fonttype": "none", "svg.hashsalt": "balance", "font.family": "sans-serif", "font.size": _SIZE}
_LEFT_OUT: Final = re.compile(r"<defs> <style.*?</style> </defs>|font-family: [^;]*; | transform=\"rotate\(-0 [^\"]*\"")
"""Parts of matplotlib's output that the page does not need."""


def need_matplotlib() -> None:
    """Check that matplotlib is installed. Raise a `MissingExtraError` if it is missing."""
    if missing := missing_extra("the page", "report", "matplotlib"):
        raise missing


def shares(name: str, compared: Sequence[Compared]) -> str:
    """Draw shares with their confidence intervals, each above that of another stone in its place.

    Example:
        >>> shares("Winners", [("first player wins", Share(5, 9), Share(4, 9))]).startswith("<svg")
        True
    """
    figure, axes = _drawing(0.64 * len(compared) + 0.6)
    places = range(len(compared), 0, -1)
    axes.axvline(50, color=_LINE, linewidth=1, zorder=0)
    for place, (label, alone, instead) in zip(places, compared, strict=True):
        axes.text(0, place + 0.22, label, color=_INK, va="bottom", fontsize=_SIZE)
        for share, colour, up in ((alone, _MARK, 0.06), (instead, _OTHER, -0.2)):
            if share.of:
                low, high = share.interval
                ends, middle, height = (low * 100, high * 100), share.value * 100, place + up
                axes.plot(ends, (height, height), color=colour, linewidth=2, solid_capstyle="round", clip_on=False)
                axes.plot([middle], [height], marker="o", markersize=6, color=colour, clip_on=False)
                value = f"{share.value * 100:.0f}%"
            else:
                value = "n/a"
            axes.text(103, place + up, value, color=colour, va="center", fontsize=_SIZE)
    axes.set_xlim(0, 100)
    axes.set_ylim(0.5, len(compared) + 0.6)
    axes.set_yticks([])
    axes.set_xticks([0, 25, 50, 75, 100], ["0", "25", "50", "75", "100%"])
    return _svg(figure, name)


def lengths(
    name: str,
    alone: Mapping[int, int],
    instead: Mapping[int, int],
    *,
    longest: int | None = None,
    highest: float | None = None,
    width: float = _WIDTH,
) -> str:
    """Draw a histogram of turns per game: filled with the stone, an outline with another in its place.

    The axes end at `longest` turns and at the share `highest` (default: those of this chart); `width` is in inches.

    Example:
        >>> lengths("Turns", {31: 2, 40: 1}, {33: 3}).count("<svg")
        1
    """
    figure, axes = _drawing(2.2 if width == _WIDTH else 1.2, width)
    edges = list(range(0, (max((*alone, *instead), default=0) if longest is None else longest) + 2 * _STEP, _STEP))
    axes.stairs(_shares(alone, edges), edges, fill=True, color=_MARK)
    axes.stairs(_shares(instead, edges), edges, color=_OTHER, linewidth=2)
    axes.set_xlim(0, edges[-1])
    axes.set_ylim(0, highest)
    axes.set_yticks([])
    if width == _WIDTH:
        axes.set_xlabel("turns per game", color=_QUIET)
    return _svg(figure, name)


def _shares(games: Mapping[int, int], edges: Sequence[int]) -> list[float]:
    """Return the share of the games between each two edges."""
    total = sum(games.values()) or 1
    return [
        sum(number for turns, number in games.items() if turns // _STEP == edge // _STEP) / total for edge in edges[:-1]
    ]


def _drawing(height: float, width: float = _WIDTH) -> tuple[Any, Any]:
    """Return a drawing of some size, in inches, and its axes."""
    from matplotlib.figure import Figure  # noqa: PLC0415 - an extra of the library, and slow to import

    with _settings():
        figure: Any = Figure(figsize=(width, height))
        figure.patch.set_visible(False)
        left, right, below, above = 0.12, (0.66 if width == _WIDTH else 0.16), (0.55 if width == _WIDTH else 0.28), 0.05
        axes = figure.add_axes(
            (left / width, below / height, (width - left - right) / width, (height - below - above) / height)
        )
    axes.patch.set_visible(False)
    for name, spine in axes.spines.items():
        spine.set_visible(name == "bottom")
        spine.set_color(_LINE)
    axes.tick_params(color=_LINE, labelcolor=_QUIET)
    return figure, axes


def _settings() -> AbstractContextManager[None]:
    """Return a context in which matplotlib draws with the settings of the page."""
    library: Any = import_module("matplotlib")
    opened: AbstractContextManager[None] = library.rc_context(_SETTINGS)
    return opened


def _svg(figure: Any, name: str) -> str:
    """Return a drawing as an SVG element of a page."""
    written = StringIO()
    with _settings():
        figure.savefig(written, format="svg", metadata=dict.fromkeys(("Creator", "Date", "Format", "Type")))
    text = written.getvalue()
    text = text[text.index("<svg") :]
    box = re.search(r'viewBox="[^"]*"', text)
    assert box is not None, "a drawing has a size"
    inner = text[text.index(">") + 1 :].strip()
    for colour, variable in _VARIABLES.items():
        inner = inner.replace(colour, f"var(--{variable})")
    inner = re.sub(r"(\.\d)\d+", r"\1", inner)  # a tenth of a unit is precise enough
    inner = _with_own_ids(_LEFT_OUT.sub("", re.sub(r"\s*\n\s*", " ", inner)))
    head = f'<svg xmlns:xlink="http://www.w3.org/1999/xlink" {box[0]} role="img"><title>{escape(name)}</title>'
    return head + inner


def _with_own_ids(text: str) -> str:
    """Return a drawing with ids that are unique on the page. Unused ids are removed."""
    name = f"c{crc32(text.encode()):08x}"
    used = set(re.findall(r'(?:xlink:href="|url\()#([^")]+)', text))
    text = re.sub(r' id="([^"]+)"', lambda found: f' id="{name}-{found[1]}"' if found[1] in used else "", text)
    return re.sub(r'(xlink:href="|url\()#', rf"\1#{name}-", text)


_LEGEND: Final = (
    '<p class="legend"><span class="mark"></span>with the megalith'
    ' <span class="other"></span>with another in its place</p>'
)
_SLOT: Final = re.compile(r"\{\{(\w+)\}\}")


def balance_page(report: BalanceReport, *, back: str | None = None) -> str:
    """Return a report as a self-contained HTML page with charts.

    A report on several stones compares them figure by figure. `back` is a URL to link back to, such as that of the same
    report as text. Raise a `MissingExtraError` if matplotlib is not installed (the extra `report`).

    Example:
        >>> from cairn_rules.cairn import BASE_SET
        >>> from cairn_rules.cairn.balance import balance
        >>> page = balance_page(balance([BASE_SET["deer"]], games=5, seed=1))
        >>> "Deer Rock" in page, "<script" in page
        (True, False)
    """
    need_matplotlib()
    slots = {
        "title": escape(title(report)),
        "back": "" if back is None else f'<nav><a href="{escape(back)}">← Back to the report as text</a></nav>',
        "heading": escape(heading(report)),
        "contents": "\n".join(_one(report.stones[0]) if len(report.stones) == 1 else _several(report)),
        "note": escape(NOTE),
    }
    template = files("cairn_rules.cairn.balance").joinpath("page.html").read_text(encoding="utf-8")
    return _SLOT.sub(lambda slot: slots[slot[1]], template)


def _one(stone: StoneBalance) -> Iterator[str]:
    """Yield the contents of a page on one stone: the verdict, charts, sentences and a table."""
    yield f'<p class="text">{escape(stone.stone.text)}</p><p class="verdict">{escape(verdict(stone))}</p>{_LEGEND}'
    yield '<div class="charts">'
    yield _figure(
        "Winners", shares("Winners", [(row.label, *_both(row)) for row in rows(stone) if row.label.endswith(" wins")])
    )
    yield _figure("Turns per game", lengths(_turns(stone), stone.alone.lengths, stone.instead.lengths))
    yield "</div><ul>"
    yield from (f"<li>{escape(each)}</li>" for each in sentences(stone))
    yield "</ul><section><h2>Figures</h2>"
    yield _table(COLUMNS, (_cells(row.label, row) for row in rows(stone)))
    yield "</section>"


def _several(report: BalanceReport) -> Iterator[str]:
    """Yield the contents of a page that compares stones: findings, small multiples, tables, texts."""
    yield "<section><h2>Findings</h2><ul>"
    for found, names in findings(report).items():
        yield f"<li><b>{escape(', '.join(names))}</b>: {escape(found)}</li>"
    compared = comparisons(report)
    yield f'</ul></section><section><h2>Winners</h2>{_LEGEND}<div class="charts">'
    for figure in compared["Winners"]:
        lines = [(stone.stone.name, *_both(row)) for stone, row in figure.rows]
        yield _figure(figure.label.capitalize(), shares(figure.label.capitalize(), lines), figure.meaning)
    yield f'</div></section><section><h2>Turns per game</h2>{_LEGEND}<div class="multiples">'
    longest, highest = _axes(report)
    for stone in report.stones:
        alone, instead = stone.alone.lengths, stone.instead.lengths
        drawn = lengths(_turns(stone), alone, instead, longest=longest, highest=highest, width=_SMALL)
        yield _figure(stone.stone.name, drawn)
    yield '</div><p class="text">All charts have the same axes. The longest 1% of the games are not drawn.</p>'
    yield "</section><section><h2>Figures</h2>"
    for name, figures in compared.items():
        yield f"<details><summary>{name}</summary>"
        for figure in figures:
            yield f'<h3>{figure.label.capitalize()}</h3><p class="text">{escape(figure.meaning)}</p>'
            yield _table(COLUMNS, (_cells(stone.stone.name, row) for stone, row in figure.rows))
        for extra in extras(report) if name == "Course" else ():
            yield f'<h3>{extra.label.capitalize()}</h3><p class="text">{escape(extra.meaning)}</p>'
            yield _table(extra.columns, extra.rows)
        yield "</details>"
    yield "</section><section><h2>The megaliths</h2><dl>"
    yield from (f"<dt>{escape(each.stone.name)}</dt><dd>{escape(each.stone.text)}</dd>" for each in report.stones)
    yield "</dl></section>"


def _both(row: Row) -> tuple[Share, Share]:
    """Return both shares of a row about winners."""
    assert isinstance(row.alone, Share), "winners are shares"
    assert isinstance(row.instead, Share), "winners are shares"
    return row.alone, row.instead


def _turns(stone: StoneBalance) -> str:
    """Return the description of a histogram, for readers who cannot see it."""
    alone, instead = shown(stone.alone.turns), shown(stone.instead.turns)
    return f"{stone.stone.name}: turns per game, {alone} with it, {instead} with another megalith"


def _axes(report: BalanceReport) -> tuple[int, float]:
    """Return the last turn and the highest share of histograms with common axes."""
    charts = [each for stone in report.stones for each in (stone.alone.lengths, stone.instead.lengths)]
    games = sorted(turns for chart in charts for turns, number in chart.items() for _ in range(number))
    longest = games[int(_DRAWN * (len(games) - 1))] if games else 0
    edges = range(0, longest + 2 * _STEP, _STEP)
    return longest, 1.05 * max(max(_shares(chart, edges)) for chart in charts) or 1.0


def _figure(caption: str, chart: str, meaning: str = "") -> str:
    explanation = f'<p class="text">{escape(meaning)}</p>' if meaning else ""
    return f"<figure><figcaption>{escape(caption)}</figcaption>{explanation}{chart}</figure>"


def _table(columns: tuple[str, ...], lines: Iterable[tuple[str, ...]]) -> str:
    """Return a table, the first column of which holds names. Cells are HTML."""
    head = "".join(f'<th scope="col">{each}</th>' for each in columns)
    body = "\n".join(
        f'<tr><th scope="row">{escape(name)}</th>{"".join(f"<td>{cell}</td>" for cell in cells)}</tr>'
        for name, *cells in lines
    )
    return f"<table><thead><tr><td></td>{head}</tr></thead><tbody>\n{body}</tbody></table>"


def _cells(name: str, row: Row) -> tuple[str, str, str]:
    """Return the cells of a figure. A significant difference is bold, and intervals are not broken."""
    alone, instead, differs = (escape(cell).replace(" to ", "&nbsp;to&nbsp;") for cell in row.cells[1:])
    return name, f"<b>{alone}, {differs}</b>" if differs else alone, instead
