"""Sheets of one character, of several, and of a party, in any format."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, Literal, TypeAlias, get_args

from cairn_rules.cairn_rpg.argument_checks import checked
from cairn_rules.cairn_rpg.characters.character import Character
from cairn_rules.cairn_rpg.content.book import Book
from cairn_rules.cairn_rpg.content.texts import Texts
from cairn_rules.cairn_rpg.rulings import DEFAULT, Rulings
from cairn_rules.cairn_rpg.sheets import markdown, page, pdf, plain
from cairn_rules.cairn_rpg.sheets.content import content_of, party_content_of
from cairn_rules.errors import DefinitionError, hint, quoted

Format: TypeAlias = Literal["text", "markdown", "html"]
"""The format of a sheet: plain text of at most 80 columns, Markdown, or a self-contained HTML page."""

_LAYOUTS: Final = {"text": plain, "markdown": markdown}


@checked
def sheet(
    character: Character,
    *,
    format: Format = "text",
    texts: Texts | None = None,
    private: bool = False,
    rulings: Rulings = DEFAULT,
    book: Book | None = None,
) -> str:
    r"""Return the sheet of a character.

    Args:
        character: The character.
        format: The format (default: plain text).
        texts: The texts, such as `texts("ids")` for ids only (default: those of the book).
        private: True to also show a private omen (R21).
        rulings: The rulings.
        book: The backgrounds, with those of packs (default: those of the library). A sheet notes parts that the book
            lacks.

    Raises:
        DefinitionError: if the format is unknown.

    Example:
        >>> from cairn_rules.cairn_rpg.creation import create_character
        >>> from cairn_rules.cairn_rpg.content.texts import texts
        >>> plain = sheet(create_character(seed=7, name="Ash", background="aurifex"), texts=texts("ids"))
        >>> print(*plain.splitlines()[:2], sep="\n")
        ASH
        Aurifex, player character, 26 years old
    """
    return sheets((character,), format=format, texts=texts, private=private, rulings=rulings, book=book)


@checked
def sheets(
    characters: Iterable[Character],
    *,
    format: Format = "text",
    texts: Texts | None = None,
    private: bool = False,
    rulings: Rulings = DEFAULT,
    book: Book | None = None,
) -> str:
    """Return the sheets of several characters one after another. An HTML page prints each on a page of its own.

    The arguments are those of `sheet`.

    Raises:
        DefinitionError: if the format is unknown.

    Example:
        >>> from cairn_rules.cairn_rpg.creation import create_party
        >>> sheets(create_party(3, seed=7), format="html").count("<article")
        3
    """
    _check_format(format)
    contents = [content_of(each, texts, rulings, book, private=private) for each in characters]
    if format == "html":
        return page.several(contents)
    return "\n".join("".join(f"{line}\n" for line in _LAYOUTS[format].one(content)) for content in contents)


@checked
def sheets_pdf(
    characters: Iterable[Character],
    *,
    texts: Texts | None = None,
    private: bool = False,
    rulings: Rulings = DEFAULT,
    book: Book | None = None,
) -> bytes:
    r"""Return the sheets of several characters as a PDF of A4 pages: the content of a file. It needs the extra `pdf`.

    Two characters that fit share a page, which can be cut in half. Any other has a page, or two if it carries very
    much. The arguments are those of `sheet`.

    Raises:
        MissingExtraError: if reportlab is not installed.
        DefinitionError: if there is no character, or a sheet has a letter that the font of the library lacks.

    Example:
        >>> from cairn_rules.cairn_rpg.creation import create_party
        >>> sheets_pdf(create_party(4, seed=7))[:5]
        b'%PDF-'
    """
    return pdf.several([content_of(each, texts, rulings, book, private=private) for each in characters])


@checked
def party_sheet(
    characters: Sequence[Character],
    *,
    format: Format = "text",
    texts: Texts | None = None,
    private: bool = False,
    rulings: Rulings = DEFAULT,
    book: Book | None = None,
) -> str:
    """Return a compact sheet of several characters: one row for each, with conditions and public omens below.

    The arguments are those of `sheet`.

    Raises:
        DefinitionError: if the format is unknown.

    Example:
        >>> from cairn_rules.cairn_rpg.creation import create_party
        >>> len(party_sheet(create_party(2, seed=7)).splitlines()) < 20
        True
    """
    _check_format(format)
    content = party_content_of(characters, texts, rulings, book, private=private)
    return page.party(content) if format == "html" else "".join(f"{line}\n" for line in _LAYOUTS[format].party(content))


def _check_format(format: object) -> None:
    if format not in (known := get_args(Format)):
        raise DefinitionError(f"{quoted(format)} is not a format of sheets; {hint(format, known)}")
