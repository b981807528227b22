"""The actions of a campaign between its scenes. Within a scene, the actions are those of the scene's game."""

from __future__ import annotations

from typing import Final, TypeAlias, final

from attrs import field, frozen

from cairn_rules.cairn_rpg.combat.actions import Action as FightAction
from cairn_rules.cairn_rpg.dungeon.actions import Action as DungeonAction
from cairn_rules.cairn_rpg.wilderness.actions import Action as JourneyAction
from cairn_rules.cairn_rpg.wilderness.setup import SEASONS
from cairn_rules.cairn_rpg.wilderness.state import Season
from cairn_rules.checks import fits, is_count, one_of, whole_number, whole_text

_member_or_none = fits("the index of a member or None", lambda value: value is None or is_count(value))


@final
@frozen
class SetOut:
    """Set out on a way, which takes a watch of travel (R181, R199)."""

    way: str = field(validator=whole_text)
    """The id of the way, which begins where the party is."""


@final
@frozen
class Enter:
    """Enter the dungeon where the party is (R155)."""


@final
@frozen
class Fight:
    """Fight the opponents of an encounter, as the table says (R72)."""

    encounter: str = field(validator=whole_text)
    """The id of the encounter."""


@final
@frozen
class CatchBreath:
    """Rest for a few moments with water, all members together, as the table allows (R53)."""


@final
@frozen
class Aid:
    """Stabilise a dying member (R103)."""

    member: int = field(validator=whole_number)
    """The patient, as an index of `Party.members`."""
    by: int | None = field(default=None, validator=_member_or_none)
    """The helper, who spends a use of bandages (R54); None for other aid, as the table says. In a dungeon, bandaging is
    a deed of the helper instead."""


@final
@frozen
class Calm:
    """Try to overcome panic, with a WIL save (R176)."""

    member: int = field(validator=whole_number)
    """The panicked member, as an index of `Party.members`."""


@final
@frozen
class PassWatch:
    """Let a watch pass without an event, for example after a long dungeon or at a feast (R179)."""


@final
@frozen
class ChangeSeason:
    """Begin another season (R188)."""

    season: Season = field(validator=one_of(*SEASONS))
    """`spring`, `summer`, `fall` or `winter`."""


@final
@frozen
class Retire:
    """End the campaign: the party settles down where it is."""


OwnAction: TypeAlias = SetOut | Enter | Fight | CatchBreath | Aid | Calm | PassWatch | ChangeSeason | Retire
"""A decision of the campaign itself."""
SceneAction: TypeAlias = JourneyAction | DungeonAction | FightAction
"""A decision in a scene: on a journey, in a dungeon or in a fight."""
Action: TypeAlias = OwnAction | SceneAction
"""A legal decision in a campaign."""

ENTER: Final = Enter()
"""The only `Enter`."""
CATCH_BREATH: Final = CatchBreath()
"""The only `CatchBreath`."""
PASS_WATCH: Final = PassWatch()
"""The only `PassWatch`."""
RETIRE: Final = Retire()
"""The only `Retire`."""
