"""Dungeons in TOML files, written by hand: reading with every fault and its path."""

from __future__ import annotations

from collections.abc import Mapping
from os import PathLike
from typing import Any, Final

from attrs import evolve

from cairn_rules.cairn_rpg.argument_checks import checked
from cairn_rules.cairn_rpg.characters.items import Item, new_id
from cairn_rules.cairn_rpg.combat.foes import counted
from cairn_rules.cairn_rpg.common.author_file import Reading, in_file, in_text, naming_file, seed_in, value_of
from cairn_rules.cairn_rpg.content.book import Book
from cairn_rules.cairn_rpg.content.item_names import item_named
from cairn_rules.cairn_rpg.dice_formula import Formula
from cairn_rules.cairn_rpg.dungeon.areas import Area, Door, Dungeon, Exit, Place, Tables, Trap, check_dungeon
from cairn_rules.cairn_rpg.dungeon.documents import DOCUMENTS
from cairn_rules.cairn_rpg.dungeon.maps.create import create_dungeon
from cairn_rules.cairn_rpg.procedures.magic import the_book
from cairn_rules.codec.codec import Codec
from cairn_rules.errors import DefinitionError, SetupError

KEYS: Final = ("areas", "doors", "tables")
_ROWS: Final = ("encounters", "signs", "environments", "losses")
_NAMES: Final = ("to", "door", "hidden")


@checked
def read_dungeon(path: str | PathLike[str], *, book: Book | None = None) -> Dungeon:
    """Read a dungeon from a file.

    The file is TOML, or JSON with the same keys or with a document. `book` has the items (default: those of the
    library).

    Raises:
        UnreadableFileError: if the file is missing or cannot be opened, or its name ends differently.
        DocumentError: if its content is not a dungeon. Every fault is listed with its path.

    Example:
        >>> read_dungeon("no-such-file.toml")
        Traceback (most recent call last):
        ...
        cairn_rules.errors.UnreadableFileError: cannot read 'no-such-file.toml': No such file or directory
    """
    with in_file(path, "a dungeon") as data:
        return _dungeon(data, book)


@checked
def parse_dungeon(source: str | Mapping[str, Any], *, book: Book | None = None) -> Dungeon:
    r"""Return the dungeon that a text or plain data define.

    An exit leads both ways unless the area at its other end has one of its own, or it has `back = false`. The source is
    TOML or JSON as text, or a dict with the keys of such a file. `book` has the items (default: those of the library).

    Raises:
        DocumentError: if it is not a dungeon. It lists every fault with its path.

    Example:
        >>> cave = parse_dungeon('areas.mouth = { exits = ["den"] }\nareas.den = { items = ["2 torch"] }')
        >>> cave.area("den").exits[0].to, len(cave.area("den").items)
        ('mouth', 2)
        >>> parse_dungeon('areas.mouth = { exits = ["dem"] }\nareas.den = { drak = true }')
        Traceback (most recent call last):
        ...
        cairn_rules.errors.DocumentError: bad document: line 2, $.areas.den.drak: unknown key; did you mean
        'dark'?; line 1, $.areas.mouth.exits[0].to: 'dem' is not an area; did you mean 'den'?
    """
    with in_text(source, "a dungeon") as data:
        return _dungeon(data, book)


def dungeon_named(name: str, book: Book | None) -> Dungeon:
    """Return the dungeon of a file, or the random one of a seed, as people name it on a command line.

    The name is the path of a file, or a text such as `seed 7`. Raise a `CairnRulesError` that names the file if it
    cannot be read, or has faults.
    """
    seed = seed_in(name)
    if seed is not None:
        return create_dungeon(seed=seed, book=book)
    with naming_file(name):
        return read_dungeon(name, book=book)


def _dungeon(data: Any, book: Book | None) -> Dungeon:
    def read(tables: dict[str, Any]) -> Dungeon:
        reading = MapReading(DOCUMENTS.codec(), book)
        return reading.checked(reading.dungeon(tables, "$"), check_dungeon)

    return value_of(data, Dungeon, KEYS, read)


