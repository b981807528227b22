"""Reading and writing of content packs, their pickles, and the built-in pack."""

from __future__ import annotations

import copyreg
import json
from collections.abc import Callable, Iterator, Mapping
from functools import cache, lru_cache
from importlib.resources import files
from os import PathLike
from typing import Any, Final

from cairn_rules.argument_checks import checked
from cairn_rules.codec.data_file import data_in_file, data_of
from cairn_rules.codec.json_text import read_json
from cairn_rules.endless_winter.content import Pack
from cairn_rules.endless_winter.packs.pack_checks import canonical, pack_faults
from cairn_rules.endless_winter.packs.pack_data import pack_from
from cairn_rules.endless_winter.packs.pack_schema import PACK
from cairn_rules.errors import DocumentError, Fault
from cairn_rules.packs import Finding, Packs, table_of

LONGEST: Final = 1 << 18
"""Maximum length of a pack's text, in characters or bytes: ten times the built-in pack."""
MOST_DATA: Final = LONGEST // 2
"""Maximum length of a pack as JSON on one line. With lines and indents, it can still be read."""
WIDTH: Final = 120
"""Lists and tables that fit in a line of this width are written on one line."""
KEYS: Final = tuple(PACK.shapes)
TITLE: Final = "Endless Winter"
"""The title of the game that has these packs."""


@cache
def default_pack() -> Pack:
    """Return the built-in pack: the prerelease edition, with reconstructed content (rules page, section 14).

    Example:
        >>> pack = default_pack()
        >>> pack.edition, len(pack.culture), pack.tribe_cards["hunter"].column
        ('prerelease', 40, 'hunt')
    """
    return pack_from(canonical(read_json((files("cairn_rules.endless_winter") / "prerelease.json").read_bytes())))


def read_pack(path: str | PathLike[str]) -> Pack:
    """Read a pack from a file.

    The name of the file, in JSON or TOML, ends with `.json` or `.toml`.

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


def parse_pack(source: str | Mapping[str, Any]) -> Pack:
    """Return the pack that a text or plain data define. This is the inverse of `format_pack`.

    The source is JSON or TOML as text, or a dict with the keys of such a file, made of texts, whole numbers, booleans,
    None, lists and dicts.

    Raises:
        DocumentError: if it is not a playable pack. Every fault is listed with its path.

    Example:
        >>> text = format_pack(default_pack()).replace('"tool(2)"', '"tools(2)"')
        >>> parse_pack(text)
        Traceback (most recent call last):
        ...
        cairn_rules.errors.DocumentError: bad document: line 37, $.tribe[0].eclipse.effect: the effect 'tools(2)' ...
    """
    with data_of(source, LONGEST, "a pack") as data:
        return _pack(data)


@checked
def format_pack(pack: Pack) -> str:
    """Return a pack as the text of a JSON file.

    Example:
        >>> print(format_pack(default_pack())[:24])
        {
         "format": 1,
         "pack":
    """
    return f"{_lines(json.loads(pack.data))}\n"


def _pack(data: Any) -> Pack:
    table = table_of(data, KEYS, TITLE)
    faults = pack_faults(table)
    if faults:
        raise DocumentError(faults)
    pack = pack_from(canonical(table))
    if len(pack.data) > MOST_DATA:
        raise DocumentError([Fault("$", f"{len(pack.data)} characters as JSON; a pack has at most {MOST_DATA}")])
    return pack


def _findings(pack: Pack, _: object) -> Iterator[Finding]:
    """Yield a warning if a changed copy of the built-in pack keeps its id, by which stored games name their pack."""
    if pack.id == default_pack().id and pack != default_pack():
        message = f"{pack.id!r} is the id of the built-in pack, whose content differs; give this one another id"
        yield Finding("warning", "pack.id", message)


PACKS: Final[Packs[Pack]] = Packs(title=TITLE, keys=KEYS, read=read_pack, findings=_findings)


def _lines(value: Any, indent: int = 0, used: int = 0) -> str:
    """Return plain data as JSON: a level that does not fit in a line has a line for each of its parts."""
    line = json.dumps(value)
    if line[0] not in "[{" or (indent and indent + used + len(line) < WIDTH):
        return line
    if line[0] == "{":
        parts = [f"{json.dumps(key)}: {_lines(part, indent + 1, len(key) + 4)}" for key, part in value.items()]
    else:
        parts = [_lines(part, indent + 1) for part in value]
    space = "\n" + " " * indent
    return line[0] + ",".join(f"{space} {part}" for part in parts) + space + line[-1]


def _reduced(pack: Pack) -> tuple[Callable[[str], Pack], tuple[str]]:
    """Return the recipe by which a pickle restores a pack: the built-in one by its hash, another one from its data."""
    return (_built_in, (pack.hash,)) if pack == default_pack() else (_custom, (pack.data,))


def _built_in(hash: str) -> Pack:
    if hash != default_pack().hash:
        message = f"saved with the built-in pack {hash}, but that of this version is {default_pack().hash}"
        raise DocumentError([Fault("$", message)])
    return default_pack()


@lru_cache(maxsize=8)
def _custom(data: str) -> Pack:
    return _pack(read_json(data))


copyreg.pickle(Pack, _reduced)
