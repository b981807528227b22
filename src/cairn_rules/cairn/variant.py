"""Rule options (house rules) of a game: `Variant` (rules page, section 10)."""

from __future__ import annotations

from typing import Final, Literal, final

from cairn_rules.checks import one_of, yes_or_no
from cairn_rules.codec.variant_text import changed_options
from cairn_rules.frozen_classes import field, frozen

TRIGGERS: Final = ("moved_by_you", "acted")
"""The values of `Variant.transformation_trigger`."""


@final
@frozen(kw_only=True)
class Variant:
    """The rule options of a game; the defaults are the rules as printed.

    Raises:
        DefinitionError: if an option has an invalid value.

    Example:
        >>> from cairn_rules.cairn import Variant
        >>> Variant(power_exit=True) == Variant()
        False
    """

    power_exit: bool = field(default=False, validator=yes_or_no)
    """True if a step made by a power may leave the board (rule 10.1)."""
    corner_exit: bool = field(default=True, validator=yes_or_no)
    """True if a jump over a corner shaman may leave the board (rule 10.2)."""
    transformation_trigger: Literal["moved_by_you", "acted"] = field(
        default="moved_by_you", validator=one_of(*TRIGGERS)
    )
    """Shamans that make an arrangement fresh: all that you moved, or only the one of your action (rule 10.3)."""
    transformation_mandatory: bool = field(default=False, validator=yes_or_no)
    """True if a player must transform when it is possible (rule 10.4)."""
    dawn_banishes: bool = field(default=False, validator=yes_or_no)
    """True if Cairn of Dawn may add a shaman to the space of an enemy, which is banished (rule 10.5)."""

    @property
    def changed(self) -> dict[str, bool | str]:
        """The options that differ from the printed rules, by name."""
        return changed_options(self)


STANDARD: Final = Variant()
"""The rules as printed."""
