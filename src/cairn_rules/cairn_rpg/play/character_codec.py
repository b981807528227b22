"""The JSON form of characters and of all that belongs to them."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import Any, Final

from cairn_rules.cairn_rpg.content.book_file import content_codec
from cairn_rules.cairn_rpg.rulings import parse_fraction
from cairn_rules.codec.codec import Codec
from cairn_rules.codec.shapes import Text

MOST_PARTS: Final = 100_000
"""Maximum number of parts of a document: three times as many as a party of a hundred has."""


def character_codec(tags: Mapping[type[Any], str] = MappingProxyType({})) -> Codec:
    """Return a new codec that supports `Character` and `Rulings`. A game adds its own types to it.

    Args:
        tags: The tags of classes whose name is not their tag, as for `Codec`.
    """
    codec = content_codec(tags)
    codec.text(Fraction, Text("a number such as '1/2'", str, parse_fraction, {"type": "string"}))
    return codec
