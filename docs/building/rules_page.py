"""A rules page as data: its rules with their marks and options."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from cairn_rules.games import LIBRARY

MARKS: Final = {
    "A": "the rulebook says so",
    "A-": "follows from the rulebook's wording or examples",
    "B": "two or more independent other sources",
    "C": "a single other source",
    "D": "a house ruling of this library",
    "X": "reconstructed: invented to fit all known facts",
}
"""The meaning of each mark, most reliable first."""

_SECTION: Final = re.compile(r"^## (?P<number>\d+)\. (?P<title>.+)$")
_RULE: Final = re.compile(r"^### (?P<number>\d+\.\d+) (?P<title>.+) \{ #(?P<anchor>rule-\d+-\d+) \}$")
_MARK: Final = re.compile(r"\*\*\[(?P<mark>A-?|[BCDX])\]\*\*")
_OPTION: Final = re.compile(r"\*\*\[option\s`(?P<option>\w+)`\]\*\*")


@dataclass(frozen=True)
class Rule:
    """A rule of the rules page."""

    number: str
    title: str
    anchor: str
    section: str
    marks: tuple[str, ...]
    """The marks in its text, most reliable first; without any, those of its section's introduction."""
    options: tuple[str, ...]
    """The rule options marked in its text."""
    house: tuple[str, ...]
    """The sentences of its house rulings."""


def page_of(game: str) -> str:
    """Return the name of a game's rules page. The games of the role-playing game share one."""
    return LIBRARY[game].split(".")[1].replace("_", "-")


def rules(page: str) -> Iterator[Rule]:
    """Yield the rules of a rules page, in page order."""
    section = ""
    of_section: tuple[str, ...] = ()
    for part in re.split(r"^(?=###? )", page, flags=re.MULTILINE):
        head, _, text = part.partition("\n")
        found = set(_MARK.findall(text))
        marks = tuple(mark for mark in MARKS if mark in found)
        if heading := _SECTION.match(head):
            section, of_section = f"{heading['number']}. {heading['title']}", marks
        elif heading := _RULE.match(head):
            yield Rule(
                **heading.groupdict(),
                section=section,
                marks=marks or of_section,
                options=tuple(dict.fromkeys(_OPTION.findall(text))),
                house=tuple(_house(text)),
            )


def _house(text: str) -> Iterator[str]:
    """Yield the text that each mark D covers.

    A mark within a sentence, or at its end, covers that sentence. A mark after a full stop covers its paragraph
    from the previous mark on.
    """
    for paragraph in re.split(r"\n\n|\n(?=- )", text):
        line = " ".join(paragraph.split()).removeprefix("- ")
        before = 0
        for found in _MARK.finditer(line):
            if found["mark"] == "D":
                covered = _OPTION.sub("", line[before : found.start()]).rstrip()
                said = covered.strip(" .,;")
                yield said if covered.endswith(".") else said.rsplit(". ", 1)[-1].strip()
            before = found.end()
