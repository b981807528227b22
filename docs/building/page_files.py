"""The scripts and style sheets of the pages, as the site has them."""

from __future__ import annotations

import re
from pathlib import Path, PurePosixPath
from typing import Final

from web.pages import PAGES, SHARED, address_of

IMPORT: Final = re.compile(r'((?:^import |\bfrom |\bimport\()")(\.{1,2}/[^"]+)(?=")', re.MULTILINE)
"""The start of an import in a script, and the path that it names."""


def page_files(web: Path) -> dict[str, str]:
    """Return the scripts and style sheets, by address. Imports lead to the addresses of the files that they name.

    Args:
        web: The folder of the pages.
    """
    return {
        address_of(folder, file.name): _published(file.read_text(encoding="utf-8"), folder, file.name)
        for folder in (SHARED, *PAGES)
        for file in sorted((web / folder).iterdir())
        if file.suffix in {".css", ".js"}
    }


def _published(source: str, folder: str, name: str) -> str:
    own = PurePosixPath(address_of(folder, name))

    def led(found: re.Match[str]) -> str:
        *up, name = found[2].split("/")
        there = PurePosixPath(address_of(up[1] if up[0] == ".." else folder, name))
        return f"{found[1]}{'./' if there.parent == own.parent else f'../{there.parent}/'}{there.name}"

    return IMPORT.sub(led, source) if name.endswith(".js") else source
