"""A report as a web page of its own, with charts by matplotlib: no server, no network, no script."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from html import escape
from importlib import import_module
from importlib.resources import files
from importlib.util import find_spec
from io import StringIO
from typing import Any, Final, TypeAlias
from zlib import crc32

from cairn_rules.cairn.balance.report import BalanceReport, StoneBalance
from cairn_rules.cairn.balance.text import NOTE, heading, rows, sentences, verdict
from cairn_rules.errors import CairnRulesError
from cairn_rules.simulation.arena import Share

Compared: TypeAlias = tuple[str, Share, Share]
"""What a line of a chart is about, how it is with the stone, and with another one in its place."""

_VARIABLES: Final = {"#010101": "ink", "#020202": "quiet", "#030303": "line", "#040404": "mark", "#050505": "other"}
_INK, _QUIET, _LINE, _MARK, _OTHER = _VARIABLES
_WIDTH: Final = 5.0
_SIZE: Final = 12
_STEP: Final = 5
"""So many turns are one bar."""
_SETTINGS: Final = {"svg.fonttype": "none", "svg.hashsalt": "balance", "font.family": "sans-serif", "font.size": _SIZE}
_LEFT_OUT: Final = re.compile(r"<defs> <style.*?</style> </defs>|font-family: [^;]*; | transform=\"rotate\(-0 [^\"]*\"")
"""What the page says already, or what nobody needs."""


def need_matplotlib() -> None:
    """Say how to get what draws the charts, if it is not there.

    Raises:
        CairnRulesError: when it is not there.
    """
    if find_spec("matplotlib") is None:
        raise CairnRulesError("the page needs matplotlib; install it with: pip install 'cairn-rules[report]'")


def shares(title: str, compared: Sequence[Compared]) -> str:
    """Shares with their intervals as lines, those of the stone above those of another one in its place.

    Example:
        >>> shares("Who wins", [("who begins", Share(5, 9), Share(4, 9))]).startswith("<svg")
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
                told = f"{share.value * 100:.0f} %"
            else:
                told = "never"
            axes.text(103, place + up, told, color=colour, va="center", fontsize=_SIZE)
    axes.set_xlim(0, 100)
    axes.set_ylim(0.5, len(compared) + 0.6)
    axes.set_yticks([])
    axes.set_xticks([0, 25, 50, 75, 100], ["0", "25", "50", "75", "100 %"])
    return _svg(figure, title)


def lengths(title: str, alone: Mapping[int, int], instead: Mapping[int, int]) -> str:
    """How many turns games have: a surface with the stone, a line with another one in its place.

    Example:
        >>> lengths("How long", {31: 2, 40: 1}, {33: 3}).count("<svg")
        1
    """
    figure, axes = _drawing(2.2)
    longest = max((*alone, *instead), default=0)
    edges = list(range(0, longest + 2 * _STEP, _STEP))
    of_alone, of_instead = _shares(alone, edges), _shares(instead, edges)
    axes.stairs(of_alone, edges, fill=True, color=_MARK)
    axes.stairs(of_instead, edges, color=_OTHER, linewidth=2)
    axes.set_xlim(0, edges[-1])
    axes.set_yticks([])
    axes.set_xlabel("turns in a game", color=_QUIET)
    return _svg(figure, title)


