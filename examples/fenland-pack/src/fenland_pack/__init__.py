"""A content pack for Cairn, the role-playing game: an eel warden, two creatures and three spells from the fens."""

from __future__ import annotations

from importlib.resources import files

from cairn_rules.cairn_rpg import parse_pack

__all__ = ["PACK"]

PACK = parse_pack((files(__name__) / "fenland.toml").read_text(encoding="utf-8"))
"""The pack, which the entry point names."""
