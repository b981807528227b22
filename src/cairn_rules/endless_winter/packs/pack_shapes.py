"""Shapes of plain data: each finds the faults of a value with their paths, and converts a sound value to one form."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import reduce
from typing import Any, Final, Protocol, TypeAlias, cast, final

from cairn_rules.codec.json_text import within
from cairn_rules.endless_winter.effects import parse_effect
from cairn_rules.errors import DefinitionError, hint, quoted, shown
from cairn_rules.frozen_classes import frozen

Path: TypeAlias = tuple[object, ...]
"""The keys and indices that lead to a value."""
Found: TypeAlias = Iterator[tuple[Path, str]]
"""Faults: the path of each, and a description."""

TAGS: Final = ("seed", "published", "derived", "reconstructed")
"""The possible origins of a value."""


class Shape(Protocol):
    """A description of valid values."""

    @property
    def right(self) -> str:
        """A description for people, which can follow "is not"."""
        ...

    def faults(self, value: Any, where: Path) -> Found:
        """Yield the faults of a value."""
        ...

    def plain(self, value: Any) -> Any:
        """Return a value without faults in its canonical form."""
        ...


def said(value: object) -> str:
    """Return a value for an error message. This is quick for any plain data, even for a list that contains itself."""
    return quoted(value) if isinstance(value, (str, int, float)) else shown(value)


def path_text(path: Path) -> str:
    """Return a path as text.

    Example:
        >>> path_text(("tribe", 2, "eclipse", "effect"))
        '$.tribe[2].eclipse.effect'
    """
    return reduce(within, path, "$")


@final
@frozen
class Value:
    """A single value."""

    right: str
    """A description for people."""
    fits: Callable[[Any], bool]
    to_plain: Callable[[Any], Any] = lambda value: value
    """The conversion to canonical form."""

    def faults(self, value: Any, where: Path) -> Found:
        """Yield a fault if the value does not fit."""
        if not self.fits(value):
            yield where, f"{said(value)} is not {self.right}"

    def plain(self, value: Any) -> Any:
        """Return the value, converted if there is a conversion."""
        return self.to_plain(value)


@final
@frozen
class EffectText:
    """The text of an effect."""

    right: str = "an effect, such as 'draw(1)'"
    """A description for people."""

    def faults(self, value: Any, where: Path) -> Found:
        """Yield the fault that the parser of effects reports."""
        try:
            parse_effect(value)
        except DefinitionError as error:
            yield where, str(error)

    def plain(self, value: Any) -> Any:
        """Return the effect in its usual spelling."""
        return str(parse_effect(value))


@final
@frozen
class Maybe:
    """A value that can be null, or left out."""

    shape: Shape
    """The shape of a value that is not null."""
    right: str = "a value, or null"
    """A description for people."""

    def faults(self, value: Any, where: Path) -> Found:
        """Yield the faults of the value, unless it is null."""
        if value is not None:
            yield from self.shape.faults(value, where)

    def plain(self, value: Any) -> Any:
        """Return the value in canonical form, or None."""
        return None if value is None else self.shape.plain(value)


def _range(least: int, most: int) -> str:
    return str(least) if least == most else f"{least} to {most}"


@final
@frozen
class Items:
    """A list of values of one shape."""

    shape: Shape
    least: int
    """Minimum length."""
    most: int
    """Maximum length."""

    @property
    def right(self) -> str:
        """The length of the list."""
        return f"a list of {_range(self.least, self.most)} items"

    def faults(self, value: Any, where: Path) -> Found:
        """Yield a fault of the list, or the faults of its items."""
        if not isinstance(value, list):
            yield where, f"{said(value)} is not {self.right}"
            return
        items = cast("list[object]", value)
        if not self.least <= len(items) <= self.most:
            yield where, f"length {len(items)}; it should be {self.right}"
            return
        for index, item in enumerate(items):
            yield from self.shape.faults(item, (*where, index))

    def plain(self, value: Any) -> Any:
        """Return the list with its items in canonical form."""
        return [self.shape.plain(item) for item in value]


@final
@frozen
class Sources:
    """The origin of each value of a table, by its key. The key `*` stands for all others, `a.b` for b within a."""

    right: str = f"a table of origins ({', '.join(TAGS)}), such as {{'*': 'seed'}}"
    """A description for people."""

    def faults(self, value: Any, where: Path) -> Found:
        """Yield a fault for each unknown origin."""
        if not isinstance(value, dict):
            yield where, f"{said(value)} is not {self.right}"
            return
        for key, tag in cast("dict[object, object]", value).items():
            if tag not in TAGS:
                yield (*where, key), f"{said(tag)} is not an origin; use one of {', '.join(TAGS)}"

    def plain(self, value: Any) -> Any:
        """Return the origins, sorted by key."""
        return dict(sorted(value.items()))


SOURCES: Final = Sources()
"""The only value of its class."""


def origin_faults(value: Any, where: Path, keys: Mapping[str, tuple[str, ...]]) -> Found:
    """Yield a fault for each unknown key of a table of origins, and each value without an origin.

    `keys` are those of the values, each with the keys of the values in it.
    """
    if not isinstance(value, dict):
        return
    source = cast("dict[object, object]", value)
    inner = {key: [f"{key}.{part}" for part in parts] for key, parts in keys.items()}
    known = ("*", *keys, *(path for paths in inner.values() for path in paths))
    for key in source:
        if key not in known:
            yield (*where, key), f"unknown key; {hint(key if isinstance(key, str) else '', known)}"
    for key in keys:
        if "*" not in source and key not in source and not (inner[key] and all(path in source for path in inner[key])):
            yield (*where, key), f"missing; the value needs an origin: one of {', '.join(TAGS)}"


@final
@frozen
class Record:
    """A table with certain keys, and with the origin of each value if it is `sourced`."""

    shapes: Mapping[str, Shape]
    """The shape of each value, by its key."""
    sourced: bool = False
    """True if the table has the key `source`."""
    right: str = "a table"
    """A description for people."""

    def faults(self, value: Any, where: Path) -> Found:
        """Yield a fault for each unknown key, missing key and wrong value."""
        if not isinstance(value, dict):
            yield where, f"{said(value)} is not {self.right}"
            return
        record = cast("dict[object, object]", value)
        shapes = {**self.shapes, "source": SOURCES} if self.sourced else self.shapes
        for key, part in record.items():
            if isinstance(key, str) and key in shapes:
                yield from shapes[key].faults(part, (*where, key))
            else:
                deeper = [f"'{name}.{key}'" for name, inner in self._inner().items() if key in inner]
                known = hint(key if isinstance(key, str) else "", tuple(shapes))
                yield (*where, key), f"unknown key; {f'did you mean {deeper[0]}?' if deeper else known}"
        for key, shape in shapes.items():
            if key not in record and not isinstance(shape, Maybe):
                yield (*where, key), f"missing; it should be {shape.right}"
        if self.sourced:
            origins = {key: inner for key, inner in self._inner().items() if key not in {"id", "note"}}
            yield from origin_faults(record.get("source"), (*where, "source"), origins)

    def _inner(self) -> dict[str, tuple[str, ...]]:
        """Return the keys, each with the keys of the table that is its value."""
        inner = {key: shape.shape if isinstance(shape, Maybe) else shape for key, shape in self.shapes.items()}
        return {key: tuple(shape.shapes) if isinstance(shape, Record) else () for key, shape in inner.items()}

    def plain(self, value: Any) -> Any:
        """Return the table with its keys in the order of the shapes; those left out are None."""
        record = {key: shape.plain(value.get(key)) for key, shape in self.shapes.items()}
        return record | {"source": SOURCES.plain(value["source"])} if self.sourced else record


@final
@frozen
class OneOf:
    """A table whose other keys depend on the value of one key."""

    key: str
    records: Mapping[str, Record]
    """The shape of the table, by the value of the key."""
    right: str = "a table"
    """A description for people."""

    def faults(self, value: Any, where: Path) -> Found:
        """Yield the faults of the table, whose shape depends on the value of the key."""
        if not isinstance(value, dict):
            yield where, f"{said(value)} is not {self.right}"
            return
        record = cast("dict[object, object]", value)
        kind = record.get(self.key)
        if isinstance(kind, str) and kind in self.records:
            yield from self.records[kind].faults(record, where)
        elif self.key in record:
            yield (*where, self.key), f"{said(kind)} is not a known {self.key}; {hint(kind, tuple(self.records))}"
        else:
            yield (*where, self.key), f"missing; it should be one of {', '.join(self.records)}"

    def plain(self, value: Any) -> Any:
        """Return the table in the canonical form of its kind."""
        return self.records[value[self.key]].plain(value)


@final
@frozen
class Named:
    """A table with keys that the author chooses, in a significant order, next to certain fixed ones."""

    key: Value
    """The shape of the keys."""
    shape: Shape
    """The shape of their values."""
    least: int
    """Minimum number of entries with such keys."""
    most: int
    """Maximum number of entries with such keys."""
    others: Mapping[str, Shape] = {}
    """The shapes of the other values, by key."""
    sourced: bool = False
    """True if the table has the key `source` as well."""

    @property
    def right(self) -> str:
        """The number of entries."""
        return f"a table of {_range(self.least, self.most)} entries"

    def faults(self, value: Any, where: Path) -> Found:
        """Yield a fault for each wrong key, missing key and wrong value."""
        if not isinstance(value, dict):
            yield where, f"{said(value)} is not {self.right}"
            return
        table = cast("dict[object, object]", value)
        keys = self._keys(table)
        if not self.least <= len(keys) <= self.most:
            yield where, f"length {len(keys)}; it should be {self.right}"
            return
        for key in keys:
            yield from self.key.faults(key, (*where, key))
        texts = {key: part for key, part in table.items() if isinstance(key, str)}
        yield from self._record(keys).faults(texts, where)

    def _keys(self, table: Mapping[Any, object]) -> list[Any]:
        return [key for key in table if key not in self.others and (key != "source" or not self.sourced)]

    def _record(self, keys: Iterable[Any]) -> Record:
        return Record({**{key: self.shape for key in keys if isinstance(key, str)}, **self.others}, self.sourced)

    def plain(self, value: Any) -> Any:
        """Return the table with its values in canonical form, in the same order."""
        return self._record(self._keys(value)).plain(value)
