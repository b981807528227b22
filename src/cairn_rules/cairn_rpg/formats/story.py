"""Texts about a character in foreign documents: traits, answers, bonds, omens, scars, and a player's own words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Any, Final, Literal, TypeAlias, final

from attrs import asdict

from cairn_rules.cairn_rpg.character_words import (
    bond_lines,
    companion_words,
    condition_words,
    omen_lines,
    questions,
    scar_words,
)
from cairn_rules.cairn_rpg.characters.character import Character, Omen, Traits
from cairn_rules.cairn_rpg.characters.effects import Effect
from cairn_rules.cairn_rpg.characters.items import Companion
from cairn_rules.cairn_rpg.characters.notes import BACKGROUND, Note
from cairn_rules.cairn_rpg.characters.scars import NAMES, Scar, ScarPart
from cairn_rules.cairn_rpg.content.book import TRAITS, Book, Grant
from cairn_rules.cairn_rpg.content.item_names import grants_of
from cairn_rules.cairn_rpg.content.texts import Texts
from cairn_rules.cairn_rpg.formats.exchange import Content
from cairn_rules.cairn_rpg.formats.fingerprints import printed, printed_sentences, sentences_of
from cairn_rules.frozen_classes import evolve, frozen

_TEXTS: Final = re.compile(r"(bond|omen)/([0-9]{1,2})|background/([a-z0-9-]+)/([12])(?:/([1-6]))?")
"""The ids of the texts about a character."""
_SCAR: Final = re.compile(
    rf"({'|'.join(NAMES)})(?: \(([^()]+)\))?(, gain pending)?"
    r"(?:, maximum (HP|STR|DEX|WIL) ([0-9]{1,3}) to ([0-9]{1,3}))?"
)
_SCAR_NAME: Final = re.compile(rf"(?:[0-9]{{1,2}} HP *[-\u2013:] *)?({'|'.join(NAMES)})\b", re.IGNORECASE)
"""The start of a scar in a player's words, also as Kettlewright lists them."""
_LONGEST_LINE: Final = 1000
"""Maximum length of a text that is searched for traits, in characters."""
_AGE: Final = re.compile(r"\b([0-9]{1,3}) (?:years old|anos|lat)\b")
_AGE_ALONE: Final = re.compile(r"You are [0-9]{1,3} years old\.?")
_CONDITION: Final = re.compile(r"Condition: (?:dead|.+ \(R[0-9]+\))")
_PARTS: Final[dict[str, ScarPart]] = {"HP": "hp", "STR": "STR", "DEX": "DEX", "WIL": "WIL"}
_NO_TRAITS: Final = frozenset({"A", "An", "And", "Her", "His", "My", "The", "Their", "With", "You", "Your"})
"""Words before the name of a trait that do not describe it."""


CELLS: Final = ("first question", "first answer", "second question", "second answer")
"""The places of the answers of a background in formats with a field for each."""
OFF: Final = "disabled omen"
"""The place of an omen that does not count."""


@final
@frozen(kw_only=True)
class Story:
    """Facts about a character that the texts of a document state."""

    background: str | None = None
    traits: Traits | None = None
    age: int | None = None
    rows: Mapping[int, int] = MappingProxyType({})
    """The row of each table of the background that is stated."""
    bonds: tuple[int, ...] = ()
    omen: Omen | None = None
    scars: tuple[Scar, ...] = ()
    companions: tuple[Companion, ...] = ()
    notes: tuple[Note, ...] = ()
    effects: tuple[Effect, ...] = ()
    """Effects of the background, the rows and the bonds."""

    @property
    def facts(self) -> dict[str, Any]:
        """The facts by the names of the fields of `Character`."""
        return asdict(self, recurse=False) | {"rows": (self.rows[1], self.rows[2]) if len(self.rows) == 2 else None}

    def holds_for(self, character: Character) -> bool:
        """Return whether every fact is still one of a character."""
        told, rows = self.omen, dict(enumerate(character.rows or (), 1))
        return (
            self.traits in (None, character.traits)
            and self.age in (None, character.age)
            and self.rows.items() <= rows.items()
            and {*self.bonds} <= {*character.bonds}
            and (told is None or (character.omen is not None and character.omen.row == told.row))
        )


def traits_text(traits: Traits | None, age: int | None) -> str:
    """Return traits and age as English sentences; empty if both are None (R17, R19)."""
    parts: list[str] = []
    if traits is not None:
        looks = [f"{getattr(traits, trait)} {trait.capitalize()}" for trait in TRAITS]
        parts.append(f"You have a {', '.join(looks[:-1])} and {looks[-1]}.")
    if age is not None:
        parts.append(f"You are {age} years old.")
    return " ".join(parts)


def answer_lines(character: Character, texts: Texts) -> list[str]:
    """Return the questions and answers of the background, a line for each (R12)."""
    return [line for pair in questions(character, texts) for line in pair]


