"""The agenda of a state: the remaining steps and effects, the next one last."""

from __future__ import annotations

from typing import TypeAlias, final

from cairn_rules.endless_winter.effects import Effect
from cairn_rules.endless_winter.state.hexes import Hex
from cairn_rules.endless_winter.state.megaliths import Spot
from cairn_rules.frozen_classes import frozen

__all__ = [
    "AfterAbility",
    "Arrows",
    "BoardBenefits",
    "Culture",
    "DraftChief",
    "DraftSetup",
    "EclipseTurn",
    "EndTurn",
    "Figure",
    "Frame",
    "Middle",
    "PickSide",
    "Pile",
    "Ritual",
    "SetupChoice",
    "StartBurial",
    "StartIdol",
    "Tiles",
    "Top",
    "Tribe",
]


@frozen
class SetupChoice:
    """A choice of a player before the first turn."""

    seat: int
    """The seat number of the player who decides."""


@final
@frozen
class DraftChief(SetupChoice):
    """A choice among the revealed Chief cards (rule 4.4)."""


@final
@frozen
class PickSide(SetupChoice):
    """A choice of the side of the Chief card (rule 15)."""


@final
@frozen
class DraftSetup(SetupChoice):
    """A choice among the revealed Setup cards (rule 4.4)."""


@final
@frozen
class StartIdol(SetupChoice):
    """The choice of a track for the Idol of a Setup card (rule 4.1)."""


@final
@frozen
class StartBurial(SetupChoice):
    """The choice of a card to bury for a Setup card (rule 4.1)."""


@final
@frozen
class Culture:
    """The Culture step of a turn (rule 6.1)."""

    played: int = 0
    """Number of Culture cards played in this turn."""


@final
@frozen
class Figure:
    """The choice of a figure and its place (rule 6.1)."""


@final
@frozen
class Top:
    """The top of a column: actions for Labor (rule 6.3)."""


@final
@frozen
class Middle:
    """The middle of a column: actions for goods (rule 6.3)."""


@final
@frozen
class EndTurn:
    """The end of a turn: played cards are discarded (rule 6.1)."""


@final
@frozen
class Ritual:
    """The choice of cards for the Ritual pile, after the last turn of a round (rule 6.1)."""

    last: int = 0
    """The smallest index, in the pack's order, that the next card can have."""


@final
@frozen
class Arrows:
    """An extra Megalith on one of the spaces that arrows point to (rule 9.3)."""

    spots: tuple[Spot, ...]
    """The spaces."""


@final
@frozen
class EclipseTurn:
    """The start of a player's part of the Eclipse (rule 11.1)."""

    position: int
    """The player's position in the turn order, from 0."""


@final
@frozen
class Pile:
    """The Culture cards of a player's Ritual pile are discarded (rule 11.1)."""


@final
@frozen
class Tribe:
    """The abilities of the Tribe cards of a player's Ritual pile (rule 11.1)."""


@final
@frozen
class AfterAbility:
    """A Tribe card leaves the Ritual pile after its ability (rule 11.1)."""

    card: str
    """The id of the card."""


@final
@frozen
class Tiles:
    """The benefits of the terrain tiles (rule 8.4)."""

    taken: tuple[Hex, ...] = ()
    """The tiles that have given the player their benefit in this Eclipse."""


@final
@frozen
class BoardBenefits:
    """The benefits of a player board (rule 11.1)."""


Frame: TypeAlias = (
    Effect
    | DraftChief
    | PickSide
    | DraftSetup
    | StartIdol
    | StartBurial
    | Culture
    | Figure
    | Top
    | Middle
    | EndTurn
    | Ritual
    | Arrows
    | EclipseTurn
    | Pile
    | Tribe
    | AfterAbility
    | Tiles
    | BoardBenefits
)
"""Anything on an agenda."""
