"""The decision that a state asks for: the sealed union `Pending`. Each but the last has the `seat` that decides."""

from __future__ import annotations

from typing import TypeAlias, final

from attrs import field, frozen

from cairn_rules.checks import instance, whole_number, yes_or_no
from cairn_rules.game import Outcome
from cairn_rules.korrigans.tokens import Pawn


@frozen
class Asking:
    """A decision of a seat."""

    seat: int = field(validator=whole_number)
    """Who decides."""


@final
@frozen
class PlaceKorrigan(Asking):
    """A player places a Korrigan."""

    korrigan: int = field(validator=whole_number)
    """Which one: 0 in the first pass, 1 in the second."""


@final
@frozen
class TakeClover(Asking):
    """A player takes a Clover token."""

    korrigan: int = field(validator=whole_number)
    """Which Korrigan gathers, in the field where it stands."""


@final
@frozen
class ChooseSun(Asking):
    """Whoever drew a pawn of a new colour puts it on a sun."""

    pawn: Pawn = field(validator=instance(Pawn))
    """The pawn that was drawn."""


@final
@frozen
class ChooseCloud(Asking):
    """Whoever drew the second pawn of a colour puts it on a cloud."""

    pawn: Pawn = field(validator=instance(Pawn))
    """The pawn that was drawn."""


@final
@frozen
class ChooseMove(Asking):
    """A player moves a Korrigan, or pays for a Backup Companion first, or passes when neither is possible."""


@final
@frozen
class ChooseReceiver(Asking):
    """A player chooses who takes the Goblin that a Korrigan brought."""

    korrigan: int = field(validator=whole_number)
    """Which Korrigan brought it."""
    gathers: bool = field(validator=yes_or_no)
    """Whether it gathers afterwards."""


@final
@frozen
class ChooseOpponent(Asking):
    """A player chooses whose screen the Leprechaun removes."""


@final
@frozen
class ChooseLink(Asking):
    """A player chooses where the Troll stands."""


@final
@frozen
class ChooseSecondMove(Asking):
    """A player makes the second movement that a Fairy allows, or declines."""


@final
@frozen
class ChooseCauldronField(Asking):
    """Whoever drew the last colour places the Cauldron."""


@final
@frozen
class ChooseFinalMove(Asking):
    """A player makes another movement of the final turn, or ends it."""


@final
@frozen
class Over:
    """The game is over: nothing is asked any more."""

    outcome: Outcome = field(validator=instance(Outcome))
    """Who won and why."""


Pending: TypeAlias = (
    PlaceKorrigan
    | TakeClover
    | ChooseSun
    | ChooseCloud
    | ChooseMove
    | ChooseReceiver
    | ChooseOpponent
    | ChooseLink
    | ChooseSecondMove
    | ChooseCauldronField
    | ChooseFinalMove
    | Over
)
"""Everything that a state can ask."""
