"""The content of sheets, before it is laid out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Final, Literal, final

from cairn_rules.cairn_rpg.character_words import (
    background_name,
    bond_lines,
    companion_words,
    condition_words,
    container_words,
    item_words,
    omen_lines,
    questions,
    scar_words,
    text_of,
    traits_words,
    zero_reason,
)
from cairn_rules.cairn_rpg.characters.attributes import Attribute
from cairn_rules.cairn_rpg.characters.character import Character, public
from cairn_rules.cairn_rpg.characters.inventory import armor_of, coin_slots, hit_protection
from cairn_rules.cairn_rpg.characters.items import Companion, Container
from cairn_rules.cairn_rpg.characters.notes import BACKGROUND
from cairn_rules.cairn_rpg.content.book import Book
from cairn_rules.cairn_rpg.content.book_file import book as shipped_book
from cairn_rules.cairn_rpg.content.book_with_packs import texts_of
from cairn_rules.cairn_rpg.content.texts import Texts
from cairn_rules.cairn_rpg.procedures.carrying import container_used
from cairn_rules.cairn_rpg.rulings import Rulings
from cairn_rules.cairn_rpg.sheets.item_notes import ItemNotes, with_note
from cairn_rules.cairn_rpg.sheets.missing_content import missing_content
from cairn_rules.errors import printable
from cairn_rules.frozen_classes import frozen

_KINDS: Final = {"pc": "player character", "hireling": "hireling", "npc": "other person", "creature": "creature"}
MOST_BOXES: Final = 40
"""Maximum number of boxes that are drawn. A legal character has ten slots."""

FIELDS: Final = ("HP now", "Deprived", "Fatigue", "Gold now")
"""The boxes of a printed sheet, to write in."""


def clean(text: str) -> str:
    """Return a text on one line, with unprintable characters escaped."""
    return printable(" ".join(text.split()))


@final
@frozen
class Box:
    """One or several slots of a sheet, with their content."""

    kind: Literal["item", "fatigue", "coins", "cart", "free"]
    label: str
    """A description of the content; `free` for a free slot."""
    slots: int = 1
    """The number of slots that it takes."""
    note: str = ""
    """The texts about the item."""

    @property
    def words(self) -> str:
        """The content with its note."""
        return with_note(self.label, self.note)


@final
@frozen
class Section:
    """A heading with some lines of text."""

    heading: str
    lines: tuple[str, ...]


@final
@frozen(kw_only=True)
class Content:
    """The content of a character's sheet. All texts are printable and on one line."""

    name: str
    subtitle: str
    figures: tuple[tuple[str, str], ...]
    """Labels with their figures, such as `STR` and `9/12`."""
    remarks: tuple[str, ...]
    """Conditions, and the reason if HP counts as 0."""
    slots: str
    """The number of used slots in words."""
    boxes: tuple[Box, ...]
    surplus: int
    """The number of boxes that are not drawn."""
    sections: tuple[Section, ...]
    credit: str


@final
@frozen(kw_only=True)
class Member:
    """A row of a party's sheet."""

    name: str
    background: str
    cells: tuple[str, ...]
    """The figures below `COLUMNS`, from the third one on."""
    remarks: tuple[str, ...]


COLUMNS: Final = ("Name", "Background", *Attribute, "HP", "Armor", "Free", "Gold")
"""The columns of a party's sheet."""


@final
@frozen(kw_only=True)
class PartyContent:
    """The content of a party's sheet. All texts are printable and on one line."""

    members: tuple[Member, ...]
    omens: tuple[str, ...]
    credit: str


def numbered(boxes: Iterable[Box], joint: str = " to ") -> Iterator[tuple[str, Box]]:
    """Yield boxes, each after the numbers of its slots, such as `3` or `1 to 2`."""
    number = 1
    for box in boxes:
        yield f"{number}" if box.slots == 1 else f"{number}{joint}{number + box.slots - 1}", box
        number += box.slots


