"""Lands in TOML files, written by hand: reading with every fault and its path."""

from __future__ import annotations

from collections.abc import Mapping
from os import PathLike
from pathlib import Path, PurePath
from typing import Any, Final

from attrs import evolve, fields

from cairn_rules.cairn_rpg.argument_checks import checked
from cairn_rules.cairn_rpg.campaign.documents import DOCUMENTS
from cairn_rules.cairn_rpg.campaign.gazetteer import Encounter, Gazetteer, Landmark, Way, check_gazetteer
from cairn_rules.cairn_rpg.campaign.maps.create import create_gazetteer
from cairn_rules.cairn_rpg.characters.character import Character
from cairn_rules.cairn_rpg.combat.foes import parse_foes
from cairn_rules.cairn_rpg.common.author_file import in_file, in_text, naming_file, place_in_file, seed_in, value_of
from cairn_rules.cairn_rpg.content.book import Book
from cairn_rules.cairn_rpg.dungeon.areas import Dungeon
from cairn_rules.cairn_rpg.dungeon.maps.map_file import MapReading, read_dungeon
from cairn_rules.cairn_rpg.wilderness.state import Route
from cairn_rules.codec.data_file import ENDINGS
from cairn_rules.errors import DocumentError, NotationError, SetupError, UnreadableFileError, hint, shown

KEYS: Final = ("landmarks", "ways", "encounters")
_ROUTE: Final = tuple(each.name for each in fields(Route) if each.name not in {"to", "settlement"})
"""The keys of a way besides its ends. The landmark at its end has the others."""


@checked
def read_gazetteer(path: str | PathLike[str], *, book: Book | None = None) -> Gazetteer:
    """Read a land from a file.

    The file is TOML, or JSON with the same keys or with a document. Dungeons that it names are read from its folder.
    `book` has the creatures and items (default: those of the library).

    Raises:
        UnreadableFileError: if the file is missing or cannot be opened, or its name ends differently.
        DocumentError: if its content is not a land, or a dungeon's file cannot be read. Every fault is listed with its
            path.

    Example:
        >>> read_gazetteer("no-such-file.toml")
        Traceback (most recent call last):
        ...
        cairn_rules.errors.UnreadableFileError: cannot read 'no-such-file.toml': No such file or directory
    """
    with in_file(path, "a land") as data:
        return _gazetteer(data, book, Path(path).parent)


@checked
def parse_gazetteer(source: str | Mapping[str, Any], *, book: Book | None = None) -> Gazetteer:
    r"""Return the land that a text or plain data define.

    The source is TOML or JSON as text, or a dict with the keys of such a file; it reads no other files. `book` has the
    creatures and items (default: those of the library).

    Raises:
        DocumentError: if it is not a land. It lists every fault with its path.

    Example:
        >>> fen = parse_gazetteer(
        ...     'landmarks.inn = { settlement = true }\nlandmarks.ford = {}\n'
        ...     'ways.dyke = { ends = ["inn", "ford"], path = "road" }\nencounters.pack = { foes = ["3 wolf"] }'
        ... )
        >>> fen.way("dyke").route.path, [foe.name for foe in fen.encounter("pack").foes]
        ('road', ['Wolf 1', 'Wolf 2', 'Wolf 3'])
        >>> parse_gazetteer('landmarks.inn = {}\nways.dyke.ends = ["inn", "in"]\nencounters.x.foes = ["wofl"]')
        Traceback (most recent call last):
        ...
        cairn_rules.errors.DocumentError: bad document: line 3, $.encounters.x.foes[0]: 'wofl' is neither a creature of
        the book nor a stat line ...; did you mean 'wolf'?; line 2,
        $.ways.dyke.ends[1]: 'in' is not a landmark; did you mean 'inn'?
    """
    with in_text(source, "a land") as data:
        return _gazetteer(data, book, None)


def land_named(name: str, book: Book | None) -> Gazetteer:
    """Return the land of a file, or the random one of a seed, as people name it on a command line.

    The name is the path of a file, or a text such as `seed 7`. Raise a `CairnRulesError` that names the file if it
    cannot be read, or has faults.
    """
    seed = seed_in(name)
    if seed is not None:
        return create_gazetteer(seed=seed, book=book)
    with naming_file(name):
        return read_gazetteer(name, book=book)


def _gazetteer(data: Any, book: Book | None, folder: Path | None) -> Gazetteer:
    def read(tables: dict[str, Any]) -> Gazetteer:
        reading = _LandReading(DOCUMENTS.codec(), book, folder)
        return reading.checked(reading.gazetteer(tables), check_gazetteer)

    return value_of(data, Gazetteer, KEYS, read)


