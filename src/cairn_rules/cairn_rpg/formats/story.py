"""Texts about a character in foreign documents: traits, answers, bonds, omens and scars as sentences."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, Final, final

from attrs import asdict, evolve, frozen

from cairn_rules.cairn_rpg.character_words import companion_words, condition_words, questions, scar_words
from cairn_rules.cairn_rpg.characters.character import Character, Omen, Traits
from cairn_rules.cairn_rpg.characters.items import Companion
from cairn_rules.cairn_rpg.characters.scars import NAMES, Scar, ScarPart
from cairn_rules.cairn_rpg.content.book import TRAITS, Book
from cairn_rules.cairn_rpg.content.item_names import grants_of
from cairn_rules.cairn_rpg.content.texts import Texts
from cairn_rules.cairn_rpg.formats.exchange import Content
from cairn_rules.cairn_rpg.formats.reading import Report

_TEXTS: Final = re.compile(r"(bond|omen)/([0-9]{1,2})|background/([a-z0-9-]+)/([12])(?:/([1-6]))?")
"""The ids of the texts about a character."""
_SCAR: Final = re.compile(
    rf"({'|'.join(NAMES)})(?: \(([^()]+)\))?(, gain pending)?"
    r"(?:, maximum (HP|STR|DEX|WIL) ([0-9]{1,3}) to ([0-9]{1,3}))?"
)
_LONGEST_LINE: Final = 1000
"""Maximum length of a line that is searched, in characters."""
_AGE: Final = re.compile(r"\b([0-9]{1,3}) years old\b")
_PARTS: Final[dict[str, ScarPart]] = {"HP": "hp", "STR": "STR", "DEX": "DEX", "WIL": "WIL"}


@final
@frozen(kw_only=True)
class Story:
    """Facts about a character that the texts of a document state."""

    traits: Traits | None = None
    age: int | None = None
    rows: tuple[int, int] | None = None
    bonds: tuple[int, ...] = ()
    omen: Omen | None = None
    scars: tuple[Scar, ...] = ()
    companions: tuple[Companion, ...] = ()

    @property
    def facts(self) -> dict[str, Any]:
        """The facts by the names of the fields of `Character`."""
        return asdict(self, recurse=False)


def traits_text(character: Character) -> str:
    """Return traits and age as English sentences; empty if the character has neither (R17, R19)."""
    parts: list[str] = []
    if character.traits is not None:
        words = {trait: getattr(character.traits, trait) for trait in TRAITS}
        looks = [f"{words[trait]} {trait.capitalize()}" for trait in TRAITS]
        parts.append(f"You have a {', '.join(looks[:-1])} and {looks[-1]}.")
    if character.age is not None:
        parts.append(f"You are {character.age} years old.")
    return " ".join(parts)


def answer_lines(character: Character, texts: Texts) -> list[str]:
    """Return the questions and answers of the background, a line for each (R12)."""
    return [line for pair in questions(character, texts) for line in pair]


def scar_lines(character: Character) -> list[str]:
    """Return the scars in words, a line for each."""
    return [scar_words(scar) for scar in character.scars]


def other_lines(character: Character) -> list[str]:
    """Return conditions and companions in words, for documents without fields for them."""
    lines = [f"Condition: {each}" for each in condition_words(character)]
    return lines + [f"Companion: {companion_words(each)}" for each in character.companions]


def read_story(lines: Iterable[tuple[str, str]], background: str | None, content: Content, report: Report) -> Story:
    """Return the traits, bonds and other facts that some lines state about a character.

    The lines are without markup, each with its path. `background` is the id of the one whose answers are looked for.
    The content has the recognised texts, besides their ids, and the words for traits. The report notes the lines that
    are not recognised.
    """
    reader = _Reader(background, content.texts, content.book)
    for line, where in lines:
        if len(line) > _LONGEST_LINE or not reader.read(line):
            report.omit(where, f"not recognised: {line[:200]!r}")
    return evolve(reader.story, rows=(reader.rows[1], reader.rows[2])) if len(reader.rows) == 2 else reader.story


class _Reader:
    """A reader of lines, with what it recognised so far."""

    def __init__(self, background: str | None, texts: Texts, book: Book) -> None:
        self.background = background
        self.book = book
        self.ids = {" ".join(texts[id].split()): id for id in texts if _TEXTS.fullmatch(id)}
        self.friends = {companion_words(each): each for _, grant in grants_of(book) for each in grant.companions}
        self.rows: dict[int, int] = {}
        self.story = Story()

    def read(self, line: str) -> bool:
        """Read a line. Return False if it is not recognised."""
        if self._text(line) or self._traits(line) or line.startswith("Condition: "):
            return True
        scar, friend = _SCAR.fullmatch(line), self.friends.get(line.removeprefix("Companion: "))
        if scar is not None:
            self.story = evolve(self.story, scars=(*self.story.scars, _scar(scar)))
        if friend is not None:
            self.story = evolve(self.story, companions=(*self.story.companions, friend))
        return scar is not None or friend is not None

    def _text(self, line: str) -> bool:
        """Read the text of a bond, an omen, or a question or answer of the background."""
        match = _TEXTS.fullmatch(self.ids.get(line, line))
        if match is None:
            return False
        number = int(match[2] or match[4])
        if match[1] == "bond" and 1 <= number <= len(self.book.bonds):
            self.story = evolve(self.story, bonds=(*self.story.bonds, number))
        elif match[1] == "omen" and 1 <= number <= self.book.omens:
            self.story = evolve(self.story, omen=Omen(number))
        elif match[3] is not None and match[3] == self.background:
            if match[5]:
                self.rows[number] = int(match[5])
        else:
            return False
        return True

    def _traits(self, line: str) -> bool:
        """Read the sentences about traits and age."""
        years = _AGE.search(line)
        if years is not None:
            self.story = evolve(self.story, age=int(years[1]))
        if "physique" in line.lower():
            self.story = evolve(self.story, traits=_traits(line, self.book))
            return self.story.traits is not None
        return years is not None


def _scar(match: re.Match[str]) -> Scar:
    changed = (_PARTS[match[4]], int(match[5]), int(match[6])) if match[4] else None
    return Scar(row=NAMES.index(match[1]) + 1, detail=match[2] or "", pending=match[3] is not None, changed=changed)


def _traits(line: str, book: Book) -> Traits | None:
    """Return the traits of a line with a word of each table; None if one is missing.

    A word may stand before the name of its trait, as in `Curly Hair`, or anywhere else.
    """
    words: dict[str, str] = {}
    rest = line
    for trait in TRAITS:
        if match := re.search(rf"\b([\w'-]+) {trait}\b", rest, re.IGNORECASE):
            word = match[1].capitalize()
            if word in book.traits[trait] or match[1] == word:
                words[trait] = word
                rest = rest.replace(match[0], "", 1)
    for trait in TRAITS:
        for word in book.traits[trait]:
            if trait not in words and re.search(rf"\b{word}\b", rest, re.IGNORECASE):
                words[trait] = word
    return Traits(**words) if len(words) == len(TRAITS) else None
