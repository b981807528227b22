"""Sheets as self-contained HTML pages, which are well-formed XML.

Each prints on one page of A4 or Letter, unless a character has dozens of notes; long sheets use a smaller type size.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from importlib.resources import files
from typing import Final

from cairn_rules.cairn_rpg.sheets.content import COLUMNS, FIELDS, Box, Content, PartyContent, Section, numbered

_SLOT: Final = re.compile(r"\{\{(\w+)\}\}")
_ROOMY: Final = 3200
"""The number of characters up to which a sheet is printed in the larger size."""
_CROWDED: Final = 4600
"""The number of characters from which it is printed in the smallest size."""


def several(contents: Sequence[Content]) -> str:
    """Return the sheets of characters, each of which is printed on a page of its own."""
    names = [content.name for content in contents]
    title = names[0] if len(names) == 1 else f"{len(names)} characters"
    return _page(title, [_article(content.name, content.credit, _parts(content)) for content in contents])


def party(content: PartyContent) -> str:
    """Return the sheet of a party."""
    return _page("Party", [_article("Party", content.credit, _party_parts(content))])


def _article(title: str, credit: str, parts: Iterable[str]) -> str:
    contents = "\n".join(parts)
    size = "roomy" if len(contents) <= _ROOMY else "full" if len(contents) <= _CROWDED else "crowded"
    footer = f"\n<footer>{escape(credit)}</footer>" if credit else ""
    return f'<article class="{size}">\n<h1>{escape(title)}</h1>\n{contents}{footer}\n</article>'


def _page(title: str, articles: Iterable[str]) -> str:
    slots = {"title": escape(title), "contents": "\n".join(articles)}
    template = files("cairn_rules.cairn_rpg.sheets").joinpath("page.html").read_text(encoding="utf-8")
    return _SLOT.sub(lambda slot: slots[slot[1]], template)


def _parts(content: Content) -> Iterator[str]:
    yield f'<p class="subtitle">{escape(content.subtitle)}</p>'
    yield '<dl class="figures">'
    for label, figure in content.figures:
        yield f"<div><dt>{escape(label)}</dt><dd>{escape(figure)}</dd></div>"
    yield "</dl>"
    fields = "".join(f"<li>{escape(label)} <span></span></li>" for label in FIELDS)
    yield f'<ul class="fields" aria-hidden="true">{fields}</ul>'
    if content.remarks:
        yield _list(content.remarks, "remarks")
    yield '<div class="columns">'
    yield f"<section><h2>Slots: {escape(content.slots)}</h2>"
    yield from _slots(content.boxes)
    if content.surplus:
        yield f"<p>and {content.surplus} more</p>"
    yield "</section>"
    yield from map(_section, content.sections)
    yield "</div>"


def _slots(boxes: tuple[Box, ...]) -> Iterator[str]:
    if boxes:
        yield '<ol class="slots">'
    for place, box in numbered(boxes):
        note = f"<small>{escape(box.note)}</small>" if box.note else ""
        yield f'<li class="{box.kind}{" wide" * (box.slots > 1)}"><b>{place}</b> {escape(box.label)}{note}</li>'
    if boxes:
        yield "</ol>"


def _section(section: Section) -> str:
    return f"<section><h2>{escape(section.heading)}</h2>{_list(section.lines)}</section>"


def _list(lines: Iterable[str], name: str = "") -> str:
    items = "".join(f"<li>{escape(line)}</li>" for line in lines)
    return f'<ul class="{name}">{items}</ul>' if name else f"<ul>{items}</ul>"


def _party_parts(content: PartyContent) -> Iterator[str]:
    heads = "".join(f'<th scope="col">{escape(column)}</th>' for column in (*COLUMNS, "Remarks"))
    yield f"<table><thead><tr>{heads}</tr></thead><tbody>"
    for member in content.members:
        cells = (member.background, *member.cells, "; ".join(member.remarks))
        row = "".join(f"<td>{escape(cell)}</td>" for cell in cells)
        yield f'<tr><th scope="row">{escape(member.name)}</th>{row}</tr>'
    yield "</tbody></table>"
    if content.omens:
        yield _section(Section("Omens", content.omens))