def _shares(lengths: Mapping[int, int], edges: Sequence[int]) -> list[float]:
    """The share of the games between each two edges."""
    games = sum(lengths.values()) or 1
    return [
        sum(number for turns, number in lengths.items() if turns // _STEP == edge // _STEP) / games
        for edge in edges[:-1]
    ]


def _drawing(height: float) -> tuple[Any, Any]:
    """A drawing of some height, in inches, and where to draw in it."""
    from matplotlib.figure import Figure  # noqa: PLC0415 - an extra of the library, and slow to import

    with _settings():
        figure: Any = Figure(figsize=(_WIDTH, height))
        figure.patch.set_visible(False)
        left, right, below, above = 0.12, 0.66, 0.55, 0.05
        axes = figure.add_axes(
            (left / _WIDTH, below / height, (_WIDTH - left - right) / _WIDTH, (height - below - above) / height)
        )
    axes.patch.set_visible(False)
    for name, spine in axes.spines.items():
        spine.set_visible(name == "bottom")
        spine.set_color(_LINE)
    axes.tick_params(color=_LINE, labelcolor=_QUIET)
    return figure, axes


def _settings() -> AbstractContextManager[None]:
    """How the library is to draw, for as long as this is open."""
    library: Any = import_module("matplotlib")
    opened: AbstractContextManager[None] = library.rc_context(_SETTINGS)
    return opened


def _svg(figure: Any, title: str) -> str:
    """A drawing as a piece of a page."""
    written = StringIO()
    with _settings():
        figure.savefig(written, format="svg", metadata=dict.fromkeys(("Creator", "Date", "Format", "Type")))
    text = written.getvalue()
    text = text[text.index("<svg") :]
    box = re.search(r'viewBox="[^"]*"', text)
    assert box is not None, "a drawing has a size"
    inner = text[text.index(">") + 1 :].strip()
    for colour, name in _VARIABLES.items():
        inner = inner.replace(colour, f"var(--{name})")
    inner = re.sub(r"(\.\d)\d+", r"\1", inner)  # finer than that nobody can see
    inner = _with_own_ids(_LEFT_OUT.sub("", re.sub(r"\s*\n\s*", " ", inner)))
    head = f'<svg xmlns:xlink="http://www.w3.org/1999/xlink" {box[0]} role="img"><title>{escape(title)}</title>'
    return head + inner


def _with_own_ids(text: str) -> str:
    """A drawing whose ids are those of no other one; ids that nothing refers to are left out."""
    name = f"c{crc32(text.encode()):08x}"
    used = set(re.findall(r'(?:xlink:href="|url\()#([^")]+)', text))
    text = re.sub(r' id="([^"]+)"', lambda found: f' id="{name}-{found[1]}"' if found[1] in used else "", text)
    return re.sub(r'(xlink:href="|url\()#', rf"\1#{name}-", text)


def legend() -> Iterable[str]:
    """What the colours stand for, as a piece of a page."""
    yield '<p class="legend"><span class="mark"></span>with the stone'
    yield '<span class="other"></span>another one in its place</p>'


_SLOT: Final = re.compile(r"\{\{(\w+)\}\}")


def balance_page(report: BalanceReport) -> str:
    """A report as an HTML page that needs nothing else; its charts are drawn by matplotlib.

    Raises:
        CairnRulesError: when matplotlib is not installed (the extra `report`).

    Example:
        >>> from cairn_rules import BASE_SET
        >>> from cairn_rules.balance import balance
        >>> page = balance_page(balance([BASE_SET["deer"]], games=5, seed=1))
        >>> "Deer Rock" in page, "<script" in page
        (True, False)
    """
    need_matplotlib()
    names = [told.stone.name for told in report.stones]
    slots = {
        "title": escape(f"Balance of {names[0]}" if len(names) == 1 else f"Balance of {len(names)} stones"),
        "heading": escape(heading(report)),
        "overview": "\n".join(_overview(report)) if len(names) > 1 else "",
        "stones": "\n".join(_section(told) for told in report.stones),
        "note": escape(NOTE),
    }
    template = files("cairn_rules.cairn.balance").joinpath("page.html").read_text(encoding="utf-8")
    return _SLOT.sub(lambda slot: slots[slot[1]], template)


def _overview(report: BalanceReport) -> Iterator[str]:
    """All stones beside one another: what was found, and who wins."""
    yield '<section><h2>All of them</h2><ul class="found">'
    for told in report.stones:
        yield f'<li><a href="#{told.stone.id}">{escape(told.stone.name)}</a>: {escape(verdict(told))}</li>'
    yield '</ul><div class="charts">'
    builders = [(told.stone.name, told.alone.builder_wins, told.instead.builder_wins) for told in report.stones]
    users = [(told.stone.name, told.alone.walker_wins, told.instead.walker_wins) for told in report.stones]
    yield from _figure("How often who builds it wins", shares("How often who builds it wins", builders))
    yield from _figure("How often who uses it more wins", shares("How often who uses it more wins", users))
    yield "</div></section>"


def _section(told: StoneBalance) -> str:
    return "\n".join(_parts(told))


def _parts(told: StoneBalance) -> Iterator[str]:
    """A stone: in a line, in charts, in sentences, in a table."""
    alone, instead = told.alone, told.instead
    yield f'<section id="{told.stone.id}"><h2>{escape(told.stone.name)}</h2>'
    yield f'<p class="text">{escape(told.stone.text)}</p>'
    yield f'<p class="verdict">{escape(verdict(told))}</p>'
    winners = [
        ("who begins wins", alone.first_wins, instead.first_wins),
        ("who builds it wins", alone.builder_wins, instead.builder_wins),
        ("who goes onto it more often wins", alone.walker_wins, instead.walker_wins),
        ("who is pushed onto it more often wins", alone.pushed_wins, instead.pushed_wins),
    ]
    del winners[4 if told.stone.powers else 2 :]
    yield '<div class="charts">'
    yield from _figure("Who wins", shares(f"{told.stone.name}: who wins", winners))
    long = lengths(f"{told.stone.name}: how long games are", alone.lengths, instead.lengths)
    yield from _figure("How long games are", long)
    yield "</div><ul>"
    yield from (f"<li>{escape(each)}</li>" for each in sentences(told))
    yield "</ul><details><summary>All figures</summary><table>"
    yield "<thead><tr><th></th><th>with it</th><th>with another stone</th><th></th></tr></thead><tbody>"
    for row in rows(told):
        label, *cells = map(escape, row.cells)
        yield f"<tr><th>{label}</th>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>"
    yield "</tbody></table></details></section>"


def _figure(caption: str, chart: str) -> Iterator[str]:
    yield f"<figure><figcaption>{escape(caption)}</figcaption>"
    yield from legend()
    yield f"{chart}</figure>"
