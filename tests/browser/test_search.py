"""The search of the site, as a reader types into it: `nox -s browser`."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from open_pages import opened

FOLDERS = ("how-to/", "tutorial/")


@pytest.fixture(scope="module")
def page(browser: Browser, served: str) -> Iterator[Page]:
    """A page of the site, which reads the index of the search once."""
    with opened(browser, f"{served}/glossary/") as page:
        yield page


def found(page: Page, query: str) -> list[str]:
    """The pages that a search lists at first, the best one first."""
    box = page.get_by_role("textbox", name="Search")
    for text, said in (("", "Type to start searching"), (query, "matching documents")):
        box.fill(text)
        box.press("End")  # a key asks for the results
        page.get_by_text(said).wait_for()
    links = page.locator(".md-search-result__item > a:first-child")
    links.first.wait_for()
    addresses = links.evaluate_all("links => links.map(link => link.pathname)")
    return [address.removeprefix("/") for address in addresses]


@pytest.mark.parametrize("query", ["entry point", "plugin", "plug-in", "add a game"])
def test_who_adds_a_game_finds_the_page_for_it_first(page: Page, query: str) -> None:
    assert found(page, query)[0] == "how-to/add-a-game/"


@pytest.mark.parametrize("query", ["plugin", "plug-in"])
def test_plug_ins_with_megaliths_are_near_the_top(page: Page, query: str) -> None:
    assert "tutorial/first-megalith/" in found(page, query)[:3]


@pytest.mark.parametrize("query", ["hidden information", "release", "batch", "seed", "stored games", "compile"])
def test_no_decision_stands_before_a_guide(page: Page, query: str) -> None:
    """Who searches wants to do something, and asks for the reasons later."""
    pages = found(page, query)
    guides = [place for place, page in enumerate(pages) if page.startswith(FOLDERS)]
    decisions = [place for place, page in enumerate(pages) if page.startswith("decisions/")]
    assert guides
    assert all(decision > guides[-1] for decision in decisions)
