"""A report as a web page of its own: no server, no network, no script."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape
from importlib.resources import files
from typing import Final

from cairn_rules.cairn.balance.charts import legend, lengths, need_matplotlib, shares
from cairn_rules.cairn.balance.report import BalanceReport, StoneBalance
from cairn_rules.cairn.balance.text import NOTE, heading, rows, sentences, verdict

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
