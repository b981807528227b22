"""The testing kit for content packs: `check_pack`. It needs the extra `testing`."""

from __future__ import annotations

from collections.abc import Iterable
from os import PathLike
from typing import final

from cairn_rules.cairn_rpg.content.book import Pack
from cairn_rules.cairn_rpg.content.pack_file import read_pack
from cairn_rules.cairn_rpg.pack_checks import pack_findings
from cairn_rules.frozen_classes import frozen
from cairn_rules.packs import Finding
from cairn_rules.testing.faults import ConformanceFault


class PackFault(ConformanceFault):
    """Faults of a content pack."""

    def __init__(self, pack: Pack, findings: tuple[Finding, ...]) -> None:
        faults = [f"{each.where}: {each.message}" for each in findings if each.severity == "fault"]
        super().__init__(f"{pack.name} ({pack.id!r})", "pack", "; ".join(faults), "")
        self.pack = pack
        """The pack."""
        self.findings = findings
        """All findings, including warnings."""


@final
@frozen(repr=False)
class PackVerdict:
    """The result of `check_pack` for a pack without faults.

    Example:
        >>> from cairn_rules.cairn_rpg import parse_pack
        >>> head = {"id": "fen", "name": "The Fen", "author": "Anna", "license": "free for all"}
        >>> [finding.where for finding in check_pack(parse_pack(head)).warnings]
        ['license']
    """

    pack: Pack
    """The pack."""
    warnings: tuple[Finding, ...] = ()
    """Warnings: not faults, but worth a look."""

    def __repr__(self) -> str:
        return "; ".join((f"{self.pack.name} ({self.pack.id!r}): nothing found", *map(str, self.warnings)))


def check_pack(pack: Pack | str | PathLike[str], *, beside: Iterable[Pack] = ()) -> PackVerdict:
    """Check a content pack for the role-playing game, and try everything in it.

    Other packs are used `beside` it. The verdict has warnings.

    Raises:
        PackFault: if it has faults. It lists them all.
        DocumentError: if the file is not a content pack. It lists every fault with its path.
        UnreadableFileError: if the file cannot be read.

    Example:
        >>> from cairn_rules.cairn_rpg import parse_pack
        >>> head = {"id": "fen", "name": "The Fen", "author": "Anna", "license": "CC-BY-4.0"}
        >>> check_pack(parse_pack(head))
        The Fen ('fen'): nothing found
        >>> mist = {"id": "mist", "name": "Mist", "target": "place"}
        >>> check_pack(parse_pack({**head, "spells": [mist], "texts": {"spell/mist": "Mist.", "spell/mast": "Mast."}}))
        Traceback (most recent call last):
        ...
        cairn_rules.cairn_rpg.testing.PackFault: The Fen ('fen'): texts['spell/mast']: this text is unused; ...
    """
    checked = pack if isinstance(pack, Pack) else read_pack(pack)
    findings = pack_findings(checked, beside=beside)
    if any(each.severity == "fault" for each in findings):
        raise PackFault(checked, findings)
    return PackVerdict(checked, findings)
