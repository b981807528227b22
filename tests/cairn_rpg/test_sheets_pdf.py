"""Sheets as PDF: what is printed, and where on the page."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from typing import Any

import pytest
import reportlab.pdfgen.canvas
import reportlab.platypus
from attrs import evolve, frozen

from cairn_rules.cairn_rpg.characters.character import Character
from cairn_rules.cairn_rpg.content.book_file import book
from cairn_rules.cairn_rpg.content.texts import CREDIT, texts
from cairn_rules.cairn_rpg.creation import create_character, create_party
from cairn_rules.cairn_rpg.sheets import sheets_pdf
from cairn_rules.errors import DefinitionError, MissingExtraError
from support.cairn_rpg.people import PLATE, SWORD, person

A4 = (595.3, 841.9)
MARGIN = 28.3
HALF = A4[1] / 2


@frozen
class Printed:
    """A paragraph in its place on a page."""

    page: int
    x: float
    y: float
    width: float
    height: float
    text: str


@pytest.fixture
def printed(monkeypatch) -> Iterator[list[Printed]]:
    """Everything that is printed: paragraphs, and texts of the heading with a width and height of 0."""
    found: list[Printed] = []
    canvas, paragraph = reportlab.pdfgen.canvas.Canvas, reportlab.platypus.Paragraph
    draw = paragraph.drawOn

    def draw_on(self: Any, canvas: Any, x: float, y: float) -> None:
        lines = self.blPara.lines  # of words, or of parts of different type
        words = (
            " ".join(line[1]) if isinstance(line, tuple) else "".join(each.text for each in line.words)
            for line in lines
        )
        text = " ".join(" ".join(words).split())
        found.append(Printed(canvas.getPageNumber(), x, y, self.width, self.height, text))
        draw(self, canvas, x, y)

    def drawn(name: str) -> Any:
        original = getattr(canvas, name)

        def draw_text(self: Any, x: float, y: float, text: str) -> None:
            found.append(Printed(self.getPageNumber(), x, y, 0, 0, text))
            original(self, x, y, text)

        return draw_text

    monkeypatch.setattr(paragraph, "drawOn", draw_on)
    for name in ("drawString", "drawCentredString"):
        monkeypatch.setattr(canvas, name, drawn(name))
    yield found
    for each in found:
        assert each.x >= MARGIN
        assert each.x + each.width <= A4[0] - MARGIN
        assert each.y >= MARGIN
        assert each.y + each.height <= A4[1] - MARGIN
    boxes = [each for each in found if each.width]
    for each in boxes:
        assert [other for other in boxes if _overlaps(each, other)] == [each]


def _overlaps(one: Printed, other: Printed) -> bool:
    return (
        one.page == other.page
        and one.x < other.x + other.width
        and other.x < one.x + one.width
        and one.y < other.y + other.height - 0.01
        and other.y < one.y + one.height - 0.01
    )


def _scrolls(who: Character, number: int) -> Character:
    scrolls = tuple(spell.scroll for spell in book().spells.values())[:number]
    return evolve(who, inventory=who.inventory.with_items(*scrolls))


@pytest.mark.untraced
def test_two_characters_share_a_page(printed) -> None:
    """Each has its half, with a margin at the cut; an odd last one has a page with larger type."""
    party = create_party(5, seed=7)
    pdf = sheets_pdf(party)
    assert pdf.startswith(b"%PDF-")
    assert [each.page for each in printed if each.text in {who.name for who in party}] == [1, 1, 2, 2, 3]
    for number, page in ((0, 1), (1, 1), (2, 2), (3, 2)):
        title = next(each for each in printed if each.text == party[number].name)
        assert (title.page, title.y > HALF) == (page, number % 2 == 0)
    cut = [each for each in printed if each.page < 3 and each.width]
    assert all(each.y >= HALF + MARGIN or each.y + each.height <= HALF - MARGIN for each in cut)
    assert [each.text for each in printed].count(CREDIT) == 5
    printed.clear()
    assert sheets_pdf(party) == pdf


def test_the_sheet_in_print(printed, monkeypatch) -> None:
    """It has figures, boxes to write in, slots with what their items do, free slots without a word, and sections.

    The frame of Fatigue is the thickest.
    """
    frames: list[float] = []
    monkeypatch.setattr(reportlab.pdfgen.canvas.Canvas, "setLineWidth", lambda _, width: frames.append(width))
    who = create_character(seed=1, background="outrider", tables=(3, 1), name="Ash & Béa")
    sheets_pdf([evolve(who, inventory=evolve(who.inventory, fatigue=1))])
    said = [each.text for each in printed]
    assert said[:2] == ["Ash & Béa", "Outrider, player character, 28 years old"]
    heading = said[2 : said.index("HP counts as 0: all 10 slots are used (R31); 4 HP come back when that ends")]
    assert heading[::2] == ["STR", "DEX", "WIL", "HP", "Armor", "Gold", "HP now", "Deprived", "Fatigue", "Gold now"]
    assert heading[1::2][-4:] == [""] * 4
    whistle = texts()["background/outrider/1/3"]
    assert any(each.startswith(f"9 Death-Whistle (1 of 1 charges, relic) {whistle} Recharge: ") for each in said)
    assert "10 Fatigue" in said
    assert frames.count(max(frames)) == 1
    assert "Which principle guides you? See Death-Whistle." in said
    printed.clear()
    sheets_pdf([person("Ada", items=(PLATE, SWORD))])
    assert [each.text for each in printed if each.text[:1].isdigit()][-5:] == ["6", "7", "8", "9", "10"]


@pytest.mark.parametrize("who", [create_character(seed=7), person("Ada", capacity=1)], ids=["full", "short"])
def test_both_columns_are_used_alike(who, printed) -> None:
    sheets_pdf([who])
    ends = {each.x > A4[0] / 2: each.y for each in printed if each.width}
    assert abs(ends[True] - ends[False]) < A4[1] / 10


@pytest.mark.slow
def test_a_character_with_much_has_pages_of_its_own(printed) -> None:
    """One page if that is enough, in smaller type, then two; an impossible one has more, and loses nothing."""
    ada = create_character(seed=3, background="outrider", name="Ada")
    sheets_pdf([_scrolls(ada, 12), ada])
    assert [each.page for each in printed if each.text == "Ada"] == [1, 2]
    printed.clear()
    sheets_pdf([_scrolls(ada, 70)])
    pages = [f"Outrider, player character, 36 years old, page {page} of 2" for page in (1, 2)]
    assert [each.text for each in printed if " page " in each.text] == pages
    assert [each.page for each in printed if each.text == "Gold now"] == [1]
    printed.clear()
    long = evolve(_scrolls(ada, 100), name="X" * 500, scars=(), inventory=evolve(ada.inventory, fatigue=10**6))
    endless = evolve(SWORD, name="sesame " * 700)
    sheets_pdf(
        [evolve(long, inventory=evolve(_scrolls(ada, 100).inventory, stash=(endless, evolve(endless, slots=2))))]
    )
    assert max(each.page for each in printed) > 2
    assert sum(each.text.split().count("sesame") for each in printed) == 1400


def test_a_sheet_without_anything(printed) -> None:
    """Ids need no credit, and no slot needs no box."""
    sheets_pdf([person("Ada", capacity=0), person("Bo", fatigue=60)], texts=texts("ids"))
    said = [each.text for each in printed]
    assert "Slots: 0 of 0 used, 0 free" in said
    assert "and 20 more" in said
    assert not any("Yochai" in each for each in said)


def test_what_cannot_be_printed(monkeypatch) -> None:
    """The error says what to do instead."""
    message = "the font of PDFs has no '日', which is on the sheet of '日本'; make an HTML page instead, and print that"
    with pytest.raises(DefinitionError, match=re.escape(message)):
        sheets_pdf([person("Ada"), person("日本")])
    with pytest.raises(DefinitionError, match="a PDF needs at least one character"):
        sheets_pdf([])
    monkeypatch.setitem(sys.modules, "reportlab", None)
    with pytest.raises(
        MissingExtraError, match=re.escape("a PDF needs reportlab; install it with: pip install 'cairn-")
    ):
        sheets_pdf([person("Ada")])
