"""The examples on the page for packs."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from cairn_rules import endless_winter

SHORT: Final = """\
# A creature for the role-playing game. Change a line: the check follows.
id = "heath"
name = "The Heath"
author = "You"
license = "CC0-1.0"

[[creatures]]
id = "peat-troll"
name = "Peat Troll"
stats = "7 HP, 1 Armor, 14 STR, 6 DEX, 9 WIL, fists (d8)"

[texts]
"creature/peat-troll/1" = "It sleeps in the bog by day, and hates the sound of spades."
"""
EXAMPLES: Final = Path(__file__).parent.parent.parent / "examples"
_FILES: Final = {
    "The Fenland, a pack of the role-playing game": "fenland-pack/src/fenland_pack/fenland.toml",
    "A mill that the fen has taken, a dungeon": "sallow-fen/mill.toml",
}


def examples() -> list[dict[str, str]]:
    """Return the title and the text of each example. The first one is shown when the page opens.

    Example:
        >>> [each["title"] for each in examples()][3]
        'My cards, a copy of the built-in pack of Endless Winter'
    """
    found = {"A creature, the shortest pack of the role-playing game": SHORT}
    found |= {title: (EXAMPLES / path).read_text(encoding="utf-8") for title, path in _FILES.items()}
    built_in = endless_winter.default_pack()
    cards = (
        endless_winter.format_pack(built_in)
        .replace(f'"{built_in.id}"', '"my_cards"')
        .replace(built_in.name, "My cards")
    )
    found["My cards, a copy of the built-in pack of Endless Winter"] = cards
    return [{"title": title, "text": text} for title, text in found.items()]
