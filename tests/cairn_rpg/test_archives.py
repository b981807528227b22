"""Hostile ZIP archives: each is read or refused by one sentence, in memory that the limit bounds."""

from __future__ import annotations

import re
import tracemalloc
import zlib
from collections.abc import Callable
from io import BytesIO
from random import Random
from zipfile import ZIP_BZIP2, ZIP_DEFLATED, ZIP_LZMA, ZIP_STORED, ZipFile

import pytest

from cairn_rules.cairn_rpg.formats.document_files import files_of_archive
from cairn_rules.errors import UnreadableFileError

LARGEST = 100_000
CONTENT = b'{"name": "Ada"}' * 9
LOCAL, CENTRAL, END = b"PK\3\4", b"PK\1\2", b"PK\5\6"
HEADS = re.compile(b"|".join((LOCAL, CENTRAL, END)))


def archive(method: int = ZIP_DEFLATED, files: tuple[tuple[str, bytes], ...] = (("a.json", CONTENT),)) -> bytes:
    written = BytesIO()
    with ZipFile(written, "w", method) as target:
        for name, content in files:
            target.writestr(name, content)
    return written.getvalue()


def at(data: bytes, place: int, new: bytes) -> bytes:
    return data[:place] + new + data[place + len(new) :]


def patched(place: bytes, offset: int, value: int, size: int, data: bytes = b"") -> bytes:
    """An archive with another number in a header."""
    data = data or archive()
    return at(data, data.index(place) + offset, value.to_bytes(size, "little"))


def both(local: int, central: int, value: int, size: int, data: bytes = b"") -> bytes:
    """An archive with another number in the header before its first file and in the list of files."""
    return patched(LOCAL, local, value, size, patched(CENTRAL, central, value, size, data))


def read(data: bytes, largest: int = LARGEST) -> list[tuple[str, bytes]]:
    return list(files_of_archive(data, "x.zip", largest))


def understated() -> bytes:
    """A small archive of much text, that claims to hold ten bytes with their right checksum."""
    data = archive(files=(("a.json", bytes(50_000_000)),))
    return both(22, 24, 10, 4, both(14, 16, zlib.crc32(bytes(10)), 4, data))


def zip64() -> bytes:
    """An archive whose file claims more than a machine holds."""
    data = patched(CENTRAL, 24, 0xFFFF_FFFF, 4, patched(CENTRAL, 30, 12, 2))
    place = data.index(END)
    extra = (1).to_bytes(2, "little") + (8).to_bytes(2, "little") + (1 << 62).to_bytes(8, "little")
    data = data[:place] + extra + data[place:]
    return patched(END, 12, place + 12 - data.index(CENTRAL), 4, data)


