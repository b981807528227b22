"""Sheets of characters and parties, as plain text, Markdown, or an HTML page that prints on one page."""

from cairn_rules.cairn_rpg.sheets.write import Format, party_sheet, sheet, sheets
from cairn_rules.lazy import load_lazily as _load_lazily

__all__ = ["Format", "party_sheet", "sheet", "sheets"]

_load_lazily(globals())
