"""The rule options, the default first."""

from __future__ import annotations

from typing import Final, Literal, final

from attrs import field, frozen

from cairn_rules.checks import one_of, yes_or_no
from cairn_rules.variants import changed_options


@final
@frozen(kw_only=True)
class Variant:
    """The rule options of a game; the defaults are the rules of the rules page.

    Raises:
        DefinitionError: when an option has a value that it cannot have.

    Example:
        >>> from cairn_rules.korrigans import Variant
        >>> Variant(side="advanced").changed
        {'side': 'advanced'}
    """

    side: Literal["standard", "advanced"] = field(default="standard", validator=one_of("standard", "advanced"))
    """Where Korrigans are placed: in the numbered fields, or anywhere."""
    backup: Literal["forced", "voluntary"] = field(default="forced", validator=one_of("forced", "voluntary"))
    """When a token may be given up for a Backup Companion: only without a legal move, or before any move."""
    fairy_gathers: bool = field(default=True, validator=yes_or_no)
    """Whether the second movement that a Fairy allows is followed by a Gathering."""
    troll_blocks_jumps: bool = field(default=False, validator=yes_or_no)
    """Whether the Troll also stops birds, moles and frogs between the two fields of its link."""
    memory_aid: bool = field(default=False, validator=yes_or_no)
    """Whether a player is shown the tokens that they have already seen; it changes no action."""
    cauldron_match: Literal["cell", "projection"] = field(default="cell", validator=one_of("cell", "projection"))
    """Whether one cell of the Cauldron's field lies in a free row and a free column, or two may."""

    final_meetings: bool = field(default=False, validator=yes_or_no)
    """Whether Elves and Goblins also pass between Korrigans in final turns, as they did in revision 1 of the rules."""

    @property
    def changed(self) -> dict[str, bool | str]:
        """The options that are not the default, by name."""
        return changed_options(self)


STANDARD: Final = Variant()
"""The rules of the rules page."""
REVISION_1: Final = Variant(final_meetings=True)
"""The rules of the first revision. Records, documents and keys leave out what is so, as they did then."""
