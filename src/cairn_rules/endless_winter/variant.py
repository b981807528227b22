"""The rule options of a game (rules page, section 15)."""

from __future__ import annotations

from typing import Literal, final

from cairn_rules.checks import one_of, yes_or_no
from cairn_rules.frozen_classes import field, frozen


@final
@frozen(kw_only=True)
class Variant:
    """The rule options of a game.

    Raises:
        DefinitionError: if an option has an unknown value.

    Example:
        >>> Variant(middle_repeatable=False).middle_repeatable
        False
    """

    draft: Literal["none", "setup", "chief"] = field(default="none", validator=one_of("none", "setup", "chief"))
    """`setup` to draft Setup cards, `chief` to draft Chief cards and then Setup cards (rule 4.4)."""
    chief_side: Literal["A", "choice"] = field(default="A", validator=one_of("A", "choice"))
    """`choice` to let each player choose the side of the Chief card."""
    second_culture_card: Literal["free", "discard"] = field(default="free", validator=one_of("free", "discard"))
    """`discard` to require discarding a card for the second Culture card of a turn."""
    middle_repeatable: bool = field(default=True, validator=yes_or_no)
    """False to allow the middle of a column only once in a turn."""
    rest_tips: bool = field(default=False, validator=yes_or_no)
    """True to let a resting player also tip an Animal."""
    wild_overflow: bool = field(default=True, validator=yes_or_no)
    """False if real Animals must fill sets of four before wild ones join them (rule 12.5)."""
    rival_level: Literal[0, 1, 2] = field(default=0, validator=one_of(0, 1, 2))
    """The level of the solo rival (rule 14.13)."""
