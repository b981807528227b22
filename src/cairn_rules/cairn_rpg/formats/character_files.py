"""Files of characters: characters, parties and games of this library, Kettlewright and both Foundry systems."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator, Sequence
from io import StringIO
from types import MappingProxyType
from typing import Any, Final, TypeAlias, cast

from cairn_rules import errors
from cairn_rules.cairn_rpg.characters.character import Character
from cairn_rules.cairn_rpg.content.book import Pack
from cairn_rules.cairn_rpg.content.book_with_packs import with_packs
from cairn_rules.cairn_rpg.formats.document_files import files_of_archive, files_of_folder
from cairn_rules.cairn_rpg.formats.foundry_cairn import FOUNDRY_CAIRN
from cairn_rules.cairn_rpg.formats.foundry_cairn2e import FOUNDRY_CAIRN2E
from cairn_rules.cairn_rpg.formats.kettlewright import KETTLEWRIGHT
from cairn_rules.cairn_rpg.formats.omissions import Omission
from cairn_rules.cairn_rpg.formats.reading import Fields, Report
from cairn_rules.cairn_rpg.formats.stored_characters import characters_of
from cairn_rules.checks import decoding_fault
from cairn_rules.codec.json_text import bad_document, read_json
from cairn_rules.codec.text_file import is_folder, read_bytes
from cairn_rules.frozen_classes import frozen
from cairn_rules.history import Match, Record
from cairn_rules.history.record_text import RecordText, split_records
from cairn_rules.json_documents import from_data, game_of_state
from cairn_rules.registry import Registry

FORMATS: Final = MappingProxyType(
    {"kettlewright": KETTLEWRIGHT, "foundry-cairn": FOUNDRY_CAIRN, "foundry-cairn2e": FOUNDRY_CAIRN2E}
)
"""The formats of other programs, by name."""
_OF_CAIRN2E: Final = {"age", "bond", "career", "dayRate", "omen", "role", "traits"}
"""Fields that only actors of the newer Foundry system have."""
STREAM: Final = "-"
"""The standard input in place of a file."""
_PACK: Final = "a content pack goes into the option --pack, and 'cairn-rules check-pack' checks it"
_REMEDY: Final = "; 'cairn-rules party 4 --output party.json' writes a file of characters"
_Omissions: TypeAlias = Sequence[tuple[str, Omission]]
"""Values that are not understood, each with the name of its character."""
_MEMBERS: Final = ("members", "characters", "actors")
_WITH_ROLLS: Final = {"characters", "rolls"}
"""The keys of characters with the dice that made them, as `--rolls` writes them."""
_ARCHIVE: Final = b"PK"
"""The first bytes of a ZIP archive."""
_TAG: Final = re.compile(r'\s*\[\s*[A-Z][A-Za-z0-9_]*(\s+"|\s*\Z)')
"""The start of a text record: its first tag, or what is left of it."""
LARGEST: Final = 10_000_000
"""Maximum size of a file of characters, in bytes."""


@frozen
class _Document:
    """A document of a file, not parsed yet."""

    text: str | RecordText
    where: str
    """The file and, if there are several documents, the number of this one."""


def read_characters(
    path: str,
    *,
    number: int | None = None,
    registry: Registry[Pack] | None = None,
    omitted: Callable[[str], None] = lambda _: None,
) -> tuple[Character, ...]:
    """Read the characters of a file, as they are now. The format of each document is recognised.

    Args:
        path: The file, or `-` for the standard input. It holds one JSON document or text record, or one JSON document
            on each line: a character, a party or a game of this library, or a character of another program. See
            `characters_of`. Also a folder or a ZIP archive of such JSON files.
        number: The document to read, from 1 (default: all of them; a game has to be the only one).
        registry: The content packs of the games.
        omitted: Called with a line for each value of a foreign document that is not understood.

    Raises:
        CairnRulesError: if a document has no characters, or there are several games and no number.
        DocumentError: if a document has faults. It lists all faults of the first such document.
        NotationError: if a record has faults. It lists them all.
        UnreadableFileError: if the file cannot be read, is empty, or is larger than 10 MB, as unpacked.
    """
    found: list[Character] = []
    for value in _values(path, number, registry, omitted):
        try:
            found += characters_of(value)
        except errors.DefinitionError as error:
            raise errors.CairnRulesError(f"{errors.cut(repr(path), 100)}: {error}") from None
    return tuple(found)


def read_record(path: str, *, registry: Registry[Pack] | None = None) -> Record[Any, Any] | None:
    """Read the game of a file that holds a single one; None if it holds characters.

    Raises:
        CairnRulesError: as for `read_characters`.
    """
    value = next(_values(path, None, registry, lambda _: None))
    if isinstance(value, Match):
        return Record.of(value)  # pyright: ignore[reportUnknownArgumentType, reportUnknownVariableType] - of any game
    game = game_of_state(value)
    if game is not None:
        return Record(game=game, start=value, actions=())
    return value if isinstance(value, Record) else None  # pyright: ignore[reportUnknownVariableType] - of any game


def _values(
    path: str, number: int | None, registry: Registry[Pack] | None, omitted: Callable[[str], None]
) -> Iterator[object]:
    documents = [document for where, text in _texts(path) for document in _documents(where, text)]
    if path.lower().endswith(".toml"):
        raise errors.CairnRulesError(f"{path!r} is not a file of characters; {_PACK}")
    if number is not None:
        if number > len(documents):
            raise errors.CairnRulesError(
                f"{errors.cut(repr(path), 100)} has no document {number} (1 to {len(documents)})"
            )
        documents = documents[number - 1 : number]
    for document in documents:
        value, omissions = _value(document, registry)
        if len(documents) > 1 and not isinstance(value, Character | tuple):
            raise errors.CairnRulesError(
                f"{errors.cut(repr(path), 100)} holds {len(documents)} documents, not only characters; to get the"
                f" characters of one, run 'cairn-rules sheet {errors.cut(path, 100)} --number 1 --output party.json'"
            )
        for name, omission in omissions:
            omitted(f"{document.where}, {name}, {omission}")
        yield value


def _documents(path: str, text: str) -> list[_Document]:
    """Return the documents of a file, of which there is at least one."""
    lines = [*StringIO(text, newline=None)]  # str.splitlines would also split at U+2028 within a text
    if _TAG.match(text):
        return [_Document(record, path) for record in split_records(lines)]
    filled = [line for line in lines if line.strip()]
    if len(filled) > 1 and all(line.lstrip()[:1] == "{" and line.rstrip()[-1:] == "}" for line in filled):
        return [_Document(line, f"{path}, document {number}") for number, line in enumerate(filled, 1)]
    return [_Document(text, path)]


def _value(document: _Document, registry: Registry[Pack] | None) -> tuple[object, _Omissions]:
    """Return the value of a document, and the values that are not understood. Errors name the file."""
    text = document.text
    if not isinstance(text, str):
        try:
            return text.record(None, registry), ()
        except errors.NotationError as error:
            raise errors.NotationError(document.where, error.faults) from None
    try:
        return _json_value(text, registry)
    except errors.DocumentError as error:
        remedy = "" if text.lstrip()[:1] == "{" else _REMEDY
        raise errors.DocumentError(
            [errors.Fault(f"{document.where}, {fault.where}", fault.message + remedy) for fault in error.faults]
        ) from None


def _json_value(text: str, registry: Registry[Pack] | None) -> tuple[object, _Omissions]:
    """Return the value of a JSON document, and the values that are not understood, each with its character.

    Raises:
        DocumentError: if it is damaged, or of no known format. It lists all faults.
    """
    data: Any = read_json(text)
    if isinstance(data, dict) and "document" in data:
        return from_data(data, registry), ()
    fields = cast("dict[str, Any]", data)
    if isinstance(data, dict) and fields.keys() == _WITH_ROLLS and isinstance(fields["characters"], list):
        documents: list[Any] = fields["characters"]  # pyright: ignore[reportUnknownVariableType]
        return tuple(from_data(each, registry, expect=Character) for each in documents), ()
    book = with_packs(*(registry or ())).book
    found: list[Character] = []
    omitted: list[tuple[str, Omission]] = []
    where = ""
    for where, each in _foreign(data, omitted):
        try:
            format = _format_of(each)
            if format is None:
                wrong = "this is not a character of this library, of Kettlewright or of Foundry"
                raise bad_document(wrong + f"; {_PACK}" * ("license" in each))
            character, omissions = FORMATS[format].read(each, book=book)
        except errors.DocumentError as error:
            faults = [errors.Fault(where + fault.where[1:], fault.message) for fault in error.faults]
            raise errors.DocumentError(faults) from None
        found.append(character)
        omitted += ((character.name, Omission(where + each.path[1:], each.reason)) for each in omissions)
    if not found:
        return from_data(data, registry), ()
    return (found[0] if where == "$" else tuple(found)), omitted


def _foreign(data: Any, omitted: list[tuple[str, Omission]]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the foreign documents of a document with their paths: itself, or those of a list or of a party.

    What a party has besides its members is added to the values that are omitted.
    """
    where, entries = "$", data
    if isinstance(data, dict):
        party = Fields(cast("dict[str, Any]", data), where, Report())
        lists = ((key, party.entries(key)) for key in _MEMBERS if "strength" not in party.data)
        key, entries = next((each for each in lists if each[1]), ("", None))
        if not key:
            yield where, cast("dict[str, Any]", data)
            return
        where = party.path(key)
        left = (
            Omission(party.path(other), "a party has no place here")
            for other in party.data
            if other not in {key, "name"}
        )
        omitted += ((party.line("name"), each) for each in left)
    members: list[Any] = entries if isinstance(entries, list) else []  # pyright: ignore[reportUnknownVariableType]
    for place, each in enumerate(members):
        if not isinstance(each, dict):
            raise bad_document("this is not a character; export each character of the party", f"{where}[{place}]")
        yield f"{where}[{place}]", cast("dict[str, Any]", each)


