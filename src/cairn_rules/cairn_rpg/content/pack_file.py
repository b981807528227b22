"""Reading of content packs from TOML, with every fault and its place."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from os import PathLike
from types import MappingProxyType
from typing import Any, Final, TypeVar, cast, get_args

from cairn_rules.cairn_rpg.argument_checks import checked
from cairn_rules.cairn_rpg.characters.inventory import MOST_ARMOR
from cairn_rules.cairn_rpg.content import book
from cairn_rules.cairn_rpg.content.book_file import content_codec
from cairn_rules.cairn_rpg.content.stat_lines import format_stat_line, parse_stat_line
from cairn_rules.cairn_rpg.content.texts import Credit, texts
from cairn_rules.codec.codec import Codec
from cairn_rules.codec.data_file import data_in_file, data_of
from cairn_rules.codec.json_text import within
from cairn_rules.errors import MOST_FAULTS, DefinitionError, DocumentError, Fault, NotationError, hint, shown
from cairn_rules.packs import table_of

LONGEST: Final = 1 << 18
"""Maximum length of a pack's file, in characters or bytes."""
MOST_VALUES: Final = 20_000
"""Maximum number of values in a pack."""
DEEPEST: Final = 20
"""Maximum depth of nested lists and tables."""
LONGEST_TEXT: Final = 1000
"""Maximum length of a text, in characters."""
LONGEST_NAME: Final = 60
"""Maximum length of a name, in characters."""
MOST_NUMBER: Final = 100_000
ROWS: Final = 6
"""Number of rows of each table of a background (R12)."""

_SLUG: Final = re.compile("[a-z0-9]+(?:-[a-z0-9]+)*")
_TEXT_ID: Final = re.compile("[a-z][a-z0-9-]*(?:/[A-Za-z0-9_.-]+)+")
_HEAD: Final = MappingProxyType(
    {
        "id": "a short id in lower case, such as 'fenland'",
        "name": "the name of the pack",
        "author": "the people to name when its texts are shown",
        "license": "the licence of its texts, such as 'CC-BY-4.0'",
    }
)
"""The required keys, each with a description."""
_CREDIT: Final = ("source", "changes")
_LISTS: Final = ("backgrounds", "bonds", "omens", "spells", "creatures")
_TABLES: Final = ("traits", "goods", "texts")
KEYS: Final = (*_HEAD, *_CREDIT, *_LISTS, *_TABLES)
"""The keys of a pack, required ones first."""
TITLE: Final = "the role-playing game"
"""The title of the game that has these packs."""

T = TypeVar("T")


@checked
def read_pack(path: str | PathLike[str]) -> book.Pack:
    """Read a content pack from a file.

    The name of the file, in TOML or JSON, ends with `.toml` or `.json`.

    Raises:
        UnreadableFileError: if the file is missing or cannot be opened, or its name ends differently.
        DocumentError: if its content is not a pack. Every fault is listed with its path.

    Example:
        >>> read_pack("no-such-file.toml")
        Traceback (most recent call last):
        ...
        cairn_rules.errors.UnreadableFileError: cannot read 'no-such-file.toml': No such file or directory
    """
    with data_in_file(path, LONGEST, "a pack") as data:
        return _pack(data)


@checked
def parse_pack(source: str | Mapping[str, Any]) -> book.Pack:
    r"""Return the content pack that a text or plain data define.

    The source is TOML or JSON as text, or a dict with the keys of such a file.

    Raises:
        DocumentError: if it is not a content pack. It lists every fault with its path.

    Example:
        >>> parse_pack('id = "fen"\nname = "The Fen"\nauthor = "Anna"')
        Traceback (most recent call last):
        ...
        cairn_rules.errors.DocumentError: bad document: $.license: missing; give the licence of its texts, such as ...
    """
    with data_of(source, LONGEST, "a pack") as data:
        return _pack(data)


def _pack(data: Any) -> book.Pack:
    keys = table_of(data, KEYS, TITLE)
    faults = list(_plain_faults(keys))
    if any(fault.where == "$" for fault in faults):  # too deep or too large to go on
        raise DocumentError(faults)
    reading = _Reading(keys)
    try:
        pack = reading.read(faulty=bool(faults))
    except _Enough:
        pack = None
    places = {fault.where for fault in faults}
    faults += [fault for fault in reading.faults if fault.where not in places]
    if faults or pack is None:
        raise DocumentError(dict.fromkeys(faults[:MOST_FAULTS]))
    return pack


