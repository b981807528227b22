"""Sheets as a PDF, drawn with reportlab, the extra `pdf`.

Two characters share a page if both fit on half of it. Any other character has a page, or two if it carries very much.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from importlib import import_module
from importlib.resources import files
from io import BytesIO
from typing import Any, Final, final

from cairn_rules.cairn_rpg.sheets.content import FIELDS, Content, numbered
from cairn_rules.errors import DefinitionError, cut, missing_extra, quoted
from cairn_rules.frozen_classes import frozen
from cairn_rules.pictures.png import FONTS, OTHER_CHARACTER

_MM: Final = 72 / 25.4
_WIDTH, _HEIGHT = 210 * _MM, 297 * _MM
"""The size of A4."""
_MARGIN: Final = 10 * _MM
_GAP: Final = 6 * _MM
_HALF_SIZES: Final = (9.5, 9.0, 8.5, 8.0, 7.5, 7.0)
"""Type sizes for half a page, in points. The first one that fits is used."""
_PAGE_SIZES: Final = (11.0, 10.0, 9.0, 8.0, 7.0)
_LONG_SIZES: Final = (9.0, 8.0, 7.0)
"""Type sizes for more than one page."""
_PLAIN: Final = "CairnRulesSans"
_BOLD: Final = "CairnRulesSans-Bold"
_LEADING: Final = 1.25
"""The distance of lines in type sizes."""
_SHORT: Final = 3
"""Maximum number of lines of a section that stands in one column."""
_QUIET: Final = "#444444"
_LINE: Final = "#999999"
_LONGEST: Final = 120
"""Maximum length of a line of the heading, in characters."""


def several(contents: Sequence[Content]) -> bytes:
    """Return the sheets of characters as a PDF of A4 pages.

    Raises:
        MissingExtraError: if reportlab is not installed.
        DefinitionError: if there is no character, or the font lacks one of the letters.
    """
    if not contents:
        raise DefinitionError("a PDF needs at least one character")
    for content in contents:
        _check_letters(content)
    if missing := missing_extra("a PDF", "pdf", "reportlab"):
        raise missing
    typesetter = _Typesetter()
    return typesetter.document(contents)


def _check_letters(content: Content) -> None:
    for line in _lines(content):
        if found := OTHER_CHARACTER.search(line):
            raise DefinitionError(
                f"the font of PDFs has no {quoted(found[0])}, which is on the sheet of {quoted(content.name)}; "
                "make an HTML page instead, and print that"
            )


def _lines(content: Content) -> Iterator[str]:
    yield from (content.name, content.subtitle, content.credit, *content.remarks)
    yield from (box.words for box in content.boxes)
    for section in content.sections:
        yield from (section.heading, *section.lines)


@final
@frozen
class _Area:
    """A rectangle of a page, in points from the lower left corner of the page."""

    x: float
    y: float
    width: float
    height: float

    @property
    def top(self) -> float:
        return self.y + self.height


_PAGE: Final = _Area(_MARGIN, _MARGIN, _WIDTH - 2 * _MARGIN, _HEIGHT - 2 * _MARGIN)
_HALVES: Final = tuple(_Area(_MARGIN, y + _MARGIN, _PAGE.width, _HEIGHT / 2 - 2 * _MARGIN) for y in (_HEIGHT / 2, 0))


@final
@frozen
class _Piece:
    """A paragraph that stands in a column."""

    paragraph: Any
    height: float
    """The height of the paragraph with its box."""
    before: float
    """The space above it, except at the top of a column."""
    box: str = ""
    """The kind of the box around it; empty if there is none."""
    kept: bool = False
    """True if it stands in the same column as the next piece."""


@final
@frozen
class _Sheet:
    """A character's sheet with every piece in its place."""

    content: Content
    size: float
    pages: tuple[tuple[tuple[_Piece, float, float], ...], ...]
    """The pieces of each page, each with the place of its upper left corner."""
    area: _Area
    """The area of the first page."""


