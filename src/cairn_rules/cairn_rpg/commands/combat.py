"""The commands that belong to fights."""

from __future__ import annotations

from typing import Final

from cairn_rules.cairn_rpg.commands.fight import FIGHT
from cairn_rules.cairn_rpg.commands.odds import ODDS

COMMANDS: Final = (FIGHT, ODDS)
"""The commands in the order of their help."""
