"""Files for programs that read one character from a file: a file for each character, or an archive of them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from io import BytesIO
from zipfile import ZipFile, ZipInfo


def file_name(name: str, number: int | None = None) -> str:
    """Return the name of the JSON file of a character.

    Args:
        name: The name of the character.
        number: Its place in the party, from 1; None for a character alone.

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
