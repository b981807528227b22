"""What the search of the site knows: the pages with their sections, and the words that visitors use for things."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from html import unescape
from pathlib import Path
from typing import Any, Final

WORDS: Final = Path(__file__).with_name("search_words.toml")
_CODE: Final = re.compile(r"</?code>")
_TAG: Final = re.compile(r"<[^>]*>")
_TERM: Final = re.compile(r"^\*\*(?P<term>.+)\*\*\{ #(?P<anchor>\S+) \}\n:   (?P<text>(?:.+\n)+)", re.MULTILINE)
_LINK: Final = re.compile(r"\[([^]]*)\](?:\([^)]*\)|\[[^]]*\])")


def search_pages(found: Sequence[Mapping[str, Any]], glossary: str) -> dict[str, Any]:
    """Return the pages as `docs/assets/search.js` reads them.

    Args:
        found: The pages and sections that the search plug-in collected.
        glossary: The Markdown of the glossary: each of its terms is a section.

    Raises:
        ValueError: If the list of words names a page that the site does not have.
    """
    words = tomllib.loads(WORDS.read_text(encoding="utf-8"))
    pages: dict[str, dict[str, Any]] = {}
    for each in found:
        location, _, anchor = each["location"].partition("#")
        page = pages.setdefault(
            location,
            {
                "location": location,
                "title": _plain(each["title"]),
                "words": " ".join((words["pages"].pop(location, ""), *each.get("tags", ()))),
                "weight": words["weights"].get(location.partition("/")[0], 1),
                "sections": [],
            },
        )
        page["sections"].append([anchor, _plain(each["title"]) if anchor else "", _plain(each["text"])])
    if words["pages"]:
        raise ValueError(f"{WORDS.name}: the site has no page {next(iter(words['pages']))!r}")
    pages["glossary/"]["sections"] = [
        [term["anchor"], term["term"], " ".join(_LINK.sub(r"\1", term["text"]).replace("`", "").split())]
        for term in _TERM.finditer(glossary)
    ]
    return {"synonyms": words["synonyms"], "pages": [*pages.values()]}


def _plain(html: str) -> str:
    """Return the text of a piece of HTML."""
    return " ".join(unescape(_TAG.sub(" ", _CODE.sub("", html))).replace("¶", "").split())
