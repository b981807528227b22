"""Reading and writing of content packs, and the default pack."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from cairn_rules.codec.json_text import read_json
from cairn_rules.endless_winter.content import Pack
from cairn_rules.endless_winter.pack_data import pack_from


@cache
def default_pack() -> Pack:
    """Return the built-in pack: the prerelease edition, with reconstructed content (rules page, section 14)."""
    data = read_json((files("cairn_rules.endless_winter") / "prerelease.json").read_text("utf-8"))
    for card in data["chiefs"]:
        card["b"].setdefault("boost", None)
    return pack_from(data)
