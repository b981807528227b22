"""Characters in the files of other programs: Kettlewright, and both Foundry systems for Cairn.

Each format is a `FileFormat`. Values that it cannot hold, or that a reader does not understand, are listed as
`Omission`s.
"""

from cairn_rules.cairn_rpg.formats.exchange import FileFormat
from cairn_rules.cairn_rpg.formats.foundry_cairn import FOUNDRY_CAIRN, read_container, write_container
from cairn_rules.cairn_rpg.formats.foundry_cairn2e import FOUNDRY_CAIRN2E
from cairn_rules.cairn_rpg.formats.kettlewright import KETTLEWRIGHT
from cairn_rules.cairn_rpg.formats.omissions import Omission
from cairn_rules.cairn_rpg.formats.stored_characters import characters_of
from cairn_rules.lazy import load_lazily as _load_lazily

__all__ = [
    "FOUNDRY_CAIRN",
    "FOUNDRY_CAIRN2E",
    "KETTLEWRIGHT",
    "FileFormat",
    "Omission",
    "characters_of",
    "read_container",
    "write_container",
]

_load_lazily(globals())
