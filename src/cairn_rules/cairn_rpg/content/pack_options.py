"""The option `--pack` on the command line, for games and commands that use the content of the role-playing game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Final

from cairn_rules.cairn_rpg.content.book import Book, Pack
from cairn_rules.manifest import Option
from cairn_rules.registry import Registry

if TYPE_CHECKING:
    from cairn_rules.cairn_rpg.content.book_with_packs import Shelf

PACK: Final = Option(
    name="pack",
    value="FILE",
    help="Content pack: a TOML or JSON file, or the id of an installed pack; repeat it for several (default: none).",
    reading=True,
    several=True,
    unsafe=True,
)
"""The option, which may be given several times."""


def rulings_option(example: str) -> Option:
    """Return the option `--rulings`. `example` is a ruling of the game, such as `dash=extra`."""
    help = f"House rulings, such as {example} (default: those of the rules page)."
    return Option(name="rulings", value="NAME=VALUE,…", help=help)


def shelf_of(names: Iterable[str]) -> Shelf:
    """Return the book and the texts with packs, each given by its file or by the id of an installed one.

    Raises:
        CairnRulesError: if one of them is missing or faulty, or they do not fit together.
    """
    from cairn_rules.cairn_rpg.content.book_with_packs import find_packs, with_packs  # noqa: PLC0415 - reads files

    return with_packs(*find_packs(names))


def book_of(names: Iterable[str]) -> Book:
    """Return the book with packs. See `shelf_of`."""
    return shelf_of(names).book


def pack_registry(chosen: Mapping[str, Any]) -> Registry[Pack] | None:
    """Return the registry in which stored games look up their packs; None if none are given."""
    return Registry(shelf_of(chosen["pack"]).packs) if "pack" in chosen else None
