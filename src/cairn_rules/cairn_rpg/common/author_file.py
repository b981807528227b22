"""Files in which an author writes parts by id, such as the areas of a map: reading with every fault and its path."""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from os import PathLike
from typing import Any, Final, TypeVar, cast

from cairn_rules.cairn_rpg.common.documents import MOST_PARTS
from cairn_rules.cairn_rpg.content.book import Book, Pack
from cairn_rules.cairn_rpg.content.book_with_packs import with_packs
from cairn_rules.checks import is_of
from cairn_rules.codec.codec import Codec
from cairn_rules.codec.data_file import data_in_file, data_of
from cairn_rules.codec.json_text import check_parts, within
from cairn_rules.errors import MOST_FAULTS, CairnRulesError, DocumentError, Fault, UnsoundStateError, hint, shown
from cairn_rules.json_documents import from_data
from cairn_rules.packs import fit

T = TypeVar("T")

LONGEST: Final = 1 << 20
"""Maximum length of a TOML file or a text, in characters or bytes."""
LARGEST: Final = 10_000_000
"""Maximum size of a JSON file, in bytes. Programs write it, so that it can be larger."""


def in_file(path: str | PathLike[str], what: str) -> AbstractContextManager[Any]:
    """Return a context with the data of a TOML or JSON file.

    While it is active, faults of the data get their lines. `what` is a phrase for what it holds, such as `a dungeon`.

    Raises:
        UnreadableFileError: if it cannot be read, or its name ends differently.
        DocumentError: if it is too long, or not UTF-8, TOML or JSON.
    """
    longest = LARGEST if str(path).lower().endswith(".json") else LONGEST
    return data_in_file(path, longest, what)


def in_text(source: str | Mapping[str, Any], what: str) -> AbstractContextManager[Any]:
    """Return a context with the data of a text, or a copy of a dict. See `in_file`."""
    return data_of(source, LONGEST, what)


def value_of(data: Any, kind: type[T], keys: Iterable[str], read: Callable[[dict[str, Any]], T]) -> T:
    """Return the value of a file: that of a document, or that of the tables of an author.

    `keys` are those that an author can write at the top, the required one first; `read` reads the tables of an author.

    Raises:
        DocumentError: if the data are neither. It lists every fault with its path.
    """
    known = tuple(keys)
    tables: dict[str, Any] = cast("dict[str, Any]", data) if is_of(dict)(data) else {}
    if {"game", "document"} <= tables.keys():
        return from_data(tables, expect=kind)
    if known[0] not in tables:
        name = kind.__name__.lower()
        what = "it has no" if fit(data, known) else f"this is not a {name}: it has no"
        raise DocumentError([Fault("$", f"{what} {known[0]}; write [{known[0]}.ID] above the keys of each")])
    check_parts(tables, MOST_PARTS)
    return read(tables)


_SEED: Final = re.compile(r"seed\s+(-?[0-9]{1,30})", re.IGNORECASE)


def seed_in(text: str) -> int | None:
    """Return the seed of a text such as `seed 7`, which stands for a random map; None for any other text."""
    found = _SEED.fullmatch(text.strip())
    return None if found is None else int(found[1])


def read_with_packs(read: Callable[..., T]) -> Callable[[str, Sequence[Any]], T]:
    """Return the function that reads a file together with the packs that were read before it, as `check-pack` does.

    `read` takes the path and the book, as `book=`.
    """

    def read_beside(path: str, beside: Sequence[Any]) -> T:
        book: Book | None = None
        with suppress(CairnRulesError):  # packs that do not fit together have findings of their own
            book = with_packs(*(each for each in beside if isinstance(each, Pack))).book
        return read(path, book=book)

    return read_beside


@contextmanager
def naming_file(path: str) -> Generator[None]:
    """Begin the place of each fault of a document with the path of its file while the context is active."""
    try:
        yield
    except DocumentError as error:
        raise DocumentError(Fault(place_in_file(each, path), each.message) for each in error.faults) from None


def place_in_file(fault: Fault, path: str) -> str:
    """Return the place of a fault with the path of its file and the line, such as `fen.toml:3, $.ways.dyke`."""
    line = "" if fault.line is None else f":{fault.line}"
    return fault.where if fault.where == path else f"{path}{line}, {fault.where}"


