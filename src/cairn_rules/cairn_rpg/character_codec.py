"""The JSON form of characters and of all that belongs to them."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from cairn_rules.cairn_rpg.book_file import content_codec
from cairn_rules.cairn_rpg.rulings import parse_fraction
from cairn_rules.codec.codec import Codec
from cairn_rules.codec.shapes import Text

MOST_PARTS: Final = 100_000
"""Maximum number of parts of a document: three times as many as a party of a hundred has."""


def character_codec() -> Codec:
    """Return a new codec that supports `Character` and `Rulings`. A game adds its own types to it."""
    codec = content_codec()
    codec.text(Fraction, Text("a number such as '1/2'", str, parse_fraction, {"type": "string"}))
    return codec
