"""Parts of pages between two markers, each on a line of its own: `<!-- generated: names -->` and `<!-- end -->`."""

from __future__ import annotations

import re
from collections.abc import Callable

END = "<!-- end -->"


def with_marked_parts(markdown: str, word: str, make: Callable[[str, str | None], str]) -> str:
    """Return the Markdown of a page with all its parts of a kind made anew.

    Args:
        markdown: The page.
        word: The word that the first markers begin with, such as `generated`.
        make: Returns a part, given its name and what it is of, such as `reasons` and `cairn`.

    Raises:
        ValueError: If a marker has no end.
    """
    begin = rf"^<!-- {word}: (?P<part>[a-z-]+)(?: (?P<of>[\w.]+))? -->\n"
    pattern = re.compile(rf"(?P<begin>{begin})(?:(?!<!-- \w+: ).*\n)*?{END}$", re.MULTILINE)
    made, count = pattern.subn(lambda found: f"{found['begin']}\n{make(found['part'], found['of'])}\n\n{END}", markdown)
    if count != len(re.findall(begin, f"{markdown}\n", re.MULTILINE)):
        raise ValueError(f"a part '<!-- {word}: … -->' has no line '{END}' below it")
    return made
