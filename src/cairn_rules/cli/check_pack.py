"""The command `check-pack`: the faults of content packs of any game."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from typing import Any, Final

from cairn_rules import games
from cairn_rules.cli.command import FAULTY, Command, Lines
from cairn_rules.cli.options import add_game
from cairn_rules.codec.data_file import ENDINGS, data_in_file
from cairn_rules.errors import CairnRulesError, DocumentError
from cairn_rules.game import Game
from cairn_rules.lazy import resolve
from cairn_rules.manifest import manifest_of
from cairn_rules.packs import LEAST_FIT, Packs, fit, not_installed, stray_fault

_LONGEST: Final = 1 << 20
"""Maximum length of a file whose game is looked for, in bytes. The game itself may allow less."""


def _add_arguments(parser: ArgumentParser, _: Game[Any, Any, Any]) -> None:
    parser.add_argument(
        "packs", metavar="FILE", nargs="+", help="TOML or JSON file of a pack, or the id of an installed one."
    )
    add_game(parser, "the one whose packs have the keys of the file")


def check_pack(options: Namespace) -> Lines:
    """Print the findings of each pack, one on each line. The exit code is 1 if there are faults.

    Packs are checked together with the others of their game. One that cannot be read is left out of that.
    """
    kinds = _kinds(options)
    found: list[tuple[Packs[Any], Any]] = []
    code = 0
    for name in options.packs:
        try:
            found.append(_pack(name, kinds, is_sure=options.game_name is not None))
        except DocumentError as error:
            places = (fault.where if fault.where == name else f"{name}, {fault.where}" for fault in error.faults)
            yield from (f"fault: {place}: {fault.message}" for place, fault in zip(places, error.faults, strict=True))
            code = FAULTY
    for kind, pack in found:
        beside = tuple(other for same, other in found if same is kind and other != pack)
        findings = tuple(kind.findings(pack, beside))
        yield from (f"{pack.name}: {finding}" for finding in findings)
        if not findings:
            yield f"{pack.name}: nothing found"
        if any(finding.severity == "fault" for finding in findings):
            code = FAULTY
    return code


def _kinds(options: Namespace) -> tuple[Packs[Any], ...]:
    """Return the packs of the game that was named, or else of every game of this library.

    Raises:
        CairnRulesError: if the game that was named has no packs.
    """
    if options.game_name is None:
        loaded = map(manifest_of, map(games.load, games.LIBRARY))
        return tuple(dict.fromkeys(resolve(each.packs) for each in loaded if each.packs is not None))
    packs = manifest_of(options.game).packs
    if packs is None:
        raise CairnRulesError(f"--game: {options.game_name} has no content packs; leave it out, or name another game")
    return (resolve(packs),)


def _pack(name: str, kinds: tuple[Packs[Any], ...], *, is_sure: bool) -> tuple[Packs[Any], Any]:
    """Return a pack by the name of its file or its id, after the packs of its game.

    Args:
        name: The name or the id.
        kinds: The packs of the games that come into question.
        is_sure: True if it must be a pack of the only one of them.

    Raises:
        CairnRulesError: if there is no such file and no such pack.
        DocumentError: if the file is not a pack. It lists every fault with its path.
    """
    if not name.lower().endswith(ENDINGS):
        installed = {pack.id: (kind, pack) for kind in kinds for pack in kind.installed()}
        if name not in installed:
            raise not_installed(name, tuple(installed))
        return installed[name]
    if is_sure:
        return kinds[0], kinds[0].read(name)
    data = data_in_file(name, _LONGEST, "a pack")
    kind = max(kinds, key=lambda each: fit(data, each.keys))
    if not data or fit(data, kind.keys) < LEAST_FIT:
        raise DocumentError([stray_fault(data, {each.title: each.keys for each in kinds})])
    return kind, kind.read(name)


CHECK_PACK: Final = Command(
    name="check-pack",
    help="Check content packs for faults, and try out everything in them.",
    example="cairn-rules check-pack my_pack.json fenland.toml",
    add_arguments=_add_arguments,
    run=check_pack,
)
