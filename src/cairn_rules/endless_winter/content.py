"""A content pack: every card, tile, space and number of the game, as data (rules page, section 14)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from hashlib import sha256
from types import MappingProxyType
from typing import Any, Final, TypeAlias, final

from cairn_rules.endless_winter.effects import Effect
from cairn_rules.endless_winter.variant import Variant
from cairn_rules.frozen_classes import frozen

__all__ = [
    "Animal",
    "Chief",
    "CultureCard",
    "Limits",
    "MegalithSpace",
    "RivalCard",
    "SetupCard",
    "Source",
    "Stone",
    "StoneSpace",
    "Terrain",
    "TribeCard",
]

WILD: Final = "wild"
"""The set of animals that count as any colour (rule 12.5)."""
Source: TypeAlias = tuple[tuple[str, str], ...]
"""The origin of each value: pairs of a field and one of `seed`, `published`, `derived` or `reconstructed`."""


@final
@frozen(kw_only=True)
class TribeCard:
    """A kind of Tribe card, or of starting card (rules 7.1, 14.1, 14.2)."""

    id: str
    """The id."""
    name: str
    """The printed name."""
    copies: int
    """Number of copies: in the supply, or for each player."""
    labor: int
    """The printed Labor."""
    points: int
    """Points at the end."""
    column: str | None = None
    """The column in which the card gives Added Labor, or None."""
    added_labor: int = 0
    """The Added Labor in that column."""
    eclipse_labor: int = 0
    """The Added Labor in the Eclipse, in halves."""
    eclipse: Effect | None = None
    """The ability in the Eclipse, or None."""
    source: Source = ()
    """The origin of each value."""


@final
@frozen(kw_only=True)
class CultureCard:
    """A Culture card; there is one of each (rules 7.2, 14.5)."""

    id: str
    """The id."""
    name: str
    """The printed name."""
    era: int
    """The Era, 1 or 2."""
    points: int
    """Points at the end."""
    effect: Effect
    """The effect when it is played."""
    source: Source = ()
    """The origin of each value."""


@final
@frozen(kw_only=True)
class Animal:
    """A species of Animal cards (rule 14.11)."""

    id: str
    """The id."""
    name: str
    """The printed name."""
    set: str
    """The colour of its set, or `wild`."""
    copies: int
    """Number of cards."""
    tip: Effect
    """The effect when it is tipped."""
    source: Source = ()
    """The origin of each value."""


@final
@frozen(kw_only=True)
class Terrain:
    """A kind of terrain tile (rule 14.12)."""

    id: str
    """The id. The rules refer to `base` and `glacier`."""
    name: str
    """The printed name."""
    copies: int
    """Number of tiles."""
    benefit: Effect | None
    """The effect in the Eclipse, or None."""
    source: Source = ()
    """The origin of each value."""


@final
@frozen(kw_only=True)
class Stone:
    """A Sacred Stone tile (rule 14.6)."""

    id: str
    """The id."""
    rule: str
    """The scoring rule: one of `STONE_RULES`."""
    each: int = 0
    """Points for each thing counted, for rules without a table."""
    counts: str | None = None
    """The colour or land type that is counted, for rules that name one."""
    table: tuple[tuple[int, int], ...] = ()
    """Pairs of a least count and its points, ascending, for rules with a table."""
    source: Source = ()
    """The origin of each value."""


STONE_RULES: Final = (
    "megaliths_level_1",
    "megaliths_upper",
    "tipped_animals",
    "camps_on_land",
    "buried_different",
    "buried_identical",
)
"""The scoring rules of Sacred Stones."""
EXTRAS: Final = ("idol", "camp", "bury_starting", "draw")
"""The extras of Setup cards."""


@final
@frozen(kw_only=True)
class SetupCard:
    """A Setup card (rule 14.3)."""

    id: str
    """The id."""
    food: int
    """The Food at the start."""
    tools: int
    """The Tools at the start."""
    tribe: str
    """The id of the Tribe card added to the starting cards."""
    animals: tuple[str, ...]
    """The ids of the Animals at the start."""
    extra: str | None
    """One of `EXTRAS`, or None."""
    source: Source = ()
    """The origin of each value."""


@final
@frozen(kw_only=True)
class Chief:
    """A Chief card. The A sides of all are equal (rules 6.4, 14.4)."""

    id: str
    """The id."""
    name: str
    """The printed name."""
    column: str
    """The column in which the B side gives Added Labor, or `any`."""
    added_labor: int
    """That Added Labor."""
    boost_tools: int = 0
    """The price in Tools of the B side's boost; 0 if it has none."""
    boost_labor: int = 0
    """The Added Labor of the boost."""
    source: Source = ()
    """The origin of each value."""