class MapReading(Reading):
    """The reading of a dungeon."""

    def __init__(self, codec: Codec, book: Book | None) -> None:
        super().__init__(codec)
        self.book = book

    def dungeon(self, data: dict[str, Any], where: str, path: str = "") -> Dungeon:
        """Return a dungeon without the parts that cannot be read.

        `where` is its path in the file, `path` the beginning of its paths in the value, such as
        `landmarks[2].dungeon.`.
        """
        record = dict(data)
        one_way: set[tuple[str, str]] = set()
        areas = [
            self._area(part, place, f"{path}areas[{index}]", one_way)
            for index, (place, part) in enumerate(self.parts(record, "areas", where, path))
        ]
        doors = [
            self._with_traps(Door, part, place, f"{path}doors[{index}]")
            for index, (place, part) in enumerate(self.parts(record, "doors", where, path))
        ]
        tables = self._tables(record.pop("tables", {}), f"{where}.tables")
        self.paths[f"{path}tables"] = f"{where}.tables"
        self.known(record, KEYS, where)
        return Dungeon(areas=tuple(self._with_ways_back(areas, one_way, path)), doors=tuple(doors), tables=tables)

    def _area(self, record: dict[str, Any], where: str, path: str, one_way: set[tuple[str, str]]) -> Area:
        exits: list[Exit] = []
        for place, each in self.items(record, "exits", where):
            made = self._exit(record["id"], each, place, one_way)
            if made is not None:
                self.paths[f"{path}.exits[{len(exits)}]"] = place
                exits.append(made)
        items = self._items(record, where, path)
        places = tuple(
            self._place_to_search(part, place, f"{path}.places[{index}]")
            for index, (place, part) in enumerate(self.parts(record, "places", where, f"{path}."))
        )
        tables = self._tables(record.pop("tables"), f"{where}.tables") if "tables" in record else None
        area: Area = self._with_traps(Area, record, where, path)
        return evolve(area, exits=tuple(exits), items=items, places=places, tables=tables)

    def _exit(self, area: str, data: Any, where: str, one_way: set[tuple[str, str]]) -> Exit | None:
        """Return an exit; None if it names no area. Note in `one_way` if it leads back nowhere."""
        record = {"to": data} if isinstance(data, str) else self.table(data, where)
        if not isinstance(data, str | dict):
            return None
        back = self.value(record.pop("back", True), bool, f"{where}.back", instead=True)
        names: Any = {key: record[key] for key in _NAMES if isinstance(record.get(key), str)}
        made = self.value(record, Exit, where, Exit(**names) if "to" in names else None)
        if made is not None and not back:
            one_way.add((area, made.to))
        return made

    def _with_ways_back(self, areas: list[Area], one_way: set[tuple[str, str]], path: str) -> list[Area]:
        """Return the areas with the exits that lead back, where an area has none of its own."""
        backward: dict[str, list[tuple[Exit, str]]] = {area.id: [] for area in areas}
        own = {(area.id, each.to) for area in areas for each in area.exits}
        for index, area in enumerate(areas):
            for number, each in enumerate(area.exits):
                if each.to in backward and (each.to, area.id) not in own and (area.id, each.to) not in one_way:
                    own.add((each.to, area.id))
                    place = self.paths[f"{path}areas[{index}].exits[{number}]"]
                    backward[each.to].append((evolve(each, to=area.id, hidden=""), place))
        made: list[Area] = []
        for index, area in enumerate(areas):
            for number, (_, place) in enumerate(backward[area.id], len(area.exits)):
                self.paths[f"{path}areas[{index}].exits[{number}]"] = place
            made.append(evolve(area, exits=(*area.exits, *(each for each, _ in backward[area.id]))))
        return made

    def _place_to_search(self, record: dict[str, Any], where: str, path: str) -> Place:
        items = self._items(record, where, path)
        return evolve(self.value(record, Place, where, Place(id=record["id"])), items=items)

    def _with_traps(self, kind: Any, record: dict[str, Any], where: str, path: str) -> Any:
        """Return an area or a door with its traps."""
        traps = tuple(
            self.value(part, Trap, place, Trap(id=part["id"], damage=Formula.parse("1")))
            for place, part in self.parts(record, "traps", where, f"{path}.")
        )
        return evolve(self.value(record, kind, where, kind(id=record["id"])), traps=traps)

    def _items(self, record: dict[str, Any], where: str, path: str) -> tuple[Item, ...]:
        """Take the items out of a table: names of the book with a number, or tables."""
        found: list[Item] = []
        for place, each in self.items(record, "items", where):
            for item in self._item(each, place):
                self.paths[f"{path}.items[{len(found)}]"] = place
                found.append(item)
        return tuple(found)

    def _item(self, data: Any, where: str) -> tuple[Item, ...]:
        if isinstance(data, str):
            return self.attempt(where, lambda: _items_named(data, self.book), (), DefinitionError, SetupError)
        record = self.table(data, where)
        if not isinstance(data, dict):
            return ()
        if isinstance(record.get("name"), str):
            record.setdefault("id", new_id(record["name"]))
        item: Item | None = self.value(record, Item, where, None)
        return () if item is None else (item,)

    def _tables(self, data: Any, where: str) -> Tables:
        """Return tables, whose rows can be written as texts."""
        record = self.table(data, where)
        for key in _ROWS:
            if isinstance(record.get(key), list):
                record[key] = [{"text": row} if isinstance(row, str) else row for row in record[key]]
        return self.value(record, Tables, where, Tables())


def _items_named(text: str, book: Book | None) -> tuple[Item, ...]:
    count, name = counted(text.strip())
    return (item_named(name, the_book(book)),) * count
