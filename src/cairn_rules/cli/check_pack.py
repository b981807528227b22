"""The command `check-pack`: the faults of content packs of any game."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Iterator
from typing import Any, Final

from cairn_rules import games
from cairn_rules.cli.commands import FAULTY, Lines, library_command
from cairn_rules.cli.options import add_game
from cairn_rules.codec.data_file import ENDINGS, JSON, data_in_file, text_in_file
from cairn_rules.errors import CairnRulesError, DocumentError
from cairn_rules.game import Game
from cairn_rules.lazy import resolve
from cairn_rules.manifest import manifest_of
from cairn_rules.packs import Finding, Packs, fault_findings, kind_of, not_installed, placed

_LONGEST: Final = 10_000_000
"""Maximum length of a file whose game is looked for, in bytes. The game itself may allow less."""


def _add_arguments(parser: ArgumentParser, _: Game[Any, Any, Any]) -> None:
    parser.add_argument(
        "packs", metavar="FILE", nargs="+", help="TOML or JSON file of a pack or a map, or the id of an installed pack."
    )
    add_game(parser, "the one whose packs have the keys of the file")


def check_pack(options: Namespace) -> Lines:
    """Print the findings of each pack, one on each line, with file and line. The exit code is 1 if there are faults.

    Packs are checked together with the others of their kind. One with faults is left out of that.

    Raises:
        CairnRulesError: if a pack cannot be read, after the findings of all others.
    """
    kinds = _kinds(options)
    found: list[tuple[Packs[Any], Any, str]] = []
    unread: list[CairnRulesError] = []
    code = 0
    queue: list[tuple[str, Packs[Any] | None]] = [(name, None) for name in options.packs]
    for name, known in queue:  # it grows: files that refer to packs are read after all packs
        try:
            kind, pack = _pack(name, kinds, is_sure=options.game_name is not None) if known is None else (known, None)
            if kind.read_beside is not None:
                if known is None:
                    queue.append((name, kind))
                    continue
                pack = kind.read_beside(name, [each for _, each, _ in found])
            found.append((kind, pack, name))
        except DocumentError as error:
            yield from _lines(name, fault_findings(error))
            code = FAULTY
        except CairnRulesError as error:
            unread.append(error)
    for kind, pack, name in found:
        beside = tuple(other for same, other, _ in found if same is kind and other != pack)
        findings = _placed(tuple(kind.findings(pack, beside)), name)
        yield from _lines(name, findings)
        if not findings:
            yield f"{pack.name if kind.named else name}: nothing found"
        if any(finding.severity == "fault" for finding in findings):
            code = FAULTY
    if unread:
        raise unread[0] if len(unread) == 1 else CairnRulesError("; ".join(map(str, unread)))
    return code


def _placed(findings: tuple[Finding, ...], name: str) -> tuple[Finding, ...]:
    """Return findings about the pack of a file, with their lines; those about an installed pack have none."""
    if not findings or not name.lower().endswith(ENDINGS):
        return findings
    text = text_in_file(name, _LONGEST, "a pack")
    return placed(findings, text, is_json=name.lower().endswith(JSON))


def _lines(name: str, findings: Iterable[Finding]) -> Iterator[str]:
    """Yield the findings of a file or an installed pack as lines, such as `fen.toml:3: warning: …`."""
    for each in findings:
        place = name if each.line is None else f"{name}:{each.line}"
        yield f"{place}: {each.severity}: {each.message}" if each.where == name else f"{place}: {each}"


def _kinds(options: Namespace) -> tuple[Packs[Any], ...]:
    """Return the kinds of packs of the game that was named, or else of every game of this library.

    Raises:
        CairnRulesError: if the game that was named has no packs.
    """
    sure = options.game_name is not None
    chosen = (options.game,) if sure else map(games.load, games.LIBRARY)
    parts = (resolve(part) for part in (manifest_of(each).packs for each in chosen) if part is not None)
    kinds = dict.fromkeys(kind for part in parts for kind in (part if isinstance(part, tuple) else (part,)))
    if not kinds:
        raise CairnRulesError(f"--game: {options.game_name} has no content packs; leave it out, or name another game")
    return tuple(kinds)


def _pack(name: str, kinds: tuple[Packs[Any], ...], *, is_sure: bool) -> tuple[Packs[Any], Any]:
    """Return a pack by the name of its file or its id, after its kind; None for one that is read after others.

    `kinds` come into question; `is_sure` if it must be of one of them.

    Raises:
        CairnRulesError: if there is no such file and no such pack.
        DocumentError: if the file is not a pack. It lists every fault with its path.
    """
    if not name.lower().endswith(ENDINGS):
        installed = {pack.id: (kind, pack) for kind in kinds for pack in kind.installed()}
        if name not in installed:
            raise not_installed(name, tuple(installed))
        return installed[name]
    if is_sure and len(kinds) == 1:
        kind = kinds[0]
    else:
        with data_in_file(name, _LONGEST, "a pack") as data:
            kind = kind_of(data, kinds)
    return kind, kind.read(name) if kind.read_beside is None else None


CHECK_PACK: Final = library_command("check-pack", _add_arguments, check_pack, example="my_pack.json fenland.toml")