@final
@frozen(kw_only=True)
class StoneSpace:
    """A space for a Sacred Stone on the player boards (rule 14.8)."""

    food: int
    """The price in Food."""
    tools: int
    """The price in Tools."""
    gain: Effect
    """The reward."""
    source: Source = ()
    """The origin of each value."""


@final
@frozen(kw_only=True)
class MegalithSpace:
    """A space of a Megalith tile (rule 14.9)."""

    x: int
    """The column within the tile, from the left."""
    y: int
    """The row within the tile, from the top."""
    start: bool = False
    """True for a starting space."""
    benefit: Effect | None = None
    """The effect, or None for an arrow space."""
    arrows: tuple[tuple[int, int], ...] = ()
    """The offsets of the spaces that the arrows point to."""


@final
@frozen(kw_only=True)
class RivalCard:
    """A card of the solo rival (rule 14.13)."""

    id: str
    """The id."""
    place: str
    """A column, or `rest`."""
    eclipse: int
    """The Labor in the Eclipse."""
    letter: str
    """The column of the Culture row, `A` to `D`."""


@final
@frozen(kw_only=True)
class Limits:
    """The numbers of the rules (rule 14.0)."""

    rounds: int
    """Rounds of a game."""
    turns_per_round: int
    """Turns of each player in a round."""
    hand_draw: int
    """Cards drawn at the start and in each Preparation."""
    culture_row: int
    """Slots for Culture cards."""
    culture_plays_per_turn: int
    """Culture cards that can be played in a turn."""
    camps: int
    """Camps of a player."""
    villages: int
    """Villages of a player."""
    own_megaliths: int
    """Megaliths of a player in the own colour."""
    neutral_megaliths: int
    """Neutral Megaliths of a player."""
    tribe_figures: int
    """Figures of a player besides the Chief."""
    stones_per_player: int
    """Spaces for Sacred Stones of a player."""
    idol_levels: int
    """The top level of the Idol tracks."""
    village_food: int
    """The price of a Village in Food."""
    stones_per_pool: tuple[int, int, int]
    """Sacred Stones in each pool, for 2, 3 and 4 players."""


_SWITCHES: Final = MappingProxyType(
    {
        "chief_side": "chief.side",
        "second_culture_card": "culture.second_card_cost",
        "middle_repeatable": "middle.repeatable",
        "rest_tips": "rest.tip_animal",
        "wild_overflow": "animals.wild_overflow",
    }
)
"""The name of each rule option in the file of a pack."""


