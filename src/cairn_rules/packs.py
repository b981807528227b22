"""Content packs in files: how the games that have them read and check them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from json import JSONDecodeError
from typing import Any, Final, Generic, Literal, TypeVar, cast, final

from cairn_rules.checks import is_of
from cairn_rules.codec.key_lines import KeyLines
from cairn_rules.codec.text_file import is_file
from cairn_rules.errors import CairnRulesError, DocumentError, Fault, cut, hint, quoted, shown
from cairn_rules.frozen_classes import evolve, frozen

__all__ = ["Finding", "Packs"]

_NAMED_KEYS: Final = 4
"""Number of keys of a pack that an error names."""
LEAST_FIT: Final = 0.5
"""Share of the keys of a table that must be keys of a pack, so that it is taken for one."""


PackT = TypeVar("PackT")


@final
@frozen
class Finding:
    """A fault of a pack, or a warning about it.

    Example:
        >>> print(Finding("warning", "license", "'free' is not the identifier of a licence"))
        warning: license: 'free' is not the identifier of a licence
    """

    severity: Literal["fault", "warning"]
    """`fault` if something does not work, `warning` if rules or good practice advise otherwise."""
    where: str
    """The place in the pack, such as `backgrounds[0].names`."""
    message: str
    """A description, and what would be right."""
    line: int | None = None
    """The line in the file, from 1; None if it is not known."""

    def __str__(self) -> str:
        return f"{self.severity}: {self.where}: {self.message}"


def fault_findings(error: DocumentError) -> tuple[Finding, ...]:
    """Return the faults of a file that could not be read, as findings."""
    broken = error.__cause__.lineno if isinstance(error.__cause__, JSONDecodeError) else None
    return tuple(Finding("fault", each.where, each.message, each.line or broken) for each in error.faults)


def placed(findings: Iterable[Finding], text: str, *, is_json: bool) -> tuple[Finding, ...]:
    """Return findings about the pack of a text, each with the line of its key."""
    lines = KeyLines(text, is_json=is_json)
    return tuple(evolve(each, line=lines.line_of(f"$.{each.where}")) for each in findings)


@final
@frozen(kw_only=True)
class Packs(Generic[PackT]):
    """A kind of files of a game, such as its content packs: how `cairn-rules check-pack` finds, reads and checks them.

    Games can share their packs, and then this value.

    Example:
        >>> from cairn_rules import endless_winter
        >>> packs = endless_winter.MANIFEST.packs.load()
        >>> packs.title, packs.keys[:3]
        ('Endless Winter', ('format', 'pack', 'limits'))
        >>> list(packs.findings(endless_winter.default_pack(), ()))
        []
    """

    title: str
    """The title of the game that has these packs, or a phrase for the kind, such as `a dungeon`."""
    keys: tuple[str, ...]
    """The keys of a pack's table, required ones first. A file is a pack of the game with most of its keys."""
    read: Callable[[str], PackT]
    """A function that reads a TOML or JSON file. It raises a `DocumentError` with every fault."""
    findings: Callable[[PackT, Sequence[PackT]], Iterable[Finding]] = lambda _, __: ()
    """A function that checks a pack together with the other packs of this game that were read in the same run (default:
    no further checks)."""
    installed: Callable[[], Iterable[PackT]] = lambda: ()
    """A function that returns the packs of installed distributions (default: there are none)."""
    read_beside: Callable[[str, Sequence[Any]], PackT] | None = None
    """A function that reads a file which refers to other packs, given those read before it in the same run (default:
    `read`)."""
    named: bool = True
    """True if a pack has a `name`, which stands before its findings; False for the name of its file."""
    document: str = ""
    """The kind of JSON documents that hold the same, such as `dungeon`; empty if there are none."""


def fit(data: object, keys: Collection[str]) -> float:
    """Return the share of a table's keys that are keys of a pack, from 0 to 1; 1 for a table without any.

    Example:
        >>> fit({"id": "fen", "colour": "green"}, ("id", "name"))
        0.5
    """
    if not isinstance(data, Mapping):
        return 0.0
    table = cast("Mapping[object, object]", data)
    return sum(key in keys for key in table) / len(table) if table else 1.0


def kind_of(data: object, kinds: Sequence[Packs[Any]]) -> Packs[Any]:
    """Return the kind of packs to which the data of a file belong: that of its document, or the one with most keys.

    Raises:
        DocumentError: if they are something else. The error has one fault.
    """
    table: Mapping[object, object] = cast("Any", data) if is_of(Mapping)(data) else {}
    if "game" in table:
        for each in kinds:
            if each.document and table.get("document") == each.document:
                return each
    kind = max(kinds, key=lambda each: fit(data, each.keys))
    if not table or fit(data, kind.keys) < LEAST_FIT:
        raise DocumentError([stray_fault(data, {each.title: each.keys for each in kinds})])
    return kind


def table_of(data: object, keys: Collection[str], title: str) -> dict[str, Any]:
    """Return the table of a pack of a game. The pack may have faults.

    `keys` are those of such a pack, required ones first. Raise a `DocumentError` with one fault if the data are
    something else, such as a document or a pack of another game.
    """
    if fit(data, keys) < LEAST_FIT:
        raise DocumentError([stray_fault(data, {title: keys})])
    return cast("dict[str, Any]", data)


def stray_fault(data: object, known: Mapping[str, Collection[str]]) -> Fault:
    """Return the fault of data that are not a pack.

    `known` has the keys of each kind of pack, required ones first, by the title of the game.
    """
    right = " or ".join(f"{_some(tuple(keys))} ({game})" for game, keys in known.items())
    if not isinstance(data, Mapping):
        return Fault("$", f"{shown(data)} is not a table with the keys of a content pack: {right}")
    table = cast("Mapping[object, object]", data)
    if {"game", "document"} <= table.keys():
        kind = f"{shown(table['game'])}, {shown(table['document'])}"
        return Fault("$", f"a document of {kind}, and not a content pack, which has the keys {right}")
    every = {key for keys in known.values() for key in keys}
    strange = [key for key in table if key not in every]
    has = f"keys such as {quoted(strange[0])} instead of those" if strange else "too few of the keys"
    return Fault("$", f"it has {has} of a content pack: {right}")


def _some(keys: tuple[str, ...]) -> str:
    return ", ".join((*keys[:_NAMED_KEYS], *["…"] * (len(keys) > _NAMED_KEYS)))


def not_installed(name: str, ids: tuple[str, ...]) -> CairnRulesError:
    """Return the error for a name that is neither that of a pack's file nor the id of an installed pack."""
    what = "is a file, but its name" if is_file(name) else "is not the id of an installed pack, and"
    known = hint(name, ids) if ids else "no pack is installed"
    return CairnRulesError(f"{cut(name, 100)!r} {what} ends in neither .toml nor .json; {known}")
