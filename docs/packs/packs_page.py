"""The check of packs on the page: `Page` answers JSON messages with JSON."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final, final

from attrs import asdict, frozen

from cairn_rules import cairn_rpg, endless_winter
from cairn_rules.cairn_rpg.campaign import parse_gazetteer
from cairn_rules.cairn_rpg.campaign.findings import LANDS
from cairn_rules.cairn_rpg.dungeon import parse_dungeon
from cairn_rules.cairn_rpg.dungeon.findings import MAPS
from cairn_rules.cairn_rpg.pack_checks import PACKS as ROLE_PLAYING
from cairn_rules.codec.data_file import data_of, is_json
from cairn_rules.endless_winter.pack_file import PACKS as WINTER
from cairn_rules.errors import DocumentError
from cairn_rules.packs import Finding, Packs, fault_findings, kind_of, placed

LONGEST: Final = 1 << 20
"""Maximum length of a text, in characters. Packs may have less."""
MOST_FINDINGS: Final = 200
"""Maximum number of findings that are shown."""
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


@final
class Page:
    """The page's backend."""

    def answer(self, message: str) -> str:
        """Answer a message; both are JSON.

        Raises:
            ValueError: if the page never sends such a message.
        """
        return json.dumps(self._answer(json.loads(message)))

    def _answer(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        match asked:
            case {"ask": "check", "text": str(text)}:
                return _shown(check(text))
            case _:
                raise ValueError(f"nothing to answer to the message {json.dumps(asked)}")


def _shown(checked: Checked) -> dict[str, Any]:
    return {
        "kind": checked.kind,
        "name": getattr(checked.value, "name", ""),
        "playable": checked.is_playable,
        "findings": [asdict(each) for each in checked.findings[:MOST_FINDINGS]],
        "more": max(0, len(checked.findings) - MOST_FINDINGS),
    }
