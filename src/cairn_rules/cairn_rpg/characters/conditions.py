"""Conditions of a character."""

from __future__ import annotations

from typing import Literal, final

from cairn_rules.frozen_classes import frozen


@final
@frozen(kw_only=True)
class Conditions:
    """The conditions that keep a character from recovering or acting.

    Paralysis, delirium and being at 0 HP follow from scores and slots, see `Character`.
    """

    needs: frozenset[str] = frozenset()
    """Unmet needs, such as `food`, `sleep` or `wound`. A character with any is deprived (R61)."""
    deprived_days: int = 0
    """Number of full days since it became deprived (R63)."""
    absorbed: int = 0
    """Fatigue that a spirit absorbed today (R67a)."""
    relieved: int = 0
    """Fatigue removed today by an effect that works once a day (A70)."""
    today: frozenset[str] = frozenset()
    """The daily abilities used today, by the ids of their texts."""
    panicked: bool = False
    """True while it is panicked (R177)."""
    down: Literal["", "critical", "stabilised", "mortal", "mended"] = ""
    """The reason why it cannot act: Critical Damage, stabilised (R103), a mortal wound (R120), or one under care."""
    dead: bool = False
    """True if it is dead, or destroyed (R99, R101)."""
    doomed: bool = False
    """True until its next Critical Damage save, which kills if it fails (R121)."""
    hamstrung: bool = False
    """True if it can barely move (R115)."""
    deaf: bool = False
    """True if it hears nothing (R116)."""
    diseased: bool = False
    """True while it is ill (R113)."""


WELL = Conditions()
"""The conditions of a healthy character."""
