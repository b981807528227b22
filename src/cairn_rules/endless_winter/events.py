"""The events of decisions. Their sentences are in `event_table`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, TypeAlias, final

from cairn_rules import phrasebook
from cairn_rules.endless_winter.event_table import EVENTS
from cairn_rules.endless_winter.rules.scoring import Score
from cairn_rules.endless_winter.state.agenda import Frame
from cairn_rules.endless_winter.state.hexes import Hex, Juncture
from cairn_rules.endless_winter.state.megaliths import Spot
from cairn_rules.frozen_classes import field, frozen
from cairn_rules.game import ADDED_LATER, Outcome

__all__ = [
    "AbilityUsed",
    "AnimalGained",
    "AnimalTipped",
    "AnimalsRevealed",
    "Asked",
    "BottomClaimed",
    "CampMoved",
    "CampPlaced",
    "CardBuried",
    "CardDiscarded",
    "CardPlayed",
    "CardTaken",
    "CardsDrawn",
    "Change",
    "ChiefTaken",
    "CultureReturned",
    "CultureRevealed",
    "Event",
    "FigurePlaced",
    "GoodsChanged",
    "IdolMoved",
    "LaborChanged",
    "MegalithPlaced",
    "OrderSet",
    "PlayedDiscarded",
    "PlayerEvent",
    "PointsGained",
    "Reshuffled",
    "RitualAdded",
    "RitualDiscarded",
    "RitualRevealed",
    "RivalTurn",
    "RoundBegun",
    "Scored",
    "SetAnew",
    "SetupTaken",
    "StoneTaken",
    "TileUsed",
    "TurnPassed",
    "VillageBuilt",
    "Won",
]


def _later(default: object = None) -> Any:
    """Return an attribute that is missing in documents of earlier releases."""
    return field(default=default, metadata={ADDED_LATER: True})


@frozen
class Event(phrasebook.Event):
    """Something that happened in a decision. Its English sentence is made on demand."""

    text: str | None = field(default=None, kw_only=True, repr=False, metadata={ADDED_LATER: True})
    """The English words of an event in a document of an earlier release, which has them in place of values; else
    None."""

    @property
    def arguments(self) -> Mapping[str, Any]:
        """The arguments of the sentence by name, for translations (see `Phrasebook`)."""
        return EVENTS.arguments(self)

    def __str__(self) -> str:
        return EVENTS.sentence(self)


@frozen
class PlayerEvent(Event):
    """An event that concerns one player."""

    seat: int
    """The player's seat number; the solo rival has the number after the last seat."""
    who: str
    """The player's name."""


@final
@frozen
class ChiefTaken(PlayerEvent):
    """A Chief card, or its other side, that a player has chosen (rule 4.4)."""

    chief: str
    """The id of the Chief."""
    name: str | None = _later()
    """The printed name."""
    side: str | None = _later()
    """`A` or `B`."""
    column: str | None = _later()
    """The column in which the side gives Added Labor, or `any`."""
    labor: int | None = _later()
    """That Added Labor."""
    rest_labor: int | None = _later()
    """The Labor in the Eclipse of a Chief on the Eclipse space, in halves; None for side B."""
    boost_labor: int | None = _later()
    """The Added Labor of the side's boost; None if it has none."""
    boost_tools: int | None = _later()
    """The price of the boost in Tools; None if there is none."""


@final
@frozen
class SetupTaken(PlayerEvent):
    """A Setup card drafted by a player (rule 4.4)."""

    card: str
    """The id of the card."""
    food: int | None = _later()
    """The Food at the start."""
    tools: int | None = _later()
    """The Tools at the start."""
    tribe: str | None = _later()
    """The id of the Tribe card added to the starting cards."""
    tribe_name: str | None = _later()
    """The printed name of that card."""
    animals: tuple[str, ...] = _later(())
    """The ids of the Animals at the start."""
    names: tuple[str, ...] = _later(())
    """The printed names of the Animals."""
    extra: str | None = _later()
    """One of `EXTRAS`, or None."""


@final
@frozen
class RivalTurn(PlayerEvent):
    """A card that the solo rival turned over for its turn (rule 14.13)."""

    card: str
    """The id of the card."""
    place: str
    """A column, or `rest`."""


@final
@frozen
class FigurePlaced(PlayerEvent):
    """A figure placed on a column or on the Eclipse space (rule 6.1)."""

    figure: str
    """`chief` or `tribe`."""
    place: str
    """A column, or `rest`."""


