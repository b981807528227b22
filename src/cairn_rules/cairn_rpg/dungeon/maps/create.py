"""Random dungeons by tables of this library (house rules: the book's own procedure is not among its sources)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final, TypeVar

from cairn_rules.cairn_rpg.argument_checks import checked
from cairn_rules.cairn_rpg.characters.attributes import Attribute
from cairn_rules.cairn_rpg.characters.items import Item, item_id
from cairn_rules.cairn_rpg.content.book import Book, Creature
from cairn_rules.cairn_rpg.creation.create import dice_from
from cairn_rules.cairn_rpg.dice_formula import Formula
from cairn_rules.cairn_rpg.dungeon.areas import CLEAR, Area, Door, Dungeon, Exit, Place, Row, Tables, Trap
from cairn_rules.cairn_rpg.procedures.magic import the_book
from cairn_rules.chance import Dice
from cairn_rules.chance.dice import check_whole

T = TypeVar("T")

LEAST_AREAS: Final = 3
MOST_AREAS: Final = 100
MOST_EXITS: Final = 3
"""Maximum number of areas that lead on from one."""

_ROOMS: Final = (
    *("Armoury", "Cells", "Chapel", "Cistern", "Crypt", "Fungus Garden", "Gallery", "Grotto", "Guardroom", "Hall"),
    *("Kennel", "Kitchen", "Library", "Ossuary", "Pantry", "Shrine", "Smithy", "Vault", "Well", "Workshop"),
)
_LOOKS: Final = (
    *("Ashen", "Bricked", "Broken", "Charred", "Cold", "Crooked", "Drowned", "Echoing", "Frozen", "Gilded"),
    *("Hollow", "Leaning", "Low", "Mossy", "Narrow", "Painted", "Rooted", "Salt", "Silent", "Webbed"),
)
_DETAILS: Final = (
    *("Water drips from one corner only", "The ceiling is black with old smoke", "Roots have split the flagstones"),
    *("Every sound returns twice", "Wax has run down the walls", "A cold draught stirs the dust"),
    *("Bones are swept into a heap", "A mosaic lacks its face", "The floor slopes to a drain"),
    *("Chains hang from a beam", "Names are scratched at the height of a child", "It smells of wet fur"),
)
_WAY_IN: Final = ("A gap between two boulders", "Worn steps under an arch", "A door of planks in a hillside")
_PLACES: Final = ("alcove", "barrel", "chest", "coffin", "hearth", "loose slab", "niche", "shelf", "statue", "urn")
_TRAPS: Final = (
    ("pit", "d6", Attribute.STR, Attribute.DEX),
    ("dart slits", "d4", Attribute.DEX, Attribute.DEX),
    ("swinging blade", "d8", Attribute.STR, Attribute.DEX),
    ("foul air", "d6", Attribute.STR, Attribute.STR),
    ("falling stones", "d8", Attribute.STR, Attribute.DEX),
    ("snare", "d4", Attribute.DEX, Attribute.STR),
)
"""Traps: the name, the damage, the damaged attribute and the save that avoids it."""
_DOORS: Final = ("Bronze Door", "Curtain of Chains", "Iron Gate", "Oak Door", "Portcullis", "Stone Slab")
_KEYS: Final = ("Bone", "Bronze", "Copper", "Glass", "Horn", "Iron", "Jade", "Lead", "Silver", "Wooden")
_SOUNDS: Final = ("slow breath", "scratching", "a murmur", "dripping water", "", "")
_VALUABLES: Final = ("Amber Bead", "Carved Tusk", "Gold Ring", "Jewelled Pin", "Silver Cup", "Velvet Purse")
_SIGNS: Final = ("fresh tracks of {}", "a call of {}, far off", "a meal that {} left")
_CHANGES: Final = (
    ("a gust from below", True),
    ("water rises to the ankles", False),
    ("mist creeps along the floor", False),
)
_LOSSES: Final = (("a draught puts out every light", True), ("a strap breaks", False), ("food is soaked", False))


@checked
def create_dungeon(
    *, seed: int | None = None, dice: Dice | None = None, areas: int | None = None, book: Book | None = None
) -> Dungeon:
    """Return a random dungeon.

    Areas lead on from one another, with a few loops. Each has, by chance, dwellers, a trap, a find, or rest; the
    farthest one has a stronger creature and a spellbook. Ways have doors, and some are hidden. Each area can be
    reached: a key lies, and a hidden way is found, on the near side. The tables are house rules.

    Args:
        seed: The same seed gives the same dungeon (default: a different one each time).
        dice: Other dice, in place of a seed.
        areas: Number of areas, from 3 to 100 (default: 5 + d6).
        book: The creatures, items and spells (default: those of the library).

    Raises:
        DefinitionError: if the number of areas is not one from 3 to 100, or the seed is not a whole number.

    Example:
        >>> crypt = create_dungeon(seed=7, areas=4)
        >>> len(crypt.areas), crypt.areas[0].outside, crypt == create_dungeon(seed=7, areas=4)
        (4, True, True)
    """
    roller = dice_from(seed) if dice is None else dice
    if areas is None:
        count = 5 + roller.face(6, purpose="areas")
    else:
        count = check_whole("the number of areas", areas, LEAST_AREAS, MOST_AREAS)
    return _Sketch(roller, count, the_book(book)).dungeon()


def picked(dice: Dice, options: Sequence[T], purpose: str) -> T:
    """Return one of some options, each with the same chance."""
    return options[dice.face(len(options), purpose=purpose) - 1]


def creatures_by_threat(book: Book) -> tuple[Creature, ...]:
    """Return the creatures of a book that fight, the least dangerous first: by their HP, and armour twice (house)."""
    fighting = (each for each in book.creatures.values() if each.attacks)
    return tuple(sorted(fighting, key=lambda each: (each.hp + 2 * each.armor, each.id)))


def number_of(creature: Creature, dice: Dice) -> int:
    """Return the number of creatures that come together: more of those with few HP (house)."""
    return max(1, 8 // creature.hp - 1 + dice.face(2, purpose="number of creatures"))


class _Sketch:
    """A dungeon under construction. Areas are numbers until the end."""

    def __init__(self, dice: Dice, count: int, book: Book) -> None:
        self.dice = dice
        self.count = count
        self.book = book
        rooms, looks = dice.shuffle(_ROOMS, purpose="rooms"), dice.shuffle(_LOOKS, purpose="looks")
        # With the second and each further round of rooms, the looks move on by one, so that no name occurs twice.
        self.names = [f"{looks[(n + n // len(rooms)) % len(looks)]} {rooms[n % len(rooms)]}" for n in range(count)]
        self.ids = [item_id(name) for name in self.names]
        self.exits: list[list[Exit]] = [[] for _ in range(count)]
        self.finds: list[list[Item]] = [[] for _ in range(count)]
        self.reveals: list[list[str]] = [[] for _ in range(count)]
        self.doors: list[Door] = []
        self.keys = list(dice.shuffle(_KEYS, purpose="keys"))
        creatures = creatures_by_threat(book)
        weak, strong = creatures[: len(creatures) // 2], creatures[len(creatures) // 2 : len(creatures) * 4 // 5]
        self.dwellers = [self.pick(weak, "dwellers") for _ in range(2)]
        self.lord = self.pick(strong, "lord")

    def pick(self, options: Sequence[T], purpose: str) -> T:
        return picked(self.dice, options, purpose)

    def dungeon(self) -> Dungeon:
        depths = self._connect()
        last = max(range(self.count), key=lambda area: (depths[area], area))
        parts = [self._contents(area, is_last=area == last) for area in range(self.count)]
        areas = [
            Area(id=self.ids[area], exits=tuple(self.exits[area]), places=tuple(self._places(area)), **parts[area])
            for area in range(self.count)
        ]
        return Dungeon(areas=tuple(areas), doors=tuple(self.doors), tables=self._tables())

    def _connect(self) -> list[int]:
        """Join each area to an earlier one, and some more for loops; return the distance of each from the first."""
        depths = [0] * self.count
        led = [0] * self.count
        joined: set[tuple[int, int]] = set()
        for area in range(1, self.count):
            near = [each for each in range(max(0, area - MOST_EXITS), area) if led[each] < MOST_EXITS]
            start = self.pick(near, "way")
            depths[area] = depths[start] + 1
            led[start] += 1
            joined.add((start, area))
            self._way(start, area, on_the_way=True)
        for area in range(2, self.count):
            near = [each for each in range(max(0, area - MOST_EXITS), area) if (each, area) not in joined]
            if near and self.dice.face(6, purpose="loop") == 1:
                start = self.pick(near, "way")
                self._way(start, area, on_the_way=False)
        return depths

    def _way(self, start: int, end: int, *, on_the_way: bool) -> None:
        """Join two areas. What keeps people from an area can be overcome in earlier ones."""
        door = hidden = ""
        kind = "open" if end == 1 else self.pick(("locked", "stuck", "closed", "hidden", "open", "open"), "door")
        if kind == "locked" and not (on_the_way and self.keys):
            kind = "stuck"
        if kind == "hidden":
            hidden = f"way-from-{self.ids[start]}-to-{self.ids[end]}"
            self.reveals[start].append(hidden)
        elif kind != "open":
            door = f"door-{len(self.doors) + 1}"
            self.doors.append(self._door(door, kind, end))
        feet = self.pick((CLEAR, CLEAR, CLEAR, CLEAR, 60, 80), "length")
        self.exits[start].append(Exit(to=self.ids[end], feet=feet, door=door, hidden=hidden))
        self.exits[end].append(Exit(to=self.ids[start], feet=feet, door=door))

    def _door(self, id: str, kind: Any, end: int) -> Door:
        key = ""
        if kind == "locked":
            name = f"{self.keys.pop()} Key"
            key = item_id(name)
            self.finds[self.pick(range(end), "key")].append(Item(id=key, name=name, slots=0))
        return Door(
            id=id,
            name=self.pick(_DOORS, "door"),
            state=kind,
            key=key,
            save=None if kind == "closed" else Attribute.STR,
            loud=kind != "closed",
            sounds=self.pick(_SOUNDS, "sounds"),
        )

    def _contents(self, area: int, *, is_last: bool) -> dict[str, Any]:
        """Return what an area has besides exits and places."""
        found: dict[str, Any] = {"name": self.names[area]}
        if area == 0:
            return {**found, "text": self.pick(_WAY_IN, "entrance"), "dark": False, "safe": True, "outside": True}
        found["text"] = self.pick(_DETAILS, "detail")
        found["dark"] = self.dice.face(6, purpose="light") > 1
        kind = self.dice.face(6, purpose="contents")
        if is_last:
            spell = self.pick(tuple(self.book.spells.values()), "spellbook")
            self.finds[area] += [spell.spellbook, self._valuable()]
            return {**found, "danger": True, "tables": Tables(encounters=(Row(text=self.lord.name),), reactions=True)}
        if kind == 1:
            dweller = self.pick(self.dwellers, "dwellers")
            self.finds[area].append(self._valuable())
            return {**found, "danger": True, "tables": Tables(encounters=(self._group(dweller),), reactions=True)}
        if kind == 2:
            name, damage, attribute, save = self.pick(_TRAPS, "trap")
            trap = Trap(id=f"trap-{area}", name=name, damage=Formula.parse(damage), attribute=attribute, save=save)
            return {**found, "traps": (trap,)}
        if kind == 3:
            self.finds[area].append(self._valuable())
        elif kind == 4:
            gear = [row.item for rows in self.book.goods.values() for row in rows if row.item and not row.examples]
            found["items"] = (self.pick(gear, "gear"),)
        return {**found, "safe": kind == 5}

    def _places(self, area: int) -> Iterator[Place]:
        """Yield the places of an area, in which its finds and its hidden ways are."""
        if self.finds[area] or self.reveals[area]:
            name = self.pick(_PLACES, "place")
            yield Place(id=f"place-{area}", name=name, items=tuple(self.finds[area]), reveals=tuple(self.reveals[area]))

    def _valuable(self) -> Item:
        name = self.pick(_VALUABLES, "valuable")
        worth = 10 * self.dice.sum(2, 6, purpose="worth")
        return Item(id=item_id(name), name=name, slots=0, value=worth)

    def _group(self, creature: Creature) -> Row:
        number = number_of(creature, self.dice)
        return Row(text=creature.name if number == 1 else f"{number} x {creature.name}")

    def _tables(self) -> Tables:
        one, other = self.dwellers
        return Tables(
            encounters=tuple(map(self._group, (one, one, other))),
            signs=tuple(Row(text=text.format(one.name)) for text in _SIGNS),
            environments=tuple(Row(text=text, lights_out=out) for text, out in _CHANGES),
            losses=tuple(Row(text=text, lights_out=out) for text, out in _LOSSES),
            reactions=True,
        )