def texts_by_place(character: Character, content: Content, *places: str) -> dict[str, list[str]]:
    """Return the texts about a character by place: its notes, then sentences for what no note says.

    Notes of other places are in `rest`, with the name of their place in front, and so are conditions and companions.
    """
    found: dict[str, list[str]] = {each: [] for each in (*places, "rest")}
    known: Mapping[str, str] = _known(content.texts) if character.notes else {}
    reader = _Reader(character.background, content.book, known)
    for note in character.notes:
        if note.place in BACKGROUND or not note.text:
            continue
        alone = _Reader(character.background, content.book, known)
        alone.read(note.place, note.text)
        if note.shown or (note.place in found and alone.story().holds_for(character)):
            reader.read(note.place, note.text)
            place, words = (note.place, note.text) if note.place in found else ("rest", str(note))
            found[place].append(words)
    said = reader.story()
    left = evolve(
        character,
        rows=None if len(said.rows) == 2 else character.rows,
        bonds=tuple(bond for bond in character.bonds if bond not in said.bonds),
        omen=None if said.omen else character.omen,
    )
    answers = answer_lines(left, content.texts)
    age, traits = None if said.age else left.age, None if said.traits else left.traits
    scars = tuple(scar.row for scar in said.scars)
    for place, texts in (
        ("traits", [traits_text(traits, age)]),
        ("notes", ["\n\n".join("\n".join(answers[start : start + 2]) for start in range(0, len(answers), 2))]),
        ("bonds", ["\n\n".join(bond_lines(left, content.texts))]),
        ("omens", omen_lines(left, content.texts)),
        ("scars", [scar_words(scar) for scar in left.scars if scar.row not in scars]),
        ("rest", [f"Condition: {each}" for each in condition_words(left)]),
        ("rest", [f"Companion: {companion_words(each)}" for each in left.companions if each not in said.companions]),
    ):
        found.get(place, []).extend(filter(None, texts))
    return found


def read_story(texts: Iterable[tuple[str, str]], background: str | None, content: Content) -> Story:
    """Return the traits, bonds and other facts that some texts state about a character, and the texts as notes.

    The texts are without markup, each with its place. `background` is the id of the one whose answers are looked for;
    without one, answers tell it. Printed bonds, omens and answers are recognised in several languages. Lines that are
    texts of the content, or ids of them, make no notes.
    """
    reader = _Reader(background, content.book, _known(content.texts))
    for place, text in texts:
        reader.read(place, text)
    return reader.story()


def _known(texts: Texts) -> Mapping[str, str]:
    """Return the ids of the texts about characters, by text."""
    unwatched = evolve(texts, read=None)
    return {" ".join(unwatched[id].split()): id for id in texts if _TEXTS.fullmatch(id)}


@lru_cache(8)
def _companions(book: Book) -> Mapping[str, Companion]:
    """Return the companions that a book grants, by their words."""
    return {companion_words(each): each for _, grant in grants_of(book) for each in grant.companions}


_Kind: TypeAlias = Literal["ours", "passing", "known", "own", "blank"]
"""The kind of a line: in words of this library, about a fact that passes, in printed words, in others, or empty."""