class _LandReading(MapReading):
    """The reading of a land and the dungeons in it."""

    def __init__(self, codec: Any, book: Book | None, folder: Path | None) -> None:
        super().__init__(codec, book)
        self.folder = folder
        """The folder of the dungeons that the land names; None if it cannot name any."""

    def gazetteer(self, data: dict[str, Any]) -> Gazetteer:
        """Return a land without the parts that cannot be read."""
        record = dict(data)
        landmarks = tuple(
            self._landmark(part, place, f"landmarks[{index}]")
            for index, (place, part) in enumerate(self.parts(record, "landmarks", "$"))
        )
        ways = tuple(self._way(part, place) for place, part in self.parts(record, "ways", "$"))
        encounters = tuple(self._encounter(part, place) for place, part in self.parts(record, "encounters", "$"))
        self.known(record, KEYS, "$")
        return Gazetteer(landmarks=landmarks, ways=ways, encounters=encounters)

    def _landmark(self, record: dict[str, Any], where: str, path: str) -> Landmark:
        below = record.pop("dungeon", None)
        landmark = self.value(record, Landmark, where, Landmark(id=record["id"]))
        if below is None:
            return landmark
        place = f"{where}.dungeon"
        self.paths[f"{path}.dungeon"] = place
        if isinstance(below, str):
            return evolve(landmark, dungeon=self._dungeon_in(below, place))
        return evolve(landmark, dungeon=self.dungeon(self.table(below, place), place, f"{path}.dungeon."))

    def _dungeon_in(self, name: str, where: str) -> Dungeon | None:
        """Return the dungeon in a file beside that of the land; None with its faults if it cannot be read."""
        pure = PurePath(name)
        if self.folder is None or pure.is_absolute() or ".." in pure.parts or not name.lower().endswith(ENDINGS):
            right = "write its areas as tables" if self.folder is None else "name a .toml or .json file in this folder"
            self.fault(where, f"{shown(name)} cannot be read; {right}")
            return None
        try:
            return read_dungeon(self.folder / name, book=self.book)
        except DocumentError as error:
            for fault in error.faults:
                self.fault(f"{where}, {place_in_file(fault, name)}", fault.message)
        except UnreadableFileError as error:
            self.fault(where, str(error))
        return None

    def _way(self, record: dict[str, Any], where: str) -> Way:
        id = record.pop("id")
        self.known(record, ("ends", *_ROUTE), where)
        ends = ("", "")
        if "ends" in record:
            ends = self.value(record["ends"], tuple[str, str], f"{where}.ends", ends)
        else:
            self.fault(f"{where}.ends", "missing; give the ids of the two landmarks that it joins")
        terrain = record.get("terrain")
        parts = {**record, "terrain": [terrain]} if isinstance(terrain, str) else record
        route = self.value({key: parts[key] for key in _ROUTE if key in parts}, Route, where, Route())
        return Way(id=id, ends=ends, route=route)

    def _encounter(self, record: dict[str, Any], where: str) -> Encounter:
        leader = record.pop("leader", None)
        before = len(self.faults)
        foes = tuple(foe for place, each in self.items(record, "foes", where) for foe in self._foes(each, place))
        if len(self.faults) > before:  # the leader may be one of those that cannot be read
            leader = None
        plain = self.value({**record, "foes": []}, Encounter, where, Encounter(id=record["id"], foes=()))
        return evolve(plain, foes=foes, leader=self._leader(leader, foes, f"{where}.leader"))

    def _foes(self, data: Any, where: str) -> tuple[Character, ...]:
        if isinstance(data, str):
            return self.attempt(where, lambda: parse_foes(data, book=self.book), (), NotationError, SetupError)
        if not isinstance(data, dict):
            self.fault(where, f"{shown(data)} is not a text such as '2 wolf' or 'Chief: 6 HP, axe (d8)'")
            return ()
        foe: Character | None = self.value(data, Character, where, None)
        return () if foe is None else (foe,)

    def _leader(self, name: Any, foes: tuple[Character, ...], where: str) -> int | None:
        """Return the index of the foe with a name; None if no name is given, or no foe has it, which is a fault."""
        names = [foe.name for foe in foes]
        if name is None or name in names:
            return None if name is None else names.index(name)
        self.fault(where, f"{shown(name)} is not the name of a foe; {hint(name, names)}")
        return None
