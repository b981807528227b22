"""The files of a party to download: sheets, and documents of this library and of other programs."""

from __future__ import annotations

import json
from base64 import b64encode
from typing import Any, Final, cast, final

from attrs import frozen

from cairn_rules.cairn_rpg import Character
from cairn_rules.cairn_rpg.characters.character import public
from cairn_rules.cairn_rpg.formats import FileFormat
from cairn_rules.cairn_rpg.formats.character_files import FORMATS as OTHERS
from cairn_rules.cairn_rpg.formats.document_files import archive_of, file_name
from cairn_rules.cairn_rpg.sheets import Format, sheet
from cairn_rules.json_documents import dumps

_SHEETS: Final = {"text": ("txt", "text/plain"), "markdown": ("md", "text/markdown")}
FORMATS: Final = (*_SHEETS, "json", *OTHERS)
"""The formats of the files, by the names of the command line."""
_JSON: Final = "application/json"


@final
@frozen(kw_only=True)
class File:
    """A file to download."""

    name: str
    """The file name."""
    type: str
    """The media type."""
    content: bytes
    """The content."""
    omissions: tuple[str, ...] = ()
    """A line for each value that the format cannot hold."""

    def data(self) -> dict[str, Any]:
        """Return the file as JSON data."""
        content = b64encode(self.content).decode("ascii")
        return {"name": self.name, "type": self.type, "base64": content, "omissions": self.omissions}


def file_of(characters: tuple[Character, ...], format: str, title: str, *, private: bool) -> File:
    """Return the file of some characters.

    Sheets, and the documents of this library, one on each line, make one file. Other programs read one character from
    a file: several make an archive.

    Args:
        characters: The characters.
        format: One of `FORMATS`.
        title: The name of the file of several characters, without its ending.
        private: True to write private omens too (R21).

    Raises:
        ValueError: if the format is unknown.
    """
    name = file_name(characters[0].name).removesuffix(".json") if len(characters) == 1 else title
    if format in _SHEETS:
        ending, media = _SHEETS[format]
        sheets = (sheet(each, format=cast("Format", format), private=private) for each in characters)
        return File(name=f"{name}.{ending}", type=media, content="\n".join(sheets).encode())
    if format == "json":
        lines = [dumps(each if private else public(each)) for each in characters]
        ending = "json" if len(lines) == 1 else "jsonl"
        return File(name=f"{name}.{ending}", type=_JSON, content="".join(f"{line}\n" for line in lines).encode())
    if format not in OTHERS:
        raise ValueError(f"{format!r} is not a format of files; known: {', '.join(FORMATS)}")
    return _documents(characters, OTHERS[format], f"{name}-{format}", private=private)


def _documents(characters: tuple[Character, ...], format: FileFormat, name: str, *, private: bool) -> File:
    documents: list[bytes] = []
    omissions: list[str] = []
    for each in characters:
        document, omitted = format.write(each, private=private)
        documents.append(json.dumps(document, ensure_ascii=False, indent=1).encode())
        omissions += [f"{each.name}, {omission}" for omission in omitted]
    if len(documents) == 1:
        return File(name=f"{name}.json", type=_JSON, content=documents[0], omissions=tuple(omissions))
    names = (file_name(each.name, number) for number, each in enumerate(characters, 1))
    archive = archive_of(zip(names, documents, strict=True))
    return File(name=f"{name}.zip", type="application/zip", content=archive, omissions=tuple(omissions))