class _Reader:
    """A reader of texts, with what it recognised so far."""

    def __init__(self, background: str | None, book: Book, ids: Mapping[str, str]) -> None:
        self.facts: Story = Story(background=background)
        self.book = book
        self.ids = ids
        self.rows: dict[int, int] = {}
        self.lines: list[tuple[str, str, _Kind, bool]] = []
        """Each line with its place, its kind, and whether it is about the rows."""

    def read(self, place: str, text: str) -> None:
        """Read a text."""
        lines = text.split("\n")
        states = place != OFF and ", " not in place  # which are those of the texts about attacks
        looks = self._looks(" ".join(lines)) if place == "traits" else None
        while lines:
            id, number = printed(lines) if states and lines[0] and not looks else ("", 0)
            if number and self._take(id, printed=True):
                self._add(place, lines[:number], "known", id.startswith("background"))
                del lines[:number]
            elif looks and lines[0]:
                self._add(place, [lines.pop(0)], looks)
            elif states or not lines[0]:
                self._line(place, lines.pop(0))
            else:
                self._add(place, [lines.pop(0)], "own")

    def _add(self, place: str, lines: Iterable[str], kind: _Kind, is_row: bool = False) -> None:  # noqa: FBT001, FBT002
        for line in lines:
            self.lines.append((place, line, kind, is_row))

    def story(self) -> Story:
        """Return what was recognised. Without both rows, answers are a player's own words."""
        notes: list[tuple[str, bool, list[str]]] = []
        kept = {place for place, _, kind, _ in self.lines if kind in {"known", "own"}}
        fresh = True
        for place, line, kind, is_row in self.lines:
            shown = kind == "own" or (is_row and len(self.rows) < 2)
            if kind == "passing" or (kind == "ours" and not (shown or place in kept)):
                fresh = True
            elif not fresh and notes[-1][0] == place and (kind == "blank" or notes[-1][1] == shown):
                notes[-1][2].append(line)
            elif kind != "blank":
                notes.append((place, shown, [line]))
                fresh = False
        own = self.facts.background and self.book.backgrounds.get(self.facts.background)
        rows = [own.tables[number - 1][row - 1] for number, row in sorted(self.rows.items())] if own else []
        grants = [*([own.start] if own else []), *rows, *(self.book.bonds[row - 1] for row in self.facts.bonds)]
        return evolve(
            self.facts,
            rows=dict(self.rows),
            notes=tuple(Note(place, "\n".join(lines), shown=shown) for place, shown, lines in notes),
            effects=tuple(effect for grant in grants for effect in grant.effects),
        )

    def _line(self, place: str, text: str) -> None:
        """Read a line."""
        line = " ".join(text.split())
        id = self.ids.get(line, line)
        if not line:
            return self._add(place, [text], "blank")
        if self._take(id):
            return self._add(place, [text], "ours", id.startswith("background"))
        scar, friend = _SCAR.fullmatch(line), _companions(self.book).get(line.removeprefix("Companion: "))
        if scar is not None:
            self.facts = evolve(self.facts, scars=(*self.facts.scars, _scar(scar)))
        if friend is not None:
            self.facts = evolve(self.facts, companions=(*self.facts.companions, friend))
        if scar or friend or _CONDITION.fullmatch(line):
            return self._add(place, [text], "passing")
        if "physique" in line.lower() or _AGE_ALONE.fullmatch(line):
            return self._add(place, [text], self._looks(line))
        if place == "scars" and (named := _SCAR_NAME.match(line)):
            row = [name.casefold() for name in NAMES].index(named[1].casefold()) + 1
            self.facts = evolve(self.facts, scars=(*self.facts.scars, Scar(row=row)))
        ids = [*printed_sentences(line)]
        taken = [id for id in dict.fromkeys(ids) if id and self._take(id, printed=True)]
        is_row = any(id.startswith("background") for id in taken)
        return self._add(place, [text], "known" if {*taken} == {*ids} else "own", is_row)

    def _take(self, id: str, *, printed: bool = False) -> bool:
        """Take the fact that a text states. Return False if it is not the text of a fact, or contradicts another."""
        match, facts = _TEXTS.fullmatch(id), self.facts
        if match is None:
            return False
        number = int(match[2] or match[4])
        if match[1] == "bond" and 1 <= number <= len(self.book.bonds):
            if not printed or number not in facts.bonds:
                self.facts = evolve(facts, bonds=(*facts.bonds, number))
            grant = self.book.bonds[number - 1]
        elif match[1] == "omen" and 1 <= number <= self.book.omens and facts.omen in (None, Omen(number)):
            self.facts, grant = evolve(facts, omen=Omen(number)), Grant()
        elif match[3] in self.book.backgrounds and facts.background in (None, match[3]):
            row = int(match[5] or 0)
            tables = self.book.backgrounds[match[3]].tables
            if row and self.rows.setdefault(number, row) != row:
                return False
            self.facts, grant = evolve(facts, background=match[3]), tables[number - 1][row - 1] if row else Grant()
        else:
            return False
        if printed:
            new = (each for each in grant.companions if each not in facts.companions)
            self.facts = evolve(self.facts, companions=(*facts.companions, *new))
        return True

    def _looks(self, text: str) -> _Kind:
        """Read the sentences about traits and age."""
        if len(text) > _LONGEST_LINE:
            return "own"
        traits, years = _traits(text, self.book), _AGE.search(text)
        age = int(years[1]) if years else None
        self.facts = evolve(self.facts, age=age or self.facts.age, traits=traits or self.facts.traits)
        if " ".join(text.split()) == traits_text(traits, age):
            return "ours"
        words = [str(age), *(getattr(traits, trait) for trait in TRAITS)] if traits else []
        found = re.compile(rf"\b(?:{'|'.join(map(re.escape, words))})\b", re.IGNORECASE)
        return "known" if words and all(map(found.search, sentences_of(text))) else "own"


def _scar(match: re.Match[str]) -> Scar:
    changed = (_PARTS[match[4]], int(match[5]), int(match[6])) if match[4] else None
    return Scar(row=NAMES.index(match[1]) + 1, detail=match[2] or "", pending=match[3] is not None, changed=changed)


def _traits(text: str, book: Book) -> Traits | None:
    """Return the traits of a text with a word of each table; None if one is missing.

    A word may stand next to the name of its trait, as in `Curly Hair` or `Your Face is Pale`, or anywhere else.
    """
    words: dict[str, str] = {}
    rest = text
    for known in (True, False):
        for trait in TRAITS:
            for pattern in (rf"\b([\w'-]+) {trait}\b", rf"\b{trait}(?: is|:)? ([\w'-]+)"):
                match = re.search(pattern, rest, re.IGNORECASE)
                word = match[1].capitalize() if match else ""
                if match is None or trait in words:
                    continue
                if word in book.traits[trait] or not (known or match[1] != word or word in _NO_TRAITS):
                    words[trait] = word
                    rest = rest.replace(match[0], "", 1)
    for trait in TRAITS:
        for word in book.traits[trait]:
            if trait not in words and re.search(rf"\b{word}\b", rest, re.IGNORECASE):
                words[trait] = word
    return Traits(**words) if len(words) == len(TRAITS) else None
