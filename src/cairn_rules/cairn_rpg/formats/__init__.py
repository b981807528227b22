"""Characters in the files of other programs: Kettlewright, and both Foundry systems for Cairn.

Each format is a module with `write_character` and `read_character`. What a format cannot hold, and what a reader does
not understand, comes back as a list of `Omission`.
"""

from __future__ import annotations

from cairn_rules.cairn_rpg.formats.omissions import Omission

__all__ = ["Omission"]
