"""The commands that belong to making characters."""

from __future__ import annotations

from typing import Final

from cairn_rules.cairn_rpg.commands.check_pack import CHECK_PACK
from cairn_rules.cairn_rpg.commands.create import CHARACTER, PARTY
from cairn_rules.cairn_rpg.commands.lookup import LOOKUP
from cairn_rules.cairn_rpg.commands.sheet import SHEET

COMMANDS: Final = (CHARACTER, PARTY, SHEET, LOOKUP, CHECK_PACK)
"""The commands in the order of their help."""
