"""The check of a text, as `cairn-rules check-pack` checks a file."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final, final

from attrs import frozen

from cairn_rules import cairn_rpg, endless_winter
from cairn_rules.cairn_rpg.campaign import parse_gazetteer
from cairn_rules.cairn_rpg.campaign.maps.findings import LANDS
from cairn_rules.cairn_rpg.dungeon import parse_dungeon
from cairn_rules.cairn_rpg.dungeon.maps.findings import MAPS
from cairn_rules.cairn_rpg.pack_checks import PACKS as ROLE_PLAYING
from cairn_rules.codec.data_file import data_of, is_json
from cairn_rules.endless_winter.packs.pack_file import PACKS as WINTER
from cairn_rules.errors import DocumentError
from cairn_rules.packs import Finding, Packs, fault_findings, kind_of, placed

LONGEST: Final = 1 << 20
"""Maximum length of a text, in characters. Packs may have less."""
PARSERS: Final[Mapping[str, tuple[Packs[Any], Callable[[str], Any]]]] = MappingProxyType(
    {
        "cards": (WINTER, endless_winter.parse_pack),
        "role-playing": (ROLE_PLAYING, cairn_rpg.parse_pack),
        "dungeon": (MAPS, parse_dungeon),
        "land": (LANDS, parse_gazetteer),
    }
)
"""Each kind of text, with the function that reads it. None of them opens a file."""


@final
@frozen
class Checked:
    """A text after its check."""

    kind: str
    """Its kind, a key of `PARSERS`; empty if it is none of them."""
    value: Any
    """The pack, dungeon or land; None if it has faults with which it cannot be read."""
    findings: tuple[Finding, ...]
    """The faults and warnings, each with its line."""

    @property
    def is_playable(self) -> bool:
        """True if it has no faults."""
        return self.value is not None and all(each.severity == "warning" for each in self.findings)


def check(text: str) -> Checked:
    """Check a text as `cairn-rules check-pack` checks a file."""
    kind = ""
    try:
        with data_of(text, LONGEST, "a pack") as data:
            found = kind_of(data, [packs for packs, _ in PARSERS.values()])
        kind = next(name for name, (packs, _) in PARSERS.items() if packs is found)
        value = PARSERS[kind][1](text)
    except DocumentError as error:
        return Checked(kind, None, fault_findings(error))
    return Checked(kind, value, placed(found.findings(value, ()), text, is_json=is_json(text)))
