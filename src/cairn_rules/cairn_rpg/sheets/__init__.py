"""Sheets of characters and parties, as plain text, Markdown, an HTML page, or a PDF."""

from cairn_rules.cairn_rpg.sheets.write import Format, party_sheet, sheet, sheets, sheets_pdf
from cairn_rules.lazy import load_lazily as _load_lazily

__all__ = ["Format", "party_sheet", "sheet", "sheets", "sheets_pdf"]

_load_lazily(globals())
