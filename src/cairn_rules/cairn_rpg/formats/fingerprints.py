"""Fingerprints of printed bonds, omens and answers in several languages, which say what a text is without its words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from hashlib import sha256
from html import unescape
from typing import Any, Final
from unicodedata import normalize

from cairn_rules.cairn_rpg.content.texts import DATA
from cairn_rules.codec.json_text import read_json

MOST_LINES: Final = 6
"""Maximum number of lines of a text that is known as a whole."""
_FILE: Final = DATA / "formats" / "fingerprints.json"
_TAG: Final = re.compile(r"<[^<>]*>")
_LINK: Final = re.compile(r"\[([^\[\]]*)\]\([^()]*\)")
_END: Final = re.compile(r"(?<=[.!?])[\"'\u201d\u2019\u00bb)\]*_]*\s+")


def fingerprint(text: str) -> str:
    """Return the fingerprint of a text. Markup, case, spaces and punctuation do not count.

    Example:
        >>> fingerprint("_Ab_ <b>1</b>, c!"), fingerprint("ab 1c")
        ('b9f2f4506de7b49a', 'b9f2f4506de7b49a')
    """
    plain = normalize("NFKC", _LINK.sub(r"\1", _TAG.sub("", unescape(text)))).lower()
    return sha256("".join(filter(str.isalnum, plain)).encode()).hexdigest()[:16]


@cache
def known_prints() -> tuple[dict[str, str], dict[str, str]]:
    """Return the ids of the texts by the fingerprints of whole wordings, and of single sentences."""
    data: Any = read_json(_FILE.read_bytes())
    whole, sentences = ({each: id for id in data[kind] for each in data[kind][id]} for kind in ("prints", "sentences"))
    return whole, sentences


def printed(lines: Sequence[str]) -> tuple[str, int]:
    """Return the id of the printed text at the start of some lines, with its number of lines; 0 if there is none."""
    whole, _ = known_prints()
    for number in range(min(MOST_LINES, len(lines)), 0, -1):
        if id := whole.get(fingerprint("\n".join(lines[:number]))):
            return id, number
    return "", 0


def printed_sentences(line: str) -> Iterator[str]:
    """Yield the id of the printed text that each sentence of a line belongs to; an empty one for other sentences."""
    _, sentences = known_prints()
    return (sentences.get(fingerprint(sentence), "") for sentence in sentences_of(line))


def sentences_of(text: str) -> list[str]:
    """Return the sentences of a text.

    Example:
        >>> sentences_of("It is old. Very old! (So they say.) Is it?")
        ['It is old.', 'Very old!', '(So they say.)', 'Is it?']
    """
    ends = [match.end() for match in _END.finditer(text)]
    return [text[start:end].strip() for start, end in zip([0, *ends], [*ends, len(text)], strict=True) if start < end]
