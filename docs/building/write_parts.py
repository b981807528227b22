"""Rewrite the generated parts of all pages: `python docs/building/write_parts.py`, or `nox -s parts`.

The parts are committed, so that the pages can be read on a forge, without a build.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from generated_parts import BEGIN, with_generated_parts

DOCS: Final = Path(__file__).parent.parent


def written_pages() -> Iterator[tuple[Path, str]]:
    """Yield the pages that have generated parts, each with its text as it should be."""
    for page in sorted(DOCS.rglob("*.md")):
        markdown = page.read_text(encoding="utf-8")
        if BEGIN in markdown:
            yield page, with_generated_parts(markdown)


def main() -> None:
    """Rewrite the pages."""
    for page, markdown in written_pages():
        page.write_text(markdown, encoding="utf-8")


if __name__ == "__main__":
    main()
