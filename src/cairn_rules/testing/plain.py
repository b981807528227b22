"""Megaliths without power, which fill a field up to the number that the rules ask for."""

from __future__ import annotations

from typing import Final

from cairn_rules.cairn.actions import Effect
from cairn_rules.cairn.powers import Megalith, Stone
from cairn_rules.cairn.site import Site


def nothing(_: Site) -> tuple[Effect, ...]:
    """A power without options."""
    return ()


PLAIN_STONES: Final = tuple(
    Megalith(f"plain-{number}", f"Plain Stone {number}", "It has no power.", Stone.LIGHT, (nothing,))
    for number in range(1, 8)
)
"""Seven megaliths without power, as many as can lie on a field: `plain-1` to `plain-7`."""