def content_of(
    character: Character, texts: Texts | None, rulings: Rulings, book: Book | None, *, private: bool
) -> Content:
    """Return the content of a character's sheet. The arguments are those of `sheet`."""
    words = (texts_of(book) if texts is None else texts).watched()
    content = shipped_book() if book is None else book
    shown = character if private else public(character)
    inventory = shown.inventory
    notes = ItemNotes(shown, words)
    boxes = tuple(_boxes(shown, rulings, notes))
    sections = (
        Section(heading, tuple(clean(line) for line in lines))
        for heading, lines in _sections(shown, words, rulings, content, notes)
    )
    return Content(
        name=clean(shown.name),
        subtitle=clean(", ".join(_subtitle(shown, content))),
        figures=tuple(_figures(shown, rulings)),
        remarks=tuple(map(clean, _remarks(shown, words, rulings, content))),
        slots=f"{inventory.used(rulings)} of {inventory.capacity} used, {max(0, inventory.free(rulings))} free",
        boxes=boxes[:MOST_BOXES],
        surplus=max(0, len(boxes) - MOST_BOXES) + max(0, inventory.fatigue - MOST_BOXES),
        sections=tuple(section for section in sections if section.lines),
        credit=clean(words.credit_due),
    )


def party_content_of(
    characters: Sequence[Character], texts: Texts | None, rulings: Rulings, book: Book | None, *, private: bool
) -> PartyContent:
    """Return the content of a party's sheet. The arguments are those of `party_sheet`."""
    words = (texts_of(book) if texts is None else texts).watched()
    content = shipped_book() if book is None else book
    shown = [each if private else public(each) for each in characters]
    return PartyContent(
        members=tuple(_member(each, words, rulings, content) for each in shown),
        omens=tuple(clean(f"{each.name}: {omen}") for each in shown for omen in omen_lines(each, words)),
        credit=clean(words.credit_due),
    )


def _member(character: Character, texts: Texts, rulings: Rulings, book: Book) -> Member:
    inventory = character.inventory
    figures = dict(_figures(character, rulings))
    figures["Free"] = str(max(0, inventory.free(rulings)))
    remarks = [*_remarks(character, texts, rulings, book)]
    remarks += [f"{inventory.fatigue} Fatigue"] * bool(inventory.fatigue)
    pending = sum(scar.pending for scar in character.scars)
    remarks += [f"{pending} pending scar gain{'s' * (pending > 1)}"] * bool(pending)
    return Member(
        name=clean(character.name),
        background=clean(background_name(character, book) or _KINDS[character.kind]),
        cells=tuple(figures[column] for column in COLUMNS[2:]),
        remarks=tuple(map(clean, remarks)),
    )


def _subtitle(character: Character, book: Book) -> Iterator[str]:
    if name := background_name(character, book):
        yield name
    yield "detachment" if character.detachment else _KINDS[character.kind]
    if character.age is not None:
        yield f"{character.age} years old"
    if character.day_rate is not None:
        yield f"{character.day_rate}gp a day"
    if days := character.paid_days:
        yield f"paid for {days} day{'s' * (days > 1)}" if days > 0 else f"owed {-days} day{'s' * (days < -1)}"


def _figures(character: Character, rulings: Rulings) -> Iterator[tuple[str, str]]:
    for attribute in Attribute:
        yield attribute, str(character.score(attribute))
    now = hit_protection(character, rulings)
    yield "HP", str(character.hp) if now == character.hp.value else f"{now}/{character.hp.max}"
    yield "Armor", str(armor_of(character, rulings))
    yield "Gold", str(character.inventory.gold)


def _remarks(character: Character, texts: Texts, rulings: Rulings, book: Book) -> Iterator[str]:
    reason = zero_reason(character, rulings)
    if reason:
        kept = character.hp.value if rulings.zero_hp == "hold" else 0
        yield f"HP counts as 0: {reason}" + (f"; {kept} HP come back when that ends" if kept else "")
    yield from condition_words(character)
    yield from missing_content(character, texts, book)


