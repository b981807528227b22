"""Links from docstrings to rules: they begin with `rule:`, since a docstring does not know what page it is on."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from posixpath import relpath
from typing import Final

from rules_page import rules

GAMES: Final = Path(__file__).parent.parent / "games"
_LINK: Final = re.compile(r'href="rule:(?P<game>[a-z-]+)#(?P<anchor>[a-z0-9-]+)"')


def with_rule_links(html: str, page: str) -> str:
    """Return a page with links that lead to the rules.

    Args:
        html: The page.
        page: The address of the page, such as `reference/state/`.

    Raises:
        ValueError: If there is no such rule.
    """

    def link(found: re.Match[str]) -> str:
        game, anchor = found["game"], found["anchor"]
        if anchor not in _anchors(game):
            raise ValueError(f"{page}: the rules page of {game} has no {anchor}")
        return f'href="{relpath(f"games/{game}", page)}/#{anchor}"'

    return _LINK.sub(link, html)


@cache
def _anchors(game: str) -> frozenset[str]:
    page = (GAMES / f"{game}.md").read_text(encoding="utf-8")
    return frozenset(rule.anchor for rule in rules(page))
