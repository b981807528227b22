"""Pages that repeat no shapes and style sheets of pictures, mark only code that has a colour, and are not indented."""

from __future__ import annotations

import re
from html import unescape
from typing import Final

_PICTURE: Final = re.compile(r"<svg xmlns=.*?</svg>", re.DOTALL)
_STYLE: Final = re.compile(r"<style>.*?</style>", re.DOTALL)
_SHAPE: Final = re.compile(r"<path (?P<rest>(?![^>]*\bid=)[^>]{60,}/>)")
_PLAIN: Final = re.compile(r'<span class="(?:[nopw]|nx|ow)">(?P<text>[^<]*)</span>|<span></span>')
"""Names, operators, punctuation and spaces, which need no colour."""
_TOKEN: Final = re.compile(r'(?<=<span class=)"(?P<kind>[a-z][a-z0-9]?)"(?=>)')
_CODE: Final = re.compile(r"(?<=<code>).*?</code>", re.DOTALL)
_QUOTE: Final = re.compile(r"&(?:quot|#39);(?=[^<>]*<)")
_KEPT: Final = re.compile(r"<(?P<kind>pre|script|textarea)\b.*?</(?P=kind)>|\n\s+", re.DOTALL)
_SOURCE: Final = re.compile(r'(?<=<details class="mkdocstrings-source").*?</details>', re.DOTALL)
_COLOURS: Final = re.compile(r'<td class="linenos">.*?</td>|</?span[^>]*>', re.DOTALL)


def light(html: str) -> str:
    """Return a page that looks the same with less; only the folded sources lose their colours and line numbers."""
    sheets: set[str] = set()
    shapes: dict[str, str] = {}

    def sheet(found: re.Match[str]) -> str:
        if found[0] in sheets:
            return ""
        sheets.add(found[0])
        return found[0]

    def shape(found: re.Match[str]) -> str:
        if name := shapes.get(found[0]):
            return f'<use href="#{name}"/>'
        name = shapes[found[0]] = f"shape-{len(shapes)}"
        return f'<path id="{name}" {found["rest"]}'

    def picture(found: re.Match[str]) -> str:
        return _SHAPE.sub(shape, _STYLE.sub(sheet, found[0]))

    html = _SOURCE.sub(lambda found: _COLOURS.sub("", found[0]), html)
    html = _CODE.sub(lambda found: _QUOTE.sub(lambda quote: unescape(quote[0]), found[0]), html)
    html = _TOKEN.sub(r"\g<kind>", _PLAIN.sub(lambda found: found["text"] or "", html))
    return _PICTURE.sub(picture, html)


def not_indented(html: str) -> str:
    """Return a page without the spaces at the beginnings of its lines, where they mean nothing."""
    return _KEPT.sub(lambda found: found[0] if found["kind"] else "\n", html)