def _format_of(data: dict[str, Any]) -> str | None:
    """Return the name of the foreign format of a document; None if there is none."""
    system, stats = data.get("system", data.get("data")), data.get("_stats")
    if not isinstance(system, dict):
        return "kettlewright" if "strength" in data else None
    if isinstance(stats, dict) and cast("dict[str, Any]", stats).get("systemId") is not None:
        found = f"foundry-{cast('dict[str, Any]', stats)['systemId']}"
        return found if found in FORMATS else None
    return "foundry-cairn2e" if _OF_CAIRN2E & system.keys() else "foundry-cairn"


def _typed() -> bytes:
    if sys.stdin is None:  # pyright: ignore[reportUnnecessaryComparison] - None when it is closed
        raise errors.CairnRulesError("the standard input is closed")
    try:
        return sys.stdin.buffer.read(LARGEST + 1)
    except OSError as error:
        raise errors.unreadable(STREAM, error.strerror) from error


def _texts(path: str) -> Iterator[tuple[str, str]]:
    """Yield the texts of a file, or of the files in a folder or an archive, each with its path."""
    if is_folder(path):
        files = files_of_folder(path, LARGEST)
    else:
        data = _typed() if path == STREAM else read_bytes(path, LARGEST)
        if len(data) > LARGEST:
            raise errors.unreadable(path, f"it is larger than {LARGEST} bytes")
        files = files_of_archive(data, path, LARGEST) if data.startswith(_ARCHIVE) else iter([(path, data)])
    return ((where, _text_of(where, content)) for where, content in files)


def _text_of(path: str, data: bytes) -> str:
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise errors.unreadable(path, decoding_fault(error)) from None
    if not text.strip():
        raise errors.unreadable(path, f"it is empty{_REMEDY}")
    return text
