"""The actions: every decision that a player can make, as frozen values."""

from __future__ import annotations

from typing import Final, TypeAlias, final

from cairn_rules.endless_winter.effects import COLUMNS
from cairn_rules.endless_winter.state.hexes import Hex, Juncture
from cairn_rules.endless_winter.state.megaliths import Spot
from cairn_rules.frozen_classes import frozen
from cairn_rules.game import Notated

FIGURES: Final = ("chief", "tribe")
PLACES: Final = (*COLUMNS, "rest")
"""The places of figures: the columns, and the Eclipse space."""
GOODS: Final = ("draw", "tool", "food")
"""The benefits that are gained without a target."""
TRACKS: Final = ("offering", "honor")
SIDES: Final = ("A", "B")


@final
@frozen
class TakeChief(Notated):
    """Take a revealed Chief card (rule 4.4)."""

    chief: str
    """The id of the Chief."""


@final
@frozen
class ChooseSide(Notated):
    """Choose the side of the Chief card (rule 15)."""

    side: str
    """`A` or `B`."""


@final
@frozen
class TakeSetup(Notated):
    """Take a revealed Setup card (rule 4.4)."""

    card: str
    """The id of the Setup card."""


@final
@frozen
class PlayCulture(Notated):
    """Play a Culture card from the hand (rule 6.1)."""

    card: str
    """The id of the card."""


@final
@frozen
class PlaceFigure(Notated):
    """Place a figure on a column, or on the Eclipse space to rest (rule 6.1)."""

    figure: str
    """`chief` or `tribe`."""
    place: str
    """A column, or `rest`."""


@final
@frozen
class PlayTribe(Notated):
    """Play a Tribe card from the hand for its Labor (rule 6.2)."""

    card: str
    """The id of the card."""


@final
@frozen
class SpendFood(Notated):
    """Move the Food marker one space to the left, for the Labor printed there (rule 2.1)."""


@final
@frozen
class Boost(Notated):
    """Pay the Tools of the Chief's B side for more Labor (rule 6.4)."""


@final
@frozen
class TakeTribe(Notated):
    """Take a Tribe card from the supply (rule 6.3)."""

    card: str
    """The id of the card."""


@final
@frozen
class TakeCulture(Notated):
    """Take a face-up Culture card (rule 6.3)."""

    card: str
    """The id of the card."""


@final
@frozen
class PlaceCamp(Notated):
    """Place the leftmost Camp on the Base (rule 8.2)."""


@final
@frozen
class MoveCamp(Notated):
    """Move one of your Camps to a neighbouring tile (rule 8.2)."""

    start: Hex
    """The tile that it leaves."""
    end: Hex
    """The tile that it enters."""


@final
@frozen
class RevealAnimals(Notated):
    """Turn over Animal cards into the display: two in a turn on Hunt, one as a benefit (rule 6.3)."""


@final
@frozen
class TakeAnimal(Notated):
    """Take an Animal of the display (rule 6.3)."""

    animal: str
    """The id of the species."""


@final
@frozen
class DrawAnimal(Notated):
    """Draw the top Animal of the deck (rule 3.1)."""


@final
@frozen
class Bury(Notated):
    """Bury a card (rule 7.4)."""

    zone: str
    """`hand`, `discard`, `played`, `supply`, or `deck` at set-up."""
    card: str
    """The id of the card."""


@final
@frozen
class TakeStone(Notated):
    """Take a Sacred Stone from an open pool and pay for it (rule 7.3)."""

    stone: str
    """The id of the stone."""


@final
@frozen
class BuildVillage(Notated):
    """Return three Camps and build a Village where their tiles meet (rule 8.3)."""

    juncture: Juncture
    """The three tiles, in order."""


@final
@frozen
class Tip(Notated):
    """Tip one of your upright Animals and gain its benefit (rule 6.3)."""

    animal: str
    """The id of the species."""


@final
@frozen
class Gain(Notated):
    """Gain a unit of a benefit, or of a lesser one (rule 3.2)."""

    kind: str
    """`draw`, `tool` or `food`."""


@final
@frozen
class MoveIdol(Notated):
    """Move one of your Idol markers up one level (section 10)."""

    track: str
    """`offering` or `honor`."""


@final
@frozen
class PlaceMegalith(Notated):
    """Place the next Megalith (rule 9.1)."""

    spot: Spot
    """Its place."""


@final
@frozen
class TakePart(Notated):
    """Gain one of several benefits next (rule 3.3)."""

    part: int
    """Its index among the remaining benefits, from 0."""


@final
@frozen
class Choose(Notated):
    """Choose one of several benefits."""

    option: int
    """Its index among them, from 0."""


@final
@frozen
class Pay(Notated):
    """Pay the price of a benefit."""


@final
@frozen
class Discard(Notated):
    """Discard a card from the hand."""

    card: str
    """The id of the card."""


@final
@frozen
class Decline(Notated):
    """Decline a benefit, or the rest of several benefits (rule 3.3)."""


@final
@frozen
class AddToRitual(Notated):
    """Put a card from the hand on the Ritual pile, face down (rule 6.1)."""

    card: str
    """The id of the card."""


@final
@frozen
class ResolveTribe(Notated):
    """Use the Eclipse ability of a Tribe card of the Ritual pile (rule 11.1)."""

    card: str
    """The id of the card."""


@final
@frozen
class TakeTile(Notated):
    """Gain the benefit of a tile on which you have the most Influence (rule 8.4)."""

    tile: Hex
    """The tile."""


@final
@frozen
class End(Notated):
    """End the step of a turn or of the Eclipse."""


CultureAction: TypeAlias = PlayCulture | End
"""An action in the Culture step (rule 6.1)."""
RitualAction: TypeAlias = AddToRitual | End
"""An action in the Ritual step (rule 6.1)."""
LaborAction: TypeAlias = TakeTribe | TakeCulture | PlaceCamp | MoveCamp | RevealAnimals | TakeAnimal
"""An action that costs Labor, in the top of a column (rule 6.3)."""
TopAction: TypeAlias = PlayTribe | SpendFood | Boost | LaborAction
"""An action in the top of a column: to gain Labor or to spend it (rules 6.2, 6.3)."""
MiddleAction: TypeAlias = Bury | TakeStone | BuildVillage | Tip
"""An action in the middle of a column (rule 6.3)."""
GoodsAction: TypeAlias = Gain | MoveIdol | PlaceMegalith
"""An action that gains a benefit or a lesser one (rule 3.2)."""
UseAction: TypeAlias = LaborAction | DrawAnimal | Bury | BuildVillage | Tip | Discard
"""An action that uses a benefit without lesser ones (rule 3.1)."""
BenefitAction: TypeAlias = GoodsAction | UseAction | Decline
"""An action for one unit of a benefit."""
Action: TypeAlias = (
    TakeChief
    | ChooseSide
    | TakeSetup
    | PlayCulture
    | PlaceFigure
    | PlayTribe
    | SpendFood
    | Boost
    | TakeTribe
    | TakeCulture
    | PlaceCamp
    | MoveCamp
    | RevealAnimals
    | TakeAnimal
    | DrawAnimal
    | Bury
    | TakeStone
    | BuildVillage
    | Tip
    | Gain
    | MoveIdol
    | PlaceMegalith
    | TakePart
    | Choose
    | Pay
    | Discard
    | Decline
    | AddToRitual
    | ResolveTribe
    | TakeTile
    | End
)
"""Any action of Endless Winter."""
