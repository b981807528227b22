"""Scars, as values. `scar_table` applies them."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias, final

from cairn_rules.frozen_classes import frozen

ScarPart: TypeAlias = Literal["hp", "STR", "DEX", "WIL"]
"""The maximum that a scar can change."""


@final
@frozen(kw_only=True)
class Scar:
    """A scar: the wound, its place, and the changed maximum (R107 to R122)."""

    row: int
    """The row of the table: the HP lost in the attack, from 1 to 12 (R108)."""
    detail: str = ""
    """The place, the limb or the attribute; empty if the row has none."""
    pending: bool = False
    """True until its gain is resolved (R122)."""
    changed: tuple[ScarPart, int, int] | None = None
    """The maximum that changed, with its old and new value; None if nothing changed."""


NAMES: Final = (
    "Lasting Scar",
    "Rattling Blow",
    "Walloped",
    "Broken Limb",
    "Diseased",
    "Reorienting Head Wound",
    "Hamstrung",
    "Deafened",
    "Re-brained",
    "Sundered",
    "Mortal Wound",
    "Doomed",
)
"""The names of the rows, from row 1."""
LIMBS: Final = ("hand", "arm", "foot", "leg", "ear", "eye", "nose")
"""The appendages that a Sundered character can lose (R119)."""