TWO = (("a.json", CONTENT), ("b.json", CONTENT))
DAMAGED: dict[str, tuple[Callable[[], bytes], str]] = {
    "understated": (understated, "its files are larger than 100000 bytes together"),
    "overstated": (lambda: both(22, 24, 0xFFFF_FFF0, 4), "differs from its size or checksum"),
    "packed overstated": (lambda: both(18, 20, 0x7FFF_FFFF, 4), "differs from its size or checksum"),
    "packed understated": (lambda: both(18, 20, 5, 4), "differs from its size or checksum"),
    "checksum": (lambda: both(14, 16, 7, 4), "differs from its size or checksum"),
    "longer": (lambda: both(18, 20, 900, 4, archive() + bytes(900)), "differs from its size or checksum"),
    "stored": (lambda: both(22, 24, 7, 4, archive(ZIP_STORED)), "differs from its size or checksum"),
    "bzip2": (lambda: archive(ZIP_BZIP2), "'a.json' is encrypted or compressed in another way than deflate"),
    "lzma": (lambda: archive(ZIP_LZMA), "'a.json' is encrypted or compressed in another way than deflate"),
    "lzma of deflated": (lambda: both(8, 10, 14, 2), "in another way than deflate; unpack the archive"),
    "unknown": (lambda: both(8, 10, 99, 2), "in another way than deflate"),
    "two methods": (lambda: patched(LOCAL, 8, 0, 2), "'a.json' has a wrong header"),
    "encrypted": (lambda: patched(CENTRAL, 8, 1, 2), "'a.json' is encrypted"),
    "encrypted here": (lambda: patched(LOCAL, 6, 0x40, 2), "'a.json' is encrypted"),
    "no header": (lambda: patched(LOCAL, 0, 0, 4), "'a.json' has a wrong header"),
    "outside": (lambda: patched(CENTRAL, 42, 0x7000_0000, 4), "unpack_from"),
    "deflated": (lambda: patched(LOCAL, 36, 0xFFFF, 2), "invalid"),
    "version": (lambda: patched(CENTRAL, 6, 255, 1), "zip file version"),
    "list": (lambda: patched(END, 12, 0x7FFF_FFFF, 4), ""),
    "twice": (lambda: archive(files=TWO).replace(b"b.json", b"a.json"), "'a.json' is in it twice"),
    "overlapping": (
        lambda: at(archive(files=TWO), archive(files=TWO).rindex(CENTRAL) + 42, bytes(4)),
        "overlaps another",
    ),
    "cut": (lambda: archive()[:-9], "File is not a zip file"),
    "many": (lambda: archive(ZIP_STORED, (("a.txt", CENTRAL * 10_001),)), "it has more than 10000 files"),
    "zip64": (zip64, "differs from its size or checksum"),
}


@pytest.mark.parametrize("kind", DAMAGED)
def test_hostile_archives_are_refused_by_a_sentence(kind: str) -> None:
    made, said = DAMAGED[kind]
    data = made()
    tracemalloc.start()
    try:
        with pytest.raises(UnreadableFileError) as caught:
            read(data)
        assert tracemalloc.get_traced_memory()[1] < 4 * LARGEST + 10 * len(data)
    finally:
        tracemalloc.stop()
    assert str(caught.value).startswith("cannot read 'x.zip': ")
    assert "\n" not in str(caught.value)
    assert said in str(caught.value)


def mutated(data: bytes, random: Random) -> bytes:
    """An archive with a few bytes, numbers or pieces changed, mostly in its headers."""
    changed = bytearray(data)
    heads = [found.start() for found in HEADS.finditer(data)]
    for _ in range(random.choice((1, 1, 1, 2, 3, 8))):
        place = min(random.choice(heads) + random.randrange(50), len(changed) - 1)
        match random.randrange(6):
            case 0:
                changed[random.randrange(len(changed))] = random.randrange(256)
            case 1 | 2:
                size = random.choice((1, 2, 4, 8))
                number = random.choice(
                    (0, 1, 8, 9, 12, 14, 255, 0x7FFF_FFFF, 0xFFFF_FFFF, 1 << 63, random.getrandbits(64))
                )
                changed[place : place + size] = (number % 256**size).to_bytes(size, "little")
            case 3:
                changed[place] ^= 1 << random.randrange(8)
            case 4:
                del changed[place : place + random.choice((1, 4, 30))]
            case _:
                piece = changed[place : place + random.randrange(60)]
                changed[random.choice(heads) : random.choice(heads)] = piece
        changed = changed or bytearray(data)
    return bytes(changed)


def fuzzed(inputs: int, seed: int) -> int:
    """Read so many mutated archives; return how many were refused. Nothing else is raised, and no more is read."""
    random = Random(seed)
    samples = [archive(method, TWO) for method in (ZIP_STORED, ZIP_DEFLATED, ZIP_BZIP2, ZIP_LZMA)]
    samples += [zip64(), archive(files=(("a.json", bytes(LARGEST)),))]
    refused = 0
    for _ in range(inputs):
        data = mutated(random.choice(samples), random)
        try:
            found = read(data)
        except UnreadableFileError as error:
            refused += 1
            assert "\n" not in str(error)  # noqa: PT017 - one sentence
        else:
            assert sum(len(content) for _, content in found) <= LARGEST
    return refused


def test_mutated_archives_are_read_or_refused() -> None:
    assert 200 < fuzzed(400, seed=7) < 400
