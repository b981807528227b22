"""Common parts of the formats of other programs: writing, reading, and the complete state in an extra key."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias, final

from attrs import frozen

from cairn_rules.cairn_rpg.book_file import book as shipped_book
from cairn_rules.cairn_rpg.character import Character, public
from cairn_rules.cairn_rpg.content import Book
from cairn_rules.cairn_rpg.creation.documents import DOCUMENTS
from cairn_rules.cairn_rpg.effects import Effect
from cairn_rules.cairn_rpg.formats.omissions import Omission, losses
from cairn_rules.cairn_rpg.formats.reading import Fields, Report, document_of
from cairn_rules.cairn_rpg.rulings import Rulings
from cairn_rules.cairn_rpg.text_table import Texts
from cairn_rules.cairn_rpg.text_table import texts as shipped_texts
from cairn_rules.errors import DocumentError, quoted

Document: TypeAlias = dict[str, Any]
"""A document of another program, as plain data for a JSON writer."""
STATE: Final = "cairn_rules"
"""The key with the complete state of a character, which other programs ignore."""
NEED: Final = "unstated"
"""The need of a character that a document calls deprived without saying why (R61)."""


@final
@frozen(kw_only=True)
class Content:
    """The texts and the book with which documents are written and read."""

    texts: Texts
    book: Book

    @classmethod
    def of(cls, texts: Texts | None, book: Book | None) -> Content:
        """Return the given content, with that of the library in place of None."""
        return cls(texts=shipped_texts() if texts is None else texts, book=shipped_book() if book is None else book)


@final
@frozen(kw_only=True)
class Format:
    """A format of another program."""

    name: str
    write: Callable[[Character, Content, Rulings], Document]
    """A function that returns the document of a character, without the complete state."""
    read: Callable[[Fields, Content], Character]
    """A function that reads such a document, whatever else it holds."""
    flags: str = ""
    """The key with an object for the data of other programs; empty if they stand at the top."""


def written(
    format: Format, character: Character, content: Content, rulings: Rulings, *, private: bool
) -> tuple[Document, tuple[Omission, ...]]:
    """Return the document of a character with its complete state, and what the format itself cannot hold."""
    shown = character if private else public(character)
    words = content.texts.watched()
    document = format.write(shown, Content(texts=words, book=content.book), rulings)
    credit = words.credit_due
    again = format.read(Fields(document, "$", Report()), content)
    extra: Document = {"_license": credit} if credit else {}
    extra["character"] = DOCUMENTS.wrap(shown)
    place = document.setdefault(format.flags, {}) if format.flags else document
    place[STATE] = extra
    return document, losses(shown, again, format.name)


def read(
    format: Format, document: str | bytes | bytearray | Mapping[str, Any], content: Content
) -> tuple[Character, tuple[Omission, ...]]:
    """Return the character of a document, and what is not understood in it.

    The complete state is used if it agrees with the rest of the document.

    Raises:
        DocumentError: if the document is damaged. It lists every fault with its path.
    """
    report = Report()
    fields = Fields(document_of(document), "$", report)
    character = format.read(fields, content)
    place = fields.part(format.flags) if format.flags else fields
    extra = place.part(STATE)
    state = _state(extra)
    if not format.flags:
        fields.rest()
    report.check()
    if state is not None:
        expected = format.read(Fields(format.write(state, content, Rulings()), "$", Report()), content)
        if expected == character:
            character = state
        else:
            report.omit(extra.path("character"), "the rest was changed after it was written, so this state is not used")
    return character, tuple(report.omissions)


def _state(extra: Fields) -> Character | None:
    data = extra.value("character")
    if data is None:
        return None
    where = extra.path("character")
    try:
        value = DOCUMENTS.unwrap(data, None)
    except DocumentError as error:
        for fault in error.faults:
            extra.report.fault(where + fault.where.removeprefix("$"), fault.message)
        return None
    if isinstance(value, Character):
        return value
    extra.report.fault(f"{where}.document", "should be 'character'")
    return None


def background_of(name: str, path: str, content: Content, report: Report) -> str | None:
    """Return the id of the background of a name; None if there is none of this name."""
    for id, background in content.book.backgrounds.items():
        if name.casefold() in (id, background.name.casefold()):
            return id
    if name:
        report.omit(path, f"{quoted(name)} is not a background of the book")
    return None


def effects_of(
    background: str | None, rows: tuple[int, int] | None, bonds: tuple[int, ...], book: Book
) -> tuple[Effect, ...]:
    """Return the effects that a player character has by its background, its rows and its bonds."""
    grants = [book.bonds[row - 1] for row in bonds]
    if background is not None:
        found = book.backgrounds[background]
        if rows is not None:
            grants = [table[row - 1] for table, row in zip(found.tables, rows, strict=True)] + grants
        grants = [found.start, *grants]
    return tuple(effect for grant in grants for effect in grant.effects)
