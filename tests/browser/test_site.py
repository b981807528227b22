"""The documentation in a real browser: addresses, access for everyone, width: `nox -s browser`."""

from __future__ import annotations

import json
import re
from collections import Counter
from html import unescape
from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit
from zipfile import ZipFile

import pytest
from playwright.sync_api import Browser

from open_pages import at_home, check_serious, choose_scheme, opened
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


TALLEST = 8000
ONE_CLASS = {"reference/matches"}
"""The pages with a tall class, which is not split: `Match`."""
WIDTH = 1280


HEIGHTS = """async ([addresses, width]) => {
    const frame = document.createElement("iframe");
    Object.assign(frame, { sandbox: "allow-same-origin", width, style: "position: absolute; top: -9999px" });
    document.body.replaceChildren(frame);
    const heights = [];
    for (const address of addresses) {
        const loaded = new Promise((done) => frame.addEventListener("load", done, { once: true }));
        frame.src = address;
        await loaded;
        heights.push(frame.contentDocument.documentElement.scrollHeight);
    }
    return heights;
}"""
"""The heights of pages, in a frame that runs no scripts and out of sight, so that nothing is drawn."""


def test_no_page_is_tall(browser: Browser, site: Path, served: str) -> None:
    """A reader finds their way on a page of less than ten screens: `<!-- page: … -->` splits a longer one.

    A class is read on one page, however tall.
    """
    paths = sorted(each.parent.relative_to(site).as_posix() for each in site.rglob("index.html"))
    page = browser.new_page()
    page.goto(f"{served}/play/games.json")  # a page of the same origin
    heights = page.evaluate(HEIGHTS, [[f"/{path}/" for path in paths], WIDTH])
    page.close()
    tall = {path for path, height in zip(paths, heights, strict=True) if height > TALLEST}
    assert tall <= ONE_CLASS, sorted(tall)


@pytest.mark.parametrize("path", ["reference/games/", "reference/games-names/", "games/cairn/", "glossary/"])
def test_the_title_of_a_section_leads_to_the_first_part_of_a_page(browser: Browser, served: str, path: str) -> None:
    """So the first part does not stand below the title as well."""
    with opened(browser, f"{served}/{path}") as page:
        sections = page.locator(".md-nav--primary .md-nav__item--nested:has(> .md-nav__container)")
        titles = [title.strip() for title in sections.locator("> .md-nav__container > a").all_inner_texts()]
        assert {"Games and manifests", "Rules of Cairn", "Glossary"} & {*titles}
        for title, section in zip(titles, sections.all(), strict=True):
            below = section.locator("> nav > ul > li > a").all_text_contents()
            assert title not in map(str.strip, below)


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


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("games/cairn/#rule-4-3", "games/cairn-turn/#rule-4-3"),
        ("games/endless-winter/#rule-14-9", "games/endless-winter-tiles/#rule-14-9"),
        ("glossary/#turn", "glossary-s/#turn"),
        (
            "reference/games/#cairn_rules.manifest.Manifest.name",
            "reference/games-manifest/#cairn_rules.manifest.Manifest.name",
        ),
        ("reference/json-documents/#korrigans-pawn", "reference/json-documents-korrigans/#korrigans-pawn"),
        ("reference/json-documents/#cairn-record-form", "reference/json-documents/#cairn-record"),
        ("reference/state/#cairn_rules.cairn.State.turn", "reference/state/#cairn_rules.cairn.State.turn"),
    ],
)
def test_old_addresses_lead_on(browser: Browser, served: str, old: str, new: str) -> None:
    """What stood on a long page is found by its old address."""
    with opened(browser, f"{served}/{old}") as page:
        page.wait_for_url(at_home(page, f"{served}/{new}"))
        if "json" not in new:
            assert page.locator(f"[id='{new.partition('#')[2]}']").count() == 1


def test_a_part_of_a_page_is_edited_in_its_source(browser: Browser, served: str) -> None:
    with opened(browser, f"{served}/glossary-m/") as page:
        edit = page.locator("a[rel=edit]").get_attribute("href")
    assert edit == "https://github.com/someone/cairn-rules/edit/main/docs/glossary.md"


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
    found = json.loads((site / "search" / "search_index.json").read_text(encoding="utf-8"))["docs"]
    titles = {each["location"]: each["title"] for each in found}
    assert titles["reference/state/#cairn_rules.cairn.State"] == "State"
    assert not any("Source code in" in each["text"] for each in found)
