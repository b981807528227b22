"""Formats of other programs, with the complete state of a character in an extra key."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias, final

from cairn_rules.cairn_rpg.characters.character import Character, public
from cairn_rules.cairn_rpg.characters.notes import BACKGROUND, Note
from cairn_rules.cairn_rpg.content.book import Book
from cairn_rules.cairn_rpg.content.book_file import book as shipped_book
from cairn_rules.cairn_rpg.content.book_with_packs import texts_of
from cairn_rules.cairn_rpg.content.texts import Texts
from cairn_rules.cairn_rpg.creation.character_checks import creation_faults
from cairn_rules.cairn_rpg.creation.documents import DOCUMENTS
from cairn_rules.cairn_rpg.formats.omissions import Omission, losses
from cairn_rules.cairn_rpg.formats.reading import Fields, Report, document_of
from cairn_rules.cairn_rpg.rulings import DEFAULT, Rulings
from cairn_rules.errors import DocumentError
from cairn_rules.frozen_classes import evolve, field, frozen

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
        return cls(texts=texts_of(book) if texts is None else texts, book=shipped_book() if book is None else book)


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
        recognised in the words of `texts` and of the printed books, also in Portuguese and Polish. All other texts
        become notes of the character and its items, which `write` puts back. Items are completed from the book by
        their names. The document is JSON, or the data of a JSON parser. The default texts, items and backgrounds are
        those of the library.

        Raises:
            DocumentError: if the document is damaged. It lists every fault with its path.
        """
        content, report = Content.of(texts, book), Report()
        fields = Fields(document_of(document), "$", report)
        character = self._reader(fields, content)
        extra = (fields.part(self._flags) if self._flags else fields).part(STATE)
        state = _state(extra)
        report.check()
        if state is not None:
            again = Report()
            expected = self._reader(Fields(self._writer(state, content, Rulings()), "$", again), content)
            if expected == character and not again.faults:  # such as an armour that the format cannot hold
                return state, tuple(report.omissions)
            message = "the rest was changed after it was written, so this state is not used"
            report.omit(extra.path("character"), message)
        if not character.notes and any(creation_faults(character, Rulings(), content.book)):
            character = evolve(character, notes=(Note("file", self.name, shown=False),))
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


def background_of(fields: Fields, content: Content, *keys: str) -> tuple[str | None, tuple[Note, ...]]:
    """Return the id of the background that a document names, and the names as notes.

    The last of the keys that is filled counts. The id is None if the book has no such background.
    """
    names = {key: name for key in keys if (name := fields.line(key))}
    chosen = list(names.values())[-1] if names else ""
    known = {each: id for id, own in content.book.backgrounds.items() for each in (own.name.casefold(), id)}
    id = known.get(chosen.casefold())
    if id is not None and names == {keys[0]: content.book.backgrounds[id].name}:
        return id, ()
    places = zip(keys, BACKGROUND, strict=False)
    return id, tuple(Note(place, names[key], shown=names[key] == chosen) for key, place in places if key in names)