class _Enough(Exception):  # noqa: N818 - it never leaves this module
    """The end of reading, after `MOST_FAULTS` faults."""


def _plain_faults(data: dict[str, Any]) -> Iterator[Fault]:
    """Yield the faults of single numbers and texts, and of data that are too deep or too large."""
    found = 0
    level: list[tuple[str, str, object]] = [("$", "", data)]
    for _ in range(DEEPEST):
        below: list[tuple[str, str, object]] = []
        for where, key, value in level:
            if isinstance(value, dict):
                below += [
                    (within(where, name), str(name), each) for name, each in cast("dict[object, object]", value).items()
                ]
            elif isinstance(value, list):
                below += [(f"{where}[{index}]", key, each) for index, each in enumerate(cast("list[object]", value))]
            elif (message := _fault_of(where, key, value)) and (found := found + 1) <= MOST_FAULTS:
                yield Fault(where, message)
            if len(below) > MOST_VALUES:
                yield Fault("$", f"more than {MOST_VALUES} values")
                return
        level = below
    if level:
        yield Fault("$", f"nested more than {DEEPEST} deep")


def _fault_of(where: str, key: str, value: object) -> str:
    """Return the fault of a number or a text; empty if it has none."""
    if isinstance(value, bool):
        return ""
    if isinstance(value, str):
        return _text_fault(value, *_kind_of(where, key))
    if type(value) is not int:
        return f"{shown(value)} is not a text, a whole number, true, false, a list or a table"
    least = -MOST_NUMBER if key == "steps" else 0  # dice get smaller, too
    most = MOST_ARMOR if key == "armor" else MOST_NUMBER
    return "" if least <= value <= most else f"{shown(value)} is not a whole number from {least} to {most}"


def _kind_of(where: str, key: str) -> tuple[int, bool]:
    """Return the maximum length of a text, and whether it is an id."""
    if where.startswith("$.texts"):
        return LONGEST_TEXT, False
    return (LONGEST_NAME if key in {"id", "name", "names", *book.TRAITS} else LONGEST_TEXT), key == "id"


def _text_fault(text: str, longest: int, is_id: bool) -> str:  # noqa: FBT001 - two kinds of texts
    if len(text) > longest:
        return f"{len(text)} characters; there can be at most {longest}"
    if is_id and not _SLUG.fullmatch(text):
        return f"{shown(text)} is not an id: use lower case letters and digits, with hyphens between words"
    if not text.isprintable():
        return f"{shown(text)} has characters that cannot be printed; write it on one line"
    return "" if text.strip() or longest != LONGEST_NAME else "it is empty"


@cache
def _codec() -> Codec:
    return content_codec()


