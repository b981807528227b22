"""The search of the site, as a reader types into it: `nox -s browser`."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from open_pages import opened

FOLDERS = ("how-to/", "tutorial/")


def found(browser: Browser, served: str, query: str) -> list[str]:
    """The pages that a search lists at first, the best one first."""
    with opened(browser, f"{served}/glossary/") as page:
        box = page.get_by_role("textbox", name="Search")
        box.fill(query)
        box.press("End")  # a key asks for the results
        page.get_by_text("matching documents").wait_for()
        links = page.locator(".md-search-result__item > a:first-child")
        links.first.wait_for()
        addresses = links.evaluate_all("links => links.map(link => link.pathname)")
    return [address.removeprefix("/") for address in addresses]


@pytest.mark.parametrize("query", ["entry point", "plugin", "plug-in", "add a game"])
def test_who_adds_a_game_finds_the_page_for_it_first(browser: Browser, served: str, query: str) -> None:
    assert found(browser, served, query)[0] == "how-to/add-a-game/"


@pytest.mark.parametrize("query", ["plugin", "plug-in"])
def test_plug_ins_with_megaliths_are_near_the_top(browser: Browser, served: str, query: str) -> None:
    assert "tutorial/first-megalith/" in found(browser, served, query)[:3]


@pytest.mark.parametrize("query", ["hidden information", "release", "batch", "seed", "stored games", "compile"])
def test_no_decision_stands_before_a_guide(browser: Browser, served: str, query: str) -> None:
    """Who searches wants to do something, and asks for the reasons later."""
    pages = found(browser, served, query)
    guides = [place for place, page in enumerate(pages) if page.startswith(FOLDERS)]
    decisions = [place for place, page in enumerate(pages) if page.startswith("decisions/")]
    assert guides
    assert all(decision > guides[-1] for decision in decisions)
