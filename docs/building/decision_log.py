"""The decisions, a file each in the repository, as one page of the site."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

PAGE: Final = "decisions/README.md"
FILES: Final = "0*.md"
_TITLE: Final = re.compile(r"\A# (?P<title>.+)$", re.MULTILINE)
_LINK: Final = re.compile(r"(?<=\]\()(?P<folder>[\w./-]*?)(?P<name>0\d{3}-[\w-]+)\.md(?:#[\w-]+)?(?=\))")


def decision_log(folder: Path) -> str:
    """Return the Markdown of the page: the list of decisions, then each below a heading."""
    decisions = [
        _TITLE.sub(rf"## \g<title> {{ #{file.stem} }}", file.read_text(encoding="utf-8"), count=1)
        for file in sorted(folder.glob(FILES))
    ]
    return "\n".join((Path(folder, Path(PAGE).name).read_text(encoding="utf-8"), *decisions))


def with_decision_links(markdown: str, uri: str) -> str:
    """Return the Markdown of a page with links to decisions as the page of all of them has them."""
    own = uri == PAGE

    def link(found: re.Match[str]) -> str:
        if own or found["folder"].endswith("decisions/"):
            return f"{found['folder']}{Path(PAGE).name}#{found['name']}"
        return found[0]

    return _LINK.sub(link, markdown)
