"""The command `sheet`: the sheets and the faults of stored characters."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final, cast

from cairn_rules.cairn_rpg.characters.character import Character, public
from cairn_rules.cairn_rpg.commands.output import (
    JSON,
    PDF,
    SHEET_FORMATS,
    TEXT,
    add_output,
    add_packs,
    add_rulings,
    add_texts,
    format_of,
    rulings_of,
    texts_of,
    written,
)
from cairn_rules.cairn_rpg.content.book import Book
from cairn_rules.cairn_rpg.content.pack_options import shelf_of
from cairn_rules.cairn_rpg.formats.character_files import FORMATS, read_characters
from cairn_rules.cairn_rpg.rulings import Rulings
from cairn_rules.cairn_rpg.sheets import Format, party_sheet, sheet, sheets, sheets_pdf
from cairn_rules.cairn_rpg.validation import remarks, validate
from cairn_rules.cli.command import FAULTY, Command, Lines
from cairn_rules.cli.messages import note
from cairn_rules.errors import CairnRulesError, Reason
from cairn_rules.game import Game
from cairn_rules.json_documents import dumps


def _add_arguments(parser: ArgumentParser, _: Game[Any, Any, Any]) -> None:
    parser.add_argument(
        "files",
        metavar="FILE",
        nargs="+",
        help="Characters as JSON of this library, Kettlewright or Foundry: one, a party, or one on each line"
        " (- for standard input).",
    )
    parser.add_argument(
        "--party", action="store_true", help="Print one row of a table for each character (default: a sheet of each)."
    )
    parser.add_argument(
        "--check",
        action="store_true",
        help="Print only the faults; the exit code is 1 if there are any (default: print faults after the sheets).",
    )
    add_sheet_options(parser)


def add_sheet_options(parser: ArgumentParser) -> None:
    """Add the options that `sheets_of` takes."""
    parser.add_argument("--private", action="store_true", help="Also show private omens (default: leave them out).")
    add_rulings(parser)
    add_packs(parser)
    add_texts(parser)
    add_output(parser, SHEET_FORMATS)


def run(options: Namespace) -> Lines:
    """Print the sheets of stored characters, and their faults."""
    rulings, format, book = rulings_of(options), format_of(options), shelf_of(options.pack).book
    characters = tuple(
        character for file in options.files for character in read_characters(file, omitted=_note_omission)
    )
    if options.check:
        if format not in (TEXT, JSON):
            raise CairnRulesError(f"--check prints text or json, not {format}")
        lines = (_fault_data if format == JSON else _fault_lines)(characters, rulings, book)
        yield from written(options, lines)
        return FAULTY if any(validate(each, rulings, book=book) for each in characters) else 0
    yield from written(options, sheets_of(characters, options, compact=options.party))
    for line in _fault_lines(characters, rulings, book, all=False):
        note(line)
    return 0


def _note_omission(line: str) -> None:
    note(f"left out: {line}")


def _fault_lines(characters: Sequence[Character], rulings: Rulings, book: Book, *, all: bool = True) -> Iterator[str]:
    """Yield the faults and remarks; on request, also a line for each character without any."""
    for each in characters:
        faults = validate(each, rulings, book=book)
        yield from (f"fault: {reason}" for reason in faults)
        yield from (f"remark: {reason}" for reason in remarks(each, rulings))
        if all and not faults:
            yield f"{each.name}: no faults"


def _fault_data(characters: Sequence[Character], rulings: Rulings, book: Book) -> Iterator[str]:
    def listed(reasons: Iterable[Reason]) -> list[dict[str, str]]:
        return [{"code": each.code, "text": each.text, "rule": each.rule} for each in reasons]

    for each in characters:
        found = {
            "name": each.name,
            "faults": listed(validate(each, rulings, book=book)),
            "remarks": listed(remarks(each, rulings)),
        }
        yield json.dumps(found)


def sheets_of(characters: Iterable[Character], options: Namespace, *, compact: bool = False) -> Iterator[str | bytes]:
    """Yield characters in the format of the arguments: a sheet or a JSON document of each, or a table of all.

    Values that another program's format cannot hold are noted.

    Args:
        characters: The characters.
        options: The arguments, with those of `add_sheet_options`.
        compact: True for a table of all instead of a sheet of each. An HTML page holds all sheets, and so does a PDF,
            which is never a table.
    """
    format, private = format_of(options), bool(options.private)
    given: dict[str, Any] = {
        "texts": texts_of(options),
        "private": private,
        "rulings": rulings_of(options),
        "book": shelf_of(options.pack).book,
    }
    if format == JSON:
        yield from (dumps(each if private else public(each)) for each in characters)
        return
    if format in FORMATS:
        for each in characters:
            document, omissions = FORMATS[format].write(each, **given)
            yield json.dumps(document)
            for omission in omissions:
                _note_omission(f"{each.name}, {omission}")
        return
    if format == PDF:
        yield sheets_pdf(characters, **given)
        return
    layout = cast("Format", format)
    if compact:
        yield party_sheet(tuple(characters), format=layout, **given).rstrip("\n")
        return
    if layout == "html":
        yield sheets(characters, format=layout, **given).rstrip("\n")
        return
    gap = ""
    for each in characters:
        yield gap + sheet(each, format=layout, **given).rstrip("\n")
        gap = "\n"


SHEET: Final = Command(
    name="sheet",
    help="Show stored characters as sheets, and list their faults.",
    example="cairn-rules sheet archer.json --output archer.md",
    add_arguments=_add_arguments,
    run=run,
)
