"""The check of the workshop in a real browser, on the site as it is built: `nox -s browser`."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from open_pages import LONG, check_serious, loaded, opened, write
from web.workshop.page import SOURCE

FAULTY = SOURCE.replace("site.free(site.adjacent)", "site.adjacent")
"""The beacon of the tutorial with its mistake: it offers spaces that are occupied."""
OTHER_SEED = """\
from cairn_rules.cairn import *

@megalith("Odd", text="x")
def odd(site):
    if site.village:
        yield from map(Summon, sorted(site.free(), key=lambda space: hash(str(space))))
"""
LOOP = "from cairn_rules.cairn import *\n\n@megalith('Odd', text='x')\ndef odd(site):\n    while True: pass\n"
FORGED = SOURCE + '\nimport json\njson.dumps = lambda *_, **__: \'{"verdict": "nothing found"}\'\n'
PRAISES = """
import sys

checks = sys.modules.get("web.workshop.check_page")
if checks:
    checks._Check.go_on = lambda self, look: self._told("Praised.")
"""
"""Lets every check that comes later find nothing."""
NEWER = """() => {
    const usual = fetch;
    fetch = (address, ...rest) =>
        usual(/release.json$/.test(address) ? 'data:,{"release": "newer"}' : address, ...rest);
}"""
"""Publishes a newer version of the site, as far as the page can tell."""


@pytest.fixture(scope="module")
def page(browser: Browser, pages: str) -> Iterator[Page]:
    """The page with its Python."""
    with opened(browser, f"{pages}/workshop/") as page:
        loaded(page, "workshop")
        yield page


def says(page: Page, words: str) -> None:
    expect(page.locator("#workshop-checking")).to_contain_text(words, timeout=LONG)


def test_a_fault_is_found_while_one_writes_and_its_position_goes_onto_the_board(page: Page) -> None:
    """The board still has the last text that was run."""
    write(page, FAULTY)
    says(page, "it offers an option that cannot be applied")
    expect(page.locator("#workshop-question")).to_have_text(re.compile("^Sea must use Beacon on c3"))
    expect(page.locator(".cm-lint-marker-error")).to_have_count(1)
    line = FAULTY[: FAULTY.index("yield")].count("\n") + 1
    page.get_by_role("button", name=f"Line {line}").click()
    expect(page.locator(".cm-activeLine")).to_have_text(re.compile("yield"))
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    check_serious(page)
    drawn = page.get_by_role(
        "button", name=re.compile("Sea shaman on Beacon.*Put this position on the board", re.DOTALL)
    )
    assert drawn.locator("img").evaluate("image => image.src.startsWith('blob:') && image.naturalWidth > 0")
    drawn.click()
    loaded(page, "workshop")
    expect(page.locator("#workshop-position")).to_have_value(re.compile("plain-1,..=beacon"))
    expect(page.locator("#workshop-fault")).not_to_have_text("")
    write(page, SOURCE.replace("Beacon", "Fire"))
    says(page, "Fire: nothing found in 20 positions.")
    expect(page.locator("#workshop-finding")).to_contain_text("only the whole check looks for them")
    expect(page.locator(".cm-lint-marker-error")).to_have_count(0)


def test_the_whole_check_looks_in_a_second_cell_as_well(page: Page) -> None:
    check = page.locator("#workshop-check")
    write(page, SOURCE)
    check.click()
    expect(page.locator("#workshop-checked")).to_be_visible()
    says(page, "Beacon: nothing found in 200 positions.")
    expect(page.locator("#workshop-finding")).to_have_text("")
    page.evaluate(NEWER)
    check.click()
    expect(page.locator("#workshop-finding")).to_contain_text("the site has a newer version", timeout=LONG)
    write(page, OTHER_SEED)
    check.click()
    says(page, "in another process, with another hash seed, folder, clock and order of id(), its options differ")
    write(page, FORGED)
    check.click()
    says(page, "It answered what no megalith answers, and was stopped.")


def test_the_verdict_on_a_text_is_not_that_of_the_text_before(page: Page) -> None:
    write(page, SOURCE + PRAISES)
    page.locator("#workshop-check").click()
    says(page, "Praised.")
    write(page, FAULTY)
    says(page, "it offers an option that cannot be applied")


def test_a_check_that_does_not_end_is_stopped_and_disturbs_no_board(page: Page) -> None:
    write(page, SOURCE)
    page.locator("#workshop-run").click()
    loaded(page, "workshop")
    write(page, LOOP)
    page.locator("#workshop-check").click()
    expect(page.locator("#workshop-step")).to_contain_text("the power does not end the process", timeout=LONG)
    write(page, SOURCE.replace("Beacon", "Fire"))
    says(page, "The check was stopped, without a verdict.")
    page.locator("#workshop-run").click()
    loaded(page, "workshop")
    expect(page.locator("#workshop-question")).to_have_text(re.compile("^Sea must use Fire on"))
    says(page, "Fire: nothing found in 20 positions.")
    write(page, LOOP)
    page.locator("#workshop-check").click()
    says(page, "called for its options and their results, it does not return within 10 seconds")


def test_a_text_from_a_link_is_not_checked_before_it_may_run(browser: Browser, page: Page) -> None:
    page.locator("#workshop-share").click()
    link = page.locator("#workshop-link")
    expect(link).to_have_value(re.compile("#stone="))
    with opened(browser, link.input_value()) as other:
        expect(other.locator("#workshop-unread")).to_contain_text("comes from a link")
        loaded(other, "workshop")
        cells = other.locator("iframe").count()
        write(other, SOURCE.replace("Beacon", "Fire"))
        other.wait_for_timeout(1_500)
        assert other.locator("iframe").count() == cells
        other.locator("#workshop-run").click()
        says(other, "Fire: nothing found in 20 positions.")
