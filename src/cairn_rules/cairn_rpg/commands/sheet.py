"""The command `sheet`: the sheets and the faults of stored characters."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice
from os import sep
from pathlib import Path
from typing import Any, Final, Literal, cast

from cairn_rules.cairn_rpg.characters.character import Character, public
from cairn_rules.cairn_rpg.commands import output
from cairn_rules.cairn_rpg.content.book import Book
from cairn_rules.cairn_rpg.content.pack_options import pack_registry, shelf_of
from cairn_rules.cairn_rpg.formats import FileFormat
from cairn_rules.cairn_rpg.formats.character_files import FORMATS, read_characters
from cairn_rules.cairn_rpg.formats.document_files import archive_of, file_name
from cairn_rules.cairn_rpg.procedures.party import MOST_MEMBERS
from cairn_rules.cairn_rpg.rulings import Rulings
from cairn_rules.cairn_rpg.sheets import Format, party_sheet, sheet, sheets, sheets_pdf
from cairn_rules.cairn_rpg.validation import remarks, validate
from cairn_rules.cli.atomic_file import make_folder, written_to
from cairn_rules.cli.commands import FAULTY, Lines, library_command
from cairn_rules.cli.messages import note
from cairn_rules.cli.options import positive
from cairn_rules.errors import CairnRulesError, Reason
from cairn_rules.game import Game
from cairn_rules.json_documents import dumps


def _add_arguments(parser: ArgumentParser, _: Game[Any, Any, Any]) -> None:
    parser.add_argument(
        "files",
        metavar="FILE",
        nargs="+",
        help="Characters as JSON of this library, Kettlewright or Foundry: one, a party, or one on each line; a folder "
        "or ZIP archive of such files; or a saved fight, dungeon, journey or campaign, with its characters as they are "
        "now (- for standard input).",
    )
    parser.add_argument(
        "--number", type=positive, metavar="N", help="Number of the document in each file (default: all characters)."
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
    output.add_rulings(parser)
    output.add_packs(parser)
    output.add_texts(parser)
    output.add_output(
        parser,
        (*output.SHEET_FORMATS, *FORMATS),
        target="File to write: .jsonl has a document on each line, other JSON is one document; several characters for"
        " Kettlewright or Foundry need a folder, such as heroes/, or a .zip (default: standard output).",
    )


def run(options: Namespace) -> Lines:
    """Print the sheets of stored characters, and their faults."""
    check_output(options, 1)  # refused before anything is read
    rulings, format, book = output.rulings_of(options), output.format_of(options), shelf_of(options.pack).book
    registry = pack_registry({"pack": options.pack}) if options.pack else None
    characters = tuple(
        character
        for file in options.files
        for character in read_characters(file, number=options.number, registry=registry, omitted=_note_omission)
    )
    if options.check:
        if format not in (output.TEXT, output.JSON):
            raise CairnRulesError(f"--check prints text or json, not {format}")
        lines = (_fault_data if format == output.JSON else _fault_lines)(characters, rulings, book)
        yield from output.written(options, lines)
        return FAULTY if any(validate(each, rulings, book=book) for each in characters) else 0
    yield from written_characters(characters, options, compact=options.party)
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


def written_characters(
    characters: Iterable[Character], options: Namespace, *, compact: bool = False, after: Iterable[str] = ()
) -> Iterator[str]:
    """Write characters to the output of the arguments, or yield them if there is none. See `sheets_of`.

    Several characters for a program that reads one from a file make a folder or an archive of files. `compact` makes a
    table of all instead of a sheet of each. `after` are lines after the characters.
    """
    each = iter(characters)
    first = tuple(islice(each, 2))
    place = check_output(options, len(first))
    everyone = chain(first, each)
    if place == "file" and output.format_of(options) == output.PDF:
        yield from output.written(options, sheets_of(everyone, options, compact=compact))
        yield from after
        return
    if place == "file":
        yield from output.written(options, chain(sheets_of(everyone, options, compact=compact), after))
        return
    documents = _documents(everyone, FORMATS[output.format_of(options)], _given(options))
    files = ((file_name(name, number), f"{text}\n".encode()) for number, (name, text) in enumerate(documents, 1))
    if place == "archive":
        with written_to(options.output) as file:
            file.buffer.write(archive_of(files))
    else:
        folder = make_folder(options.output)
        for name, content in files:
            with written_to(str(folder / name)) as file:
                file.buffer.write(content)
    yield from after


def check_output(options: Namespace, number: int) -> Literal["file", "folder", "archive"]:
    """Return the kind of output that a number of characters makes.

    Raises:
        CairnRulesError: if the output cannot hold them.
    """
    place = options.output or ""
    is_archive = place.lower().endswith(".zip")
    is_folder = place.endswith(("/", sep)) or (bool(place) and Path(place).is_dir())
    if (is_archive or is_folder) and options.format not in FORMATS:
        *first, last = FORMATS
        raise CairnRulesError(
            f"--output: {'an archive' if is_archive else 'a folder'} holds a file of each character for another"
            f" program; add --format {', '.join(first)} or {last}, or give a file such as party.md"
        )
    format = output.format_of(options)
    if format not in FORMATS or not place or _ending(options) == output.LINES:
        return "file"
    if is_archive:
        return "archive"
    if is_folder or (number > 1 and not Path(place).suffix):
        return "folder"
    if number > 1:
        raise CairnRulesError(
            f"--output: {format} reads one character from a file; give a folder such as heroes/, an archive heroes.zip,"
            f" or heroes{output.LINES} for one document on each line"
        )
    return "file"


def _ending(options: Namespace) -> str:
    return Path(options.output).suffix.lower()


def sheets_of(characters: Iterable[Character], options: Namespace, *, compact: bool = False) -> Iterator[str | bytes]:
    """Yield characters in the format of the arguments: a sheet or a JSON document of each, or a table of all.

    JSON in a file is one document; on the standard output and in a file `.jsonl`, each character is on its own line.

    Values that another program's format cannot hold are noted. `compact` makes a table of all instead of a sheet of
    each. An HTML page holds all sheets, and so does a PDF, which is never a table.
    """
    format, private, given = output.format_of(options), bool(options.private), _given(options)
    if format == output.JSON:
        shown = (each if private else public(each) for each in characters)
        if options.output is None or _ending(options) == output.LINES:
            yield from map(dumps, shown)
        else:
            yield _one_document(tuple(islice(shown, MOST_MEMBERS + 1)))
        return
    if format in FORMATS:
        yield from (text for _, text in _documents(characters, FORMATS[format], given))
        return
    if format == output.PDF:
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


def _given(options: Namespace) -> dict[str, Any]:
    return {
        "texts": output.texts_of(options),
        "private": bool(options.private),
        "rulings": output.rulings_of(options),
        "book": shelf_of(options.pack).book,
    }


def _one_document(characters: tuple[Character, ...]) -> str:
    if len(characters) > MOST_MEMBERS:
        raise CairnRulesError(
            f"--output: a party has at most {MOST_MEMBERS} characters; write more to a file {output.LINES}, one on each"
            " line"
        )
    return dumps(characters[0] if len(characters) == 1 else characters)


def _documents(
    characters: Iterable[Character], format: FileFormat, given: Mapping[str, Any]
) -> Iterator[tuple[str, str]]:
    """Yield the name of each character with its document for another program. What is left out is noted."""
    for each in characters:
        document, omissions = format.write(each, **given)
        yield each.name, json.dumps(document)
        for omission in omissions:
            _note_omission(f"{each.name}, {omission}")


SHEET: Final = library_command("sheet", _add_arguments, run, example="archer.json --output archer.md")
