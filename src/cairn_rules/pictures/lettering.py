"""Texts in pictures: as they stand in XML, how wide they are, in lines that fit."""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from typing import Final

_SPECIAL: Final = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;"})


def escape(text: str) -> str:
    """A text as it stands in XML and HTML; the standard library's own way is slow to import."""
    return text.translate(_SPECIAL)


_AFTER_CYRILLIC: Final = "\u0530"
_ASTRAL: Final = "\U00010000"


def width(text: str) -> float:
    """How wide a text is in units of its size, in a wide font; rather too much than too little."""
    return sum(map(_letter_width, text))


@lru_cache(maxsize=4096)
def _letter_width(letter: str) -> float:
    if letter.isascii():
        return 0.42 if letter in " iljtfrI.,:;'!|()[]-" else 1.11 if letter in "mwMW@%" else 0.72
    if letter < _AFTER_CYRILLIC and letter.isalpha():
        return 0.85
    return 1.3 if unicodedata.east_asian_width(letter) in "WF" or letter >= _ASTRAL else 1.1


def wrapped(text: str, most: float, lines: int) -> list[str]:
    """A text in lines no wider than that; what does not fit is cut off and an ellipsis put in its place."""
    found = [""]
    for word in _pieces(text, most):
        longer = f"{found[-1]} {word}".strip()
        if width(longer) <= most:
            found[-1] = longer
        else:
            found.append(word)
    if len(found) <= lines:
        return found
    last = found[lines - 1]
    while last and width(f"{last}…") > most:
        last = last[:-1]
    return [*found[: lines - 1], f"{last.rstrip()}…"]


def _pieces(text: str, most: float) -> list[str]:
    """The words of a text, with those cut that are wider than a line."""
    pieces: list[str] = []
    for word in text.split():
        pieces.append("")
        for letter in word:
            if width(pieces[-1] + letter) > most:
                pieces.append("")
            pieces[-1] += letter
    return pieces


def fitted(text: str, room: float, sizes: tuple[tuple[float, int], ...]) -> tuple[float, list[str]]:
    """A text in lines of even width, in the first of some sizes (with so many lines) in which it fits uncut."""
    text = " ".join(text.split())
    tried = [(size, wrapped(text, room / size, most)) for size, most in sizes]
    size, lines = next((each for each in tried if " ".join(each[1]) == text), tried[-1])
    return size, _evened(text, room / size, lines)


def _evened(text: str, most: float, lines: list[str]) -> list[str]:
    """The same number of lines with the longest as short as can be."""
    closer = lines
    while " ".join(closer) == text:
        lines, most = closer, most - 0.5
        closer = wrapped(text, most, len(lines))
    return lines
