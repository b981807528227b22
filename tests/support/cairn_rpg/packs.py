"""A small content pack, for stored games."""

from __future__ import annotations

from typing import Final

from cairn_rules.cairn_rpg import Pack, parse_pack

HILLS: Final[Pack] = parse_pack(
    {
        "id": "hills",
        "name": "The Hills",
        "author": "Bo",
        "license": "MIT",
        "goods": {
            "gear": [{"id": "wool-rope", "name": "Wool Rope", "price": 3, "item": {"id": "wool-rope", "name": "Rope"}}]
        },
    }
)
"""A pack with a rope for sale."""
