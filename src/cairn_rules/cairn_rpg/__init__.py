"""Cairn, the role-playing game, second edition: characters, inventories, combat, magic and odds.

The games of this package are `creation`, `combat`, `dungeon`, `wilderness` and `campaign`. For play outside these
games, the modules of `procedures` have functions by topic: `carrying`, `market`, `retinue`, `recovery`, `saves`,
`fatigue`.
"""

import typing as _typing

from cairn_rules.cairn_rpg.characters.attacks import Attack
from cairn_rules.cairn_rpg.characters.attributes import Attribute, Score
from cairn_rules.cairn_rpg.characters.character import Character, CharacterKind, Omen, Traits
from cairn_rules.cairn_rpg.characters.conditions import Conditions
from cairn_rules.cairn_rpg.characters.inventory import Inventory, armor_of, hit_protection
from cairn_rules.cairn_rpg.characters.items import Companion, Container, Item, Restored, Uses
from cairn_rules.cairn_rpg.characters.notes import Note
from cairn_rules.cairn_rpg.characters.scars import Scar, ScarPart
from cairn_rules.cairn_rpg.dice_formula import Formula
from cairn_rules.cairn_rpg.events import Event
from cairn_rules.cairn_rpg.rulings import Rulings
from cairn_rules.lazy import load_lazily as _load_lazily

if _typing.TYPE_CHECKING:
    from cairn_rules.cairn_rpg.content.book import Background, Book, Creature, Goods, Grant, Pack, Spell
    from cairn_rules.cairn_rpg.content.book_file import book
    from cairn_rules.cairn_rpg.content.book_with_packs import Shelf, installed_packs, with_packs
    from cairn_rules.cairn_rpg.content.pack_file import parse_pack, read_pack
    from cairn_rules.cairn_rpg.content.stat_lines import format_stat_line, parse_stat_line
    from cairn_rules.cairn_rpg.content.texts import CREDIT, Credit, Texts, texts
    from cairn_rules.cairn_rpg.pack_checks import pack_findings
    from cairn_rules.cairn_rpg.validation import remarks, validate

__all__ = [
    "CREDIT",
    "Attack",
    "Attribute",
    "Background",
    "Book",
    "Character",
    "CharacterKind",
    "Companion",
    "Conditions",
    "Container",
    "Creature",
    "Credit",
    "Event",
    "Formula",
    "Goods",
    "Grant",
    "Inventory",
    "Item",
    "Note",
    "Omen",
    "Pack",
    "Restored",
    "Rulings",
    "Scar",
    "ScarPart",
    "Score",
    "Shelf",
    "Spell",
    "Texts",
    "Traits",
    "Uses",
    "armor_of",
    "book",
    "format_stat_line",
    "hit_protection",
    "installed_packs",
    "pack_findings",
    "parse_pack",
    "parse_stat_line",
    "read_pack",
    "remarks",
    "texts",
    "validate",
    "with_packs",
]

_load_lazily(
    globals(),
    {
        ".content.book": ("Background", "Book", "Creature", "Goods", "Grant", "Pack", "Spell"),
        ".content.book_file": ("book",),
        ".content.pack_file": ("parse_pack", "read_pack"),
        ".content.book_with_packs": ("Shelf", "installed_packs", "with_packs"),
        ".content.stat_lines": ("format_stat_line", "parse_stat_line"),
        ".content.texts": ("CREDIT", "Credit", "Texts", "texts"),
        ".pack_checks": ("pack_findings",),
        ".validation": ("remarks", "validate"),
    },
)
