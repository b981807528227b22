"""The search of the site, as a reader types into it: `nox -s browser`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page

from open_pages import opened

FOLDERS = ("how-to/", "tutorial/")
QUESTIONS = [
    tuple(line.split(": "))
    for line in Path(__file__).with_name("questions.txt").read_text(encoding="utf-8").splitlines()
]
"""What visitors type, in their words, and the page that answers it."""
ASKED = """queries => new Promise((done) => {
    const worker = new Worker("/assets/search.js");
    const found = [];
    worker.addEventListener("message", ({ data }) => {
        found.push(data.data.items.map(([page]) => page.location));
        if (found.length == queries.length) done(found);
    });
    for (const query of queries) worker.postMessage({ type: 2, data: query });
})"""
"""The pages that the search of the site finds for queries, without typing them."""


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


def test_visitors_find_what_they_ask_for_in_their_words(page: Page) -> None:
    """Of forty questions, 36 have their page among the first three, and 28 have it first."""
    assert len(QUESTIONS) == 40
    answers = page.evaluate(ASKED, [question for question, _ in QUESTIONS])
    places = {
        question: found.index(right) if right in found else len(found)
        for (question, right), found in zip(QUESTIONS, answers, strict=True)
    }
    assert sum(place < 3 for place in places.values()) >= 36, places
    assert sum(place == 0 for place in places.values()) >= 28, places


TWICE = """query => new Promise((done) => {
    const worker = new Worker("/assets/search.js");
    const counts = [];
    const ask = () => worker.postMessage({ type: 2, data: query });
    worker.addEventListener("message", ({ data }) => {
        counts.push(data.data.items.length);
        if (counts.length == 1) ask();
        else done(counts);
    });
    ask();
    setTimeout(() => done(counts), 10_000);
})"""
"""How many pages the search finds for a query, and for the same one afterwards, unless an answer takes long."""


def test_what_failed_to_load_is_loaded_with_the_next_word(browser: Browser, served: str) -> None:
    """Who was offline for a moment need not reload the page."""
    page = browser.contexts[0].new_page()
    page.goto(served.replace("//localhost", "//site.localhost") + "/glossary/")
    page.route("**/search/pages.json", lambda route: route.fulfill(status=503, body="Busy"), times=1)
    first, second = page.evaluate(TWICE, "shaman")
    page.close()
    assert first == 0
    assert second > 3


def test_a_page_is_found_once_with_its_best_section(page: Page) -> None:
    pages = found(page, "make_state")
    assert pages[0] == "reference/state/"
    assert len(pages) == len(set(pages))
    section = page.locator(".md-search-result__item").first.locator("a").nth(1)
    assert urlsplit(section.get_attribute("href") or "").fragment == "cairn_rules.cairn.make_state"


def test_little_words_do_not_count(page: Page) -> None:
    assert found(page, "how do I undo a move") == found(page, "undo move")


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
