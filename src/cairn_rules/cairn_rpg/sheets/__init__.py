"""Sheets of characters and parties, as plain text, Markdown, or an HTML page that prints on one page."""

from __future__ import annotations

from cairn_rules.cairn_rpg.sheets.write import Format, party_sheet, sheet, sheets

__all__ = ["Format", "party_sheet", "sheet", "sheets"]
