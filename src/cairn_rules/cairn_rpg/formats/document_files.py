"""Files for programs that read one character from a file: a file for each character, or an archive of them."""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterable, Iterator, Sized
from io import BytesIO
from pathlib import Path, PurePosixPath
from struct import Struct
from struct import error as StructError  # noqa: N812 - it is a class
from typing import Final
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from cairn_rules.codec.text_file import read_bytes
from cairn_rules.errors import quoted, unreadable

_ENDINGS: Final = (".json", ".jsonl")
_DAMAGE: Final = (BadZipFile, OSError, OverflowError, RuntimeError, StructError, ValueError, zlib.error)
"""The errors of archives that are damaged."""
_MOST_ENTRIES: Final = 10_000
_ENTRY: Final = b"PK\1\2"
"""The start of an entry in the list of the files in an archive."""
_START: Final = b"PK\3\4"
_HEADER: Final = Struct("<4s2x2H16x2H")
"""The header before a file in an archive: its start, flags and compression, and the lengths of what follows it."""
_ENCRYPTED: Final = 0x2041


def file_name(name: str, number: int | None = None) -> str:
    """Return the name of the JSON file of a character.

    `number` is its place in the party, from 1; None for a character alone.

    Example:
        >>> file_name("Béa of the Hill", 2), file_name("../?")
        ('2-béa-of-the-hill.json', 'character.json')
    """
    slug = re.sub(r"\W+", "-", name.lower()).strip("-") or "character"
    return f"{slug}.json" if number is None else f"{number}-{slug}.json"


def archive_of(files: Iterable[tuple[str, bytes]]) -> bytes:
    """Return a ZIP archive of files, each with its name. The same files make the same archive."""
    archive = BytesIO()
    with ZipFile(archive, "w") as target:
        for name, content in files:
            target.writestr(ZipInfo(name), content)  # of 1980, always the same
    return archive.getvalue()


def files_of_folder(folder: str, largest: int) -> Iterator[tuple[str, bytes]]:
    """Yield the JSON files of a folder, each with its path and content, by their numbers and names.

    `largest` is the maximum size of all files together, in bytes. Raise an `UnreadableFileError` if the folder cannot
    be read, has no such files, or they are larger.
    """
    try:
        paths = [each for each in Path(folder).iterdir() if _is_document(each.name) and each.is_file()]
    except OSError as error:
        raise unreadable(folder, error.strerror) from error
    left = largest
    for path in sorted(paths, key=lambda each: _place_of(each.name)):
        content = read_bytes(path, left)
        left -= len(content)
        _check_size(folder, left, largest)
        yield str(path), content
    _check_any(folder, paths)


def files_of_archive(archive: bytes, path: str, largest: int) -> Iterator[tuple[str, bytes]]:
    """Yield the JSON files of a ZIP archive, each with its path and content, by their numbers and names.

    `path` is that of the archive, for the errors and the paths of the files. `largest` is the maximum size of all files
    together, in bytes. Raise an `UnreadableFileError` if the archive is damaged, has no such files, one is encrypted or
    compressed in another way than deflate, or they are larger.
    """
    left, end = largest, 0
    contents: dict[str, bytes] = {}
    try:
        if archive.count(_ENTRY) > _MOST_ENTRIES:
            raise BadZipFile(f"it has more than {_MOST_ENTRIES} files")
        with ZipFile(BytesIO(archive)) as source:
            found = [each for each in source.infolist() if _is_document(PurePosixPath(each.filename).name)]
        for each in sorted(found, key=lambda each: each.header_offset):
            if each.filename in contents or each.header_offset < end:
                raise BadZipFile(f"{quoted(each.filename)} is in it twice, or overlaps another file")
            content, end = _content(archive, path, each, left)
            left -= len(content)
            _check_size(path, left, largest)
            contents[each.filename] = content
    except _DAMAGE as error:
        raise unreadable(path, f"the archive is damaged ({error})") from None
    for name in sorted(contents, key=_place_of):
        yield f"{path}/{name}", contents[name]
    _check_any(path, found)


def _content(archive: bytes, path: str, file: ZipInfo, largest: int) -> tuple[bytes, int]:
    """Return the content of a file in an archive, or one byte more than the maximum, and the place where it ends.

    `ZipFile.read` would allocate what the file claims to hold, and its decompressors raise more kinds of errors.
    """
    start, flags, method, *lengths = _HEADER.unpack_from(archive, file.header_offset)
    if start != _START or method != file.compress_type:
        raise BadZipFile(f"{quoted(file.filename)} has a wrong header")
    if method not in (ZIP_STORED, ZIP_DEFLATED) or (flags | file.flag_bits) & _ENCRYPTED:
        wrong = "is encrypted or compressed in another way than deflate; unpack the archive and name the folder"
        raise unreadable(path, f"{quoted(file.filename)} {wrong}")
    begin = file.header_offset + _HEADER.size + sum(lengths)
    end = begin + file.compress_size
    content = archive[begin:end]
    is_whole = len(content) == file.compress_size
    if method == ZIP_DEFLATED:
        inflating = zlib.decompressobj(-zlib.MAX_WBITS)
        content = inflating.decompress(content, largest + 1)
        is_whole = is_whole and inflating.eof and not inflating.unused_data
    is_whole = is_whole and (len(content), zlib.crc32(content)) == (file.file_size, file.CRC)
    if not is_whole and len(content) <= largest:
        raise BadZipFile(f"{quoted(file.filename)} differs from its size or checksum")
    return content, end


def _is_document(name: str) -> bool:
    return name.lower().endswith(_ENDINGS) and not name.startswith(".")


def _place_of(name: str) -> tuple[int, str]:
    """Return the key by which files are sorted: the number with which the name begins, and the name."""
    number = re.match("[0-9]{1,9}", name)
    return (int(number[0]) if number else 0, name)


def _check_size(path: str, left: int, largest: int) -> None:
    if left < 0:
        raise unreadable(path, f"its files are larger than {largest} bytes together")


def _check_any(path: str, files: Sized) -> None:
    if not files:
        raise unreadable(path, f"it has no files {' or '.join(_ENDINGS)}")
