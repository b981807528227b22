"""The English sentences of events of the role-playing game by code."""

from __future__ import annotations

from typing import Final

from cairn_rules.phrasebook import EventTable

EVENTS: Final = EventTable(
    {
        "damage": "{who} loses {amount} HP and has {left} left",
    }
)
"""The templates by code. All events of the package have one class, so a table of them stands beside it."""