@final
@frozen
class BottomClaimed(Event):
    """The bottom of a column claimed by the first figure of the round (rule 6.1)."""

    column: str
    """The column."""


@final
@frozen
class CardPlayed(PlayerEvent):
    """A card played from the hand (rules 6.1, 6.2)."""

    card: str
    """The id of the card."""
    name: str
    """Its printed name."""


@final
@frozen
class CardTaken(PlayerEvent):
    """A Tribe card taken from the supply, or a Culture card taken from the row (rule 6.3)."""

    card: str
    """The id of the card."""
    name: str
    """Its printed name."""
    zone: str
    """`hand` or `discard`; for the solo rival `score`."""


@final
@frozen
class CardDiscarded(PlayerEvent):
    """A card discarded from the hand."""

    card: str
    """The id of the card."""
    name: str
    """Its printed name."""


@final
@frozen
class CardBuried(PlayerEvent):
    """A buried card (rule 7.4)."""

    card: str | None
    """The id of the card, or None if the viewer may not see it."""
    name: str | None
    """Its printed name, or None."""
    zone: str
    """`hand`, `discard`, `played`, `supply`, or `deck` at set-up."""


@final
@frozen
class RitualAdded(PlayerEvent):
    """A card put face down on the Ritual pile (rule 6.1)."""

    card: str | None
    """The id of the card, or None if the viewer may not see it."""
    name: str | None
    """Its printed name, or None."""


@final
@frozen
class PlayedDiscarded(PlayerEvent):
    """The played cards, discarded at the end of a step or a turn (rule 6.1)."""

    cards: tuple[str, ...]
    """The ids of the cards."""
    names: tuple[str, ...] = _later(())
    """Their printed names."""


@final
@frozen
class RitualRevealed(PlayerEvent):
    """A Ritual pile revealed at the start of the Eclipse (rule 11.1)."""

    cards: tuple[str, ...]
    """The ids of the cards."""
    labor: int
    """The Labor for the new turn order, in halves."""
    names: tuple[str, ...] = _later(())
    """Their printed names."""


@final
@frozen
class RitualDiscarded(PlayerEvent):
    """Cards of a Ritual pile discarded in the Eclipse (rule 11.1)."""

    cards: tuple[str, ...]
    """The ids of the cards."""
    names: tuple[str, ...] = _later(())
    """Their printed names."""


@final
@frozen
class AbilityUsed(PlayerEvent):
    """An Eclipse ability used by a player (rule 11.1)."""

    card: str
    """The id of the card."""
    name: str
    """Its printed name."""


@final
@frozen
class TileUsed(PlayerEvent):
    """A terrain tile that gives a player its benefit in the Eclipse (rule 8.4)."""

    tile: Hex
    """The tile."""
    name: str | None = _later()
    """The printed name of its terrain."""


@final
@frozen
class Reshuffled(PlayerEvent):
    """A discard pile shuffled into a new deck (rule 3.4)."""


@final
@frozen
class CardsDrawn(PlayerEvent):
    """Cards drawn from a deck."""

    count: int
    """Number of cards."""
    cards: tuple[str, ...] | None
    """The ids of the cards, or None if the viewer may not see them."""
    names: tuple[str, ...] = _later(())
    """Their printed names; empty if the viewer may not see them."""


@final
@frozen
class GoodsChanged(PlayerEvent):
    """Food and Tools gained, paid or lost."""

    food: int
    """Food gained; negative if it was paid or lost."""
    tools: int
    """Tools gained; negative if they were paid."""


@final
@frozen
class LaborChanged(PlayerEvent):
    """Labor gained or spent in a turn (rule 6.2)."""

    labor: int
    """The Labor left."""


@final
@frozen
class PointsGained(PlayerEvent):
    """Points gained at once."""

    points: int
    """Number of points."""


@final
@frozen
class CampPlaced(PlayerEvent):
    """A Camp placed on the Base (rule 8.2)."""


@final
@frozen
class CampMoved(PlayerEvent):
    """A Camp moved to another tile (rule 8.2)."""

    start: Hex
    """The tile that it left."""
    end: Hex
    """The tile that it entered."""
    start_name: str | None = _later()
    """The printed name of the terrain that it left."""
    end_name: str | None = _later()
    """The printed name of the terrain that it entered."""


@final
@frozen
class VillageBuilt(PlayerEvent):
    """A Village built in place of three Camps (rule 8.3)."""

    juncture: Juncture
    """The three tiles."""


