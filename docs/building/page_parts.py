"""Long pages that the site shows as several: their sources stay one file.

A line `<!-- page: NAME -->` or `<!-- page: NAME TITLE -->` in a page begins a new page of the site, `NAME.md` beside
the source. Without a title, its first heading is the title. Links to anchors lead to the part that has them, the
navigation lists the parts below the source, and the source's address leads on to the part with an anchor.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath
from posixpath import normpath, relpath
from typing import Any, Final

from markdown.extensions.toc import slugify

_MARK: Final = re.compile(r"^<!-- page: (?P<name>[a-z0-9-]+)(?: (?P<title>.+?))? -->\n", re.MULTILINE)
_FENCE: Final = re.compile(r"^( *)```.*?^\1```$", re.MULTILINE | re.DOTALL)
_HEADING: Final = re.compile(r"^#+ (?P<text>.+?)(?: *\{[^}\n]*#(?P<id>[^\s}]+)[^}\n]*\})?$", re.MULTILINE)
_SECTION: Final = re.compile(r"^(?P<level>##+) (?P<text>.+?)(?P<attributes> *\{[^}\n]*\})?$", re.MULTILINE)
_ID: Final = re.compile(
    r"\{:? ?#(?P<list>[^\s}]+)[^}\n]*\}|\bid=\"(?P<html>[^\"]+)\"|^::: (?P<name>[\w.]+)$", re.MULTILINE
)
_LINK: Final = re.compile(r'(?P<begin>\]\(|href=")(?P<path>[\w./-]*)#(?P<anchor>[^)\s"]+)(?P<end>[)"])')
_LEVEL: Final = re.compile(r"(?<=heading_level: )\d")

_REPORTS: Final = "balance/"
"""The folder of the reports that `cairn-rules balance` writes: from the third section on, each is a page."""
_LEAD: Final = """
<script>
(homes => {{
  const lead = () => {{
    const anchor = decodeURIComponent(location.hash.slice(1))
    for (let name = anchor; name; name = name.replace(/[.-]?[^.-]*$/, "")) {{
      if (document.getElementById(name)) return name === anchor || location.replace("#" + name)
      if (homes[name]) return location.replace(homes[name] + "#" + anchor)
    }}
  }}
  addEventListener("hashchange", lead)
  lead()
}})({})
</script>
"""
"""Leads from an anchor to the page that it is on now, and from one that is gone to the nearest above it."""


@dataclass(frozen=True)
class Part:
    """A page of the site: a part of a source."""

    uri: str
    """The path of the page below the folder of the documentation, as if it had a file."""
    title: str
    """The title in the navigation."""
    markdown: str
    anchors: frozenset[str]


class PageParts:
    """The parts of all sources of a site."""

    def __init__(self, pages: Mapping[str, str], navigation: Any) -> None:
        """Find the parts.

        Args:
            pages: The Markdown of each page, by its path.
            navigation: The navigation of the site, as `mkdocs.yml` has it.
        """
        titles = dict(_titles(navigation))
        split = {uri: _split(uri, markdown, titles.get(uri)) for uri, markdown in pages.items()}
        self._parts: Final = {uri: parts for uri, parts in split.items() if len(parts) > 1}
        uris = [*pages, *(part.uri for part in self.added())]
        if twice := [uri for uri in uris if uris.count(uri) > 1]:
            raise ValueError(f"two pages have the path {twice[0]!r}: give a part another name")
        self._sources: Final = {part.uri: uri for uri, parts in self._parts.items() for part in parts}
        self._wholes: Final = {uri: pages[uri] for uri in self._parts}

    def added(self) -> list[Part]:
        """Return the parts that have no file: all but the first ones."""
        return [part for parts in self._parts.values() for part in parts[1:]]

    def is_split(self, uri: str) -> bool:
        """Return whether a page is a source with several parts."""
        return uri in self._parts

    def source(self, uri: str) -> str:
        """Return the path of the source that a page is a part of: itself if it is whole."""
        return self._sources.get(uri, uri)

    def whole(self, uri: str, markdown: str) -> str:
        """Return the Markdown of the source that a page is a part of."""
        return self._wholes.get(self.source(uri), markdown)

    def shown(self, uri: str, markdown: str) -> str:
        """Return the Markdown to show on a page: that of a source ends before its second part."""
        return self._parts[uri][0].markdown if uri in self._parts else markdown

    def home(self, uri: str, anchor: str) -> str:
        """Return the path of the page that an anchor of a source is on."""
        parts = self._parts.get(self.source(uri), ())
        name = anchor
        while name:
            for part in parts:
                if name in part.anchors:
                    return part.uri
            name = name.rpartition(".")[0]
        return uri

    def with_links(self, markdown: str, uri: str) -> str:
        """Return the Markdown of a page with links to where anchors are now."""
        folder = PurePosixPath(uri).parent

        def link(found: re.Match[str]) -> str:
            path = normpath(folder / found["path"]) if found["path"] else uri
            home = self.home(path, found["anchor"])
            if home == path:
                return found[0]
            target = address(home, uri) if found["begin"] == 'href="' else relpath(home, folder)
            return f"{found['begin']}{target}#{found['anchor']}{found['end']}"

        return _LINK.sub(link, markdown)

    def lead(self, uri: str) -> str:
        """Return a script for a page that leads from old addresses to its parts: empty for a page without parts."""
        added = self._parts.get(uri, ())[1:]
        homes = {anchor: address(part.uri, uri) for part in added for anchor in sorted(part.anchors)}
        return _LEAD.format(json.dumps(homes)) if homes else ""

    def navigation(self, entries: Any) -> Any:
        """Return a navigation in which each source has its parts below it."""
        if isinstance(entries, list):
            return [new for entry in entries for new in self._entries(entry)]
        return entries

    def _entries(self, entry: Any) -> Iterator[Any]:
        if isinstance(entry, str):
            yield entry
            yield from self._below(entry)
            return
        for title, below in entry.items():
            if isinstance(below, str) and below in self._parts:
                yield {title: [{title: below}, *self._below(below)]}
            else:
                yield {title: self.navigation(below)}

    def _below(self, uri: str) -> list[dict[str, str]]:
        return [{part.title: part.uri} for part in self._parts.get(uri, ())[1:]]


def _titles(navigation: Any) -> Iterator[tuple[str, str]]:
    """Yield the path and the title of each page that has a title in a navigation."""
    for entry in navigation if isinstance(navigation, list) else ():
        for title, below in entry.items() if isinstance(entry, dict) else ():
            if isinstance(below, str):
                yield below, title
            yield from _titles(below)


def _split(uri: str, markdown: str, title: str | None) -> list[Part]:
    """Return the parts of a page."""
    first, *rest = _MARK.split(_marked(uri, markdown))
    heading = _HEADING.search(_FENCE.sub("", first))
    title = title or (heading["text"] if heading else uri)
    path = PurePosixPath(uri)
    parts = []
    for name, own, text in zip(rest[::3], rest[1::3], rest[2::3], strict=True):
        short, attributes, below = (own, "", _raised(text, 2)) if own else _promoted(text, title)
        page = f"# {title}: {short}{attributes}\n\nA part of [{title}]({path.name}).\n\n{below}"
        parts.append(Part(str(path.with_name(f"{name}.md")), _plain(short), page, _anchors(text)))
    links = "\n".join(f"- [{part.title}]({PurePosixPath(part.uri).name})" for part in parts)
    shown = f"{first.rstrip()}\n\n## On further pages {{ .parts }}\n\n{links}\n" if parts else markdown
    return [Part(uri, title, shown, _anchors(first)), *parts]


def _marked(uri: str, markdown: str) -> str:
    """Return the Markdown of a page with its marks; a report of balance gets them here."""
    if not uri.startswith(_REPORTS):
        return markdown
    begin, *sections = re.split(r"^(?=## )", markdown, flags=re.MULTILINE)
    return begin + "".join(
        f"<!-- page: {_slug(section[3 : section.index(chr(10))])} -->\n{section}" if place > 1 else section
        for place, section in enumerate(sections)
    )


def _promoted(text: str, title: str) -> tuple[str, str, str]:
    """Return the heading of the only section of a part, its attributes, and what is below it, with raised headings.

    Raises:
        ValueError: If the part does not begin with its only section.
    """
    line, _, below = text.lstrip().partition("\n")
    heading = _SECTION.fullmatch(line)
    if heading is None or len(heading["level"]) >= min(map(len, _levels(below)), default=9):
        raise ValueError(f"a part of {title!r} is not one section, and needs a title: <!-- page: NAME TITLE -->")
    return heading["text"], heading["attributes"] or f" {{ #{_slug(heading['text'])} }}", _raised(below, 2)


def _levels(text: str) -> set[str]:
    """Return the marks of the levels of headings in a text."""
    return {found["level"] for found in _SECTION.finditer(_FENCE.sub("", text))}


def _raised(text: str, top: int) -> str:
    """Return a text with its headings, and those of documented names, raised so that the first level is `top`."""
    levels = [*map(len, _levels(text)), *(int(level) for level in _LEVEL.findall(text))]
    if re.search(r"^::: [\w.]+$(?!\n )", text, re.MULTILINE):
        levels.append(2)  # the default of documented names
    raised = min(levels, default=top) - top
    return "".join(
        piece
        if _FENCE.fullmatch(piece)
        else _LEVEL.sub(
            lambda level: str(int(level[0]) - raised), re.sub(rf"^#{{{raised}}}(?=#)", "", piece, flags=re.MULTILINE)
        )
        for piece in _pieces(text)
    )


def _pieces(text: str) -> Iterator[str]:
    """Yield fences, and what is between them."""
    end = 0
    for fence in _FENCE.finditer(text):
        yield text[end : fence.start()]
        yield fence[0]
        end = fence.end()
    yield text[end:]


def _anchors(text: str) -> frozenset[str]:
    """Return the anchors of a page: its headings, ids and documented names."""
    text = _FENCE.sub("", text)
    headings = {found["id"] or _slug(found["text"]) for found in _HEADING.finditer(text)}
    return frozenset(headings | {name for found in _ID.findall(text) for name in found if name})


def _slug(heading: str) -> str:
    return slugify(_plain(heading), "-")


def _plain(heading: str) -> str:
    """Return the text of a heading without code and links."""
    return re.sub(r"\[([^]]*)\]\([^)]*\)|`", r"\1", heading)


def address(uri: str, seen_from: str) -> str:
    """Return the relative address of a page, as another one links to it in HTML."""
    return relpath(_folder(uri), _folder(seen_from)) + "/"


def _folder(uri: str) -> str:
    path = PurePosixPath(uri)
    return str(path.parent if path.stem in {"index", "README"} else path.with_suffix(""))