class _Reading:
    """The reading of one pack, with the faults found so far."""

    def __init__(self, data: dict[str, Any]) -> None:
        self.data = data
        self.faults: list[Fault] = []

    def read(self, *, faulty: bool) -> book.Pack:
        """Return the pack. If there are faults, it lacks the faulty parts.

        `faulty` is true if there are already faults, so that the pack will not be used.
        """
        data = self.data
        for key, value in data.items():
            if key not in KEYS:
                inner = [each for each in KEYS if each in value] if isinstance(value, dict) else []
                right = f"write its keys at the top of the file: {', '.join(inner)}" if inner else hint(key, KEYS)
                self.fault(within("$", key), f"unknown key; {right}")
        sentences = self._texts()
        backgrounds = self._records("backgrounds", book.Background)
        spells = self._records("spells", book.Spell)
        creatures = self._records(
            "creatures", book.Creature, lambda record, where: self._creature(record, where, sentences)
        )
        bonds, bond_texts = self._bonds()
        goods = self._goods()
        for each, where in backgrounds:
            self._background(each, where)
        for creature, where in creatures:
            try:
                format_stat_line(creature)
            except DefinitionError as error:
                self.fault(f"{where}.attacks", str(error))
        self._repeated([*backgrounds, *spells, *creatures, *(row for rows in goods.values() for row in rows)])
        things: list[tuple[book.Background | book.Spell | book.Creature, str]] = [*backgrounds, *spells, *creatures]
        needed = {id: where[2:] for each, where in things for id in text_ids(each)}
        for id, where in (*needed.items(), *_references(data)):
            if id not in sentences and id not in texts():
                self.fault(within("$.texts", id), f"missing; {where} needs it")
        own = {f"{type(each).__name__.lower()}/{each.id}" for each, _ in things}
        own |= {id for id, _ in _references(data)}
        return book.Pack(
            id=self._head("id"),
            name=self._head("name"),
            credit=Credit(
                license=self._head("license"),
                author=self._head("author"),
                **{key: self._text(data.get(key, ""), f"$.{key}") for key in _CREDIT},
            ),
            backgrounds=tuple(each for each, _ in backgrounds),
            bonds=bonds,
            bond_texts=bond_texts,
            omens=tuple(self._text(each, where) for each, where in self._list("omens")),
            traits=MappingProxyType(self._traits()),
            goods=MappingProxyType({key: tuple(each for each, _ in rows) for key, rows in goods.items()}),
            spells=tuple(each for each, _ in spells),
            creatures=tuple(each for each, _ in creatures),
            texts=MappingProxyType(sentences),
            text_ids=frozenset(
                id for id in sentences if id not in texts() and (id in own or "/".join(id.split("/")[:2]) in own)
            ),
            data="" if faulty or self.faults else json.dumps(data, sort_keys=True, separators=(",", ":")),
        )

    def fault(self, where: str, message: str) -> None:
        """Note a fault. Raise a `_Enough` if there are too many."""
        self.faults.append(Fault(where, message))
        if len(self.faults) == MOST_FAULTS:
            raise _Enough

    def _head(self, key: str) -> str:
        value = self.data.get(key)
        if key not in self.data:
            self.fault(f"$.{key}", f"missing; give {_HEAD[key]}")
        elif not isinstance(value, str) or not value.strip():
            self.fault(f"$.{key}", f"{shown(value)} should be {_HEAD[key]}")
        return str(value)

    def _text(self, value: Any, where: str) -> str:
        if not isinstance(value, str):
            self.fault(where, f"{shown(value)} is not a text")
        elif not value.strip() and where not in {f"$.{key}" for key in _CREDIT}:
            self.fault(where, "the text is empty")
        return str(value)

    def _list(self, key: str) -> list[tuple[Any, str]]:
        """Return the items of a list, each with its path."""
        return self._items(self.data.get(key, []), f"$.{key}")

    def _items(self, found: Any, where: str) -> list[tuple[Any, str]]:
        if not isinstance(found, list):
            right = f"; in TOML, write [[{where[2:]}]] above each of its tables" if isinstance(found, dict) else ""
            self.fault(where, f"{shown(found)} is not a list{right}")
            return []
        return [(item, f"{where}[{index}]") for index, item in enumerate(cast("list[object]", found))]

    def _table(self, key: str) -> dict[str, Any]:
        found = self.data.get(key, {})
        if isinstance(found, dict):
            return cast("dict[str, Any]", found)
        self.fault(f"$.{key}", f"{shown(found)} is not a table")
        return {}

    def _record(self, record: Any, where: str, kind: type[T]) -> tuple[T, str] | None:
        try:
            return _codec().read(record, kind, where), where
        except DocumentError as error:
            for fault in error.faults:
                self.fault(fault.where, fault.message)
            return None

    def _records(
        self, key: str, kind: type[T], prepared: Callable[[Any, str], Any] = lambda record, _: record
    ) -> list[tuple[T, str]]:
        """Return the records of a list that can be read, each with its path."""
        read = (self._record(prepared(record, where), where, kind) for record, where in self._list(key))
        return [each for each in read if each is not None]

    def _texts(self) -> dict[str, str]:
        found = self._table("texts")
        for id, sentence in found.items():
            where = within("$.texts", id)
            if not _TEXT_ID.fullmatch(id):
                self.fault(where, "this is not the id of a text, such as 'spell/mist-step'")
            self._text(sentence, where)
        return found

    def _creature(self, record: Any, where: str, sentences: Mapping[str, str]) -> Any:
        """Return the data of a creature with the figures of its stat line in place."""
        if not isinstance(record, dict):
            return record
        data = dict(cast("dict[str, Any]", record))
        if "notes" not in data:
            data["notes"] = _count(f"creature/{data.get('id')}", sentences)
        if "stats" not in data:
            return data
        line = data.pop("stats")
        try:
            kind = parse_stat_line(line)
        except NotationError as error:
            for fault in error.faults:
                self.fault(f"{where}.stats", str(fault))
            kind = parse_stat_line("1 HP")
        read = cast("dict[str, Any]", _codec().write(kind, book.Creature))
        stated = {"hp", "armor", "strength", "dexterity", "willpower"}
        stated |= {key for key in ("attacks", "detachment") if read[key]}
        for key in stated & data.keys():
            self.fault(f"{where}.{key}", "the line of stats already has it; leave it out of one of them")
        return {**{key: read[key] for key in stated}, **data}

    def _bonds(self) -> tuple[tuple[book.Grant, ...], tuple[str, ...]]:
        grants: list[book.Grant] = []
        sentences: list[str] = []
        for record, where in self._list("bonds"):
            data = dict(cast("dict[str, Any]", record)) if isinstance(record, dict) else {}
            if "text" in data:
                sentences.append(self._text(data.pop("text"), f"{where}.text"))
            else:
                self.fault(f"{where}.text", "missing; give the sentence about the bond")
            read = self._record(data if isinstance(record, dict) else record, where, book.Grant)
            grants += [read[0]] if read else []
        return tuple(grants), tuple(sentences)

    def _traits(self) -> dict[str, tuple[str, ...]]:
        found: dict[str, tuple[str, ...]] = {}
        for trait, words in self._table("traits").items():
            where = within("$.traits", trait)
            if trait not in book.TRAITS:
                self.fault(where, f"unknown key; {hint(trait, book.TRAITS)}")
            found[trait] = tuple(self._text(word, place) for word, place in self._items(words, where))
        return found

    def _goods(self) -> dict[book.PriceList, list[tuple[book.Goods, str]]]:
        known = get_args(book.PriceList)
        found: dict[book.PriceList, list[tuple[book.Goods, str]]] = {}
        for key, rows in self._table("goods").items():
            where = within("$.goods", key)
            if key not in known:
                self.fault(where, f"unknown key; {hint(key, known)}")
            read = (self._record(row, place, book.Goods) for row, place in self._items(rows, where))
            found[cast("book.PriceList", key)] = [each for each in read if each is not None]
        return found

    def _background(self, background: book.Background, where: str) -> None:
        if not background.names:
            self.fault(f"{where}.names", "give some names: a background should have ten (R10)")
        for column, table in enumerate(background.tables):
            if len(table) != ROWS:
                self.fault(f"{where}.tables[{column}]", f"{len(table)} rows; there should be {ROWS} (R12)")

    def _repeated(self, things: list[tuple[book.Background | book.Spell | book.Creature | book.Goods, str]]) -> None:
        first: dict[tuple[object, str], str] = {}
        for each, where in things:
            before = first.setdefault((type(each), each.id), where)
            if before != where:
                self.fault(f"{where}.id", f"{before[2:]} already has the id {each.id!r}")


