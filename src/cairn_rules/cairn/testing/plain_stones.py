"""Megaliths without power, which fill a field up to the number that the rules ask for."""

from __future__ import annotations

from typing import Final

from cairn_rules.cairn.actions import Action, Effect
from cairn_rules.cairn.megalith_data import Megalith, StoneColour, When
from cairn_rules.cairn.site import Site


def nothing(_: Site) -> tuple[Effect, ...]:
    """A power without options."""
    return ()


PLAIN_STONES: Final = tuple(
    Megalith(f"plain-{number}", f"Plain Stone {number}", "It has no power.", StoneColour.LIGHT, (nothing,))
    for number in range(1, 8)
)
"""Seven megaliths without power, as many as can lie on a field: `plain-1` to `plain-7`."""


def _permits(_: Site, __: Action) -> bool:
    return False


UNUSUAL_STONES: Final = (
    Megalith("no-power", "Stone Without Power", "It forbids nothing.", StoneColour.LIGHT, (), ward=_permits),
    Megalith(
        "no-arrival", "Stone Without Arrival", "It has no power.", StoneColour.LIGHT, (nothing,), wakes=When.LEAVING
    ),
)
"""What a megalith that looks at others must be ready for: one without power, and one that wakes by leaving."""
