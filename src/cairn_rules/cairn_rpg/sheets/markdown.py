"""Sheets as Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from cairn_rules.cairn_rpg.sheets.content import COLUMNS, Content, PartyContent, numbered

_SPECIAL: Final = re.compile(r"[\\`*_{}\[\]|#~!$^=]")
_START: Final = re.compile(r"^([-+]|[0-9]+(?=[.)]))")
_ENTITIES: Final = {"&": "&amp;", "<": "&lt;", ">": "&gt;"}


def escaped(text: str) -> str:
    r"""Return a text in which no character has a meaning in Markdown.

    Example:
        >>> print(escaped("1. <b>*R&D*</b>"))
        1\. &lt;b&gt;\*R&amp;D\*&lt;/b&gt;
    """
    text = _SPECIAL.sub(r"\\\g<0>", text)
    text = "".join(_ENTITIES.get(each, each) for each in text)
    return _START.sub(lambda start: rf"\{start[1]}" if start[1] in "-+" else f"{start[1]}\\", text)


def one(content: Content) -> Iterator[str]:
    """Yield the lines of a character's sheet."""
    yield f"# {escaped(content.name)}"
    yield ""
    yield f"*{escaped(content.subtitle)}*"
    yield ""
    labels, figures = zip(*content.figures, strict=True)
    yield from _table(labels, [figures])
    if content.remarks:
        yield ""
        yield from _list(content.remarks)
    yield ""
    yield f"## Slots: {content.slots}"
    yield ""
    yield from _table(("Slot", "Content"), ((place, escaped(box.words)) for place, box in numbered(content.boxes)))
    if content.surplus:
        yield ""
        yield f"and {content.surplus} more"
    for section in content.sections:
        yield ""
        yield f"## {escaped(section.heading)}"
        yield ""
        yield from _list(section.lines)
    yield from _credit(content.credit)


def party(content: PartyContent) -> Iterator[str]:
    """Yield the lines of a party's sheet."""
    yield "# Party"
    yield ""
    rows = ((member.name, member.background, *member.cells, "; ".join(member.remarks)) for member in content.members)
    yield from _table((*COLUMNS, "Remarks"), (tuple(map(escaped, row)) for row in rows))
    if content.omens:
        yield ""
        yield "## Omens"
        yield ""
        yield from _list(content.omens)
    yield from _credit(content.credit)


def _table(heads: Iterable[str], rows: Iterable[Iterable[str]]) -> Iterator[str]:
    columns = tuple(heads)
    for cells in (columns, ("---",) * len(columns), *rows):
        yield f"| {' | '.join(cells)} |"


def _list(lines: Iterable[str]) -> Iterator[str]:
    for line in lines:
        yield f"- {escaped(line)}"


def _credit(credit: str) -> Iterator[str]:
    if credit:
        yield ""
        yield "---"
        yield ""
        yield escaped(credit)