class Reading:
    """The reading of a file, with the faults found so far."""

    def __init__(self, codec: Codec) -> None:
        self.codec = codec
        self.faults: list[Fault] = []
        self.paths: dict[str, str] = {}
        """The paths in the file of parts of the value, by their paths in the value, such as `areas[0]`."""

    def fault(self, where: str, message: str) -> None:
        """Note a fault."""
        self.faults.append(Fault(where, message))

    def table(self, value: Any, where: str) -> dict[str, Any]:
        """Return a copy of a table; an empty one with a fault for anything else."""
        if isinstance(value, dict):
            return dict(cast("dict[str, Any]", value))
        self.fault(where, f"{shown(value)} is not a table")
        return {}

    def items(self, record: dict[str, Any], key: str, where: str) -> Iterator[tuple[str, Any]]:
        """Take a list out of a table, and yield its items with their paths."""
        found: Any = record.pop(key, [])
        if not is_of(list)(found):
            self.fault(f"{where}.{key}", f"{shown(found)} is not a list, such as [{_sample(found)}]")
            return
        for index, item in enumerate(found):
            yield f"{where}.{key}[{index}]", item

    def parts(
        self, record: dict[str, Any], key: str, where: str, path: str = ""
    ) -> Iterator[tuple[str, dict[str, Any]]]:
        """Take the parts of a kind out of a table, and yield the path and the table of each, with its id in it.

        The key, such as `areas`, holds a table for each id. `where` is the path of the table in the file, `path` its
        path in the value.
        """
        found = record.pop(key, {})
        if not isinstance(found, dict):
            right = f"write [{f'{where}.{key}'[2:]}.ID] above the keys of each, with its id"
            self.fault(f"{where}.{key}", f"{shown(found)} is not a table; {right}")
            return
        for index, (id, part) in enumerate(cast("dict[str, Any]", found).items()):
            place = within(f"{where}.{key}", id)
            self.paths[f"{path}{key}[{index}]"] = place
            made = self.table(part, place)
            if "id" in made:
                self.fault(f"{place}.id", f"unknown key; the id is {shown(id)}, the name of the table")
            yield place, {**made, "id": id}

    def known(self, record: Mapping[str, Any], keys: Iterable[str], where: str) -> None:
        """Note the faults of keys that are none of these."""
        known = tuple(keys)
        for key in record:
            if key not in known:
                self.fault(within(where, key), f"unknown key; {hint(key, known)}")

    def value(self, data: Any, kind: Any, where: str, instead: T) -> T:
        """Return the value of plain data; another value with a fault if they cannot be read."""
        try:
            return cast("T", self.codec.read(data, kind, where))
        except DocumentError as error:
            self.faults += error.faults
            return instead

    def attempt(self, where: str, make: Callable[[], T], instead: T, *errors: type[Exception]) -> T:
        """Return the result of a function; another value with a fault if it raises one of these errors."""
        try:
            return make()
        except errors as error:
            self.fault(where, str(error))
            return instead

    def checked(self, value: T, check: Callable[[T], None]) -> T:
        """Return a value after checking it.

        Parts of the value that could not be read may be missing. `check` raises an error with every fault.

        Raises:
            DocumentError: if it has faults, or there were some before. Each has its path in the file.
        """
        places = [fault.where for fault in self.faults]
        try:
            check(value)
        except UnsoundStateError as error:
            found = (Fault(self._place(fault.where), fault.message) for fault in error.faults)
            self.faults += [each for each in found if not any(_is_within(each.where, place) for place in places)]
        if self.faults:
            raise DocumentError(dict.fromkeys(self.faults[:MOST_FAULTS]))
        return value

    def _place(self, path: str) -> str:
        """Return the path in the file for a path in the value."""
        stem, rest = path, ""
        while stem and stem not in self.paths:
            stem, dot, last = stem.rpartition(".")
            rest = f"{dot}{last}{rest}"
        return f"{self.paths[stem]}{rest.removesuffix('.id')}" if stem else f"$.{path}"


def _is_within(one: str, other: str) -> bool:
    """Return whether one of two paths is the other, or leads to a part of it."""
    short, long = sorted((one, other), key=len)
    return long.startswith(short) and long[len(short) :][:1] in ("", ".", "[")


def _sample(value: Any) -> str:
    return f'"{value}"' if isinstance(value, str) and len(value) < 30 else "…"
