"""The command `map`: the picture of a dungeon or a land."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

from cairn_rules.cairn_rpg import campaign, dungeon
from cairn_rules.cairn_rpg.campaign.maps.findings import LANDS
from cairn_rules.cairn_rpg.campaign.maps.land_file import land_named
from cairn_rules.cairn_rpg.commands.output import add_packs
from cairn_rules.cairn_rpg.common.author_file import LARGEST, naming_file, seed_in
from cairn_rules.cairn_rpg.content.book import Book
from cairn_rules.cairn_rpg.content.pack_options import shelf_of
from cairn_rules.cairn_rpg.dungeon.maps.findings import MAPS
from cairn_rules.cairn_rpg.dungeon.maps.map_file import dungeon_named
from cairn_rules.cairn_rpg.formats.character_files import read_record
from cairn_rules.cli.atomic_file import written_to
from cairn_rules.cli.commands import Lines, library_command
from cairn_rules.cli.options import positive
from cairn_rules.codec.data_file import ENDINGS, data_in_file
from cairn_rules.errors import CairnRulesError, DocumentError, cut
from cairn_rules.game import Game
from cairn_rules.packs import kind_of
from cairn_rules.pictures.png import WIDTH, to_png
from cairn_rules.registry import Registry

_RANDOM: Final[Mapping[str, Callable[[str, Book], Any]]] = {"dungeon": dungeon_named, "land": land_named}
"""The functions that make a random map of a seed, by the first word of a text such as `dungeon seed 7`."""


def _add_arguments(parser: ArgumentParser, _: Game[Any, Any, Any]) -> None:
    parser.add_argument(
        "source",
        metavar="FILE",
        help="File of a dungeon or a land (TOML or JSON), stored game in one, or 'dungeon seed 7' or 'land seed 7'.",
    )
    parser.add_argument("-o", "--output", metavar="FILE", help="File to write: .svg or .png (default: print the SVG).")
    parser.add_argument(
        "--secrets", action="store_true", help="Draw all of a stored game (default: what its players know)."
    )
    parser.add_argument("--width", type=positive, metavar="N", help=f"Width in pixels (default: {WIDTH} for a PNG).")
    add_packs(parser)


def run(options: Namespace) -> Lines:
    """Draw a map and write it to a file, or print it."""
    with naming_file(options.source):
        drawn = _read(options)
    is_png = options.output is not None and Path(options.output).suffix.lower() == ".png"
    picture = _picture(drawn, options, None if is_png else options.width)
    if options.output is None:
        yield picture
        return 0
    if not options.output.lower().endswith((".svg", ".png")):
        raise CairnRulesError(f"--output: {cut(options.output, 100)!r} does not end with .svg or .png")
    with written_to(options.output) as file:
        file.buffer.write(to_png(picture, width=options.width or WIDTH) if is_png else f"{picture}\n".encode())
    return 0


def _read(options: Namespace) -> Any:
    """Return the dungeon or the land of a file, or the last state of a stored game.

    Raises:
        CairnRulesError: if the file holds something else, or cannot be read.
    """
    path: str = options.source
    shelf = shelf_of(options.pack)
    kind, _, seed = path.partition(" ")
    if kind in _RANDOM and seed_in(seed) is not None:
        return _RANDOM[kind](seed, shelf.book)
    if path.lower().endswith(ENDINGS):
        with data_in_file(path, LARGEST, "a map") as data:
            try:
                files = kind_of(data, (MAPS, LANDS))
            except DocumentError:
                if path.lower().endswith(".toml"):
                    raise
            else:
                return (dungeon.read_dungeon if files is MAPS else campaign.read_gazetteer)(path, book=shelf.book)
    record = read_record(path, registry=Registry(shelf.packs))
    return None if record is None else [*record.replay()][-1]


def _picture(drawn: Any, options: Namespace, size: int | None) -> str:
    """Return the picture of a map or a state: for a campaign, that of the dungeon while the party is in one."""
    if isinstance(drawn, campaign.State):
        drawn = drawn.dungeon or drawn
    if isinstance(drawn, dungeon.Dungeon | dungeon.State):
        return dungeon.map_svg(drawn, secrets=options.secrets, size=size)
    if isinstance(drawn, campaign.Gazetteer | campaign.State):
        return campaign.map_svg(drawn, size=size)
    raise CairnRulesError(f"{options.source!r} holds no dungeon, no land and no game in one")


MAP: Final = library_command("map", _add_arguments, run, example="mill.toml -o mill.svg")
