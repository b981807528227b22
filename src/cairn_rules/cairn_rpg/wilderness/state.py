"""The state of a journey at one decision, and the routes it follows, as immutable values."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Final, Literal, TypeAlias, cast, final, get_args

from cairn_rules.cairn_rpg.characters.items import Item
from cairn_rules.cairn_rpg.content.book import Book
from cairn_rules.cairn_rpg.procedures.party import Party, Question
from cairn_rules.cairn_rpg.rulings import DEFAULT, Rulings
from cairn_rules.cairn_rpg.wilderness.actions import Declaration
from cairn_rules.chance import Chance
from cairn_rules.checks import fits, instance, is_line, one_of, tuple_of
from cairn_rules.frozen_classes import field, frozen
from cairn_rules.game import ADDED_LATER, Drawn

SEAT_NAMES: Final = ("party",)
WATCHES: Final = ("morning", "afternoon", "night")
"""The three watches of a day, of eight hours each (R179)."""
NIGHT: Final = 2
"""The index of the night in `WATCHES`."""
MOST_DAYS: Final = 365
"""Maximum number of days of a journey."""
MOST_LEGS: Final = 100
"""Maximum number of legs of a journey."""
MOST_WATCHES: Final = 100
"""Maximum number of watches or steps in a modifier."""

Path: TypeAlias = Literal["road", "trail", "wilderness"]
"""The kind of a path (R182, T24)."""
Distance: TypeAlias = Literal["short", "medium", "long"]
"""The length of a path (R183, T25)."""
Terrain: TypeAlias = Literal["easy", "tough", "perilous"]
"""The difficulty of the land (R184, T26)."""
Season: TypeAlias = Literal["spring", "summer", "fall", "winter"]
"""A season, which decides the weather (R188, T27)."""
Weather: TypeAlias = Literal["nice", "fair", "unpleasant", "inclement", "extreme", "catastrophic"]
"""The weather of a day, from best to worst (T28)."""
Part: TypeAlias = Literal["path", "distance", "terrain", "vast", "weather"]
"""A penalty that a modifier can cancel (R187)."""
Toll: TypeAlias = Literal["", "fatigue", "ration"]
"""The price of keeping pace on a leg; empty if there is none (R187)."""
Phase: TypeAlias = Literal["dawn", "plan", "pace", "weather", "move", "act", "events", "sleep", "end", "dusk", "over"]
"""The part of a watch that comes next."""
ChoiceKind: TypeAlias = Literal["pace", "weather", "exhaustion", "loss", "environment", "discovery", "rest"]
"""The subject of a choice."""

WEATHERS: Final[tuple[Weather, ...]] = get_args(Weather)
"""All kinds of weather, from best to worst."""
PARTS: Final[tuple[Part, ...]] = get_args(Part)
"""All penalties that can be cancelled."""


def number_from(least: int, most: int) -> Any:
    """Return a check that a field is a whole number in a range."""
    return fits(f"a whole number from {least} to {most}", lambda value: type(value) is int and least <= value <= most)


_some_parts = fits(f"a tuple of {', '.join(PARTS)}", tuple_of(lambda part: part in PARTS))


def _is_terrain(value: object) -> bool:
    kinds = get_args(Terrain)
    return tuple_of(lambda each: each in kinds)(value) and 1 <= len(cast("tuple[object, ...]", value)) <= len(kinds)


_terrains = fits("a tuple of one to three of easy, tough, perilous", _is_terrain)


@final
@frozen
class Modifier:
    """Something that changes a journey, such as a guide, a map or mounts (R187).

    Example:
        >>> guide = Modifier("guide", watches=-1, lost=-1)
        >>> guide.name, guide.watches
        ('guide', -1)
    """

    name: str = field(validator=fits("one line of text", is_line))
    """The name, for events and diagrams."""
    watches: int = field(default=0, kw_only=True, validator=number_from(-MOST_WATCHES, MOST_WATCHES))
    """Watches added, or saved if negative."""
    lost: int = field(default=0, kw_only=True, validator=number_from(-6, 6))
    """Steps of the odds of getting lost; -1 makes 3-in-6 into 2-in-6."""
    terrain: int = field(default=0, kw_only=True, validator=number_from(-2, 2))
    """Steps of the terrain; -1 makes tough terrain easy."""
    weather: int = field(default=0, kw_only=True, validator=number_from(-5, 5))
    """Steps of the weather's cost; -1 makes extreme weather cost as inclement."""
    cancels: tuple[Part, ...] = field(default=(), kw_only=True, validator=_some_parts)
    """The penalties that are ignored."""
    night: bool = field(default=False, kw_only=True, validator=instance(bool))
    """True if it only works by night, as in a desert (R197)."""


