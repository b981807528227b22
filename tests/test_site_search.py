"""What the search of the site reads: pages with sections in plain text, visitors' words, and terms of the glossary."""

from __future__ import annotations

from pathlib import Path

import pytest
import site_search
from site_search import search_pages

GLOSSARY = {"location": "glossary/", "title": "Glossary", "text": "One concept, one word."}
FOUND = [
    GLOSSARY,
    {
        "location": "how-to/undo/",
        "title": "Undo &amp; draw",
        "text": "<p>Take it <code>back</code>.</p>",
        "tags": ["resign"],
    },
    {"location": "how-to/undo/#draw", "title": "Offer a draw", "text": ""},
]
TERMS = """# Glossary

**Ply**{ #ply }
:   See [action](#action), and
    [`Action`][cairn.Action].

**Pass**{ #pass }
:   No.
"""


@pytest.fixture(autouse=True)
def words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    written = tmp_path / "search_words.toml"
    text = '[weights]\nhow-to = 2\n[synonyms]\nai = ["bot"]\n[pages]\n"how-to/undo/" = "take back"\n'
    written.write_text(text, encoding="utf-8")
    monkeypatch.setattr(site_search, "WORDS", written)
    return written


def test_a_page_has_its_words_and_its_sections() -> None:
    made = search_pages(FOUND, TERMS)
    assert made["synonyms"] == {"ai": ["bot"]}
    assert made["pages"][1] == {
        "location": "how-to/undo/",
        "title": "Undo & draw",
        "words": "take back resign",
        "weight": 2,
        "sections": [["", "", "Take it back."], ["draw", "Offer a draw", ""]],
    }


def test_the_terms_of_the_glossary_are_its_sections() -> None:
    assert search_pages(FOUND, TERMS)["pages"][0]["sections"] == [
        ["ply", "Ply", "See action, and Action."],
        ["pass", "Pass", "No."],
    ]


def test_words_for_a_page_that_is_not_there_are_refused() -> None:
    with pytest.raises(ValueError, match="the site has no page 'how-to/undo/'"):
        search_pages([GLOSSARY], TERMS)
