"""The decision that a state asks for: the sealed union `Pending`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias, final

from attrs import field, frozen

from cairn_rules.cairn.actions import Effect
from cairn_rules.cairn.board import TRIBES, Space, Tribe, as_space
from cairn_rules.cairn.checked import fits, is_megalith, is_of, one_of, tuple_of
from cairn_rules.game import Outcome

if TYPE_CHECKING:
    from cairn_rules.cairn.powers import Megalith


@final
@frozen
class ChooseAction:
    """The active player takes an action from one of the three tiles (rule 3.1)."""


@final
@frozen
class UsePower:
    """The owner of a shaman that was moved onto a megalith uses its power (rule 6.2)."""

    space: Space = field(converter=as_space)
    """Where the megalith was woken."""
    megalith: Megalith = field(validator=fits("a Megalith", is_megalith))
    """The megalith that was woken."""
    owner: Tribe = field(validator=one_of(*Tribe))
    """Who decides: the owner of the shaman that woke it, also off-turn."""
    chosen: tuple[Effect, ...] = field(default=(), validator=fits("a tuple of Effects", tuple_of(is_of(Effect))))
    """What was decided so far, for a power that asks more than one decision (rule 6.8)."""


@final
@frozen
class BuildMegalith:
    """A player chooses which upcoming megalith is built (rule 5.3)."""

    space: Space = field(converter=as_space)
    """Where it is built."""
    builder: Tribe = field(validator=one_of(*Tribe))
    """Who builds, decides and scores."""


@final
@frozen
class TransformOrPass:
    """The active player transforms an enemy shaman, or declines (rule 8.4)."""


@final
@frozen
class Over:
    """The game is over: nothing is asked any more."""

    outcome: Outcome = field(validator=fits("an Outcome", is_of(Outcome)))
    """Who won and why."""


Pending: TypeAlias = ChooseAction | UsePower | BuildMegalith | TransformOrPass | Over
"""Everything that a state can ask."""
Waiting: TypeAlias = Space | BuildMegalith
"""What still waits in a turn: a shaman that arrived on a space, or a build that an exit by a power earned."""

CHOOSE_ACTION: Final = ChooseAction()
TRANSFORM_OR_PASS: Final = TransformOrPass()
THIRD_MEGALITH: Final = "third-megalith"
"""The reason of an outcome: a third megalith was built (rule 9.1)."""
NO_ACTION: Final = "no-action"
"""The reason of an outcome: a player had no legal action (rule 9.2)."""


def over(winner: int, reason: str) -> Over:
    """The end of the game."""
    return Over(Outcome(winners=(TRIBES[winner],), reason=reason))
