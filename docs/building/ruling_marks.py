"""Marks of rulings as pills: on the rules pages, and in the tables that are made from them."""

from __future__ import annotations

import re
from html import escape
from typing import Final

from rules_page import MARKS

_MARK: Final = re.compile(rf"\*\*\[(?P<mark>{'|'.join(map(re.escape, sorted(MARKS, key=len, reverse=True)))})\]\*\*")
_OPTION: Final = re.compile(r"\*\*\[option\s`(?P<name>\w+)`\]\*\*")
_OPTIONS: Final = re.compile(r"^## (?P<number>\d+)\. Options$", re.MULTILINE)


def pill(mark: str) -> str:
    """Return a mark as HTML, with its meaning as the tooltip."""
    return f'<span class="ruling ruling-{mark.lower()}" title="{escape(MARKS[mark])}">{mark}</span>'


def with_pills(markdown: str) -> str:
    """Replace the marks `**[A]**` and ``**[option `name`]**`` of a rules page by pills.

    An option's pill leads to the section of the options. In the sources the marks stay plain Markdown, which reads on
    a forge without a build.
    """
    section = _OPTIONS.search(markdown)
    number = "10" if section is None else section["number"]
    options = rf'<a class="ruling ruling-option" href="#{number}-options">option <code>\g<name></code></a>'
    return _OPTION.sub(options, _MARK.sub(lambda found: pill(found["mark"]), markdown))