@final
@frozen(kw_only=True)
class Route:
    """A leg of a journey: a path to the next landmark (R181).

    Example:
        >>> Route(to="Mill", path="trail", distance="medium", terrain=("perilous", "tough")).to
        'Mill'
    """

    to: str = field(default="the destination", validator=fits("one line of text", is_line))
    """The name of the landmark where it ends."""
    path: Path = field(default="trail", validator=one_of(*get_args(Path)))
    """`road`, `trail` or `wilderness`. A waterway counts as the land around it (R185)."""
    distance: Distance = field(default="short", validator=one_of(*get_args(Distance)))
    """`short`, `medium` or `long`."""
    terrain: tuple[Terrain, ...] = field(default=("easy",), validator=_terrains)
    """The difficulties of the land that it crosses (A43)."""
    vast: int = field(default=0, validator=number_from(0, 2))
    """Further watches, up to 2, for vast land."""
    modifiers: tuple[Modifier, ...] = ()
    """Guides, maps, mounts and other help or hindrance (R187)."""
    toll: Toll = field(default="", validator=one_of(*get_args(Toll)))
    """The price of keeping pace; if it is not paid, the leg takes one more watch (R187)."""
    settlement: bool = field(default=False, validator=instance(bool))
    """True if rations are sold at its end (R206)."""


@final
@frozen
class Choice:
    """A choice of the party, or a fact that the table has to state (R187, R191, R210, R211)."""

    kind: ChoiceKind
    """The subject."""


@frozen(kw_only=True, slots=False)
class Scene:
    """A journey of one group, without the source of its rolls."""

    party: Party
    """The travellers, in marching order."""
    legs: tuple[Route, ...]
    """The legs of the journey, in order. They can be replaced when the route changes (R181)."""
    season: Season = "spring"
    """The season."""
    leg: int = 0
    """The current leg, as an index of `legs`; the number of legs when all are done."""
    day: int = 1
    """The day of the journey, from 1."""
    watch: int = 0
    """The watch of the day, as an index of `WATCHES`."""
    weather: Weather | None = None
    """The weather of the day, from morning to morning (A80); None before it is rolled."""
    phase: Phase = "dawn"
    """The part of the watch that comes next; `plan` while the members declare, `over` when the journey has ended."""
    departed: bool = False
    """True once the party has left the last landmark."""
    lost: bool = False
    """True while the party is lost (R199)."""
    progress: int = 0
    """Watches of travel done on this leg."""
    delay: int = 0
    """Watches that events and slow pace added to this leg."""
    weather_delay: int = 0
    """Watches that the weather added to this leg (R191, A46)."""
    weather_steps: int = 0
    """Steps that the weather adds to the terrain of this leg (R192, A46)."""
    steps: int = 0
    """Steps that changes of the environment added to the terrain of this leg (R211)."""
    weathered: bool = False
    """True once the weather's cost of the day is settled (R196)."""
    camped: frozenset[int] = frozenset()
    """The members who made camp today (R201)."""
    sleepers: frozenset[int] = frozenset()
    """The members who sleep in this watch."""
    declared: tuple[Declaration, ...] = ()
    """The declarations of this watch so far."""
    questions: tuple[Question | Choice, ...] = ()
    """The questions to answer before the journey goes on, in order."""
    rolls: int = 0
    """Number of remaining rolls on the table of events in this watch."""
    ground: tuple[Item, ...] = ()
    """Items that found no room and can still be picked up here (R207)."""
    settlement: bool = False
    """True if rations are sold at the start (R206)."""
    circumstances: tuple[str, ...] = ()
    """Conditions that hold now: the `when` of effects that change terrain, odds or supplies."""
    provided: frozenset[str] = field(default=frozenset(), metadata={ADDED_LATER: True})
    """Needs that are met here at no cost until the party travels on, as the table decides: `food` from a host, `feed`
    for animals, or a need that a background names (R61, R208)."""
    braves: bool = False
    """True if the table allows travel in Catastrophic weather (R194)."""
    rulings: Rulings = DEFAULT
    """The rulings by which it is played."""
    book: Book | None = None
    """The book with the spells and creatures; None for the book of the library. See `with_packs`."""

    @property
    def route(self) -> Route:
        """The current leg; the last one when all are done."""
        return self.legs[min(self.leg, len(self.legs) - 1)]

    @property
    def place(self) -> str:
        """The landmark where the party is; empty between landmarks."""
        if self.departed:
            return ""
        return self.legs[self.leg - 1].to if self.leg else "the start"

    @property
    def is_market(self) -> bool:
        """True if rations are sold here (R206)."""
        return not self.departed and (self.legs[self.leg - 1].settlement if self.leg else self.settlement)

    @property
    def elapsed(self) -> Fraction:
        """Days since the first morning, in thirds: a watch is a third of a day (R179)."""
        return self.day - 1 + Fraction(self.watch + (self.phase == "over"), len(WATCHES))


@final
@frozen(kw_only=True, slots=False)
class State(Scene, Drawn):
    """A journey of one group at one decision. A party that splits has one state for each group (R180).

    Equality covers everything that can affect what follows. The log of a journey is not part of it.
    """

    chance: Chance
    """The source of all later rolls."""


def declarers(state: State) -> tuple[int, ...]:
    """Return the members who still have to declare in this watch, in marching order (R180)."""
    done = len(state.declared)
    if done and getattr(state.declared[-1], "member", None) is None:
        return ()
    return state.party.living[done:]
