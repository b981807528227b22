"""The pending decision of a state: the sealed union `Pending`. All but `Over` have the `seat` that decides."""

from __future__ import annotations

from typing import Final, TypeAlias, final

from cairn_rules.checks import instance, plain_seat, whole_number, yes_or_no
from cairn_rules.frozen_classes import field, frozen
from cairn_rules.game import Outcome
from cairn_rules.korrigans.state.tokens import Pawn


@frozen
class Asking:
    """A decision that a seat must make."""

    seat: int = field(converter=plain_seat, validator=whole_number)
    """The seat number of the player who decides."""


@final
@frozen
class PlaceKorrigan(Asking):
    """The choice of a field for a Korrigan (rule 2.5)."""

    korrigan: int = field(validator=whole_number)
    """The Korrigan's number: 0 in the first pass, 1 in the second."""


@final
@frozen
class TakeClover(Asking):
    """The choice of a Clover token to take (rule 5.2)."""

    korrigan: int = field(validator=whole_number)
    """The number of the Korrigan that gathers, in the field where it stands."""


@final
@frozen
class ChooseSun(Asking):
    """The choice of a Sun for the first pawn of a colour (rule 3.3)."""

    pawn: Pawn = field(validator=instance(Pawn))
    """The drawn pawn."""


@final
@frozen
class ChooseCloud(Asking):
    """The choice of a Cloud for the second pawn of a colour (rule 3.4)."""

    pawn: Pawn = field(validator=instance(Pawn))
    """The drawn pawn."""


@final
@frozen
class ChooseMove(Asking):
    """The choice of a movement, of a sacrifice before it, or of a pass if neither is possible (section 4)."""


@final
@frozen
class ChooseReceiver(Asking):
    """The choice of the opponent's Korrigan that takes a Goblin (rule 6.10)."""

    korrigan: int = field(validator=whole_number)
    """The number of the Korrigan that brings the Goblin."""
    gathers: bool = field(validator=yes_or_no)
    """True if that Korrigan gathers afterwards."""


@final
@frozen
class ChooseOpponent(Asking):
    """The choice of the opponent whose screen a Leprechaun removes (rule 6.4)."""


@final
@frozen
class ChooseLink(Asking):
    """The choice of a link for the Troll (rule 6.6)."""


@final
@frozen
class ChooseSecondMove(Asking):
    """The choice of the second movement that a Fairy allows, or of none (rule 6.5)."""


@final
@frozen
class ChooseCauldronField(Asking):
    """The choice of a field for the Cauldron, by the player who drew the seventh colour (rule 7.1)."""


@final
@frozen
class ChooseFinalMove(Asking):
    """The choice of another movement of the final turn, or of its end (rule 7.5)."""


@final
@frozen
class Over:
    """The end of the game, when no decision is pending (rule 13.1)."""

    outcome: Outcome = field(validator=instance(Outcome))
    """The winner and the reason."""


Question: TypeAlias = (
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
)
"""A decision that a seat must make."""
Pending: TypeAlias = Question | Over
"""Any decision that a state can ask for, or the end of the game."""

DECISIONS: Final[dict[type[Asking], tuple[str, str, str]]] = {
    PlaceKorrigan: ("place", "place a Korrigan", "2.5"),
    TakeClover: ("take", "take a Clover token", "5.2"),
    ChooseSun: ("sun", "put the pawn on a Sun", "3.3"),
    ChooseCloud: ("cloud", "put the pawn on a Cloud", "3.4"),
    ChooseMove: ("move", "move a Korrigan", "4.1"),
    ChooseReceiver: ("goblin", "choose who takes the Goblin", "6.10"),
    ChooseOpponent: ("unmask", "choose whose screen is removed", "6.4"),
    ChooseLink: ("troll", "place the Troll", "6.6"),
    ChooseSecondMove: ("second-move", "make a second movement or decline", "6.5"),
    ChooseCauldronField: ("cauldron", "place the Cauldron", "7.1"),
    ChooseFinalMove: ("final-turn", "move on or end the final turn", "7.5"),
}
"""The code, the required action and the rule number of each decision."""