def text_ids(thing: book.Background | book.Spell | book.Creature) -> Iterator[str]:
    """Yield the ids of the texts that a thing itself needs."""
    if isinstance(thing, book.Background):
        about = f"background/{thing.id}"
        yield about
        for column in (1, 2):
            yield f"{about}/{column}"
            yield from (f"{about}/{column}/{row}" for row in range(1, ROWS + 1))
    elif isinstance(thing, book.Spell):
        yield f"spell/{thing.id}"
    else:
        yield from (f"creature/{thing.id}/{number}" for number in range(1, thing.notes + 1))
        if thing.critical_text is not None:
            yield thing.critical_text


def _references(data: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the ids of texts to which items and effects refer, each with its path."""
    keys = ("backgrounds", "bonds", "goods", "creatures")
    open: list[tuple[str, object]] = [(f"$.{key}", data.get(key)) for key in keys]
    for where, value in open:  # it grows
        if isinstance(value, dict):
            for key, each in cast("dict[str, Any]", value).items():
                inside = within(where, key)
                if key not in {"text", "recharge"}:
                    open.append((inside, each))
                elif isinstance(each, str) and each and not re.fullmatch(r"\$\.bonds\[[0-9]+\]", where):
                    yield each, inside[2:]
        elif isinstance(value, list):
            open += [(f"{where}[{index}]", each) for index, each in enumerate(cast("list[object]", value))]


def _count(stem: str, sentences: Mapping[str, str]) -> int:
    """Return the number of texts that are numbered from 1."""
    number = 0
    while f"{stem}/{number + 1}" in sentences:
        number += 1
    return number
