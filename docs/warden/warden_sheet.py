"""The sheets of the table: what the page shows of a member."""

from __future__ import annotations

from typing import Any

from cairn_rules.cairn_rpg import Character, Rulings
from cairn_rules.cairn_rpg.sheets.content import content_of


def view_of(character: Character) -> dict[str, Any]:
    """Return everything that the page shows of a member."""
    content = content_of(character, None, Rulings(), None, private=False)
    return {"name": content.name, "subtitle": content.subtitle, "figures": dict(content.figures)}
