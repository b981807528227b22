"""Actions: the decisions of a player who makes a character."""

from __future__ import annotations

from typing import Literal, TypeAlias, final

from cairn_rules.cairn_rpg.creation.steps import Step
from cairn_rules.frozen_classes import frozen
from cairn_rules.game import Notated

Swap: TypeAlias = Literal["none", "STR-DEX", "STR-WIL", "DEX-WIL"]
"""The two attributes whose results change places (R15)."""


@final
@frozen
class Roll(Notated):
    """Roll for the next step (R8)."""


@final
@frozen
class RollRest(Notated):
    """Roll for the next step and all following ones, until the character is complete or needs a choice."""


@final
@frozen
class Choose(Notated):
    """Choose a row of a table instead of rolling (R6).

    Example:
        >>> Choose(Step.BOND, 7)
        Choose(step=<Step.BOND: 'bond'>, row=7)
    """

    step: Step
    """The step whose table it is."""
    row: int
    """The row, from 1."""


@final
@frozen
class Arrange(Notated):
    """Swap two of the three rolled attributes, or none (R15)."""

    swap: Swap
    """Two attributes joined by a hyphen, or `none`."""


@final
@frozen
class Buy(Notated):
    """Buy gear that a row of a background's table pays for (R13)."""

    item: str
    """The id of an item in the price list of gear, such as `rope`."""


@final
@frozen
class Done(Notated):
    """Buy nothing more (R13)."""


@final
@frozen
class Leave(Notated):
    """Leave an item behind for lack of slots (R26)."""

    item: str
    """The id of the item. Of several, the last one granted is left."""


Action: TypeAlias = Roll | RollRest | Choose | Arrange | Buy | Done | Leave
"""A decision of a player who makes a character."""
