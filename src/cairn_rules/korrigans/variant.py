"""The rule options of a game."""

from __future__ import annotations

from typing import Final, Literal, final

from cairn_rules.checks import one_of, yes_or_no
from cairn_rules.codec.variant_text import changed_options
from cairn_rules.frozen_classes import field, frozen
from cairn_rules.game import ADDED_LATER


@final
@frozen(kw_only=True)
class Variant:
    """The rule options of a game. The defaults are the rules of the rules page.

    Raises:
        DefinitionError: if an option has an invalid value.

    Example:
        >>> from cairn_rules.korrigans import Variant
        >>> Variant(side="advanced").changed
        {'side': 'advanced'}
    """

    side: Literal["standard", "advanced"] = field(default="standard", validator=one_of("standard", "advanced"))
    """The fields for placing: `standard` allows the numbered ones, `advanced` any."""
    backup: Literal["forced", "voluntary"] = field(default="forced", validator=one_of("forced", "voluntary"))
    """The time for sacrifices: `forced` only if no movement is possible, `voluntary` before any movement."""
    fairy_gathers: bool = field(default=True, validator=yes_or_no)
    """True if the second movement that a Fairy allows is followed by gathering."""
    troll_blocks_jumps: bool = field(default=False, validator=yes_or_no)
    """True if the Troll also stops birds, moles and frogs between the two fields of its link."""
    memory_aid: bool = field(default=False, validator=yes_or_no)
    """True if players are shown the tokens that they have already seen. It does not change any action."""
    cauldron_match: Literal["cell", "projection"] = field(default="cell", validator=one_of("cell", "projection"))
    """The fields for the Cauldron: `cell` requires one cell in a free row and a free column, `projection` allows two
    cells."""

    final_meetings: bool = field(default=False, validator=yes_or_no, metadata={ADDED_LATER: True})
    """True if Elves and Goblins also pass between Korrigans in final turns, as in revision 1 of the rules."""

    @property
    def changed(self) -> dict[str, bool | str]:
        """The options that differ from the default, by name."""
        return changed_options(self)


STANDARD: Final = Variant()
"""The options of the rules page."""
REVISION_1: Final = Variant(final_meetings=True)
"""The options of revision 1. Records, documents and keys leave out options with these values."""
