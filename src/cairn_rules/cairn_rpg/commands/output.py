"""Shared options and output of the commands: formats, files, house rulings, notes."""

from __future__ import annotations

import argparse
from argparse import Namespace
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import Final, cast

from cairn_rules.cairn_rpg.content.pack_options import PACK, rulings_option, shelf_of
from cairn_rules.cairn_rpg.content.texts import Texts, texts
from cairn_rules.cairn_rpg.rulings import DEFAULT, Rulings, parse_rulings
from cairn_rules.cli.atomic_file import written_to
from cairn_rules.errors import CairnRulesError, cut

TEXT: Final = "text"
JSON: Final = "json"
LINES: Final = ".jsonl"
"""The ending of files with a JSON document on each line."""
FORMATS: Final = (TEXT, "markdown", "html", JSON)
PDF: Final = "pdf"
SHEET_FORMATS: Final = (*FORMATS, PDF)
"""The formats of sheets, besides those of other programs, which no ending names."""
_ENDINGS: Final = {
    "": TEXT,
    ".txt": TEXT,
    ".md": "markdown",
    ".markdown": "markdown",
    ".html": "html",
    ".htm": "html",
    ".pdf": PDF,
} | dict.fromkeys((".json", LINES), JSON)


def add_output(
    parser: argparse.ArgumentParser,
    formats: Sequence[str] = FORMATS,
    *,
    target: str = "File to write (default: standard output).",
) -> None:
    """Add the format and the file of the output, whose help is the target."""
    parser.add_argument(
        "--format",
        type=one_of(formats),
        metavar="FORMAT",
        help=f"Format: {', '.join(formats)} (default: that of the ending of --output, or else {TEXT}).",
    )
    parser.add_argument("--output", "-o", metavar="FILE", help=target)


def add_texts(parser: argparse.ArgumentParser) -> None:
    """Add the choice of the texts."""
    parser.add_argument(
        "--text",
        type=one_of(("retold", "ids")),
        default="retold",
        metavar="TEXT",
        help="Texts: retold, or ids for ids instead of sentences (default: retold).",
    )


def add_packs(parser: argparse.ArgumentParser) -> None:
    """Add the content packs."""
    parser.add_argument(f"--{PACK.name}", action="append", default=[], metavar=PACK.value, help=PACK.help)


def texts_of(options: Namespace) -> Texts:
    """Return the texts of the arguments: ids only, or those of the library and of the packs."""
    return texts("ids") if options.text == "ids" else shelf_of(options.pack).texts


def add_rulings(parser: argparse.ArgumentParser) -> None:
    """Add the house rulings."""
    option = rulings_option("armor_stack=sum")
    parser.add_argument(f"--{option.name}", metavar=option.value, help=option.help)


def rulings_of(options: Namespace) -> Rulings:
    """Return the house rulings of the arguments. Raise a `CairnRulesError` if they are wrong."""
    if options.rulings is None:
        return DEFAULT
    try:
        return parse_rulings(options.rulings)
    except CairnRulesError as error:
        raise CairnRulesError(f"--rulings: {error}") from error


def format_of(options: Namespace, formats: Sequence[str] = SHEET_FORMATS) -> str:
    """Return the format that the arguments ask for, or that of the ending of the file.

    Raises:
        CairnRulesError: if the ending is not that of a format, so that the content would not match the name; or if a
            PDF has no file.
    """
    if options.format == PDF and options.output is None:
        raise CairnRulesError("--format pdf needs a file: add --output, such as --output party.pdf")
    if options.format is not None:
        return str(options.format)
    ending = "" if options.output is None else Path(options.output).suffix.lower()
    known = {each: format for each, format in _ENDINGS.items() if format in formats}
    if ending not in known:
        right = ", ".join(each for each in known if each)
        problem = f"{cut(ending, 100)!r} is not the ending of a format ({right})"
        raise CairnRulesError(f"--output: {problem}; name the format with --format")
    return known[ending]


def written(options: Namespace, lines: Iterable[str | bytes]) -> Iterator[str]:
    """Write lines to the file of the arguments, or yield them if there is none.

    A line can hold several lines, or be the bytes of a whole file. The first one is made before the file is opened.
    """
    each = iter(lines)
    first = tuple(line for line in (next(each, None),) if line is not None)
    if options.output is None:
        yield from cast("Iterator[str]", chain(first, each))  # `format_of` refuses bytes without a file
    else:
        with written_to(options.output) as file:
            for line in chain(first, each):
                file.buffer.write(line if isinstance(line, bytes) else f"{line}\n".encode())


def one_of(words: Sequence[str]) -> Callable[[str], str]:
    """Return a function that reads one of some words, for `argparse`."""

    def read(text: str) -> str:
        if text not in words:
            raise argparse.ArgumentTypeError(f"{cut(text, 100)!r} is not one of {', '.join(words)}")
        return text

    return read


def listed(text: str | None) -> tuple[str, ...]:
    """Return the parts of a list with commas; empty without a text."""
    return tuple(part.strip() for part in text.split(",")) if text else ()
