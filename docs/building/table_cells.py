"""Cells of Markdown tables."""

from __future__ import annotations


def code(text: str) -> str:
    """Return a text as code for a cell of a table.

    A bar would end the cell, and Markdown processors disagree about an escaped one between backticks.
    """
    return f"<code>{text.replace('|', '&#124;')}</code>" if "|" in text else f"`{text}`"