@final
@frozen(kw_only=True, eq=False, repr=False, slots=False)
class Pack:
    """A content pack: all printed data of an edition's components.

    Use `default_pack` or `read_pack`, which check it. Packs are equal if their data are.

    Example:
        >>> from cairn_rules import endless_winter
        >>> pack = endless_winter.default_pack()
        >>> pack.tribe_cards["hunter"].labor, str(pack.culture_cards["C120"].effect)
        (1, 'pay food(2) -> tool(1)+draw(1)')
    """

    id: str
    """The id."""
    edition: str
    """The edition of the game."""
    name: str
    """The name of the pack."""
    note: str
    """A remark about its content."""
    limits: Limits
    """The numbers of the rules."""
    tribe: tuple[TribeCard, ...]
    """The Tribe cards of the supply, in the order of the piles."""
    starting: tuple[TribeCard, ...]
    """The starting cards of a player."""
    culture: tuple[CultureCard, ...]
    """The Culture cards."""
    animals: tuple[Animal, ...]
    """The species of Animals."""
    animal_sets: tuple[int, ...]
    """The value of a set of 1, 2, 3 and 4 Animals of one colour."""
    terrain: tuple[Terrain, ...]
    """The kinds of terrain tiles."""
    land: Mapping[int, tuple[int, int, int]]
    """By number of players: fixed land tiles (one of each type), Glaciers, added land tiles (rule 4.2)."""
    stones: tuple[Stone, ...]
    """The Sacred Stones."""
    setup: tuple[SetupCard, ...]
    """The Setup cards."""
    chief_labor: int
    """Added Labor of the Chief's A side on a column."""
    chief_rest_labor: int
    """Labor in the Eclipse of the Chief's A side on the Eclipse space, in halves."""
    chiefs: tuple[Chief, ...]
    """The Chief cards."""
    order_benefits: tuple[Effect, ...]
    """The benefit of each position in the turn order, in the Eclipse (rule 14.7)."""
    order_goods: tuple[tuple[int, int], ...]
    """The Food and Tools of each position in the turn order, at the start."""
    stone_spaces: tuple[StoneSpace, ...]
    """The spaces for Sacred Stones, from the left."""
    village_benefit: Effect
    """The effect in the Eclipse for each Village removed from the player board."""
    megalith_benefit: Effect
    """The effect in the Eclipse for every two own Megaliths removed from the player board."""
    food_max: int
    """The last space of the Food track."""
    camp_spaces: tuple[int, ...]
    """The spaces of the Food track that hold Camps at the start, ascending."""
    labor_steps: frozenset[int]
    """The spaces of the Food track that give Added Labor when the marker leaves them to the left."""
    tool_max: int
    """The last space of the Tool track."""
    offering: tuple[int | None, ...]
    """Goods for a point by level of the Offering track, or None for no points (rule 14.10)."""
    honor_points: Mapping[int, int]
    """The points for entering a level of the Honor track."""
    honor_thresholds: tuple[int, ...]
    """The least numbers of buried cards of the columns of the Honor charts."""
    honor_charts: Mapping[str, tuple[int, ...]]
    """The points of the charts `left`, `middle` and `right`."""
    megalith_tiles: Mapping[str, tuple[MegalithSpace, ...]]
    """The spaces of each Megalith tile, by its name."""
    layouts: Mapping[str, tuple[tuple[int, int], ...]]
    """The place of the top left space of each of the four tiles, by the name of the pattern."""
    rival: tuple[RivalCard, ...]
    """The cards of the solo rival."""
    rival_stone_points: int
    """The rival's points for a Sacred Stone."""
    rival_levels: tuple[int, ...]
    """The rival's points at the start, by level."""
    switches: Mapping[str, object]
    """The rule options of the edition, by their names in the file of the pack (rule 15)."""
    source: Source = ()
    """The origin of each value that is not part of a record, such as `limits.rounds`."""
    data: str
    """The pack as canonical JSON."""

    @cached_property
    def hash(self) -> str:
        """The SHA-256 of the pack's canonical JSON, in hexadecimal digits."""
        return sha256(self.data.encode()).hexdigest()

    @cached_property
    def variant(self) -> Variant:
        """The default rule options of a game with this pack."""
        chosen: dict[str, Any] = {option: self.switches[switch] for option, switch in _SWITCHES.items()}
        return Variant(**chosen)

    def food_capacity(self, camps_left: int) -> int:
        """Return the last free space of a Food track that still holds some Camps (rule 2.1)."""
        spaces = self.camp_spaces
        return spaces[len(spaces) - camps_left] - 1 if camps_left else self.food_max

    @cached_property
    def tribe_cards(self) -> Mapping[str, TribeCard]:
        """The Tribe and starting cards, by id."""
        return MappingProxyType({card.id: card for card in (*self.tribe, *self.starting)})

    @cached_property
    def culture_cards(self) -> Mapping[str, CultureCard]:
        """The Culture cards, by id."""
        return MappingProxyType({card.id: card for card in self.culture})

    @cached_property
    def order(self) -> Mapping[str, int]:
        """The index of each card in the canonical order, by id: Tribe, starting and Culture cards of the pack."""
        ids = [*self.tribe_cards, *self.culture_cards]
        return MappingProxyType({id: place for place, id in enumerate(ids)})

    @cached_property
    def species(self) -> Mapping[str, Animal]:
        """The species of Animals, by id."""
        return MappingProxyType({animal.id: animal for animal in self.animals})

    @cached_property
    def tiles(self) -> Mapping[str, Terrain]:
        """The kinds of terrain tiles, by id."""
        return MappingProxyType({terrain.id: terrain for terrain in self.terrain})

    @cached_property
    def stone(self) -> Mapping[str, Stone]:
        """The Sacred Stones, by id."""
        return MappingProxyType({stone.id: stone for stone in self.stones})

    @cached_property
    def chief(self) -> Mapping[str, Chief]:
        """The Chief cards, by id."""
        return MappingProxyType({chief.id: chief for chief in self.chiefs})

    @cached_property
    def setup_card(self) -> Mapping[str, SetupCard]:
        """The Setup cards, by id."""
        return MappingProxyType({card.id: card for card in self.setup})

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Pack):
            return NotImplemented
        return self is other or self.hash == other.hash

    def __hash__(self) -> int:
        return hash(self.hash)

    def __repr__(self) -> str:
        return f"<Pack {self.id}, {self.hash[:12]}>"
