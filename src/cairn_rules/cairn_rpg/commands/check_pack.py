"""The command `check-pack`: the faults of content packs."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from typing import Any, Final

from cairn_rules.cairn_rpg.content.book import Pack
from cairn_rules.cairn_rpg.content.pack_options import PACK
from cairn_rules.cli.command import FAULTY, Command, Lines
from cairn_rules.errors import DocumentError
from cairn_rules.game import Game


def _add_arguments(parser: ArgumentParser, _: Game[Any, Any, Any]) -> None:
    parser.add_argument(
        "packs", metavar=PACK.value, nargs="+", help="TOML or JSON file of a pack, or the id of an installed one."
    )


def run(options: Namespace) -> Lines:
    """Print the findings of each pack, one on each line. The exit code is 1 if there are faults.

    Packs are checked together with the others. One that cannot be read is left out of that.
    """
    from cairn_rules.cairn_rpg.content.book_with_packs import find_packs  # noqa: PLC0415 - reads files
    from cairn_rules.cairn_rpg.pack_checks import pack_findings  # noqa: PLC0415 - imports most of the game

    packs: list[Pack] = []
    code = 0
    for name in options.packs:
        try:
            packs += find_packs([name])
        except DocumentError as error:
            yield from (f"fault: {fault}" for fault in error.faults)
            code = FAULTY
    for pack in packs:
        findings = pack_findings(pack, beside=[other for other in packs if other != pack])
        yield from (f"{pack.name}: {finding}" for finding in findings)
        if not findings:
            yield f"{pack.name}: nothing found"
        if any(finding.severity == "fault" for finding in findings):
            code = FAULTY
    return code


CHECK_PACK: Final = Command(
    name="check-pack",
    help="Check content packs for faults, and try what they hold.",
    example="cairn-rules check-pack fenland.toml",
    add_arguments=_add_arguments,
    run=run,
)
