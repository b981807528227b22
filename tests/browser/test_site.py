"""The documentation in a real browser: addresses, access for everyone, width: `nox -s browser`."""

from __future__ import annotations

import json
import re
from collections import Counter
from gzip import compress
from html import unescape
from pathlib import Path
from statistics import median
from urllib.parse import unquote, urljoin, urlsplit
from zipfile import ZipFile

import pytest
from playwright.sync_api import Browser, Page

from open_pages import check_serious, choose_scheme, opened
from web.pages import PAGES as WEB_PAGES

PAGES = (
    "",
    "tutorial/first-game/",
    "tutorial/first-megalith/",
    "how-to/store-games/",
    "games/cairn/",
    "games/korrigans/",
    "games/megaliths/",
    "reference/state/",
    "reference/names/",
    "glossary/",
    "balance/",
    *(f"{page}/" for page in WEB_PAGES),
)


@pytest.mark.parametrize("path", PAGES)
def test_nothing_keeps_anyone_out(browser: Browser, served: str, path: str) -> None:
    """Neither contrast nor names, roles or order: axe finds nothing serious. The page fits a phone."""
    with opened(browser, f"{served}/{path}", scheme="dark") as page:
        check_serious(page)
        choose_scheme(page, "light")
        check_serious(page)
        page.set_viewport_size({"width": 360, "height": 900})
        assert page.evaluate("document.documentElement.scrollWidth") <= 360


@pytest.mark.parametrize("name", ["python_stdlib.zip", "modules.zip"])
def test_python_comes_compiled(site: Path, name: str) -> None:
    """To compile the modules takes a browser longer than all the rest of a start."""
    with ZipFile(site / "play" / "python" / name) as archive:
        endings = Counter(Path(each).suffix for each in archive.namelist())
    assert endings[".pyc"] > 100
    assert endings[".py"] == 0


def test_the_home_page_fits_one_screen(browser: Browser, served: str) -> None:
    """The board and a button for players, designers, Wardens and programmers are seen without scrolling."""
    doors = ("Play now", "Open the workshop", "Open the table", "Install it")
    with opened(browser, f"{served}/") as page:
        for width, height in ((1280, 800), (390, 844)):
            page.set_viewport_size({"width": width, "height": height})
            parts = [page.locator(".home-board svg"), *(page.get_by_role("link", name=name) for name in doors)]
            boxes = [part.bounding_box() for part in parts]
            assert all(box is not None and box["y"] + box["height"] <= height for box in boxes)


PICTURE = re.compile(r"<svg .*?</svg>", re.DOTALL)
ENTRIES = re.compile(r'<div class="doc doc-object .*</article>|<article.*id="names-filter".*</article>', re.DOTALL)


def test_the_site_is_light(site: Path) -> None:
    """A page carries no more than a reader wants of it, and a visitor finds their way among few pages."""
    pages = {each.relative_to(site).parent.as_posix(): each for each in site.rglob("index.html")}
    sizes = {path: each.stat().st_size for path, each in pages.items()}
    texts = {path: ENTRIES.sub("", PICTURE.sub("", each.read_text(encoding="utf-8"))) for path, each in pages.items()}
    rest = [each for each in site.rglob("*") if each.is_file() and not each.is_relative_to(site / "play" / "python")]
    assert len(pages) <= 250
    assert median(sizes.values()) <= 80_000
    assert [path for path, size in sizes.items() if size > 600_000] == []
    assert [path for path, text in texts.items() if len(text.encode()) > 150_000] == []
    assert sum(each.stat().st_size for each in rest) <= 40_000_000


def test_a_first_visit_loads_little_and_no_search(browser: Browser, site: Path, served: str) -> None:
    """What a server that compresses sends for the home page."""
    asked: list[str] = []

    def listen(page: Page) -> None:
        page.on("request", lambda request: asked.append(request.url))

    with opened(browser, f"{served}/", prepare=listen) as page:
        page.wait_for_load_state("networkidle")
    files = {urlsplit(each).path.removeprefix("/") or "index.html" for each in asked}
    assert "search/pages.json" not in files
    assert sum(len(compress((site / file).read_bytes())) for file in files) <= 400_000


