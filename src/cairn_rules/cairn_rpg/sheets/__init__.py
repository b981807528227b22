"""Sheets of characters and parties, as plain text, Markdown, an HTML page, or a PDF."""

import typing as _typing

from cairn_rules.lazy import load_lazily as _load_lazily

if _typing.TYPE_CHECKING:
    from cairn_rules.cairn_rpg.sheets.write import Format, party_sheet, sheet, sheets, sheets_pdf

__all__ = ["Format", "party_sheet", "sheet", "sheets", "sheets_pdf"]

_load_lazily(globals(), {".write": __all__})
