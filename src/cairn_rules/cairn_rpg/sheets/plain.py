"""Sheets as plain text, at most 80 columns wide."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap
from typing import Final

from cairn_rules.cairn_rpg.sheets.content import COLUMNS, Content, PartyContent, numbered
from cairn_rules.errors import cut

WIDTH: Final = 80
"""Maximum width, in characters."""
_WIDTHS: Final = (18, 15, 5, 5, 5, 5, 5, 4, 6)
"""The widths of the columns of a party's sheet."""


def one(content: Content) -> Iterator[str]:
    """Yield the lines of a character's sheet."""
    yield from _wrapped(content.name.upper())
    yield from _wrapped(content.subtitle)
    yield ""
    yield from _wrapped("   ".join(f"{label} {figure}" for label, figure in content.figures))
    for remark in content.remarks:
        yield from _wrapped(remark, "! ")
    yield ""
    yield f"SLOTS: {content.slots}"
    for place, box in numbered(content.boxes, "-"):
        yield from _wrapped(box.words, f"[{place:>5}] ")
    if content.surplus:
        yield f"and {content.surplus} more"
    for section in content.sections:
        yield ""
        yield from _wrapped(section.heading.upper())
        for line in section.lines:
            yield from _wrapped(line, "- ")
    yield from _credit(content.credit)


def party(content: PartyContent) -> Iterator[str]:
    """Yield the lines of a party's sheet."""
    yield "PARTY"
    yield ""
    yield _row(COLUMNS)
    for member in content.members:
        yield _row((member.name, member.background, *member.cells))
        for remark in member.remarks:
            yield from _wrapped(remark, "  ! ")
    if content.omens:
        yield ""
        yield "OMENS"
        for omen in content.omens:
            yield from _wrapped(omen, "- ")
    yield from _credit(content.credit)


def _row(cells: tuple[str, ...]) -> str:
    return " ".join(_fitted(cell, width) for cell, width in zip(cells, _WIDTHS, strict=True)).rstrip()


def _fitted(cell: str, width: int) -> str:
    return (cell if len(cell) <= width else cut(cell, width - 1)).ljust(width)


def _credit(credit: str) -> Iterator[str]:
    if credit:
        yield ""
        yield from _wrapped(credit)


def _wrapped(text: str, bullet: str = "") -> Iterator[str]:
    lines = wrap(text, WIDTH, initial_indent=bullet, subsequent_indent=" " * len(bullet), break_on_hyphens=False)
    yield from lines or [bullet.rstrip()]
