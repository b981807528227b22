"""The commands that belong to campaigns."""

from __future__ import annotations

from typing import Final

from cairn_rules.cairn_rpg.commands.chronicle import CHRONICLE

COMMANDS: Final = (CHRONICLE,)
"""The commands in the order of their help."""
