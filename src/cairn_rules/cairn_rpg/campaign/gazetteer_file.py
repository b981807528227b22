"""Files of gazetteers: one JSON document each."""

from __future__ import annotations

from cairn_rules.cairn_rpg.campaign.gazetteer import Gazetteer
from cairn_rules.cairn_rpg.dungeon.map_file import read_document


def read_gazetteer(path: str) -> Gazetteer:
    """Read the land of a campaign from a file.

    Args:
        path: The file, which holds a document of the kind `gazetteer`.

    Raises:
        DocumentError: if the document has faults. It lists them all.
        CairnRulesError: if the file cannot be read, or is larger than 10 MB.
    """
    return read_document(path, Gazetteer)
