"""Formats of other programs, with the complete state of a character in an extra key."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias, final

from cairn_rules.cairn_rpg.characters.character import Character, public
from cairn_rules.cairn_rpg.characters.effects import Effect
from cairn_rules.cairn_rpg.content.book import Book
from cairn_rules.cairn_rpg.content.book_file import book as shipped_book
from cairn_rules.cairn_rpg.content.texts import Texts
from cairn_rules.cairn_rpg.content.texts import texts as shipped_texts
from cairn_rules.cairn_rpg.creation.documents import DOCUMENTS
from cairn_rules.cairn_rpg.formats.omissions import Omission, losses
from cairn_rules.cairn_rpg.formats.reading import Fields, Report, document_of
from cairn_rules.cairn_rpg.rulings import DEFAULT, Rulings
from cairn_rules.errors import DocumentError, quoted
from cairn_rules.frozen_classes import field, frozen

Document: TypeAlias = dict[str, Any]
"""A document of another program, as plain data for a JSON writer."""
STATE: Final = "cairn_rules"
"""The key with the complete state of a character, which other programs ignore."""
NEED: Final = "unstated"
"""The need of a character that a document calls deprived without a reason (R61)."""


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
class FileFormat:
    """The file format of another program.

    A written document holds the complete state of the character in a key that the other program ignores, so that
    `read` returns the same character.

    Example:
        >>> from cairn_rules.cairn_rpg.creation import create_character
        >>> from cairn_rules.cairn_rpg.formats import FOUNDRY_CAIRN, KETTLEWRIGHT
        >>> ash = create_character(seed=7, background="mountebank", name="Ash")
        >>> document, lost = KETTLEWRIGHT.write(ash)
        >>> document["name"], document["background"], document["items"][0]["name"], lost
        ('Ash', 'Mountebank', 'Rations', ())
        >>> KETTLEWRIGHT.read(document) == (ash, ())
        True
        >>> actor, lost = FOUNDRY_CAIRN.write(ash)
        >>> print(*lost)
        $.inventory.containers: Foundry cairn has no place for it
    """

    name: str
    """The name of the format, for messages."""
    _writer: Callable[[Character, Content, Rulings], Document] = field(alias="writer")
    """A function that returns the document of a character, without the complete state."""
    _reader: Callable[[Fields, Content], Character] = field(alias="reader")
    """A function that reads such a document, ignoring any complete state."""
    _flags: str = field(alias="flags", default="")
    """The key with an object for the data of other programs; empty if they are at the top."""

    def write(
        self,
        character: Character,
        *,
        texts: Texts | None = None,
        private: bool = False,
        rulings: Rulings = DEFAULT,
        book: Book | None = None,
    ) -> tuple[dict[str, Any], tuple[Omission, ...]]:
        """Return a character as a document, and the values that the format itself cannot hold.

        Args:
            character: The character.
            texts: The texts of bonds, omens, answers and items (default: those of the library).
            private: True to also write a private omen (R21).
            rulings: The rulings, for the armour.
            book: The backgrounds (default: those of the library).
        """
        content = Content.of(texts, book)
        shown = character if private else public(character)
        words = content.texts.watched()
        document = self._writer(shown, Content(texts=words, book=content.book), rulings)
        credit = words.credit_due
        again = self._reader(Fields(document, "$", Report()), content)
        extra: Document = {"_license": credit} if credit else {}
        extra["character"] = DOCUMENTS.wrap(shown)
        place = document.setdefault(self._flags, {}) if self._flags else document
        place[STATE] = extra
        return document, losses(shown, again, self.name)

    def read(
        self,
        document: str | bytes | bytearray | Mapping[str, Any],
        *,
        texts: Texts | None = None,
        book: Book | None = None,
    ) -> tuple[Character, tuple[Omission, ...]]:
        """Return the character of a document, and the values that are not understood.

        The complete state is used if it agrees with the rest of the document. If not, bonds, omens and answers are
        recognised by their exact texts: to read documents with other wording, give it as `texts`. Items are completed
        from the book by their names. The document is JSON, or the data of a JSON parser. The default texts, items and
        backgrounds are those of the library.

        Raises:
            DocumentError: if the document is damaged. It lists every fault with its path.
        """
        content, report = Content.of(texts, book), Report()
        fields = Fields(document_of(document), "$", report)
        character = self._reader(fields, content)
        place = fields.part(self._flags) if self._flags else fields
        extra = place.part(STATE)
        state = _state(extra)
        if not self._flags:
            fields.rest()
        report.check()
        if state is not None:
            again = Report()
            expected = self._reader(Fields(self._writer(state, content, Rulings()), "$", again), content)
            if expected == character and not again.faults:  # such as an armour that the format cannot hold
                character = state
            else:
                message = "the rest was changed after it was written, so this state is not used"
                report.omit(extra.path("character"), message)
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