@final
class _Typesetter:
    """Lays sheets out and draws them."""

    def __init__(self) -> None:
        """Load reportlab and the fonts. Raise an `ImportError` if reportlab is not installed."""
        self._canvas: Any = import_module("reportlab.pdfgen.canvas").Canvas
        self._paragraph: Any = import_module("reportlab.platypus").Paragraph
        self._style: Any = import_module("reportlab.lib.styles").ParagraphStyle
        metrics: Any = import_module("reportlab.pdfbase.pdfmetrics")
        font: Any = import_module("reportlab.pdfbase.ttfonts").TTFont
        for name, file in zip((_PLAIN, _BOLD), FONTS, strict=True):
            content = files("cairn_rules.pictures").joinpath("fonts", file).read_bytes()
            metrics.registerFont(font(name, BytesIO(content)))
        metrics.registerFontFamily(_PLAIN, normal=_PLAIN, bold=_BOLD, italic=_PLAIN, boldItalic=_BOLD)

    def document(self, contents: Sequence[Content]) -> bytes:
        """Return the sheets of characters as a PDF."""
        file = BytesIO()
        canvas = self._canvas(file, pagesize=(_WIDTH, _HEIGHT), invariant=1, lang="en")
        names = [cut(content.name, _LONGEST) for content in contents]
        canvas.setTitle(names[0] if len(names) == 1 else f"{len(names)} characters")
        canvas.setCreator("cairn-rules")
        place = 0
        while place < len(contents):
            pair = self._pair(contents[place : place + 2])
            for sheet in pair:
                self._draw_page(canvas, sheet, 0)
            if pair:
                canvas.setStrokeColor(_LINE)
                canvas.setDash(1, 3)
                canvas.line(0, _HEIGHT / 2, _WIDTH, _HEIGHT / 2)
                canvas.showPage()
            else:
                sheet = self._alone(contents[place])
                for number in range(len(sheet.pages)):
                    self._draw_page(canvas, sheet, number)
                    canvas.showPage()
            place += len(pair) or 1
        canvas.save()
        return file.getvalue()

    def _pair(self, contents: Sequence[Content]) -> tuple[_Sheet, ...]:
        """Return two sheets that share a page; none if there is only one, or one of them does not fit."""
        if len(contents) < 2:
            return ()
        sheets = [self._fitted(each, area, _HALF_SIZES) for each, area in zip(contents, _HALVES, strict=True)]
        return tuple(filter(None, sheets)) if all(sheets) else ()

    def _alone(self, content: Content) -> _Sheet:
        """Return a sheet of one page, of two, or, if it is impossibly long, of more."""
        sheet = self._fitted(content, _PAGE, _PAGE_SIZES)
        pages = 2
        while sheet is None:
            sheet = next(filter(None, (self._placed(content, _PAGE, size, pages) for size in _LONG_SIZES)), None)
            pages *= 2
        return sheet

    def _fitted(self, content: Content, area: _Area, sizes: Sequence[float]) -> _Sheet | None:
        """Return a sheet in the largest type size that fits; None if none does."""
        return next(filter(None, (self._placed(content, area, size) for size in sizes)), None)

    def _placed(self, content: Content, area: _Area, size: float, pages: int = 1) -> _Sheet | None:
        """Return a sheet with columns of the same length, or None if it does not fit."""
        below = area.height - size * 7.6  # the height of the heading
        width = (area.width - _GAP) / 2
        pieces = list(self._pieces(content, width, size, below))
        for tenths in range(1, 11) if pages == 1 else (10,):
            columns = [
                _Area(area.x + side * (width + _GAP), area.y, width, below * tenths / 10)
                for _ in range(pages)
                for side in (0, 1)
            ]
            filled = _filled(pieces, columns)
            if filled is not None:
                top = area.y + below
                placed = [
                    [(piece, column.x, top - depth) for piece, depth in each]
                    for column, each in zip(columns, filled, strict=True)
                ]
                used = (tuple(left + right) for left, right in zip(placed[::2], placed[1::2], strict=True))
                return _Sheet(content, size, tuple(page for page in used if page), area)
        return None

    def _pieces(self, content: Content, width: float, size: float, most: float) -> Iterator[_Piece]:
        """Yield the pieces of the columns: remarks, slots, sections and credit, none of them higher than a column."""
        for remark in content.remarks:
            yield from self._split(f"<b>{_marked(remark)}</b>", width, size, most)
        yield from self._split(
            f"<b>Slots: {_marked(content.slots)}</b>", width, size, most, kept=True, before=size * 0.7
        )
        for place, box in numbered(content.boxes):
            note = f'<br/><font size="{size * 0.92}" color="{_QUIET}">{_marked(box.note)}</font>' if box.note else ""
            label = "" if box.kind == "free" else f"&nbsp; {_marked(box.label)}{note}"  # room to write in
            words = f'<font color="{_QUIET}">{place}</font>{label}'
            lines = min(box.slots, 2)
            yield from self._split(words, width, size, most, box=box.kind, least=lines * size * _LEADING)
        if content.surplus:
            yield from self._split(f"and {content.surplus} more", width, size, most)
        for section in content.sections:
            yield from self._split(
                f"<b>{_marked(section.heading)}</b>", width, size, most, kept=True, before=size * 0.7
            )
            short = len(section.lines) <= _SHORT
            for line in section.lines:
                kept = short and line is not section.lines[-1]
                yield from self._split(_marked(line), width, size, most, kept=kept)
        if content.credit:
            credit = f'<font color="{_QUIET}">{_marked(content.credit)}</font>'
            yield from self._split(credit, width, size * 0.75, most, before=size)

    def _split(
        self,
        words: str,
        width: float,
        size: float,
        most: float,
        *,
        box: str = "",
        least: float = 0,
        before: float = 0,
        kept: bool = False,
    ) -> Iterator[_Piece]:
        """Yield the pieces of a paragraph: one, or several if it is too high for a column."""
        padding = size * 0.25 if box else 0
        style = self._style("", fontName=_PLAIN, fontSize=size, leading=size * _LEADING)
        inner = width - 4 * padding
        parts = [self._paragraph(words, style)]
        while parts:
            part, *parts = parts[0].split(inner, most / 2) or parts  # the first part that fits, and the rest
            _, height = part.wrap(inner, most)
            yield _Piece(part, max(height, least) + 2 * padding, before or size * 0.2, box, kept)

    def _draw_page(self, canvas: Any, sheet: _Sheet, number: int) -> None:
        self._draw_heading(canvas, sheet, number)
        padding = sheet.size * 0.25
        width = (sheet.area.width - _GAP) / 2
        for piece, x, y in sheet.pages[number]:
            inset = padding if piece.box else 0
            if piece.box:
                canvas.setStrokeColor(_LINE)
                canvas.setLineWidth(1.2 if piece.box == "fatigue" else 0.6)
                canvas.setDash(*((2, 2) if piece.box == "free" else ()))
                canvas.rect(x, y - piece.height, width, piece.height)
                canvas.setDash()
            piece.paragraph.drawOn(canvas, x + 2 * inset, y - inset - piece.paragraph.height)

    def _draw_heading(self, canvas: Any, sheet: _Sheet, number: int) -> None:
        """Draw the name, the figures, and on the first page boxes to write in."""
        area, size, content = sheet.area, sheet.size, sheet.content
        y = area.top - size * 1.6
        canvas.setFillColor("black")
        canvas.setFont(_BOLD, size * 1.6)
        canvas.drawString(area.x, y, cut(content.name, 40))
        canvas.setFont(_PLAIN, size)
        canvas.setFillColor(_QUIET)
        page = f", page {number + 1} of {len(sheet.pages)}" if len(sheet.pages) > 1 else ""
        y -= size * 1.5
        canvas.drawString(area.x, y, cut(content.subtitle, 90) + page)
        y -= size * 0.8
        cells = [*content.figures, *((label, "") for label in FIELDS if number == 0)]
        height, gap = size * 2.9, size * 0.4
        width = (area.width - gap * (len(cells) - 1)) / len(cells)
        canvas.setStrokeColor(_LINE)
        canvas.setLineWidth(0.6)
        for index, (label, figure) in enumerate(cells):
            x = area.x + index * (width + gap)
            canvas.rect(x, y - height, width, height)
            canvas.setFillColor(_QUIET)
            canvas.setFont(_PLAIN, size * 0.75)
            canvas.drawCentredString(x + width / 2, y - size * 0.95, label)
            canvas.setFillColor("black")
            canvas.setFont(_BOLD, size * 1.2)
            canvas.drawCentredString(x + width / 2, y - height + size * 0.5, cut(figure, 8))


def _marked(text: str) -> str:
    """Return a text as the markup of a paragraph."""
    return escape(text, quote=False)


def _filled(pieces: Sequence[_Piece], columns: Sequence[_Area]) -> list[list[tuple[_Piece, float]]] | None:
    """Return the pieces of each column with their distance from its top, or None if they need more columns."""
    filled: list[list[tuple[_Piece, float]]] = [[]]
    depth = 0.0
    for index, piece in enumerate(pieces):
        end = index
        while pieces[end].kept and end + 1 < len(pieces):
            end += 1
        needed = sum(each.before + each.height for each in pieces[index : end + 1])
        height = columns[0].height
        if filled[-1] and depth + needed > height:
            filled.append([])
        above = piece.before if filled[-1] else 0.0
        depth = (depth if filled[-1] else 0.0) + above
        filled[-1].append((piece, depth))
        depth += piece.height
        if depth > height or len(filled) > len(columns):
            return None
    return filled + [[] for _ in range(len(columns) - len(filled))]