def _boxes(character: Character, rulings: Rulings, notes: ItemNotes) -> Iterator[Box]:
    inventory = character.inventory
    for item in inventory.items:
        if item.slots:
            yield Box("item", clean(item_words(item)), item.slots, clean(notes.taken(item)))
    for _ in range(min(max(0, inventory.fatigue), MOST_BOXES)):
        yield Box("fatigue", "Fatigue")
    coins = coin_slots(inventory.gold, rulings)
    if coins > 0:
        yield Box("coins", f"{inventory.gold} gold pieces", coins)
    for container in inventory.containers:
        if container.pulled and container.load > 0:
            yield Box("cart", clean(f"pulling {container.name}"), container.load)
    for _ in range(min(max(0, inventory.free(rulings)), MOST_BOXES)):
        yield Box("free", "free")


def _sections(
    character: Character, texts: Texts, rulings: Rulings, book: Book, notes: ItemNotes
) -> Iterator[tuple[str, Iterable[str]]]:
    inventory = character.inventory
    yield "Petty items", notes.counted(item for item in inventory.items if not item.slots)
    yield "Attacks", map(str, character.attacks)
    for container in inventory.containers:
        lines = notes.counted(container.items) or ["empty"]
        about = [str(note) for note in container.notes if note.shown]
        yield container.name, [container_words(container, container_used(container, rulings)), *about, *lines]
    yield "Companions", map(companion_words, character.companions)
    yield "Left behind", notes.counted(inventory.stash)
    own = _own_words(character)
    yield "Traits", [*([traits_words(character.traits)] if character.traits else []), *own.pop("traits", ())]
    origin = [text_of(texts, f"background/{character.background}")] if character.background else []
    answers = _answers(character, texts, book, notes)
    yield "Background", [*filter(None, origin), *answers, *own.pop("notes", ())]
    bonds = [*map(notes.bond, bond_lines(character, texts)), *own.pop("bonds", ())]
    yield "Bonds" if len(bonds) > 1 else "Bond", bonds
    omens = [*omen_lines(character, texts), *own.pop("omens", ())]
    yield ("Private omen" if character.omen and character.omen.private else "Omen"), omens
    scars = [f"{scar_words(each)}. {text_of(texts, f'scar/{each.row}')}".strip() for each in character.scars]
    yield "Scars", [*scars, *own.pop("scars", ())]
    creature = book.creatures.get(character.creature or "")
    numbers = range(1, creature.notes + 1) if creature else ()
    printed = [text_of(texts, f"creature/{character.creature}/{number}") for number in numbers]
    yield "Notes", [*printed, *chain.from_iterable(own.values())]


def _own_words(character: Character) -> dict[str, list[str]]:
    """Return the lines of the notes that a sheet shows, by their places."""
    found: dict[str, list[str]] = {}
    for note in character.notes:
        if note.shown and note.place not in BACKGROUND:
            found.setdefault(note.place, []).extend(filter(None, str(note).split("\n")))
    return found


def _answers(character: Character, texts: Texts, book: Book, notes: ItemNotes) -> Iterator[str]:
    """Yield the questions of the background, each with its answer, or with the item that the answer is noted with."""
    granted = dict(_granted(character, texts, book))
    for question, answer in questions(character, texts):
        if answer in notes.owners:
            yield f"{question} See {notes.owners[answer].name}."
        else:
            yield f"{question} {with_note(granted.get(answer, ''), answer)}"


def _granted(character: Character, texts: Texts, book: Book) -> Iterator[tuple[str, str]]:
    """Yield the answers of the background's tables, each with the companions and containers that came with it."""
    background = book.backgrounds.get(character.background or "")
    if background is None or character.rows is None:
        return
    kept = {each.id for each in character.inventory.containers} | {each.id for each in character.companions}
    for number, (table, row) in enumerate(zip(background.tables, character.rows, strict=True), 1):
        for grant in table[row - 1 : row]:
            granted: tuple[Container | Companion, ...] = (*grant.containers, *grant.companions)
            names = dict.fromkeys(each.name for each in granted if each.id in kept)
            yield text_of(texts, f"background/{background.id}/{number}/{row}"), ", ".join(names)
