"""The data files of the game, read into a `Book` with every fault and its path."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources.abc import Traversable
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, get_args

from cairn_rules.cairn_rpg.characters.attacks import Consequence
from cairn_rules.cairn_rpg.characters.attributes import Attribute
from cairn_rules.cairn_rpg.characters.effects import Effect
from cairn_rules.cairn_rpg.content.book import (
    TRAITS,
    Background,
    Book,
    Creature,
    Goods,
    Grant,
    PriceList,
    Reaction,
    Spell,
    by_id,
)
from cairn_rules.cairn_rpg.content.texts import DATA, Credit
from cairn_rules.cairn_rpg.dice_formula import Formula
from cairn_rules.codec.json_text import bad_document, read_json
from cairn_rules.errors import DocumentError, Fault, quoted
from cairn_rules.frozen_classes import frozen

if TYPE_CHECKING:
    from cairn_rules.codec import Codec


@frozen(kw_only=True)
class _File:
    """A data file. The keys with its credit begin with an underscore."""

    _license: str
    _author: str
    _source: str
    _changes: str


@frozen(kw_only=True)
class _Backgrounds(_File):
    backgrounds: tuple[Background, ...]


@frozen(kw_only=True)
class _Bonds(_File):
    bonds: tuple[Grant, ...]


@frozen(kw_only=True)
class _Creatures(_File):
    creatures: tuple[Creature, ...]


@frozen(kw_only=True)
class _Spells(_File):
    spells: tuple[Spell, ...]


@frozen(kw_only=True)
class _Goods(_File):
    armor: tuple[Goods, ...]
    weapons: tuple[Goods, ...]
    hirelings: tuple[Goods, ...]
    transport: tuple[Goods, ...]
    upkeep: tuple[Goods, ...]
    gear: tuple[Goods, ...]


@frozen(kw_only=True)
class _Tables(_File):
    traits: Mapping[str, tuple[str, ...]]
    reactions: tuple[Reaction, ...]
    scars: tuple[str, ...]
    omens: int


_FILES: Final[Mapping[str, type[_File]]] = {
    "backgrounds": _Backgrounds,
    "bonds": _Bonds,
    "creatures": _Creatures,
    "goods": _Goods,
    "spells": _Spells,
    "tables": _Tables,
}


def content_codec(tags: Mapping[type[Any], str] = MappingProxyType({})) -> Codec:
    """Return a new codec for the content of the game: formulas are texts such as `3d6`, unions have a `type`.

    `tags` are those of classes whose name is not their tag, as for `Codec`.
    """
    from cairn_rules.codec import Codec, Text, named  # noqa: PLC0415 - cattrs is slow to import

    codec = Codec({}, tags=tags)
    codec.text(Attribute, named("STR, DEX or WIL", {each.value: each for each in Attribute}))
    codec.text(Formula, Text("a sum of dice such as '3d6'", str, Formula.parse, {"type": "string"}))
    codec.union(Consequence, get_args(Consequence))
    codec.union(Effect, get_args(Effect), name="effect")
    return codec


def read_book(folder: Traversable) -> Book:
    """Read the data files of a folder.

    Raises:
        DocumentError: if a file is missing or damaged, or an id occurs twice. It lists the faults of all files.

    Example:
        >>> from importlib.resources import files
        >>> own = read_book(files("cairn_rules.cairn_rpg") / "data")
        >>> len(own.backgrounds), len(own.spells)
        (20, 100)
    """
    codec = content_codec()
    read: dict[str, Any] = {}
    faults: list[Fault] = []
    for name, kind in _FILES.items():
        try:
            read[name] = _read(codec, folder / f"{name}.json", kind)
        except DocumentError as error:
            faults += [Fault(f"{name}.json:{fault.where}", fault.message) for fault in error.faults]
    if not faults:
        faults += _faults_of(read)
    if faults:
        raise DocumentError(faults)
    goods, tables = read["goods"], read["tables"]
    return Book(
        backgrounds=by_id(read["backgrounds"].backgrounds),
        traits=MappingProxyType({each: tables.traits[each] for each in TRAITS}),
        bonds=read["bonds"].bonds,
        omens=tables.omens,
        reactions=tables.reactions,
        scars=tables.scars,
        goods=MappingProxyType({each: getattr(goods, each) for each in get_args(PriceList)}),
        spells=by_id(read["spells"].spells),
        creatures=by_id(read["creatures"].creatures),
        credits=MappingProxyType(
            {
                f"{name}.json": Credit(
                    license=each._license, author=each._author, source=each._source, changes=each._changes
                )
                for name, each in read.items()
            }
        ),
    )


@cache
def book() -> Book:
    """Return the content of the game, read on the first call.

    Example:
        >>> book().spells["adhere"].name, book().goods["gear"][0].price
        ('Adhere', 5)
    """
    return read_book(DATA)


def _read(codec: Codec, file: Traversable, kind: type[_File]) -> _File:
    if not file.is_file():
        raise bad_document("the file is missing; install cairn-rules again")
    found: _File = codec.read(read_json(file.read_bytes()), kind)
    return found


def _faults_of(read: Mapping[str, Any]) -> Iterator[Fault]:
    """Yield the faults of several values together: repeated ids, and tables with too few or too many rows."""
    tables, backgrounds = read["tables"], read["backgrounds"].backgrounds
    lists = {name: getattr(read[name], name) for name in ("backgrounds", "creatures", "spells")}
    lists["goods"] = tuple(each for name in get_args(PriceList) for each in getattr(read["goods"], name))
    for name, values in lists.items():
        for id, count in Counter(each.id for each in values).items():
            if count > 1:
                yield Fault(f"{name}.json:$", f"the id {quoted(id)} occurs {count} times")
    rows = [("backgrounds.json:$.backgrounds", backgrounds, 20), ("bonds.json:$.bonds", read["bonds"].bonds, 20)]
    rows += [(f"tables.json:$.traits.{each}", tables.traits.get(each, ()), 10) for each in TRAITS]
    rows += [("tables.json:$.scars", tables.scars, 12)]
    for number, each in enumerate(backgrounds):
        where = f"backgrounds.json:$.backgrounds[{number}]"
        rows += [(f"{where}.names", each.names, 10)]
        rows += [(f"{where}.tables[{column}]", table, 6) for column, table in enumerate(each.tables)]
    for where, values, size in rows:
        if len(values) != size:
            yield Fault(where, f"{len(values)} rows; a d{size} needs {size}")
    bands = tables.reactions
    if [2, *(each.most + 1 for each in bands)] != [*(each.least for each in bands), 13]:
        yield Fault("tables.json:$.reactions", "the bands should cover 2 to 12 once, in order")
