"""Check the English of docstrings, messages and pages against the habits listed in CONTRIBUTING.md.

`python scripts/prose.py` reads `src/` and all pages. It prints every sentence with a habit, and ends with 1 if
there are more of them than the limits allow. It checks text, not taste: read aloud what
you write.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).parents[1]

QUESTION_WORDS: Final = re.compile(
    r"(?:What|Where|Whether|How|Who|Whoever|Whose|Those|Which|That|So (?:many|much)|Nothing|Everything|Somebody)\b"
)
"""Words that docstrings and messages do not begin with: a verb or a noun is clearer."""

PHRASES: Final = re.compile(
    r"""\b(?:
    whoever | somebody | anybody | of\ one's\ own | the\ own | of\ the\ future | so\ many | beside\ the
    | (?<!there\ )(?:is|are)\ (?:(?-i:none)|no\ (?!longer\b)[a-z]+) | tells | told | go(?:es|ne)\ on\ with
    | stands\ (?:there|for\ who) | as\ good\ as\ lost | h[eo]ld\ fast | what\ (?:can\ be|there\ is)
    | that\ there\ (?:is|are) | who\ (?:wins|begins|plays|builds|wants|gives|has|looks|comes)
    | ,\ too(?!\ (?:early|few|large|late|little|long|many|much|short|small))
    )\b""",
    re.IGNORECASE | re.VERBOSE,
)
"""Phrases that sound translated if there are many of them."""

NEVER: Final = re.compile(
    r"""\b(?:
    also\ wants? | wants?\ that | (?:is|are|was|were)\ a\ matter\ of | knows?\ the\ same
    | (?:list|page|rule|ruling|same)\ (?:also\ )?holds?\ (?:also\ )?for
    | by\ (?:an?|its|the|their|this)\ (?:\w+\ ){1,3}alone | gives?\ other\ (?:games|numbers|results)
    | (?:game|match)\ is\ kept | (?:says?|tells?)\ it\ already
    )\b""",
    re.IGNORECASE | re.VERBOSE,
)
"""Phrases that always sound translated."""

FOLDERS: Final = ("docs", "examples", "benchmarks")
"""Folders with pages, besides the files of the root."""

PER_HUNDRED: Final = 1.0
"""Maximum number of docstrings and messages with a question word, of a hundred."""
PER_THOUSAND: Final[dict[str, float]] = {"src": 1.0, "docs": 0.5}
"""Maximum number of `PHRASES` in a thousand words, in code and on pages."""


class Text(NamedTuple):
    """A piece of text in a file."""

    place: str
    """The file and the line."""
    text: str
    """The text; of a docstring, its first paragraph."""


def of_code(path: Path) -> Iterator[Text]:
    """Yield the docstrings and messages of a module."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and " " in node.value:
            paragraph = node.value.strip().partition("\n\n")[0]
            yield Text(f"{_place(path)}:{node.lineno}", " ".join(paragraph.split()))


def of_page(path: Path) -> Iterator[Text]:
    """Yield the lines of a page, but for its code."""
    code = False
    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        fence = line.lstrip().startswith("```")
        code ^= fence
        if line.strip() and not code and not fence:
            yield Text(f"{_place(path)}:{number}", line)


def _place(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def faults(name: str, texts: list[Text]) -> list[str]:
    """Return a line for each habit found in the texts of code or pages; most habits may occur a few times."""
    heads = [each for each in texts if name == "src" and QUESTION_WORDS.match(each.text)]
    phrases = _found(PHRASES, texts)
    words = sum(len(each.text.split()) for each in texts)
    found: list[str] = []
    if 100 * len(heads) > PER_HUNDRED * len(texts):
        found += [f"{place}: begins with a question word: {text}" for place, text in heads]
    wrong = _found(NEVER, texts)
    if 1000 * len(phrases) > PER_THOUSAND[name] * words:
        wrong += phrases
    return [*found, *(f"{place}: write {phrase!r} in another way" for place, phrase in wrong)]


def _found(pattern: re.Pattern[str], texts: list[Text]) -> list[tuple[str, str]]:
    """Return the place and the words of each match."""
    return [(each.place, match[0]) for each in texts for match in pattern.finditer(each.text)]


def main() -> None:
    """Check the whole project."""
    code = [each for path in sorted((ROOT / "src").rglob("*.py")) for each in of_code(path)]
    pages = sorted({*ROOT.glob("*.md"), *(page for folder in FOLDERS for page in (ROOT / folder).rglob("*.md"))})
    lines = [each for path in pages for each in of_page(path)]
    found = [*faults("src", code), *faults("docs", lines)]
    for fault in found:
        print(fault)
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
