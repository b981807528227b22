"""The commands that belong to journeys."""

from __future__ import annotations

from typing import Final

from cairn_rules.cairn_rpg.commands.forecast import FORECAST

COMMANDS: Final = (FORECAST,)
"""The commands in the order of their help."""