def test_the_names_can_be_filtered(browser: Browser, served: str) -> None:
    with opened(browser, f"{served}/reference/names/") as page:
        box = page.get_by_role("searchbox", name="Filter the names")
        box.fill("korrigans new_game")
        assert page.locator("article tbody tr:visible td:first-child").all_inner_texts() == ["new_game"]
        assert page.get_by_text(re.compile(r"^1 of 1\d\d\d names$")).is_visible()


def test_every_link_leads_somewhere(site: Path) -> None:
    """Pages, files and anchors: also those in docstrings, and on parts of a page."""
    pages = {f"/{each.relative_to(site).as_posix()}": each.read_text(encoding="utf-8") for each in site.rglob("*.html")}
    anchors = {path: {unescape(id) for id in re.findall(r'\bid="([^"]+)"', text)} for path, text in pages.items()}
    files = {f"/{each.relative_to(site).as_posix()}" for each in site.rglob("*") if each.is_file()}
    dead = []
    for path, text in pages.items():
        for link in map(unescape, re.findall(r'<a\b[^>]*? href="([^"]+)"', text) if path != "/404.html" else ()):
            target = urlsplit(urljoin(f"http://localhost{path}", link))
            if target.netloc == "localhost":
                file = unquote(target.path) + ("index.html" if target.path.endswith("/") else "")
                anchor = unquote(target.fragment)
                if file not in files or (anchor and file in anchors and anchor not in anchors[file]):
                    dead.append(f"{path}: {link}")
    assert dead == []


def test_every_window_has_a_title_of_its_own(site: Path) -> None:
    """Tabs and bookmarks tell the pages apart, also those of two games on the same topic."""
    home = (site / "index.html").read_text(encoding="utf-8")
    assert "<title>Cairn, Korrigans, Endless Winter and the Cairn role-playing game · " in home
    heads = [page.read_text(encoding="utf-8").partition("</head>")[0] for page in site.rglob("index.html")]
    titles = Counter(title for head in heads for title in re.findall(r"<title>(.+?)</title>", head))
    assert titles.total() == len(heads)
    assert [title for title, times in titles.items() if times > 1] == []


def test_the_search_dialog_has_a_name(browser: Browser, served: str) -> None:
    with opened(browser, f"{served}/play/") as page:
        assert page.get_by_role("dialog", name="Search").count() == 1


def test_pages_lead_to_the_repository(browser: Browser, site: Path, served: str) -> None:
    home = "https://someone.github.io/cairn-rules/"
    assert f"<loc>{home}glossary/</loc>" in (site / "sitemap.xml").read_text(encoding="utf-8")
    with opened(browser, f"{served}/glossary/") as page:
        assert page.locator("link[rel=canonical]").get_attribute("href") == f"{home}glossary/"
        assert page.locator("a.md-source").first.get_attribute("href") == "https://github.com/someone/cairn-rules"
        edit = page.locator("a[rel=edit]").get_attribute("href")
    assert edit == "https://github.com/someone/cairn-rules/edit/main/docs/glossary.md"


def test_the_reference_has_rows_for_plain_attributes(browser: Browser, served: str) -> None:
    """A heading names the path to import from; a row is reached by its link, and the contents leave it out."""
    with opened(browser, f"{served}/reference/state/") as page:
        heading = page.locator("[id='cairn_rules.cairn.State'] .doc-object-name")
        assert heading.inner_text() == "cairn_rules.cairn.State"
        assert page.locator("[id='cairn_rules.cairn.State.replace'] .doc-object-name").inner_text() == "State.replace"
        row = page.locator("tr", has=page.locator("[id='cairn_rules.cairn.State.shamans']"))
        assert row.locator("code").first.inner_text() == "shamans"
        contents = page.locator(".md-sidebar--secondary")
        assert contents.locator("[href='#cairn_rules.cairn.State.replace']").count() == 1
        assert contents.locator("[href='#cairn_rules.cairn.State.shamans']").count() == 0
        page.get_by_role("link", name="make_state").first.click()
        assert page.url.endswith("#cairn_rules.cairn.make_state")


def test_a_search_finds_names_but_no_sources(site: Path) -> None:
    pages = json.loads((site / "search" / "pages.json").read_text(encoding="utf-8"))["pages"]
    sections = {page["location"]: page["sections"] for page in pages}
    assert ["cairn_rules.cairn.State", "State"] in [section[:2] for section in sections["reference/state/"]]
    assert not any("Source code in" in text for page in sections.values() for _, _, text in page)
