"""Sheets as self-contained HTML pages, which are well-formed XML.

They print on one page of A4 or Letter, unless a character has dozens of notes: long sheets are set in a smaller size.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from html import escape
from importlib.resources import files
from typing import Final

from cairn_rules.cairn_rpg.sheets.content import COLUMNS, Box, Content, PartyContent, Section

_SLOT: Final = re.compile(r"\{\{(\w+)\}\}")
_ROOMY: Final = 3200
"""The number of characters up to which a sheet is printed in the larger size."""
_CROWDED: Final = 4600
"""The number of characters from which it is printed in the smallest size."""


def one(content: Content) -> str:
    """Return the sheet of a character."""
    return _page(content.name, content.credit, _parts(content))


def party(content: PartyContent) -> str:
    """Return the sheet of a party."""
    return _page("Party", content.credit, _party_parts(content))


def _page(title: str, credit: str, parts: Iterable[str]) -> str:
    contents = "\n".join(parts)
    size = "roomy" if len(contents) <= _ROOMY else "full" if len(contents) <= _CROWDED else "crowded"
    footer = f"<footer>{escape(credit)}</footer>" if credit else ""
    slots = {"title": escape(title), "size": size, "contents": contents, "footer": footer}
    template = files("cairn_rules.cairn_rpg.sheets").joinpath("page.html").read_text(encoding="utf-8")
    return _SLOT.sub(lambda slot: slots[slot[1]], template)


def _parts(content: Content) -> Iterator[str]:
    yield f'<p class="subtitle">{escape(content.subtitle)}</p>'
    yield '<dl class="figures">'
    for label, figure in content.figures:
        yield f"<div><dt>{escape(label)}</dt><dd>{escape(figure)}</dd></div>"
    yield "</dl>"
    if content.remarks:
        yield _list(content.remarks, "remarks")
    yield '<main class="columns">'
    yield f"<section><h2>Slots: {escape(content.slots)}</h2>"
    yield from _slots(content.boxes)
    if content.surplus:
        yield f"<p>and {content.surplus} more</p>"
    yield "</section>"
    yield from map(_section, content.sections)
    yield "</main>"


def _slots(boxes: tuple[Box, ...]) -> Iterator[str]:
    number = 1
    if boxes:
        yield '<ol class="slots">'
    for box in boxes:
        last = number + box.slots - 1
        place = f"{number}" if box.slots == 1 else f"{number} to {last}"
        yield f'<li class="{box.kind}{" wide" * (box.slots > 1)}"><b>{place}</b> {escape(box.label)}</li>'
        number = last + 1
    if boxes:
        yield "</ol>"


def _section(section: Section) -> str:
    return f"<section><h2>{escape(section.heading)}</h2>{_list(section.lines)}</section>"


def _list(lines: Iterable[str], name: str = "") -> str:
    items = "".join(f"<li>{escape(line)}</li>" for line in lines)
    return f'<ul class="{name}">{items}</ul>' if name else f"<ul>{items}</ul>"


def _party_parts(content: PartyContent) -> Iterator[str]:
    heads = "".join(f'<th scope="col">{escape(column)}</th>' for column in (*COLUMNS, "Remarks"))
    yield f"<main><table><thead><tr>{heads}</tr></thead><tbody>"
    for member in content.members:
        cells = (member.background, *member.cells, "; ".join(member.remarks))
        row = "".join(f"<td>{escape(cell)}</td>" for cell in cells)
        yield f'<tr><th scope="row">{escape(member.name)}</th>{row}</tr>'
    yield "</tbody></table>"
    if content.omens:
        yield _section(Section("Omens", content.omens))
    yield "</main>"
