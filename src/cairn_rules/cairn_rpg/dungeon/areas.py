"""The map of a dungeon as its author wrote it: areas, exits, doors, places to search, traps and tables.

Everything that the fiction decides is a field here: whether an area is dark or safe, which save a trap allows, the
length of a search, the result of an event. Nothing is guessed.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cache, cached_property
from typing import Final, Literal, TypeAlias, TypeVar, final

from cairn_rules.cairn_rpg.argument_checks import checked
from cairn_rules.cairn_rpg.characters.attributes import Attribute
from cairn_rules.cairn_rpg.characters.items import Item, Uses
from cairn_rules.cairn_rpg.characters.soundness import check_faultless
from cairn_rules.cairn_rpg.dice_formula import Formula
from cairn_rules.checks import fits, instances, is_line, is_of, is_text, tuple_of
from cairn_rules.errors import Fault, cut, hint, quoted
from cairn_rules.frozen_classes import field, frozen

T = TypeVar("T")

CLEAR: Final = 40
"""Distance in feet at which a light shows everything, and which a turn of movement covers (R156, R169)."""
DASH: Final = 120
"""Distance in feet that a turn of nothing but movement covers (R157)."""
MOST_PARTS: Final = 1000
"""Maximum number of areas, and of each kind of part of an area."""
MOST_TURNS: Final = 1000
"""Maximum number of turns that a task takes."""
MOST_HINTED: Final = 100
"""Maximum number of ids among which a similar one is suggested."""
_ID: Final = re.compile("[a-z0-9][a-z0-9-]{0,59}")
_TEXT: Final = 1000

DoorState: TypeAlias = Literal["open", "closed", "locked", "stuck", "blocked"]
"""The state of a door (R174). A `closed` one opens without effort; `locked`, `stuck` and `blocked` ones do not."""


@final
@frozen(kw_only=True)
class Row:
    """A row of a table that the author writes, such as an encounter (R163).

    Example:
        >>> Row(text="a cold wind from below", lights_out=True).text
        'a cold wind from below'
    """

    text: str
    """The row as a sentence or a name, without a full stop."""
    lights_out: bool = False
    """True if every light goes out (R164, R212)."""
    panic: bool = False
    """True if the party is surrounded or faces its worst fear, so that everyone saves against panic (R175)."""


@final
@frozen(kw_only=True)
class Tables:
    """The tables behind the rows of the Dungeon Events. A row is drawn with equal chances.

    If a table is empty, the event states only its kind, and the Warden adds the rest.
    """

    encounters: tuple[Row, ...] = field(default=(), validator=instances(Row))
    """Encounters that the party may have (R163)."""
    signs: tuple[Row, ...] = field(default=(), validator=instances(Row))
    """Signs of what is near (R162)."""
    environments: tuple[Row, ...] = field(default=(), validator=instances(Row))
    """Changes of the surroundings (R162)."""
    losses: tuple[Row, ...] = field(default=(), validator=instances(Row))
    """Losses, which have to be made good before the party moves on (R164)."""
    reactions: bool = False
    """True to roll for the reaction of the creatures that the party meets (R136, R163)."""


@final
@frozen(kw_only=True)
class Trap:
    """A trap (R178). A careful party finds it; an unwitting one may spring it.

    Example:
        >>> Trap(id="pit", name="pit", damage=Formula.parse("d6"), save=Attribute.DEX).attribute
        <Attribute.STR: 'STR'>
    """

    id: str
    """The id."""
    name: str = ""
    """The displayed name (default: the id)."""
    damage: Formula = field(validator=fits("a Formula such as Formula.parse('d6')", is_of(Formula)))
    """The damage to an attribute."""
    attribute: Attribute = Attribute.STR
    """The attribute that it damages."""
    save: Attribute | None = None
    """The attribute whose save avoids it; None if no save does (R48)."""
    armor: bool = False
    """True if armour helps (R71)."""
    certain: bool = False
    """True if the unwitting always spring it; otherwise on 1 or 2 of a d6."""
    everyone: bool = False
    """True if it harms the whole party, not only the member that springs it."""
    again: bool = False
    """True if it works again after it was sprung."""


@final
@frozen(kw_only=True)
class Door:
    """A door (R174). Exits on both of its sides name it by its id."""

    id: str
    """The id."""
    name: str = ""
    """The displayed name (default: the id)."""
    state: DoorState = "closed"
    """Its state at the start."""
    key: str = ""
    """The id of the item that opens it if it is locked; empty if none does."""
    save: Attribute | None = None
    """The attribute whose save forcing it needs; None if there is no risk."""
    turns: int = 1
    """Number of turns that forcing it takes (R166)."""
    loud: bool = False
    """True if forcing it makes a loud noise (R161)."""
    sounds: str = ""
    """The sounds of life and hazards behind it, for listeners; empty for silence."""
    traps: tuple[Trap, ...] = field(default=(), validator=instances(Trap))
    """Its traps, for members that unlock or force it."""


@final
@frozen(kw_only=True)
class Exit:
    """A way out of an area into another one."""

    to: str
    """The id of the area that it leads to."""
    feet: int = CLEAR
    """Its length, from 1 to 120. A turn covers 40, or 120 if the party does nothing else (R156, R157)."""
    door: str = ""
    """The id of the door in it; empty for an open way."""
    hidden: str = ""
    """The id under which a search finds it; empty if it is in plain view."""


@final
@frozen(kw_only=True)
class Place:
    """An object or a place that can be searched (R167)."""

    id: str
    """The id."""
    name: str = ""
    """The displayed name (default: the id)."""
    turns: int = 1
    """Number of turns that the search takes: more for a larger place."""
    items: tuple[Item, ...] = field(default=(), validator=instances(Item))
    """The items hidden in it."""
    reveals: tuple[str, ...] = field(default=(), validator=fits("a tuple of ids", tuple_of(is_text)))
    """The ids of hidden exits and of traps that the search finds."""
    text: str = ""
    """A description of the find, for the searchers; empty for none."""


@final
@frozen(kw_only=True)
class Area:
    """An area of the dungeon: a room, a cave or a part of a corridor."""

    id: str
    """The id."""
    name: str = ""
    """The displayed name (default: the id)."""
    text: str = ""
    """A description, shown when the party enters; empty for none."""
    exits: tuple[Exit, ...] = field(default=(), validator=instances(Exit))
    """The ways out of it."""
    places: tuple[Place, ...] = field(default=(), validator=instances(Place))
    """The objects and places that can be searched."""
    items: tuple[Item, ...] = field(default=(), validator=instances(Item))
    """Items that lie in it."""
    traps: tuple[Trap, ...] = field(default=(), validator=instances(Trap))
    """Its traps, for those who enter it."""
    dark: bool = True
    """True if nothing can be seen in it without a light (R169)."""
    safe: bool = False
    """True if the party can rest in it (R168)."""
    danger: bool = False
    """True if danger is present or coming, which makes rest impossible (R168)."""
    outside: bool = False
    """True if the party can leave the dungeon from it."""
    tables: Tables | None = None
    """Its own tables; None for those of the dungeon."""


@final
@frozen(kw_only=True, slots=False, cache_hash=True)
class Dungeon:
    """A map: areas, doors and tables.

    Every id is unique in the whole map.

    Example:
        >>> crypt = Dungeon(
        ...     areas=(
        ...         Area(id="stairs", outside=True, dark=False, exits=(Exit(to="vault", door="slab"),)),
        ...         Area(id="vault", exits=(Exit(to="stairs", door="slab"),)),
        ...     ),
        ...     doors=(Door(id="slab", state="stuck", loud=True),),
        ... )
        >>> crypt.area("vault").dark, crypt.door("slab").state
        (True, 'stuck')
    """

    areas: tuple[Area, ...] = field(validator=instances(Area))
    """The areas. The party starts in the first one."""
    doors: tuple[Door, ...] = field(default=(), validator=instances(Door))
    """The doors, each named by the exits on its two sides."""
    tables: Tables = field(factory=Tables)
    """The tables of the whole dungeon."""

    @cached_property
    def _areas(self) -> Mapping[str, Area]:
        return {area.id: area for area in self.areas}

    @cached_property
    def _doors(self) -> Mapping[str, Door]:
        return {door.id: door for door in self.doors}

    def area(self, id: str) -> Area:
        """Return the area with an id.

        Raises:
            KeyError: if there is none.
        """
        return self._areas[id]

    def door(self, id: str) -> Door:
        """Return the door with an id.

        Raises:
            KeyError: if there is none.
        """
        return self._doors[id]

    @property
    def traps(self) -> tuple[Trap, ...]:
        """The traps of all areas and doors."""
        return (
            *(trap for area in self.areas for trap in area.traps),
            *(trap for door in self.doors for trap in door.traps),
        )

    def find(self, id: str) -> Area | None:
        """Return the area with an id; None if there is none."""
        return self._areas.get(id)


Part: TypeAlias = Area | Door | Place | Trap
"""A part of a map with an id and a name."""


def title(part: Part) -> str:
    """Return the name of a part of the map; its id if it has none."""
    return part.name or part.id


@checked
def check_dungeon(dungeon: Dungeon) -> None:
    """Check that the parts of a map fit together.

    Raises:
        UnsoundStateError: if they do not. It lists every fault with its place.

    Example:
        >>> check_dungeon(Dungeon(areas=(Area(id="hall", exits=(Exit(to="vualt"),)), Area(id="vault"))))
        Traceback (most recent call last):
            ...
        cairn_rules.errors.UnsoundStateError: unsound state: areas[0].exits[0].to: 'vualt' is not an area; did you
        mean 'vault'?
    """
    check_faultless(_faults(dungeon))


def _faults(dungeon: Dungeon) -> Iterator[Fault]:  # noqa: C901 - one check after the other
    if not dungeon.areas:
        yield Fault("areas", "there should be at least one area")
    for name in ("areas", "doors"):
        if len(getattr(dungeon, name)) > MOST_PARTS:
            yield Fault(name, f"{len(getattr(dungeon, name))} of them; there should be at most {MOST_PARTS}")
            return
    seen: set[str] = set()
    for where, id in _ids(dungeon):
        if not isinstance(id, str) or not _ID.fullmatch(id):
            text = f"{cut(quoted(id), 100)} is not an id: small letters, digits and hyphens, such as 'great-hall'"
            yield Fault(where, text)
        elif id in seen:
            yield Fault(where, f"something else already has the id {id!r}: use each id once")
        seen.add(id)
    areas = {area.id: None for area in dungeon.areas}
    doors = {door.id: None for door in dungeon.doors}
    exits = (each.hidden for area in dungeon.areas for each in area.exits if each.hidden)
    hidden = dict.fromkeys((*exits, *(trap.id for trap in dungeon.traps)))
    for where, area in _numbered("areas", dungeon.areas):
        yield from _exit_faults(where, area, areas, doors)
        for spot, place in _numbered(f"{where}.places", area.places):
            yield from _turn_faults(f"{spot}.turns", place.turns)
            for path, id in _numbered(f"{spot}.reveals", place.reveals):
                if id not in hidden:
                    yield Fault(path, f"{cut(quoted(id), 100)} is neither a trap nor a hidden exit{_hint(id, hidden)}")
    for where, door in _numbered("doors", dungeon.doors):
        yield from _turn_faults(f"{where}.turns", door.turns)
    yield from _text_faults(dungeon)


def _exit_faults(where: str, area: Area, areas: Collection[str], doors: Collection[str]) -> Iterator[Fault]:
    before: set[str] = set()
    for way, each in _numbered(f"{where}.exits", area.exits):
        if each.to not in areas:
            yield Fault(f"{way}.to", f"{cut(quoted(each.to), 100)} is not an area{_hint(each.to, areas)}")
        elif each.to == area.id:
            yield Fault(f"{way}.to", f"{each.to!r} is the area itself")
        elif each.to in before:
            yield Fault(f"{way}.to", f"another exit leads to {each.to!r} as well: put an area between")
        before.add(each.to)
        if each.door and each.door not in doors:
            yield Fault(f"{way}.door", f"{cut(quoted(each.door), 100)} is not a door{_hint(each.door, doors)}")
        if not 1 <= each.feet <= DASH:
            yield Fault(f"{way}.feet", f"{quoted(each.feet)} is not a length from 1 to {DASH}: put an area between")


def _hint(id: str, known: Collection[str]) -> str:
    """Return a hint about an unknown id; empty on a large map, where similar ids are slow to find."""
    return f"; {hint(id, tuple(known))}" if len(known) <= MOST_HINTED else ""


def _turn_faults(where: str, turns: int) -> Iterator[Fault]:
    if not 1 <= turns <= MOST_TURNS:
        yield Fault(where, f"{quoted(turns)} is not a number of turns from 1 to {MOST_TURNS}")


def _text_faults(dungeon: Dungeon) -> Iterator[Fault]:
    """Yield the faults of names and texts, which are printed on one line each."""
    for where, part in _parts(dungeon):
        for name in ("name", "text", "sounds"):
            text = getattr(part, name, "")
            if text and (not is_line(text) or len(text) > _TEXT):
                message = f"{cut(quoted(text), 100)} is not one line of at most {_TEXT} characters"
                yield Fault(f"{where}.{name}", message)


def _ids(dungeon: Dungeon) -> Iterator[tuple[str, str]]:
    """Yield every id that the map defines, with its place."""
    for where, part in _parts(dungeon):
        if isinstance(part, Exit) and part.hidden:
            yield f"{where}.hidden", part.hidden
        elif isinstance(part, Part):
            yield f"{where}.id", part.id


def _parts(dungeon: Dungeon) -> Iterator[tuple[str, object]]:
    """Yield the parts of a map with their places: first those with an id and the rows of tables, then the items."""
    for where, area in _numbered("areas", dungeon.areas):
        yield where, area
        for name in ("exits", "places", "traps"):
            yield from _numbered(f"{where}.{name}", getattr(area, name))
        if area.tables is not None:
            yield from _rows(f"{where}.tables", area.tables)
    for where, door in _numbered("doors", dungeon.doors):
        yield where, door
        yield from _numbered(f"{where}.traps", door.traps)
    yield from _rows("tables", dungeon.tables)
    for where, area in _numbered("areas", dungeon.areas):
        yield from _numbered(f"{where}.items", area.items)
        for spot, place in _numbered(f"{where}.places", area.places):
            yield from _numbered(f"{spot}.items", place.items)


def _rows(where: str, tables: Tables) -> Iterator[tuple[str, Row]]:
    for name in ("encounters", "signs", "environments", "losses"):
        yield from _numbered(f"{where}.{name}", getattr(tables, name))


def _numbered(where: str, parts: Iterable[T]) -> Iterator[tuple[str, T]]:
    """Yield the parts of a list with their paths."""
    return ((f"{where}[{index}]", part) for index, part in enumerate(parts))


@cache
def example() -> Dungeon:
    """Return a small map for a first evening: a barrow of five areas.

    Example:
        >>> [area.id for area in example().areas]
        ['mound', 'passage', 'chapel', 'ossuary', 'vault']
    """
    silver = Item(id="silver-torc", name="Silver Torc", slots=0, value=80)
    return Dungeon(
        areas=(
            Area(
                id="mound",
                name="Mound",
                text="Grass, wind, and a low doorway of three stones",
                dark=False,
                safe=True,
                outside=True,
                exits=(Exit(to="passage"),),
            ),
            Area(
                id="passage",
                name="Passage",
                text="A stooping passage, ankle-deep in water",
                exits=(Exit(to="mound"), Exit(to="chapel", feet=80), Exit(to="ossuary", door="oak-door")),
                traps=(Trap(id="loose-lintel", name="loose lintel", damage=Formula.parse("d4"), save=Attribute.DEX),),
            ),
            Area(
                id="chapel",
                name="Chapel",
                text="An altar, and niches full of rags",
                safe=True,
                exits=(Exit(to="passage", feet=80), Exit(to="vault", hidden="stair")),
                places=(
                    Place(id="altar", name="Altar", reveals=("stair", "slide"), text="The slab turns on a pin"),
                    Place(
                        id="niches", name="Niches", turns=2, items=(Item(id="bronze-key", name="Bronze Key", slots=0),)
                    ),
                ),
            ),
            Area(
                id="ossuary",
                name="Ossuary",
                text="Bones to the ceiling, and something that breathes",
                danger=True,
                items=(Item(id="bandages", name="Bandages", uses=Uses.full(3)),),
                exits=(Exit(to="passage", door="oak-door"),),
                tables=Tables(encounters=(Row(text="the bones rise on every side", panic=True),)),
            ),
            Area(
                id="vault",
                name="Vault",
                text="A chest on a stone boat",
                exits=(Exit(to="chapel"),),
                places=(Place(id="chest", name="Chest", items=(silver,)),),
                traps=(
                    Trap(
                        id="slide",
                        name="rock slide",
                        damage=Formula.parse("d6"),
                        armor=True,
                        everyone=True,
                        certain=True,
                    ),
                ),
            ),
        ),
        doors=(
            Door(
                id="oak-door",
                name="Oak Door",
                state="locked",
                key="bronze-key",
                save=Attribute.STR,
                turns=2,
                loud=True,
                sounds="slow breath, and a scrape of bone",
            ),
        ),
        tables=Tables(
            encounters=(Row(text="two barrow rats"), Row(text="a lost shepherd")),
            signs=(Row(text="fresh mud on a step"), Row(text="a far-off knock")),
            environments=(Row(text="a gust from below", lights_out=True), Row(text="the water rises to the knee")),
            losses=(Row(text="the torches gutter out", lights_out=True), Row(text="a strap breaks")),
            reactions=True,
        ),
    )