@final
@frozen
class IdolMoved(PlayerEvent):
    """An Idol marker moved up (rule 10)."""

    track: str
    """`offering` or `honor`."""
    level: int
    """The level that it reached."""


@final
@frozen
class MegalithPlaced(PlayerEvent):
    """A Megalith placed on the board (rule 9.1)."""

    spot: Spot
    """Its place."""
    neutral: bool
    """True if it is neutral."""


@final
@frozen
class StoneTaken(PlayerEvent):
    """A Sacred Stone taken from a pool (rule 7.3)."""

    stone: str
    """The id of the stone."""
    rule: str | None = _later()
    """The scoring rule: one of `STONE_RULES`."""
    each: int = _later(0)
    """Points for each thing counted, for rules without a table."""
    counts: str | None = _later()
    """The colour or land type that is counted, for rules that name one."""
    name: str | None = _later()
    """The printed name of that land type; that of a colour is its id."""
    table: tuple[tuple[int, int], ...] = _later(())
    """Pairs of a least count and its points, ascending, for rules with a table."""


@final
@frozen
class AnimalGained(PlayerEvent):
    """An Animal gained, from the display or from the deck (rule 6.3)."""

    animal: str
    """The id of the species."""
    name: str
    """Its printed name."""
    origin: str
    """`display` or `deck`; `supply` if it is not known."""


@final
@frozen
class AnimalTipped(PlayerEvent):
    """An Animal tipped (rule 6.3)."""

    animal: str
    """The id of the species."""
    name: str
    """Its printed name."""


@final
@frozen
class AnimalsRevealed(Event):
    """Animals turned over into the display."""

    animals: tuple[str, ...]
    """The ids of the species."""
    names: tuple[str, ...] = _later(())
    """Their printed names."""


@final
@frozen
class TurnPassed(Event):
    """The end of a turn."""

    turn: int
    """Number of completed turns."""


@final
@frozen
class OrderSet(Event):
    """The new turn order, determined in the Eclipse (rule 11.1)."""

    order: tuple[int, ...]
    """The seat numbers."""
    names: tuple[str, ...] = _later(())
    """The names of the players in this order."""


@final
@frozen
class RoundBegun(Event):
    """The start of a round: figures return and bottoms are free again (rule 11.2)."""

    round: int
    """The round, from 1."""


@final
@frozen
class CultureReturned(Event):
    """Culture cards with tokens that leave the row in the Preparation (rule 11.2)."""

    cards: tuple[str, ...]
    """The ids of the cards."""
    names: tuple[str, ...] = _later(())
    """Their printed names."""


@final
@frozen
class CultureRevealed(Event):
    """New Culture cards in the row (rule 11.2)."""

    cards: tuple[str, ...]
    """The ids of the cards."""
    names: tuple[str, ...] = _later(())
    """Their printed names."""


@final
@frozen
class SetAnew(Event):
    """A jump to a state to which no single decision leads, as after an undo."""


@final
@frozen
class Asked(PlayerEvent):
    """The decision that a player must make now."""

    is_question: ClassVar[bool] = True
    """True: it asks for the next decision."""
    pending: Frame
    """The pending decision."""
    column: str | None
    """The column of the turn's figure, or None."""


@final
@frozen
class Scored(PlayerEvent):
    """The final points of a player (rule 12)."""

    score: Score
    """The points by origin."""


@final
@frozen
class Won(Event):
    """The end of the game (rule 12)."""

    outcome: Outcome
    """The winner and the reason."""


Change: TypeAlias = (
    ChiefTaken
    | SetupTaken
    | RivalTurn
    | FigurePlaced
    | BottomClaimed
    | CardPlayed
    | CardTaken
    | CardDiscarded
    | CardBuried
    | RitualAdded
    | PlayedDiscarded
    | RitualRevealed
    | RitualDiscarded
    | AbilityUsed
    | TileUsed
    | Reshuffled
    | CardsDrawn
    | GoodsChanged
    | LaborChanged
    | PointsGained
    | CampPlaced
    | CampMoved
    | VillageBuilt
    | IdolMoved
    | MegalithPlaced
    | StoneTaken
    | AnimalGained
    | AnimalTipped
    | AnimalsRevealed
    | TurnPassed
    | OrderSet
    | RoundBegun
    | CultureReturned
    | CultureRevealed
    | SetAnew
    | Asked
    | Scored
    | Won
)
"""Any event."""
