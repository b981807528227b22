"""The command `schema`: the JSON Schemas of documents, printed or in files."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from typing import Any, Final

from cairn_rules.cli.atomic_file import make_folder, written_to
from cairn_rules.cli.commands import Lines, library_command
from cairn_rules.cli.options import add_game
from cairn_rules.codec.json_text import write_json
from cairn_rules.errors import CairnRulesError
from cairn_rules.game import Game
from cairn_rules.games import DEFAULT
from cairn_rules.json_documents import json_schema, schema_files, schema_names


def _add_arguments(parser: ArgumentParser, _: Game[Any, Any, Any]) -> None:
    parser.add_argument(
        "document", metavar="KIND", nargs="?", help="Kind of document, such as state, action or record."
    )
    parser.add_argument(
        "--output",
        "-o",
        metavar="FOLDER",
        help="Folder to write the schemas of all kinds to, as GAME/KIND.json (default: print that of KIND).",
    )
    add_game(parser, f"{DEFAULT}; with --output, every game of this library")


def schema(options: Namespace) -> Lines:
    """Print the schema of a kind of document, or write those of all kinds into a folder.

    Raises:
        CairnRulesError: if there is no such kind, both or neither are asked for, or a file cannot be written.
    """
    game = options.game_name
    if (options.document is None) == (options.output is None):
        kinds = ", ".join(document for _, document in schema_names(game or DEFAULT))
        raise CairnRulesError(f"give either a kind of document ({kinds}), or --output FOLDER for all of them")
    if options.output is None:
        yield write_json(json_schema(options.document, game=game or DEFAULT), indent=2)
        return 0
    folder = make_folder(options.output)
    for path, text in schema_files(*([game] if game else [])):
        file = folder / path
        make_folder(str(file.parent))
        with written_to(str(file)) as stream:
            stream.write(text)
    return 0


SCHEMA: Final = library_command("schema", _add_arguments, schema, example="state")
